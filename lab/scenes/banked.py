"""Rounds against a bank: offered, bet, chosen, held, settled."""

from msgspec.structs import replace

from center_screen import walk
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import cards
from firmware.screens.projection.layout import layout
from firmware.screens.protocol import (
    Against,
    Ask,
    Bank,
    Board,
    Circle,
    Clock,
    Lying,
    Placard,
    Public,
    Result,
    Seat,
    Verb,
    View,
    Wagered,
)
from lab.scenes.cast import NL, SESSION

NAMES = {
    1: ("Marisol", 31200), 2: ("Dutch", 18800), 3: ("Kenji", 14000), 6: ("Walt", 23500),
    7: ("Lena", 41200), 8: ("Otis", 16300), 9: ("Bao", 62000), 10: ("Gus", 20500),
}  # fmt: skip


def placard(game: str, house: str, stakes: str, option: int = 1) -> Placard:
    rules = banked_rules(game, house)
    return replace(
        NL, game=rules.title, short="", stakes=stakes, fee="$1 to $4", jackpot=0, big_blind=0,
        board=rules.board, hole=rules.hole, layout=layout(rules, option),
    )  # fmt: skip


THREE_CARD = placard("three-card-poker-6-card-bonus", "artichoke-joes", "$5–$200")
UTH = placard("ultimate-texas-holdem", "artichoke-joes", "$5–$100")
PANDA = placard("panda-8", "artichoke-joes", "$5–$500")
POKARA = placard("pokara", "hawaiian-gardens", "$10–$100")
NINES = placard("super-9", "hawaiian-gardens", "$10–$100")


def seats(bank: int, down: int = 0, **changes: Seat) -> tuple[Seat, ...]:
    found = {}
    for number in range(1, 11):
        name, stack = NAMES.get(number, ("", 0))
        held = down if number != bank else 0
        one = Seat(number, "in" if name else "open", name, stack, down=held if name else 0)
        found[number] = replace(one, mark="B") if number == bank else one
    for key, seat in changes.items():
        found[int(key[1:])] = seat
    return tuple(found.values())


def pick(all_: tuple[Seat, ...], number: int, **changes: object) -> Seat:
    return replace(all_[number - 1], **changes)


def wagered(**bets: dict[str, int]) -> tuple[Wagered, ...]:
    return tuple(
        Wagered(int(key[1:]), circle, chips)
        for key, lies in bets.items()
        for circle, chips in lies.items()
    )


def circle(name: str, least: int, most: int, **more: object) -> Circle:
    return Circle(name, least, most, 100, **more)  # type: ignore[arg-type]


def chips_out(public: Public) -> Public:
    """With what each seat has on the table in front of it."""
    lies = dict.fromkeys(range(1, 11), 0)
    if public.against and public.against.due != "over":
        for one in public.against.wagers:
            lies[one.seat] += one.chips
        for bank in public.against.banks:
            lies[bank.seat] += bank.left
    return replace(public, seats=tuple(replace(x, bet=lies[x.seat]) for x in public.seats))


def seated(public: Public, **more: object) -> View:
    view = View(7, "seated", chips_out(public), session=SESSION)
    return replace(view, **more)


# ---- three card poker, with Kenji's bank

KENJI = seats(3)
BETS = wagered(
    s1={"ante": 2500, "pair plus": 1000}, s2={"ante": 1500}, s6={"ante": 5000, "pair plus": 2000},
    s8={"ante": 1000}, s9={"ante": 2500, "6 card bonus": 1500},
)  # fmt: skip
BETS_OPEN = Against("wager", (Bank(3, 100_000, 100_000),), 1, BETS, (1, 2, 6, 8, 9))
OPEN = Public(
    THREE_CARD, "in hand", 20_417, "K7XW-3MPA", seats=KENJI, clock=Clock(14_000, 30_000), actor=7,
    against=BETS_OPEN,
)  # fmt: skip
TO_BET = Ask(
    41, "wager",
    circles=(
        circle("ante", 500, 20_000, always=True),
        circle("pair plus", 500, 20_000, needs=("ante",)),
        circle("6 card bonus", 500, 20_000, needs=("ante",)),
    ),
)  # fmt: skip
PLACED = replace(
    TO_BET,
    circles=tuple(
        replace(one, placed=chips)
        for one, chips in zip(TO_BET.circles, (2500, 1000, 500), strict=True)
    ),
)
DECIDING = replace(
    OPEN,
    seats=seats(3, 3, s3=pick(KENJI, 3, up=cards("Jh"), down=2)),
    clock=Clock(19_000, 30_000, 45_000),
    against=Against(
        "choose", BETS_OPEN.banks, 1, (*BETS, *wagered(s7={"ante": 2500, "pair plus": 1000})),
        (8,), first=8,
    ),
)  # fmt: skip

