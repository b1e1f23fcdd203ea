"""What a station keeps for its player, and what a table can do with it: nothing."""

import json
from random import Random

import pytest

from firmware.fairness.keeping import OwnReceipts, boxed, packed, unpacked
from firmware.fairness.receipt import RAIL
from firmware.fairness.seal import Unopened, unseal
from firmware.fairness.station import StationLog
from lab.scenes.sealed import CUTTER, RECEIPTS

EVERYONES, OWN = RECEIPTS[RAIL], RECEIPTS[CUTTER]


def test_only_the_station_that_said_the_key_opens_the_box():
    his, anothers = OwnReceipts(), OwnReceipts()
    box = boxed(OWN, his.key)
    assert his.receipt(EVERYONES, box) == OWN
    assert anothers.receipt(EVERYONES, box) == EVERYONES


def test_whoever_leaves_takes_his_hands_with_him():
    station = OwnReceipts()
    station.sits("Lena")
    station.see(7, (1, 2))
    box = boxed(OWN, station.key)
    station.sits("Lena")
    assert (station.cards(7), station.receipt(EVERYONES, box)) == ((1, 2), OWN)
    station.sits("")
    assert (station.cards(7), station.receipt(EVERYONES, box)) == ((), EVERYONES)


def test_who_sits_down_in_the_place_of_another_has_none_of_his_hands():
    station = OwnReceipts()
    station.sits("Lena")
    station.see(7, (1, 2))
    box = boxed(OWN, station.key)
    station.sits("Mia")
    assert (station.cards(7), station.receipt(EVERYONES, box)) == ((), EVERYONES)


def test_ten_hands_are_kept_and_a_fold_forgets_none():
    station = OwnReceipts()
    for hand in range(1, 13):
        station.see(hand, (hand, hand + 1))
        station.see(hand, ())
    assert [hand for hand in range(1, 13) if station.cards(hand)] == [*range(3, 13)]


@pytest.mark.parametrize("key", [b"", b"short", bytes(32), b"\1" + bytes(31), bytes(33)])
def test_a_key_that_is_none_has_no_box(key):
    """Points of small order among them: no secret comes of these."""
    assert boxed(OWN, key) == b""


def test_a_box_of_one_hand_does_not_open_as_anothers():
    station = OwnReceipts()
    other = json.loads(json.dumps(EVERYONES))
    other["log"]["entries"][0]["hand"] += 1
    assert station.receipt(other, boxed(OWN, station.key)) == other


def test_its_length_says_nothing_about_the_cards():
    rng, station, lengths = Random(5), OwnReceipts(), set()
    for _ in range(200):
        some = json.loads(json.dumps(OWN))
        for layer in some["cards"]:
            for opened in layer["open"]:
                opened[1:] = rng.randrange(52), rng.randbytes(32).hex()
        lengths.add(len(boxed(some, station.key)))
    assert len(lengths) == 1


def test_a_table_that_sends_anything_is_doubted_in_words():
    bomb = packed({"stormdeck": 2, "x": "0" * (1 << 24)})
    for body in (b"x", b"\x78\x9c", bomb, packed({}), packed({"stormdeck": 2}), packed([1])):
        log = StationLog(7)
        log.read(body, b"")
        assert log.fault == log.proved.wrong != ""
        assert log.proved.codes == ()


def test_a_box_that_was_changed_opens_nothing():
    station = OwnReceipts()
    box = bytearray(boxed(OWN, station.key))
    box[-1] ^= 1
    with pytest.raises(Unopened):
        unseal(bytes(box), station._key, b"")
    assert station.receipt(EVERYONES, bytes(box)) == EVERYONES
    assert unpacked(packed(OWN) + bytes(99)) == OWN
