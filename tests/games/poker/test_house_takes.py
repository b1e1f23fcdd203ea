"""What the house may do to a hand: a fee out of the pot, a foul, a second end of the board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.games.cards import cards
from firmware.games.play import BURN, MUCK
from firmware.games.poker.commands import (
    Call,
    Deal,
    Draw,
    Drop,
    Fold,
    Foul,
    Raise,
    RunAgain,
    Settle,
    Start,
)
from firmware.games.poker.engine import new_hand, play, rules, wants
from firmware.games.poker.events import Dropped, Returned, Won
from firmware.games.poker.rules import Stakes
from lab.simulation import bots

LAW = rules("lightning-holdem", "artichoke-joes", "no-limit")
STAKES = Stakes(small=200, blinds=(100, 200))


def hand_of(**stacks):
    hand = new_hand(LAW, STAKES, 1, {int(k[1:]): v for k, v in stacks.items()})
    play(hand, Start())
    play(hand, Deal(tuple(range(wants(hand).count))))
    return hand


def run_out(hand, deck):
    at = 0
    while hand.due == "deal":
        count = wants(hand).count
        play(hand, Deal(tuple(deck[at : at + count])))
        at += count


def test_a_fee_comes_out_of_the_pot_and_every_chip_is_accounted_for():
    hand = hand_of(s1=5_000, s2=5_000, s3=5_000)
    for seat in (1, 2, 3):
        play(hand, Call(seat))
    assert play(hand, Drop(250)) == [Dropped(250)]
    assert hand.pot == 350
    run_out_with_checks(hand)
    assert sum(hand.stacks) == 15_000 - 250


def run_out_with_checks(hand):
    deck = list(range(20, 52))
    while hand.due != "over":
        if hand.due == "deal":
            count = wants(hand).count
            play(hand, Deal(tuple(deck[:count])))
            del deck[:count]
        elif hand.due == "act":
            play(hand, Call(hand.queue[0]))
        else:
            play(hand, Settle())


def test_a_fee_is_never_more_than_the_pot_and_no_uncalled_bet():
    hand = hand_of(s1=5_000, s2=5_000, s3=5_000)
    play(hand, Raise(1, 2_000))
    assert play(hand, Drop(9_999)) == [Dropped(500)], "the blinds and what matches them"
    play(hand, Fold(2))
    play(hand, Fold(3))
    assert hand.bet(1) == 1_800, "it lies before who made it"
    events = play(hand, Settle())
    assert [e for e in events if isinstance(e, Returned)] == [Returned(1, 1_800)]
    assert hand.stacks == [0, 4_800, 4_900, 4_800]


def test_nothing_to_take_is_no_event():
    hand = hand_of(s1=5_000, s2=5_000)
    play(hand, Drop(9_999))
    assert play(hand, Drop(100)) == []


def test_no_fee_before_there_is_a_pot():
    hand = new_hand(LAW, STAKES, 1, {1: 500, 2: 500})
    with pytest.raises(Refused, match="no pot"):
        play(hand, Drop(100))


def test_a_fee_bigger_than_the_main_pot_reaches_into_the_side_pot():
    hand = hand_of(s1=5_000, s2=5_000, s3=150)
    play(hand, Raise(1, 1_000))
    play(hand, Call(2))
    assert hand.stacks[3] == 0
    play(hand, Drop(600))  # the main pot is 450
    run_out_with_checks(hand)
    assert sum(hand.stacks) == 10_150 - 600


@given(st.lists(st.integers(300, 9_000), min_size=2, max_size=6), st.randoms(use_true_random=False),
       st.lists(st.integers(1, 3_000), max_size=6))  # fmt: skip
def test_chips_are_conserved_whatever_is_taken_and_whoever_is_fouled(chips, rng, drops):
    stacks = dict(enumerate(chips, 1))
    hand = new_hand(LAW, STAKES, 1, stacks)
    play(hand, Start())
    deck = bots.shuffled(LAW, rng)
    fees = iter(drops)
    while hand.due != "over":
        wish = rng.random()
        if wish < 0.15 and (fee := next(fees, None)):
            play(hand, Drop(fee))
        elif wish < 0.2 and len(hand.live) > 1:
            play(hand, Foul(rng.choice(hand.live)))
        else:
            play(hand, bots.answer(hand, deck, rng, bots.random_legal))
        assert sum(hand.stacks) + hand.pot + hand.fees + hand.jackpot == sum(chips)
        assert hand.pot >= 0


def test_a_fouled_hand_is_dead_out_of_turn_and_its_wagers_stay():
    hand = hand_of(s1=5_000, s2=5_000, s3=5_000, s4=5_000)
    play(hand, Raise(4, 600))
    play(hand, Foul(2))
    assert hand.queue == [1, 3]
    assert hand.pot == 900
    assert (hand.deck.at(2, -2), len(hand.deck.at(MUCK))) == ([], len(hand.down[1]))
    with pytest.raises(Refused, match="no hand"):
        play(hand, Foul(2))


def test_fouling_the_seat_to_act_passes_the_turn():
    hand = hand_of(s1=5_000, s2=5_000, s3=5_000)
    play(hand, Foul(1))
    assert hand.queue == [2, 3]


def test_fouling_the_last_to_act_ends_the_round():
    hand = hand_of(s1=5_000, s2=5_000, s3=5_000)
    play(hand, Call(1))
    play(hand, Call(2))
    assert hand.queue == [3]
    play(hand, Foul(3))
    assert (hand.due, hand.queue) == ("deal", [])


def test_fouling_one_of_many_leaves_the_cap_where_it_is():
    """002 LP-17, LP-19: three raises; only two left before the cap lift it, not one hand less."""
    law = rules("lightning-holdem", "delta-downtown", "limit")
    stakes = Stakes(small=400, big=800, blinds=(200, 400))
    hand = new_hand(law, stakes, 6, dict.fromkeys(range(1, 7), 10_000))
    play(hand, Start())
    play(hand, Deal(tuple(range(12))))
    play(hand, Foul(6))
    for seat, to in ((3, 800), (4, 1_200), (5, 1_600)):
        play(hand, Raise(seat, to))
    with pytest.raises(Refused, match="capped"):
        play(hand, Raise(1, 2_000))


def test_fouling_all_but_one_ends_the_hand():
    hand = hand_of(s1=5_000, s2=5_000, s3=5_000)
    play(hand, Foul(1))
    play(hand, Foul(3))
    assert hand.due == "settle"
    assert Won(2, 300) in play(hand, Settle())
    with pytest.raises(Refused):
        play(hand, Foul(2))


def test_fouling_in_the_deal_leaves_no_card_for_him():
    hand = new_hand(LAW, STAKES, 1, {1: 5_000, 2: 5_000, 3: 5_000})
    play(hand, Start())
    play(hand, Foul(3))
    play(hand, Deal(tuple(range(wants(hand).count))))
    assert hand.down[3] == []
    assert len(hand.down[1]) == len(hand.down[2]) == 2


def test_a_second_end_of_the_board_plays_for_half():
    hand = new_hand(LAW, STAKES, 1, {1: 1_000, 2: 1_000})
    play(hand, Start())
    play(hand, Deal(cards("As Kc Ah Kd")))  # seat 2 aces, seat 1 kings
    play(hand, Raise(1, 1_000))
    play(hand, Call(2))
    run_out(hand, cards("3c 2c 5d 9h 3d 8s 3h Jd"))
    play(hand, RunAgain(cards("Ks Kh 2d 5c 9s")))
    assert [(w.seat, w.chips, w.run) for w in play(hand, Settle()) if isinstance(w, Won)] == [
        (2, 1_000, 0),
        (1, 1_000, 1),
    ]


def test_a_board_is_run_a_second_time_and_no_third():
    hand = new_hand(LAW, STAKES, 1, {1: 1_000, 2: 1_000})
    play(hand, Start())
    play(hand, Deal(cards("As Kc Ah Kd")))
    play(hand, Raise(1, 1_000))
    play(hand, Call(2))
    run_out(hand, cards("3c 2c 5d 9h 3d 8s 3h Jd"))
    play(hand, RunAgain(cards("Ks Kh 2d 5c 9s")))
    with pytest.raises(Refused, match="cannot be run again now"):
        play(hand, RunAgain(cards("Qs Qh Qd Qc 4s")))


def test_no_board_is_run_again_for_one_who_is_left():
    hand = new_hand(LAW, STAKES, 1, {1: 1_000, 2: 1_000})
    play(hand, Start())
    play(hand, Deal(cards("As Kc Ah Kd")))
    play(hand, Call(1))
    play(hand, Call(2))
    for end in ("3c 2c 5d 9h", "3d 8s", "3h Jd"):
        play(hand, Deal(cards(end)))
        if end != "3h Jd":
            play(hand, Call(2))
            play(hand, Call(1))
    play(hand, Foul(1))
    with pytest.raises(Refused, match="cannot be run again now"):
        play(hand, RunAgain(cards("Ks Kh 2d 5c 9s")))


def test_the_second_board_takes_no_card_that_is_out():
    hand = new_hand(LAW, STAKES, 1, {1: 1_000, 2: 1_000})
    play(hand, Start())
    play(hand, Deal(cards("As Kc Ah Kd")))
    play(hand, Raise(1, 1_000))
    play(hand, Call(2))
    with pytest.raises(Refused):
        play(hand, RunAgain(cards("Ks Kh 2d 5c 9s")))
    run_out(hand, cards("3c 2c 5d 9h 3d 8s 3h Jd"))
    with pytest.raises(Refused, match="twice"):
        play(hand, RunAgain(cards("As Kh 2d 5c 9s")))


def test_a_fee_of_a_split_pot_takes_no_more_than_the_pot_has_left():
    """000 L3354: T3 is taken when identical hands split."""
    hand = hand_of(s1=5_000, s2=5_000)
    play(hand, Call(1))
    play(hand, Call(2))
    deck = [*cards("3c As Ks Qs 3d Js 3h Ts")]  # the board is the best there is
    while hand.due != "settle":
        if hand.due == "deal":
            play(hand, Deal(tuple(deck[: (count := wants(hand).count)])))
            del deck[:count]
        else:
            play(hand, Call(hand.queue[0]))
    assert hand.pot == 400
    events = play(hand, Settle(fee=300, split_fee=300))
    assert events[0] == Dropped(400)
    assert sum(hand.stacks) == 9_600


def test_a_hand_fouled_in_the_deal_of_up_cards_lies_where_it_is_until_they_are_dealt():
    """The cards on their way leave the deck as it was planned, face down or up."""
    law = rules("seven-card-stud", "hawaiian-gardens")
    hand = new_hand(
        law, Stakes(1_000, 2_000, ante=100, bring_in=200), 3, dict.fromkeys((1, 2, 3), 9_000)
    )
    play(hand, Start())
    play(hand, Deal(cards("2c Ks 9s 3c Kh 9h 4d Kd Td")))
    while hand.due == "act":
        play(hand, Call(hand.queue[0]))
    assert hand.deck.plan == [BURN, -1, -2, -3]
    play(hand, Foul(2))
    assert (len(hand.deck.at(2, -2)), hand.deck.at(MUCK)) == (3, [])


@pytest.mark.parametrize("last", [True, False])
def test_when_the_last_who_was_to_draw_is_fouled_the_others_go_on(last):
    """000 L1817: his hand is dead; nobody waits for a draw that no longer comes."""
    law = rules("lowball-ace-to-five", "delta-downtown")
    hand = new_hand(law, Stakes(400, 800, blinds=(200, 400)), 3, dict.fromkeys((1, 2, 3), 9_000))
    play(hand, Start())
    play(hand, Deal(tuple(range(wants(hand).count))))
    for command in (Call(3), Call(1), Call(2)):
        play(hand, command)
    assert (hand.due, hand.queue) == ("draw", [1, 2, 3])
    play(hand, Draw(1))
    play(hand, Draw(2) if last else Foul(2))
    play(hand, Foul(3) if last else Draw(3))
    assert (hand.due, hand.queue) == ("act", [1, 2] if last else [1, 3])
