"""The service console in a browser: the real program on a real pty, drawn as rows of coloured text.

Beside it lies a technician's card: a button draws it through, as a reader at the terminal would."""

import asyncio
import fcntl
import os
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from typing import Any

import msgspec
import pyte
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from lab.live.live_table import TABLE, LiveTable
from lab.simulation.demo_people import staff_track

DESK, PHONE = (100, 32), (52, 38)  # columns, rows
LOOK_S = 0.05
RUN = "import sys; from commands import main; sys.exit(main(sys.argv[1:]))"
TECHNICIAN = "tom"


class Typed(Struct, tag="typed", forbid_unknown_fields=True):
    text: str


class Card(Struct, tag="card", forbid_unknown_fields=True):
    """The technician's, drawn through."""


Said = Typed | Card
read = msgspec.json.Decoder(Said).decode
Run = tuple[str, str, str, bool]  # words, colours of ink and paper, bold


class Terminal:
    """One console, for as long as its page is open."""

    def __init__(self, table: LiveTable, size: tuple[int, int] = DESK) -> None:
        self._table, (self._columns, self._rows) = table, size
        self._screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._screen)
        self._end, self._its = os.openpty()
        self.ended = False

    def start(self) -> None:
        home, log = self._table.home, self._table.run / f"{TABLE}.log"
        fcntl.ioctl(
            self._its, termios.TIOCSWINSZ, struct.pack("HHHH", self._rows, self._columns, 0, 0)
        )
        argv = ["console", str(home.page), "--book", str(home.console), "--log", str(log)]
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, *argv], stdin=self._its, stdout=self._its, stderr=self._its,
            env={**os.environ, "TERM": "xterm-256color", "TZ": self._table.house.zone},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(self._its)
        asyncio.get_running_loop().add_reader(self._end, self._hear)

    def _hear(self) -> None:
        try:
            self._stream.feed(os.read(self._end, 65536))
        except OSError:
            self.ended = True
            asyncio.get_running_loop().remove_reader(self._end)

    def type(self, text: str) -> None:
        with suppress(OSError):
            os.write(self._end, text.encode())

    def fresh(self) -> dict[int, list[Run]]:
        """Rows that are other than when they were last asked for."""
        dirty = sorted(row for row in self._screen.dirty if row < self._rows)
        self._screen.dirty.clear()
        return {row: [*runs(self._screen.buffer[row], self._columns)] for row in dirty}

    def close(self) -> None:
        """It is hung up on, and ends by itself."""
        asyncio.get_running_loop().remove_reader(self._end)
        os.close(self._end)
        self._process.terminate()
        self._process.wait()


def runs(row: Any, columns: int) -> Iterator[Run]:
    """Cells side by side that look alike are one."""
    cells = [row[column] for column in range(columns)]
    for (ink, paper, bold), same in groupby(cells, _looks):
        yield "".join(cell.data for cell in same), ink, paper, bold


def _looks(cell: Any) -> tuple[str, str, bool]:
    return (cell.bg, cell.fg, cell.bold) if cell.reverse else (cell.fg, cell.bg, cell.bold)


async def serve(table: LiveTable, socket: WebSocket) -> None:
    await socket.accept()
    terminal = Terminal(table, PHONE if "phone" in socket.query_params else DESK)
    terminal.start()
    shows = asyncio.create_task(_shows(table, terminal, socket))
    try:
        while True:
            match read(await socket.receive_text()):
                case Typed(text):
                    terminal.type(text)
                case Card():
                    track = await asyncio.to_thread(staff_track, table.bank(), TECHNICIAN)
                    terminal.type(track + "\r")
    except (WebSocketDisconnect, KeyError, msgspec.DecodeError):
        pass
    finally:
        shows.cancel()
        terminal.close()


async def _shows(table: LiveTable, terminal: Terminal, socket: WebSocket) -> None:
    """Until the console has ended, or its table; the page comes back for the next one."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while not (terminal.ended or table.stopped.is_set()):
            if rows := terminal.fresh():
                await socket.send_text(msgspec.json.encode(rows).decode())
            await asyncio.sleep(LOOK_S)
        await socket.close(1012)