# ---- Lena's bank

LENA = seats(7, 3)
HELD = wagered(
    s8={"ante": 1000, "play": 1000}, s9={"ante": 2500, "pair plus": 1000, "6 card bonus": 500},
    s1={"ante": 2500, "pair plus": 1000}, s2={"ante": 1500},
    s3={"ante": 10_000, "pair plus": 2000, "6 card bonus": 1000},
    s6={"ante": 2000, "pair plus": 1000},
)  # fmt: skip
BANKING = replace(
    OPEN,
    hand=20_418,
    seal="R8CD-5WNX",
    actor=0,
    seats=seats(
        7, 3, s7=pick(LENA, 7, up=cards("Jh"), down=2, stack=63_700, bet=60_000),
        s10=Seat(10, "away", "Gus", 20500, away_ms=400_000),
    ),
    against=Against("choose", (Bank(7, 60_000, 60_000),), 1, HELD, (8,), first=8),
)  # fmt: skip

OFFERED = replace(
    OPEN,
    hand=20_418,
    seal="R8CD-5WNX",
    actor=7,
    clock=Clock(17_000, 25_000),
    seats=seats(3, s7=pick(KENJI, 7, stack=124_000)),
    against=Against("bank", placed=(6,), offers=(7, 8, 9, 10, 1, 2, 3)),
)

# ---- how it ended

ENDED = replace(
    OPEN,
    hand=20_421,
    seal="B3QJ-8LXT",
    phase="showdown",
    actor=0,
    clock=None,
    seats=seats(
        3, s3=pick(KENJI, 3, stack=48_000, shown=cards("Qs8dJc")),
        s6=pick(KENJI, 6, stack=31_500, won=8000),
        s7=pick(
            KENJI, 7, stack=53_100, won=12_000, shown=cards("Kh8h8c"), hand="Pair of Eights",
            winning=cards("8h8c"),
        ),
    ),
    against=Against(
        "over", (Bank(3, 20_000, 0),), 1,
        (
            Wagered(6, "ante", 5000, "1:1", "Your hand is better", 5000, 0, "Better hand"),
            Wagered(6, "play", 3000, "1:1", "Your hand is better", 3000, 0, "Better hand"),
            Wagered(7, "ante", 2500, "1:1", "Your hand is better", 2500, 0, "Better hand"),
            Wagered(7, "play", 2500, "1:1", "Your hand is better", 2500, 0, "Better hand"),
            Wagered(7, "pair plus", 1000, "1:1", "Pair", 1000),
            Wagered(7, "6 card bonus", 1500, "7:1", "Three of a kind", 6000, 4500),
            Wagered(8, "ante", 1000, "1:1", "Your hand is better", 0, 1000, "Better hand"),
            Wagered(9, "ante", 2500, "1:1", "Your hand is better", 0, 2500, "Better hand"),
            Wagered(1, "ante", 2500, "lose", "The bank's hand is better", 0, 2500),
        ),
        first=6, bank_hand="Queen high",
    ),
    result=Result(7, 12_000, "Pair of Eights", note="The bank pays $200", next_ms=5000,
                  next_of_ms=8000),
)  # fmt: skip

# ---- panda 8

ROAD = "BBPPPBBPBBBBPPBPPPPBBPBPPBBBBBBPPBP7BPPP8P"


