"""The cage's encoder: write, read back, verify, over a pty that speaks as the MSR605 does."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.card_encoder import SerialCardEncoder
from drivers.fault import Fault
from drivers.msr605 import READ, Reply, ReplyReader, Tracks, fits, write_request
from lab.twins.card_encoder import EncoderTwin
from lab.twins.station import until

T2 = "9900000000012345=123456789012"
CARD = Tracks(track2=T2)


def test_requests_as_the_programmers_manual_prints_them():
    """MSR605 Programmer's Manual, command `ESC w`: its own example, byte for byte."""
    request = write_request(Tracks("ABC123", "12345", "12345"))
    assert request.hex() == "1b771b731b014142433132331b0231323334351b0331323334353f1c"
    assert READ.hex() == "1b72"


def test_replies_with_empty_and_unreadable_tracks():
    reader = ReplyReader()
    told = reader.feed(b"\x1bs\x1b\x01%ABC?\x1b\x02;123?\x1b\x03\x1b+?\x1c\x1b0")
    assert told == Reply("0", Tracks("ABC", "123"))

    told = reader.feed(b"\x1bs\x1b\x01\x1b*\x1b\x02;123?\x1b\x03\x1b+?\x1c\x1b1")
    assert told == Reply("1", Tracks(track2="123"), unreadable=(1,))
    assert told.words == "the stripe could not be written or read"


@given(st.integers(1, 7))
def test_a_reply_cut_anywhere_by_the_port_is_the_same_reply(cut):
    wire, reader = b"\x1bs\x1b\x01%ABC?\x1b\x02;12345?\x1b\x03;77?" + b"?\x1c\x1b0", ReplyReader()
    found = [reader.feed(wire[at : at + cut]) for at in range(0, len(wire), cut)]
    assert [one for one in found if one] == [Reply("0", Tracks("ABC", "12345", "77"))]


@given(st.lists(st.binary(max_size=60), max_size=30))
def test_no_bytes_ever_raise(chunks):
    reader = ReplyReader()
    for chunk in chunks:
        reader.feed(chunk)
    assert len(reader._data) <= 512


@pytest.mark.parametrize("text", ["", "12?", ";12", "ABC", "1" * 38, "1\x1b2"])
def test_what_a_track_cannot_hold_is_our_mistake(text):
    assert not fits(2, text)
    with pytest.raises(AssertionError):
        write_request(Tracks(track2=text))


def desk(work):
    async def run():
        twin = EncoderTwin()
        encoder = SerialCardEncoder(twin.path, swipe_s=20.0)
        await encoder.start()
        try:
            return await work(twin, encoder)
        finally:
            encoder.close()
            twin.unplug()

    return asyncio.run(asyncio.wait_for(run(), 30))


async def swiped(twin: EncoderTwin, work) -> object:
    task = asyncio.create_task(work)
    assert await until(lambda: twin.asked)
    twin.swipe()
    return await task


def test_a_card_is_written_read_back_and_verified():
    async def work(twin, encoder):
        await make_card(twin, encoder)
        assert twin.card == {2: f";{T2}?".encode()}
        assert await swiped(twin, encoder.read()) == CARD

    desk(work)


async def make_card(twin: EncoderTwin, encoder: SerialCardEncoder) -> None:
    await swiped(twin, encoder.write(CARD))
    await swiped(twin, encoder.verify(CARD))


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ({"status": b"1"}, "could not be written"),
        ({"status": b"9"}, "swiped the wrong way"),
        ({"weak": True}, "does not hold what was written"),
        ({"unreadable": {2}}, "a track cannot be read"),
    ],
)
def test_each_failure_is_told_and_no_card_counts_as_made(trouble, words):
    async def work(twin, encoder):
        vars(twin).update(trouble)
        with pytest.raises(Fault, match=words):
            await make_card(twin, encoder)

    desk(work)


def test_no_card_swiped_ends_the_request_at_the_encoder_too():
    async def work(twin, encoder):
        encoder._swipe_s = 1.01
        with pytest.raises(Fault, match="no card was swiped"):
            await encoder.write(CARD)
        assert await until(lambda: not twin.asked)

    desk(work)


def test_an_encoder_that_is_not_there_or_says_nothing_is_a_fault():
    async def work(twin, encoder):
        twin.silent = True
        with pytest.raises(Fault, match="does not answer"):
            await encoder.start()

    desk(work)
    with pytest.raises(Fault, match="cannot be opened"):
        SerialCardEncoder("/dev/no-such-port")


def test_tracks_are_shown_by_no_repr():
    assert T2 not in repr(CARD) + repr(Reply("0", CARD)) + str(CARD)
