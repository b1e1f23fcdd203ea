"""Three card poker: the digest's round, pay table, coverage and fees (000b, 000 L2349-2426)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.games.banked import three_card
from firmware.games.banked.commands import PassBank, Stay, TakeBank, Wager
from firmware.games.banked.engine import decide, evolve, offer, wanted
from firmware.games.banked.events import CardsDealt, CardsGiven
from firmware.games.banked.play import new_round
from firmware.games.banked.rules import banked_rules, tier
from firmware.games.banked.settle import action_seat
from firmware.games.cards import cards
from firmware.games.play import BANK, BANK_UP
from firmware.games.poker.commands import Deal, Fold, Settle, Timeout

RULES = banked_rules("three-card-poker")


def play(hand, command):
    events = decide(hand, command)
    for event in events:
        evolve(hand, event)
    return events


def table(stacks, option=4, bank=1, stake=10_000, places=10):
    """The bank is taken; the others may wager. Option 4: players pay nothing."""
    offers = (bank, *(seat for seat in stacks if seat != bank))
    hand = new_round(RULES, RULES.fee(option), places, stacks, offers)
    play(hand, TakeBank(bank, stake))
    return hand


def deal(hand, **hands):
    """hands: s2="As Ks Qs", bank="..."; in deal order, a card a pass."""
    places = [*hand.wagering, hand.banker]
    known = {
        int(name[1:]) if name != "bank" else hand.banker: cards(text)
        for name, text in hands.items()
    }
    play(hand, Deal(tuple(known[seat][at] for at in range(3) for seat in places)))


def settle(hand):
    while hand.due == "play":
        play(hand, Stay(hand.queue[0]))
    return play(hand, Settle())


def test_census_of_three_card_hands():
    from collections import Counter

    found = Counter(
        three_card.kind(three_card.strength(hand)) for hand in combinations(range(52), 3)
    )
    assert found == {
        "royal flush": 4, "straight flush": 44, "three of a kind": 52, "straight": 720,
        "flush": 1_096, "pair": 3_744, "high card": 16_440,
    }  # fmt: skip


def test_census_of_hands_that_do_not_qualify():
    hands = combinations(range(52), 3)
    assert sum(not three_card.qualifies(three_card.strength(hand)) for hand in hands) == 6_720


@pytest.mark.parametrize(
    ("better", "worse"),
    [("As Ks Qs", "Ks Qs Js"), ("2c 3c 4c", "Ah Ad Ac"), ("2c 2d 2h", "Ah Kd Qc"),
     ("Ah 2d 3c", "Ks Js 9s"), ("2c 3d 4h", "Ah 2d 3c"), ("3s 5s 7s", "Ah Ad Kc"),
     ("2c 2d 3h", "Ah Kd Jc"), ("9c 9d 3h", "8c 8d Ah"), ("9c 9d 4h", "9h 9s 3c")],
)  # fmt: skip
def test_ambiguity_1_the_order_of_the_pay_table(better, worse):
    assert three_card.strength(cards(better)) > three_card.strength(cards(worse))


def test_D25_the_bank_does_not_qualify_antes_are_paid_and_play_comes_back():
    hand = table({1: 20_000, 2: 5_000})
    play(hand, Wager(2, 500))
    deal(hand, s2="2c 3d 5h", bank="Jc 9d 4h")
    settle(hand)
    assert hand.stacks[2] == 5_500
    assert hand.stacks[1] == 20_000 - 500 - 300, "the fee too"


@pytest.mark.parametrize(
    ("mine", "bank", "net"),
    [
        ("Kc 3d 2h", "Qc 9d 4h", 1_000),
        ("Jc 3d 2h", "Qc 9d 4h", -1_000),
        ("Qd 9h 4c", "Qc 9d 4h", 0),
    ],
)
def test_a_bank_that_plays_wins_loses_or_pushes_both(mine, bank, net):
    hand = table({1: 20_000, 2: 5_000})
    play(hand, Wager(2, 500))
    deal(hand, s2=mine, bank=bank)
    settle(hand)
    assert hand.stacks[2] == 5_000 + net


@pytest.mark.parametrize(
    ("mine", "odds"),
    [("As Ks Qs", 200), ("5s 6s 7s", 40), ("5s 5h 5d", 30), ("5s 6h 7d", 6), ("2s 9s Ks", 3),
     ("5s 5h 9d", 1), ("5s 9h Kd", -1)],
)  # fmt: skip
def test_the_bonus_table(mine, odds):
    hand = table({1: 200_000, 2: 5_000}, stake=150_000)
    play(hand, Wager(2, 500, 500))
    deal(hand, s2=mine, bank="2c 3c 7h")  # does not qualify: ante pays 1:1, play comes back
    settle(hand)
    assert hand.stacks[2] == 5_000 + 500 + 500 * odds


def test_ambiguity_3_folding_forfeits_ante_and_bonus():
    hand = table({1: 20_000, 2: 5_000})
    play(hand, Wager(2, 500, 500))
    deal(hand, s2="As Ks Qs", bank="2c 3d 5h")
    play(hand, Fold(2))
    play(hand, Settle())
    assert hand.stacks[2] == 4_000


def test_L2413_the_bonus_is_as_big_as_the_ante():
    hand = table({1: 20_000, 2: 5_000})
    with pytest.raises(Refused, match="as big as the ante"):
        decide(hand, Wager(2, 500, 600))


def test_coverage_in_action_order():
    """B=100: bet 60 loses, bet 60 wins, bet 20 loses: takes 60, pays 40, gives 20 back."""
    hand = table({1: 30_000, 2: 30_000, 3: 30_000, 4: 30_000}, stake=10_000)
    for seat, ante in ((2, 6_000), (3, 6_000), (4, 2_000)):
        play(hand, Wager(seat, ante))
    # The bank's last card is an ace: the action button is the first seat to its left.
    deal(hand, s2="2c 4d 7h", s3="Ac Ah 9h", s4="3c 4h 8d", bank="Kc 9d Ad")
    assert action_seat(hand) == 2
    play(hand, Fold(2))
    play(hand, Stay(3))
    play(hand, Fold(4))
    play(hand, Settle())
    # Folded hands are collected first: 60 + 20 taken, 20 left to pay seat 3.
    assert hand.stacks[3] == 30_000 + 2_000
    assert hand.stacks[2] == 24_000
    assert hand.stacks[4] == 28_000
    assert hand.stacks[1] == 30_000 + 6_000 + 2_000 - 2_000 - 400


def test_the_bank_wins_and_loses_no_more_than_its_stake():
    hand = table({1: 30_000, 2: 30_000, 3: 30_000}, stake=1_000)
    for seat in (2, 3):
        play(hand, Wager(seat, 2_000))
    deal(hand, s2="2c 4d 7h", s3="3c 4h 8d", bank="Kc Qd Ad")
    settle(hand)
    assert hand.stacks[1] == 31_000 - 300


@pytest.mark.parametrize(
    ("card", "offset"), [("Ac", 1), ("Qc", 3), ("9c", 9), ("Tc", 1), ("Kc", 4)]
)
def test_the_action_button_is_counted_from_the_bank(card, offset):
    hand = table(dict.fromkeys(range(1, 11), 30000))
    hand.bank = [0, 1, *cards(card)]
    assert action_seat(hand) == 1 + offset


def test_F16_player_and_bank_fees_before_the_deal():
    """Option 1: ante 50 + bonus 50: player fee 1; all wagers count for the bank's."""
    hand = table({1: 100_000, 2: 30_000, 3: 30_000}, option=1)
    play(hand, Wager(2, 5_000, 5_000))
    play(hand, Wager(3, 14_000))
    assert hand.fees == 100 + 300 + 300
    assert hand.stacks[2] == 30_000 - 10_000 - 100


