"""Ports on the event loop and stations by their sockets, over real ptys."""

import asyncio
import os

import pytest

from drivers.doors import Lamps
from drivers.doors import controller_codec as doors_codec
from drivers.fault import Fault
from drivers.hotplug import Plugged, Unplugged
from drivers.link.happenings import Arrived, Down, Stranger, Up
from drivers.link.keys import Book, Peer, new_identity
from drivers.link.pairing import Compare, Paired, Pairing
from drivers.link.port import SerialPort, open_serial
from drivers.sockets import Place, Sockets
from drivers.stations import Misplaced, Moved, NoPlace, Stations
from lab.twins.doors import DoorBoardTwin
from lab.twins.pair import Said, Shown, controller_codec
from lab.twins.pty_wire import PtyWire
from lab.twins.station import StationTwin, until
from lab.twins.wire import NOISY

SEATS = {f"usb-{seat}": Place("station", seat) for seat in range(1, 4)} | {"usb-c": Place("center")}


class Room:
    """A controller with three seats and a center socket, and stations with cables in hand."""

    def __init__(self) -> None:
        table = new_identity()
        self.me = Peer(table.public, "controller", "The table")
        self.book = Book(table, [])
        self.told: list[tuple] = []
        self.stations = Stations(
            Sockets(SEATS), self.book, controller_codec(), lambda *one: self.told.append(one)
        )
        self.wires: dict[str, PtyWire] = {}

    def station(self, name: str, kind: str = "station", paired: bool = True) -> StationTwin:
        key = new_identity()
        if paired:
            self.book.add(Peer(key.public, kind, name))
        return StationTwin(key, self.me, name)

    def plug(self, twin: StationTwin, socket: str, wire: PtyWire | None = None) -> None:
        self.wires[socket] = wire = wire or PtyWire()
        twin.on_pty(wire.path_a)
        self.stations.changed(Plugged("tty", socket, wire.path_b))

    def unplug(self, twin: StationTwin, socket: str, udev_too: bool = True) -> None:
        wire = self.wires.pop(socket)
        path = wire.path_b
        wire.pull()
        if udev_too:
            self.stations.changed(Unplugged("tty", socket, path))

    def heard(self, place: Place, kind: type) -> list:
        return [one for where, one in self.told if where == place and isinstance(one, kind)]

    def close(self) -> None:
        self.stations.close()
        for wire in self.wires.values():
            wire.close()


def in_room(work) -> None:
    async def run() -> None:
        room = Room()
        try:
            await work(room)
        finally:
            room.close()

    asyncio.run(asyncio.wait_for(run(), 60))


ONE, TWO, CENTER = Place("station", 1), Place("station", 2), Place("center")


def test_views_down_touches_up_and_the_seat_is_the_sockets():
    async def work(room: Room) -> None:
        twin = room.station("Ash")
        room.plug(twin, "usb-2")
        room.stations.show(TWO, Shown(7, b"two cards"))
        assert await until(lambda: room.heard(TWO, Arrived))
        assert room.heard(TWO, Arrived) == [Arrived(Said(7, b"Ash"))]
        assert twin.glass == Shown(7, b"two cards")
        assert [one.peer.name for one in room.heard(TWO, Up)] == ["Ash"]

    in_room(work)


@pytest.mark.parametrize("udev_too", [True, False])
def test_unplugged_the_cards_are_hidden_and_replugged_the_view_comes_whole(udev_too):
    async def work(room: Room) -> None:
        twin = room.station("Ash")
        room.plug(twin, "usb-1")
        room.stations.show(ONE, Shown(1, b"before"))
        assert await until(lambda: twin.glass)

        room.unplug(twin, "usb-1", udev_too)
        assert await until(lambda: twin.glass is None and room.heard(ONE, Down))
        room.stations.show(ONE, Shown(2, b"meanwhile"))
        room.plug(twin, "usb-1")
        assert await until(lambda: twin.glass == Shown(2, b"meanwhile"))
        first, *later = (one.resumed for one in room.heard(ONE, Up))
        assert (first, {*later}) == (False, {True})  # a busy machine may miss a beat, too

    in_room(work)


def test_two_stations_swapped_are_named_and_play_for_their_new_seats():
    async def work(room: Room) -> None:
        ash, oak = room.station("Ash"), room.station("Oak")
        room.plug(ash, "usb-1"), room.plug(oak, "usb-2")
        (
            room.stations.show(ONE, Shown(1, b"seat one")),
            room.stations.show(TWO, Shown(2, b"seat two")),
        )
        assert await until(lambda: ash.glass and oak.glass)
        room.unplug(ash, "usb-1"), room.unplug(oak, "usb-2")
        room.plug(ash, "usb-2"), room.plug(oak, "usb-1")
        assert await until(lambda: ash.glass == Shown(2, b"seat two"))
        assert await until(lambda: oak.glass == Shown(1, b"seat one"))

        assert [(one.peer.name, one.was) for one in room.heard(TWO, Moved)] == [("Ash", ONE)]
        assert [(one.peer.name, one.was) for one in room.heard(ONE, Moved)] == [("Oak", TWO)]

    in_room(work)


