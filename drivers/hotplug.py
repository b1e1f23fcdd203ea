"""What is plugged in and pulled out, as udev tells it: serial ports and typing readers only."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal

import pyudev
from msgspec import Struct

Bus = Literal["tty", "input"]


class Plugged(Struct, frozen=True):
    bus: Bus
    socket: str  # the physical port: udev ID_PATH, or what the device itself calls its place
    path: str  # the device node; new with every plugging, so never a name


class Unplugged(Struct, frozen=True):
    bus: Bus
    socket: str
    path: str


class Hotplug:
    """Listens from the moment it is made, so that nothing falls between looking and listening."""

    def __init__(self) -> None:
        self._context = pyudev.Context()
        self._monitor = pyudev.Monitor.from_netlink(self._context)
        self._monitor.filter_by("tty")
        self._monitor.filter_by("input")
        self._monitor.start()
        self._known: dict[str, Plugged] = {}  # by node; a device that is gone tells little

    async def events(self) -> AsyncIterator[Plugged | Unplugged]:
        """First what is there, then what changes."""
        for found in self._present():
            yield found
        news = asyncio.Event()
        loop, fd = asyncio.get_running_loop(), self._monitor.fileno()
        loop.add_reader(fd, news.set)
        try:
            while True:
                await news.wait()
                news.clear()
                for event in self._changes():
                    yield event
        finally:
            loop.remove_reader(fd)

    def _present(self) -> Iterator[Plugged]:
        for bus in ("tty", "input"):
            for device in self._context.list_devices(subsystem=bus):
                yield from self._added(device)

    def _changes(self) -> Iterator[Plugged | Unplugged]:
        while (device := self._monitor.poll(timeout=0)) is not None:
            if device.action == "add":
                yield from self._added(device)
            elif device.action == "remove":
                yield from self._removed(device)

    def _added(self, device: Any) -> Iterator[Plugged]:
        found = plugged(device)
        if found is not None and self._known.get(found.path) != found:
            self._known[found.path] = found
            yield found

    def _removed(self, device: Any) -> Iterator[Unplugged]:
        known = self._known.pop(device.device_node or "", None)
        if known is not None:
            yield Unplugged(known.bus, known.socket, known.path)


def plugged(device: Any) -> Plugged | None:
    """None for everything that is neither a USB serial port nor a keyboard with a place."""
    node, socket = device.device_node, socket_of(device)
    if not node or not socket:
        return None
    if device.subsystem == "tty" and device.properties.get("ID_BUS") == "usb":
        return Plugged("tty", socket, node)
    typing = device.properties.get("ID_INPUT_KEYBOARD") == "1"
    if device.subsystem == "input" and typing and "/event" in node:
        return Plugged("input", socket, node)
    return None


def socket_of(device: Any) -> str:
    path = device.properties.get("ID_PATH")
    if path:
        return str(path)
    parent = device.find_parent("input") if device.subsystem == "input" else None
    return str(parent.properties.get("PHYS", "")).strip('"') if parent is not None else ""