def road(marks: str) -> tuple[tuple[int, int, str, int], ...]:
    found: list[tuple[int, int, str, int]] = []
    column, row, before = -1, 0, ""
    for n, mark in enumerate(marks):
        side = {"7": "B", "8": "P"}.get(mark, mark)
        if side != before:
            column, row = column + 1, 0
        else:
            row += 1
        before = side
        found.append((column, min(row, 5), mark, int(n % 13 == 5)))
    return tuple(found)


ROADS = Board(
    (*ROAD, "T", "Bn", "T"),
    road(ROAD),
    (
        ("player", 21, 47), ("banker", 21, 47), ("tie", 3, 6), ("natural", 9, 20),
        ("banker three-card 7", 1, 2), ("player three-card 8", 1, 2),
    ),
)  # fmt: skip
EVERYBODY = tuple(
    replace(one, life="in", name="Priya", stack=9500) if one.seat == 4 else one for one in KENJI
)
LINES = wagered(
    s10={"player": 2000}, s1={"player": 5000}, s4={"tie": 500}, s9={"banker": 2000},
    s8={"player": 1000}, s6={"player": 2500},
)  # fmt: skip
BACCARAT = Public(
    PANDA, "in hand", 88_120, "D4TN-7RQE", seats=EVERYBODY, clock=Clock(12_000, 20_000), actor=7,
    against=Against("wager", (Bank(3, 200_000, 200_000),), 2, LINES, (1, 4, 6, 8, 9, 10)),
    roads=ROADS,
)  # fmt: skip
BOTH = ("player", "banker")
TO_BET_BACCARAT = Ask(
    55, "wager",
    circles=(
        circle("player", 500, 41_000), circle("banker", 500, 41_000),
        *(circle(name, 500, 41_000, needs=BOTH) for name in ("tie", "dragon 7", "panda 8")),
    ),
)  # fmt: skip
LOST = dict.fromkeys(("tie", "dragon 7"), "Nothing that pays")
BACCARAT_OVER = replace(
    BACCARAT,
    phase="showdown",
    actor=0,
    clock=None,
    board=cards("Kd2s4h"),
    seats=tuple(
        replace(one, up=cards("3h4c")) if one.seat == 3
        else replace(one, stack=45_100, won=4000) if one.seat == 7
        else replace(one, stack=66_000, won=2000) if one.seat == 9 else one
        for one in EVERYBODY
    ),
    against=Against(
        "over", (Bank(3, 200_000, 181_000),), 2,
        (
            *(
                Wagered(x.seat, x.circle, x.chips, *(
                    ("1:1", "Banker wins", x.chips) if x.circle == "banker"
                    else ("lose", LOST.get(x.circle, "Banker wins"), -x.chips)
                ))
                for x in LINES
            ),
            Wagered(7, "banker", 5000, "1:1", "Banker wins", 5000),
            Wagered(7, "tie", 500, "lose", LOST["tie"], -500),
            Wagered(7, "dragon 7", 500, "lose", LOST["dragon 7"], -500),
        ),
        first=4, bank_hand="7", player_hand="6",
    ),
    result=Result(7, 4000, note="The bank wins $50", next_ms=5000, next_of_ms=8000),
)  # fmt: skip

# ---- ultimate hold'em, pokara, super 9

