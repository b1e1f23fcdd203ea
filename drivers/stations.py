"""All the wires of one table: a link for each place, a port for each socket that is plugged.

The link of a place lives as long as the table, its port as long as the cable: so a session goes
on after a cable was pulled, and a station that moved to another socket is another seat's.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from drivers.fault import Fault
from drivers.hotplug import Plugged, Unplugged
from drivers.link.happenings import Stranger, Up
from drivers.link.keys import Book, Peer
from drivers.link.link import Link, controller_link
from drivers.link.messages import Codec
from drivers.link.port import LINE_BYTES_S, SerialPort, Talker
from drivers.sockets import Place, Sockets, What

Out = TypeVar("Out")
In = TypeVar("In")
REOPEN_S = 0.5
SCREENS: tuple[What, ...] = ("station", "center")


class Moved(Struct, frozen=True):
    """A station of this table in another socket than the one where it was accepted last. The
    socket names the seat: whether it plays for the new one, `accept` says."""

    peer: Peer
    was: Place


class Misplaced(Struct, frozen=True):
    """Ours, but not for this place; not heard until it is put right."""

    peer: Peer
    why: str


class NoPlace(Struct, frozen=True):
    """Something was plugged into a socket that the wiring plan does not name."""

    socket: str


Tell = Callable[[Place | None, Any], None]


class Stations(Generic[Out, In]):
    """`tell(place, happening)` hears link happenings, Moved, Misplaced, NoPlace and Fault.

    `serves`: the doors speak other words than the screens, so they are a second Stations.
    """

    def __init__(
        self, sockets: Sockets, book: Book, codec: Codec[Out, In], tell: Tell,
        serves: tuple[What, ...] = SCREENS, last: dict[bytes, Place] | None = None,
    ) -> None:  # fmt: skip
        self._sockets, self._book, self._tell, self._serves = sockets, book, tell, serves
        self._loop = asyncio.get_running_loop()
        self._plugged: dict[Place, Plugged] = {}
        self.last = dict(last or {})  # where each station was accepted last
        self._told: dict[Place, Misplaced] = {}
        self.ports: dict[Place, SerialPort] = {}
        self.links: dict[Place, Link[Out, In]] = {
            place: self._link(place, codec) for place in sockets.places() if place.what in serves
        }

    def _link(self, place: Place, codec: Codec[Out, In]) -> Link[Out, In]:
        now_s = self._loop.time()
        return controller_link(self._book.me, lambda key: self._find(place, key), codec, now_s)

    def send(self, place: Place, message: Out) -> None:
        self.links[place].send(message)
        self._pump(place)

    def show(self, place: Place, view: Out) -> None:
        self.links[place].show(view)
        self._pump(place)

    def compose(self, place: Place, make: Callable[[], Out] | None) -> None:
        self.links[place].compose(make)
        self._pump(place)

    def slow_down(self, place: Place) -> None:
        if place in self.ports:
            self.ports[place].slow_down()

    def lend(self, place: Place, talker: Talker | None) -> None:
        """The cable of this place, while its link is down; None: it has it again."""
        if place in self.ports:
            self.ports[place].give_to(talker or self.links[place])

    def _pump(self, place: Place) -> None:
        if place in self.ports:
            self.ports[place].pump()

    # Cables

    def changed(self, event: Plugged | Unplugged) -> None:
        """From Hotplug.events(); what is no serial port is not for us."""
        if event.bus != "tty":
            return
        place = self._sockets.place(event.socket)
        if place is None:
            if isinstance(event, Plugged) and self._serves == SCREENS:
                self._tell(None, NoPlace(event.socket))
        elif isinstance(event, Plugged) and place in self.links:
            self._plugged[place] = event
            self._open(place, event)
        elif isinstance(event, Unplugged):
            self._unplug(place, event)

    def _unplug(self, place: Place, event: Unplugged) -> None:
        known = self._plugged.get(place)
        if known and known.path == event.path:
            del self._plugged[place]
            self._told.pop(place, None)
            port = self.ports.pop(place, None)
            if port:
                port.close("unplugged")

    def _open(self, place: Place, event: Plugged) -> None:
        if self._plugged.get(place) != event or place in self.ports:
            return
        try:
            link, tell = self.links[place], lambda one: self._hear(place, one)
            port = SerialPort(event.path, link, tell, LINE_BYTES_S)
        except Fault as fault:
            self._tell(place, fault)
            self._loop.call_later(REOPEN_S, self._open, place, event)
            return
        self.ports[place] = port
        self._loop.create_task(self._watch(place, event, port)).add_done_callback(_asserted)

    async def _watch(self, place: Place, event: Plugged, port: SerialPort) -> None:
        """The port's error comes before udev's word, and now and then without it."""
        await port.closed()
        if self.ports.get(place) is port:
            del self.ports[place]
            self._loop.call_later(REOPEN_S, self._open, place, event)

    # Who is there

    def _find(self, place: Place, key: bytes) -> Peer | None:
        peer = self._book.find(key)
        why = peer and self._misplaced(place, peer)
        if peer and why:
            found = Misplaced(peer, why)
            if self._told.get(place) != found:
                self._told[place] = found
                self._tell(place, found)
            return None
        return peer

    def _misplaced(self, place: Place, peer: Peer) -> str | None:
        if peer.kind != place.what:
            return f"{peer.name} is a {peer.kind}; this socket is for {place}"
        other = next((one for one in self.links if one != place and self._holds(one, peer)), None)
        return f"{peer.name} is in two sockets at once; the other is {other}" if other else None

    def _holds(self, place: Place, peer: Peer) -> bool:
        link = self.links[place]
        return link.up and link.peer == peer

    def _hear(self, place: Place, happening: Any) -> None:
        if isinstance(happening, Stranger) and place in self._told:
            return  # told by name already
        if isinstance(happening, Up):
            self._told.pop(place, None)
            was = self.last.setdefault(happening.peer.public, place)
            if was != place:
                self._tell(place, Moved(happening.peer, was))
        self._tell(place, happening)

    def accept(self, place: Place) -> None:
        """Whoever is in this socket belongs there now."""
        peer = self.links[place].peer
        assert peer is not None
        self.last[peer.public] = place

    def close(self) -> None:
        self._plugged.clear()
        for port in list(self.ports.values()):
            port.close()
        self.ports.clear()


def _asserted(task: "asyncio.Task[None]") -> None:
    if not task.cancelled():
        task.result()