@pytest.mark.parametrize("option", range(1, 8))
def test_F16_option(option):
    fee = RULES.fee(option)
    assert len(fee.player) <= 5
    assert len(fee.bank) <= 5
    assert tier(fee.bank, 10_000_000) == fee.bank[-1][2]
    for low, high, amount in fee.bank:
        assert tier(fee.bank, low) == amount
        assert tier(fee.bank, high or low * 2) == amount


def test_several_seats_owe_a_choice_at_once():
    hand = table(dict.fromkeys(range(1, 6), 10000))
    assert hand.queue == [2, 3, 4, 5]
    assert all(offer(hand, seat) for seat in (2, 3, 4, 5))
    play(hand, Wager(4, 500))
    play(hand, Wager(2, 500))
    assert hand.queue == [3, 5]


def test_silence_takes_no_bank_makes_no_wager_and_folds():
    hand = new_round(RULES, RULES.fee(4), 10, {1: 10_000, 2: 10_000, 3: 10_000}, (1, 2, 3))
    play(hand, Timeout(1))
    play(hand, TakeBank(2, 5_000))
    play(hand, Timeout(1))
    play(hand, Wager(3, 500))
    assert wanted(hand) == 6
    deal(hand, s3="As Ks Qs", bank="2c 3d 5h")
    play(hand, Timeout(3))
    play(hand, Settle())
    assert hand.stacks[3] == 9_500


