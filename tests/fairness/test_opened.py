"""A hand that is over, opened by the keyholders: the cards that were dealt, or nothing."""

import pytest

from drivers.entropy import KernelNoise
from firmware.fairness import keyholder
from firmware.fairness.demonstration import Shuffler, play_draw, play_holdem, play_stud
from firmware.fairness.hand import Hand
from firmware.fairness.opened import Alone, OpenedHand, Together, seeds_of
from firmware.fairness.seal import Boxes, Unopened
from firmware.fairness.verify import Wrong

SEATS = range(1, 6)
PLAYED = {
    "hold'em": lambda hand: play_holdem(hand, SEATS, shown=(1, 2)),
    "stud": lambda hand: play_stud(hand, SEATS),
    "a reshuffle": lambda hand: play_draw(hand, SEATS),
}


@pytest.fixture(scope="module")
def shuffler():
    made = Shuffler(KernelNoise(), True)
    yield made
    made.close()


@pytest.fixture(params=PLAYED)
def hand(shuffler, request) -> Hand:
    number = 1 + [*PLAYED].index(request.param)
    hand = shuffler.commit(number)
    PLAYED[request.param](hand)
    return hand


def opened(hand: Hand, keys) -> OpenedHand:
    return OpenedHand(hand.entries, seeds_of(hand.entries[0], hand.boxes, keys))


def test_both_halves_or_the_key_outside_give_the_cards_that_were_dealt(shuffler, hand):
    ring = shuffler.keys
    dealt = {seat: [(d.number, d.card) for d in hand.dealt if d.to == seat] for seat in SEATS}
    assert all(dealt.values())
    for keys in (Together(ring.manager, ring.house_auditor), Alone(ring.auditor)):
        found = opened(hand, keys)
        assert {seat: found.of_seat(seat) for seat in SEATS} == dealt


def test_one_half_is_nothing(shuffler, hand):
    ring = shuffler.keys
    manager, auditor = ring.manager, ring.house_auditor
    twice = Together(manager, manager), Together(auditor, manager)
    for keys in (*twice, Alone(manager), Alone(auditor)):
        with pytest.raises(Unopened):
            opened(hand, keys)


def test_boxes_of_another_hand_are_told_from_these(shuffler, hand):
    ring = shuffler.keys
    boxes = Boxes(hand.boxes.auditor, hand.boxes.manager, hand.boxes.auditor)
    with pytest.raises(Wrong, match="not those that were committed to"):
        seeds_of(hand.entries[0], boxes, Alone(ring.auditor))


def test_seeds_that_do_not_open_to_the_seal_are_refused(shuffler, hand):
    """A house that boxed other seeds than it dealt from is found out by the first look."""
    with pytest.raises(Wrong, match="does not open to the seal"):
        OpenedHand(hand.entries, [bytes(32)] * len(hand.entries[0]["roots"]))


def test_a_key_is_read_with_its_passphrase_and_replaces_none(tmp_path):
    path = tmp_path / "manager.pem"
    with pytest.raises(keyholder.NoKey, match="12 letters"):
        keyholder.make(path, "eleven sign")
    assert not path.exists()
    public = keyholder.make(path, "four words and a fish")
    assert path.stat().st_mode & 0o777 == 0o600
    assert keyholder.make(tmp_path / "other.pem", "twelve signs") != public
    key = keyholder.read(path, "four words and a fish")
    assert key.public_key().public_bytes_raw().hex() == public
    with pytest.raises(keyholder.NoKey, match="never replaces"):
        keyholder.make(path, "four words and a fish")
    for wrong in ("four words and a dog", ""):
        with pytest.raises(keyholder.NoKey, match="does not open"):
            keyholder.read(path, wrong)
    with pytest.raises(keyholder.NoKey, match="There is no key"):
        keyholder.read(tmp_path / "none", "x")
    (tmp_path / "scrap").write_bytes(b"\xff\0 no key")
    with pytest.raises(keyholder.NoKey, match="does not open"):
        keyholder.read(tmp_path / "scrap", "x")
