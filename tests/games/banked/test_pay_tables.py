"""Every row that pays, against the line of the digest that says so. digests.txt holds the lines."""

import re
from pathlib import Path

import pytest

from firmware.games.banked.page import row_of
from firmware.games.banked.spread import banked_rules, houses
from firmware.pages import BadPage

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
THREE, SIX, UTH = "three-card-poker", "three-card-poker-6-card-bonus", "ultimate-texas-holdem"
EZ, PANDA, RUYI, ROYAL = "ez-baccarat", "panda-8", "ruyi-baccarat", "royal-baccarat"
TILES = "pai-gow-tiles"
FREE = "commission-free-baccarat-dragon-bonus"
TWENTY_ONE = "21st-century-baccarat"
NO_BUST, PURE, PURE_BUSTER = (
    "no-bust-21st-century-blackjack", "pure-21-5-blackjack", "pure-21-5-buster-blackjack",
)  # fmt: skip
FPG, PGP, WILD = "fortune-pai-gow-poker", "pai-gow-poker", "jokers-wild-pai-gow-poker"
CAL, HAWAIIAN, BJ_POKER = "california-blackjack", "hawaiian-blackjack", "blackjack-poker"


def read() -> dict[str, str]:
    text = Path(__file__).with_name("digests.txt").read_text()
    found = (line.partition(" ") for line in text.splitlines() if line[:1].isdigit())
    return {ref: line.replace("**", "").lower() for ref, _, line in found}


LINES = read()
ODDS = r"([\d,.]+:\d+|push)"
# How the digests call a hand.
WORDS = {
    "royal flush": "(?:mini )?royal(?: flush)?(?: \\(a-k-q suited\\))?",
    "straight flush": "straight flush",
    "four of a kind": "(?:quads|four of a kind)",
    "full house": "full house",
    "flush": "(?<!royal )(?<!straight )(?<!trip )flush",
    "straight": "straight",
    "three of a kind": "(?:trips|three of a kind)",
    "two pair": "two pair",
    "pair": "(?:one |two )?pair",
}
POKER = tuple(WORDS)


def inline(ref: str, *marks: str, of: str = "") -> dict[str, str]:
    """A list in a sentence: royal 200:1, straight flush 40:1."""
    found = {mark: re.findall(rf"(?:^|[ ;,:]){WORDS[mark]} {ODDS}", LINES[ref]) for mark in marks}
    return {of + mark: odds[0].replace(",", "") for mark, odds in found.items()}


def column(refs: range, at: int, of: str = "") -> dict[str, str]:
    """A table: the hand in the first cell, the odds in another."""
    found = {}
    for ref in (f"{PAGES[refs]}:{n}" for n in refs):
        cells = [cell.strip() for cell in LINES[ref].strip("|").split("|")]
        mark = next(m for m, words in WORDS.items() if re.fullmatch(words, cells[0]))
        if re.fullmatch(ODDS, cells[at]):
            found[of + mark] = cells[at]
    return found


PAGES: dict[range, str] = {
    range(90, 96): "000b",
    range(364, 371): "000b",
    range(370, 377): "001",
    range(421, 428): "003",
    range(448, 452): "003",
}
BONUS = ("royal flush", "straight flush", "three of a kind", "straight", "flush", "pair")
SIXES = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
         "three of a kind")  # fmt: skip
AJ_UTH, CR_UTH, HG_UTH = range(364, 371), range(370, 377), range(421, 428)


def said(ref: str, *patterns: tuple[str, str]) -> dict[str, str]:
    """What a line says, each by a pattern with the odds in it."""
    return {mark: re.search(pattern, LINES[ref])[1].replace(",", "") for mark, pattern in patterns}


def margins(ref: str, who: str = "") -> dict[str, str]:
    found = {
        f"{who}wins by {n}": re.search(rf"\b{n} = {ODDS}", LINES[ref])[1] for n in range(4, 10)
    }
    return found | {f"{who}natural wins": "1:1"}


def margin_table(who: str = "") -> dict[str, str]:
    found = {f"{who}natural wins": LINES["000b:144"].split("|")[2].strip()}
    for n, ref in zip(range(4, 10), range(146, 152), strict=True):
        cells = LINES[f"000b:{ref}"].split("|")
        assert cells[1].strip().endswith(f"by {n}")
        found[f"{who}wins by {n}"] = cells[2].strip()
    return found


