import gc
import pickle
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.fairness.cut import Touch, cut, touch_seal
from firmware.fairness.deck import RESHUFFLES_MAX
from firmware.fairness.demonstration import Keyring, Shuffler, play_holdem, touch_all
from firmware.fairness.digest import canonical
from firmware.fairness.generator import Secrets
from firmware.fairness.hand import BOARD, BURN, MOVES, RABBIT, Hand, prepare
from firmware.fairness.log import Log
from firmware.fairness.receipt import openings, receipt
from firmware.fairness.verify import Hand as Verified
from firmware.fairness.verify import code
from firmware.games.cards import DECKS, decks
from lab.twins.noise import ScriptedNoise, good

RING = Keyring()
SEEDS = [bytes([j + 1]) * 32 for j in range(4)]
PREPARED = prepare("T", 1, range(52), SEEDS, bytes(128), RING.holders())
TOUCH = Touch(1, 12345, b"n" * 16)


def begun(prepared=PREPARED) -> Hand:
    return Hand(prepared, Log("T", RING.table), time=0, simulation=True)


def cut_hand(prepared=PREPARED) -> Hand:
    hand = begun(prepared)
    hand.window.seal(1, touch_seal("T", 1, TOUCH))
    hand.close_window()
    hand.window.open(TOUCH)
    hand.cut()
    return hand


def test_a_hand_can_always_be_ended_and_forgotten():
    """The life of a hand is a table; from every state there is a way out."""
    states = {"committed"} | set(MOVES.values())
    out = {"forgotten"}
    while more := {a for (a, _), b in MOVES.items() if b in out} - out:
        out |= more
    assert out == states


def test_steps_out_of_order_are_our_own_mistake():
    hand = begun()
    for early in (
        hand.cut,
        hand.finish,
        hand.forget,
        lambda: hand.deal([1]),
        lambda: hand.reshuffle([]),
    ):
        with pytest.raises(AssertionError):
            early()
    hand.close_window()
    hand.cut()
    for late in (hand.cut, hand.close_window):
        with pytest.raises(AssertionError):
            late()


def test_all_cards_come_once_and_in_the_order_that_was_sealed():
    hand = cut_hand()
    played = hand.layers[0].deck.cards
    top = cut(hand.commitment, [TOUCH], 52).at
    dealt = hand.deal([BOARD] * 52)
    assert dealt == played[top:] + played[:top]
    assert sorted(dealt) == list(range(52))
    with pytest.raises(AssertionError, match="reshuffle first"):
        hand.deal([1])


acts = st.lists(
    st.one_of(
        st.tuples(st.just("deal"), st.lists(st.sampled_from([1, 2, 3, BOARD, BURN]), max_size=6)),
        st.tuples(st.just("show"), st.integers(0, 51)),
    ),
    max_size=12,
)


@given(acts)
@settings(max_examples=60, deadline=None)
def test_nothing_a_player_does_changes_which_card_comes_next(acts):
    """REQ-R8, differential: same seeds and touches, other actions, same deck."""
    hand, straight = cut_hand(), cut_hand()
    whole = straight.deal([BOARD] * 52)
    for act, what in acts:
        if act == "deal" and len(what) <= hand.left:
            hand.deal(what)
        elif act == "show" and what < len(hand.dealt):
            hand.show([what])
    assert tuple(dealt.card for dealt in hand.dealt) == whole[: len(hand.dealt)]


@pytest.mark.parametrize("name", sorted(DECKS))
@pytest.mark.parametrize("count", [1, 2, 8])
def test_every_deck_that_a_game_names_can_be_dealt_to_its_end(name, count):
    cards = decks(name, count)
    hand = cut_hand(prepare("T", 1, cards, SEEDS, bytes(128), RING.holders()))
    assert sorted(hand.deal([BOARD] * len(cards))) == sorted(cards)


def test_three_seeds_are_opened_at_the_cut_and_the_played_one_never():
    hand = cut_hand()
    opened = hand.entries[2]["seeds"]
    played = opened.index("")
    assert [bytes.fromhex(seed) for seed in opened if seed] == [
        seed for j, seed in enumerate(SEEDS) if j != played
    ]
    hand.deal([1, 2] * 2)
    hand.finish()
    everything = repr(hand.entries) + repr(receipt(hand, bytes(32), 1))
    assert SEEDS[played].hex() not in everything


