"""Sockets that are named by a device's path: there or not there, looked at a few times a second.

For simple wiring and for the lab, where no udev tells of ports. A name may be a link: a cable that
is put back may lead to another device, and is a new plugging.
"""

import asyncio
import os
from collections.abc import AsyncIterator

from drivers.hotplug import Bus, Plugged, Unplugged
from drivers.sockets import Sockets

LOOK_S = 0.2


class PathWatch:
    def __init__(self, sockets: Sockets) -> None:
        self._wanted: dict[str, Bus] = {
            name: "input" if place.what == "reader" else "tty"
            for name, place in sockets.by_path().items()
        }
        self._there: dict[str, str] = {}  # name: the device it leads to

    async def events(self) -> AsyncIterator[Plugged | Unplugged]:
        """First what is there, then what changes."""
        while True:
            for event in self.look():
                yield event
            await asyncio.sleep(LOOK_S)

    def look(self) -> list[Plugged | Unplugged]:
        found: list[Plugged | Unplugged] = []
        for name, bus in self._wanted.items():
            real = os.path.realpath(name)
            now, before = real if os.path.exists(real) else None, self._there.get(name)
            if now == before:
                continue
            if before is not None:
                del self._there[name]
                found.append(Unplugged(bus, name, before))
            if now is not None:
                self._there[name] = now
                found.append(Plugged(bus, name, now))
        return found
