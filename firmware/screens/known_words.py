"""What both ends of a line know beforehand: the changes that every hand repeats, made of the
protocol's own words. A message then quotes them instead of spelling them out.

The nearer to the end, the cheaper to quote: the commonest comes last. Over hands of hold'em, Omaha,
stud, razz, draw and lowball a change takes 69 bytes on the line, half of them what is filled up
(sending.py): names of hands, cards and turns must be short enough for the room that they have.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from firmware.games.cards import RANK_PLURALS, RANK_WORDS
from firmware.screens.protocol import (
    Clock,
    Last,
    Pot,
    Pre,
    Public,
    Range,
    Result,
    Seat,
    Turn,
    View,
    changes,
    own_changes,
    pack,
)

PLACES = range(10)
HANDS = (
    ["Royal flush", "Straight flush, ", "Four of a kind, ", "Full house, ", " over ", "Flush, "],
    ["Straight, ", "Three of a kind, ", "Two pair, ", " and ", "Pair of ", " kickers, low"],
    ["One-card badugi, ", "Two-card badugi, ", "Three-card badugi, ", "Badugi, ", " kicker, low"],
    ["preflop", "river", "turn", "flop", "all-in", "post", "waiting", "in hand", "ready"],
)

_TABLE = Public(
    phase="in hand",
    hand=1,
    street="preflop",
    pots=(Pot(300),),
    seats=tuple(
        Seat(place + 1, "in", stack=20_000, bet=100, did="post", down=2) for place in PLACES
    ),
    actor=4,
    clock=Clock(30_000, 30_000),
    last=Last(3, "fold"),
    total=300,
)
_ACTING = Turn(
    21, True, 200, Range(400, 20_000, 100), bet=100, level=300, pot=700, unit=100, wins=700,
    late="you fold and sit out",
)  # fmt: skip
_WATCHING = View(1, "seated", _TABLE)


def _everyone(places: dict[int, dict[str, Any]], **changed: Any) -> Public:
    """The table after something happened at some places."""
    seats = tuple(replace(seat, **places.get(at, {})) for at, seat in enumerate(_TABLE.seats))
    return replace(_TABLE, seats=seats, **changed)


def _seen(places: dict[int, dict[str, Any]], **changed: Any) -> bytes:
    """The same, as it is told."""
    return changes(_TABLE, _everyone(places, **changed))


def _typical() -> Iterator[bytes]:
    """Rarest first."""
    yield pack([*RANK_WORDS, *RANK_PLURALS])
    yield b"you lose your hand and sit out"
    yield from map(pack, HANDS)
    yield _seen({}, phase="showdown", street="", pots=(Pot(9),), actor=0, clock=None, last=None)
    yield _seen({}, result=Result(4, 700, "Two Pair, ", next_ms=6_000, next_of_ms=6_000))
    yield _seen({at: {"did": "", "shown": (30, 47), "hand": "Two Pair, "} for at in PLACES})
    yield _seen({at: {"bet": 0, "did": ""} for at in PLACES})
    folded = {"life": "folded", "bet": 0, "did": "fold", "down": 0}
    yield _seen(dict.fromkeys(PLACES, folded))
    yield from _hands()
    yield from _turns()
    raised = {"stack": 18_600, "bet": 200, "did": "raise"}
    yield _seen({4: raised}, pots=(Pot(700),), to_call=200, total=700)
    called = {"stack": 18_600, "bet": 200, "did": "call"}
    after = {"actor": 6, "last": Last(5, "call"), "total": 700}
    yield _seen({4: called}, **after)
    yield _seen({6: {"did": "check"}}, actor=8, last=Last(7, "fold"))


def _hands() -> Iterator[bytes]:
    """Cards come, and with them the first turn."""
    yield "-".join(RANK_WORDS).encode() + b" low"
    for hint in ("Ace high, King next", "Pair of Nines"):
        held = replace(_WATCHING, hole=(30, 47), hint=hint)
        yield own_changes(_WATCHING, held)
        yield own_changes(_WATCHING, replace(held, turn=_ACTING, owed=100, time=True))


def _turns() -> Iterator[bytes]:
    """The turn comes to a seat, and goes on from it."""
    owing: tuple[Pre, ...] = ("check/fold", "call", "call any")
    free: tuple[Pre, ...] = ("check/fold", "check", "call any")
    acting = replace(_WATCHING, turn=_ACTING, owed=100, time=True)
    yield own_changes(replace(_WATCHING, pre=owing), replace(acting, owed=200))
    yield own_changes(acting, replace(_WATCHING, pre=owing, owed=200))
    yield own_changes(acting, replace(_WATCHING, pre=free, owed=100))


KNOWN = b"".join(_typical())
