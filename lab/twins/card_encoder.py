"""A twin of the MSR605: the same bytes over a pty, a card that is swiped, and ways to fail."""

import asyncio
import os
import pty
import tty
from contextlib import suppress

from drivers.msr605 import ESC, FS, HIGH_COERCIVITY, READ, RESET, TEST, TEST_REPLY

MARKS = {1: (b"%", b"?"), 2: (b";", b"?"), 3: (b";", b"?")}


class EncoderTwin:
    """`card` is what lies on the stripe. A request waits for `swipe()`."""

    def __init__(self) -> None:
        self._fd, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._fd, False)
        self.path = os.ttyname(self._slave)
        self.card: dict[int, bytes] = {}
        self.status = b"0"
        self.silent = self.weak = False  # weak: says done, but one digit does not take
        self.unreadable: set[int] = set()
        self.requests: list[bytes] = []
        self._waiting = b""
        self._data = b""
        asyncio.get_running_loop().add_reader(self._fd, self._hear)

    def _hear(self) -> None:
        with suppress(OSError):
            self._data += os.read(self._fd, 512)
        self._data = self._understand(self._data)

    def _understand(self, data: bytes) -> bytes:
        if data.startswith(RESET):
            self._waiting = b""
            return self._understand(data[2:])
        if data.startswith((TEST, HIGH_COERCIVITY)):
            self._say(TEST_REPLY if data.startswith(TEST) else ESC + b"0")
            return self._understand(data[2:])
        if data.startswith(READ) or (data.startswith(ESC + b"w") and data.endswith(b"?" + FS)):
            self._waiting = data
            self.requests.append(data)
            return b""
        return data

    def swipe(self) -> None:
        """A hand draws the card through. Nothing asked for: nothing happens."""
        request, self._waiting = self._waiting, b""
        if request.startswith(READ):
            self._say(self._read_reply())
        elif request:
            if self.status == b"0":
                self._write(request[4:-2])
            self._say(ESC + self.status)

    @property
    def asked(self) -> bool:
        return bool(self._waiting)

    def _write(self, body: bytes) -> None:
        for part in body.split(ESC)[1:]:
            if part[1:]:
                text = part[1:-1] + b"0" if self.weak else part[1:]
                self.card[part[0]] = MARKS[part[0]][0] + text + MARKS[part[0]][1]

    def _read_reply(self) -> bytes:
        parts = b""
        for n in (1, 2, 3):
            mark = ESC + b"*" if n in self.unreadable else ESC + b"+"
            track = mark if n in self.unreadable else self.card.get(n, mark)
            parts += ESC + bytes([n]) + track
        return ESC + b"s" + parts + b"?" + FS + ESC + self.status

    def _say(self, data: bytes) -> None:
        if not self.silent:
            os.write(self._fd, data)

    def unplug(self) -> None:
        asyncio.get_running_loop().remove_reader(self._fd)
        for fd in (self._fd, self._slave):
            with suppress(OSError):
                os.close(fd)