UTH_SEATS = tuple(
    Seat(one.seat) if one.seat in (9, 10) else replace(one, down=2, stack=54_000)
    if one.seat == 3 else replace(one, stack=35_700) if one.seat == 7 else one
    for one in seats(3, 2)
)  # fmt: skip
UTH_BETS = wagered(
    s1={"ante": 2500, "blind": 2500, "trips": 500}, s2={"ante": 2500, "blind": 2500},
    s6={"ante": 2500, "blind": 2500, "play": 7500},
    s7={"ante": 2500, "blind": 2500, "trips": 500}, s8={"ante": 2500, "blind": 2500},
)  # fmt: skip
UTH_TURN = Public(
    UTH, "in hand", 63_020, "T9EB-6UWK", seats=UTH_SEATS, clock=Clock(19_000, 30_000, 45_000),
    actor=7, against=Against("choose", (Bank(3, 150_000, 150_000),), 1, UTH_BETS, (6,)),
)  # fmt: skip
POKARA_SEATS = tuple(
    replace(one, up=cards("AhKdTc")) if one.seat == 7
    else replace(one, up=cards("QhQdJc")) if one.seat == 8
    else replace(one, up=cards("Kh"), down=2) if one.seat == 3 else one
    for one in KENJI
)  # fmt: skip
POKARA_TURN = replace(
    DECIDING, placard=POKARA, seats=POKARA_SEATS, hand=501,
    against=Against("choose", (Bank(3, 150_000, 150_000),), 1,
                    wagered(s7={"base": 2500, "bonus": 500}, s8={"base": 1000}), ()),
)  # fmt: skip
NINE_TURN = replace(
    DECIDING, placard=NINES, seats=seats(3, 3, s3=pick(KENJI, 3, down=3)), hand=502,
    against=Against("choose", (Bank(3, 150_000, 150_000),), 1,
                    wagered(s7={"base": 2500}, s8={"base": 1000}), (8,), dice=(3, 5, 1), first=8),
)  # fmt: skip

# ---- twenty-one: Lena has split eights

NO_BUST = placard("no-bust-21st-century-blackjack", "club-caribe", "$10–$100", 2)
LIES = {
    10: ("Ks7d", "17"), 1: ("5h6c9s", "20"), 2: ("9d3h", "12"), 9: ("AdKc", "21½"),
    8: ("Th8s6d", "24"), 6: ("7c7h", "14"),
}  # fmt: skip
OTHERS = tuple(Lying(n, cards(text), told, 2000) for n, (text, told) in LIES.items())
EIGHTS = (
    Lying(7, cards("8sKh"), "18", 4000, "Stands"),
    Lying(7, cards("8d8c"), "16", 4000, "To play"),
)
TWENTY_ONE = Public(
    NO_BUST, "in hand", 41_306, "X2HV-9KDC",
    seats=tuple(
        replace(one, up=cards("6d"), down=1, stack=54_000) if one.seat == 3
        else replace(one, up=cards(LIES[one.seat][0])) if one.seat in LIES
        else replace(one, up=cards("8sKh8d8c"), stack=33_200) if one.seat == 7 else one
        for one in KENJI
    ),
    clock=Clock(18_000, 30_000, 45_000), actor=7,
    against=Against(
        "choose", (Bank(3, 80_000, 80_000),), 1,
        (*wagered(**{f"s{n}": {"base": 2000} for n in LIES}),
         *wagered(s7={"base": 4000, "hand 2": 4000})),
        tuple(LIES), hands=(*OTHERS, *EIGHTS),
    ),
)  # fmt: skip
PLAYS_21 = (
    Verb("surrender", back=2000), Verb("stand"), Verb("hit"),
    Verb("double", 4000), Verb("split", 4000),
)  # fmt: skip
# The same where less may be put up (003 L2666-2669)
BLACKJACK_POKER = placard("blackjack-poker", "hawaiian-gardens", "$10–$100", 2)
LESS = replace(TWENTY_ONE, placard=BLACKJACK_POKER)
FOR_LESS = (
    *PLAYS_21[:3], Verb("double", 4000, least=1000), Verb("split", 4000, least=2000),
)  # fmt: skip
INSURING = replace(
    TWENTY_ONE,
    seats=tuple(
        replace(one, up=cards("Ad"), down=1) if one.seat == 3
        else replace(one, up=cards("8s8d")) if one.seat == 7 else one
        for one in TWENTY_ONE.seats
    ),
    against=Against(
        "choose", (Bank(3, 80_000, 80_000),), 1,
        (*wagered(**{f"s{n}": {"base": 2000} for n in LIES}), *wagered(s7={"base": 4000})),
        hands=(*OTHERS, Lying(7, cards("8s8d"), "16", 4000)),
    ),
)  # fmt: skip
# Settled: four hands of Lena, a natural of Bao
FOUR_EIGHTS = tuple(
    Lying(7, cards(text), told, 4000)
    for text, told in (("8sKh", "18"), ("8d3cTd", "21"), ("8c7d9h", "24"), ("8h2cAc", "21"))
)
BETTER = "The bank's hand is better"
TWENTY_ONE_OVER = replace(
    TWENTY_ONE, phase="showdown", actor=0, clock=None,
    seats=tuple(
        replace(one, up=cards("6dKs5h"), down=0) if one.seat == 3
        else replace(one, won=2400) if one.seat == 9 else one
        for one in TWENTY_ONE.seats
    ),
    against=Against(
        "over", (Bank(3, 80_000, 59_600),), 1,
        (
            *(Wagered(n, "base", 2000, "lose", BETTER, -2000) for n in LIES if n != 9),
            Wagered(9, "base", 2000, "6:5", "Ace and ten", 2400),
            *(Wagered(7, name, 4000, "lose", BETTER, -4000)
              for name in ("base", "hand 3")),
            *(Wagered(7, name, 4000, "push", "Equal hands") for name in ("hand 2", "hand 4")),
        ),
        first=6, bank_hand="21", hands=(*OTHERS, *FOUR_EIGHTS),
    ),
    result=Result(3, 15_600, note="The bank wins $156", next_ms=5000, next_of_ms=8000),
)  # fmt: skip

