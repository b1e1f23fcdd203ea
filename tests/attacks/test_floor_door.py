"""The floor's door, attacked: whoever is not a signed-on person at a paired desk is refused by name
or not heard; the table plays on, and no desk ever holds a card that is not everybody's."""

import asyncio
import os
import socket
import time
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

import drivers.desks
from drivers.link.keys import Book, Peer, new_identity
from drivers.link.messages import Unreadable
from firmware.bank import order_slips
from firmware.bank.identity import Identity
from firmware.journal import records as r
from firmware.journal.orders import remember
from firmware.machine import wire_desk
from firmware.machine.floor_desks import FloorDesks
from firmware.screens import protocol as g
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices, ShowDevices
from firmware.screens.schema import controller_codec, desk_codec
from lab.simulation.company import company, play
from lab.simulation.demo_people import at_work
from lab.simulation.view_bots import calls
from lab.twins.desk import PaperDesk
from tests.controller.conftest import house, make_whole  # noqa: F401
from tests.controller.floor import Floor
from tests.controller.test_controller import middle
from tests.screens.privacy import cards_in, secrets

SOON_S = 20.0  # only ends what would never end


def no_devices(ask: ShowDevices) -> Devices:
    """A table without wires."""
    return Devices(ask.id)


class Door:
    """A whole table whose desks call at a real socket."""

    def __init__(self, whole, path) -> None:
        self.whole, self.address = whole, f"unix:{path}"
        self.book = Book(new_identity(), [])
        plan = SimpleNamespace(desks=[self.address])
        self.desks = FloorDesks(plan, self.book, whole.controller, no_devices)
        self._running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        began, base = time.monotonic(), self.whole.now
        while True:
            self.whole.now = max(self.whole.now, base + int((time.monotonic() - began) * 1000))
            self.whole.settle()
            await asyncio.sleep(0.002)

    def key(self, kind: str = "desk", name: str = "Floor 1"):
        me = new_identity()
        if kind:
            self.book.add(Peer(me.public, kind, name))
        return me

    def call(self, me) -> DeskEnd:
        table = Peer(self.book.me.public, "controller", "Table 1")
        end = DeskEnd(me, table, self.address, lambda: None, lambda words: None)
        end.task = asyncio.create_task(end.run())
        return end

    def raw(self) -> socket.socket:
        sock = socket.socket(socket.AF_UNIX)
        sock.connect(self.address.removeprefix("unix:"))
        sock.setblocking(False)
        return sock

    def told(self, kind) -> list:
        journal = self.whole.controller.journal
        found = map(r.from_entry, journal.read(1, journal.head.seq))
        return [each for each in found if isinstance(each, kind)]

    def token(self, person: str = "flo") -> str:
        return at_work(self.whole.bank, person).token

    def slip(self, order: str = "one") -> str:
        return Identity(self.whole.bank).slip(self.token(), "1", f"Pause {order}")

    def close(self) -> None:
        self._running.cancel()
        self.desks.close()


def hung_up(sock: socket.socket) -> bool:
    try:
        return sock.recv(1 << 16) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:  # what it had sent was never read
        return True


