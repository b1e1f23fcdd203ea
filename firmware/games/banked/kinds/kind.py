"""What a kind of banked game answers. Pure; no chips, but for what a verb costs."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec import Struct

from firmware.games.banked.round import Round

_PRICED = re.compile(r"(.+) (\d)x")


class Verb(Struct, frozen=True, omit_defaults=True):
    """What a seat may choose, with its price."""

    name: str
    chips: int = 0  # what it costs
    circle: str = ""  # where they lie
    cards: int = 0  # that have to be given up, exactly
    sets: tuple[int, ...] = ()  # all cards go into hands of so many; without a word the house way
    back: int = 0  # of the wager, where the rest is given up
    least: int = 0  # it may cost less, from so much on; 0: exactly `chips`


def priced(text: str, unit: int) -> Verb:
    """ "play 2x" -> play, for twice the unit."""
    found = _PRICED.fullmatch(text)
    return Verb(found[1], int(found[2]) * unit, found[1]) if found else Verb(text)


class HandSeen(Struct, frozen=True):
    """One of several hands of a seat, as everybody sees it."""

    cards: tuple[int, ...]
    words: str
    chips: int
    note: str = ""


def _none(r: Round, seat: int) -> tuple[HandSeen, ...]:
    return ()


def _no_marks(r: Round, seat: int, hand: int) -> frozenset[str]:
    return frozenset()


class Kind(NamedTuple):
    # Every mark that it can yield, and a page can name.
    names: frozenset[str]
    # Where the cards that are due now go: seat, -seat (face up), BANK, BANK_UP, BOARD.
    plan: Callable[[Round], list[int]]
    # Seats that choose now, next first.
    asks: Callable[[Round], list[int]]
    # What a seat that is asked may do.
    verbs: Callable[[Round, int], tuple[Verb, ...]]
    # What silence means: a verb that costs nothing, and the places of cards that it gives up.
    default: Callable[[Round, int], tuple[str, tuple[int, ...]]]
    # The marks of a seat, at the end.
    marks: Callable[[Round, int], frozenset[str]]
    # What lies at a seat, or at BANK or BOARD.
    words: Callable[[Round, int], str]
    # Are the bank's hidden cards turned now, before the end?
    opens: Callable[[Round], bool] = lambda r: False
    # What the round came to, for the result board.
    came_to: Callable[[Round], tuple[str, ...]] = lambda r: ()
    # The marks of one hand, where a seat may have several.
    of_hand: Callable[[Round, int, int], frozenset[str]] = _no_marks
    # And these hands, face up.
    hands: Callable[[Round, int], tuple[HandSeen, ...]] = _none
    # Where bets are open between draws: do they open again after this one?
    goes_on: Callable[[Round], bool] | None = None
    # Then the number that has to come, and whether the bank covers the section.
    point: Callable[[Round], int] = lambda r: 0
    covered: Callable[[Round], bool] = lambda r: False
    # Who is asked before the bets are opened.
    consents: Callable[[Round], list[int]] = lambda r: []
    # May chips be laid on this circle now?
    opens_now: Callable[[Round, str], bool] = lambda r, name: True
    # How often the wager that odds stand behind.
    times: Callable[[Round, str], int] = lambda r, name: 0
    # The circle that a wager moves to.
    moved: Callable[[Round, str], str] = lambda r, name: name
    # What the bank must have for the section that is covered whole, or not at all.
    need: Callable[[Round, int, Mapping[str, int] | None], int] | None = None
    # And how much a seat may still lay on a circle of it.
    room: Callable[[Round, int], Callable[[str], int]] | None = None
