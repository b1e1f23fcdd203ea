"""Which place at the table a USB socket belongs to. The socket names the seat, never the order.

# sockets.toml, written once when the table is wired
[stations]
1 = "pci-0000:00:14.0-usb-0:1.1:1.0"       # udev ID_PATH of the port under seat 1
[readers]
1 = "pci-0000:00:14.0-usb-0:2.1:1.0"
[others]
center = "pci-0000:00:14.0-usb-0:3:1.0"
doors = "pci-0000:00:14.0-usb-0:4:1.0"
"""

from collections import Counter
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from drivers.fault import Fault

What = Literal["station", "reader", "center", "doors"]


class Place(Struct, frozen=True, order=True):
    what: What
    seat: int = 0  # 0: the whole table's

    def __str__(self) -> str:
        match self.what:
            case "center":
                return "the center screen"
            case "doors":
                return "the doors and lamps"
            case _:
                name = "card reader" if self.what == "reader" else self.what
                return f"the {name} of seat {self.seat}"


class _Page(Struct, forbid_unknown_fields=True):
    stations: dict[int, str] = {}
    readers: dict[int, str] = {}
    others: dict[Literal["center", "doors"], str] = {}


class Sockets:
    def __init__(self, places: dict[str, Place]) -> None:
        self._places = places

    def place(self, socket: str) -> Place | None:
        return self._places.get(socket)

    def places(self) -> list[Place]:
        return sorted(self._places.values())


def read_sockets(path: Path) -> Sockets:
    """Raises Fault: a table that is wired twice, or in no way we understand, does not start."""
    try:
        page = msgspec.toml.decode(path.read_bytes(), type=_Page)
    except OSError as bad:
        raise sockets_wrong(path, bad.strerror or "it cannot be read") from bad
    except (msgspec.DecodeError, UnicodeDecodeError) as bad:
        raise sockets_wrong(path, str(bad)) from bad
    pairs = [(socket, Place("station", seat)) for seat, socket in page.stations.items()]
    pairs += [(socket, Place("reader", seat)) for seat, socket in page.readers.items()]
    pairs += [(socket, Place(what)) for what, socket in page.others.items()]
    twice = [
        socket for socket, times in Counter(socket for socket, _ in pairs).items() if times > 1
    ]
    if twice:
        raise sockets_wrong(path, f"the socket {twice[0]} is named twice")
    return Sockets(dict(pairs))


def sockets_wrong(path: Path, why: str) -> Fault:
    return Fault(
        name="SOCKETS_WRONG",
        happened=f"The wiring plan {path} cannot be used: {why}.",
        safe="No device was opened.",
        do="Correct the line, then start again.",
    )
