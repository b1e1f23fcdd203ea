"""A card reader whose key events come through a FIFO or a pty instead of /dev/input.

The bytes are the kernel's own `struct input_event`, times by the monotonic clock, so the same
decoder is fed. Its twin, which writes swipes, is in lab/twins/card_reader.py.
"""

import asyncio
import os
import stat
import struct
import time
import tty
from collections.abc import AsyncIterator
from contextlib import suppress

from drivers.card_reader import (
    LATE_S,
    CardReader,
    EvdevCardReader,
    Listening,
    reader_unplugged,
)
from drivers.track_decoder import BadSwipe, Family, Key, Swipe, TrackDecoder

EVENT = struct.Struct("llHHi")  # seconds, microseconds, type, code, value
READ_BYTES = 65_536  # all that a FIFO holds: a swipe that waited is read as a whole
LOOK_S = 0.25


class PipeCardReader:
    def __init__(self, seat: int, path: str, family: Family | None = None) -> None:
        self.seat, self.path, self._decoder = seat, path, TrackDecoder(family)
        self._fd = _open(seat, path)
        self._rest = b""

    async def swipes(self) -> AsyncIterator[Swipe | BadSwipe | Listening]:
        loop, news = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._fd, news.set)
        try:
            yield Listening()
            while self._still_there():
                wait_s = self._decoder.wake_at() + LATE_S - time.monotonic()
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(wait_s, LOOK_S)):
                        await news.wait()
                news.clear()
                for swipe in self._more():
                    yield swipe
        except OSError as gone:
            raise reader_unplugged(self.seat) from gone
        finally:
            loop.remove_reader(self._fd)
            os.close(self._fd)
        raise reader_unplugged(self.seat)

    def _more(self) -> list[Swipe | BadSwipe]:
        found = [swipe for key in self._read() for swipe in self._decoder.feed(key)]
        return found + self._decoder.tick(time.monotonic() - LATE_S)

    def _read(self) -> list[Key]:
        try:
            data = self._rest + os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return []
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        return [
            Key(kind, code, value, sec + usec / 1e6)
            for sec, usec, kind, code, value in EVENT.iter_unpack(data[:whole])
        ]

    def _still_there(self) -> bool:
        """A FIFO has no cable: it is pulled by taking its name away."""
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._fd))
        except OSError:
            return False


def _open(seat: int, path: str) -> int:
    """For writing too, or a FIFO would end with its first writer."""
    try:
        fd = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        if os.isatty(fd):
            tty.setraw(fd)
    except OSError as gone:
        raise reader_unplugged(seat) from gone
    return fd


def open_reader(seat: int, path: str) -> CardReader:
    """The kernel's own devices are grabbed; anything else is read as it is."""
    real = os.path.realpath(path)
    with suppress(OSError):
        if not real.startswith("/dev/input/") or not stat.S_ISCHR(os.stat(real).st_mode):
            return PipeCardReader(seat, path)
    return EvdevCardReader(seat, path)
