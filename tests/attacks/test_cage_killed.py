"""kill -9 of a window's server, or of the books behind it, while two tabs press the same button:
pressed again until there is a receipt, each form is one deposit."""

import asyncio
import tempfile
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import pytest

from firmware.bank.acts import ConfirmClock
from firmware.bank.bank import Bank, wall_clock_ms
from firmware.bank.postgres_store import PostgresStore
from firmware.bank.sqlite_store import SqliteStore
from lab.live.home import CAGE
from lab.live.ports import free_port
from lab.live.processes import Processes
from lab.simulation.demo_cage import FUNDED, NAMES, demo_books, demo_key
from lab.simulation.demo_people import at_work, together
from lab.twins.postgres_server import Server
from tests.bank.conftest import books_balance

WINDOW, CARD = "cage", "patron:100001"


class Killed:
    def __init__(self, home: Path, server: Server | None, seed: int) -> None:
        self.luck, self.server, self.port = Random(seed), server, free_port(0)
        self.home, self.key, self.booked = home, demo_key(home / "bank.key"), 0
        (home / "cage").mkdir()
        books = server.url if server else "../bank.db"
        page = CAGE.format(port=self.port, encoder="", books=books, printer=0)
        bare = "".join(line for line in page.splitlines(True) if not line.startswith("printer"))
        (home / "cage" / "cage.toml").write_text(bare)
        bank = self.bank()
        together(bank, ConfirmClock())
        self.token = at_work(bank, "ann").token

    def bank(self) -> Bank:
        """By a connection of its own: the one before may have died with its server."""
        store = (
            PostgresStore(self.server.url) if self.server else SqliteStore(self.home / "bank.db")
        )
        return demo_books(store, self.key, wall_clock_ms)[0]

    async def play(self, kills: int) -> None:
        with tempfile.TemporaryDirectory() as run:
            programs = Processes(Path(run))
            programs.start(WINDOW, ["cage", str(self.home / "cage" / "cage.toml")])
            try:
                await self._booked("first", "1")
                for number in range(kills):
                    await self._cut(programs, f"k{number}")
                said = programs.log(WINDOW)  # before it is ended: that may cut off an answer
            finally:
                await programs.stop()
            assert "Traceback" not in said, said

    async def _cut(self, programs: Processes, form: str) -> None:
        cents = self.luck.randrange(1, 5_00)
        amount = f"{cents // 100}.{cents % 100:02d}"
        falls = asyncio.create_task(self._kill(programs))
        await asyncio.gather(*(self._booked(form, amount) for _ in range(2)), falls)
        self.booked += cents

    async def _kill(self, programs: Processes) -> None:
        await asyncio.sleep(self.luck.uniform(0, 0.06))
        if self.server is None or self.luck.random() < 0.5:
            programs.kill(WINDOW)
            return
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)

    async def _booked(self, form: str, amount: str) -> None:
        while not await asyncio.to_thread(self._press, form, amount):
            await asyncio.sleep(0.05)

    def _press(self, form: str, amount: str) -> bool:
        host = f"127.0.0.1:{self.port}"
        wire = HTTPConnection(host, timeout=30)
        headers = {
            "Host": host, "Origin": f"http://{host}", "Cookie": f"cage={self.token}",
            "Content-Type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        asked = urlencode({"amount": amount, "form_id": form})
        try:
            wire.request("POST", "/cage/customer/100001/deposit", asked, headers)
            return wire.getresponse().getheader("Location") == f"/cage/receipt/{form}"
        except (OSError, HTTPException):
            return False
        finally:
            wire.close()

    def check(self) -> None:
        bank = self.bank()
        assert bank.balance(CARD).balance == FUNDED + 1_00 + self.booked
        assert -bank.balance("drawer:1").balance == 2 * len(NAMES) * FUNDED + 1_00 + self.booked
        books_balance(bank)


def killed(home: Path, server: Server | None, kills: int, seed: int) -> None:
    one = Killed(home, server, seed)
    asyncio.run(one.play(kills))
    one.check()


def test_a_killed_window_books_once(tmp_path):
    killed(tmp_path, None, 3, seed=1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_many_kills_of_window_and_books(tmp_path, seed):
    with Server() as server:
        killed(tmp_path, server, 25, seed)