def test_the_wrong_kind_of_screen_is_named_and_shown_nothing():
    async def work(room: Room) -> None:
        center = room.station("Big screen", kind="center")
        room.stations.show(ONE, Shown(1, b"somebody's cards"))
        room.plug(center, "usb-1")
        assert await until(lambda: room.heard(ONE, Misplaced))
        assert "Big screen is a center; this socket is for the station of seat 1" in str(room.told)
        assert center.glass is None

        room.unplug(center, "usb-1")
        room.plug(center, "usb-c")
        assert await until(lambda: room.heard(CENTER, Up))

    in_room(work)


def test_a_stranger_a_second_socket_and_a_socket_of_nobody():
    async def work(room: Room) -> None:
        stranger, ash = room.station("?", paired=False), room.station("Ash")
        room.plug(stranger, "usb-1")
        assert await until(lambda: room.heard(ONE, Stranger))
        room.plug(ash, "usb-2")
        assert await until(lambda: room.heard(TWO, Up))
        copy = StationTwin(ash.link.keying._me, room.me, "a copy")
        room.plug(copy, "usb-3")
        assert await until(lambda: room.heard(Place("station", 3), Misplaced))
        assert "in two sockets at once" in room.heard(Place("station", 3), Misplaced)[0].why
        room.stations.changed(Plugged("tty", "usb-kitchen", "/dev/ttyUSB9"))
        assert room.told[-1] == (None, NoPlace("usb-kitchen"))
        assert stranger.glass is None

    in_room(work)


def test_a_noisy_pty_a_frozen_one_and_a_babbling_one():
    async def work(room: Room) -> None:
        ash = room.station("Ash")
        room.plug(ash, "usb-1", PtyWire(faults=NOISY))
        for number in range(30):
            room.stations.send(ONE, Shown(number, bytes(40)))
        assert await until(lambda: len(room.heard(ONE, Arrived)) == 30)
        assert [one.message.number for one in room.heard(ONE, Arrived)] == list(range(30))

        wire = room.wires["usb-1"]
        wire.flood(os.urandom(3000))
        wire.frozen = True
        assert await until(lambda: not room.stations.links[ONE].up)
        wire.frozen = False
        assert await until(lambda: room.stations.links[ONE].up)

    in_room(work)


def test_a_port_that_cannot_be_opened_is_a_fault_with_its_reason(tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("")
    for path, why in (
        ("/dev/no-such-port", "No such file"),
        (str(plain), "no serial port|Inappropriate"),
    ):
        with pytest.raises(Fault, match=why):
            open_serial(path)


def test_a_port_held_by_another_program_is_not_shared():
    async def work(room: Room) -> None:
        wire = PtyWire()
        first = open_serial(wire.path_a)
        with pytest.raises(Fault, match=r"another program holds it|temporarily unavailable"):
            open_serial(wire.path_a)
        first.close()
        wire.close()

    in_room(work)


def test_pairing_over_a_port_then_the_link_on_the_same_port():
    async def work(room: Room) -> None:
        wire, key, told = PtyWire(), new_identity(), []
        now_s = asyncio.get_running_loop().time()
        screen = Pairing("screen", key, "station", "New", now_s)
        control = Pairing("controller", room.book.me, "controller", "The table", now_s)
        a = SerialPort(wire.path_a, screen, lambda one: told.append((screen, one)))
        b = SerialPort(wire.path_b, control, lambda one: told.append((control, one)))
        assert await until(lambda: sum(isinstance(one, Compare) for _, one in told) == 2)
        for side in (screen, control):
            told.extend((side, one) for one in side.confirm(asyncio.get_running_loop().time()))
        assert await until(lambda: sum(isinstance(one, Paired) for _, one in told) == 2)
        room.book.add(
            next(one.peer for side, one in told if side is control and isinstance(one, Paired))
        )
        table = next(one.peer for side, one in told if side is screen and isinstance(one, Paired))
        a.close(), b.close()

        twin = StationTwin(key, table, "New")
        room.plug(twin, "usb-3", wire)
        assert await until(lambda: room.heard(Place("station", 3), Up))

    in_room(work)


def test_the_doors_have_their_own_words_on_their_own_socket():
    async def work(room: Room) -> None:
        key, told, place = new_identity(), [], Place("doors")
        room.book.add(Peer(key.public, "doors", "Door board"))
        doors = Stations(
            Sockets({"usb-d": place}),
            room.book,
            doors_codec(),
            lambda *one: told.append(one),
            serves=("doors",),
        )
        wire, loop = PtyWire(), asyncio.get_running_loop()
        board = DoorBoardTwin(key, room.me, loop.time(), os.urandom)
        port = SerialPort(wire.path_a, board.link, board.hear)
        doors.changed(Plugged("tty", "usb-d", wire.path_b))
        doors.show(place, Lamps("blink"))
        assert await until(lambda: board.lamps == Lamps("blink"))
        board.open("logic door")
        port.pump()
        assert await until(lambda: told and told[-1][1] == Arrived(board.inputs))
        doors.close(), port.close(), wire.close()

    in_room(work)
