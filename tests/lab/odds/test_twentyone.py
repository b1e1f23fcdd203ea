"""Twenty-one: bets beside the game to the last digit that was enumerated apart."""

import pytest

from firmware.games.banked.counting import Counting
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import decks
from lab.odds import twentyone
from lab.odds.table import edge

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
NO_BUST, BUSTER, POKER = (
    "no-bust-21st-century-blackjack", "pure-21-5-buster-blackjack", "blackjack-poker",
)  # fmt: skip
PLAIN = Counting(naturals=(("ace and ten",),))
A_TABLES = {  # 000a: three tables, printed for packs without jokers
    "A": (1, 3, 6, 30, 100, 200), "B": (1, 3, 5, 25, 100, 200), "C": (2, 2, 4, 12, 50, 250),
}  # fmt: skip
D_TABLES = {"A": (2, 2, 4, 18, 50, 200), "B": (2, 2, 4, 16, 50, 200), "C": (2, 2, 4, 15, 50, 150)}


def rows(pays):
    return (
        *((f"bank busts with {n} cards", f"{p}:1") for n, p in enumerate(pays, 3)),
        ("", "lose"),
    )


@pytest.fixture(scope="module")
def six():
    return twentyone.busts(PLAIN, 2, decks("52", 6))


@pytest.mark.parametrize(
    ("pays", "percent"),
    [
        (A_TABLES["A"], -4.724), (A_TABLES["B"], -8.090), (A_TABLES["C"], -6.214),
        ((2, 2, 4, 15, 50, 250), -5.423),
        (D_TABLES["A"], -4.691), (D_TABLES["B"], -5.219), (D_TABLES["C"], -5.542),
    ],
)  # fmt: skip
def test_buster_out_of_six_decks(six, pays, percent):
    assert round(edge("buster", rows(pays), six).percent, 3) == percent


def test_002_W22_how_often_the_bank_goes_over(six):
    whole = sum(six.values())
    often = {n: whole / six[frozenset([f"bank busts with {n} cards"])] for n in range(3, 9)}
    assert {n: round(x, 1 if n == 3 else 0) for n, x in often.items()} == {
        3: 5.8, 4: 11, 5: 49, 6: 379, 7: 4663, 8: 83715,
    }  # fmt: skip


def test_with_a_joker_in_each_deck_the_bank_goes_over_less():
    rules = banked_rules(NO_BUST, AJ)
    counted = twentyone.busts(rules.counting, 2, rules.shoe)
    for name, percent in (("A", -13.2645), ("B", -16.1433), ("C", -13.4421)):
        assert round(edge("buster", rows(A_TABLES[name]), counted).percent, 4) == percent


@pytest.mark.parametrize(("packs", "percent"), [(6, -7.6703), (8, -7.7272)])
def test_upcard_luck(packs, percent):
    luck = banked_rules(NO_BUST, AJ).circles["upcard luck"].rows
    counted = twentyone.luck(decks("52", packs))
    assert round(edge("upcard luck", luck, counted).percent, 4) == percent
    whole = sum(counted.values())
    printed = {6: (0.0345, 2.1715, 5.7104, 10.6928), 8: (0.0344, 2.1663, 5.7166, 10.6823)}[packs]
    for (mark, _), part in zip(luck, printed, strict=False):
        assert round(100 * counted[frozenset([mark])] / whole, 4) == part


@pytest.mark.parametrize(("packs", "percent"), [(6, -6.1093), (8, -4.0964), (12, -2.0867)])
def test_perfect_pair(packs, percent):
    pays = banked_rules(POKER, HG).circles["perfect pair"].rows
    assert (
        round(edge("perfect pair", pays, twentyone.pairs(decks("52", packs))).percent, 4) == percent
    )


@pytest.mark.parametrize(
    ("game", "house", "packs", "percent"),
    [(BUSTER, CR, 6, -7.3955), (BUSTER, CR, 8, -7.4699), (POKER, HG, 6, -6.1897),
     (POKER, HG, 8, -6.2048)],
)  # fmt: skip
def test_insurance(game, house, packs, percent):
    rules = banked_rules(game, house)
    counted = twentyone.insurance(rules.counting, decks("52", packs))
    found = edge("insurance", rules.circles["insurance"].rows, counted)
    assert round(found.percent, 4) == percent