def busts(page: str, refs: range, column: int = 1) -> dict[str, str]:
    """A table by the number of cards, one of its columns of odds."""
    found = {}
    for n, ref in enumerate(refs, 3):
        cells = LINES[f"{page}:{ref}"].split("|")
        cards, pays = cells[1], cells[1 + column]
        assert cards.strip(" +") == str(n)
        found[f"bank busts with {n} cards"] = f"{pays.strip()}:1"
    return found


# Of all seven cards, in the order of every such table.
FORTUNE = (
    "seven-card straight flush", "royal match", "seven-card straight flush with joker",
    "five aces", "royal flush", "straight flush", "four of a kind", "full house", "flush",
    "three of a kind", "straight",
)  # fmt: skip
HG_FORTUNE = (
    "five aces", "five of a kind", "royal flush", "natural straight flush",
    "straight flush with joker", "four of a kind", "full house", "flush", "straight",
)  # fmt: skip


def fortune(page: str, refs: range, marks: tuple[str, ...], at: int) -> dict[str, str]:
    """A column of such a table; where it was misprinted, as it is read."""
    found = {}
    for mark, ref in zip(marks, refs, strict=False):
        cell = LINES[f"{page}:{ref}"].strip("|").split("|")[at].strip().replace(",", "")
        as_read = re.search(r"rec (\S+)", cell) or re.match(r"\$?([\d:]+|push|[—-]|n/a)", cell)
        found[mark] = as_read[1]
    return found


INSURED = ("bank natural", rf"pays {ODDS}")
PAIRS = (("pair", rf"mixed-colour pair {ODDS}"), ("pair of one color", rf"same colour {ODDS}"),
         ("pair of one suit", rf"same suit {ODDS}"))  # fmt: skip
LUCK = (
    ("ace and jack of spades", r"a-spade \+ j-spade (\d+)"), ("blackjack", r"blackjack (\d+)"),
    ("nine to eleven", r"10 or 11 pays (\d+)"), ("eighteen or better", r"a-9 pays (\d+)"),
)  # fmt: skip


def craps() -> dict[tuple[str, str, str], dict[str, str]]:
    """004's table of bets: what each pays, and on which mark."""
    found: dict[str, dict[str, str]] = {}
    cells = {n: LINES[f"004:{n}"].split("|") for n in (*range(478, 482), *range(484, 491))}

    def paid(ref: int, nth: int = 0, cell: int = 2) -> str:
        return re.findall(ODDS, cells[ref][cell])[nth]

    take, lay = ([paid(ref, n, 3) for n in range(3)] for ref in (480, 481))
    for name in ("pass", "come"):
        found[name] = {mark: paid(478) for mark in _line(name)}
        found[f"don't {name}"] = {mark: paid(479) for mark in _line(f"don't {name}")}
    found["pass odds"] = {f"point {n} made": take[_pair(n)] for n in BOX}
    found["don't pass odds"] = {f"seven out on {n}": lay[_pair(n)] for n in BOX}
    for n in BOX:
        found[f"come {n}"] = {f"total {n}": paid(478)}
        found[f"don't come {n}"] = {"total 7": paid(479)}
        found[f"come {n} odds"] = {f"total {n}": take[_pair(n)]}
        found[f"don't come {n} odds"] = {"total 7": lay[_pair(n)]}
        found[f"place {n}"] = {f"total {n}": re.search(ODDS, LINES["004:482"])[1]}
    found["field"] = {"total 2": paid(484), "total 12": paid(484, 1), "field": paid(484, 2)}
    found |= {f"big {n}": {f"total {n}": paid(485)} for n in (6, 8)}
    found |= {f"hard {n}": {f"hard {n}": paid(486)} for n in (4, 10)}
    found |= {f"hard {n}": {f"hard {n}": paid(487)} for n in (6, 8)}
    found |= {"any craps": {"craps": paid(488)}, "any 7": {"total 7": paid(488, 1)}}
    found |= {"eleven": {"total 11": paid(489)}, "ace-deuce": {"total 3": paid(489)}}
    found |= {"aces": {"total 2": paid(490)}, "boxcars": {"total 12": paid(490)}}
    # a quarter on each at those odds, and three quarters lost
    assert "quarter each on 2,3,11,12" in LINES["004:491"]
    each = {2: paid(490), 12: paid(490), 3: paid(489), 11: paid(489)}
    net = {n: int(pays.split(":")[0]) - 3 for n, pays in each.items()}
    whole = {n: f"{won // 4}:1" if won % 4 == 0 else f"{won}:4" for n, won in net.items()}
    found["horn"] = {f"total {n}": pays for n, pays in whole.items()}
    return {(CC, "cal-craps", name): rows for name, rows in found.items()}


