"""Who sits there, and what the table is: the same people in every scene."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import (
    Clock,
    Last,
    Life,
    Option,
    Placard,
    Pot,
    Public,
    Seat,
    Session,
    View,
)

NL = Placard(
    "4",
    "No-Limit Hold'em",
    "NL",
    "$1 / $3",
    "$4 + $1 jackpot",
    1_864_200,
    (10_000, 50_000),
    100,
    300,
    proof="https://table.example/fair/4",
    cut=True,
    late="you check where that is free, and fold to a bet.",
    link_s=30,
    again="If you come back within the hour, you bring at least this much.",
)
LIMIT = replace(
    NL,
    table="6",
    game="Limit Hold'em",
    short="LHE",
    stakes="$4 / $8",
    fee="$3 + $1 jackpot",
    big_blind=400,
)

NAMES = {
    1: ("Marisol", 31200),
    2: ("Dutch", 18800),
    3: ("Kenji", 54000),
    4: ("Priya", 9500),
    6: ("Walt", 25500),
    7: ("Lena", 41200),
    8: ("Otis", 15100),
    9: ("Bao", 62000),
    10: ("Gus", 20500),
}


def seats(**changes: Seat) -> tuple[Seat, ...]:
    """Ten seats: 1 to 4 folded, 5 open, Gus in the lobby; s7=Seat(...) changes one."""
    found = {}
    for number in range(1, 11):
        name, stack = NAMES.get(number, ("", 0))
        life: Life = (
            "open" if not name else "folded" if number < 5 else "lobby" if number == 10 else "in"
        )
        found[number] = Seat(
            number,
            life,
            name,
            stack,
            down=2 if life == "in" else 0,
            away_ms=704_000 if number == 10 else 0,
        )
    for key, seat in changes.items():
        found[int(key[1:])] = seat
    return tuple(found.values())


def pick(number: int, **changes: object) -> Seat:
    return replace(seats()[number - 1], **changes)


FLOP = cards("Ks9d4s")
PUBLIC = Public(
    NL,
    "in hand",
    118_204,
    "7QK4-9XZM",
    "flop",
    3,
    FLOP,
    (Pot(4400),),
    seats(),
    6,
    0,
    Clock(16_000, 30_000),
    Last(9, "check"),
)
SESSION = Session(102, 81, 30000, None, 8800, 900_000, (5,), 1_800_000, result=11200)
SEATED = View(
    7,
    "seated",
    PUBLIC,
    cards("AsQs"),
    "Flush draw, Ace high",
    session=SESSION,
    pre=("check/fold", "check", "call any"),
)

MOTIONS = (
    Option("straddle", "Straddle", "Twice the big blind, to its left"),
    Option("bomb pot", "Bomb pot", "$5 each, straight to the flop"),
)
