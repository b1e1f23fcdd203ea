"""Two ptys and a relay between them in a process of its own, paced as a serial line is.

For measuring: both ends may be any program, and the relay's work is nobody else's time.
"""

import os
import pty
import select
import time
import tty
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

TICK_S = 0.0004


class PacedRelay:
    """`byte_s` 0: at once. `path_a` and `path_b` are the two serial ports."""

    def __init__(self, byte_s: float) -> None:
        ends = [pty.openpty(), pty.openpty()]
        for _, slave in ends:
            tty.setraw(slave)
        self.path_a, self.path_b = (os.ttyname(slave) for _, slave in ends)
        self._ends = ends
        masters = [master for master, _ in ends]
        self._process: BaseProcess = get_context("fork").Process(
            target=_relay, args=(*masters, byte_s), daemon=True
        )
        self._process.start()

    def close(self) -> None:
        self._process.terminate()
        self._process.join()
        for pair in self._ends:
            for fd in pair:
                os.close(fd)


class _Line:
    """One direction: bytes leave it one after another, each after its time on the line."""

    def __init__(self, source: int, target: int, byte_s: float) -> None:
        self.source, self._target, self._byte_s = source, target, byte_s
        self._queue = b""
        self._began_s, self._sent = 0.0, 0

    def read(self) -> None:
        if not self._queue:
            self._began_s, self._sent = time.perf_counter(), 0
        self._queue += os.read(self.source, 4096)

    def deliver(self) -> None:
        if not self._queue:
            return
        if self._byte_s:
            due = int((time.perf_counter() - self._began_s) / self._byte_s) - self._sent
        else:
            due = len(self._queue)
        if due > 0:
            os.write(self._target, self._queue[:due])
            self._sent += min(due, len(self._queue))
            self._queue = self._queue[due:]

    @property
    def busy(self) -> bool:
        return bool(self._queue)


def _relay(a: int, b: int, byte_s: float) -> None:
    lines = [_Line(a, b, byte_s), _Line(b, a, byte_s)]
    while True:
        wait_s = TICK_S if any(line.busy for line in lines) else None
        ready, _, _ = select.select([a, b], [], [], wait_s)
        for line in lines:
            if line.source in ready:
                line.read()
            line.deliver()
