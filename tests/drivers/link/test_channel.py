"""Sealed packets: opened once; forged, replayed, reflected and cut ones refused and counted."""

import pytest

from drivers.link.channel import REPLAY_BITS, Channel
from drivers.link.frames import Unpacker, pack
from drivers.link.handshake import Keys
from lab.twins.pair import Pairing, Said, new_wire
from lab.twins.wire import Faults, Wire
from tests.drivers.link.held import held_bytes


@pytest.fixture
def ends() -> tuple[Channel, Channel]:
    one, two, name = bytes([1] * 32), bytes([2] * 32), bytes(32)
    return Channel(Keys(one, two, name), 0x20, 0x21), Channel(Keys(two, one, name), 0x21, 0x20)


def test_opened_once_in_any_order(ends):
    a, b = ends
    sealed = [a.seal(bytes([n])) for n in range(20)]

    for n in (3, 1, 2, 0, *range(4, 20)):
        assert b.open(sealed[n]) == bytes([n])
        assert b.open(sealed[n]) == "replayed"


def test_a_frame_older_than_the_memory_is_refused(ends):
    a, b = ends
    first, *rest = [a.seal(b"x") for _ in range(REPLAY_BITS + 1)]
    assert b.open(rest[-1]) == b"x"

    assert b.open(first) == "replayed"


def test_every_bit_and_every_length_counts(ends):
    a, b = ends
    sealed = a.seal(b"AsKs $500.00")
    for at in range(len(sealed)):
        for bit in range(8):
            assert b.open(sealed[:at] + bytes([sealed[at] ^ 1 << bit]) + sealed[at + 1 :]) in (
                "forged",
                "replayed",  # the count itself was changed to one out of reach
            )
        assert b.open(sealed[:at]) == "forged"
    assert b.open(sealed) == b"AsKs $500.00"


def test_a_reflected_frame_is_refused(ends):
    a, _ = ends
    assert a.open(a.seal(b"x")) == "forged"


def attacked() -> tuple[Wire, list[bytes]]:
    """A link that is up, and every frame that its screen has sent."""
    wire, frames = new_wire(1), []
    wire.a.tap = frames.append
    wire.run(1.0)
    wire.a.link.send(Said(1))
    wire.run(wire.now_s + 0.5)
    wire.b.told.clear()
    return wire, frames


def test_on_a_link_each_attack_is_counted_under_its_name_and_changes_nothing():
    wire, frames = attacked()
    before = state(wire)
    sealed = next(one for one in Unpacker().feed(frames[-1]))

    wire.inject(wire.b, frames[-1])
    wire.inject(wire.b, pack(sealed[:-1] + bytes([sealed[-1] ^ 1])))
    wire.inject(wire.b, pack(sealed[:4] + b"\xff" + sealed[5:]))
    wire.inject(wire.b, pack(sealed[:-8]))
    wire.inject(wire.a, frames[-1])
    wire.inject(wire.b, pack(b"\x20" + bytes(40)))
    wire.inject(wire.b, pack(b"\x77 what is this"))

    tally = wire.b.link.counted()
    assert (tally.replayed, tally.forged, tally.stale, tally.unknown) == (2, 2, 1, 1)
    assert wire.a.link.counted().reflected == 1
    assert wire.a.told[1:] == wire.b.told == []
    assert state(wire) == before


def state(wire: Wire) -> tuple:
    session = wire.b.link._session
    return wire.b.link.up, session.inbox.heard(), held_bytes(session.inbox), session.refused


def test_a_whole_conversation_replayed_later_says_nothing():
    wire, frames = attacked()
    for frame in frames:
        wire.inject(wire.b, frame)
    wire.run(wire.now_s + 1.0)

    assert wire.b.told == []
    assert wire.b.link.up


def test_a_stranger_is_named_once_and_not_heard():
    pairing, stranger = Pairing(1), Pairing(2)
    link = pairing.screen(me=stranger.station)
    wire = Wire(link, pairing.controller_end(), 1, Faults())
    link.send(Said(1))
    wire.run(3.0)

    assert [type(one).__name__ for one in wire.b.told] == ["Stranger"]
    assert wire.b.link.counted().strangers > 10
    assert not wire.a.link.up
