"""Lies told by a table that signs whatever it likes: every one is caught and named."""

import copy

import pytest

from firmware.fairness import verify
from firmware.fairness.demonstration import Keyring, play_draw
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Layer, lay_all, prepare
from firmware.fairness.log import Log, log_line
from firmware.fairness.receipt import receipt
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import WRONG, both_refuse, no_reason
from tests.fairness.second_check import problems

pytestmark = pytest.mark.usefixtures("_sign_once")


@pytest.fixture(scope="module")
def cheat() -> Cheat:
    return Cheat()


@pytest.fixture
def story(cheat) -> dict:
    return copy.deepcopy(cheat.played(cheat.hand()))


def test_the_cheat_is_honest_when_it_changes_nothing(cheat, story):
    assert no_reason(canonical(cheat.resigned(story))) == ""


def test_a_swapped_card_is_caught(story):
    story["cards"][0]["open"][0][1], story["cards"][0]["open"][1][1] = (
        story["cards"][0]["open"][1][1],
        story["cards"][0]["open"][0][1],
    )
    both_refuse(story, r"^cards\[0\]: a card, its salt or its proof")


def test_a_card_swapped_after_the_commitment_is_caught(cheat):
    """The house deals another card than it sealed, and signs it."""
    hand = cheat.hand()
    hand.cut()
    layer = hand.layers[0]
    cards = list(layer.faces)
    cards[0], cards[40] = cards[40], cards[0]
    layer.faces = tuple(cards)
    hand.deal(cheat.seats * 2)
    hand.finish()
    both_refuse(receipt(hand, cheat.log().public_key, 1), r"^cards\[0\]")


def test_a_stacked_deck_is_caught_unless_it_is_the_one_that_is_played(cheat):
    """One deck of four in the wrong order: seen whenever the cut plays another one."""
    caught = 0
    for number in range(40):

        def stack(ready):
            bad = lay_all("T", ready.hand, sorted(range(52), reverse=True), [b"x" * 32] * 4)[0]
            return type(ready)(ready.table, ready.hand, ready.cards, ready.seeds,
                               (bad, *ready.decks[1:]), ready.boxes)  # fmt: skip

        said = no_reason(canonical(cheat.played(cheat.hand(number, change=stack))))
        assert said == "" or "deck 1 is not the one that was committed to" in said
        caught += said != ""
    assert 20 <= caught <= 38  # three in four


def test_a_deck_with_a_card_twice_is_caught(cheat):
    """Five aces in the played deck: the three open decks pass, the cards do not."""
    twice = [0, *range(51)]
    for number in range(60):
        ready = prepare("T", number, range(52), cheat.seeds, bytes(128), cheat.ring.holders())
        bad = lay_all("T", number, twice, cheat.seeds)
        for j in range(4):
            decks_ = tuple(bad[i] if i == j else deck for i, deck in enumerate(ready.decks))
            hand = cheat.hand(number, change=lambda r, d=decks_: type(r)(
                r.table, r.hand, r.cards, r.seeds, d, r.boxes))  # fmt: skip
            hand.cut()
            if int(hand.layers[0].deck.slot.name) != j:
                continue
            hand.deal([0] * 52)  # all on the board, so that the second ace must show
            hand.finish()
            made = receipt(hand, cheat.log().public_key, 0)
            return both_refuse(made, r"cards: 2c came too often")
    raise AssertionError("the cut never chose the bad deck")


def test_a_declared_deck_is_the_whole_deck(cheat, story):
    """Taking a card out of the declared deck leaves roots that do not fit it."""
    story["log"]["entries"][0]["cards"] = bytes(range(51)).hex()
    both_refuse(cheat.resigned(story), r"log\.entries\[2\]")


def test_a_recut_is_caught(cheat, story):
    """The house does not like the cut and rotates the deck by one more."""
    hand = cheat.hand()
    hand.cut()
    deck, places = hand.layers[0].deck, hand.layers[0].places
    hand.layers[0] = Layer(deck, places[1:] + places[:1], first=0)
    hand.deal(cheat.seats * 2)
    hand.finish()
    both_refuse(receipt(hand, cheat.log().public_key, 3), r"^cards\[0\]")


