"""A floor desk at a real table process, over a real socket."""

import asyncio
import sys
from functools import partial

from drivers.link.keys import open_book
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.sqlite_store import SqliteStore
from firmware.machine.plan import read_plan
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import orders as o
from firmware.screens.screen_end import controller_of
from lab.simulation.demo_cage import demo_key
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track

LIMIT_S = 60.0


def bank_of(room) -> Bank:
    home = room.home.home
    return Bank(SqliteStore(home / "bank.db"), demo_key(home / "bank.key"))


class Desk:
    def __init__(self, room) -> None:
        book = open_book(room.home.desk)
        address = read_plan(room.home.page).desks[0]
        self.said: list[str] = []
        self.end = DeskEnd(book.me, controller_of(book), address, lambda: None, self.said.append)
        self.run = asyncio.create_task(self.end.run())

    @property
    def view(self):
        return self.end.view

    async def order(self, kind, slip) -> o.Answer:
        id = f"{kind.__name__}-1"
        told = {"id": id, "table": "1", "reason": "a test", "sure": True}
        order = kind(**told, token=slip("1", f"{kind.__name__} {id}"))
        return await asyncio.wait_for(self.end.order(order), LIMIT_S)


def test_a_desk_sees_the_table_orders_and_finds_it_again_after_a_kill(in_room):
    async def work(room) -> None:
        await room.power_on()
        desk, bank = Desk(room), bank_of(room)
        flo = partial(Identity(bank).slip, at_work(bank, "flo").token)
        await room.until(lambda: desk.view, "the desk sees the table")
        for seat in (1, 2):
            room.sit(seat)
        await room.until(
            lambda: desk.view and all(s.bought for s in desk.view.seats[:2]), "two sit down"
        )
        assert isinstance(await desk.order(o.OpenTable, flo), o.Done)
        await room.until(lambda: desk.view and desk.view.public.hand, "a hand")
        assert isinstance(await desk.order(o.Pause, flo), o.Done)
        await room.until(lambda: desk.view and desk.view.stops, "it stands still")
        steps = await asyncio.wait_for(desk.end.show_hand("look", desk.view.public.hand), LIMIT_S)
        assert "begins" in steps[0].words
        await room.kill()
        await room.until(lambda: desk.view is None, "a table that is away shows as away")
        await room.power_on()
        await room.until(lambda: desk.view, "and is back, whole")
        assert [stop.by for stop in desk.view.stops] == ["flo"]
        again = await desk.order(o.Pause, flo)
        assert isinstance(again, o.Done), "sent again it has its first answer"
        assert isinstance(await desk.order(o.Resume, flo), o.Done)
        assert await by_hand(room, bank, "Pause", "--reason", "spill") == (
            0,
            "Every clock stands still; cards and chips stay where they are.",
        )
        await room.until(lambda: desk.view and desk.view.stops, "by the command line")
        desk.run.cancel()

    in_room(work)


async def by_hand(room, bank, *words: str) -> tuple[int, str]:
    """`stormdeck order`, with the card and the PIN on its input."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import sys; from firmware.bank import pins; pins.COST = 16;"
        "from commands import main; sys.exit(main(sys.argv[1:]))",
        "order", str(room.home.page), "--book", str(room.home.desk), "--yes", *words,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    typed = f"{staff_track(bank, 'flo')}\n{STAFF_PIN}\n".encode()
    out, _ = await asyncio.wait_for(process.communicate(typed), LIMIT_S)
    return process.returncode, out.decode().strip().splitlines()[-1]
