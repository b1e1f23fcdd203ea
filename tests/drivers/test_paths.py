"""Sockets named by a path: a pty behind a link, a FIFO with the kernel's own records."""

import asyncio
import os
import pty

import pytest

from drivers import input_pipe
from drivers.card_reader import Listening
from drivers.fault import Fault
from drivers.hotplug import Plugged, Unplugged
from drivers.input_pipe import EVENT, PipeCardReader, open_reader
from drivers.paths import PathWatch
from drivers.readers import Readers
from drivers.sockets import Place, Sockets
from drivers.track_decoder import BadSwipe, Swipe
from lab.twins.card_reader import FifoCardReader, events
from lab.twins.station import until

T2 = "9900000000012345=123456789012"


def test_a_link_to_a_pty_is_plugged_moved_and_unplugged(tmp_path):
    name = tmp_path / "station-1"
    watch = PathWatch(Sockets({str(name): Place("station", 1), "usb-2": Place("station", 2)}))
    assert watch.look() == []
    (one, first), (two, second) = pty.openpty(), pty.openpty()
    paths = [os.ttyname(first), os.ttyname(second)]

    name.symlink_to(paths[0])
    assert watch.look() == [Plugged("tty", str(name), paths[0])]
    assert watch.look() == []
    name.unlink()
    name.symlink_to(paths[1])
    assert watch.look() == [
        Unplugged("tty", str(name), paths[0]),
        Plugged("tty", str(name), paths[1]),
    ]
    for fd in (one, first, two, second):
        os.close(fd)
    assert watch.look() == [Unplugged("tty", str(name), paths[1])]


def test_swipes_through_a_fifo_until_it_is_taken_away(tmp_path):
    async def run() -> None:
        twin = FifoCardReader(tmp_path / "reader")
        reader = open_reader(3, str(twin.path))
        assert isinstance(reader, PipeCardReader)
        swipes = reader.swipes()
        assert await anext(swipes) == Listening()
        twin.type(f"%B123^A/B^2912?;{T2}?\n")
        assert await anext(swipes) == Swipe(track1="B123^A/B^2912", track2=T2)
        twin.type(";12345")
        assert await anext(swipes) == BadSwipe("partial")
        twin.unplug()
        with pytest.raises(Fault, match="seat 3 was unplugged"):
            await anext(swipes)

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_long_swipe_that_is_read_late_is_whole_all_the_same(tmp_path):
    async def run() -> None:
        twin = FifoCardReader(tmp_path / "reader")
        swipes = open_reader(3, str(twin.path)).swipes()
        assert await anext(swipes) == Listening()
        twin.type(f"%B123^A/B^2912?;{T2}?\n", ago_s=9.0)
        assert await anext(swipes) == Swipe(track1="B123^A/B^2912", track2=T2)
        await swipes.aclose()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_record_in_two_pieces_and_a_pty(tmp_path, monkeypatch):
    monkeypatch.setattr(input_pipe, "LATE_S", 30.0)  # however long the pieces take

    async def run() -> None:
        near, far = pty.openpty()
        reader = open_reader(1, os.ttyname(far))
        swipes = reader.swipes()
        assert await anext(swipes) == Listening()
        data = events(f";{T2}?\n")
        found = asyncio.create_task(anext(swipes))
        for at in range(0, len(data), EVENT.size + 7):
            os.write(near, data[at : at + EVENT.size + 7])
            await asyncio.sleep(0)
        assert await found == Swipe(track2=T2)
        os.close(near)
        os.close(far)
        with pytest.raises(Fault, match="seat 1 was unplugged"):
            await anext(swipes)

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_reader_that_comes_back_is_told(tmp_path):
    place, told = Place("reader", 2), []
    twin = FifoCardReader(tmp_path / "reader")
    sockets = Sockets({str(twin.path): place})

    async def run() -> None:
        readers, watch = Readers(sockets, lambda *one: told.append(one[1])), PathWatch(sockets)

        async def follow() -> None:
            async for event in watch.events():
                readers.changed(event)

        following = asyncio.create_task(follow())
        assert await until(lambda: Listening() in told)
        twin.unplug()
        assert await until(lambda: isinstance(told[-1], Fault))
        twin.plug()
        assert await until(lambda: told[-1] == Listening())
        twin.type(f";{T2}?\n")
        assert await until(lambda: told[-1] == Swipe(track2=T2))
        following.cancel()
        readers.close()

    asyncio.run(asyncio.wait_for(run(), 30))
