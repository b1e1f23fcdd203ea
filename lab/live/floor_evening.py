"""An evening that is told by what is pressed: one real table, the floor's server and the books, and
somebody who presses each form until it is answered. Whatever was answered must be there, once."""

import asyncio
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode

from firmware.bank.identity import Identity
from firmware.bank.staff_sessions import Locked
from firmware.bank.store import Row, Tx
from firmware.errors import Fault
from firmware.journal.records import OrderAnswered, from_entry
from firmware.machine.plan import read_plan
from firmware.machine.program import start
from lab.live.home import lay_out, lay_out_floor
from lab.live.ports import free_port
from lab.live.processes import Processes
from lab.simulation.demo_people import STAFF_PIN, staff_track

TABLE, FLOOR = "table", "floor"
SILENCE_S = 10.0  # of a stream that beats each second
WAYS = {  # what is pressed, and by which form
    "note": ("/floor/day/note", {"words": "{}"}),
    "name": ("/floor/lists/put-down", {"who": "{}", "game": "NL $1/$2"}),
    "bar": ("/floor/1/order/Bar", {"account": "patron:{}", "reason": "as told"}),
}
_ID, LOCKED = "pressed.", str(Locked()).encode()


class FloorEvening:
    """`books`: the address of their server; none: a file beside the table."""

    def __init__(self, path: Path, books: str = "") -> None:
        self.port = free_port(0)
        self.home, self.tracks = lay_out(path, 2, books=books)
        lay_out_floor(self.home, self.port)
        self._sign_on()
        self.sent: dict[str, str] = {}  # form: its kind

    def _sign_on(self) -> None:
        """A server that was killed knows nobody's touch: whoever has sat there for minutes finds
        the desk locked."""
        bank = self.home.bank()
        self._token = Identity(bank).sign_on(staff_track(bank, "mia"), STAFF_PIN, "floor").token

    @asynccontextmanager
    async def programs(self) -> AsyncIterator[Processes]:
        with tempfile.TemporaryDirectory() as run:
            programs = Processes(Path(run))
            programs.start(TABLE, ["table", str(self.home.page)])
            programs.start(FLOOR, ["floor", str(self.home.floor)])
            try:
                yield programs
            finally:
                await programs.stop()
            told = "".join(programs.log(name) for name in programs.names())
            assert "Traceback" not in told, told

    async def press(self, name: str) -> None:
        """Each kind once, under an id of its own, again and again until there is a yes."""
        for kind, (way, fields) in WAYS.items():
            form = {k: v.format(f"{kind}{name}") for k, v in fields.items()}
            id_ = f"{_ID}{kind}{name}"
            while not await asyncio.to_thread(self._sends, way, form | {"form_id": id_}):
                await asyncio.sleep(0.1)
            self.sent[id_] = kind

    def _sends(self, way: str, form: dict[str, str]) -> bool:
        host = f"127.0.0.1:{self.port}"
        headers = {
            "Host": host, "Origin": f"http://{host}", "Cookie": f"floor={self._token}",
            "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true",
        }  # fmt: skip
        wire = HTTPConnection(host, timeout=30)
        try:
            wire.request("POST", way, urlencode(form), headers)
            answer = wire.getresponse()
            told = answer.read()
            if LOCKED in told:
                self._sign_on()
            return answer.status == 200 and b'data-said="done"' in told
        except (OSError, HTTPException, Fault):
            return False
        finally:
            wire.close()

    async def look(self, heard: Callable[[], None]) -> None:
        """A tab at the floor: its page, and that page's stream, called again whenever it ends."""
        while True:
            with suppress(OSError, TimeoutError):
                async with self._get("/floor/1") as lines:
                    found = re.search(rb'hx-sse:connect="([^"]+)"', await lines.read())
                if found is None:
                    raise OSError("the page says why")
                async with self._get(found[1].decode().replace("&amp;", "&")) as lines:
                    while await _line(lines):
                        heard()
            await asyncio.sleep(1)

    @asynccontextmanager
    async def _get(self, way: str) -> AsyncIterator[asyncio.StreamReader]:
        """The line is held as long as somebody reads from it."""
        host = f"127.0.0.1:{self.port}"
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        try:
            cookie = f"Cookie: floor={self._token}\r\nConnection: close"
            writer.write(f"GET {way} HTTP/1.1\r\nHost: {host}\r\n{cookie}\r\n\r\n".encode())
            status = await _line(reader)
            if b" 200 " not in status:
                raise OSError(status)
            yield reader
        finally:
            writer.close()

    def check(self) -> None:
        """By books and journal, once all programs are gone."""
        ours = {kind: {id_ for id_, what in self.sent.items() if what == kind} for kind in WAYS}
        for kind, table in (("note", "day_note"), ("name", "waiting")):
            sql = f"SELECT id FROM {table}"
            rows = self.home.bank().store.transact(partial(_rows, sql))
            assert Counter(row[0] for row in rows) == Counter(ours[kind])
        table_ = start(read_plan(self.home.page), lambda words: None)
        try:
            journal = table_.controller.journal
            told = [from_entry(entry) for entry in journal.read(1, journal.head.seq)]
            done = [one.id for one in told if isinstance(one, OrderAnswered) and one.done]
            assert Counter(id_ for id_ in done if id_.startswith(_ID)) == Counter(ours["bar"])
            assert len(table_.controller.table.people.barred) == len(ours["bar"])
        finally:
            table_.close()


async def _line(lines: asyncio.StreamReader) -> bytes:
    async with asyncio.timeout(SILENCE_S):
        return await lines.readline()


def _rows(sql: str, tx: Tx) -> list[Row]:
    return tx.rows(sql)
