"""The desks of one table, or the tables of one bank: sockets that they call, and a link for each
that did.

Whoever calls is nobody until its link has proven a key that is paired as a desk; who does not in
time is put down again, and so is who falls silent: it calls again. Each has its own port, so one
that does not read, or writes without end, takes nobody's turn.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from drivers.fault import Fault
from drivers.link.address import listen, on_socket
from drivers.link.happenings import Down, Up
from drivers.link.keys import Book, Kind, Peer
from drivers.link.link import Link, controller_link
from drivers.link.messages import Codec
from drivers.link.port import Port
from drivers.stations import Misplaced

Out = TypeVar("Out")
In = TypeVar("In")
PROVE_S = 5.0
UNPROVEN_MAX = 16
HEARD: tuple[Kind, ...] = ("desk", "console")  # kinds of keys that may call a table
BYTES_S = 20_000  # of one desk: forms and heartbeats are less


class Caller(Generic[Out, In]):
    """One desk at the other end of a socket."""

    def __init__(self, link: Link[Out, In]) -> None:
        self.link = link
        self.port: Port | None = None
        self.peer: Peer | None = None  # proven

    def send(self, message: Out) -> None:
        """A desk that does not take its answers is put down: it calls again, and asks again."""
        try:
            self.link.send(message)
        except Fault as fault:
            self.close(fault.name)
        self.pump()

    def compose(self, make: Callable[[], Out] | None) -> None:
        self.link.compose(make)
        self.pump()

    def pump(self) -> None:
        if self.port is not None:
            self.port.pump()

    def slow_down(self) -> None:
        if self.port is not None:
            self.port.slow_down()

    def close(self, why: str) -> None:
        if self.port is not None:
            self.port.close(why)


Tell = Callable[[Caller[Any, Any] | None, Any], None]


class Desks(Generic[Out, In]):
    """`tell(caller, happening)` hears the happenings of each link; without a caller Misplaced, of
    a key that is paired as something else."""

    def __init__(
        self, book: Book, codec: Codec[Out, In], tell: Tell, heard: tuple[Kind, ...] = HEARD
    ) -> None:
        self._book, self._codec, self._tell, self._heard = book, codec, tell, heard
        self._loop = asyncio.get_running_loop()
        self.callers: list[Caller[Out, In]] = []
        self._ears: list[socket.socket] = []

    def listen(self, address: str) -> None:
        """Raises Fault."""
        ear = listen(address)
        self._ears.append(ear)
        self._loop.add_reader(ear.fileno(), self._called, ear)

    def _called(self, ear: socket.socket) -> None:
        try:
            sock, _ = ear.accept()
        except OSError:
            return
        self._make_room()
        caller: Caller[Out, In] = Caller(self._link())
        self.callers.append(caller)
        caller.port = on_socket(sock, caller.link, lambda one: self._hear(caller, one), BYTES_S)
        self._loop.call_later(PROVE_S, self._prove, caller)
        self._loop.create_task(self._watch(caller))

    def _make_room(self) -> None:
        """Who has called longest without a word of proof: a desk proves itself in no time."""
        unproven = [one for one in self.callers if one.peer is None]
        if len(unproven) >= UNPROVEN_MAX:
            unproven[0].close("others call")

    def _link(self) -> Link[Out, In]:
        return controller_link(self._book.me, self._find, self._codec, self._loop.time())

    def _find(self, key: bytes) -> Peer | None:
        peer = self._book.find(key)
        if peer is not None and peer.kind not in self._heard:
            why = f"{peer.name} is a {peer.kind}, and no order of it is read"
            self._tell(None, Misplaced(peer, why))
            return None
        return peer

    def _prove(self, caller: Caller[Out, In]) -> None:
        if caller.peer is None:
            caller.close("it did not say who it is")

    async def _watch(self, caller: Caller[Out, In]) -> None:
        assert caller.port is not None
        await caller.port.closed()
        if caller in self.callers:
            self.callers.remove(caller)

    def _hear(self, caller: Caller[Out, In], happening: Any) -> None:
        if isinstance(happening, Up):
            caller.peer = happening.peer
        self._tell(caller, happening)
        if isinstance(happening, Down):
            self._loop.call_soon(caller.close, happening.why)  # it calls again

    def close(self) -> None:
        for ear in self._ears:
            self._loop.remove_reader(ear.fileno())
            ear.close()
        for caller in [*self.callers]:
            caller.close("the table stops")
