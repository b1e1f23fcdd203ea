"""Did the file pay what the rules pay?

Card rooms that play for money take a rake, and the format has no field for it: it shows as chips
that leave the table. A missing sum is taken for rake only if the hand was played for a currency,
if winners alone are short of it, none by more than a room would dare to take from what he won, and
if the winnings, where the file tells them, say the same. Our own files say what was dropped (a flat
fee, a jackpot): then it is just so much.
"""

from msgspec import Struct

from firmware.history.amounts import unscale
from firmware.history.malformed import Malformed
from firmware.history.phh import Record
from firmware.history.posts import Reading, readings
from firmware.history.replay import Outcome, replay

RAKE_MOST = 10  # of a hundred


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
    rake = _rake(record, outcome, expected) if _raked(record) and outcome.over else 0
    if rake:
        return Verdict(True, expected, rake)
    return Verdict(False, stacks, words=differences(record, stacks, expected))


def _raked(record: Record) -> bool:
    return record.money or record.dropped > 0


def _rake(record: Record, outcome: Outcome, expected: list[int | None]) -> int:
    """What the house kept, if that explains the difference, else 0."""
    rake, most = 0, 100 if record.dropped else RAKE_MOST
    told = record.winnings or [0] * len(expected)
    rows = zip(outcome.stacks, expected, outcome.won, told, strict=True)
    for ours, theirs, won, winnings in rows:
        if ours is None or theirs is None:
            return 0
        short = ours - theirs
        if not 0 <= short * 100 <= won * most or winnings not in (0, won - short):
            return 0
        rake += short
    return rake if record.dropped in (0, rake) else 0


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
