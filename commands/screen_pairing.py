"""A screen that knows no table yet asks for one at its cable, for as long as it takes: a technician
opens the other end at the table's console, and both show six digits. Then it ends, and whoever
started it starts it anew: paired."""

import asyncio
from collections.abc import Callable
from typing import Any

from drivers.fault import Fault
from drivers.link.address import open_port
from drivers.link.cable import REOPEN_S
from drivers.link.keys import Book, Kind, name_of
from drivers.link.pairing import Compare, Failed, Paired, Pairing
from drivers.link.port import Port
from ui.unpaired import Unpaired


def paired(book: Book) -> bool:
    return any(peer.kind == "controller" for peer in book.peers())


class Asking:
    """`stop`: it is paired."""

    def __init__(
        self, book: Book, kind: Kind, path: str, size: tuple[int, int], tell: Callable[[str], None]
    ) -> None:
        self._book, self._kind, self._path, self._tell = book, kind, path, tell
        self.glass = Unpaired(size, self._yes, self._no)
        self.changed: Callable[[], None] = lambda: None
        self.stop: Callable[[], None] = lambda: None
        self._loop = asyncio.get_running_loop()
        self._pairing: Pairing | None = None
        self._port: Port | None = None

    async def run(self) -> None:
        """One try after the other; each has digits of its own."""
        while not paired(self._book):
            try:
                await self._once()
            except Fault as fault:
                self._say(str(fault.happened))
                await asyncio.sleep(REOPEN_S)
        self.stop()

    async def _once(self) -> None:
        me = self._book.me
        name = f"{self._kind} {name_of(me.public)[:4]}"
        pairing = self._pairing = Pairing("screen", me, self._kind, name, self._loop.time())
        self._over = over = asyncio.Event()
        port = self._port = await open_port(self._path, pairing, self._heard)
        try:
            await over.wait()
            while paired(self._book) and not pairing.over:  # so that the other end hears our yes
                await asyncio.sleep(0.1)
        finally:
            pairing.cancel()
            port.close()
            self.glass.digits, self.glass.said = "", False
            self.changed()

    def _heard(self, happening: Any) -> None:
        match happening:
            case Compare(digits, name, _):
                self.glass.digits, self.glass.table, self.glass.words = digits, name, ""
                self.changed()
            case Paired(peer):
                self._book.add(peer)
                self._say(f"Paired with {peer.name}.")
                self._over.set()
            case Failed(why) if not self._over.is_set():
                self._tell(f"Not paired: {why}.")
                self._over.set()

    def _yes(self) -> None:
        assert self._pairing is not None
        assert self._port is not None
        self.glass.said = True
        for happening in self._pairing.confirm(self._loop.time()):
            self._heard(happening)
        self._port.pump()

    def _no(self) -> None:
        """Whoever is at the other end is not the console: begun anew, with other digits."""
        assert self._port is not None
        self._tell("Not paired: the digits were not the same.")
        self._port.close("somebody said no")

    def _say(self, words: str) -> None:
        self._tell(words)
        self.glass.words = words
        self.changed()