def test_another_deck_than_the_cut_chose_is_caught(cheat, story):
    seeds = story["log"]["entries"][2]["seeds"]
    played = seeds.index("")
    other = (played + 1) % 4
    seeds[played], seeds[other] = cheat.seeds[played].hex(), ""
    both_refuse(cheat.resigned(story), r"seeds\[\d\]: not the deck that the touches chose")


def test_a_touch_changed_after_its_seal_is_caught(cheat, story):
    """A shill who would like to touch last."""
    story["log"]["entries"][2]["touches"][5][1] += 1
    both_refuse(cheat.resigned(story), r"log\.entries\[2\]\.touches\[5\]: not what was sealed")


def test_a_touch_taken_out_moves_the_cut(cheat, story):
    del story["log"]["entries"][2]["touches"][5]
    both_refuse(cheat.resigned(story), r"seeds|cards")


def test_a_root_replayed_from_an_earlier_hand_is_caught(cheat):
    """The decks of hand 1 again in hand 2: known to the house since then."""
    old = prepare("T", 1, range(52), cheat.seeds, bytes(128), cheat.ring.holders())

    def replay(ready):
        return type(ready)(ready.table, 2, ready.cards, ready.seeds, old.decks, ready.boxes)

    both_refuse(cheat.played(cheat.hand(2, change=replay)), r"is not the one that was committed to")


def test_another_hands_past_is_caught(story):
    story["log"]["before"] = ["00" * 32]
    both_refuse(story, r"log\.before")


def test_a_hand_committed_on_a_past_that_never_was_is_caught(cheat, story):
    story["log"]["entries"][0]["prev"] = "00" * 32
    both_refuse(cheat.resigned(story), r"log\.before: not the past that the hand was committed on")


def test_an_entry_of_another_hand_is_caught(cheat, story):
    story["log"]["entries"][3]["hand"] = 2
    both_refuse(cheat.resigned(story), r"log\.entries\[3\]: of another table or hand")


def test_a_public_log_with_a_hand_on_another_past_is_caught():
    """Signed and in order, but the second commitment names a log that this one never was."""
    cheat, lines = Cheat(), b""
    log, other = cheat.log(), cheat.log()
    for number, past in enumerate((log, other)):
        hand = cheat.hand(number, log=past)
        hand.void("test")
        for n, entry in enumerate(hand.entries):
            head = hand.heads[n] if number == 0 else log.append(entry)
            lines += log_line(entry, head)
    with pytest.raises(WRONG, match="log line 4: committed on another past"):
        verify.check_public_log(lines.splitlines(keepends=True), log.public_key)


def test_a_card_hidden_from_its_own_seat_is_caught(cheat, story):
    story["cards"][0]["open"].pop(0)
    assert no_reason(canonical(story))
    assert problems(canonical(story))


def test_a_proof_has_no_hash_too_many_or_too_few(story):
    proof = story["cards"][0]["proof"]
    proof.append("00" * 32)
    both_refuse(story, r"^cards\[0\]")
    del proof[-2:]
    both_refuse(story, r"^cards\[0\]\.proof: too short")


def test_a_seat_cannot_take_anothers_receipt(story):
    story["seat"] = 4
    both_refuse(story, "cards: not what this seat may see")


def test_another_key_is_caught(story):
    story["key"] = Keyring().table.public_key().public_bytes_raw().hex()
    both_refuse(story, r"log\.entries\[0\], log\.signs\[0\]")


def test_a_reshuffle_that_returns_a_card_twice_is_caught(table):
    hand = play_draw(table.commit(1), range(1, 7))
    made = receipt(hand, table.log.public_key, 6)
    made["log"]["entries"][3]["discards"][1] = made["log"]["entries"][3]["discards"][0]
    log = Log(table.name, table.keys.table)
    made["log"]["signs"] = [log.append(e).signature.hex() for e in made["log"]["entries"]]
    both_refuse(made, r"log\.entries\[3\]: a card went back wrongly")