# ---- pai gow poker: Lena sets her hand

PAI_GOW = placard("pai-gow-poker", "artichoke-joes", "$5–$500", 3)
PAI_GOW_SEATS = tuple(
    Seat(one.seat) if one.seat == 10
    else replace(one, stack=9000, down=7) if one.seat == 3 else one
    for one in seats(3, 7)
)  # fmt: skip
PAI_GOW_BETS = wagered(**{f"s{n}": {"base": 5000} for n in (8, 9, 1, 2, 6, 7)})
ALL_SET = Against(
    "choose", (Bank(3, 100_000, 100_000),), 2, PAI_GOW_BETS, (1, 6, 8), dice=(4, 2, 5), first=8
)
SETTING = Public(
    PAI_GOW, "in hand", 9_114, "QF6M-2TYB", seats=PAI_GOW_SEATS,
    clock=Clock(33_000, 60_000), actor=7,
    against=ALL_SET,
)  # fmt: skip
SEVEN = cards("KdKc9s9dQh7c4c")
TO_SET = Ask(90, "choose", verbs=(Verb("set", sets=True),), way=(2, 3, 0, 1, 4, 5, 6))
BANK_CARDS = cards("JdKsJcKhTd8c4s")
BANK_FRONT, BANK_BACK = cards("JdJc"), cards("KsKhTd8c4s")
BANK_LIES = (
    Lying(3, BANK_FRONT, "Pair of Jacks"), Lying(3, BANK_BACK, "Pair of Kings"),
)  # fmt: skip
BANK_SETS = replace(
    SETTING, actor=7, clock=Clock(41_000, 60_000),
    seats=tuple(
        replace(one, up=BANK_CARDS, down=0, mark="B") if one.seat == 7
        else replace(one, mark="", down=7, stack=14_000) if one.seat == 3 else one
        for one in PAI_GOW_SEATS
    ),
    against=Against(
        "choose", (Bank(7, 100_000, 100_000),), 1,
        wagered(**{f"s{n}": {"base": 5000} for n in (8, 9, 1, 2, 3, 6)}), (1, 2, 3, 6, 8, 9),
        dice=(4, 2, 5), first=3,
    ),
)  # fmt: skip
MARISOL = (
    Lying(1, cards("AhQd"), "Ace-Queen high"),
    Lying(1, cards("9sJo7d6h5c"), "Straight, Nine high"),
)
PAI_GOW_OVER = replace(
    SETTING, phase="showdown", actor=0, clock=None,
    seats=tuple(
        replace(one, shown=(*BANK_FRONT, *BANK_BACK), down=0) if one.seat == 3
        else replace(one, shown=cards("AhQd9sJo7d6h5c"), down=0) if one.seat == 1
        else replace(one, shown=cards("AsQs9h8h6s3c2d"), down=0, won=5000) if one.seat == 8
        else replace(one, won=5000) if one.seat == 7
        else one
        for one in PAI_GOW_SEATS
    ),
    against=Against(
        "over", (Bank(3, 100_000, 80_000),), 2,
        (
            Wagered(8, "base", 5000, "1:1", "Your hand is better", 5000, 0, "Better hand"),
            Wagered(9, "base", 5000, "lose", "Neither hand is better", -5000),
            Wagered(1, "base", 5000, "push", "Only your back is better"),
            Wagered(2, "base", 5000, "lose", "Neither hand is better", -5000),
            Wagered(6, "base", 5000, "push", "Only your front is better"),
            Wagered(7, "base", 5000, "1:1", "Your hand is better", 5000, 0, "Better hand"),
        ),
        dice=(4, 2, 5), first=8, bank_hand="front Pair of Jacks, back Pair of Kings",
        hands=(*BANK_LIES, *MARISOL),
    ),
    result=Result(7, 5000, note="The bank breaks even", next_ms=5000, next_of_ms=8000),
)  # fmt: skip

