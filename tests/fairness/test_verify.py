"""The verifier passes what is true, and not a byte of it can be changed."""

import re

import pytest

from firmware.fairness import verify
from firmware.fairness.demonstration import play_draw, play_holdem, touch_all
from firmware.fairness.digest import canonical
from firmware.fairness.receipt import receipt
from firmware.games.cards import decks
from tests.fairness.refusing import no_reason
from tests.fairness.second_check import problems

pytestmark = pytest.mark.usefixtures("_sign_once")


@pytest.mark.parametrize("seat", [0, 1, 3, 6])
def test_an_honest_hand_passes_both_checks(table, seat):
    hand = play_holdem(table.commit(1), range(1, 7), shown=(1, 2))
    data = canonical(receipt(hand, table.log.public_key, seat))
    assert no_reason(data) == ""
    assert problems(data) == []


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_a_hand_with_a_reshuffle_passes_both_checks(table, seats):
    hand = play_draw(table.commit(1), range(1, seats + 1))
    for seat in (0, 1, seats):
        data = canonical(receipt(hand, table.log.public_key, seat))
        assert no_reason(data) == ""
        assert problems(data) == []


@pytest.mark.parametrize(
    "cards", [decks("52 + joker"), decks("40 + joker"), decks("32"), decks("36"), decks("52", 8)],
    ids=len,
)  # fmt: skip
def test_every_deck_passes_both_checks(table, cards):
    hand = play_holdem(table.commit(1, cards), range(1, 4), shown=(2,))
    data = canonical(receipt(hand, table.log.public_key, 1))
    assert no_reason(data) == ""
    assert problems(data) == []


@pytest.mark.parametrize("moment", ["committed", "sealed", "dealt"])
def test_a_void_hand_passes_and_says_so(table, moment):
    hand = table.commit(1)
    if moment != "committed":
        touch_all(hand, [1, 2])
    if moment == "dealt":
        hand.cut()
        hand.deal([1, 2, 1, 2])
    hand.void("A station failed.")
    data = canonical(receipt(hand, table.log.public_key, 1))
    assert problems(data) == []
    assert any("did not count: A station failed." in line for line in verify.Hand(data).words())


def test_a_hand_that_nobody_touched_passes_and_says_so(table):
    hand = table.commit(1)
    hand.close_window()
    hand.cut()
    hand.deal([1, 2])
    hand.finish()
    data = canonical(receipt(hand, table.log.public_key, 1))
    assert any("0 seats touched" in line for line in verify.Hand(data).words())


def test_the_words_name_the_cards_that_were_dealt(table):
    hand = play_holdem(table.commit(1, time=1_790_000_000), [1, 2, 3], shown=(2,))
    lines = "\n".join(verify.Hand(canonical(receipt(hand, table.log.public_key, 1))).words())
    mine = [verify.NAMES[dealt.card] for dealt in hand.dealt if dealt.to == 1]
    board = [verify.NAMES[dealt.card] for dealt in hand.dealt if dealt.to == 0]
    assert f"yours  {' '.join(mine)}" in lines
    assert f"board  {' '.join(board)}" in lines
    assert "Table Test 1, hand 1, 21 Sep 2026" in lines
    assert "SIMULATION" in lines


# --- every byte


@pytest.mark.parametrize("part", range(8))
def test_no_byte_can_be_changed(text, part):
    """One changed byte anywhere fails, and the verifier says where.

    The change keeps the byte's kind (a digit for a digit, a letter for a letter), so that it gets
    past the form and must be caught by what it says; the soak tries all 255 others.
    """
    for at in range(part, len(text), 8):
        changed = bytearray(text)
        changed[at] = alike(text[at])
        said = no_reason(bytes(changed))
        assert re.match(r"[\w.]+(\[\d+\])?[\w.\[\], ]*: \S", said), (at, said)


def alike(byte: int) -> int:
    for kind in (b"0123456789", b"abcdef", b"ghijklmnopqrstuvwxyz", b"[]{}", b'",:'):
        if byte in kind:
            return kind[(kind.index(byte) + 1) % len(kind)]
    return byte ^ 1


@pytest.mark.parametrize("mask", [0x01, 0x20, 0x80])
def test_no_bit_flip_slips_through_the_form(text, mask):
    """Every fifth byte, one bit each: case, spaces and control characters."""
    for at in range(mask & 7, len(text), 5):
        changed = bytearray(text)
        changed[at] ^= mask
        assert no_reason(bytes(changed)), at


def test_no_byte_can_be_added_or_lost(text):
    for at in range(0, len(text), 17):
        assert no_reason(text[:at] + text[at + 1 :])
        assert no_reason(text[:at] + b" " + text[at:])
        assert no_reason(text[:at])


@pytest.mark.soak
@pytest.mark.parametrize("part", range(64))
def test_soak_every_byte_in_all_255_ways(text, part):
    for at in range(part, len(text), 64):
        for mask in range(1, 256):
            changed = bytearray(text)
            changed[at] ^= mask
            assert no_reason(bytes(changed)), (at, mask)
