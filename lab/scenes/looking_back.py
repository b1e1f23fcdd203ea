"""Hands that are over, looked at again: step by step, at a showdown, against a bank, in words."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import Last, Moment, Past, Placard, Pot, Public, Result, Seat, View
from lab.scenes.banked import BANKED_CENTERS
from lab.scenes.cast import SEATED, pick, seats
from lab.scenes.pan import PAN_CENTERS

PAST = (
    Past(
        118_203,
        cards("Ks9d4s"),
        -1200,
        "Walt",
        "Walt wins $24, nobody called",
        (
            "Lena calls $3",
            "Walt raises to $12",
            "Lena calls $9",
            "Flop: K 9 4",
            "Lena checks",
            "Walt bets $20",
            "Lena folds",
        ),
        "you folded",
    ),
    Past(
        118_202,
        cards("2c7d7h"),
        4400,
        "Lena",
        "You win $44, nobody called",
        ("Lena raises to $12", "Bao calls $12", "Flop: 2 7 7", "Lena bets $18", "Bao folds"),
        "no showdown",
    ),
    Past(
        118_201, (), 0, "Gus", "Gus wins $4, nobody called", ("Lena folds",),
        "you folded",
    ),
    Past(
        118_200, cards("QhQd3c5s8s"), -300, "Bao", "Bao wins $96: Three of a kind, Queens",
        ("Lena folds",), "you folded",
    ),
)  # fmt: skip
MINE = {118_203: cards("JhTh"), 118_202: cards("AcKd"), 118_201: cards("9c2d")}  # at the station
LONG = (
    *PAST,
    *(Past(n, end="you folded") for n in range(118_199, 118_193, -1)),
)


def table(street: str, pot: int, last: Last | None, lena: int, walt: int, **more: object) -> Public:
    """Lena and Walt alone, at their bets."""
    found = seats(
        s7=pick(7, stack=41200 - lena, bet=lena), s6=pick(6, stack=25500 - walt, bet=walt),
        s8=pick(8, life="folded", down=0), s9=pick(9, life="folded", down=0),
        s10=pick(10, life="folded", away_ms=0),
    )  # fmt: skip
    plain = Public(
        Placard(board=5), "in hand", 118_203, street=street, button=3, pots=(Pot(pot),), last=last,
        seats=found, board=cards("Ks9d4s") if street == "flop" else (),
    )  # fmt: skip
    return replace(plain, **more)


REPLAY = (
    Moment("Posted $1, $3", table("preflop", 400, None, 100, 300)),
    Moment("Lena calls $3", table("preflop", 600, Last(7, "call", 300), 300, 300)),
    Moment("Walt raises to $12", table("preflop", 1500, Last(6, "raise", 1200), 300, 1200)),
    Moment("Lena calls $9", table("preflop", 2400, Last(7, "call", 900), 1200, 1200)),
    Moment("Flop Ks 9d 4s", table("flop", 2400, None, 0, 0)),
    Moment("Lena checks", table("flop", 2400, Last(7, "check"), 0, 0)),
    Moment("Walt bets $20", table("flop", 4400, Last(6, "bet", 2000), 0, 2000)),
    Moment("Lena folds", table("flop", 4400, Last(7, "fold"), 0, 2000)),
    Moment(
        "Walt wins $24, shows nothing",
        table("flop", 2400, None, 0, 0, result=Result(6, 2400), phase="showdown"),
    ),
)  # fmt: skip


def _shows(seat: int, hand: str, words: str, won: int = 0) -> Seat:
    return pick(seat, life="in", down=0, shown=cards(hand), hand=words, won=won, away_ms=0)


FOUR_SHOW = seats(
    s7=_shows(7, "AcKd", "Pair of Kings"),
    s9=_shows(9, "KcQc", "Flush", 18800),
    s1=_shows(1, "9c9h", "Three Nines"),
    s2=_shows(2, "JsTs", "Straight"),
    s3=_shows(3, "4c4h", "Three Fours"),
    s4=_shows(4, "8c7c", "Nothing"),
    s6=_shows(6, "AdJd", "Nothing"),
    s8=_shows(8, "2d2s", "Pair"),
    s10=_shows(10, "3d3s", "Pair"),
)
SHOWDOWN = Moment(
    "Bao wins $188: Flush, King high",
    Public(
        Placard(board=5), "showdown", 118_203, street="river", button=3,
        board=cards("Ks9d4sTc2h"), pots=(Pot(12000), Pot(6800)), seats=FOUR_SHOW,
        result=Result(9, 18800, "Flush, King high"),
    ),
)  # fmt: skip


def _of(center: str, words: str) -> Moment:
    """A round or a hand of pan as the center shows it, without its placard."""
    public = (BANKED_CENTERS | PAN_CENTERS)[center]
    return Moment(words, replace(public, placard=Placard(board=public.placard.board), hand=118_203))


LOOKING_BACK: dict[str, View] = {
    "history": replace(SEATED, past=PAST, replay=REPLAY),
    "history-all-show": replace(SEATED, past=LONG, replay=(*REPLAY[:-1], SHOWDOWN)),
    "history-twice": replace(
        SEATED,
        past=PAST,
        replay=(
            *REPLAY[:-1],
            Moment(SHOWDOWN.words, replace(SHOWDOWN.public, second=cards("Ks9d4sTd3h"))),
        ),
    ),
    "history-words": replace(SEATED, past=PAST),
    "history-banked": replace(
        SEATED,
        past=PAST,
        replay=(_of("three-card-bets", "Lena bets $15"), _of("three-card-over", "It is over")),
    ),
    "history-pan": replace(
        SEATED,
        past=PAST,
        replay=(_of("pan", "Lena turns 5h"), _of("pan-over", "Walt wins $115: Eleven cards")),
    ),
    "history-baccarat": replace(
        SEATED,
        past=PAST,
        replay=(_of("baccarat-bets", "Bets"), _of("baccarat", "The bank wins $50")),
    ),
}
