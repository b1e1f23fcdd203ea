"""No-limit: least raises, short all-ins, the dealer game's blinds."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.betting import Range
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes

LIGHTNING = rules("lightning-holdem", "artichoke-joes", "no-limit")


def flop(stacks, game=LIGHTNING, big=10):
    hand = deal(game, stakes(big, blinds=(big / 2, big)), stacks)
    n = len(stacks)
    return play(hand, *(f"{seat} call" for seat in [*range(3, n + 1), 1]), "2 check")


def test_amounts_go_in_steps_from_the_least_and_the_last_chip_is_good():
    amounts = Range(least=4, most=12, step=3)
    assert [to for to in range(15) if to in amounts] == [4, 7, 10, 12]


def test_a_short_big_blind_is_called_in_full():
    """000a 2 [1885]: $10 to go, the big blind all-in for 5: call 10, raise to 20 or more."""
    hand = deal(LIGHTNING, stakes(10, blinds=(5, 10)), [100, 5, 100])
    assert (hand.turn, hand.call, hand.raises) == (3, 10, (20, 100))


def test_a_short_all_in_bet_is_called_as_it_is_and_raised_by_the_least_bet():
    """000a 3 [1886]: least bet 10, all-in bet of 5: call 5, or raise to 15 or more."""
    hand = play(flop([15, 100, 100]), "1 bet 5")
    assert (hand.call, hand.raises) == (5, (15, 90))


def test_a_reraise_is_as_big_as_the_raise():
    """000a 4 [1887]: bet 100, raise to 200, reraise to 300 or more."""
    hand = play(flop([900, 900, 900]), "1 bet 100", "2 raise 200")
    with pytest.raises(Refused, match=r"Make it \$300 or more"):
        play(hand, "3 raise 299")
    play(hand, "3 raise 300")


def test_short_all_ins_add_up():
    """000a D7: bet 100, all-in 150, all-in 210: 110 more is a full raise; 50 alone is not."""
    both = play(flop([900, 160, 220]), "1 bet 100", "2 raise 150", "3 raise 210")
    assert both.raises is None  # both others are all-in
    four = play(flop([900, 160, 220, 900]), "1 bet 100", "2 raise 150", "3 raise 210", "4 call")
    assert four.raises == (310, 890)  # least: the last full raise (ambiguity 9)
    one = play(flop([900, 160, 220, 900]), "1 bet 100", "2 raise 150", "3 fold", "4 call")
    with pytest.raises(Refused, match="No full raise since you acted"):
        play(one, "1 raise 400")


@pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens"])
def test_who_was_not_fully_raised_may_not_raise(house):
    """002 W5 (L562-568), 003 EX-1 (L71): bet 100, raise to 200, all-in for less than 300."""

    def faced():
        stacks = [900, 900, 260]
        hand = flop(stacks, rules("texas-holdem", house, "no-limit"))
        return play(hand, "1 bet 100", "2 raise 200", "3 raise 250")

    assert faced().raises == (350, 890)  # B raised A in full
    assert play(faced(), "1 call").raises is None  # nobody raised B in full
    assert play(faced(), "1 raise 400").raises == (550, 890)


def test_in_the_100_game_a_raise_doubles_the_bet():
    """003 EX-2 (L71): previous bet 20: 40 is the least raise, an all-in of 35 is none."""
    game = rules("texas-holdem-100", "hawaiian-gardens", "no-limit")
    hand = play(flop([200, 38, 200], game, big=3), "1 bet 20")
    assert hand.raises == (35, 35)  # all he has
    assert play(hand, "2 raise 35", "3 call").raises is None  # nothing for the bettor to raise
    rich = play(flop([200, 200, 200], game, big=3), "1 bet 20")
    assert rich.raises == (40, 197)


def test_in_the_100_game_an_all_in_of_just_twice_the_bet_is_a_raise():
    """003 L71: 20, all-in 40: who bet may raise again."""
    game = rules("texas-holdem-100", "hawaiian-gardens", "no-limit")
    hand = play(flop([200, 43, 200], game, big=3), "1 bet 20", "2 raise 40", "3 call")
    assert (hand.turn, hand.raises) == (1, (80, 197))


@pytest.mark.parametrize("all_ins", [["3 raise 85"], ["3 raise 85", "4 raise 120"]])
def test_in_the_100_game_less_than_double_is_no_raise(all_ins):
    """003 L71: 20, 50, all-in 85: the 50-raiser may not raise again, the bettor of 20 may."""
    game = rules("texas-holdem-100", "hawaiian-gardens", "no-limit")
    hand = play(flop([200, 200, 88, 123], game, big=3), "1 bet 20", "2 raise 50", *all_ins)
    if hand.turn == 4:
        play(hand, "4 fold")
    assert hand.raises is not None
    play(hand, "1 call")
    assert (hand.turn, hand.raises) == (2, None)


def test_in_the_100_game_the_next_raise_doubles_what_is_faced():
    """003 L71, HG-A64: 20, all-in 35; 69 is not enough."""
    game = rules("texas-holdem-100", "hawaiian-gardens", "no-limit")
    hand = play(flop([200, 38, 200], game, big=3), "1 bet 20", "2 raise 35")
    assert hand.raises == (70, 197)


def dealer_game(stacks=(500,) * 5, blinds=(5, 5, 10), **more):
    """The dealer's no-limit hold'em: three blinds, the first on the button (here the last seat)."""
    game = rules("texas-holdem", "artichoke-joes", "no-limit")
    return deal(game, stakes(10, blinds=blinds), stacks, **more)


def test_the_dealer_game_takes_twice_the_big_blind_to_come_in():
    """000 L842-843: three blinds; the least bet is two of the biggest, on every round."""
    hand = dealer_game()
    assert hand.stacks == {1: 495, 2: 490, 3: 500, 4: 500, 5: 495}
    assert (hand.turn, hand.call, hand.raises) == (3, 20, (21, 500))
    play(hand, "3 call", "4 fold", "5 fold", "1 fold", "2 call")
    assert hand.raises == (20, 480)


def test_the_dealer_game_is_opened_for_any_amount_from_there():
    """000 L843: "the minimum bet is two times the largest blind", so 25 is one over blinds of 10,
    and "the minimum raise is the amount of the bet or raise to the player": to 50, then to 75."""
    hand = play(dealer_game(), "3 bet 25")
    assert (hand.call, hand.raises) == (25, (50, 500))
    assert play(hand, "4 raise 50").raises == (75, 500)


def test_the_dealer_game_opened_for_the_least_is_raised_by_as_much():
    """000 L843: 20 is the bet, whoever comes in for it first, so the next is to 40."""
    assert play(dealer_game(), "3 call").raises == (40, 500)


def test_the_dealer_game_is_not_opened_by_less_than_the_least():
    """000 L843, L845: all-in for 15 is no bet, the next opens for 20 or more; for 25 it is."""
    short = dealer_game(stacks=(500, 500, 15, 500, 500))
    play(short, "3 call")
    assert (short.call, short.raises) == (20, (21, 500))
    opened = play(dealer_game(stacks=(500, 500, 25, 500, 500)), "3 bet 25")
    assert (opened.call, opened.raises) == (25, (50, 500))


def test_equal_blinds_speak_from_the_button():
    """000a 11 [857]: button and next seat with equal blinds: the button acts first."""
    hand = play(dealer_game(), "3 call", "4 call")
    assert hand.turn == 5
    assert play(hand, "5 call").turn == 1


def test_after_a_raise_they_act_as_they_came_into_the_pot():
    """000 L857: an over speaks last; when it raises the others follow in the order of entry."""
    posts = ["5 blind 5", "1 blind 5", "2 blind 10", "4 over 40"]
    hand = dealer_game(posts=posts)
    order = []
    for _ in range(4):
        order.append(hand.turn)
        play(hand, f"{hand.turn} call")
    assert order == [3, 5, 1, 2]
    assert (hand.turn, hand.raises) == (4, (160, 500))  # 80 to go, and as much again
    play(hand, "4 raise 160")
    assert hand.hand.queue == [3, 5, 1, 2]


def test_an_over_does_not_move_the_first_actor():
    """000 L857: from the left of the big blind, who has no blind first; then blinds by size."""
    game = rules("texas-holdem", "artichoke-joes", "no-limit")
    posts = ["1 blind 5", "2 blind 10", "5 over 20"]
    hand = deal(game, stakes(10, blinds=(5, 10)), [1000] * 8, posts=posts)
    assert hand.hand.queue == [3, 4, 6, 7, 8, 1, 2, 5]


def test_after_the_flop_the_action_moves_clockwise():
    """000 L858: the order in which they came into the pot is of the first round only."""
    hand = dealer_game(posts=["5 blind 5", "1 blind 5", "2 blind 10", "4 over 20"])
    while hand.turn and not hand.hand.board:
        play(hand, f"{hand.turn} {'call' if hand.call else 'check'}")
    play(hand, "1 check", "2 check", "3 bet 40")
    assert hand.hand.queue == [4, 5, 1, 2]


@pytest.mark.parametrize("over", [19, 41])
def test_an_over_is_two_to_four_big_blinds(over):
    """000 L847-848: at least twice the big blind, at most four times."""
    with pytest.raises(Refused, match=r"An over is \$20 to \$40"):
        dealer_game(posts=["5 blind 5", "1 blind 5", "2 blind 10", f"4 over {over}"])


def test_lightning_knows_no_overs_and_no_straddles():
    """000 L1837 (AJ-R22c): no blinds but the two, and posts to get a hand."""
    for extra in "3 over 20", "3 straddle 20":
        posts = ["1 blind 5", "2 blind 10", extra]
        with pytest.raises(Refused, match=r"No (overs|straddle) here"):
            deal(LIGHTNING, stakes(10, blinds=(5, 10)), [100] * 4, posts=posts)


def test_casino_royale_posts_a_most_for_one_wager():
    """001 L1064, L1225: no wager above $1,000, so no raise by more; the raises may add up."""
    game = rules("texas-holdem", "casino-royale", "no-limit")
    hand = flop([9000, 9000, 9000], game)
    assert hand.raises == (10, 1000)
    assert play(hand, "1 bet 300").raises == (600, 1300)
    assert play(hand, "2 raise 1300").raises == (2300, 2300)
