"""A real table process whose bank is another process: no books and no key are on its machine. Its
sister is a third, and each witnesses the other's deals."""

import asyncio
import os
import sys

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from drivers.link.keys import Peer, open_book
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.keys import load_bank_key
from firmware.bank.sqlite_store import SqliteStore
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier
from firmware.fairness.witness import News
from firmware.machine.plan import read_plan
from firmware.machine.sisters import sister_window
from firmware.pages import BadPage
from lab.twins.served import ServedSister
from tests.machine.conftest import LIMIT_S
from tests.machine.test_program import hand, seated
from tests.settlement.test_bank_service import patiently


class Service:
    def __init__(self, room) -> None:
        self.room, home = room, room.home.home
        self.folder = home / "cage"
        self.folder.mkdir(mode=0o700)
        for name in ("bank.db", "bank.key"):
            os.rename(home / name, self.folder / name)
        self.address = f"unix:{home / 'bank.sock'}"
        page = room.home.page
        text = page.read_text().replace('bank = "bank.db"', f'bank = "{self.address}"')
        page.write_text(text.replace('bank_key = "bank.key"\n', ""))
        bank, table = (open_book(path) for path in (self.book, home / "secrets/links.json"))
        bank.add(Peer(table.me.public, "table", "1"))
        table.add(Peer(bank.me.public, "bank", "Bank"))

    @property
    def book(self):
        return self.folder / "links.json"

    async def start(self) -> None:
        words = ["--db", "bank.db", "--key", "bank.key", "serve", "--links", "links.json"]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.machine.bank", *words, self.address, cwd=self.folder,
            stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.getcwd()},
        )  # fmt: skip
        said = await asyncio.wait_for(self.process.stdout.readline(), LIMIT_S)
        assert said.startswith(b"the bank is at unix:"), said
        assert said.endswith(b"tables 1\n"), said

    async def end(self) -> int:
        self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), LIMIT_S)


class Sister(ServedSister):
    """Table 2, which calls table 1 and is called by it."""

    def __init__(self, room) -> None:
        home = room.home.home
        super().__init__(home / "witness of 2", "2", home / "sister.sock")
        table = open_book(home / "secrets/links.json")
        table.add(Peer(self.book.me.public, "table", "2"))
        self.book.add(Peer(table.me.public, "table", "1"))
        page = room.home.page
        words = f'sisters_call = "unix:sisters.sock"\nsisters = {{ 2 = "{self.address}" }}\n'
        page.write_text(page.read_text().replace("simulation =", f"{words}simulation ="))
        self.calls = sister_window(self.book, "1", f"unix:{home / 'sisters.sock'}")
        self._lines.append(self.calls)

    def size(self) -> int:
        """How far it has followed table 1."""
        folder = self._window_of("1")._folder
        return sum(
            msgspec.json.decode(path.read_bytes())["size"] for path in folder.glob("*/*.json")
        )


def test_a_table_plays_without_a_key_of_the_bank_and_outlives_its_service(in_room):
    async def work(room) -> None:
        service, sister = Service(room), Sister(room)
        await service.start()
        try:
            await room.power_on()
            await room.says("table 1 is")
            for seat in (1, 2):
                room.sit(seat)
            await room.until(lambda: hand(room) >= 1, "no hand")
            assert await service.end() == 0
            number = hand(room)
            await room.until(lambda: hand(room) >= number + 2, "it plays on")
            await service.start()
            room.sit(3)
            await room.until(lambda: seated(room), "who came later was let in")
            await room.until(lambda: sister.size() > 10, "its sister follows its deals")
            log = Log("2", Ed25519PrivateKey.generate())
            news = News("2", log.public_key, 0, (), log.sign(Frontier()))
            said = await asyncio.to_thread(patiently, sister.calls.hear_log, news)
            assert (said["name"], said["size"]) == ("table 1", 0)
            assert await room.stop() == 0
        finally:
            sister.close()
            if service.process.returncode is None:
                assert await service.end() == 0
        bank = Bank(
            SqliteStore(service.folder / "bank.db"), load_bank_key(service.folder / "bank.key")
        )
        assert bank.balance("table:1").balance > 0
        assert Counter(bank).reconcile().problems == []

    in_room(work)


def test_a_key_beside_a_service_is_refused(in_room):
    async def work(room) -> None:
        Service(room)
        page = room.home.page
        page.write_text(
            page.read_text().replace("\nsimulation", '\nbank_key = "bank.key"\nsimulation')
        )
        with pytest.raises(BadPage, match="take it off this machine"):
            read_plan(page)

    in_room(work)