# ---- tiles: Lena sets her four, Bao banks

TILES = placard("pai-gow-tiles", "artichoke-joes", "$5–$1,000", 3)
TILE_SEATS = tuple(
    Seat(one.seat) if one.seat == 10
    else replace(one, down=4, stack=41_000) if one.seat == 9
    else replace(one, stack=36_200) if one.seat == 7 else one
    for one in seats(9, 4)
)  # fmt: skip
TILE_BETS = wagered(
    s1={"base": 5000}, s2={"base": 5000}, s3={"base": 5000}, s6={"base": 5000},
    s7={"base": 5000}, s8={"base": 5000},
)  # fmt: skip
SETTING_TILES = Public(
    TILES, "in hand", 15_602, "C7LM-1QZD", seats=TILE_SEATS, clock=Clock(33_000, 60_000), actor=7,
    against=Against(
        "choose", (Bank(9, 90_000, 90_000),), 2, TILE_BETS, (2, 6, 8), dice=(6, 1, 4), first=7
    ),
)  # fmt: skip
FOUR = cards("55626654")
TO_SET_TILES = Ask(92, "choose", verbs=(Verb("set", sets=True),), way=(0, 1, 2, 3))
TILES_OPEN = replace(
    SETTING_TILES, actor=0,
    seats=tuple(
        replace(one, up=cards("65314422"), down=0) if one.seat == 9 else one for one in TILE_SEATS
    ),
    against=Against(
        "choose", (Bank(9, 90_000, 90_000),), 2, TILE_BETS, (1, 2, 3, 6, 7, 8), dice=(6, 1, 4),
        first=7,
    ),
)  # fmt: skip

# ---- craps: Bao's bank, and the point is nine

CRAPS = replace(placard("cal-craps", "club-caribe", "$10–$100", 2), fee="$1, odds free")
SHOOTERS = tuple(
    replace(one, up=cards("4h6s"), stack=58_000) if one.seat == 9
    else replace(one, life="away", stack=20_500) if one.seat == 10
    else replace(one, life="in", name="Priya", stack=9_600) if one.seat == 4
    else replace(one, stack=37_200) if one.seat == 7 else one
    for one in seats(9)
)  # fmt: skip
ROLLS = wagered(
    s1={"pass": 1000, "pass odds": 2000}, s2={"don't pass": 2000}, s3={"pass": 2500},
    s8={"pass": 1000}, s7={"pass": 1000, "pass odds": 2000},
)  # fmt: skip
SHOOTING = Against(
    "wager", (Bank(9, 120_000, 120_000),), 1, ROLLS, (1, 2, 3, 8), first=1,
    bank_hand="Total 10", point=9, covers=True,
    drawn=(
        Wagered(4, "field", 1000, "1:1", "Field", 1000),
        Wagered(6, "field", 2000, "1:1", "Field", 2000),
    ),
)  # fmt: skip
CRAPS_BETS = Public(
    CRAPS, "in hand", 7_730, "V5SA-4HGN", seats=SHOOTERS, clock=Clock(10_000, 20_000), actor=7,
    against=SHOOTING,
)  # fmt: skip
TO_SHOOT = Ask(
    90, "wager",
    circles=(
        Circle("pass", 1000, 1000, 100, 1000, stood=1000, locked=True),
        Circle("pass odds", 100, 4000, 100, 2000, needs=("pass",), stood=2000),
        circle("come", 1000, 10_000), circle("don't come", 1000, 10_000),
        *(circle(name, 1000, 10_000) for name in (
            "field", "big 6", "big 8", "hard 4", "hard 6", "hard 8", "hard 10", "any 7", "eleven",
            "any craps", "ace-deuce", "aces", "boxcars",
        )),
        Circle("horn", 1200, 10_000, 400),
        *(circle(f"place {n}", 1000, 10_000) for n in (4, 5, 6, 8, 9, 10)),
    ),
)  # fmt: skip
CONSENT = replace(
    CRAPS_BETS, seats=tuple(replace(one, up=()) for one in SHOOTERS), actor=9,
    against=Against("choose", (Bank(9, 120_000, 120_000),), 1),
)  # fmt: skip
OWN_CONSENT = replace(
    CONSENT, actor=7, seats=tuple(
        replace(one, mark="B" if one.seat == 7 else "") for one in CONSENT.seats
    ),
    against=Against("choose", (Bank(7, 30_000, 30_000),), 1),
)  # fmt: skip