BOX = (4, 5, 6, 8, 9, 10)


def _pair(number: int) -> int:
    """2:1 on 4 and 10, 3:2 on 5 and 9, 6:5 on 6 and 8."""
    return {4: 0, 10: 0, 5: 1, 9: 1, 6: 2, 8: 2}[number]


def _line(name: str) -> tuple[str, ...]:
    return {
        "pass": ("come-out natural", "point made"), "come": ("natural",),
        "don't pass": ("come-out craps", "seven out"), "don't come": ("craps",),
    }[name]  # fmt: skip


BLIND = {"royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"}
TABLES = {
    (AJ, THREE, "bonus"): column(range(90, 96), 1),
    (CR, THREE, "bonus"): inline("001:195", *BONUS),
    (DD, THREE, "bonus"): inline("002:398", *BONUS),
    (HG, THREE, "bonus"): inline("003:406", *BONUS),
    (CC, THREE, "bonus"): inline("004:509", *BONUS[1:]),
    (AJ, SIX, "pair plus"): inline("000b:271", *BONUS),
    (CR, SIX, "pair plus"): inline("001:346", *BONUS),
    (AJ, SIX, "6 card bonus"): inline("000b:273", *SIXES, of="six-card "),
    (CR, SIX, "6 card bonus"): inline("001:347", *SIXES, of="six-card "),
    (AJ, UTH, "blind"): column(AJ_UTH, 1),
    (AJ, UTH, "trips"): column(AJ_UTH, 2),
    (AJ, UTH, "bad beat"): column(AJ_UTH, 3, of="beaten "),
    (CR, UTH, "blind"): column(CR_UTH, 2),
    (CR, UTH, "trips"): column(CR_UTH, 1),
    (HG, UTH, "blind"): column(HG_UTH, 2),
    (HG, UTH, "trips"): column(HG_UTH, 1),
    (HG, "caribbean-stud", "call"): inline("003:394", *POKER[:-1]),
    (CC, "caribbean-stud", "bet"): inline("004:441", *POKER[:-1]),
    (HG, "pokara", "bonus"): column(range(448, 452), 1) | said(
        "003:446", ("trip flush, clubs", rf"trip flush clubs {ODDS}")
    ) | said("003:447", ("trip flush", rf"other trip flush \| {ODDS}")),
    (HG, "super-9-bonus-tie", "bonus tie"): said(
        "003:339", *((f"three-card tie on {n}", rf"{n} tie {ODDS}") for n in (7, 8, 9))
    ),
    (HG, "baccarat", "bonus"): said(
        "003:478", ("any pair", rf"pair in either hand {ODDS}"),
        ("four suited", rf"all four same suit {ODDS}"),
        ("both pairs", rf"pair in each hand {ODDS}"),
    ),
    (HG, "baccarat", "player"): said("003:464", ("player", rf"player {ODDS}")),
    (HG, "baccarat", "banker"): said("003:464", ("banker", rf"banker {ODDS}")),
    (HG, "baccarat", "tie"): said("003:464", ("tie", rf"tie {ODDS}")),
    (HG, "baccarat-9", "tie"): said("003:499", ("tie", rf"tie bet {ODDS}")),
    (HG, "baccarat-9-v1", "tie"): said("003:499", ("tie", rf"tie bet {ODDS}")),
    (CR, "baccarat-gold", "base"): said("001:136", ("wins", rf"higher total wins {ODDS}")),
    (CR, "baccarat-gold", "tie"): said("001:138", ("ties", rf"tie bet: {ODDS}")),
    (CR, "baccarat-gold", "spread"): margins("001:139"),
    (CR, "royal-baccarat", "tie"): said("001:259", ("ties", rf"tie pays {ODDS}")),
    (CR, "royal-baccarat", "player pair"): said("001:254", ("player pair", rf"player pair {ODDS}")),
    (CR, "royal-baccarat", "banker pair"): said("001:254", ("banker pair", rf"banker pair {ODDS}")),
    (CR, FREE, "player"): said("001:299", ("player", rf"player line {ODDS}")),
    (CR, FREE, "banker"): said("001:299", ("banker", rf"banker line {ODDS}"),
                               ("banker wins with 6", rf"total of 6 pays {ODDS}")),
    (CR, FREE, "tie"): said("001:299", ("tie", rf"tie {ODDS}")),
    (CR, FREE, "player dragon"): margins("001:301"),
    (CR, FREE, "banker dragon"): margins("001:301", "banker "),
    (AJ, TWENTY_ONE, "player"): said("000b:112", ("wins", rf"player line {ODDS}")),
    (AJ, TWENTY_ONE, "banker"): said("000b:112", ("banker", rf"dealer line {ODDS}")),
    (AJ, TWENTY_ONE, "tie"): said("000b:112", ("tie", rf"tie {ODDS}")),
    (AJ, TWENTY_ONE, "player dragon"): margin_table(),
    (AJ, TWENTY_ONE, "banker dragon"): margin_table("banker "),
    (AJ, RUYI, "tie"): said("000b:318", ("tie", rf"\| {ODDS} \|")),
    (AJ, RUYI, "gold 7"): said("000b:319", ("banker three-card 7", rf"\| {ODDS} \|")),
    (AJ, RUYI, "jade 8"): said("000b:320", ("player three-card 8", rf"\| {ODDS} \|")),
    (AJ, RUYI, "ruby 9"): said("000b:321", ("one three-card 9", rf"\| {ODDS} \|"))
    | said("000b:322", ("two three-card 9s", rf"\| {ODDS} \|")),
    (CR, PANDA, "tie"): said("001:287", ("tie", rf"tie pays {ODDS}")),
    (CR, PANDA, "dragon 7"): said("001:287", ("banker three-card 7", rf"dragon 7 {ODDS}")),
    (CR, PANDA, "panda 8"): said("001:287", ("player three-card 8", rf"panda 8 {ODDS}")),
    (AJ, NO_BUST, "buster"): busts("000a", range(544, 550)),
    (DD, NO_BUST, "buster"): busts("002", range(369, 375)),
    (CR, PURE_BUSTER, "buster"): said("001:333", *(
        (f"bank busts with {n} cards", rf"{n}\+? = {ODDS}") for n in range(3, 9)
    )),
    (AJ, NO_BUST, "upcard luck"): {
        f"up 2-7, {mark}": f"{pays}:1" for mark, pays in said("000a:555", *LUCK).items()
    },
    (CR, PURE, "insurance"): said("001:314", INSURED),
    (CR, PURE_BUSTER, "insurance"): said("001:314", INSURED),
    (HG, BJ_POKER, "insurance"): said("003:377", INSURED),
    (CC, NO_BUST, "insurance"): said("004:341", ("bank natural", rf"wager; {ODDS} if p/d")),
    **craps(),
    (DD, "mah-jong-pai-gow", "win"): said("002:430", ("win", rf"win {ODDS}")),
    (DD, "mah-jong-pai-gow", "pair"): said("002:430", ("pair", rf"pair {ODDS} if own hand")),
    (DD, "mah-jong-pai-gow", "tie"): said("002:430", ("tie", rf"tie {ODDS} if identical")),
    (HG, BJ_POKER, "perfect pair"): said("003:383", *PAIRS),
    (AJ, FPG, "fortune"): fortune("000b", range(199, 210), FORTUNE, 1),
    (CR, FPG, "fortune"): fortune("001", range(172, 183), FORTUNE, 1),
    (DD, FPG, "fortune"): fortune("002", range(406, 417), FORTUNE, 1),
    (HG, FPG, "fortune"): fortune("003", range(316, 325), HG_FORTUNE, 1),
}  # fmt: skip


