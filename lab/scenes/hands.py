"""A few hands that many scenes are moments of."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import (
    Clock,
    Last,
    Most,
    Pot,
    Prefs,
    Public,
    Range,
    Result,
    Seat,
    Share,
    Turn,
    View,
)
from lab.scenes.cast import LIMIT, PUBLIC, SEATED, SESSION, pick, seats

NL_TURN = Turn(31, True, 2000, Range(4000, 41200, 100), bet=0, level=2000, pot=6400, unit=300)
NL_PUBLIC = replace(
    PUBLIC,
    pots=(Pot(6400),),
    seats=seats(s6=pick(6, stack=23500, bet=2000, did="bet")),
    actor=7,
    to_call=2000,
    clock=Clock(14_000, 20_000, 45_000),
    last=Last(6, "bet", 2000),
)
PEEK_SEATS = tuple(
    replace(
        pick(n, life="open" if n == 5 else "lobby" if n == 10 else "in"),
        down=0 if n in (5, 10) else 2,
        stack={6: 26400, 7: 42400, 8: 16300, 9: 63200}.get(n, pick(n).stack),
        bet={4: 100, 6: 300}.get(n, 0),
        did="post" if n in (4, 6) else "",
        mark={4: "SB", 6: "BB"}.get(n, ""),
        away_ms=742_000 if n == 10 else 0,
    )
    for n in range(1, 11)
)
PREFLOP = replace(
    PUBLIC,
    board=(),
    street="preflop",
    pots=(Pot(400),),
    seats=PEEK_SEATS,
    actor=7,
    to_call=300,
    clock=Clock(9_000, 20_000, 45_000),
    last=None,
)
PEEKING = replace(
    SEATED,
    public=PREFLOP,
    hint="",
    turn=Turn(30, True, 300, Range(600, 42400, 100), level=300, pot=400, unit=300),
)
LIMIT_SEATS = (
    Seat(1, "folded", "Marisol", 8800),
    Seat(2, "folded", "Dutch", 6000),
    Seat(3, "folded", "Kenji", 11200),
    Seat(4),
    Seat(5, "folded", "Ana", 14300),
    Seat(6, "folded", "Walt", 9700),
    Seat(7, "in", "Lena", 9600, down=2),
    Seat(8, "in", "Otis", 7400, 800, "bet", down=2, mark="SB"),
    Seat(9, "in", "Bao", 13100, 1600, "raise", down=2, mark="BB"),
    Seat(10),
)
LIMIT_VIEW = View(
    7,
    "seated",
    Public(
        LIMIT,
        "in hand",
        90_771,
        "M3TR-2HWD",
        "turn",
        7,
        cards("Th7c2dJs"),
        (Pot(5200),),
        LIMIT_SEATS,
        7,
        1600,
        Clock(17_000, 20_000, 30_000),
        Last(9, "raise", 1600),
    ),
    cards("JdTc"),
    "Two pair",
    Turn(
        12,
        True,
        1600,
        Range(2400, 2400, 800),
        fixed=True,
        level=1600,
        pot=5200,
        unit=800,
        street_bet=800,
        raises=(1, 4),
        wins=6800,
    ),
    session=SESSION,
    prefs=Prefs(deck="classic"),
)

WIN_FIVE = cards("AsKsQs7s4s")
SHOWDOWN = replace(
    PUBLIC,
    phase="showdown",
    board=cards("Ks9d4s2h7s"),
    pots=(Pot(37600),),
    actor=0,
    clock=None,
    last=None,
    street="river",
    seats=seats(
        s6=pick(6, stack=8900, shown=cards("Kc9c"), hand="Two pair, Kings and Nines", down=0),
        s7=pick(
            7,
            stack=62200,
            won=37600,
            shown=cards("AsQs"),
            hand="Flush, Ace high",
            winning=WIN_FIVE,
            down=0,
        ),
        s8=pick(8, life="folded", down=0),
        s9=pick(9, life="folded", down=0),
    ),
    result=Result(
        7,
        37600,
        "Flush, Ace high",
        6,
        "Two pair, Kings and Nines",
        WIN_FIVE,
        "One pot  ·  no split",
        4400,
        6000,
    ),
)

STRAIGHT, KINGS, NINES = cards("KdQhJcTs9s"), cards("KhKdAcJcTs"), cards("9h9sKdJcTs")
SIDE_POTS_WON = replace(
    SHOWDOWN,
    board=cards("KdJcTs9s2h"),
    pots=(Pot(9600), Pot(10800), Pot(4000)),
    seats=seats(
        s6=pick(
            6, stack=8900, won=4000, shown=cards("9h5h"), hand="Pair of Nines",
            winning=NINES, down=0,
        ),
        s7=pick(
            7, stack=10800, won=10800, shown=cards("KhAc"), hand="Pair of Kings",
            winning=KINGS, down=0,
        ),
        s8=pick(
            8, stack=9600, won=9600, shown=cards("QhQd"), hand="Straight, King high",
            winning=STRAIGHT, down=0,
        ),
        s9=pick(9, life="folded", down=0),
    ),
    result=Result(
        8, 9600, "Straight, King high", cards=STRAIGHT, note="Fee $4  ·  Jackpot $1",
        next_ms=4400, next_of_ms=6000, most=Most(7, 10800, "Pair of Kings"),
        shares=(
            Share("Main pot", 9600, (8,), "Straight, King high", (9600,)),
            Share("Side pot 1", 10800, (7,), "Pair of Kings", (10800,)),
            Share("Side pot 2", 4000, (6,), "Pair of Nines", (4000,)),
        ),
    ),
)  # fmt: skip


BROADWAY = cards("AcKhQsJcTs")
TWICE_WON = replace(
    SIDE_POTS_WON,
    second=cards("KdJcTs5cQs"),
    seats=seats(
        s6=pick(6, stack=0, shown=cards("9h5h"), hand="Pair of Nines", down=0),
        s7=pick(
            7, stack=9800, won=9800, shown=cards("KhAc"), hand="Straight, Ace high",
            winning=BROADWAY, ends=((), BROADWAY), down=0,
        ),
        s8=pick(
            8, stack=9900, won=9900, shown=cards("QhQd"), hand="Straight, King high",
            winning=STRAIGHT, ends=(STRAIGHT, ()), down=0,
        ),
        s9=pick(9, stack=0, shown=cards("4c4d"), hand="Pair of Fours", down=0),
    ),
    result=Result(
        8, 9900, "Straight, King high", cards=STRAIGHT, note="Fee $4  ·  Jackpot $1",
        next_ms=4400, next_of_ms=6000, most=Most(8, 9900, "Straight, King high"),
        shares=tuple(
            Share(f"{pot}, {name} board", chips, seats, hand, (chips,), board)
            for pot, chips in (("Main pot", 4900), ("Side pot 1", 3000), ("Side pot 2", 2000))
            for board, name, chips, seats, hand in (
                (1, "first", chips, (8,), "Straight, King high"),
                (2, "second", chips - 100 * (chips == 4900), (7,), "Straight, Ace high"),
            )
        ),
    ),
)  # fmt: skip


def clocked(view: View, **changes: object) -> View:
    return replace(view, public=replace(view.public, **changes))
