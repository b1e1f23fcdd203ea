"""Posts, straddles, kills at the start of a hand."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes

BLINDS = ("1 blind 2", "2 blind 4")


def four_eight(house, *extra, stacks=(100,) * 8, limit="limit"):
    game = rules("texas-holdem", house, limit)
    big = 0 if limit == "no-limit" else 8
    return deal(game, stakes(4, big, blinds=(2, 4)), stacks, posts=[*BLINDS, *extra])


def test_a_missed_small_blind_is_dead_and_the_big_one_lives():
    """AJ-R30: blinds 1/2: pays 3, 1 dead; an unraised call costs nothing, he may raise."""
    game = rules("lightning-holdem", "artichoke-joes")
    posts = ["1 blind 1", "2 blind 2", "4 post 2", "4 dead 1"]
    hand = deal(game, stakes(2, 4, blinds=(1, 2)), [100] * 5, posts=posts)
    assert (hand.stacks[4], hand.pot) == (97, 6)
    play(hand, "3 fold")
    assert (hand.turn, hand.call, hand.raises) == (4, 0, (4, 4))  # in ordinary rotation (AJ-R29)


def test_the_additional_blind_of_casino_royale():
    """001 T-29 (L543): 3-6 with blinds 1/3: 4 in, 3 live, 1 dead."""
    game = rules("texas-holdem", "casino-royale")
    posts = ["1 blind 1", "2 blind 3", "4 post 3", "4 dead 1"]
    hand = deal(game, stakes(3, 6, blinds=(1, 3)), [100] * 5, posts=posts)
    assert (hand.stacks[4], hand.hand.bets[4], hand.hand.dead) == (96, 300, 100)


def test_dead_money_is_in_the_main_pot():
    """000a L2: an all-in player can win the dead small blind too."""
    game = rules("lightning-holdem", "artichoke-joes")
    hands, board = {1: "Ac Ad", 2: "2c 7d", 3: "Kc Kd"}, "4h 9s Jh 6c Qd"
    posts = ["1 blind 1", "2 blind 2", "3 post 2", "3 dead 1"]
    hand = deal(
        game, stakes(2, 4, blinds=(1, 2)), [2, 50, 50], posts=posts, hands=hands, board=board
    )
    play(hand, "3 check", "1 call", "2 check", *("2 check", "3 check") * 3)
    assert hand.show_down().won == [(1, 7)]


def test_a_straddle_is_a_bet_and_a_raise_and_speaks_last():
    """000 L781-783: twice the big blind, left of it; live, so that it may raise in its turn."""
    hand = four_eight("artichoke-joes", "3 straddle 8")
    assert (hand.turn, hand.call, hand.raises) == (4, 8, (12, 12))
    assert hand.hand.betting.wagers == 2
    play(hand, "4 call", *(f"{s} fold" for s in (5, 6, 7, 8, 1)), "2 call")
    assert (hand.turn, hand.call, hand.raises) == (3, 0, (12, 12))


def test_four_straddles_are_a_bet_and_four_raises():
    """000 L784: 2, 3, 4 and 5 big blinds. The fourth is not live: the betting is capped."""
    straddles = [f"{seat} straddle {4 * (seat - 1)}" for seat in (3, 4, 5, 6)]
    hand = four_eight("artichoke-joes", *straddles)
    assert (hand.turn, hand.call, hand.raises) == (7, 20, None)
    with pytest.raises(Refused, match="4 at most"):
        four_eight("artichoke-joes", *straddles, "7 straddle 24")


@pytest.mark.parametrize("straddle", ["3 straddle 6", "4 straddle 8"])
def test_a_straddle_has_its_size_and_its_seat(straddle):
    """001 L505-510, 002 L313: twice the big blind, only from the seat on its left."""
    for house in "casino-royale", "delta-downtown":
        with pytest.raises(Refused, match=r"The straddle is \$8, from seat 3"):
            four_eight(house, straddle)


def test_who_posts_to_come_in_moves_no_straddle():
    """000 L781: left of the big blind, also when a newcomer posts as much behind it."""
    hand = four_eight("artichoke-joes", "5 post 4", "3 straddle 8")
    assert (hand.turn, hand.call) == (4, 8)
    with pytest.raises(Refused, match=r"The straddle is \$8, from seat 3"):
        four_eight("artichoke-joes", "5 post 4", "6 straddle 8")


def test_the_button_never_straddles_at_casino_royale():
    """001 L510: with three players the seat on the left of the big blind is the button."""
    with pytest.raises(Refused, match="The button cannot straddle"):
        four_eight("casino-royale", "3 straddle 8", stacks=(100,) * 3)
    assert four_eight("delta-downtown", "3 straddle 8", stacks=(100,) * 3).turn == 1


def test_a_straddler_at_delta_has_four_big_blinds():
    """002 W4 (L315): $16 in front of him where the big blind is $4."""
    four_eight("delta-downtown", "3 straddle 8", stacks=(100, 100, 16, 100))
    with pytest.raises(Refused, match=r"takes \$16"):
        four_eight("delta-downtown", "3 straddle 8", stacks=(100, 100, 15, 100))


def test_a_no_limit_straddle_speaks_last_even_if_only_called():
    """002 L581: twice the big blind; last to act in the first round, and free to raise.

    It counts as a blind of its own (DD-A58): $20 over a blind of $10, raise to $40 or more.
    """
    hand = four_eight("delta-downtown", "3 straddle 8", stacks=(100,) * 4, limit="no-limit")
    play(hand, "4 call", "1 call", "2 call")
    assert (hand.turn, hand.call, hand.raises) == (3, 0, (16, 100))


@pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe"])
def test_houses_without_straddles(house):
    """003 L37, 004 L198."""
    with pytest.raises(Refused, match="No straddle here"):
        four_eight(house, "3 straddle 8")


@pytest.mark.parametrize("house", ["hawaiian-gardens", "delta-downtown"])
def test_a_pot_limit_straddle_is_a_blind_of_its_own_at_both_houses_that_have_one(house):
    """003 L91, 002 L592, in the same words (DD-A58): $40 over $20, raise to $80 or more."""
    game = rules("texas-holdem", house, "pot-limit")
    posts = ["1 blind 10", "2 blind 20", "3 straddle 40"]
    hand = deal(game, stakes(20, blinds=(10, 20)), [1_000] * 5, posts=posts)
    assert (hand.turn, hand.call, hand.raises) == (4, 40, (80, 150))


@pytest.mark.parametrize(("big_blind", "asked"), [(1, False), (2, False), (3, True), (4, True)])
def test_one_stack_against_a_blind_that_is_all_in_is_asked_only_for_what_it_lacks(big_blind, asked):
    """AJ-R26: he matches what the all-in player put in; where he has, nobody is asked anything."""
    hand = four_eight("artichoke-joes", stacks=(100, big_blind))
    assert (hand.hand.due == "act", hand.turn if asked else 1) == (asked, 1)
    assert not asked or (hand.call, hand.raises) == (2, None)


@pytest.mark.parametrize("post", ["1 blind 0", "9 blind 2"])
def test_nobody_posts_nothing_and_nobody_posts_who_is_not_there(post):
    with pytest.raises(Refused, match="cannot post"):
        deal(rules("texas-holdem", "common"), stakes(4, 8, blinds=(2, 4)), [50] * 3, posts=[post])
