"""A screen's end of the wire: messages in, whole views out of them; intents back.

A change counts only on top of what it was made from. After a link that was down, or a message out
of its order, nothing counts until a whole view comes: in doubt a screen shows less.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from drivers.fault import Fault
from drivers.link.cable import Cable
from drivers.link.happenings import Arrived, Down, Misfit
from drivers.link.keys import Book, Kind, Peer
from drivers.link.link import Link, screen_link
from firmware.screens import protocol as g
from firmware.screens.compression import decompress
from firmware.screens.schema import screen_codec

V = TypeVar("V", bound=Struct)


class Audience(Struct, Generic[V]):
    """How one kind of view is read: whole, and as a change of the one before; what everyone may
    know first, then the seat's own."""

    kind: Kind
    whole: Callable[[bytes, bytes], V]
    changed: Callable[[V, bytes, bytes], V]


def _station(body: bytes, own: bytes) -> g.View:
    return g.joined(g.public(body), own)


def _station_changed(old: g.View, body: bytes, own: bytes) -> g.View:
    return g.own_changed(old, g.changed_public(old.public, body), own)


def _center(body: bytes, own: bytes) -> g.Public:
    return g.public(body)


def _center_changed(old: g.Public, body: bytes, own: bytes) -> g.Public:
    return g.changed_public(old, body)


STATION: Audience[g.View] = Audience("station", _station, _station_changed)
CENTER: Audience[g.Public] = Audience("center", _center, _center_changed)


class Follower(Generic[V]):
    """What this screen was last sent: a snapshot, and the changes laid over it in order."""

    def __init__(self, audience: Audience[V]) -> None:
        self._audience = audience
        self.view: V | None = None  # None: waits for a whole one
        self.number = 0

    def follow(self, message: g.Whole | g.Changed) -> V | None:
        """The view as it is now; None: this message says nothing to us."""
        try:
            own = decompress(message.own) if message.own else b""
            if isinstance(message, g.Whole):
                self.view = self._audience.whole(decompress(message.body), own)
            elif self.view is None or message.number != g.after(self.number):
                self.view = None
            else:
                self.view = self._audience.changed(self.view, decompress(message.body), own)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            self.view = None  # no change of anything that we were sent
        self.number = message.number
        return self.view

    def forget(self) -> None:
        self.view = None


class ScreenEnd(Generic[V]):
    """`seen(view)` and `silent()` go to the glass, `tell` is for the log."""

    def __init__(
        self,
        book: Book,
        path: str,
        audience: Audience[V],
        now_s: float,
        seen: Callable[[V], None],
        silent: Callable[[], None],
        tell: Callable[[str], None],
    ) -> None:
        self._follower = Follower(audience)
        self._seen, self._silent, self._tell = seen, silent, tell
        words = screen_codec(audience.kind)
        self.link: Link[g.ToController, g.ToScreen] = screen_link(
            book.me, controller_of(book), words, now_s
        )
        self.cable = Cable(path, self.link, self._happened)

    @property
    def heard_ms(self) -> float | None:
        """When the table was last heard; None: it is not, or a whole view has yet to come."""
        heard_s = self.link.heard_s
        return None if heard_s is None or self._follower.view is None else heard_s * 1000

    def send(self, intent: g.Intent) -> None:
        """Not kept for later: what was touched while nobody heard it is void."""
        if self.link.up:
            self.link.send(intent)
            self.cable.pump()

    def _happened(self, happening: Any) -> None:
        match happening:
            case Arrived(message=g.Whole() | g.Changed() as message):
                view = self._follower.follow(message)
                if view is None:
                    self._silent()
                else:
                    self._seen(view)
            case Down(why):
                self._follower.forget()
                self._silent()
                self._tell(f"The table is not heard: {why}.")
            case Misfit(peer, why):
                self._tell(f"{peer.name} cannot talk to this screen: {why}. Install the same.")
            case Fault():
                self._tell(str(happening))


def controller_of(book: Book) -> Peer:
    """The one table that this screen was paired with. Raises Fault."""
    for peer in book.peers():
        if peer.kind == "controller":
            return peer
    raise Fault(
        name="NOT_PAIRED",
        happened="This screen was never paired with a table.",
        safe="It shows nothing and nothing listens to it.",
        do="Pair it with its table, then start it again.",
    )