def test_the_code_on_the_screen_is_the_one_on_the_receipt():
    hand = cut_hand()
    assert hand.code == code(hand.commitment)
    assert re.fullmatch(r"[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}", hand.code)


def test_the_commitment_is_logged_and_signed_before_any_touch_is_known():
    hand = begun()
    assert [entry["kind"] for entry in hand.entries] == ["commit"]
    assert hand.heads[0].size == 1
    hand.window.seal(1, touch_seal("T", 1, TOUCH))
    seals = hand.close_window()
    assert hand.entries[1]["seals"] == [[1, touch_seal("T", 1, TOUCH).hex()]]
    assert seals.size == 2


def test_a_seat_that_sealed_but_does_not_open_is_left_out_in_public():
    hand = begun()
    hand.window.seal(1, touch_seal("T", 1, TOUCH))
    hand.window.seal(2, b"x" * 32)
    hand.close_window()
    hand.window.open(TOUCH)
    hand.cut()
    assert [seat for seat, _ in hand.entries[1]["seals"]] == [1, 2]
    assert [seat for seat, _, _ in hand.entries[2]["touches"]] == [1]


# --- reshuffles


def test_a_reshuffle_deals_exactly_the_stub_and_the_discards():
    hand = cut_hand()
    first = hand.deal([seat for seat in range(1, 8) for _ in range(7)])  # 49 cards: three are left
    hand.reshuffle([0, 1, 7, 8])
    again = hand.deal([1] * hand.left)
    left = set(range(52)) - set(first)
    assert sorted(again) == sorted(left | {first[n] for n in (0, 1, 7, 8)})


def test_a_reshuffle_comes_from_the_committed_seed_and_the_pool_alone():
    """Nothing but which cards go back matters: not who held them, not the order of throwing."""

    def reshuffled(discards, to):
        hand = cut_hand()
        hand.deal([to] * 40)
        hand.reshuffle(discards)
        return hand.deal([BOARD] * hand.left), hand.entries[-1]["root"]

    assert reshuffled([3, 1, 2], to=1) == reshuffled([1, 2, 3], to=2)
    assert reshuffled([1, 2, 3], to=1)[1] != reshuffled([1, 2, 4], to=1)[1]


def test_four_reshuffles_are_committed_to_and_no_fifth_is_made():
    hand = cut_hand()
    roots = set()
    for round_ in range(RESHUFFLES_MAX):
        first = len(hand.dealt)
        hand.deal([1, 2, 3])
        hand.reshuffle([first, first + 1])
        roots.add(hand.entries[-1]["root"])
        assert hand.entries[-1]["round"] == round_ + 1
    assert len(roots) == RESHUFFLES_MAX
    with pytest.raises(AssertionError):
        hand.reshuffle([])


def test_a_card_goes_back_once():
    hand = cut_hand()
    hand.deal([1, 1, BOARD])
    hand.reshuffle([0])
    with pytest.raises(AssertionError):
        hand.reshuffle([0])


def test_cards_are_shuffled_back_by_their_numbers():
    """In a shoe the same face comes again and again: a number is one card."""
    shoe = prepare("T", 1, decks("32", 4), SEEDS, bytes(128), RING.holders())
    hand = cut_hand(shoe)
    cards = hand.deal([1] * 128)
    same = [number for number, card in enumerate(cards) if card == cards[0]]
    hand.reshuffle(same[:2])
    assert hand.deal([2] * 2) == (cards[0], cards[0])
    with pytest.raises(AssertionError):
        hand.show(same[:1])  # it is not out any more


def test_an_exposed_card_may_be_shuffled_back_and_the_receipt_still_verifies():
    hand = cut_hand()
    exposed = hand.deal([1, 2, 3])[0]
    hand.show([0])
    hand.reshuffle([0])
    assert exposed in hand.deal([1] * hand.left)
    hand.finish()
    data = canonical(receipt(hand, RING.table.public_key().public_bytes_raw(), 1))
    assert Verified(data).open[0] == exposed


# --- voids, rabbits, receipts


@pytest.mark.parametrize("moment", ["committed", "sealed", "playing"])
def test_a_void_hand_stays_in_the_log(moment):
    hand = begun()
    if moment != "committed":
        hand.close_window()
    if moment == "playing":
        hand.cut()
        hand.deal([1, 2])
    hand.void("The floor called it.")
    assert hand.entries[-1]["kind"] == "void"
    assert hand.entries[-1]["why"] == "The floor called it."
    assert receipt(hand, bytes(32), 1)["log"]["entries"][0]["kind"] == "commit"


