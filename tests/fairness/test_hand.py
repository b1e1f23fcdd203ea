"""One hand's deck: sealed, cut, dealt by its plan, forgotten."""

import gc
import pickle
import re
from itertools import pairwise

import pytest

from firmware.fairness.deck import SealedDeck
from firmware.fairness.demonstration import HOLDEM, Shuffler, Stations, cut, deal, play_holdem
from firmware.fairness.digest import canonical
from firmware.fairness.hand import BOARD, MOVES, Hand, Terms, cards_of
from firmware.fairness.receipt import receipt
from firmware.fairness.share import LINKS, Share, Shares, chain, follows, joined
from firmware.fairness.verify import Hand as Verified
from firmware.fairness.verify import joined as joined_there
from firmware.fairness.verify import link_before, share_seal
from tests.fairness.cheat import Cheat

SEATS = (1, 2, 3, 4, 5, 6)
TERMS = Terms("texas-holdem", "", 6, SEATS, HOLDEM)


def test_a_hand_can_always_be_ended_and_forgotten():
    for life in ("committed", "sealed", "playing"):
        assert MOVES[life, "void"] == "void"
    assert MOVES["void", "forget"] == MOVES["finished", "forget"] == "forgotten"


def test_steps_out_of_order_are_our_own_mistake(table):
    hand = table.commit(1)
    for wrong in (hand.cut, hand.finish, hand.forget, lambda: hand.type_digits("123456")):
        with pytest.raises(AssertionError):
            wrong()
    hand.void("enough")
    table.dealer.let_go()


def test_every_card_of_a_deck_comes_once(table):
    for deck in (("52", 1), ("52 + joker", 1), ("52", 8)):
        hand = table.commit(1, deck)
        size = len(cards_of(deck))
        terms = Terms("all", "", 2, (1, 2), (("board", size),))
        deal(hand, cut(hand, terms), 0)
        assert sorted(dealt.card for dealt in hand.dealt) == sorted(cards_of(deck))
        hand.finish()


def test_three_seeds_are_opened_at_the_cut_and_the_played_one_never(table):
    hand = play_holdem(table.commit(1), SEATS)
    seeds = hand.entries[2]["seeds"]
    assert sum(not seed for seed in seeds) == 1
    assert not hand._seeds
    assert not hand._decks


def test_the_same_shares_and_digits_give_the_same_order_and_any_other_another(table):
    cheat = Cheat()
    orders = set()
    for digits in ("", "123456", "123457"):
        hand = cheat.hand()
        share = {
            seat: Share(hand.shares.attempt, hand.shares.commitment, seat, bytes) for seat in SEATS
        }
        for seat, one in share.items():
            hand.shares.seal(seat, one.seal)
        who = (6,) if digits else ()
        hand.close(Terms("texas-holdem", "", 6, SEATS, HOLDEM, who, sum(who)))
        if digits:
            hand.type_digits(digits)
        for seat, one in share.items():
            hand.shares.open(seat, one.open(0))
        hand.cut()
        orders.add(tuple(hand._stub.order))
    assert len(orders) == 3


def test_the_chain_is_the_verifiers_and_every_link_follows():
    links = chain(b"s" * 32)
    assert len(links) == LINKS + 1
    for before, link in pairwise(links):
        assert link_before(link) == before
        assert follows(before, link)
    whose, commitment = ("T", 3, 1), b"c" * 32
    share = Share(whose, commitment, 4, lambda size: b"s" * size)
    assert share.seal.hex() == share_seal(whose, commitment, 4, share.open(0))
    both = {3: b"x" * 32, 1: b"y" * 32}
    assert joined(both) == joined_there([[seat, x.hex()] for seat, x in both.items()])


def test_seals_and_openings_that_are_late_twice_or_others_are_not_taken():
    shares = Shares(("T", 1, 1), b"c" * 32)
    one, other = (Share(shares.attempt, shares.commitment, 1) for _ in range(2))
    assert shares.seal(1, one.seal)
    assert shares.seal(1, one.seal)  # again the same
    assert not shares.seal(1, other.seal)
    assert not shares.seal(0, one.seal)
    assert not shares.open(1, one.open(0))  # not closed yet
    shares.close([1])
    assert not shares.seal(2, other.seal)
    assert not shares.open(1, other.open(0))
    assert not shares.open(2, one.open(0))
    assert shares.open(1, one.open(0))
    assert shares.ask()
    assert not shares.link(1, 2, one.open(2))  # in order
    assert not shares.link(1, 1, other.open(1))
    assert not shares.link(2, 1, one.open(1))  # who shares nothing
    assert shares.link(1, 1, one.open(1))
    assert not shares.link(1, 1, one.open(1))  # once
    assert shares.absent == []


def test_a_receipt_opens_my_cards_and_the_public_ones_and_nothing_else(table):
    hand = play_holdem(table.commit(1), SEATS, shown=(1, 2))
    made = receipt(hand, table.log.public_key, 3)
    numbers = {number for part in made["cards"] for number, _, _ in part["open"]}
    public = {dealt.number for dealt in hand.dealt if dealt.to in (BOARD, 1, 2, 3)}
    assert numbers == public


def test_the_game_must_keep_to_the_plan_that_was_signed(table):
    hand = table.commit(1)
    cut(hand, TERMS)
    hand.step(0, (), (), ())
    with pytest.raises(AssertionError, match="the game left its plan"):
        hand.deal([1, 1, *SEATS, *SEATS][:12])


def test_when_a_hand_is_over_nothing_that_the_table_holds_knows_its_deck():
    from lab.twins.noise import ScriptedNoise, good

    others = {id(one) for one in gc.get_objects() if isinstance(one, SealedDeck)}
    table = Shuffler(ScriptedNoise(good()), simulation=True, name="Test 1")
    play_holdem(table.commit(1), SEATS)
    table.dealer.let_go()
    gc.collect()
    decks = [one for one in gc.get_objects() if isinstance(one, SealedDeck)]
    assert not [one for one in decks if id(one) not in others]
    table.close()


def test_a_hand_that_is_let_go_is_forgotten_once(table):
    for forgotten in (False, True):
        hand = play_holdem(table.commit(1), SEATS)
        if forgotten:
            hand.forget()
        table.dealer.let_go()
        assert hand.life == "forgotten"


def test_nothing_prints_a_card_or_a_share(table):
    hand = play_holdem(table.commit(1), SEATS)
    faces = re.compile(r"cards=\(")
    for thing in (*hand.dealt, hand.layers[0]):
        assert not faces.search(repr(thing))
    stations = Stations(table_hand := Cheat().hand(), [1])
    assert stations.shares[1].open(0).hex() not in repr(stations.shares[1])
    assert isinstance(table_hand, Hand)


def test_receipts_survive_being_sent(table):
    hand = play_holdem(table.commit(1), SEATS)
    made = receipt(hand, table.log.public_key, 1)
    Verified(canonical(pickle.loads(pickle.dumps(made))))
