"""A new screen at a cable: six digits at both ends, and what was there before is forgotten."""

import asyncio
from functools import partial

import pytest

from drivers.hotplug import Plugged
from drivers.link.keys import Book, Peer, new_identity, open_book
from drivers.link.pairing import Failed, Paired
from drivers.sockets import NOWHERE, Place, Sockets
from drivers.stations import Moved, Stations
from firmware.errors import Refused
from firmware.machine.new_screens import NewScreens
from firmware.screens.schema import controller_codec
from lab.live.processes import Processes
from lab.live.visitor import Visitor
from lab.twins.pty_wire import PtyWire
from lab.twins.station import until
from tests.lab.live.tables import insist, tap

SEAT_7, CENTER = Place("station", 7), Place("center")


class Table:
    """Seat 7 and the center; a station that played at seat 7 is known."""

    def __init__(self) -> None:
        self.old = Peer(new_identity().public, "station", "Station 7")
        self.book = Book(new_identity(), [self.old])
        self.told: list[tuple] = []
        self.stations = Stations(
            Sockets({"usb-7": SEAT_7, "usb-c": CENTER}), self.book, controller_codec(), self.hear,
            last={self.old.public: SEAT_7},
        )  # fmt: skip
        self.new = NewScreens(self.stations, self.book, "4")
        self.wire = PtyWire()

    def hear(self, place, happening) -> None:
        self.told.append((place, happening))
        self.new.heard(place, happening)

    def plug(self, socket: str) -> None:
        self.stations.changed(Plugged("tty", socket, self.wire.path_a))

    def close(self) -> None:
        self.stations.close()
        self.wire.close()


def at_table(tmp_path, kind: str, work) -> None:
    """`kind`: of the new screen at the far end of the cable, as a program with its glass."""

    async def life() -> None:
        table, programs, door = Table(), Processes(tmp_path), tmp_path / "door"
        argv = [kind, "--port", table.wire.path_b, "--book", tmp_path / "book", "--door", door]
        programs.start(kind, [str(word) for word in argv], {"SDL_VIDEODRIVER": "dummy"})
        glass = Visitor(door)
        try:
            await work(table, glass, programs)
        finally:
            glass.close()
            await programs.stop()
            table.close()

    asyncio.run(asyncio.wait_for(life(), 120))


@pytest.mark.parametrize(("kind", "place", "name"), [
    ("station", SEAT_7, "Station 7"), ("center", CENTER, "Center"),
])  # fmt: skip
def test_a_new_screen_is_paired_at_console_and_glass_and_the_old_one_is_forgotten(
    tmp_path, kind, place, name
):
    """REQ-R32: keys by pairing. A technician at 3 a.m. has the console and the glass, no shell."""

    async def life(table, glass, programs) -> None:
        seat, other = place.seat, 7 - place.seat
        table.old = Peer(table.old.public, kind, name)
        table.book.add(table.old)
        table.stations.last[table.old.public] = place
        with pytest.raises(Refused, match="Nothing is plugged in at"):
            table.new.may_open(seat)
        with pytest.raises(Refused, match="no seat 3"):
            table.new.may_open(3)
        table.plug("usb-7" if seat else "usb-c")
        await glass.until(lambda now: now.says("This screen is not paired"))
        table.new.may_open(seat)
        table.new.open(seat)
        seen = await glass.until(lambda now: "yes" in now.targets)
        assert await until(lambda: table.new.told.step == "compare")
        digits = table.new.told.digits
        assert seen.says(f"{digits[:3]} {digits[3:]}")
        assert seen.says("Table 4")
        with pytest.raises(Refused, match="others by now"):
            table.new.may_say(seat, "no")
        with pytest.raises(Refused, match="begin anew"):
            table.new.may_say(other, digits)
        table.new.may_say(seat, digits)
        table.new.say(seat)
        assert table.book.peers() == [table.old], "nothing is stored before the other end said yes"
        await insist(glass, partial(tap, glass, "yes"), lambda now: "yes" not in now.targets)
        assert await until(lambda: table.new.told.step == "paired")
        assert await until(lambda: table.stations.links[place].up), "the screen starts anew"
        carried = [told for _, told in table.told if isinstance(told, Moved)]
        assert [told.was for told in carried] == [NOWHERE] * bool(seat), "no cards of this hand"
        (peer,) = table.book.peers()
        assert (peer.name, peer.kind) == (name, kind)
        assert peer.public == open_book(tmp_path / "book").me.public
        with pytest.raises(Refused, match="known and heard"):
            table.new.may_open(seat)

    at_table(tmp_path, kind, life)


def test_who_says_no_at_the_glass_stores_nothing_and_gets_other_digits(tmp_path):
    async def life(table, glass, programs) -> None:
        table.plug("usb-7")
        table.new.open(7)
        await glass.until(lambda now: "no" in now.targets)
        first = table.new.told.digits
        await insist(glass, partial(tap, glass, "no"), lambda now: "no" not in now.targets)
        table.new.open(7)
        await glass.until(lambda now: "no" in now.targets)
        assert await until(lambda: table.new.told.digits not in ("", first)), table.told
        assert not open_book(tmp_path / "book").peers()
        assert table.book.peers() == [table.old]

    at_table(tmp_path, "station", life)


def test_a_screen_of_another_kind_is_not_paired_and_the_cable_is_its_links_again(tmp_path):
    async def life(table, glass, programs) -> None:
        table.plug("usb-c")
        table.new.open(0)
        assert await until(lambda: table.new.told.step == "failed")
        assert table.new.told.words == "it is a station"
        assert table.stations.ports[CENTER].talker is table.stations.links[CENTER]
        assert not any(isinstance(told, Paired) for _, told in table.told)

    at_table(tmp_path, "station", life)


def test_a_cable_that_comes_out_ends_it():
    async def life() -> None:
        table = Table()
        try:
            table.plug("usb-7")
            table.new.open(7)
            assert table.new.told.step == "waits"
            table.stations.ports[SEAT_7].close("unplugged")
            assert table.new.told.step == "failed"
            assert isinstance(table.told[-1][1], Failed)
            with pytest.raises(Refused, match="begin anew"):
                table.new.may_say(7, "")
        finally:
            table.close()

    asyncio.run(life())
