"""The board of doors and lamps at the table's own wire, as a process elsewhere would be."""

import asyncio
import os

from drivers.link.cable import Cable
from drivers.link.keys import Book
from lab.twins.doors import DoorBoardTwin

MAIN = "main door"


class DoorBoard:
    def __init__(self, book: Book, path: str) -> None:
        now_s = asyncio.get_running_loop().time()
        self._twin = DoorBoardTwin(book.me, book.peers()[0], now_s, os.urandom)
        self._cable = Cable(path, self._twin.link, self._twin.hear)

    async def run(self) -> None:
        """For ever; ends by being cancelled."""
        await self._cable.run()

    def main_door(self, is_open: bool) -> None:
        (self._twin.open if is_open else self._twin.shut)(MAIN)
        self._cable.pump()
