"""The session alone: no keys, no frames, two ends and a few packets."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.link.inbox import Inbox
from drivers.link.packets import Piece, unwrap
from drivers.link.round_trip import LINE_S_PER_BYTE, WAIT_S_MIN, RoundTrip
from drivers.link.session import HEARTBEAT_S, Session


def test_messages_sent_together_travel_together():
    a, b = Session(0.0), Session(0.0)
    a.send(b"one"), a.send(b"two")
    packet = a.packet(0.0)

    assert b.receive(packet, 0.01) == [b"one", b"two"]
    assert a.packet(0.0) is None


def test_an_answer_carries_the_acknowledgement_and_no_other_packet_is_spent():
    a, b = Session(0.0), Session(0.0)
    a.send(b"intent")
    b.receive(a.packet(0.0), 0.01)
    b.send(b"view")
    a.receive(b.packet(0.01), 0.02)

    assert a.outbox.backlog_bytes == 0
    assert b.packet(0.05) is None


def test_a_lost_packet_is_sent_again_as_soon_as_a_later_one_is_heard():
    a, b = Session(0.0), Session(0.0)
    a.send(b"first")
    a.packet(0.0)  # lost
    a.send(b"second")
    assert b.receive(a.packet(0.0), 0.01) == []
    a.receive(b.packet(0.01), 0.011)

    assert b.receive(a.packet(0.011), 0.012) == [b"first", b"second"]


@given(st.lists(st.binary(max_size=80), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_any_order_and_any_doubling_gives_the_same_messages(messages, rng):
    a, b = Session(0.0), Session(0.0)
    packets = []
    for message in messages[:8]:
        a.send(message)
        packets.append(a.packet(0.0))
    shuffled = packets + rng.choices(packets, k=3)
    rng.shuffle(shuffled)

    assert [one for packet in shuffled for one in b.receive(packet, 0.0)] == messages[:8]


def test_numbers_and_offsets_may_wrap_around():
    inbox, offset, got = Inbox(), 0, 0
    text = (98).to_bytes(2, "big") + bytes(98)
    for number in range(1, 70_000):
        piece = Piece(number & 0xFFFF, offset & 0xFFFF, text)
        assert inbox.wants(piece)
        got += len(inbox.add(piece))
        offset += len(text)
    assert got == 69_999
    assert inbox.heard().newest == 69_999


@given(st.integers(0, 1 << 40), st.integers(-30_000, 30_000))
def test_low_bits_name_the_nearest_number(near, step):
    number = near + step
    assert unwrap(number & 0xFFFF, near) == number


def test_a_heartbeat_every_tenth_of_a_second_when_there_is_nothing_to_say():
    session, beats = Session(0.0), 0
    for n in range(1001):
        beats += session.packet(n * 0.01) is not None
    assert 95 <= beats <= 101
    assert session.wake_at() <= 10.0 + HEARTBEAT_S


def test_patience_follows_the_wire():
    trip = RoundTrip()
    for _ in range(100):
        trip.heard(0.004, 0)
    quick = trip.wait_s(0)
    for _ in range(100):
        trip.heard(0.2, 0)

    assert quick == WAIT_S_MIN
    assert 0.2 < trip.wait_s(0) < 0.4
    assert trip.wait_s(1000) - trip.wait_s(0) == 1000 * LINE_S_PER_BYTE


def test_patience_grows_without_an_answer_and_is_bounded():
    trip = RoundTrip()
    for _ in range(50):
        trip.unanswered()
    assert trip.wait_s(0) == 1.0
