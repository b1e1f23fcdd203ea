"""A twin of a station: the far end of one wire, with the station's own half of the link.

It shows what it is sent, hides it when the link is down, and answers each view with a touch.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from drivers.link.happenings import Arrived, Down
from drivers.link.keys import Identity, Peer
from drivers.link.link import Link, screen_link
from drivers.link.port import Port, SerialPort
from lab.twins.pair import Said, Shown, screen_codec


class StationTwin:
    def __init__(self, me: Identity, controller: Peer, name: str = "") -> None:
        now_s = asyncio.get_running_loop().time()
        self.name = name
        self.link: Link[Said, Shown] = screen_link(me, controller, screen_codec(), now_s)
        self.port: Port | None = None
        self.glass: Shown | None = None  # what a player sees
        self.told: list[Any] = []
        self.touches = 0

    def hear(self, happening: Any) -> None:
        self.told.append(happening)
        if isinstance(happening, Down):
            self.glass = None  # REQ-R33
        if isinstance(happening, Arrived):
            self.glass = happening.message
            self.touch(happening.message.number)

    def touch(self, number: int, text: bytes = b"") -> None:
        self.touches += 1
        self.link.send(Said(number, text or self.name.encode()))
        if self.port:
            asyncio.get_running_loop().call_soon(self.port.pump)

    def on_pty(self, path: str) -> None:
        self.port = SerialPort(path, self.link, self.hear)

    def on_socket(self, path: str) -> None:
        """The far end of a virtual machine's serial port."""
        wire = socket.socket(socket.AF_UNIX)
        wire.connect(path)
        wire.setblocking(False)
        self.port = Port(wire.fileno(), self.link, self.hear, wire.close)

    def close(self) -> None:
        if self.port:
            self.port.close()


async def until(true: Callable[[], bool], limit_s: float = 60.0) -> bool:
    """Waits for the world, not for a time; the limit only ends a test that would never end."""
    for _ in range(int(limit_s / 0.01)):
        if true():
            return True
        await asyncio.sleep(0.01)
    return true()
