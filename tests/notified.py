"""systemd's end of sd_notify: what a program said to it."""

import socket
from pathlib import Path


class Systemd:
    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._wire.bind(self.path)
        self._wire.setblocking(False)
        self._heard: list[str] = []

    @property
    def heard(self) -> list[str]:
        while True:
            try:
                self._heard += self._wire.recv(4096).decode().splitlines()
            except BlockingIOError:
                return self._heard

    @property
    def status(self) -> str:
        said = [word for word in self.heard if word.startswith("STATUS=")]
        return said[-1].removeprefix("STATUS=") if said else ""
