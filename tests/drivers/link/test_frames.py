"""COBS + CRC-32: back in step at the next zero, never a guess."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.link.frames import FRAME_BYTES_MAX, Noise, Unpacker, pack

payloads = st.lists(st.binary(min_size=1, max_size=300), max_size=6)


@given(payloads, st.integers(1, 40))
def test_frames_come_back_however_the_port_cuts_them(payloads, cut):
    wire, unpacker = b"".join(map(pack, payloads)), Unpacker()

    found = [one for at in range(0, len(wire), cut) for one in unpacker.feed(wire[at : at + cut])]
    assert found == payloads


@given(st.binary(max_size=200), st.binary(min_size=1, max_size=200))
def test_after_any_noise_the_next_frame_but_one_is_whole(noise, payload):
    found = Unpacker().feed(noise + pack(b"lost, perhaps") + pack(payload))

    assert found[-1] == payload


@given(st.binary(min_size=1, max_size=200), st.data())
def test_a_spoilt_frame_is_noise_and_its_size_is_counted(payload, data):
    frame = bytearray(pack(payload))
    at = data.draw(st.integers(0, len(frame) - 2))
    frame[at] ^= data.draw(st.integers(1, 255))
    found = Unpacker().feed(bytes(frame))

    assert all(isinstance(one, Noise) for one in found)
    assert sum(one.size for one in found) >= len(frame) - 2


def test_no_zero_inside_and_at_most_one_byte_in_254_more():
    frame = pack(bytes(1000))

    assert frame.index(0) == len(frame) - 1
    assert len(frame) <= 1000 + 4 + 2 + 1000 // 254


def test_an_endless_frame_is_noise_in_bounded_memory():
    unpacker = Unpacker()
    found = [one for _ in range(1000) for one in unpacker.feed(b"\x55" * 100)]

    assert sum(one.size for one in found) > 90_000
    assert len(unpacker._tail) <= FRAME_BYTES_MAX