POSOY = placard("posoy", "club-caribe", "$10–$100", 3)
POSOY_SETS = Public(
    POSOY, "in hand", 3_377, "N6YP-8DFR", clock=Clock(72_000, 120_000), actor=7,
    seats=tuple(
        Seat(one.seat) if one.seat not in (1, 3, 7, 8)
        else replace(one, down=13) if one.seat != 3 else replace(one, down=13, mark="B")
        for one in seats(3)
    ),
    against=Against(
        "choose", (Bank(3, 40_000, 40_000),), 1,
        wagered(**{f"s{n}": dict.fromkeys(("front", "middle", "back"), 2000) for n in (8, 1, 7)}),
        (8,), dice=(2, 5), first=8,
    ),
)  # fmt: skip
THIRTEEN = cards("QsQd8cTh9c8d7s6hAhJh7h4h2h")
CHINESE = placard("chinese-poker-13", "hawaiian-gardens", "$5", 1)
CHINESE_OVER = Public(
    CHINESE, "showdown", 3_411, "B7QX-2MPD",
    seats=tuple(
        Seat(one.seat) if one.seat not in (1, 3, 8)
        else replace(one, shown=THIRTEEN, won=4000 * (one.seat == 8))
        for one in seats(0)
    ),
    against=Against(
        "over", (), 0,
        (
            Wagered(1, "points", 20_000, "push", "", -1000),
            Wagered(3, "points", 20_000, "push", "", -3000),
            Wagered(8, "points", 20_000, "push", "", 4000),
        ),
    ),
    result=Result(8, 4000, note="wins most", next_ms=5000, next_of_ms=8000),
)  # fmt: skip
SET_THIRTEEN = Ask(95, "choose", verbs=(Verb("set", sets=True),), way=tuple(range(13)))

