"""Asked for something else than a bet: cards to give up, votes, a cut."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import Ask, Clock, Option, Result, View
from lab.scenes.cast import MOTIONS, NL, SEATED, pick, seats
from lab.scenes.hands import clocked
from lab.scenes.sealed import NUMBER, SQUARE, TOLD

ASKED: dict[str, View] = {
    "draw": replace(
        clocked(
            SEATED,
            placard=replace(NL, game="Five-Card Draw", board=0, hole=5),
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
            placard=replace(NL, game="Pineapple", hole=3),
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
            placard=replace(NL, game="Mexican Poker", board=0, hole=2),
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
        plays_for=4400,
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
            hand=NUMBER,
            seal=SQUARE.letters,
            deal=SQUARE,
            clock=None,
            last=None,
        ),
        hole=(),
        pre=(),
        ask=Ask(37, "cut", hand=NUMBER, ms=3_000),
        told=TOLD,
    ),
}
