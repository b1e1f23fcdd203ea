"""Twenty-one: bets beside the game to the last digit that was enumerated apart; the game itself
against what is published of its kin."""

import json

import pytest
from msgspec.structs import replace

from firmware.games.banked.counting import Counting
from firmware.games.banked.page import Circle
from firmware.games.banked.spread import banked_rules, houses
from firmware.games.cards import decks
from lab.odds import best_twentyone, command, twentyone
from lab.odds.table import edge

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
NO_BUST, BUSTER, POKER = (
    "no-bust-21st-century-blackjack", "pure-21-5-buster-blackjack", "blackjack-poker",
)  # fmt: skip
PLAIN = Counting(naturals=(("ace and ten",),))


@pytest.fixture(scope="module")
def six():
    return twentyone.busts(PLAIN, 2, decks("52", 6))


def test_002_W22_how_often_the_bank_goes_over(six):
    whole = sum(six.values())
    often = {n: whole / six[frozenset([f"bank busts with {n} cards"])] for n in range(3, 9)}
    assert {n: round(x, 1 if n == 3 else 0) for n, x in often.items()} == {
        3: 5.8, 4: 11, 5: 49, 6: 379, 7: 4663, 8: 83715,
    }  # fmt: skip


@pytest.mark.parametrize(("packs", "percent"), [(6, -7.6703), (8, -7.7272)])
def test_upcard_luck(packs, percent):
    luck = banked_rules(NO_BUST, AJ).circles["upcard luck"].rows
    counted = twentyone.luck(decks("52", packs))
    assert round(edge("upcard luck", luck, counted).percent, 4) == percent
    whole = sum(counted.values())
    printed = {6: (0.0345, 2.1715, 5.7104, 10.6928), 8: (0.0344, 2.1663, 5.7166, 10.6823)}[packs]
    for (mark, _), part in zip(luck, printed, strict=False):
        assert round(100 * counted[frozenset([mark])] / whole, 4) == part


# ---- The best play


def blackjack(packs):
    """As it is played anywhere: the bank stands on every 17, a natural pays 3:2, any two cards are
    doubled, pairs split to four hands, aces once for a card each."""
    way = Counting(
        naturals=PLAIN.naturals, peek=("ace", "ten"), double=True, splits=4, split_by="value",
        once=("ace",), one_card=("ace",), bank_hits_soft=16,
    )  # fmt: skip
    rows = (("over", "lose"), ("ace and ten", "3:2"), ("win", "1:1"), ("tie", "push"), ("", "lose"))
    return replace(
        banked_rules("blackjack-poker", HG), decks=packs, counting=way,
        circles={"base": Circle(rows=rows, base=True)},
    )  # fmt: skip


PUBLISHED = {
    1: (0.11, 0.07),
    2: (-0.19, 0.02),
    4: (-0.35, 0.02),
    6: (-0.40, 0.02),
    8: (-0.42, 0.02),
}
QUICK = (2, 8)


@pytest.mark.parametrize(
    "packs",
    [
        packs if packs in QUICK else pytest.param(packs, marks=pytest.mark.soak)
        for packs in PUBLISHED
    ],
)
def test_the_best_play_of_common_blackjack_is_the_published_one(packs):
    """-0.02, -0.32, -0.48, -0.53 and -0.55 % of the first wager, and 0.13 for doubled splits."""
    published, apart = PUBLISHED[packs]
    assert abs(best_twentyone.base(blackjack(packs)).percent - published) < apart


PRINTED = {
    (AJ, "california-blackjack"): -1.2763, (AJ, NO_BUST): -1.2175, (CC, NO_BUST): -0.5622,
    (DD, NO_BUST): -1.6974, (CR, "pure-21-5-blackjack"): -1.9641, (CR, BUSTER): -1.8223,
    (HG, "hawaiian-blackjack"): 1.5299, (HG, POKER): -1.4175, (HG, "nine-and-a-half"): -4.8893,
}  # fmt: skip


def test_every_page_of_the_kind_has_its_edge_printed(capsys):
    pages = {(house, game) for house, games in houses().items() for game in games
             if banked_rules(game, house).kind == "twenty-one"}  # fmt: skip
    assert {*PRINTED} == pages
    for house, game in [(AJ, "california-blackjack"), (HG, "nine-and-a-half")]:
        assert command.main([game, "--house", house, "--json"]) == 0
        told = json.loads(capsys.readouterr().out.splitlines()[0])
        assert (told["circle"], round(told["edge"], 4)) == ("base", PRINTED[house, game])


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), PRINTED)
def test_soak_the_best_play_of_every_page(house, game):
    edge = best_twentyone.base(banked_rules(game, house)).percent
    assert round(edge, 4) == PRINTED[house, game]


def test_other_decks_and_jokers_are_another_game():
    """What is drawn first is missing afterwards: fewer decks, other odds."""
    nine = banked_rules("nine-and-a-half", HG)
    assert [round(best_twentyone.base(nine.of_decks(n)).percent, 4) for n in (2, 4, 8)] == [
        -4.8146, -4.8893, -4.9263,
    ]  # fmt: skip
