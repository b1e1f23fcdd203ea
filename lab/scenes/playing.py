"""In the seat: waiting, his turn, the end of a hand, away, and what the menu opens."""

from msgspec.structs import replace

from firmware.screens.projection.station import UNDER_TEST
from firmware.screens.protocol import (
    Alert,
    Ask,
    Clock,
    Last,
    Limits,
    No,
    Option,
    OutOfService,
    Pot,
    Prefs,
    Range,
    Result,
    Turn,
    View,
)
from lab.scenes.cast import PUBLIC, SEATED, pick, seats
from lab.scenes.hands import (
    LIMIT_VIEW,
    NL_PUBLIC,
    NL_TURN,
    PEEKING,
    SHOWDOWN,
    SIDE_POTS_WON,
    TWICE_WON,
    clocked,
)
from lab.scenes.sealed import proof_for

IN_HAND = No(lobby="Finish your hand first.", meal="Finish your hand first.")
IN_CONTEST = "In a tournament everybody is dealt in."
ALL_IN = replace(
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
    plays_for=69700,
)

PLAYING: dict[str, View] = {
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
    "ways-in": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="waiting", down=0))),
        hole=(),
        pre=(),
        waits="blind",
        entries=(
            Option("wait", "Wait", "No extra cost"),
            Option("post", "Post $4", "As soon as you may"),
            Option("pass", "Let it pass", "The blind goes by"),
            Option("buy the button", "Buy button $4", "Both blinds"),
        ),
        entry="post",
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
    "all-in": ALL_IN,
    "folded": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="folded", down=0))), hole=(), pre=()
    ),
    "showdown": replace(SEATED, public=SHOWDOWN, pre=()),
    "showdown-pots": replace(SEATED, public=SIDE_POTS_WON, pre=()),
    "showdown-twice": replace(SEATED, public=TWICE_WON, pre=()),
    "showdown-twice-lost": replace(SEATED, seat=9, public=TWICE_WON, hole=(), pre=()),
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
    "timed-out": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="away", down=0, away_ms=700_000))),
        hole=(),
        pre=(),
        away="sit out",
        why="Your time ran out in hand #118,204: your hand was folded",
        why_ms=200_000,
    ),
    "after-hand": replace(
        SEATED,
        away="after hand",
        why="Your time ran out in hand #118,204: you checked",
    ),
    "your-turn-late": replace(
        clocked(SEATED, actor=7, clock=Clock(7_000, 30_000)),
        pre=(),
        turn=Turn(
            32, True, 0, Range(300, 41200, 100), pot=4400, unit=300, late="you check and sit out"
        ),
    ),
    "leaving": replace(SEATED, pre=(), away="leaving"),
    "leaving-all-in": replace(ALL_IN, away="leaving"),
    "broke": replace(
        clocked(SEATED, seats=seats(s7=pick(7, life="away", down=0, stack=0, away_ms=580_000))),
        hole=(),
        pre=(),
        away="sit out",
        no=No(back="Buy chips first."),
    ),
    "menu": SEATED,
    "menu-coming": replace(
        SEATED, session=replace(SEATED.session, coming=8800, bought_in=38800), no=IN_HAND
    ),
    "menu-refused": replace(
        SEATED,
        no=No(
            sit_out=IN_CONTEST,
            lobby=IN_CONTEST,
            meal=IN_CONTEST,
            leave="A tournament is played to its end.",
            seat=IN_CONTEST,
        ),
    ),
    "lobby-page": replace(SEATED, no=IN_HAND),
    "seats": replace(SEATED, session=replace(SEATED.session, wish=3, in_queue=2)),
    "fairness": replace(SEATED, proof=proof_for(b""), prefs=Prefs(cut=True)),
    "limits": replace(SEATED, limits=Limits(400_00, 120_00, None, 102)),
    "display": SEATED,
    "sound": SEATED,
    "leave": SEATED,
    "paused": replace(
        clocked(
            SEATED,
            phase="paused",
            alert=Alert("Paused by the floor", "A new deck server check. About two minutes."),
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
        out_of_service=OutOfService(
            "Out of service",
            "Your money is on your card.",
            "S7-TOUCH-01",
            "Please take another seat. The floor is on the way.",
        ),
    ),
    "service-test": View(
        7,
        "out of service",
        replace(PUBLIC, phase="paused", alert=Alert("Service test", code=UNDER_TEST.code)),
        out_of_service=UNDER_TEST,
    ),
}
