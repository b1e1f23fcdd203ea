"""Pot-limit with the houses' roundings."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes

HOUSES = pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens"])


def pot_limit(house, blinds, game="texas-holdem"):
    game = rules(game, house, "pot-limit")
    return deal(game, stakes(blinds[-1], blinds=blinds), [2000] * 3)


@HOUSES
@pytest.mark.parametrize("game", ["texas-holdem", "omaha"])
def test_the_opening_raise_is_up_to_four_big_blinds(house, game):
    """002 W7 (L588), 003 EX-3 (L87): blinds 10-20: call 20, or raise to 40..80."""
    hand = pot_limit(house, (10, 20), game)
    assert (hand.call, hand.raises) == (20, (40, 80))
    with pytest.raises(Refused, match=r"up to \$80"):
        play(hand, "3 raise 81")


@HOUSES
def test_once_somebody_has_come_in_the_raise_is_the_pot(house):
    """HG-A53 (003 L87-89, 002 L588-590): 10-20 and three limpers: 20, and 90 + 20 on top."""
    game = rules("texas-holdem", house, "pot-limit")
    hand = deal(game, stakes(20, blinds=(10, 20)), [2000] * 6)
    play(hand, "3 call", "4 call", "5 call")
    assert hand.raises == (40, 130)


@HOUSES
def test_a_fold_does_not_open_the_pot(house):
    assert play(pot_limit(house, (10, 20)), "3 fold").raises == (40, 80)


@HOUSES
def test_after_a_call_the_raise_is_the_pot(house):
    """002 W8 (L590), 003 EX-4 (L89): pot 100, bet 50: call 50 and raise 200, 250 in all."""
    hand = play(pot_limit(house, (10, 20)), "3 raise 40", "1 call", "2 fold")
    assert hand.pot == 100
    assert play(hand, "1 bet 50").raises == (100, 250)


@pytest.mark.parametrize(
    ("house", "opens", "pot", "most"),
    [("delta-downtown", 7, 17, 20), ("hawaiian-gardens", 10, 23, 25)],
)
def test_with_single_dollars_in_the_blinds_the_pot_is_rounded_up_to_five(house, opens, pot, most):
    """002 W9 (L589): 17 counts as 20. 003 EX-5 (L88): blinds 2-3, 23 counts as 25."""
    hand = play(pot_limit(house, (2, 3)), f"3 raise {opens}", "1 call", "2 fold")
    assert hand.pot == pot
    assert hand.raises == (3, most)


def test_where_no_house_rounds_the_pot_is_the_pot():
    """000 L2132: the bet faced, and the pot as it is after the call."""
    hand = pot_limit("common", (2, 3))
    assert hand.raises == (6, 11)  # 3 + (2 + 3 + 3)
