"""Pai gow tiles: the chart, the census of all twos and fours, the house's way, rounds."""

from collections import Counter
from itertools import combinations

import pytest

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.banked.settle import first_seat
from firmware.games.banked.spread import banked_rules
from firmware.games.banked.tile_way import tile_way
from firmware.games.cards import DECKS, cards, show
from firmware.games.play import BANK
from firmware.games.poker.commands import Deal, Timeout
from firmware.games.ranking import tiles
from firmware.games.ranking.tiles import kind, points, strength, words
from firmware.games.setting import SETTINGS
from tests.games.banked.spots import play, round_of, settle

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
GAME, SET = "pai-gow-tiles", SETTINGS["two and two"]
SHOE = DECKS["32 tiles"]
TWOS = [[SHOE[n] for n in two] for two in combinations(range(32), 2)]


# ---- A census


def test_all_496_twos():
    """The study: 16 pairs, 8 wong, 16 gong, points 9 to 0."""
    found = Counter(tiles.KINDS[kind(two)] for two in TWOS)
    assert (found["pair"], found["wong"], found["gong"]) == (16, 8, 16)
    by_points = Counter(points(two) for two in TWOS if not kind(two))
    assert [by_points[n] for n in range(9, -1, -1)] == [48, 56, 52, 56, 44, 52, 48, 44, 32, 24]


def test_one_house_ranks_16_of_the_nines_above_all_points():
    """003 L1172-1173: ranks 21 and 22."""
    kong = [two for two in TWOS if kind(two, kong=True) == tiles.KONG]
    assert len(kong) == 16
    assert {points(two) for two in kong} == {9}
    assert min(strength(two, kong=True) for two in kong) > max(
        strength(two, kong=True) for two in TWOS if not kind(two, kong=True)
    )


def test_6840_of_35960_fours_hold_a_pair():
    pairs = {
        n
        for n, two in enumerate(combinations(range(32), 2))
        if kind([SHOE[t] for t in two]) == tiles.PAIR
    }
    of = {two: n for n, two in enumerate(combinations(range(32), 2))}
    holds = sum(
        any(of[two] in pairs for two in combinations(four, 2))
        for four in combinations(range(32), 4)
    )
    assert holds == 6840


# ---- The chart of 003

CHART = (
    "21 42", "66 66", "11 11", "44 44", "31 31", "55 55", "33 33", "22 22", "65 65", "64 64",
    "61 61", "51 51", "54 63", "62 53", "52 43", "41 32", "66 54", "11 63", "66 44", "11 62",
)  # fmt: skip


def test_the_chart_from_jee_joon_down_to_gong():
    """003 L1153-1172; below it nine points, by the higher tile."""
    ranked = [strength(cards(two)) for two in CHART]
    assert ranked == sorted(ranked, reverse=True)
    assert len(set(ranked)) == len(ranked)
    assert ranked[-1] > strength(cards("66 61")) > strength(cards("11 61"))


def test_single_tiles_break_ties():
    """003 L1178-1193: each line beats the next; tiles of one line are alike."""
    order = [line[0] for line in tiles.SINGLES]
    assert [tiles.RANK[one] for one in order] == list(range(16, 0, -1))
    assert tiles.RANK[5, 4] == tiles.RANK[6, 3]


@pytest.mark.parametrize(
    ("two", "worth"),
    [
        ("55 54", 9), ("65 31", 5), ("65 54", 0),  # 004 E31
        ("42 31", 7),  # 004 E33: nought with a six, seven as a three
        ("44 43", 5),  # 001 T-12
        ("66 22", 6), ("53 63", 7),  # 002 W32: a twelve is two; eight and nine are seven
    ],
)  # fmt: skip
def test_the_last_digit_of_the_spots(two, worth):
    assert points(cards(two)) == worth


def test_of_equal_totals_the_white_ten_beats_the_eleven():
    """004 E32."""
    assert strength(cards("55 52")) > strength(cards("65 51")) > 0
    assert points(cards("55 52")) == points(cards("65 51")) == 7


def test_nought_and_nought_are_alike():
    """002 L1669: zero-zero to the bank."""
    assert strength(cards("65 54")) == strength(cards("64 55")) == 0


