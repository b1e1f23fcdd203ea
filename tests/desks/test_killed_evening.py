"""kill -9 of the floor's server, of the table or of the books at any moment of an evening: whatever
was confirmed is there once, and whoever was not answered presses again and is."""

import asyncio
import tempfile
from collections import Counter
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest

from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.postgres_store import PostgresStore
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.records import OrderAnswered, from_entry
from firmware.machine.equipment import wall_clock_ms
from firmware.machine.plan import read_plan
from firmware.machine.program import start
from lab.live.home import Home, lay_out, lay_out_floor
from lab.live.ports import free_port
from lab.live.processes import Processes
from lab.simulation.demo_cage import demo_books, demo_key
from lab.simulation.demo_people import STAFF_PIN, staff_track
from lab.twins.postgres_server import Server

TABLE, FLOOR, BOOKS = "table", "floor", "books"
WAYS = {  # what is pressed, and by which form
    "note": ("/floor/day/note", {"words": "{}"}),
    "name": ("/floor/lists/put-down", {"who": "{}", "game": "NL $1/$2"}),
    "bar": ("/floor/1/order/Bar", {"account": "patron:{}", "reason": "as told"}),
}


class Evening:
    def __init__(self, home: Path, server: Server | None, seed: int) -> None:
        self.rng, self.server, self.port = Random(seed), server, free_port(0)
        self.home: Home = lay_out(home, 2)[0]
        lay_out_floor(self.home, self.port)
        key = demo_key(home / "bank.key")
        if server is not None:
            demo_books(PostgresStore(server.url), key, wall_clock_ms)
            for page in (self.home.page, self.home.floor):
                text = page.read_text()
                page.write_text(text.replace('"bank.db"', f'"{server.url}"')
                                .replace('"../bank.db"', f'"{server.url}"'))  # fmt: skip
        self.key = key
        bank = self.bank()
        self.token = Identity(bank).sign_on(staff_track(bank, "mia"), STAFF_PIN, "floor").token
        self.sent: dict[str, str] = {}  # form: what it said

    def bank(self) -> Bank:
        """By a connection of its own: the one before may have died with its server."""
        where = self.home.home / "bank.db"
        return Bank(PostgresStore(self.server.url) if self.server else SqliteStore(where), self.key)

    async def play(self, kills: int) -> None:
        with tempfile.TemporaryDirectory() as run:
            programs = Processes(Path(run))
            programs.start(TABLE, ["table", str(self.home.page)])
            programs.start(FLOOR, ["floor", str(self.home.floor)])
            try:
                for number in range(kills):
                    await self._press(f"{number}a")
                    falls = asyncio.create_task(self._kill(programs))
                    await self._press(f"{number}b")  # while somebody dies
                    await falls
                await self._press("last")
            finally:
                await programs.stop()
            told = "".join(programs.log(name) for name in programs.names())
            assert "Traceback" not in told, told

    async def _kill(self, programs: Processes) -> None:
        await asyncio.sleep(self.rng.uniform(0, 0.1))
        victim = self.rng.choice([TABLE, FLOOR] + [BOOKS] * (self.server is not None))
        if victim != BOOKS:
            programs.kill(victim)
            return
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)

    async def _press(self, name: str) -> None:
        """Each kind once, under an id of its own, again and again until there is a yes."""
        for kind, (way, fields) in WAYS.items():
            form = {k: v.format(f"{kind}{name}") for k, v in fields.items()}
            id_ = f"killed.{kind}{name}"
            while not await asyncio.to_thread(self._sends, way, form | {"form_id": id_}):
                await asyncio.sleep(0.1)
            self.sent[id_] = kind

    def _sends(self, way: str, form: dict[str, str]) -> bool:
        host = f"127.0.0.1:{self.port}"
        headers = {
            "Host": host, "Origin": f"http://{host}", "Cookie": f"floor={self.token}",
            "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true",
        }  # fmt: skip
        wire = HTTPConnection(host, timeout=30)
        try:
            wire.request("POST", way, urlencode(form), headers)
            answer = wire.getresponse()
            return answer.status == 200 and b'data-said="done"' in answer.read()
        except (OSError, HTTPException):
            return False
        finally:
            wire.close()

    def check(self) -> None:
        ours = {kind: {id_ for id_, what in self.sent.items() if what == kind} for kind in WAYS}
        for kind, table in (("note", "day_note"), ("name", "waiting")):
            rows = self.bank().do(lambda tx, now, at=table: tx.rows(f"SELECT id FROM {at}"))
            assert Counter(row[0] for row in rows) == Counter(ours[kind])
        table = start(read_plan(self.home.page), lambda words: None)
        try:
            journal = table.controller.journal
            told = [from_entry(entry) for entry in journal.read(1, journal.head.seq)]
            done = [one.id for one in told if isinstance(one, OrderAnswered) and one.done]
            assert Counter(done) == Counter(ours["bar"])
            assert len(table.controller.table.people.barred) == len(ours["bar"])
        finally:
            table.close()


def evening(path: Path, server: Server | None, kills: int, seed: int) -> None:
    async def work() -> Evening:
        one = Evening(path, server, seed)
        await one.play(kills)
        return one

    asyncio.run(work()).check()


def test_an_evening_of_kills_on_postgresql(tmp_path):
    with Server() as server:
        evening(tmp_path, server, 3, seed=8)  # one of each


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("books", ["sqlite", "postgresql"])
def test_many_evenings_of_kills(tmp_path, books, seed):
    if books == "sqlite":
        evening(tmp_path, None, 20, seed)
        return
    with Server() as server:
        evening(tmp_path, server, 20, seed)
