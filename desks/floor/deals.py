"""How the last thousand hands of a table were dealt, as a picture. Pure.

A column a hand, oldest left: its height says how many sets of decks it took, rose that a deal of it
was voided after its shares were sealed, sky that no witness has signed the log since.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from desks.floor.words import AtDesk
from firmware.screens.protocol.floor_view import Deals

WIDE, HIGH, STEP, MOST = 1000, 160, 40, 4  # of the picture; a set of decks; sets that are drawn
SEEN = 6  # as wide as a column must be
GREEN, SKY, ROSE = "#2fbf8f", "#5aa9ff", "#ff8f96"


class Dealt(Struct):
    """One hand, as the log tells it."""

    number: int
    attempts: int = 0
    voids: int = 0  # those that count
    over: bool = False
    witnessed: bool = False
    drew: bool = False  # the button was drawn for it


class TableDeals(Struct, frozen=True):
    name: str
    words: str
    picture: str


def by_table(tables: Sequence[AtDesk]) -> list[TableDeals]:
    """Of those that have dealt."""
    found = ((table.name, table.floor.deals) for table in tables if table.floor is not None)
    dealt = ((name, deals) for name, deals in found if deals.hands)
    return [TableDeals(name, words(deals), picture(hands_of(deals))) for name, deals in dealt]


def words(deals: Deals) -> str:
    sets = deals.hands + len(deals.again)
    dealt = f"{deals.hands:,} hands, {sets:,} sets of decks, {len(deals.voids)} voided"
    return f"{dealt}, {deals.unwitnessed:,} not witnessed, {deals.unsealed} unsealed"


def hands_of(deals: Deals) -> list[Dealt]:
    again, voids = Counter(deals.again), Counter(deals.voids)
    seen = deals.last - deals.unwitnessed
    return [
        Dealt(number, 1 + again[number], voids[number], True, number <= seen)
        for number in range(deals.last - deals.hands + 1, deals.last + 1)
    ]


def picture(hands: list[Dealt]) -> str:
    """Those that were voided lie over the others, wide enough to be seen."""
    each = WIDE / max(1, len(hands))
    calm = [_column(at * each, each * len(run), run) for at, run in _runs(hands, each)]
    void = [_column(n * each, max(each, SEEN), [one]) for n, one in enumerate(hands) if one.voids]
    words = f"{len(hands)} hands, {sum(hand.voids for hand in hands)} voids"
    look = f'viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="none" shape-rendering="crispEdges"'
    return f'<svg {look} role="img" aria-label="{words}">{"".join([*calm, *void])}</svg>'


def _runs(hands: list[Dealt], each: float) -> Iterator[tuple[int, list[Dealt]]]:
    """Alike and side by side, where nobody could tell one column from the next."""
    at = 0
    for look, group in groupby(hands, key=lambda one: (one.voids, one.attempts, one.witnessed)):
        run = [*group]
        for start in [0] if each < SEEN else range(len(run)):
            if not look[0]:
                yield at + start, run if each < SEEN else [run[start]]
        at += len(run)


def _column(x: float, wide: float, run: list[Dealt]) -> str:
    one = run[0]
    high = STEP * min(MOST, max(1, one.attempts))
    color = ROSE if one.voids else GREEN if one.witnessed else SKY
    gap = 1 if wide > SEEN and len(run) == 1 else 0
    at = f'x="{x:.2f}" y="{HIGH - high}" width="{wide - gap:.2f}" height="{high}"'
    name = f"Hand {one.number:,}" + (f" to {run[-1].number:,}" if len(run) > 1 else "")
    return f'<rect {at} fill="{color}"><title>{name}</title></rect>'