def test_in_words():
    said = {
        two: words(cards(two)) for two in ("21 42", "66 66", "51 51", "66 54", "11 62", "55 62")
    }
    assert [*said.values()] == [
        "Gee Joon",
        "Pair of Heaven",
        "Pair of sixes",
        "Wong",
        "Gong",
        "8 points",
    ]
    assert tiles.told(cards("55 62")) == ("ten and eight", "the ten breaks ties")


@pytest.mark.parametrize(
    ("two", "of", "means"),
    [
        ("66 66", "Two of Heaven", "beats all but a better pair"),
        ("42 21", "Six and three", "beats all but a better pair"),
        ("11 53", "Earth and an eight", "beats every point hand"),
        ("54 66", "Heaven and a nine", "beats every point hand"),
        ("43 55", "ten and seven", "the ten breaks ties"),
    ],
)
def test_a_station_says_which_tiles_lie_under_the_finger_and_what_they_are_worth(two, of, means):
    """003 L1151-1197: Heaven or Earth with a nine is wong, with an eight gong."""
    assert tiles.told(cards(two)) == (of, means)


# ---- The house's way (002 L1676-1684, L1631-1639)


def way(four):
    held = cards(four)
    low, high = (
        " ".join(sorted(show([held[n]]) for n in part)) for part in halves(tile_way(SET, held))
    )
    return low, high


def halves(order):
    return order[:2], order[2:]


@pytest.mark.parametrize(
    ("four", "low", "high"),
    [
        ("66 66 55 64", "55 64", "66 66"),  # a pair is the most valuable high hand
        ("21 42 51 31", "31 42", "21 51"),  # Gee Joon with a six and a four is split
        ("21 42 55 31", "31 55", "21 42"),  # with a ten it is not
        ("61 61 66 51", "51 66", "61 61"),  # sevens with Teen, but the low would be three
        ("61 61 66 64", "61 64", "61 66"),  # low seven: split
        ("62 53 55 65", "55 62", "53 65"),  # eights that leave a low eight
        ("54 63 55 31", "31 55", "54 63"),  # nines: the low would be three
        ("66 66 54 65", "65 66", "54 66"),  # Teen with a nine and an eleven
        ("66 66 54 62", "62 66", "54 66"),  # Teen with a nine and an eight: gong and wong
        ("66 66 54 63", "54 63", "66 66"),  # with a pair of nines it is not
        ("31 31 55 64", "55 64", "31 31"),  # never fours
        ("66 54 61 43", "43 61", "54 66"),  # wong
        ("11 62 64 43", "43 64", "11 62"),  # gong
        ("51 21 65 64", "64 65", "21 51"),  # six and three are nine
        ("65 64 55 62", "55 64", "62 65"),  # nothing: the largest with the smallest
    ],
)  # fmt: skip
def test_the_house_sets_four_tiles(four, low, high):
    assert way(four) == (low, high)


def test_the_houses_way_is_never_foul():
    """Of every kind of four; nor can it be set again with both hands stronger (000 L1270)."""
    fours = {tuple(sorted(SHOE[n] for n in four)) for four in combinations(range(32), 4)}
    for name in ("two and two", "two and two, none better", "two and two, kong"):
        setting = SETTINGS[name]
        for four in fours:
            order = tile_way(setting, four)
            assert sorted(order) == [0, 1, 2, 3]
            assert setting.foul([four[n] for n in order]) == ""


# ---- Rounds


def dealt(house, mine, bank, dice=(1, 1, 1)):
    r = round_of(GAME, house, {2: {"base": 100}})
    four = {2: list(cards(mine)), BANK: list(cards(bank))}
    to = r.wants().targets
    play(r, Deal(tuple(four[target].pop(0) for target in to), dice))
    return r


def declared(r, *places):
    play(r, Choose(2, "set", 0, places))
    play(r, Timeout(r.banker))
    return settle(r)[2]["base"]


@pytest.mark.parametrize(
    ("mine", "bank", "result"),
    [
        ("55 54 66 66", "65 31 51 52", ("1:1", 100)),  # nine and a pair against five and three
        ("65 54 66 66", "64 55 51 52", ("push", 0)),  # nought and nought is the bank's
        ("65 31 55 31", "53 63 44 44", ("lose", -100)),
    ],
)
def test_both_hands_against_the_banks(mine, bank, result):
    """003 L1199: win on both, lose where both are lower or equal, push on one each."""
    r = dealt(HG, mine, bank)
    held = cards(mine)
    order = (0, 1, 2, 3) if not SET.foul(held) else (2, 3, 0, 1)
    assert declared(r, *order) == result


