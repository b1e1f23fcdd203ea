"""A screen's own cable: one address, opened whenever something is behind it.

The link lives as long as the program, its port as long as the cable: the session goes on where it
was when the cable comes back.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from drivers.fault import Fault
from drivers.link.address import open_port
from drivers.link.port import Port, Talker

REOPEN_S = 0.25


class Cable:
    """`tell` hears the link's happenings, and each new reason why the port does not open."""

    def __init__(self, path: str, talker: Talker, tell: Callable[[Any], None]) -> None:
        self._path, self._talker, self._tell = path, talker, tell
        self._port: Port | None = None
        self._told = ""

    async def run(self) -> None:
        """For ever; ends by being cancelled."""
        try:
            while True:
                await self._open()
                if self._port is not None:
                    await self._port.closed()
                await asyncio.sleep(REOPEN_S)
        finally:
            if self._port is not None:
                self._port.close()

    async def _open(self) -> None:
        self._port = None
        try:
            self._port = await open_port(self._path, self._talker, self._tell)
            self._told = ""
        except Fault as fault:
            if str(fault) != self._told:  # once, not four times a second
                self._told = str(fault)
                self._tell(fault)

    def pump(self) -> None:
        """Send what is due. Call it after link.send()."""
        if self._port is not None:
            self._port.pump()
