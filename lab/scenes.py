"""Scripted views: every state a screen can be in, for screenshots, tests and benchmarks."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.protocol import (
    Alert,
    Ask,
    BuyIn,
    Check,
    Clock,
    Facts,
    Last,
    Life,
    Option,
    Past,
    Pin,
    Pot,
    Prefs,
    Proof,
    Public,
    Range,
    Result,
    Seat,
    Session,
    Trouble,
    Turn,
    View,
)

NL = Facts(
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
    rules=(
        "Small blind $1, big blind $3. Bets and raises of any size up to your chips.",
        "A raise is at least as large as the bet or raise before it.",
        "No flop, no fee. The jackpot dollar is taken with the fee.",
        "If you come back within the hour, you bring at least what you took away.",
    ),
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
SESSION = Session(102, 81, 30000, None, 8800, 900_000, (5,))
SEATED = View(
    7,
    "seated",
    PUBLIC,
    cards("AsQs"),
    "Flush draw, Ace high",
    session=SESSION,
    pre=("check/fold", "check", "call any"),
)

PAST = (
    Past(
        118_203,
        cards("Ks9d4s2h7s"),
        cards("JhTh"),
        -1200,
        "Walt",
        "Walt wins $188, two pair, Kings and Nines",
        (
            "Lena calls $3",
            "Walt raises to $12",
            "Lena calls $9",
            "Flop: K 9 4",
            "Lena checks",
            "Walt bets $20",
            "Lena folds",
        ),
    ),
    Past(
        118_202,
        cards("2c7d7h"),
        cards("AcKd"),
        4400,
        "Lena",
        "You win $44, nobody called",
        ("Lena raises to $12", "Bao calls $12", "Flop: 2 7 7", "Lena bets $18", "Bao folds"),
    ),
    Past(118_201, (), cards("9c2d"), 0, "Gus", "Gus wins $4, nobody called", ("Lena folds",)),
    Past(
        118_200, cards("QhQd3c5s8s"), (), -300, "Bao", "Bao wins $96, three Queens", ("Lena folds",)
    ),
)
MOTIONS = (
    Option("straddle", "Straddle", "Twice the big blind, to its left"),
    Option("bomb pot", "Bomb pot", "$5 each, straight to the flop"),
)
CODES = tuple(  # as long as those of a hand of ten
    f"SD1/{n}/4/3F9AC41B/" + "Q5TLE7NVC2XK" * 100 for n in range(1, 5)
)
PROOF = Proof(
    118_203,
    (
        Check(
            "Sealed before the deal",
            "Four shuffled decks were locked under one code, on the centre screen"
            " before anyone touched anything.",
            "C8NV-5TLE",
        ),
        Check(
            "Cut by the players",
            "Five seats touched to cut, all revealed at once. Deck 3 was chosen, cut at card 17.",
            "Your cut: yes",
        ),
        Check(
            "Three unused decks opened",
            "Each holds 52 different cards and fits the seal. A cheated deck"
            " would be caught three times in four.",
            "3 of 3",
        ),
        Check(
            "Every shown card fits the seal",
            "Five board cards and four hole cards were matched one by one."
            " Folded and undealt cards stay secret for ever.",
            "9 of 9",
        ),
    ),
    "",
    CODES,
    "3F9A-C41B-E770",
)

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
    last=Last(6, "post", 300),
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
        s6=pick(6, stack=8900, shown=cards("Kc9c"), hand="two pair, Kings and Nines", down=0),
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

OPEN_SEATS = seats(s7=Seat(7), s1=pick(1, life="in", down=2))


def clocked(view: View, **changes: object) -> View:
    return replace(view, public=replace(view.public, **changes))


VIEWS: dict[str, View] = {
    "attract": View(7, "attract", replace(PUBLIC, seats=OPEN_SEATS, hand=0)),
    "pin": View(7, "pin", PUBLIC, pin=Pin("4471")),
    "pin-wrong": View(7, "pin", PUBLIC, pin=Pin("4471", 2, True, "4702918356", nonce=3)),
    "locked": View(7, "locked", PUBLIC, pin=Pin("4471", 0, True)),
    "buyin": View(
        7,
        "buy-in",
        replace(PUBLIC, seats=seats(s7=Seat(7, "reserved"))),
        buy_in=BuyIn(
            "Lena",
            124_000,
            Range(10_000, 50_000, 100),
            (10_000, 20_000, 30_000, 40_000, 50_000),
            30_000,
            300,
            "Big blind reaches you next hand",
        ),
    ),
    "buyin-returning": View(
        7,
        "buy-in",
        PUBLIC,
        buy_in=BuyIn(
            "Lena",
            124_000,
            Range(41_200, 50_000, 100),
            (41_200, 50_000),
            41_200,
            300,
            returning=41_200,
        ),
    ),
    "please-wait": View(
        7, "please wait", PUBLIC, said="The floor will approve your seat in a moment."
    ),
    "add-chips": replace(
        SEATED,
        buy_in=BuyIn(
            "Lena", 94_000, Range(100, 8_800, 100), (2_500, 5_000, 8_800), 8_800, adding=True
        ),
    ),
    "wait-hand": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="waiting", down=0))),
        hole=(),
        pre=(),
        waits="hand",
    ),
    "wait-blind": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="waiting", down=0))),
        hole=(),
        pre=(),
        waits="blind",
    ),
    "waiting": SEATED,
    "waiting-facing-bet": replace(
        clocked(
            SEATED,
            seats=seats(s9=pick(9, bet=2000, did="bet", stack=60000)),
            last=Last(9, "bet", 2000),
            actor=8,
        ),
        pre=("check/fold", "call", "call any"),
        owed=2000,
    ),
    "your-turn-nolimit": replace(SEATED, public=NL_PUBLIC, turn=NL_TURN, pre=()),
    "your-turn-check": replace(
        clocked(SEATED, actor=7, clock=Clock(25_000, 30_000, 45_000)),
        pre=(),
        turn=Turn(32, True, 0, Range(300, 41200, 100), pot=4400, unit=300),
    ),
    "your-turn-limit": LIMIT_VIEW,
    "your-turn-bank": replace(
        SEATED,
        public=replace(NL_PUBLIC, clock=Clock(4_000, 45_000, 0, in_bank=True)),
        turn=NL_TURN,
        pre=(),
    ),
    "peek": replace(PEEKING, hint=""),
    "all-in": replace(
        clocked(
            SEATED,
            seats=seats(
                s7=pick(7, stack=0, all_in=True, pots=(0, 1)),
                s6=pick(6, all_in=True, stack=0, pots=(0,)),
            ),
            pots=(Pot(47300), Pot(22400)),
            actor=9,
        ),
        pre=(),
    ),
    "folded": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="folded", down=0))), hole=(), pre=(), past=PAST
    ),
    "showdown": replace(SEATED, public=SHOWDOWN, pre=()),
    "showdown-lost": replace(SEATED, seat=6, public=SHOWDOWN, hole=(), pre=()),
    "uncontested": replace(
        clocked(
            SEATED,
            phase="showdown",
            actor=0,
            clock=Clock(3000, 4000),
            pots=(Pot(4400),),
            seats=seats(
                s6=pick(6, life="folded", down=0),
                s7=pick(7, won=4400),
                s8=pick(8, life="folded", down=0),
                s9=pick(9, life="folded", down=0),
            ),
            last=None,
            result=Result(7, 4400, next_ms=3000, next_of_ms=3000),
        ),
        pre=(),
        ask=Ask(41, "show", most=2),
    ),
    "sit-out": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="away", down=0, away_ms=1_420_000))),
        hole=(),
        pre=(),
        away="sit out",
    ),
    "lobby": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="lobby", down=0, away_ms=702_000))),
        hole=(),
        pre=(),
        away="lobby",
    ),
    "lobby-late": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="lobby", down=0, away_ms=98_000))),
        hole=(),
        pre=(),
        away="lobby",
    ),
    "leaving": replace(SEATED, pre=(), away="leaving"),
    "menu": SEATED,
    "history": replace(SEATED, past=PAST),
    "fairness": replace(SEATED, proof=PROOF, prefs=Prefs(cut=True)),
    "rules": SEATED,
    "display": SEATED,
    "sound": SEATED,
    "leave": SEATED,
    "paused": replace(
        clocked(
            SEATED,
            phase="paused",
            alert=Alert("Paused by floor", "A new deck server check. About two minutes."),
        ),
        pre=(),
    ),
    "fault": replace(
        SEATED, public=replace(NL_PUBLIC, clock=Clock(22_000, 30_000)), turn=NL_TURN, pre=()
    ),
    "out-of-service": View(
        7,
        "out of service",
        PUBLIC,
        trouble=Trouble(
            "Out of service",
            "Your money is on your card.",
            "S7-TOUCH-01",
            "Please take another seat. The floor is on the way.",
        ),
    ),
    "draw": replace(
        clocked(
            SEATED,
            facts=replace(NL, game="Five-Card Draw", board=0, hole=5),
            board=(),
            actor=7,
            clock=Clock(21_000, 30_000, 45_000),
            seats=tuple(replace(x, down=5) if x.life == "in" else x for x in seats()),
        ),
        hole=cards("AsQsQd7h2c"),
        pre=(),
        ask=Ask(33, "draw", 0, 5),
    ),
    "discard": replace(
        clocked(
            SEATED,
            facts=replace(NL, game="Pineapple", hole=3),
            actor=7,
            clock=Clock(21_000, 30_000, 45_000),
        ),
        hole=cards("AsQsQd"),
        pre=(),
        ask=Ask(34, "discard", 1, 1),
    ),
    "roll": replace(
        clocked(
            SEATED,
            facts=replace(NL, game="Mexican Poker", board=0, hole=2),
            board=(),
            actor=7,
            clock=Clock(21_000, 30_000, 45_000),
        ),
        pre=(),
        ask=Ask(35, "roll"),
    ),
    "vote": replace(
        clocked(
            SEATED,
            actor=0,
            clock=Clock(8_000, 10_000),
            seats=seats(
                s7=pick(7, stack=0, all_in=True, pots=(0,)),
                s6=pick(6, all_in=True, stack=0, pots=(0,)),
                s9=pick(9, life="folded", down=0),
            ),
            last=None,
        ),
        pre=(),
        ask=Ask(
            36,
            "pick",
            words="Run it twice?",
            options=(
                Option("run it twice/no", "No", "One board decides"),
                Option("run it twice/yes", "Yes", "Two boards, half the pot each"),
            ),
            vote=True,
        ),
    ),
    "rabbit": replace(
        clocked(
            SEATED,
            phase="showdown",
            actor=0,
            clock=None,
            rabbit=cards("2h7s"),
            notice="Next cards: everyone agrees",
            seats=seats(s7=pick(7, won=4400)),
            last=None,
            result=Result(7, 4400, next_ms=3000, next_of_ms=3000),
        ),
        pre=(),
    ),
    "motions": replace(SEATED, motions=MOTIONS),
    "asks-rabbit": replace(
        clocked(
            SEATED,
            phase="showdown",
            actor=0,
            clock=None,
            last=None,
            result=Result(6, 4400, next_ms=3000, next_of_ms=3000),
        ),
        pre=(),
        motions=(Option("rabbit", "Next cards", "Everyone sees them"),),
    ),
    "cut": replace(
        clocked(
            SEATED,
            board=(),
            pots=(),
            phase="in hand",
            actor=7,
            clock=Clock(2_000, 2_000),
            last=None,
        ),
        hole=(),
        pre=(),
        ask=Ask(37, "cut"),
    ),
    "omaha-turn": replace(
        SEATED,
        public=replace(
            NL_PUBLIC,
            facts=replace(NL, game="Pot-Limit Omaha", hole=4),
            seats=tuple(replace(x, down=4) if x.life == "in" else x for x in NL_PUBLIC.seats),
        ),
        hole=cards("AsQsJd9d"),
        turn=replace(NL_TURN, raise_to=Range(4000, 10400, 100)),
        pre=(),
    ),
    "stud": replace(
        SEATED,
        public=replace(
            LIMIT_VIEW.public,
            facts=replace(LIMIT, game="Seven-Card Stud", board=0, hole=3),
            board=(),
            button=0,
            last=Last(5, "bet", 400),
            to_call=400,
            street="fourth street",
            seats=(
                Seat(1, "folded", "Marisol", 8800),
                Seat(2, "in", "Dutch", 6000, 0, down=2, up=cards("Kh9h")),
                Seat(3, "folded", "Kenji", 11200),
                Seat(4),
                Seat(5, "in", "Ana", 14300, 400, "bet", down=2, up=cards("Ad3c")),
                Seat(6, "folded", "Walt", 9700),
                Seat(7, "in", "Lena", 9600, down=2, up=cards("JhTc")),
                Seat(8, "in", "Otis", 7400, 0, down=2, up=cards("7s7d")),
            ),
        ),
        hole=cards("JdTs"),
        turn=Turn(
            13,
            True,
            400,
            Range(800, 800, 400),
            fixed=True,
            level=400,
            pot=2200,
            unit=400,
            street_bet=400,
            raises=(0, 4),
        ),
        pre=(),
    ),
    "run-twice": replace(
        clocked(
            SEATED,
            board=cards("Ks9d4s2h7s"),
            second=cards("Ks9d4sQdQc"),
            actor=0,
            clock=None,
            seats=seats(
                s7=pick(7, stack=0, all_in=True, pots=(0,)),
                s6=pick(6, all_in=True, stack=0, pots=(0,)),
            ),
        ),
        pre=(),
    ),
    "left-hand": replace(SEATED, public=NL_PUBLIC, turn=NL_TURN, pre=(), prefs=Prefs(left=True)),
    "large-type": replace(SEATED, public=NL_PUBLIC, turn=NL_TURN, pre=(), prefs=Prefs(large=True)),
    "large-waiting": replace(SEATED, prefs=Prefs(large=True)),
    "refused": replace(
        SEATED,
        public=NL_PUBLIC,
        turn=NL_TURN,
        pre=(),
        refused="Make it $40 or more, up to $412, in steps of $1.",
    ),
}


# ---- the center screen

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
STUD = VIEWS["stud"].public
CENTERS: dict[str, Public] = {
    "waiting": Public(
        NL,
        "waiting",
        seats=tuple(Seat(7, "ready", "Lena", 30000) if n == 7 else Seat(n) for n in range(1, 11)),
        missing=1,
    ),
    "two-pools": Public(
        replace(NL, high_hand=52_500),
        "waiting",
        seats=tuple(Seat(7, "ready", "Lena", 30000) if n == 7 else Seat(n) for n in range(1, 11)),
        missing=1,
    ),
    "preflop": CENTER_PREFLOP,
    "flop-sidepots": SIDE_POTS,
    "showdown": CENTER_SHOWDOWN,
    "uncontested": VIEWS["uncontested"].public,
    "omaha-turn": replace(VIEWS["omaha-turn"].public, board=cards("Ks9d4sTh"), street="turn"),
    "stud": STUD,
    "run-twice": VIEWS["run-twice"].public,
    "rabbit": VIEWS["rabbit"].public,
    "draw": VIEWS["draw"].public,
    "paused": replace(
        SIDE_POTS, phase="paused", alert=Alert("Paused by floor", "Your cards and chips are kept.")
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
    "closed": Public(NL, "closed", seats=tuple(Seat(n) for n in range(1, 11))),
}
