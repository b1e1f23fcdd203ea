"""The magnetic reader at one seat, through evdev. Its twins are in lab/twins/card_reader.py."""

import asyncio
import errno
import fcntl
import os
import select
import struct
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Protocol

from msgspec import Struct

from drivers.fault import Fault
from drivers.track_decoder import BadSwipe, Family, Key, Swipe, TrackDecoder

try:
    import evdev
except ImportError:  # a desk without readers: everything but EvdevCardReader works
    evdev = None  # type: ignore[assignment]

EVIOCSCLOCKID = 0x400445A0
GRAB_WAIT_S, GRAB_TRIES = 0.05, 40
LATE_S = 0.3  # keys carry the kernel's time; on a busy machine they may reach us so much later


class Listening(Struct, frozen=True):
    """The reader is ours and is heard: said first, so that an earlier fault is known to be over."""


class CardReader(Protocol):
    def swipes(self) -> AsyncIterator[Swipe | BadSwipe | Listening]:
        """Swipes as they come; a Fault when the cable goes."""


class EvdevCardReader:
    """Read on a thread of its own: the kernel keeps 64 events, 20 ms of a swipe, and a busy loop
    would lose the rest."""

    def __init__(self, seat: int, path: str, family: Family | None = None) -> None:
        self.seat, self.path, self._decoder = seat, path, TrackDecoder(family)
        self._device = _open(seat, path)
        self._stop = os.eventfd(0)
        self._news = asyncio.Event()
        self._keys: list[Key] = []
        self._gone = False

    async def swipes(self) -> AsyncIterator[Swipe | BadSwipe | Listening]:
        thread: threading.Thread | None = None
        try:
            await self._grab()
            args = (asyncio.get_running_loop(),)
            thread = threading.Thread(target=self._listen, args=args, daemon=True)
            thread.start()
            yield Listening()
            while not self._gone:
                for swipe in await self._more():
                    yield swipe
        except OSError as gone:
            raise reader_unplugged(self.seat) from gone
        finally:
            self._close(thread)
        raise reader_unplugged(self.seat)

    async def _more(self) -> list[Swipe | BadSwipe]:
        wait_s = self._decoder.wake_at() + LATE_S - time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if wait_s == float("inf") else wait_s):
                await self._news.wait()
        self._news.clear()
        keys, self._keys = self._keys, []
        found = [swipe for key in keys for swipe in self._decoder.feed(key)]
        return found + self._decoder.tick(time.monotonic() - LATE_S)

    # On the thread

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """The kernel's error comes before udev's word: it alone means unplugged."""
        with suppress(RuntimeError):  # the loop has ended; so have we
            try:
                while self._stop not in select.select([self._device.fd, self._stop], [], [])[0]:
                    loop.call_soon_threadsafe(self._heard, self._read())
            except OSError:
                loop.call_soon_threadsafe(self._lost)

    def _read(self) -> list[Key]:
        return [
            Key(event.type, event.code, event.value, event.sec + event.usec / 1e6)
            for event in self._device.read()
        ]

    # On the loop

    def _heard(self, keys: list[Key]) -> None:
        self._keys += keys
        self._news.set()

    def _lost(self) -> None:
        self._gone = True
        self._news.set()

    async def _grab(self) -> None:
        """Only when no key is down, or the console keeps it pressed for ever."""
        for _ in range(GRAB_TRIES):
            if not self._device.active_keys():
                break
            await asyncio.sleep(GRAB_WAIT_S)
        try:
            self._device.grab()
        except OSError as busy:
            if busy.errno == errno.EBUSY:
                raise reader_busy(self.seat) from busy
            raise

    def _close(self, thread: threading.Thread | None) -> None:
        os.eventfd_write(self._stop, 1)
        if thread is not None:
            thread.join()
        os.close(self._stop)
        with suppress(OSError):
            self._device.close()  # lets go of the grab


def _open(seat: int, path: str) -> Any:
    if evdev is None:
        raise no_evdev()
    try:
        device = evdev.InputDevice(path)
        # The decoder's gaps must not depend on who sets the clock of the day.
        fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    except OSError as gone:
        raise reader_unplugged(seat) from gone
    return device


def reader_unplugged(seat: int) -> Fault:
    return Fault(
        name="READER_UNPLUGGED",
        happened=f"The card reader at seat {seat} was unplugged.",
        safe="The hand goes on and all chips are accounted for.",
        do=f"Plug it back in under seat {seat}; it wakes by itself.",
    )


def reader_busy(seat: int) -> Fault:
    return Fault(
        name="READER_BUSY",
        happened=f"Another program holds the card reader at seat {seat}.",
        safe="No swipe is read at this seat, and none is typed anywhere else by us.",
        do="End the other program, or restart the table.",
    )


def no_evdev() -> Fault:
    return Fault(
        name="NO_EVDEV",
        happened="This machine has no python-evdev, so no card reader can be read.",
        safe="Everything else works.",
        do="Install a C compiler and the kernel headers, or evdev-binary; then set up again.",
    )