def test_a_rabbit_hunt_opens_only_the_cards_asked_for():
    hand = cut_hand()
    hand.deal([1, 2, 1, 2])
    rabbit = hand.deal([RABBIT])
    hand.finish()
    made = receipt(hand, bytes(32), 0)
    assert [[n, card] for n, card, _ in made["cards"][0]["open"]] == [[4, rabbit[0]]]


def test_a_receipt_opens_my_cards_and_the_public_ones_and_nothing_else():
    hand = cut_hand()
    hand.deal([1, 2, 3, 1, 2, 3, BURN, BOARD, BOARD, BOARD])
    hand.show([1, 4])
    hand.finish()
    public = {1, 4, 7, 8, 9}
    for seat, mine in ((0, set()), (1, {0, 3}), (2, {1, 4}), (3, {2, 5})):
        part = receipt(hand, bytes(32), seat)["cards"][0]
        assert [number for number, _, _ in part["open"]] == sorted(public | mine)


def test_a_card_can_be_opened_to_its_seat_as_it_is_dealt():
    hand = cut_hand()
    hand.deal([1, 2])
    part = openings(hand, [1])[0]
    assert part["open"][0][:2] == [1, hand.dealt[1].card]
    assert len(part["proof"]) <= 6  # hashes: 192 bytes go to the seat


# --- power cuts and secrets


def test_the_log_goes_on_after_a_restart_with_the_same_heads():
    log = Log("T", RING.table)
    hand = Hand(PREPARED, log, 0, True)
    hand.void("test")
    again = Log.resume("T", RING.table, hand.entries)
    assert (again.size, again.root, again.peaks) == (log.size, log.root, log.peaks)


def test_when_a_hand_is_over_nothing_that_the_table_holds_knows_its_deck():
    """REQ-R2: everything reachable from the table is searched for seeds, salts and the order."""
    table = Shuffler(ScriptedNoise(good()), True)
    ready = table.dealer.prepare(1, range(52)).result()
    hand = play_holdem(table.dealer.begin(ready, 0), [1, 2, 3])
    deck = hand.layers[0].deck
    played = int(deck.slot.name)
    secrets = {ready.seeds[played], *deck.salts, *deck.reshuffle_seeds}
    order = deck.cards
    assert secrets & reachable(hand)  # the search does find them while they are there
    del ready, deck
    table.commit(2)  # begins the next hand, which forgets the last one
    found = reachable(table) | reachable(hand)
    table.close()
    assert not secrets & found
    assert order not in found


def reachable(start: object) -> set:
    """Every hashable thing that can be got to from here."""
    seen, found, todo = set(), set(), [start]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type) or type(thing).__name__ == "module":
            continue
        seen.add(id(thing))
        if isinstance(thing, bytes | tuple):
            found.add(thing) if _hashable(thing) else None
        if type(thing).__name__ not in ("function", "frame"):
            todo += gc.get_referents(thing)
    return found


def _hashable(thing: object) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


def test_a_sealed_deck_does_not_print_its_cards():
    """A card must not reach a log or a crash report by way of repr()."""
    hand = cut_hand()
    deck = hand.layers[0].deck
    hand.deal([1, 2])
    assert all(f"card={dealt.card}" not in repr(dealt) for dealt in hand.dealt)
    for text in (repr(deck), repr(PREPARED), repr(hand), repr(hand.layers)):
        assert str(list(deck.cards))[1:-1] not in text
        assert deck.salts[0].hex() not in text
    assert repr(SEEDS[0]) not in repr(PREPARED) + repr(Secrets(tuple(SEEDS), bytes(128)))


def test_the_hand_is_prepared_before_it_is_wanted(table):
    """Preparing needs nothing of the hand in play: the future is done while that goes on."""
    hand = table.commit(1)
    ready = table.dealer.prepare(2, range(52))
    touch_all(hand, [1, 2])
    hand.cut()
    prepared = ready.result()
    hand.finish()
    assert table.dealer.begin(prepared, 0).number == 2


def test_receipts_survive_being_sent():
    hand = cut_hand()
    hand.deal([1, 2])
    hand.finish()
    made = receipt(hand, bytes(32), 1)
    assert pickle.loads(pickle.dumps(made)) == made
