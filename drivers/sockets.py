"""Which place at the table a USB socket belongs to. The socket names the seat, never the order.

# sockets.toml, written once when the table is wired
[stations]
1 = "pci-0000:00:14.0-usb-0:1.1:1.0"       # udev ID_PATH of the port under seat 1
[readers]
1 = "pci-0000:00:14.0-usb-0:2.1:1.0"
[others]
center = "pci-0000:00:14.0-usb-0:3:1.0"
doors = "pci-0000:00:14.0-usb-0:4:1.0"

A name that begins with "/" is the path of a device, for simple wiring without udev.
"""

from collections import Counter
from typing import Literal

from msgspec import Struct

What = Literal["station", "reader", "center", "doors"]


class Place(Struct, frozen=True, order=True):
    what: What
    seat: int = 0  # 0: the whole table's

    def __str__(self) -> str:
        match self.what:
            case "center":
                return "the center screen"
            case "doors":
                return "the board of doors and lamps"
            case _:
                name = "card reader" if self.what == "reader" else self.what
                return f"the {name} of seat {self.seat}"


NOWHERE = Place("station")  # where a new one was before


class Wiring(Struct, frozen=True, forbid_unknown_fields=True):
    """The plan as it is written."""

    stations: dict[int, str] = {}
    readers: dict[int, str] = {}
    others: dict[Literal["center", "doors"], str] = {}


class Sockets:
    def __init__(self, places: dict[str, Place]) -> None:
        self._places = places

    def place(self, socket: str) -> Place | None:
        return self._places.get(socket)

    def names(self) -> list[str]:
        return [*self._places]

    def places(self) -> list[Place]:
        return sorted(self._places.values())

    def by_path(self) -> dict[str, Place]:
        """Those that udev does not tell of."""
        return {name: place for name, place in self._places.items() if name.startswith("/")}


def sockets_of(wiring: Wiring) -> Sockets:
    """Raises ValueError when a socket is named twice."""
    pairs = [(socket, Place("station", seat)) for seat, socket in wiring.stations.items()]
    pairs += [(socket, Place("reader", seat)) for seat, socket in wiring.readers.items()]
    pairs += [(socket, Place(what)) for what, socket in wiring.others.items()]
    times = Counter(socket for socket, _ in pairs)
    twice = [socket for socket, count in times.items() if count > 1]
    if twice:
        raise ValueError(f"the socket {twice[0]} is named twice")
    return Sockets(dict(pairs))
