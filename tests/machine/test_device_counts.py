"""What devices have been through, told to a desk: numbers, and nothing that was said."""

from types import SimpleNamespace

from msgspec.structs import replace

from drivers.link.round_trip import RoundTrip
from drivers.link.tally import Tally
from drivers.sockets import Place
from drivers.track_decoder import BadSwipe, Swipe
from firmware.machine.device_counts import MINUTE_S, DeviceCounts
from firmware.screens.protocol.devices import Noise, Reader, ShowDevices, Wire

SEAT_7, READER_7 = Place("station", 7), Place("reader", 7)


def link() -> SimpleNamespace:
    tally = Tally(frames=90, noise=2, unreadable=1, sent=40, resent=3, began=2, replayed=1)
    peer = SimpleNamespace(name="Station 7")
    return SimpleNamespace(up=True, peer=peer, round_trip=RoundTrip(), counted=lambda: tally)


def counts(one: SimpleNamespace) -> DeviceCounts:
    screens = SimpleNamespace(links={SEAT_7: one}, ports={SEAT_7: None})
    return DeviceCounts(screens, SimpleNamespace(links={}, ports={}), [READER_7], 500, 0.0)


def test_a_wire_and_a_reader_are_told_by_their_seat():
    there = link()
    there.round_trip.heard(0.012, 0)
    found = counts(there)
    found.silent(SEAT_7)
    found.listens(READER_7, True)
    found.swiped(READER_7, Swipe(track2="4=1"))
    found.swiped(READER_7, BadSwipe("parity"))
    told = found.told(ShowDevices("look"), 900, Noise())
    (wire,) = told.wires
    assert replace(wire, took=()) == Wire(
        "seat 7", "up", "Station 7", 12, 90, 3, 40, 3, silences=1, sessions=2, forged=1, took_ms=12
    )
    assert sum(wire.took) == 1, "one answer, in its bucket"
    assert told.readers == (Reader(7, True, 1, 1),)
    assert (told.at, told.began_at) == (900, 500)


def test_each_minute_keeps_its_worst_round_trip():
    there = link()
    found = counts(there)
    for minute, worst in enumerate((0.004, 0.312, 0.005), 1):
        there.round_trip.heard(worst, 0)
        there.round_trip.heard(0.002, 0)
        found.turned(minute * MINUTE_S)
        found.turned(minute * MINUTE_S + 1)
    assert found.told(ShowDevices("look", "seat 7"), 0, Noise()).minutes == (4, 312, 5)
    assert found.told(ShowDevices("look", "seat 99"), 0, Noise()).minutes == ()
