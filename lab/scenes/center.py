"""What the center screen shows."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import Alert, Clock, Last, Pot, Public, Seat
from lab.scenes.asked import ASKED
from lab.scenes.cast import NL
from lab.scenes.hands import PREFLOP, SHOWDOWN, SIDE_POTS_WON
from lab.scenes.other_games import OTHER_GAMES
from lab.scenes.playing import PLAYING
from lab.scenes.sealed import SQUARE, VOID

SIDE_POTS = Public(
    NL,
    "in hand",
    118_231,
    "H2PF-8RWC",
    "flop",
    4,
    cards("KdTs9s"),
    (Pot(47_300), Pot(22_400), Pot(25_200)),
    (
        Seat(1, "folded", "Marisol", 31200),
        Seat(2, "folded", "Dutch", 18800),
        Seat(3, "in", "Kenji", 30500, down=2),
        Seat(4, "in", "Priya", 0, down=2, all_in=True, pots=(0,)),
        Seat(5),
        Seat(6, "in", "Walt", 0, down=2, all_in=True, pots=(0, 1, 2)),
        Seat(7, "folded", "Lena", 57400),
        Seat(8, "in", "Otis", 0, down=2, all_in=True, pots=(0, 1)),
        Seat(9, "in", "Bao", 38500, 12000, "bet", down=2),
        Seat(10, "folded", "Gus", 20500),
    ),
    3,
    12_000,
    Clock(8_000, 20_000, 30_000),
    Last(9, "bet", 12_000),
    total=106_900,
)
CENTER_PREFLOP = replace(
    PREFLOP,
    clock=Clock(12_000, 20_000),
    seats=tuple(replace(s, mark="") if s.seat not in (4, 6) else s for s in PREFLOP.seats),
)
CENTER_SHOWDOWN = replace(
    SHOWDOWN,
    seats=tuple(replace(s, away_ms=633_000) if s.seat == 10 else s for s in SHOWDOWN.seats),
)
STUD = OTHER_GAMES["stud"].public
FULL_TABLE = tuple(
    Seat(n, "in", name, stack)
    for n, name, stack in (
        (1, "Marisol", 31200), (2, "Dutch", 18800), (3, "Kenji", 54000), (4, "Priya", 9500),
        (5, "Ana", 26000), (6, "Walt", 34100), (7, "Lena", 41200), (8, "Otis", 15100),
        (9, "Bao", 62000), (10, "Gus", 20500),
    )
)  # fmt: skip
OPENING = Public(NL, "in hand", SQUARE.hand, button=3, seats=FULL_TABLE, deal=SQUARE)
CENTERS: dict[str, Public] = {
    "square": OPENING,
    "square-no-cutter": replace(OPENING, deal=replace(SQUARE, cutter=0, left_ms=0)),
    "square-digits": replace(
        OPENING, deal=replace(SQUARE, cutter=0, left_ms=0, digits="483920", by=7)
    ),
    "void": replace(
        OPENING,
        phase="waiting",
        deal=VOID,
        seats=tuple(replace(s, life="fault") if s.seat == 3 else s for s in FULL_TABLE),
    ),
    "void-alarm": replace(OPENING, phase="waiting", deal=replace(VOID, voids=3, alarm=True)),
    "waiting": Public(
        NL,
        "waiting",
        seats=tuple(Seat(7, "ready", "Lena", 30000) if n == 7 else Seat(n) for n in range(1, 11)),
        missing=1,
    ),
    "showdown-pots": SIDE_POTS_WON,
    "two-pools": Public(
        replace(NL, high_hand=52_500),
        "waiting",
        seats=tuple(Seat(7, "ready", "Lena", 30000) if n == 7 else Seat(n) for n in range(1, 11)),
        missing=1,
    ),
    "preflop": CENTER_PREFLOP,
    "flop-sidepots": SIDE_POTS,
    "showdown": CENTER_SHOWDOWN,
    "uncontested": PLAYING["uncontested"].public,
    "omaha-turn": replace(OTHER_GAMES["omaha-turn"].public, board=cards("Ks9d4sTh"), street="turn"),
    "stud": STUD,
    "run-twice": OTHER_GAMES["run-twice"].public,
    "rabbit": ASKED["rabbit"].public,
    "draw": replace(ASKED["draw"].public, asked="draw"),
    "paused": replace(
        SIDE_POTS,
        phase="paused",
        alert=Alert("Paused by the floor", "Your cards and chips are kept."),
    ),
    "break": replace(
        SIDE_POTS,
        phase="break",
        actor=0,
        clock=None,
        alert=Alert("Break until 21:30", "Seats and chips are kept."),
    ),
    "fault": replace(
        SIDE_POTS,
        phase="fault",
        actor=0,
        clock=None,
        alert=Alert(
            "The table stopped itself",
            "Your cards and chips are kept. The floor is on the way.",
            "T4-JRNL-01",
        ),
    ),
    "floor-called": replace(
        SIDE_POTS,
        seats=tuple(replace(s, called=s.seat in (3, 5, 8)) for s in SIDE_POTS.seats),
    ),
    "closed": Public(NL, "closed", seats=tuple(Seat(n) for n in range(1, 11))),
}
