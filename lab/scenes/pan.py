"""Hands of pan: in or out, a card that may be used, a hit, what was left, somebody who went out."""

from msgspec.structs import replace

from firmware.games.cards import card, cards
from firmware.games.poker.rules import Stakes
from firmware.screens.protocol import (
    Ask,
    Clock,
    Laid,
    Paid,
    Pan,
    Placard,
    Pot,
    Public,
    Result,
    Seat,
    Verb,
    View,
)
from firmware.table.config import Config, Spread
from lab.scenes.cast import NL, SESSION
from lab.scenes.reading_rules import rules_of

NAMES = ("Marisol", "Dutch", "Kenji", "Walt", "Lena", "Otis", "Bao")
STACKS = (12_500, 7_000, 9_500, 15_000, 10_500, 4_000, 21_500)
PLACARD: Placard = replace(
    NL, game="Panguingue", short="Pan", stakes="$5 condition", fee="$5", jackpot=0, big_blind=500,
    chip=500, board=0, hole=10, buy_in=(10_000, 400_000),
)  # fmt: skip


def laid(seat: int, text: str, worth: int = 0) -> Laid:
    return Laid(seat, cards(text), worth)


LENA = laid(5, "6d7dJd"), laid(5, "3c3d3s", 500)
WALT = laid(4, "Ac2c3c4c", 500), laid(4, "KsKhKh")
OTHERS = (
    laid(1, "5s5s5s", 2_000), laid(1, "JhQhKh", 500),
    laid(3, "4c4d4h4c"), laid(7, "AsAhAd"),
)  # fmt: skip
MELDS = (*OTHERS, *WALT, laid(4, "7c7d7h", 500), *LENA)
HELD, WHOLE = cards("5c5dQsQs"), cards("5c5d3c3d3sQsKc6d7dJs")


def seats(inside: tuple[int, ...] = (1, 3, 4, 5, 7), fresh: bool = False) -> tuple[Seat, ...]:
    found = []
    for n, name, stack in zip(range(1, 8), NAMES, STACKS, strict=True):
        down = 10 if fresh else 10 - sum(len(one.cards) for one in MELDS if one.seat == n)
        lives = Seat(n, "in", name, stack, down=down)
        found.append(lives if n in inside else Seat(n, "folded", name, stack, did="fold"))
    return tuple(found)


PLAYING = Pan(
    "use", 231, card("5h"), 5, 5, 4, MELDS,
    Paid(1, "Fives in spades", ((3, 2_000), (4, 2_000), (5, 2_000), (7, 2_000))),
)  # fmt: skip
TABLE = Public(
    PLACARD, "in hand", 4_112, "K7XW-3MPA", seats=seats(), pots=(Pot(3_000),), actor=5,
    clock=Clock(21_000, 30_000), pan=PLAYING, board=(card("5h"),),
)  # fmt: skip
HIT = replace(
    TABLE, board=(),
    pan=replace(
        PLAYING, due="more", turned=-1, melds=(*MELDS, laid(5, "5c5d5h", 500)),
        paid=Paid(5, "Fives", ((1, 500), (3, 500), (4, 500), (7, 500))),
    ),
)  # fmt: skip
DECLARING = replace(
    TABLE, seats=seats((1, 2, 3, 4, 5, 6, 7), fresh=True), board=(),
    pan=Pan("declare", 240, first=4),
)  # fmt: skip
LEFT = replace(TABLE, board=(card("3h"),), pan=replace(PLAYING, by=7, turned=card("3h")))
WAITING = replace(TABLE, actor=3, pan=replace(PLAYING, by=3, turn=3))
SPLIT = replace(
    TABLE, seats=seats((5, 7)), board=(),
    pan=replace(PLAYING, due="agree", turn=7, turned=-1),
)  # fmt: skip
ELEVEN = laid(4, "Ac2c3c4c", 500), laid(4, "KsKhKhKd"), laid(4, "7c7d7h", 500)
OVER = replace(
    TABLE, phase="showdown", actor=0, clock=None, board=(), pots=(),
    seats=tuple(
        replace(one, won=11_500, stack=26_500, down=0) if one.seat == 4 else one
        for one in seats()
    ),
    pan=replace(
        PLAYING, due="over", turned=-1, melds=(*OTHERS, *ELEVEN, *LENA),
        paid=Paid(4, "Goes out", ((1, 2_000), (3, 2_000), (5, 2_000), (7, 2_000))),
    ),
    result=Result(4, 11_500, "Eleven cards", note="Fee $5", next_ms=7_000, next_of_ms=8_000),
)  # fmt: skip


def asked(decision: int, *verbs: Verb) -> Ask:
    return Ask(decision, "pan", verbs=verbs)


def plain(name: str) -> Verb:
    return Verb(name, ways=((),))


USE = asked(61, Verb("meld", ways=((0, 1),), pays=(500,)), plain("leave"))
DISCARD = asked(62, Verb("discard", ways=((0,), (1,))))


def seated(public: Public, **more: object) -> View:
    return replace(View(5, "seated", public, session=SESSION), **more)


POSTED = Config(
    "4", "artichoke-joes",
    (Spread("panguingue", Stakes(500, ante=500, chip=500), buy_in=(10_000, 400_000), fees=(3,),
            signed="R. Alvarez, 2 May"),),
    seats=7, schedule="pan",
)  # fmt: skip
PAN = {
    "pan-declare": seated(
        DECLARING, hole=WHOLE, hint="Threes", ask=asked(60, plain("in"), plain("out"))
    ),
    "pan": seated(TABLE, hole=HELD, ask=USE),
    "pan-peek": seated(TABLE, hole=HELD, ask=USE),
    "pan-hit": seated(HIT, hole=HELD[2:], ask=DISCARD),
    "pan-left": seated(
        LEFT, hole=HELD, ask=asked(63, Verb("add 2", ways=((),), pays=(500,)), plain("draw"))
    ),
    "pan-waiting": seated(WAITING, hole=HELD),
    "pan-split": seated(SPLIT, hole=HELD, ask=asked(64, plain("agree"), plain("play on"))),
    "pan-over": seated(OVER),
    "pan-rules": seated(TABLE, hole=HELD, rules=rules_of(POSTED).rules),
}  # fmt: skip
PAN_CENTERS: dict[str, Public] = {"pan": TABLE, "pan-declare": DECLARING, "pan-over": OVER}
