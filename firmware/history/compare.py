"""Did the file pay what the rules pay?

Card rooms that play for money take a rake, and the format has no field for it: it shows as chips
that leave the table. A missing sum is taken for rake only if winners alone pay it, each for what
he won, and if it is no more than a room would dare.
"""

from msgspec import Struct

from firmware.history.amounts import unscale
from firmware.history.phh import Record
from firmware.history.replay import Outcome

RAKE_MOST = 10  # of a hundred in the pot


class Verdict(Struct):
    ok: bool
    stacks: list[int | None] | None  # as far as the file lets us know, after rake
    rake: int = 0
    words: str = ""  # what differs


def compare(record: Record, outcome: Outcome) -> Verdict:
    expected, stacks = record.finishing, outcome.stacks
    if not outcome.settled:
        words = "the hands that contest the pot were never shown: nobody can tell who won it"
        return Verdict(expected is None, None, words=words)
    if expected is None or expected == stacks:
        return Verdict(True, stacks)
    rake = _rake(outcome, expected)
    if rake:
        return Verdict(True, expected, rake)
    return Verdict(False, stacks, words=differences(record, stacks, expected))


def _rake(outcome: Outcome, expected: list[int | None]) -> int:
    """What the house kept, if that explains the difference, else 0."""
    known = [s for s in outcome.stacks if s is not None]
    paid = [s for s in expected if s is not None]
    if not outcome.over or len(known) < len(outcome.stacks) or len(paid) < len(expected):
        return 0
    pot, rake = sum(outcome.won), sum(known) - sum(paid)
    if not 0 < rake * 100 <= pot * RAKE_MOST:
        return 0
    for ours, theirs, won in zip(known, paid, outcome.won, strict=True):
        share = rake * won / pot
        if not won and ours != theirs or abs(ours - theirs - share) > max(1, rake / 10):
            return 0
    return rake


def differences(
    record: Record, stacks: list[int | None], expected: list[int | None]
) -> str:
    """Who has what, and what the file says."""
    parts = [
        f"p{player} has {_text(ours, record)}, the file says {_text(theirs, record)}"
        for player, (ours, theirs) in enumerate(zip(stacks, expected, strict=True), 1)
        if ours != theirs
    ]
    return "finishing_stacks: " + "; ".join(parts)


def _text(amount: int | None, record: Record) -> str:
    return "inf" if amount is None else unscale(amount, record.decimals)
