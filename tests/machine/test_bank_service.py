"""A real table process whose bank is another process: no books and no key are on its machine."""

import asyncio
import os
import sys

import pytest

from drivers.link.keys import Peer, open_book
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.keys import load_bank_key
from firmware.bank.sqlite_store import SqliteStore
from firmware.machine.plan import read_plan
from firmware.pages import BadPage
from tests.machine.conftest import LIMIT_S
from tests.machine.test_program import hand, seated


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


def test_a_table_plays_without_a_key_of_the_bank_and_outlives_its_service(in_room):
    async def work(room) -> None:
        service = Service(room)
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
            assert await room.stop() == 0
        finally:
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
