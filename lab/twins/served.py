"""A window's service in a thread of this process, at a real socket, with the real link."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from drivers.link.keys import Book, Kind, Peer, new_identity
from firmware.bank.bank import Bank
from firmware.machine.sisters import SisterWindow
from firmware.machine.window_line import WindowLine
from firmware.machine.window_service import WindowService
from firmware.machine.window_words import Words
from firmware.settlement.window import TableWindow

BEGIN_S = 60.0  # only ends what would never end


class Served:
    def __init__(
        self, kind: type, window_of: Callable[[str], Any], mine: Kind, socket: Path
    ) -> None:
        """`mine`: what the callers know this end as."""
        self._kind, self._window_of, self._mine = kind, window_of, mine
        self.address, self.book = f"unix:{socket}", Book(new_identity(), [])
        self.log: list[str] = []
        self._lines: list[WindowLine] = []
        self.service: WindowService | None = None
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.open()

    def open(self) -> None:
        async def begin() -> None:
            self.service = WindowService(self._kind, self._window_of, self.book, self.log.append)
            self.service.listen(self.address)

        asyncio.run_coroutine_threadsafe(begin(), self.loop).result(BEGIN_S)

    def shut(self) -> None:
        """Nobody answers any more, until it is opened again."""

        async def end() -> None:
            assert self.service is not None
            self.service.close()
            self.service = None

        asyncio.run_coroutine_threadsafe(end(), self.loop).result(BEGIN_S)

    def paired(self, table: str) -> Book:
        """A table's own key book."""
        book = Book(new_identity(), [Peer(self.book.me.public, self._mine, "There")])
        self.book.add(Peer(book.me.public, "table", table))
        return book

    def line(self, book: Book) -> WindowLine:
        (there,) = book.peers()
        self._lines.append(WindowLine(Words(self._kind), book.me, there, self.address))
        return self._lines[-1]

    def close(self) -> None:
        for line in self._lines:
            line.close()
        if self.service is not None:
            self.shut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()


class ServedBank(Served):
    def __init__(self, bank: Bank, socket: Path) -> None:
        self.bank = bank
        super().__init__(TableWindow, partial(TableWindow, bank), "bank", socket)


class ServedSister(Served):
    """Table `me`, as its sisters see it."""

    def __init__(self, folder: Path, me: str, socket: Path) -> None:
        super().__init__(SisterWindow, partial(SisterWindow, folder, me), "table", socket)
