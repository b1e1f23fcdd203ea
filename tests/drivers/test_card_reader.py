"""The evdev reader: through real uinput where the machine has it, else with a device that acts."""

import asyncio
import errno
import os
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest

import drivers.card_reader as card_reader
from drivers.card_reader import EvdevCardReader, Listening, reader_unplugged
from drivers.fault import Fault
from drivers.hotplug import Plugged, Unplugged
from drivers.readers import Readers
from drivers.sockets import Place, Sockets
from drivers.track_decoder import BadSwipe, Swipe
from lab.twins.card_reader import ScriptedCardReader, UinputCardReader, typed
from lab.twins.station import until

T2 = "9900000000012345=123456789012"


class ActingDevice:
    """python-evdev's InputDevice, as far as we call it, over a pipe."""

    def __init__(self, path: str) -> None:
        self.fd, self._write = os.pipe()
        self.grabbed = self.closed = False
        self.down: list[list[int]] = [[30], [30], []]  # a key is held at first
        self.events: list = []
        self.broken = False

    def active_keys(self) -> list[int]:
        return self.down.pop(0) if self.down else []

    def grab(self) -> None:
        assert not self.down, "grabbed while a key was down"
        self.grabbed = True

    def say(self, *keys) -> None:
        self.events += keys
        os.write(self._write, b"x")

    def read(self):
        os.read(self.fd, 100)
        if self.broken:
            raise OSError(errno.ENODEV, "No such device")
        events, self.events = self.events, []
        for key in events:
            yield SimpleNamespace(
                type=key.kind,
                code=key.code,
                value=key.value,
                sec=int(key.at_s),
                usec=int(key.at_s % 1 * 1e6),
            )

    def close(self) -> None:
        self.closed = True
        os.close(self.fd), os.close(self._write)


@pytest.fixture
def acting(monkeypatch) -> list[ActingDevice]:
    made: list[ActingDevice] = []

    def make(path: str) -> ActingDevice:
        made.append(ActingDevice(path))
        return made[-1]

    monkeypatch.setattr(card_reader, "evdev", type("E", (), {"InputDevice": staticmethod(make)}))
    monkeypatch.setattr(card_reader.fcntl, "ioctl", lambda *_: None)
    return made


async def gather(swipes: AsyncIterator, number: int) -> list:
    found = []
    async for swipe in swipes:
        found.append(swipe)
        if len(found) == number:
            break
    return found


def test_grabs_when_no_key_is_down_reads_and_tells_of_the_cable(acting):
    async def run() -> None:
        reader = EvdevCardReader(3, "/dev/input/event9")
        swipes = reader.swipes()
        assert await anext(swipes) == Listening()
        assert acting[0].grabbed
        first = asyncio.create_task(anext(swipes))
        acting[0].say(*typed(f";{T2}?\n", at_s=100.0))
        assert await first == Swipe(track2=T2)
        acting[0].broken = True
        acting[0].say()
        with pytest.raises(Fault, match="seat 3 was unplugged"):
            await anext(swipes)
        assert acting[0].closed

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_swipe_that_stops_is_told_without_another_key(acting):
    async def run() -> list:
        swipes = EvdevCardReader(3, "/dev/input/event9").swipes()
        assert await anext(swipes) == Listening()
        assert acting[0].grabbed
        first = asyncio.create_task(anext(swipes))
        acting[0].say(*typed(f";{T2}", at_s=asyncio.get_running_loop().time()))
        return [await first]

    assert asyncio.run(asyncio.wait_for(run(), 30)) == [BadSwipe("partial")]


def test_without_evdev_one_clear_line(monkeypatch):
    monkeypatch.setattr(card_reader, "evdev", None)
    with pytest.raises(Fault, match=r"no python-evdev.*Install a C compiler"):
        EvdevCardReader(1, "/dev/input/event0")


def test_a_path_that_is_not_there_is_an_unplugged_reader():
    with pytest.raises(Fault, match=r"seat 1 was unplugged|no python-evdev"):
        EvdevCardReader(1, "/dev/input/event99999")


def test_readers_come_and_go_by_their_socket():
    """Plugged, swiped, unplugged, plugged again under another path: the seat stays the seat."""
    told, opened = [], []
    seat4 = Place("reader", 4)

    def opener(seat: int, path: str) -> ScriptedCardReader:
        opened.append((seat, path))
        return ScriptedCardReader(Swipe(track2=T2), reader_unplugged(seat))

    async def run() -> None:
        readers = Readers(Sockets({"usb-4": seat4}), lambda *one: told.append(one), opener)
        readers.changed(Plugged("input", "usb-4", "/dev/input/event7"))
        readers.changed(Plugged("input", "usb-9", "/dev/input/event8"))  # somebody's keyboard
        readers.changed(Plugged("tty", "usb-4", "/dev/ttyUSB0"))
        assert await until(lambda: len(told) == 2)
        readers.changed(Unplugged("input", "usb-4", "/dev/input/event7"))
        readers.changed(Plugged("input", "usb-4", "/dev/input/event12"))
        assert await until(lambda: len(told) == 4)
        readers.close()

    asyncio.run(run())
    assert opened == [(4, "/dev/input/event7"), (4, "/dev/input/event12")]
    assert [place for place, _ in told] == [seat4] * 4
    assert [type(one) for _, one in told] == [Swipe, Fault, Swipe, Fault]


@pytest.mark.skipif(not os.access("/dev/uinput", os.W_OK), reason="no /dev/uinput; make lab has it")
def test_through_real_evdev():
    async def run() -> list:
        twin = UinputCardReader("lab/reader/1")
        swipes = EvdevCardReader(1, twin.path).swipes()
        assert await anext(swipes) == Listening()
        first = asyncio.create_task(anext(swipes))
        twin.type(f";{T2}?\n")
        found = [await first]
        twin.unplug()
        with pytest.raises(Fault, match="unplugged"):
            await anext(swipes)
        return found

    assert asyncio.run(asyncio.wait_for(run(), 30)) == [Swipe(track2=T2)]
