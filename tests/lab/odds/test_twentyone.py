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
