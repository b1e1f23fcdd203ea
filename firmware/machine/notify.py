"""What systemd wants to hear (sd_notify): one datagram a word, nothing without a listener."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress


class Notify:
    """READY=1, STATUS=…, WATCHDOG=1, STOPPING=1. A listener that is gone is no trouble of ours."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        path = environ.get("NOTIFY_SOCKET", "")
        self._path = "\0" + path[1:] if path.startswith("@") else path  # "@": an abstract name
        self._wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._wire.setblocking(False)
        self._status = ""

    def say(self, *words: str) -> None:
        if self._path:
            with suppress(OSError):
                self._wire.sendto("\n".join(words).encode(), self._path)

    def status(self, words: str) -> None:
        if words != self._status:
            self._status = words
            self.say(f"STATUS={words}")

    def alive(self) -> None:
        self.say("WATCHDOG=1")

    def close(self) -> None:
        self._wire.close()
