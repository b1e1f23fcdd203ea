"""A technician at the first serial port of an appliance: what his terminal shows, and his keys."""

import asyncio
from pathlib import Path

import pyte

COLUMNS, ROWS = 80, 24


class ServicePort:
    """The port says nothing of the terminal's size: the console takes the usual one."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._keys: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self, path: Path) -> None:
        self._screen.reset()
        said, self._keys = await asyncio.open_unix_connection(path)
        self._reading = asyncio.create_task(self._read(said))

    async def _read(self, said: asyncio.StreamReader) -> None:
        while data := await said.read(4096):
            self._stream.feed(data)

    @property
    def words(self) -> str:
        return "\n".join(self._screen.display)

    def types(self, words: str) -> None:
        assert self._keys is not None
        self._keys.write(words.replace("\n", "\r").encode())

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
