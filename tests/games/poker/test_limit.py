"""Fixed and spread limit: caps, short all-ins, sizes."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.betting import Range, refuse_amount
from firmware.games.poker.commands import Start
from firmware.games.poker.engine import new_hand
from firmware.games.poker.engine import play as do
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes


def flop(house="artichoke-joes", stacks=(500, 500, 500), small=10, game="texas-holdem"):
    """On the flop of a limit game, everyone in for one bet, seat 1 to speak."""
    blinds = (small / 2, small)
    hand = deal(rules(game, house), stakes(small, 2 * small, blinds=blinds), stacks)
    n = len(stacks)
    hand = play(hand, *(f"{seat} call" for seat in [*range(3, n + 1), 1]), "2 check")
    assert hand.hand.phase.street == "flop"
    assert hand.turn == 1
    return hand


def test_the_big_blind_is_the_lower_limit():
    """000a 1 [1871]: in a 15-30 game the big blind is 15; before the flop it is the bet."""
    game = rules("lightning-holdem", "artichoke-joes")
    hand = deal(game, stakes(15, 30, blinds=(10, 15)), [300] * 4)
    assert (hand.turn, hand.call, hand.raises) == (3, 15, (30, 30))


def test_heads_up_the_button_has_the_small_blind_and_speaks_first_before_the_flop_only():
    """000a D4, L22: button posts the small blind, acts first pre-flop, last post-flop."""
    game = rules("lightning-holdem", "artichoke-joes")
    hand = deal(game, stakes(10, 20, blinds=(5, 10)), [100, 100], button=2)
    assert hand.stacks == {1: 90, 2: 95}
    assert hand.turn == 2
    assert play(hand, "2 call", "1 check").turn == 1


def test_less_than_half_a_bet_all_in_reopens_nothing():
    """000a D5: limit 10, bet 10, all-in to 14: who has acted may only call or fold."""
    hand = play(flop(stacks=(500, 24, 500)), "1 bet 10", "2 raise 14", "3 call")
    assert (hand.call, hand.raises) == (4, None)
    with pytest.raises(Refused, match="No full raise since you acted"):
        play(hand, "1 raise 24")


def test_half_a_bet_all_in_is_a_raise_and_uses_one():
    """000a D5: to 15 (5 is half of 10): reopened, one raise used."""
    hand = play(flop(stacks=(500, 25, 500)), "1 bet 10", "2 raise 15")
    assert hand.hand.betting.wagers == 2
    assert play(hand, "3 call").raises == (25, 25)


def test_amounts_after_a_short_all_in():
    """000a L8 REC: all-in 13 over 10 is completed to 20; over 16 a raise is to 26."""
    assert play(flop(stacks=(500, 23, 500)), "1 bet 10", "2 raise 13").raises == (20, 20)
    assert play(flop(stacks=(500, 26, 500)), "1 bet 10", "2 raise 16").raises == (26, 26)


def test_small_all_ins_do_not_add_up_in_limit():
    """000a ambiguity 8: only no-limit says that several short all-ins reopen the betting."""
    hand = play(flop(stacks=(500, 24, 28)), "1 bet 10", "2 raise 14", "3 raise 18")
    assert (hand.turn, hand.call, hand.raises) == (1, 8, None)


def test_the_cap_is_a_bet_and_four_raises():
    """000a D6: bet + 4 raises three-handed: no more."""
    touches = "1 bet 10", "2 raise 20", "3 raise 30", "1 raise 40", "2 raise 50"
    hand = play(flop(), *touches)
    with pytest.raises(Refused, match="capped") as no:
        play(hand, "3 raise 60")
    assert no.value.rule == "000 L261, L793, L1876"


def test_two_left_before_the_last_raise_may_go_on_raising():
    """000a D6: two left after raise 3: unlimited."""
    hand = play(flop(), "1 bet 10", "2 raise 20", "3 raise 30", "1 raise 40", "2 fold")
    for to in range(50, 200, 20):
        play(hand, f"3 raise {to}", f"1 raise {to + 10}")


def test_once_capped_the_round_stays_capped():
    """002 W1 (L1118): bet + 3 raises by three players, then one folds."""
    touches = "1 bet 4", "2 raise 8", "3 raise 12", "1 raise 16", "2 fold"
    assert play(flop("delta-downtown", small=4), *touches).raises is None


def test_a_fold_before_the_cap_lifts_it():
    """002 W1 (L1118), variant: the fold comes after bet + 2 raises."""
    hand = play(flop("delta-downtown", small=4), "1 bet 4", "2 raise 8", "3 raise 12", "1 fold")
    for to in range(16, 64, 8):
        play(hand, f"2 raise {to}", f"3 raise {to + 4}")


def test_casino_royale_lifts_the_cap_whenever_two_are_left():
    """001 L525: one bet and three raises; unlimited once only two players remain."""
    touches = "1 bet 4", "2 raise 8", "3 raise 12", "1 raise 16"
    hand = play(flop("casino-royale", small=4), *touches)
    assert hand.raises is None
    assert play(hand, "2 fold").raises == (20, 20)


def test_half_a_bet_at_delta():
    """002 W2 (L1119): $4-$8, bet 4, all-in 5: complete to 8; all-in 6: raise to 10."""
    short = play(flop("delta-downtown", (100, 9, 100), 4), "1 bet 4", "2 raise 5")
    assert (short.call, short.raises) == (5, (8, 8))
    assert play(short, "3 call").raises is None
    assert short.call == 1
    half = play(flop("delta-downtown", (100, 10, 100), 4), "1 bet 4", "2 raise 6")
    assert half.raises == (10, 10)
    assert play(half, "3 call").raises == (10, 10)


def test_at_casino_royale_only_a_full_bet_is_a_raise():
    """001 T-10 (L840): Omaha 3-6, last card, A bets 6, B all-in 10: call 10 or make it 12."""
    game = rules("omaha", "casino-royale")
    hand = deal(game, stakes(3, 6, blinds=(1, 3)), [100, 13, 100])
    play(hand, "3 call", "1 call", "2 check", *("1 check", "2 check", "3 check") * 2)
    assert hand.hand.phase.street == "river"
    play(hand, "1 bet 6", "2 raise 10")
    assert (hand.call, hand.raises) == (10, (12, 12))
    assert play(hand, "3 call").raises is None  # action only: not reopened (CR-A25)


@pytest.mark.parametrize("house", ["casino-royale", "hawaiian-gardens", "club-caribe"])
def test_who_is_all_in_remains_in_the_pot_and_the_cap_stays(house):
    """001 L525: "when only two Players remain in the pot"; 003 L124, 004 L124 count players."""
    raises = ("3 raise 20", "1 raise 30", "3 raise 40")
    hand = play(flop(house, (500, 20, 500)), "1 bet 10", "2 call", *raises)
    with pytest.raises(Refused, match="capped"):
        play(hand, "1 raise 50")
    alone = play(flop(house), "1 bet 10", "2 fold", *raises)
    assert alone.raises == (50, 50)


def test_the_pot_is_layered_and_a_layer_with_one_claimant_is_his():
    """000a L2 REC: A and B in for 100, C all-in for 40; B folds to A: the other 120 are A's."""
    game = rules("lightning-holdem", "artichoke-joes", "no-limit")
    hands = {1: "2c 3d", 2: "Kc Kd", 3: "Ac Ad"}
    hand = deal(
        game,
        stakes(10, blinds=(5, 10)),
        [500, 500, 40],
        hands=hands,
        board="4h 9s Jh 6c Qd",
    )
    play(hand, "3 raise 40", "1 raise 100", "2 call", "1 bet 50", "2 fold")
    hand.show_down()
    assert hand.won == [(3, 120), (1, 120)]


