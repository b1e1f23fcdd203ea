"""The bank's service in a thread of this process, at a real socket, with the real link."""

import asyncio
from pathlib import Path
from threading import Thread

from drivers.link.keys import Book, Peer, new_identity
from firmware.bank.bank import Bank
from firmware.machine.bank_line import BankLine
from firmware.machine.bank_service import BankService

BEGIN_S = 60.0  # only ends what would never end


class ServedBank:
    def __init__(self, bank: Bank, socket: Path) -> None:
        self.bank, self.address = bank, f"unix:{socket}"
        self.book = Book(new_identity(), [])
        self.log: list[str] = []
        self._lines: list[BankLine] = []
        self.service: BankService | None = None
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()
        self.open()

    def open(self) -> None:
        async def begin() -> None:
            self.service = BankService(self.bank, self.book, self.log.append)
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
        book = Book(new_identity(), [Peer(self.book.me.public, "bank", "Bank")])
        self.book.add(Peer(book.me.public, "table", table))
        return book

    def line(self, book: Book) -> BankLine:
        self._lines.append(BankLine(book, self.address))
        return self._lines[-1]

    def close(self) -> None:
        for line in self._lines:
            line.close()
        if self.service is not None:
            self.shut()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()
