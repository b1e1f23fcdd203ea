"""Other games, and other ways to see one."""

from msgspec.structs import replace

from firmware.games.cards import cards
from firmware.screens.protocol import Last, Prefs, Range, Seat, Turn, View
from lab.scenes.cast import LIMIT, NL, SEATED, pick, seats
from lab.scenes.hands import LIMIT_VIEW, NL_PUBLIC, NL_TURN, clocked

OTHER_GAMES: dict[str, View] = {
    "omaha-turn": replace(
        SEATED,
        public=replace(
            NL_PUBLIC,
            placard=replace(NL, game="Pot-Limit Omaha", hole=4),
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
            placard=replace(LIMIT, game="Seven-Card Stud", board=0, hole=3),
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
            wins=2600,
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
        plays_for=4400,
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