def test_nobody_takes_the_bank_and_the_round_is_over():
    hand = new_round(RULES, RULES.fee(4), 10, {1: 10_000, 2: 10_000}, (1, 2))
    play(hand, PassBank(1))
    play(hand, PassBank(2))
    assert hand.due == "over"


@given(
    st.lists(st.integers(500, 60_000), min_size=2, max_size=10),
    st.integers(500, 30_000),
    st.randoms(use_true_random=False),
    st.integers(1, 7),
)
def test_every_cent_is_accounted_for(chips, stake, rng, option):
    stacks = dict(enumerate(chips, 1))
    low = RULES.fee(option).limits[0]
    if stacks[1] <= max(low, stake):
        return
    hand = table(stacks, option, stake=max(low, stake))
    deck = list(range(52))
    rng.shuffle(deck)
    while hand.due != "over":
        seat = hand.queue[0] if hand.queue else 0
        choice = offer(hand, seat) if seat else None
        if hand.due == "wager":
            ante = choice.ante[rng.randint(0, 1)] if choice.ante and rng.random() < 0.8 else 0
            bonus = ante if rng.random() < 0.5 else 0
            try:
                play(hand, Wager(seat, ante, bonus))
            except Refused:
                play(hand, Wager(seat))
        elif hand.due == "deal":
            play(hand, Deal(tuple(deck[: wanted(hand)])))
        elif hand.due == "play":
            play(hand, Stay(seat) if rng.random() < 0.7 else Fold(seat))
        else:
            play(hand, Settle())
        assert sum(hand.stacks) + hand.pot + hand.fees == sum(chips)
        assert min(hand.stacks) >= 0


def test_000_L2386_one_card_of_the_bank_is_turned_up_before_anybody_decides():
    """ "The stack given to the player/dealer shall be delivered face down after which one card
    will be turned face up." """
    hand = table({1: 20_000, 2: 5_000, 3: 5_000})
    for seat in (2, 3):
        play(hand, Wager(seat, 500))
    assert hand.wants().targets == (2, 3, BANK, 2, 3, BANK, 2, 3, BANK_UP)
    deal(hand, s2="Kc 3d 2h", s3="5c 6d 9h", bank="Qc 9d 4h")
    assert hand.due == "play"
    assert hand.faces(1) == cards("4h")
    assert hand.backs(1) == 2


def test_the_bank_does_not_peek():
    hand = table({1: 20_000, 2: 5_000})
    play(hand, Wager(2, 500))
    deal(hand, s2="Kc 3d 2h", bank="Qc 9d 4h")
    assert (hand.hole(1), hand.own(1), hand.hint(1)) == ((), (), "")
    assert hand.hole(2) == cards("Kc 3d 2h")


def test_shown_cards_are_found_by_their_number_and_not_by_their_face():
    """Two decks in a shoe: the same face at a seat and with the bank."""
    hand = table({1: 20_000, 2: 5_000})
    play(hand, Wager(2, 500))
    evolve(hand, CardsDealt(cards("Kc Qc Kc Kc 2h Qc")))
    assert (hand.held(2), hand.held(1)) == ((0, 2, 4), (1, 3, 5))
    assert tuple(map(hand.face, hand.held(2))) == cards("Kc Kc 2h")


def test_a_round_of_an_older_journal_was_dealt_to_the_seat_that_held_the_bank():
    hand = table({1: 20_000, 2: 5_000})
    play(hand, Wager(2, 500))
    evolve(hand, CardsGiven(cards("Kc Qc 3d 9d 2h 4h")))
    assert hand.faces(1) == hand.hole(1) == ()
    assert hand.held(1) == (1, 3, 5)
    settle(hand)
    assert hand.stacks[2] == 6_000