THREE = cards("Kh8h8c")
BANKED: dict[str, View] = {
    "bank-offer": seated(OFFERED, ask=Ask(40, "bank", stake=(10_000, 123_500))),
    "bank-too-dear": seated(OFFERED, ask=Ask(40, "bank")),
    "bets": seated(OPEN, ask=TO_BET),
    "bets-empty": seated(OPEN, ask=TO_BET),
    "bets-placed": seated(OPEN, ask=PLACED),
    "bets-baccarat": seated(BACCARAT, ask=TO_BET_BACCARAT),
    "baccarat-over": seated(BACCARAT_OVER),
    "choice-three-card": seated(
        DECIDING,
        hole=THREE,
        ask=Ask(
            42, "choose", verbs=(Verb("fold"), Verb("play", 2500)), late="you fold and sit out"
        ),
    ),
    "choice-made": seated(replace(DECIDING, actor=0), hole=THREE),
    "uth": seated(
        UTH_TURN, hole=cards("AsQs"),
        ask=Ask(60, "choose", verbs=(Verb("check"), Verb("play", 7500), Verb("play", 10_000))),
    ),
    "uth-last": seated(
        replace(UTH_TURN, board=cards("Ks9d4s2h7s")), hole=cards("AsQs"),
        ask=Ask(62, "choose", verbs=(Verb("fold"), Verb("play", 2500))),
    ),
    "choice-pokara": seated(
        POKARA_TURN,
        ask=Ask(70, "choose", verbs=(Verb("stand"), Verb("draw", 2500, 1))),
    ),
    "choice-nines": seated(
        NINE_TURN, hole=cards("Kh5c2d"), hint="7",
        ask=Ask(71, "choose", verbs=(Verb("stand"), Verb("draw"))),
    ),
    "twentyone": seated(TWENTY_ONE, ask=Ask(80, "choose", verbs=PLAYS_21)),
    "twentyone-insurance": seated(
        INSURING, ask=Ask(81, "choose", verbs=(Verb("no insurance"), Verb("insure", 2000))),
    ),
    "twentyone-less": seated(LESS, ask=Ask(82, "choose", verbs=FOR_LESS)),
    "twentyone-less-typed": seated(LESS, ask=Ask(82, "choose", verbs=FOR_LESS)),
    "twentyone-waiting": seated(replace(INSURING, actor=6)),
    "set-hand": seated(SETTING, hole=SEVEN, ask=TO_SET),
    "set-hand-peek": seated(SETTING, hole=SEVEN, ask=TO_SET),
    "set-bank": seated(BANK_SETS, ask=replace(TO_SET, way=(0, 2, 1, 3, 4, 5, 6))),
    "set-thirteen": seated(POSOY_SETS, hole=THIRTEEN, ask=SET_THIRTEEN),
    "set-thirteen-back": seated(POSOY_SETS, hole=THIRTEEN, ask=SET_THIRTEEN),
    "set-done": seated(
        replace(SETTING, against=replace(ALL_SET, placed=(1, 6, 7, 8))), hole=SEVEN
    ),
    "set-over": seated(PAI_GOW_OVER),
    "set-tiles": seated(SETTING_TILES, hole=FOUR, ask=TO_SET_TILES),
    "tiles": seated(SETTING_TILES, hole=FOUR, ask=TO_SET_TILES),
    "craps": seated(CRAPS_BETS, ask=TO_SHOOT),
    "craps-consent": seated(
        OWN_CONSENT,
        ask=Ask(91, "choose", verbs=(Verb("cover hardways"), Verb("no hardways"))),
    ),
    "craps-waiting": seated(
        replace(CRAPS_BETS, actor=0, against=replace(SHOOTING, due="deal"))
    ),
    "craps-banker": View(9, "seated", chips_out(CRAPS_BETS), session=SESSION),
    "craps-rules": seated(CRAPS_BETS),
    "banker": seated(BANKING),
    "banked-result": seated(ENDED),
    "banked-rules": seated(OPEN),
    "banked-watching": seated(
        replace(OPEN, actor=0, against=replace(BETS_OPEN, due="deal", placed=()))
    ),
}  # fmt: skip
_CENTERS: dict[str, Public] = {
    "three-card-bets": replace(OPEN, actor=0),
    "three-card": replace(BANKING, actor=0),
    "three-card-over": ENDED,
    "bank-offered": replace(OFFERED, actor=7),
    "baccarat-bets": replace(BACCARAT, actor=0),
    "baccarat": BACCARAT_OVER,
    "uth": replace(UTH_TURN, board=cards("Ks9d4s"), actor=0),
    "nines": replace(NINE_TURN, actor=0),
    "pokara": replace(POKARA_TURN, actor=0),
    "twentyone": TWENTY_ONE,
    "twentyone-over": TWENTY_ONE_OVER,
    "set-hands": replace(SETTING, actor=0),
    "pai-gow": walk.at(PAI_GOW_OVER, 2),
    "pai-gow-over": PAI_GOW_OVER,
    "tiles": TILES_OPEN,
    "thirteen": CHINESE_OVER,
    "craps": replace(CRAPS_BETS, actor=6),
    "craps-come-out": CONSENT,
}
BANKED_CENTERS = {name: chips_out(public) for name, public in _CENTERS.items()}