def test_000_L1270_both_hands_could_be_stronger():
    """Two Heavens as eight and eight: as a pair they leave a nine. In one house that is foul."""
    apart = cards("66 51 66 42")
    assert SETTINGS["two and two"].foul(apart) == ""
    assert SETTINGS["two and two, none better"].foul(apart) == "both hands could be stronger"
    assert SETTINGS["two and two, none better"].foul(cards("51 42 66 66")) == ""
    assert banked_rules(GAME, AJ).setting == "two and two, none better"
    assert way("66 51 66 42") == ("42 51", "66 66")


def test_a_foul_setting_is_refused_in_words():
    r = dealt(HG, "66 66 55 31", "65 31 51 52")
    with pytest.raises(Refused, match="low hand"):
        r.decide(Choose(2, "set", 0, (0, 1, 2, 3)))


@pytest.mark.parametrize(
    ("total", "seat"), [(9, 8), (17, 8), (10, 8), (18, 8), (3, 7), (8, 2), (11, 7)]
)
def test_three_dice_count_eight_places_counter_clockwise(total, seat):
    """002 W33, 003 C-DICE8: the bank is 1, on 9 and 17 its right-hand neighbour is first."""
    r = round_of(GAME, HG, {2: {"base": 100}})
    r.dice = (total - 2, 1, 1)
    assert first_seat(r) == seat


@pytest.mark.parametrize(("house", "hands"), [(AJ, 2), (CR, 2), (DD, 2), (HG, 2), (CC, 1)])
def test_how_often_a_bank_is_held(house, hands):
    assert banked_rules(GAME, house).bank_hands == hands


# ---- Mah-jong pai gow


def mah_jong(mine, bank, **bets):
    r = round_of("mah-jong-pai-gow", DD, {2: bets}, places=10)
    four = {2: list(cards(mine)), BANK: list(cards(bank))}
    play(r, Deal(tuple(four[target].pop(0) for target in r.wants().targets), (7,)))
    return settle(r)[2]


@pytest.mark.parametrize(
    ("mine", "bank", "won"),
    [
        ("M9 M7", "M3 M2", 10),  # 002 W34: nine and seven are six
        ("M1 M1", "M9 Mw", 10),  # any pair beats nine
        ("Mw Mw", "M9 M9", 10),  # the window is the highest
        ("M9 M1", "M8 M2", -10),  # nought against nought
        ("M9 M7", "M9 M7", -10),  # alike
        ("M9 M5", "M8 M6", 10),  # four each: the higher tile
    ],
)
def test_two_tiles_of_mah_jong_against_the_banks(mine, bank, won):
    assert mah_jong(mine, bank, win=10)["win"][1] == won


def test_a_pair_is_paid_whatever_wins_and_a_tie_of_nothing_is_not():
    """002 A50."""
    found = mah_jong("M1 M1", "M9 M9", win=10, pair=10)
    assert found == {"win": ("lose", -10.0), "pair": ("6:1", 60.0)}
    assert mah_jong("M9 M7", "M9 M7", tie=10) == {"tie": ("60:1", 600.0)}
    assert mah_jong("M9 M1", "M9 M1", tie=10) == {"tie": ("lose", -10.0)}


@pytest.mark.parametrize(("die", "seat"), [(1, 2), (2, 2), (3, 3), (10, 10)])
def test_a_die_of_ten_counts_clockwise_from_the_bank(die, seat):
    """002 L1766: the bank is 1; there its left-hand neighbour is first."""
    r = round_of("mah-jong-pai-gow", DD, {2: {"win": 10}}, places=10)
    assert (r.wants().dice, r.wants().sides) == (1, 10)
    r.dice = (die,)
    assert first_seat(r) == seat


def test_the_fee_of_mah_jong_is_taken_when_the_tiles_lie():
    """002 L1797."""
    r = round_of("mah-jong-pai-gow", DD, {2: {"win": 10, "pair": 10}}, option=1, places=10)
    assert r.fees == 0
    play(r, Deal(cards("M9 M7 M3 M2"), (7,)))
    assert r.charged[:3] == [0, 100, 100]