@pytest.mark.parametrize(("house", "game", "circle"), TABLES)
def test_a_circle_pays_what_its_line_says(house, game, circle):
    told = {mark: odds for mark, odds in TABLES[house, game, circle].items() if odds != "push"}
    rows = banked_rules(game, house).circles[circle].rows
    assert {mark: odds for mark, odds in rows if ":" in odds and mark} == told


@pytest.mark.parametrize(
    ("house", "page", "refs"), [(AJ, "000a", range(544, 550)), (DD, "002", range(369, 375))]
)
def test_buster_has_three_tables_in_two_houses(house, page, refs):
    rules = banked_rules(NO_BUST, house)
    for column, table in enumerate("BC", 2):
        rows = rules.paying({"buster": table}).circles["buster"].rows
        told = {mark: odds for mark, odds in rows if mark}
        assert told == busts(page, refs, column)


@pytest.mark.parametrize(
    ("house", "page", "refs", "marks"),
    [
        (AJ, "000b", range(199, 210), FORTUNE),
        (CR, "001", range(172, 183), FORTUNE),
        (DD, "002", range(406, 417), FORTUNE),
        (HG, "003", range(316, 325), HG_FORTUNE),
    ],
)
def test_the_envy_pays_what_its_column_says(house, page, refs, marks):
    circle = banked_rules(FPG, house).circles["fortune"]
    told = {mark: cell for mark, cell in fortune(page, refs, marks, 2).items() if cell.isdecimal()}
    assert {mark: str(cents // 100) for mark, cents in circle.awards} == told
    assert circle.awards_from == 500


def test_delta_posts_one_of_two_fortune_tables():
    circles = banked_rules(FPG, DD).paying({"fortune": "FPG-04"}).circles
    lines = range(406, 417)
    told = dict(row for row in circles["fortune"].rows if row[0])
    assert told == fortune("002", lines, FORTUNE, 3)
    told = {mark: str(cents // 100) for mark, cents in circles["fortune"].awards}
    envy = fortune("002", lines, FORTUNE, 4)
    assert told == {mark: cell for mark, cell in envy.items() if cell.isdecimal()}
    assert LINES["002:417"].startswith("| three pair | push |")
    assert dict(banked_rules(FPG, DD).circles["fortune"].rows)["three pair"] == "push"


def test_delta_may_post_six_to_five_for_a_natural():
    assert "even money (option 6:5)" in LINES["002:352"]
    base = banked_rules(NO_BUST, DD).paying({"base": "natural 6:5"}).circles["base"]
    assert row_of(base, frozenset(("win", "ace and ten")))[1] == "6:5"
    assert row_of(base, frozenset(("win",)))[1] == "1:1"


def test_delta_may_post_insurance():
    """002 L850: there is none; L858-859: casino option."""
    assert "casino option: p/d ace up, half the wager, pays 2:1" in LINES["002:361"]
    without = banked_rules(NO_BUST, DD)
    assert "insurance" not in without.offered
    posted = without.paying({"insurance": "offered"}).offered["insurance"]
    assert posted.rows == (("bank natural", "2:1"), ("", "lose"))


def test_a_table_that_the_house_did_not_file_is_no_table():
    with pytest.raises(BadPage, match="there is no 'D'; perhaps B, C"):
        banked_rules(NO_BUST, AJ).paying({"buster": "D"})
    with pytest.raises(BadPage, match="there is no 'bluster'; perhaps buster"):
        banked_rules(NO_BUST, AJ).paying({"bluster": "B"})


def test_royal_pays_halves_and_commissions_as_written():
    """001 L1309: 9.5 to 10; L1322: 5.5 to 1; L1362: 1.5 to 1."""
    assert "9.5 to 10" in LINES["001:254"]
    assert "5.5:1" in LINES["001:254"]
    assert "1.5:1" in LINES["001:256"]
    circles = banked_rules("royal-baccarat", CR).circles
    assert dict(circles["banker"].rows)["banker"] == "19:20"
    assert dict(circles["either pair"].rows)["any pair"] == "11:2"
    assert dict(circles["player"].rows)["hit wins"] == "3:2"


# ---- Tables of outcomes: a line an outcome, a column a circle

BANK, DRAGON = frozenset(("banker",)), frozenset(("banker", "banker three-card 7"))
PLAYER, TIE = frozenset(("player",)), frozenset(("tie",))
PANDAS = frozenset(("player", "player three-card 8"))
OUTCOMES = [
    (AJ, EZ, ("player", "banker", "tie", "dragon 7"),
     {"000b:246": BANK, "000b:247": PLAYER, "000b:248": TIE, "000b:249": DRAGON}),
    (CR, EZ, ("player", "banker", "tie", "dragon 7"),
     {"001:275": BANK, "001:276": PLAYER, "001:277": TIE, "001:278": DRAGON}),
    (HG, EZ, ("banker", "player", "tie", "dragon 7"),
     {"003:506": BANK, "003:507": DRAGON, "003:508": PLAYER, "003:509": TIE}),
    (AJ, PANDA, ("player", "banker", "tie", "dragon 7", "panda 8"),
     {"000b:299": PLAYER, "000b:300": PANDAS, "000b:301": BANK, "000b:302": DRAGON,
      "000b:303": TIE}),
]  # fmt: skip


@pytest.mark.parametrize(("house", "game", "columns", "lines"), OUTCOMES)
def test_an_outcome_pays_each_circle_what_its_cell_says(house, game, columns, lines):
    circles = banked_rules(game, house).circles
    for ref, marks in lines.items():
        cells = [cell.strip(" +") for cell in LINES[ref].strip("|").split("|")][1:]
        for name, cell in zip(columns, cells, strict=True):
            assert row_of(circles[name], marks)[1] == cell, (ref, name)


# ---- The base of the poker games: sentences

OUT, WIN, LOSE = "bank out", "win", "lose"
OVER, NEARER, THREE_OVER = "over", "over, nearer", "over on three cards, nearer"
SENTENCES = [  # line, what it says, houses and game, (circle, marks, result)
    ("000b:81", "ante is paid 1:1 whether or not", AJ, THREE, ("ante", {OUT, LOSE}, "1:1")),
    ("000b:81", "play bets returned", AJ, THREE, ("play", {OUT, WIN}, "push")),
    ("000b:82", "player better → ante and play 1:1", AJ, THREE, ("play", {WIN}, "1:1")),
    ("000b:267", "every unfolded ante paid 1:1", AJ, SIX, ("ante", {OUT, LOSE}, "1:1")),
    ("000b:268", "equal → both push", AJ, SIX, ("ante", {"tie"}, "push")),
    ("001:193", "ante pays 1:1 if the player beats", CR, THREE, ("ante", {OUT, WIN}, "1:1")),
    ("001:193", "rec: push", CR, THREE, ("ante", {OUT, LOSE}, "push")),
    ("001:194", "both lose if p/d wins", CR, THREE, ("play", {LOSE}, "lose")),
    ("001:343", "push if the p/d is higher", CR, SIX, ("ante", {OUT, LOSE}, "push")),
    ("001:344", "exact tie: both push", CR, SIX, ("play", {"tie"}, "push")),
    ("002:396", "player better -> even money", DD, THREE, ("ante", {OUT, WIN}, "1:1")),
    ("002:396", "not better -> not paid", DD, THREE, ("ante", {OUT, LOSE}, "lose")),
    ("003:404", "1:1, otherwise not paid", HG, THREE, ("ante", {OUT, LOSE}, "lose")),
    ("004:507", "non-folded antes paid 1:1", CC, THREE, ("ante", {OUT, LOSE}, "1:1")),
    ("003:391", "callers win 1:1 on ante, call returned", HG, "caribbean-stud",
     ("ante", {OUT, LOSE}, "1:1")),
    ("003:391", "call returned", HG, "caribbean-stud", ("call", {OUT, WIN}, "push")),
    ("003:392", "identical -> push", HG, "caribbean-stud", ("call", {"tie"}, "push")),
    ("004:436", "antes of active players paid 1:1", CC, "caribbean-stud",
     ("ante", {OUT, LOSE}, "1:1")),
    ("004:437", "ante and bet lost", CC, "caribbean-stud", ("bet", {LOSE}, "lose")),
    ("000b:355", "1:1 | 1:1", AJ, UTH, ("play", {WIN}, "1:1")),
    ("000b:356", "push | 1:1", AJ, UTH, ("ante", {OUT, WIN}, "push")),
    ("003:417", "else blind pushes", HG, UTH, ("blind", {WIN, "two pair"}, "push")),
    ("003:437", "higher wins 1:1, same rank push", HG, "pokara", ("base", {"tie"}, "push")),
    ("000a:476", "player wins 2-1", AJ, NO_BUST, ("base", {WIN, "two jokers"}, "2:1")),
    ("000a:477", "player wins 1-1", AJ, NO_BUST,
     ("base", {WIN, "two jokers", "beats a natural"}, "1:1")),
    ("000a:480", "| push |", AJ, NO_BUST, ("base", {"tie", "bank natural"}, "push")),
    ("000a:485", "player lower: push", AJ, NO_BUST, ("base", {OVER, NEARER}, "push")),
    ("000a:485", "equal or higher) dp wins", AJ, NO_BUST, ("base", {OVER, "over, equal"}, "lose")),
    ("000a:509", "= 18 -> dp", AJ, CAL, ("base", {"tie", "bank tie"}, "lose")),
    ("000a:509", "both over 22: lower wins", AJ, CAL, ("base", {OVER, NEARER}, "1:1")),
    ("002:352", "even money", DD, NO_BUST, ("base", {WIN, "ace and ten"}, "1:1")),
    ("002:359", "-> push", DD, NO_BUST, ("base", {OVER, NEARER, THREE_OVER}, "push")),
    ("002:359", "p/d wins except", DD, NO_BUST, ("base", {OVER, NEARER}, "lose")),
    ("004:332", "wins 6:5", CC, NO_BUST, ("base", {WIN, "ace and ten"}, "6:5")),
    ("004:339", "→ push", CC, NO_BUST, ("base", {OVER, NEARER, THREE_OVER}, "push")),
    ("001:310", "pays 6:5", CR, PURE, ("base", {WIN, "ace and ten"}, "6:5")),
    ("001:322", "busted players push", CR, PURE, ("base", {OVER, "over, bank 8-8-8"}, "push")),
    ("001:314", "settle 1:1", CR, PURE, ("base", {"tie", "even money"}, "1:1")),
    ("003:349", "1.5:1", HG, HAWAIIAN, ("base", {WIN, "two aces"}, "3:2")),
    ("003:360", "18-18: pd wins", HG, HAWAIIAN, ("base", {"tie", "bank tie"}, "lose")),
    ("003:362", "nearer to 22 wins", HG, HAWAIIAN, ("base", {OVER, NEARER}, "1:1")),
    ("003:362", "equal push", HG, HAWAIIAN, ("base", {OVER, "over, equal"}, "push")),
    ("003:370", "3:1", HG, BJ_POKER, ("base", {WIN, "two aces of hearts"}, "3:1")),
    ("003:371", "6:5", HG, BJ_POKER, ("base", {WIN, "ace and ten"}, "6:5")),
    ("003:381", "pushes if pd busts with a three-card 26", HG, BJ_POKER,
     ("base", {OVER, "over, bank three-card 26"}, "push")),
    ("001:155", "both higher = win 1:1", CR, PGP, ("base", {WIN}, "1:1")),
    ("001:155", "one higher and one lower = push", CR, PGP, ("base", {"back wins"}, "push")),
    ("000b:191", "one won and one lost/copied = push", AJ, FPG, ("base", {"front wins"}, "push")),
    ("000b:191", "wins pay 1:1", AJ, FPG, ("base", {WIN}, "1:1")),
    ("002:383", "p/d wins copies", DD, PGP, ("base", {LOSE}, "lose")),
    ("003:296", "even money", HG, PGP, ("base", {WIN}, "1:1")),
    ("003:310", "paid 9 to 10", HG, FPG, ("base", {WIN}, "9:10")),
    ("004:359", "one each → push", CC, WILD, ("base", {"front wins"}, "push")),
    ("002:423", "both higher -> win", DD, "pai-gow-tiles", ("base", {WIN}, "1:1")),
    ("002:423", "exactly one higher -> push", DD, "pai-gow-tiles",
     ("base", {"back wins"}, "push")),
    ("003:518", "even money", HG, "pai-gow-tiles", ("base", {WIN}, "1:1")),
    ("004:424", "ties (copies) to the p/d", CC, "posoy", ("middle", {"front wins"}, "lose")),
    ("004:427", "pay 1:1", CC, "posoy", ("front", {"front wins"}, "1:1")),
    ("004:427", "pay 1:1", CC, "posoy", ("middle", {"middle wins"}, "1:1")),
    ("004:427", "pay 1:1", CC, "posoy", ("back", {"back wins"}, "1:1")),
    ("003:460", "exact 9 1/2 pays 6:5", HG, "nine-and-a-half", ("base", {WIN, "exact"}, "6:5")),
    ("000b:268", "better player hand → ante and play 1:1", AJ, SIX, ("play", {WIN}, "1:1")),
    ("000b:316", "| player closer to 9 | 1:1 |", AJ, RUYI, ("player", PLAYER, "1:1")),
    ("000b:317", "push when it is a gold 7", AJ, RUYI, ("banker", DRAGON, "push")),
    ("000b:318", "player and banker push", AJ, RUYI, ("banker", TIE, "push")),
    ("000a:429", "both better = win", AJ, PGP, ("base", {WIN}, "1:1")),
    ("000a:429", "else push", AJ, PGP, ("base", {"front wins"}, "push")),
    ("000a:498", "both pairs better = win", AJ, TILES, ("base", {WIN}, "1:1")),
    ("000a:498", "both worse = loss", AJ, TILES, ("base", {LOSE}, "lose")),
    ("001:362", "ante 1:1, play 1:1", CR, UTH, ("ante", {WIN}, "1:1")),
    ("001:362", "ante push, play 1:1", CR, UTH, ("play", {OUT, WIN}, "1:1")),
    ("001:363", "ante push, play and blind lose", CR, UTH, ("blind", {OUT, LOSE}, "lose")),
    ("001:363", "ante push, play and blind lose", CR, UTH, ("ante", {OUT, LOSE}, "push")),
    ("001:254", "player line 1:1", CR, ROYAL, ("player", {"wins"}, "1:1")),
    ("001:254", "banker line 9.5 to 10", CR, ROYAL, ("banker", BANK, "19:20")),
    ("001:254", "player-or-banker pair 5.5:1", CR, ROYAL, ("either pair", {"any pair"}, "11:2")),
    ("001:289", "rec: both push as in ez", CR, PANDA, ("banker", DRAGON, "push")),
    ("001:289", "lines push on a tie", CR, PANDA, ("player", TIE, "push")),
    ("001:330", "both bust and not 8-8-8: lose", CR, PURE_BUSTER, ("base", {OVER}, "lose")),
    ("001:224", "both higher = win, both lower = lose, one each = push", CR, TILES,
     ("base", {"back wins"}, "push")),
    ("004:507", "play bets returned", CC, THREE, ("play", {OUT, WIN}, "push")),
    ("004:406", "higher total wins; equal = push", CC, "super-pan-nine", ("base", {"tie"}, "push")),
    ("004:359", "both hands win → win; one each → push", CC, PGP, ("base", {"front wins"}, "push")),
    ("004:388", "win both, lose both or push", CC, TILES, ("base", {"back wins"}, "push")),
    ("002:396", "play returned at once", DD, THREE, ("play", {OUT, WIN}, "push")),
    ("002:388", "surrender half", DD, TWENTY_ONE, ("base", {"surrendered"}, "lose 1/2")),
    ("002:401", "base play = house pai gow", DD, FPG, ("base", {WIN}, "1:1")),
    ("003:404", "play refunded", HG, THREE, ("play", {OUT, WIN}, "push")),
    ("003:416", "ante of every non-folded player pushes", HG, UTH, ("ante", {OUT, WIN}, "push")),
    ("003:417", "win: ante and play 1:1", HG, UTH, ("play", {WIN}, "1:1")),
    ("003:333", "except pd wins ties on 0 and 1", HG, "super-9",
     ("base", {"tie", "bank tie"}, "lose")),
    ("003:333", "higher total wins even money", HG, "super-9-bonus-tie", ("base", {WIN}, "1:1")),
    ("003:342", "every tie pushes (incl. 0 and 1)", HG, "pan-9-bonus-tie",
     ("base", {"tie"}, "push")),
    ("003:499", "bank wins ties on 0 and 1", HG, "baccarat-9",
     ("player", {"bank tie", "ties"}, "lose")),
    ("003:499", "ties 2-9 push", HG, "baccarat-9", ("banker", {"tie"}, "push")),
    ("003:499", "bank wins ties on 0 and 1", HG, "baccarat-9-v1",
     ("banker", {"house bank tie", "tie"}, "1:1")),
    ("003:499", "ties 2-9 push", HG, "baccarat-9-v1", ("player", {"ties"}, "push")),
    ("003:304", "same settlement", HG, WILD, ("base", {"front wins"}, "push")),
    ("003:435", "must double when drawing to a dealt pair", HG, "pokara",
     ("double", {"not improved"}, "lose")),
]  # fmt: skip


@pytest.mark.parametrize(("ref", "words", "house", "game", "paid"), SENTENCES)
def test_the_base_game_pays_what_its_sentence_says(ref, words, house, game, paid):
    assert words in LINES[ref]
    circle, marks, result = paid
    assert row_of(banked_rules(game, house).circles[circle], frozenset(marks))[1] == result


# ---- Nothing is left out


def test_every_circle_that_pays_is_held_against_a_line():
    held = {*TABLES} | {(h, g, name) for h, g, columns, _ in OUTCOMES for name in columns}
    held |= {(house, game, paid[0]) for _, _, house, game, paid in SENTENCES}
    alike = {  # said of one house, and of the others by the same words
        (CR, FPG, "base"): (CR, PGP, "base"), (DD, TWENTY_ONE, "double"): (DD, TWENTY_ONE, "base"),
    }  # fmt: skip
    left = [
        (house, game, name)
        for house, games in houses().items()
        for game in games
        for name, circle in banked_rules(game, house).circles.items()
        if circle.rows
        and alike.get((house, game, name), (house, game, name)) not in held
        and not circle.hand  # paid as the wager that it belongs to
    ]
    assert left == []
    for one, other in alike.items():
        rows = [banked_rules(game, house).circles[name].rows for house, game, name in (one, other)]
        assert rows[0] == rows[1]