async def until(true) -> None:
    for _ in range(int(SOON_S / 0.01)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


@pytest.fixture
def at_door(make_whole, tmp_path):  # noqa: F811
    def run(work, *, hands: bool = False) -> None:
        whole = make_whole()
        whole.power_on()
        if hands:
            assert play(whole, company(whole, calls)[:3], middle(whole, 3))

        @asynccontextmanager
        async def opened():
            door = Door(whole, tmp_path / "desks")
            try:
                yield door
            finally:
                door.close()

        async def main() -> None:
            async with opened() as door:
                await work(door)

        asyncio.run(asyncio.wait_for(main(), 3 * SOON_S))

    return run


def pause(token: str, id: str = "one", **more) -> o.Pause:
    return o.Pause(**{"id": id, "table": "1", "token": token, "sure": True, **more})


def test_a_stranger_is_not_answered_and_told_of_once(at_door):
    async def work(door) -> None:
        end = door.call(door.key(kind=""))
        await until(lambda: door.told(r.Noticed))
        await asyncio.sleep(0.5)  # it calls on
        assert end.view is None
        assert [one.name for one in door.told(r.Noticed)] == ["STRANGER"]

    at_door(work)


@pytest.mark.parametrize("kind", ["station", "center", "doors"])
def test_a_key_that_is_paired_as_something_else_gives_no_order(at_door, kind):
    """REQ-R30: named, and not one word of it is decoded."""

    async def work(door) -> None:
        end = door.call(door.key(kind, "Station 3"))
        asked = asyncio.create_task(end.order(pause(door.slip())))
        await until(lambda: door.told(r.Noticed))
        assert "Station 3 is a" in door.told(r.Noticed)[0].words
        assert end.view is None
        assert not asked.done()
        assert door.told(r.OrderAnswered) == []
        asked.cancel()

    at_door(work)


def test_on_a_stations_own_wire_an_order_is_no_word():
    with pytest.raises(Unreadable):
        controller_codec().read(desk_codec().write(pause("t")))


def test_a_flood_is_served_in_turn_and_the_journal_stays_small(at_door):
    async def work(door) -> None:
        flood, calm = door.call(door.key(name="Flood")), door.call(door.key(name="Calm"))
        await until(lambda: flood.view and calm.view)
        wild = [asyncio.create_task(flood.order(pause("x", f"n{n}"))) for n in range(500)]
        answer = await asyncio.wait_for(calm.order(pause(door.slip("calm"), "calm")), SOON_S)
        assert isinstance(answer, o.Done)
        await until(lambda: any("Too many" in one.words for one in answered(wild)))
        assert all(isinstance(one, o.No) for one in answered(wild))
        assert len(door.told(r.OrderAnswered)) < 100
        assert door.whole.controller.table.paused
        for one in wild:
            one.cancel()

    at_door(work, hands=True)


def answered(orders: list) -> list:
    return [one.result() for one in orders if one.done() and not one.cancelled()]


def test_a_desk_that_hangs_up_and_calls_again_has_no_new_budget(at_door):
    """And who said too much is read slowly: what he sends stays with him."""

    async def work(door) -> None:
        me, door.desks._now = door.key(name="Flood"), lambda: 0.0  # no time goes by
        for life in range(4):
            end = door.call(me)
            await until(lambda end=end: end.view)
            wild = [
                asyncio.create_task(end.order(pause("x", f"{life} {n}")))
                for n in range(2 * wire_desk.ORDERS_AT_ONCE)
            ]
            await until(lambda wild=wild: any("Too many" in one.words for one in answered(wild)))
            assert door.desks._desks.callers[-1].port._slow_until_s
            end.task.cancel()
            for one in wild:
                one.cancel()
        assert len(door.told(r.OrderAnswered)) <= wire_desk.ORDERS_AT_ONCE

    at_door(work)


def test_who_calls_and_says_nothing_is_put_down(at_door, monkeypatch):
    monkeypatch.setattr(drivers.desks, "PROVE_S", 0.1)

    async def work(door) -> None:
        silent, half, noise = door.raw(), door.raw(), door.raw()
        half.send(b"\x05\x01\x02")
        noise.send(os.urandom(4000))
        for sock in (silent, half, noise):
            await until(lambda sock=sock: hung_up(sock))
            sock.close()
        await until(lambda: not door.desks._desks.callers)
        end = door.call(door.key())
        await until(lambda: end.view)

    at_door(work)


def test_a_crowd_at_the_door_keeps_no_desk_out(at_door):
    async def work(door) -> None:
        end = door.call(door.key())
        await until(lambda: end.view)
        crowd = []
        for _ in range(60):
            crowd.append(door.raw())
            await asyncio.sleep(0.005)
        other = door.call(door.key(name="Floor 2"))
        await until(lambda: other.view)
        assert len(door.desks._desks.callers) <= drivers.desks.UNPROVEN_MAX + 2
        answer = await asyncio.wait_for(end.order(pause(door.slip(), sure=False)), SOON_S)
        assert isinstance(answer, o.Would | o.No)
        for sock in crowd:
            sock.close()
        await until(lambda: len(door.desks._desks.callers) == 2)

    at_door(work)


def test_a_desk_that_hangs_costs_the_others_nothing(at_door):
    """It proved who it is, and reads no more: its wire fills up and is put down."""

    async def work(door) -> None:
        hung, calm = door.call(door.key(name="Hung")), door.call(door.key(name="Calm"))
        await until(lambda: hung.view and calm.view)
        port = hung._cable._port
        port._loop.remove_reader(port._fd)
        port._timer.cancel()
        port.pump = lambda: None
        answer = await asyncio.wait_for(calm.order(pause(door.slip())), SOON_S)
        assert isinstance(answer, o.Done)
        await until(lambda: len(door.desks._there) == 1)

    at_door(work, hands=True)


def test_a_desk_that_vanishes_leaves_the_table_to_itself(at_door):
    async def work(door) -> None:
        end = door.call(door.key())
        await until(lambda: end.view)
        ctl = door.whole.controller
        assert ctl.floor
        end.task.cancel()
        await until(lambda: not ctl.publisher.desks)
        door.whole.now += 10_000
        assert not ctl.floor

    at_door(work)


def test_what_was_tapped_and_played_again_is_nothing(at_door):
    """Bytes of a call that paused the table, once more from another socket."""

    async def work(door) -> None:
        taped: list[bytes] = []
        write = os.write

        def tape(fd, data):
            taped.append(bytes(data))
            return write(fd, data)

        os.write = tape
        try:
            end = door.call(door.key())
            await until(lambda: end.view)
            await end.order(pause(door.slip()))
        finally:
            os.write = write
        before = len(door.told(r.OrderAnswered))
        thief = door.raw()
        for data in taped:
            thief.send(data)
            await asyncio.sleep(0)
        await asyncio.sleep(0.3)
        assert len(door.told(r.OrderAnswered)) == before
        assert len(door.desks._there) == 1
        thief.close()

    at_door(work, hands=True)


def test_a_recorded_evening_shows_no_desk_a_card_that_is_not_everybodys(make_whole):  # noqa: F811
    """Every view that went to a desk, held against what lay face down at that moment."""
    whole = make_whole()
    controller = whole.power_on()
    seen = 0

    class Tapped(PaperDesk):
        def show(self, view: g.Floor) -> None:
            nonlocal seen
            super().show(view)
            seen += 1
            assert not cards_in(self.view) & secrets(controller.table, 0)

    players = company(whole, calls)[:4]
    assert play(whole, players, middle(whole, 0))
    controller.attach_desk(Tapped())
    assert play(whole, players, middle(whole, 3, 4))
    assert seen > 40


def test_a_slip_for_another_order_is_refused_by_the_table_itself(at_door):
    async def work(door) -> None:
        end = door.call(door.key())
        await until(lambda: end.view is not None)
        people = Identity(door.whole.bank)
        slip = people.slip(door.token(), "1", "Pause one")
        other = await asyncio.wait_for(end.order(pause(slip, "two")), SOON_S)
        assert (other.id, other.words) == ("two", "Another order's slip.")
        elsewhere = people.slip(door.token(), "2", "Pause three")
        no = await asyncio.wait_for(end.order(pause(elsewhere, "three")), SOON_S)
        assert "not given to this table" in no.words
        letters = await asyncio.wait_for(end.order(pause(slip[:-1] + "é")), SOON_S)
        assert letters.words == "This order was not given to this table."
        session = await asyncio.wait_for(end.order(pause(door.token())), SOON_S)
        assert session.words == "Another order's slip.", "a session itself orders nothing"
        own = await asyncio.wait_for(end.order(pause(slip)), SOON_S)
        assert own.words == "The table is closed.", "it was looked at"

    at_door(work)


def evening(make_whole):  # noqa: F811
    whole = make_whole()
    whole.power_on()
    assert play(whole, company(whole, calls)[:3], middle(whole, 3))
    return whole, Floor(whole)


@pytest.mark.parametrize("written_down", [False, True])
def test_an_order_that_was_done_is_sent_again_after_a_restart(make_whole, written_down):  # noqa: F811
    """Taped in time, with its slip still good: more time, time and again. What is written down
    between two hands knows it as well as the journal."""
    whole, floor = evening(make_whole)
    ctl = whole.controller
    order = floor.make("flo", o.ExtendClock, seat=ctl.table.clock.seat, seconds=30)
    first, until = floor.send(order), ctl.table.clock.until
    assert isinstance(first, o.Done)
    asked = floor.make("flo", o.VoidHand, hand=ctl.table.this_hand.number)
    confirmed = floor.make("mia", o.Confirm, order=asked.id)
    if written_down:
        assert [type(floor.send(one)) for one in (asked, confirmed)] == [o.WantsSecond, o.Done]
        ctl.snapshot()
    before = chips(whole)
    whole.power_off()
    ctl = whole.power_on()
    again = Floor(whole).send(order)
    assert again == first, "its answer, and nothing else"
    if written_down:
        for one in (asked, confirmed):
            assert isinstance(Floor(whole).send(one), o.Done)
    else:
        assert ctl.table.clock.until == until
    assert chips(whole) == before


def test_an_order_is_not_done_twice_because_others_came_after_it(make_whole):  # noqa: F811
    """A taped one, sent again in time: meanwhile two desks gave five orders a second."""
    whole, floor = evening(make_whole)
    ctl = whole.controller
    order = floor.make("flo", o.ExtendClock, seat=ctl.table.clock.seat, seconds=30)
    first, until = floor.send(order), ctl.table.clock.until
    good_ms = order_slips.good_until(order.token)
    for n in range(2 * 5 * order_slips.GOOD_MS // 1000 - 1):
        other = r.OrderAnswered(f"other {n}", "AtConsole", "", "", True, "mia")
        remember(ctl.folds.orders, 0, replace(other, slip_until_ms=good_ms + n * 100))
    assert floor.send(order) == first
    assert ctl.table.clock.until == until


def chips(whole) -> list[int]:
    return [seat.chips.stack for seat in whole.controller.table.seats]


@pytest.mark.parametrize("stale", ["two minutes old", "of another table", "of somebody dismissed"])
def test_a_stale_slip_orders_nothing_at_the_table(make_whole, stale):  # noqa: F811
    whole, floor = evening(make_whole)
    order = floor.make("flo", o.Pause)
    match stale:
        case "two minutes old":
            whole.now += order_slips.GOOD_MS
            words = "too late"
        case "of another table":
            elsewhere = Identity(whole.bank).slip(floor.token("flo"), "2", order.named)
            order, words = replace(order, token=elsewhere), "not given to this table"
        case _:
            at_work(whole.bank, "mia").dismiss("flo", "gone")
            words = "signed off"
    answer = floor.send(order)
    assert isinstance(answer, o.No)
    assert words in answer.words
    whole.power_off()
    whole.power_on()
    assert words in Floor(whole).send(order).words, "nor after a restart"
    assert not whole.controller.table.paused
