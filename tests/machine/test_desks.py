"""A floor desk at a real table process, over a real socket."""

import asyncio
import sys
from functools import partial

import pytest

from desks.floor import link, words
from drivers.link.happenings import Down, Up
from drivers.link.keys import open_book
from drivers.link.link import Link, controller_link, screen_link
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.sqlite_store import SqliteStore
from firmware.machine.plan import read_plan
from firmware.machine.wire_screen import WireScreen
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import orders as o
from firmware.screens.schema import desk_codec, table_to_desk
from firmware.screens.screen_end import controller_of
from lab.simulation.demo_cage import demo_key
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track
from lab.twins.pair import Pairing
from lab.twins.wire import Faults, Wire
from tests.desks.test_words import open_table

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


AWAY_S, BACK_S = 3.0, 2.0
FAST_S = 1e-6  # a byte, on a network


@pytest.mark.parametrize("gone", ["pulled", "silent", "hangs", "restarted"])
def test_a_table_that_is_away_is_said_so_in_three_seconds_and_is_back_in_two(gone):
    """In the time of the wire: whichever way it goes, and with its whole state."""
    people = Pairing(1, fresh=True)
    floor = open_table(seats=tuple(f.FloorSeat(n, f"patron:{n}") for n in range(1, 11)))

    async def work() -> None:
        table = link.TableLink("4", people.station, people.controller, "", lambda: None, print)
        screen = screen_link(people.station, people.controller, desk_codec(), 0.0)
        wire = Wire(screen, _table_end(people, 0.0), 1, Faults(), FAST_S)
        shown = _shows(wire, floor)
        wire.a.hear = table._end._happened
        assert wire.run(BACK_S, lambda: not table.at.away_ms)
        assert table.at.floor == floor
        if gone == "hangs":
            wire.b.frozen = True
        else:
            wire.pull(noticed=gone == "pulled")
        assert wire.run(wire.now_s + AWAY_S, lambda: table.at.away_ms > 0)
        assert words.tab(table.at).words == "Away"
        wire.run(wire.now_s + 60.0)
        if gone == "restarted":
            wire.b.link = _table_end(people, wire.now_s)
        shown.gone()
        wire.b.frozen = False
        wire.put_back(noticed=gone == "pulled")
        _shows(wire, floor)
        assert wire.run(wire.now_s + BACK_S, lambda: not table.at.away_ms)
        assert table.at.floor == floor

    asyncio.run(work())


def _table_end(people: Pairing, now_s: float) -> Link:
    return controller_link(people.table, people.find, table_to_desk(), now_s)


def _shows(wire: Wire, floor: f.Floor) -> WireScreen:
    """As a table does: a whole view whenever the link is up anew."""
    screen = WireScreen(wire.b.link.compose)

    def hear(happening) -> None:
        match happening:
            case Up():
                screen.show(floor)
            case Down():
                screen.gone()

    wire.b.hear = hear
    return screen


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
