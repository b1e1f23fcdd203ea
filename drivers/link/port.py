"""A serial port on the event loop: carries bytes between pyserial and a link, and keeps its time.

It asks the link for the next frame only when the port has room: nothing piles up behind a wire
that does not drain, and what goes out is always the newest. On any error it closes and says so;
whoever owns it opens another (hot-plug names the new path).
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import Any, Protocol

import serial

from drivers.budget import Budget
from drivers.fault import Fault

BAUD = 115_200
READ_BYTES = 512  # at most so much from one port before the others have their turn
LINE_BYTES_S = BAUD / 10  # a station's real line carries no more
BURST_BYTES = 2048  # what may have piled up while we were away
SLOW_BYTES_S, SLOW_S = 1500, 10.0  # of who said too much: its heartbeat still comes through
CALM_S = 0.001  # timers closer than this are one


class Talker(Protocol):
    """A Link or a Pairing."""

    def receive(self, data: bytes, now_s: float) -> Sequence[Any]: ...
    def tick(self, now_s: float) -> Sequence[Any]: ...
    def outgoing(self, now_s: float) -> bytes: ...
    def wake_at(self) -> float: ...
    def plugged(self, now_s: float) -> None: ...
    def unplugged(self, now_s: float) -> Sequence[Any]: ...


class Port:
    """Anything with a descriptor that never blocks. `tell` hears every happening, on the loop's
    thread; `release` closes the descriptor."""

    def __init__(
        self, fd: int, talker: Talker, tell: Callable[[Any], None], release: Callable[[], None],
        bytes_s: float = inf,
    ) -> None:  # fmt: skip
        """`bytes_s`: no more is read; who says more waits, and nobody waits for him."""
        self._fd, self.talker, self._tell, self._release = fd, talker, tell, release
        self._budget, self._bytes_s, self._slow_until_s = Budget(BURST_BYTES, bytes_s), bytes_s, 0.0
        self._loop = asyncio.get_running_loop()
        self._rest = b""
        self._writing = False
        self._timer: asyncio.TimerHandle | None = None
        self._gone: asyncio.Future[str] = self._loop.create_future()
        talker.plugged(self._loop.time())
        self._listen()
        self.pump()

    async def closed(self) -> str:
        """Returns, with the reason, when the port is gone or close() was called."""
        return await asyncio.shield(self._gone)

    def pump(self) -> None:
        """Send what is due. Call it after link.send() or link.show()."""
        if self._gone.done():
            return
        now_s = self._loop.time()
        self._hear(self.talker.tick(now_s))
        while not self._gone.done() and not self._writing:
            frame = self._rest or self.talker.outgoing(now_s)
            if not frame:
                break
            self._write(frame)
        self._set_timer()

    def _write(self, frame: bytes) -> None:
        try:
            sent = os.write(self._fd, frame)
        except BlockingIOError:
            sent = 0
        except OSError as gone:
            self.close(gone.strerror or "it cannot be written")
            return
        self._rest = frame[sent:]
        if self._rest:
            self._writing = True
            self._loop.add_writer(self._fd, self._writable)

    def _writable(self) -> None:
        self._writing = False
        self._loop.remove_writer(self._fd)
        self.pump()

    def give_to(self, talker: Talker) -> None:
        """Who speaks by this cable from now on."""
        self.talker = talker
        talker.plugged(self._loop.time())
        self.pump()

    def slow_down(self) -> None:
        """Its owner finds that it says too much: for a while little of it is read."""
        self._slow_until_s = self._loop.time() + SLOW_S
        self._budget = Budget(0, min(SLOW_BYTES_S, self._bytes_s))

    def _readable(self) -> None:
        now_s = self._loop.time()
        if self._slow_until_s and now_s >= self._slow_until_s:
            self._slow_until_s, self._budget = 0.0, Budget(BURST_BYTES, self._bytes_s)
        if self._budget.left(now_s) < 0:
            self._rest_a_while()
            return
        try:
            data = os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return
        except OSError as gone:
            self.close(gone.strerror or "it cannot be read")
            return
        if not data:  # ready, yet nothing: pyserial's sign of a port without a device
            self.close("the device is gone")
            return
        now_s = self._loop.time()
        self._budget.spend(len(data), now_s)
        self._hear(self.talker.receive(data, now_s))
        self.pump()

    def _rest_a_while(self) -> None:
        """The rest stays in the port's own buffer, and then with whoever fills it."""
        self._loop.remove_reader(self._fd)
        again_s = self._budget.again_at(0, self._loop.time())
        self._loop.call_at(again_s, self._listen)

    def _listen(self) -> None:
        if not self._gone.done():
            self._loop.add_reader(self._fd, self._readable)

    def _hear(self, happenings: Sequence[Any]) -> None:
        for happening in happenings:
            self._tell(happening)

    def _set_timer(self) -> None:
        """Keeps a timer that is early enough: to wake in vain costs less than a new one."""
        if self._gone.done():
            return
        wake_s = max(self.talker.wake_at(), self._loop.time() + CALM_S)
        if self._writing:  # nothing can go out before the port drains, but silence is still heard
            wake_s = max(wake_s, self._loop.time() + 0.05)
        if self._timer is not None:
            if self._timer.when() <= wake_s:
                return
            self._timer.cancel()
        self._timer = None if wake_s == float("inf") else self._loop.call_at(wake_s, self._wake)

    def _wake(self) -> None:
        self._timer = None
        if self.talker.wake_at() <= self._loop.time() or self._writing:
            self.pump()
        else:
            self._set_timer()

    def close(self, why: str = "closed") -> None:
        if self._gone.done():
            return
        self._gone.set_result(why)
        self._loop.remove_reader(self._fd)
        self._loop.remove_writer(self._fd)
        if self._timer is not None:
            self._timer.cancel()
        with suppress(OSError, serial.SerialException):
            self._release()
        self._hear(self.talker.unplugged(self._loop.time()))


class SerialPort(Port):
    """Opens at once, or raises Fault."""

    def __init__(
        self, path: str, talker: Talker, tell: Callable[[Any], None], bytes_s: float = inf
    ) -> None:
        self.path = path
        port = open_serial(path)
        super().__init__(port.fileno(), talker, tell, port.close, bytes_s)


def open_serial(path: str, baud: int = BAUD) -> serial.Serial:
    """Raw, exclusive, never blocking. Raises Fault."""
    try:
        port = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
    except (OSError, serial.SerialException, ValueError) as bad:
        raise port_closed(path, _reason(bad)) from bad
    return port


def _reason(bad: Exception) -> str:
    if isinstance(bad, OSError) and bad.errno:
        return os.strerror(bad.errno)
    return "another program holds it" if "lock" in str(bad) else "it is no serial port"


def port_closed(path: str, why: str) -> Fault:
    return Fault(
        name="PORT_CLOSED",
        happened=f"The serial port {path} cannot be opened: {why}.",
        safe="The seat is out of play; the other seats go on.",
        do="Check the cable, and that no other program uses the port.",
    )
