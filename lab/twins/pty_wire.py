"""A wire of real ptys on the event loop: the kernel's serial ports, with faults and a sniffer.

Two ptys, one for each end, and a relay between them that paces, spoils, stops or pulls. A cable
that is put back has new paths, as in life.
"""

import asyncio
import os
import pty
import time
import tty
from contextlib import suppress
from random import Random

from lab.twins.wire import Faults, Spoiler


class _Half:
    """One end's pty: `path` for the program, `fd` for the relay."""

    def __init__(self) -> None:
        self.fd, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self.fd, False)
        self.path = os.ttyname(slave)
        self._slave: int | None = slave
        self.free_s = 0.0

    def close(self) -> None:
        for fd in (self.fd, self._slave):
            if fd is not None:
                with suppress(OSError):
                    os.close(fd)
        self._slave = None


class PtyWire:
    """`byte_s`: seconds a byte; 0 for as fast as it goes. Set `half_open`, `frozen` at will."""

    def __init__(self, byte_s: float = 0.0, faults: Faults | None = None, seed: int = 1) -> None:
        self._loop = asyncio.get_running_loop()
        self._byte_s = byte_s
        self._spoiler = Spoiler(Random(seed), faults or Faults(delay_s=0.0))
        self.sniffed = bytearray()
        self.half_open = self.frozen = False
        self.stamps: list[tuple[int, bool, int]] | None = None  # read: when, at end a, bytes
        self._a, self._b = _Half(), _Half()
        self._listen()

    @property
    def path_a(self) -> str:
        return self._a.path

    @property
    def path_b(self) -> str:
        return self._b.path

    def _listen(self) -> None:
        self._loop.add_reader(self._a.fd, self._relay, self._a, self._b)
        self._loop.add_reader(self._b.fd, self._relay, self._b, self._a)

    def _relay(self, source: _Half, target: _Half) -> None:
        try:
            data = os.read(source.fd, 4096)
        except OSError:
            return
        self.sniffed += data
        if self.stamps is not None:
            self.stamps.append((time.monotonic_ns(), source is self._a, len(data)))
        if self.frozen or (self.half_open and source is self._a):
            return
        for late_s, chunk in self._spoiler.spoil(data):
            self._pace(target, chunk, late_s + self._spoiler.faults.delay_s)

    def _pace(self, target: _Half, chunk: bytes, late_s: float) -> None:
        now_s = self._loop.time()
        target.free_s = max(target.free_s, now_s) + len(chunk) * self._byte_s
        if target.free_s + late_s <= now_s:
            self._put(target, chunk)
        else:
            self._loop.call_at(target.free_s + late_s, self._put, target, chunk)

    def _put(self, target: _Half, chunk: bytes) -> None:
        with suppress(OSError):  # pulled meanwhile, or nobody reads: bytes are lost, as on a wire
            os.write(target.fd, chunk)

    def spoil(self, faults: Faults) -> None:
        """From now on."""
        self._spoiler = Spoiler(self._spoiler.rng, faults)

    def flood(self, data: bytes) -> None:
        """Somebody babbles into end b."""
        self._put(self._b, data)

    def pull(self) -> None:
        for half in (self._a, self._b):
            self._loop.remove_reader(half.fd)
            half.close()

    def put_back(self) -> None:
        self._a, self._b = _Half(), _Half()
        self._listen()

    def close(self) -> None:
        self.pull()