def test_spread_raises_are_as_big_as_the_biggest_before():
    """000a L752: at least the largest bet or raise so far, at most the posted most."""
    game = rules("texas-holdem", "artichoke-joes", "spread")
    hand = deal(game, stakes(2, 10, blinds=(1, 2)), [200] * 3)
    play(hand, "3 call", "1 call", "2 check", "1 bet 3")
    assert hand.raises == (6, 13)
    play(hand, "2 raise 9")  # by six
    assert hand.raises == (15, 19)


def test_a_lightning_player_who_is_not_ready_has_a_dead_hand():
    """000 L1838 (AJ-R23): dead even where he could have checked; elsewhere he checks."""
    hand = play(flop(game="lightning-holdem"), "1 times out")
    assert 1 not in hand.hand.live
    assert 1 in play(flop("delta-downtown", small=4), "1 times out").hand.live


def test_a_street_has_its_name_from_its_first_card_on():
    hand = new_hand(
        rules("texas-holdem", "common"), stakes(4, 8, blinds=(2, 4)), 2, {1: 900, 2: 900}
    )
    assert hand.street == ""
    do(hand, Start(None))
    assert (hand.due, hand.street) == ("deal", "preflop")


def test_steps_are_told_where_there_are_any():
    """A table that plays in cents has none."""
    assert str(refuse_amount(Range(200, 900, 100))) == (
        "Make it $2 or more, up to $9, in steps of $1."
    )
    assert str(refuse_amount(Range(200, 900, 1))) == "Make it $2 or more, up to $9."
    assert str(refuse_amount(Range(200, 200, 1))) == "You can make it $2."


def test_all_ins_that_add_up_to_a_whole_bet_are_one_and_the_next_is_measured_from_them():
    """000 L752-756: no short all-in lies above a whole bet; what reaches one is one."""
    game = rules("texas-holdem", "artichoke-joes", "spread")
    hand = deal(game, stakes(2, 10, blinds=(1, 2), chip=0.5), [200, 7.5, 9, 10.5, 200])
    play(hand, "3 call", "4 call", "5 call", "1 call", "2 check")
    play(hand, "1 bet 4", "2 raise 5.5", "3 raise 7", "4 raise 8.5")
    assert (hand.turn, hand.call, hand.raises) == (5, 8.5, (13, 18.5))
    assert play(hand, "5 call").raises == (13, 18.5)  # 8.5 is twice the bet
