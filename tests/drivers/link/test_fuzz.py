"""Random and mutated frames at each layer: nothing escapes, nothing changes, nothing grows.

REQ-R31: input validated for logic and sequence: typed decode, sequence numbers.
"""

import os
import tracemalloc
from collections.abc import Iterator

import pytest

from drivers.link.frames import FRAME_BYTES_MAX, Unpacker, pack
from drivers.link.happenings import Arrived
from drivers.link.inbox import Broken
from drivers.link.messages import Unreadable
from drivers.link.outbox import WINDOW_BYTES
from drivers.link.pairing import Pairing as Pair
from drivers.link.session import Session
from lab.faults import fuzz
from lab.twins.pair import Pairing, Said, Shown, controller_codec, new_wire, screen_codec
from lab.twins.wire import Wire
from tests.drivers.link.held import held_bytes

RUNS = [
    pytest.param(100_000, id="100,000"),
    pytest.param(1_000_000, id="million", marks=pytest.mark.soak),
]
fuzzed = pytest.mark.parametrize("number", RUNS)
SEED = int(os.environ.get("FUZZ_SEED", "1"))


def recorded() -> tuple[Wire, list[bytes], list[bytes]]:
    """A link that is up and quiet, and the frames of both ends so far."""
    wire, up, down = new_wire(1), [], []
    wire.a.tap, wire.b.tap = up.append, down.append
    wire.run(0.5)
    for number in range(3):
        wire.a.link.send(Said(number, b"a touch"))
        wire.b.link.show(Shown(number, b"a view"))
        wire.run(wire.now_s + 0.3)
    wire.a.told.clear(), wire.b.told.clear()
    return wire, up, down


def state(wire: Wire) -> list:
    return [
        (link.up, link.peer, link._session.inbox.__dict__ | {}, link._session.outbox.backlog_bytes)
        for link in (wire.a.link, wire.b.link)
    ]


def payloads(frames: list[bytes]) -> list[bytes]:
    return [one for one in Unpacker().feed(b"".join(frames)) if isinstance(one, bytes)]


@fuzzed
def test_bytes_on_the_wire(number):
    """Layer 1: the port's bytes, with noise and broken frames in them."""
    wire, up, down = recorded()
    before = repr(state(wire))
    for data in fuzz.frames(SEED, up + down, number):
        wire.inject(wire.b, data)
        wire.inject(wire.a, data)

    assert repr(state(wire)) == before
    assert wire.a.told == wire.b.told == []
    assert len(wire.a.link._unpacker._tail) <= FRAME_BYTES_MAX


@fuzzed
def test_whole_frames_with_wrong_content(number):
    """Layer 2: frames with a good checksum, so that keys and seals must refuse them."""
    wire, _, down = recorded()
    unheard = [wire.a.link.keying.channel.seal(bytes([1] * 5)) for _ in range(16)]
    samples = unheard + payloads(down)[-4:]  # the handshake is in its own test
    before = repr(state(wire))
    for payload in fuzz.frames(SEED, samples, number):
        wire.inject(wire.b, pack(payload))
    grown = memory_grown(wire, fuzz.frames(SEED + 1, samples, 5_000))

    tally = wire.b.link.counted()
    assert repr(state(wire)) == before
    assert wire.b.told == []
    assert tally.forged > number // 10
    assert tally.reflected > number // 20
    assert grown < 100_000
    wire.a.link.send(Said(9))
    wire.run(wire.now_s + 1.0)
    assert wire.b.told == [Arrived(Said(9))]


def memory_grown(wire: Wire, payloads: Iterator[bytes]) -> int:
    tracemalloc.start()
    started = tracemalloc.get_traced_memory()[0]
    for payload in payloads:
        wire.inject(wire.b, pack(payload))
    grown = tracemalloc.get_traced_memory()[0] - started
    tracemalloc.stop()
    return grown


@pytest.mark.parametrize("number", [2_000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_handshakes_with_wrong_content(number):
    """Each costs the controller elliptic-curve work; none may cost it its session."""
    wire, up, down = recorded()
    steps = [payloads(up)[0], payloads(down)[0]]
    before = repr(state(wire))
    for payload in fuzz.frames(SEED, steps, number):
        wire.inject(wire.b, pack(payload))
        wire.inject(wire.a, pack(payload))

    assert repr(state(wire)) == before
    wire.run(wire.now_s + 1.0)
    assert wire.a.told == wire.b.told == []


@fuzzed
def test_packets_of_a_session(number):
    """Layer 3, as if the seal were broken: a packet that is refused changes nothing, and memory
    stays within the window whatever is taken."""
    a, b = Session(0.0), Session(0.0)
    a.send(b"one"), a.send(bytes(300))
    samples = [packet for n in range(5) if (packet := a.packet(n * 0.2))]
    for at, packet in enumerate(fuzz.frames(SEED, samples, number)):
        heard, refused = b.inbox.heard(), b.refused
        try:
            b.receive(packet, at * 0.001)
        except Broken:  # an oversized message; the link drops the session
            b = Session(0.0)
            continue
        if b.refused > refused:
            assert b.inbox.heard() == heard
        assert held_bytes(b.inbox) <= 2 * WINDOW_BYTES + 40_000
        b.packet(at * 0.001)


@fuzzed
def test_messages_of_a_peer(number):
    """Layer 4: what a proven peer may say."""
    words, refused = controller_codec(), 0
    samples = [screen_codec().write(Said(n, b"raise to 500")) for n in (1, 300, 70_000)]
    samples.append(screen_codec().write_hello())
    for text in fuzz.frames(SEED, samples, number):
        try:
            assert isinstance(words.read(text), Said)
        except Unreadable:
            refused += 1
        try:
            words.misfit(words.read_hello(text))
        except Unreadable:
            refused += 1
    assert refused > number


@fuzzed
def test_pairing_frames(number):
    """A technician opened the pairing; nobody but the true other end can finish it."""
    people = Pairing(1)
    table = Pair("controller", people.table, "controller", "Table", 0.0, people.entropy)
    screen = Pair("screen", people.station, "station", "One", 0.0, people.entropy)
    samples = payloads([screen.outgoing(0.0), table._frame(2, table._card)])
    told = []
    for payload in fuzz.frames(SEED, samples, number):
        told += table.receive(pack(payload), 0.0)
        table.outgoing(0.0)
    assert not any(type(one).__name__ == "Paired" for one in told)
    assert len(told) <= 1
