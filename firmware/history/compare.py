"""Did the file pay what the rules pay?

Card rooms that play for money take a rake, and the format has no field for it: it shows as chips
that leave the table. A missing sum is taken for rake only if winners alone pay it, each for what
he won of all pots or of the main pot, and if it is no more than a room would dare.
"""

from msgspec import Struct

from firmware.history.amounts import unscale
from firmware.history.malformed import Malformed
from firmware.history.phh import Record
from firmware.history.posts import Reading, readings
from firmware.history.replay import Outcome, replay

RAKE_MOST = 10  # of a hundred in the pot


class Verdict(Struct):
    ok: bool
    stacks: list[int | None] | None  # as far as the file lets us know, after rake
    rake: int = 0
    over: bool = True  # false: the file stops before the hand does
    words: str = ""  # what differs, or what is not known
    reading: Reading = "as written"


def judge(record: Record) -> Verdict:
    """Replay the hand and compare. Malformed if it cannot be played as written."""
    first: Malformed | Verdict | None = None
    for reading in readings(record):
        try:
            verdict = compare(record, replay(record, reading))
            verdict.reading = reading
            if verdict.ok:
                return verdict
            first = first or verdict
        except Malformed as bad:
            first = first or bad
    assert first is not None
    if isinstance(first, Malformed):
        raise first
    return first


def compare(record: Record, outcome: Outcome) -> Verdict:
    expected, stacks = record.finishing, outcome.stacks
    if not outcome.settled:
        words = "showdown: nobody showed the cards that would tell who won"
        return Verdict(expected is None, None, words=words)
    if expected is None or expected == stacks:
        return Verdict(True, stacks, over=outcome.over)
    rake = _rake(outcome, expected, record.chip)
    if rake:
        return Verdict(True, expected, rake)
    return Verdict(False, stacks, words=differences(record, stacks, expected))


def _rake(outcome: Outcome, expected: list[int | None], chip: int) -> int:
    """What the house kept, if that explains the difference, else 0."""
    stacks = outcome.stacks
    if not outcome.over or None in stacks or None in expected:
        return 0
    short = [(ours or 0) - (theirs or 0) for ours, theirs in zip(stacks, expected, strict=True)]
    rake, pot = sum(short), sum(outcome.won)
    if not 0 < rake * 100 <= pot * RAKE_MOST:
        return 0
    fair = _pays(short, outcome.won, chip) or _pays(short, outcome.main, chip)
    return rake if fair else 0


def _pays(short: list[int], won: list[int], chip: int) -> bool:
    """Is each short by his part of the rake? An odd chip may fall on anyone who won."""
    rake, pot = sum(short), sum(won)
    return all(
        abs(less * pot - rake * part) <= pot * chip if part else not less
        for less, part in zip(short, won, strict=True)
    )


def differences(record: Record, stacks: list[int | None], expected: list[int | None]) -> str:
    """Who has what, and what the file says."""
    parts = [
        f"p{player} has {_text(ours, record)}, the file says {_text(theirs, record)}"
        for player, (ours, theirs) in enumerate(zip(stacks, expected, strict=True), 1)
        if ours != theirs
    ]
    return "finishing_stacks: " + "; ".join(parts)


def _text(amount: int | None, record: Record) -> str:
    return "inf" if amount is None else unscale(amount, record.decimals)
