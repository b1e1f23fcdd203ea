"""What goes wrong around a table: it says so in words, and its exit status says who can mend it."""

import asyncio
import os
import sqlite3
from pathlib import Path

from drivers.link.keys import open_book
from drivers.link.port import SerialPort
from firmware.bank.bank import Bank
from firmware.bank.keys import load_bank_key
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry, pack
from firmware.journal.records import HandVoided, from_entry
from firmware.journal.verifier import read_copy
from firmware.machine import equipment
from firmware.machine.plan import read_plan
from lab.live.home import pair
from lab.simulation.demo_people import STAFF_PIN, staff_track
from lab.twins.doors import DoorBoardTwin
from lab.twins.pty_wire import PtyWire
from tests.attacks.test_insider_with_the_disk import NoKey
from tests.notified import Systemd


def has(room, words: str) -> bool:
    return any(line.startswith(words) for line in room.log)


def test_systemd_hears_ready_the_watchdog_and_the_stop(in_room, tmp_path):
    systemd = Systemd(tmp_path / "notify")

    async def evening(room) -> None:
        await room.power_on(NOTIFY_SOCKET=systemd.path)
        await room.until(lambda: systemd.heard.count("WATCHDOG=1") >= 3, "no watchdog")
        assert systemd.heard[0] == "READY=1"
        await room.until(lambda: "STATUS=closed; all screens" in systemd.heard, "no status")
        room.cables.pull(1)
        await room.until(
            lambda: "STATUS=closed; not there: the station of seat 1; 1 faults" in systemd.heard,
            "?",
        )
        assert await room.stop() == 0
        assert "STOPPING=1" in systemd.heard

    in_room(evening)


def test_a_second_table_on_the_same_journal_is_refused_and_may_try_again(in_room):
    async def evening(room) -> None:
        await room.power_on()
        await room.until(lambda: room.cables.screens[1].view, "no view")
        first = room._process
        await room.power_on()
        assert await room.ended() == 75
        room._process = first
        assert has(room, "stormdeck table: JOURNAL_IN_USE: Another program already writes")

    in_room(evening)


def test_a_wrong_key_waits_for_a_person(in_room):
    async def evening(room) -> None:
        await room.power_on()
        await room.until(lambda: room.cables.screens[1].view, "no view")
        assert await room.stop() == 0
        (room.home.home / "secrets/deal.key").write_bytes(b"short")
        await room.power_on()
        assert await room.ended() == 78
        assert has(room, "stormdeck table: DEAL_KEY:")

    in_room(evening)


WHY = "the disk with the key was changed"
VOID = ("--void-hand", WHY)


def typed(room, *names: str) -> str:
    home = room.home.home
    bank = Bank(SqliteStore(home / "bank.db"), load_bank_key(home / "bank.key"))
    lines = "".join(f"{staff_track(bank, name)}\n{STAFF_PIN}\n" for name in names)
    bank.store.close()
    return lines


def test_a_deck_that_nobody_can_open_is_voided_by_two_people(in_room):
    """At three in the morning: the fault says what to type, and everybody has his chips again."""

    async def evening(room) -> None:
        await room.power_on(*VOID)
        assert await room.ended() == 78
        assert has(room, "stormdeck table: No deck waits to be opened. Just start the table.")
        await room.power_on()
        screens = room.cables.screens
        for seat in (1, 2):
            room.sit(seat)
        for player in room.players.values():
            player.plays = False
        await room.until(
            lambda: any(one.thinking for one in room.players.values()), "nobody's turn"
        )
        await room.until(lambda: hand_of(screens[1]), "seat 1 sees no hand")
        number = screens[1].view.public.hand
        assert {seat.stack + seat.bet for seat in screens[1].view.public.seats[:2]} == {20_000}
        await room.kill()

        await room.power_on(*VOID)
        assert await room.ended() == 78
        assert has(room, f"stormdeck table: The deck of hand {number} is safe. Just start")
        (room.home.home / "secrets/vault.key").write_bytes(bytes(32))
        await room.power_on()
        assert await room.ended() == 78
        assert has(room, "stormdeck table: VAULT_CLOSED:")
        assert "stormdeck table FILE --void-hand REASON" in room.log[-1]
        await room.power_on("--void-hand", "")
        assert await room.ended() == 78
        assert has(room, "stormdeck table: A reason, please")
        for people in ((), ("flo",), ("flo", "flo"), ("flo", "ann")):
            await room.power_on(*VOID, typed=typed(room, *people))
            assert await room.ended() == 78, people
        await room.power_on(*VOID, typed=typed(room, "flo", "mia"))
        assert await room.ended() == 0
        assert has(room, f"hand {number} is void; everybody has what he began it with.")

        await room.power_on()
        await room.until(lambda: screens[1].view, "no view")
        await room.says("table 1 is open after")
        for player in room.players.values():
            player.plays = True
            player.again()
        await room.until(lambda: hand_of(screens[1]) > number + 1, "no hand after it")
        assert await room.stop() == 0
        told = voids(room.home.page)
        assert [(one.hand, one.by, one.reason) for one in told] == [(number, "flo, mia", WHY)]

    in_room(evening)


def phase(center) -> str:
    return center.public.phase if center.public else ""


def hand_of(screen) -> int:
    return screen.view.public.hand if screen.view else 0


def voids(page: Path) -> list[HandVoided]:
    journal = equipment.journal(read_plan(page)).journal
    try:
        told = [from_entry(entry) for entry in journal.read(1, journal.head.seq)]
    finally:
        journal.close()
    return [one for one in told if isinstance(one, HandVoided)]


def test_a_bank_that_is_away_at_the_start_comes_back(in_room):
    """The books are locked by somebody: the table runs, says so at the seat, and goes on later."""

    async def evening(room) -> None:
        books = sqlite3.connect(room.home.home / "bank.db", isolation_level=None)
        books.execute("BEGIN EXCLUSIVE")
        await room.power_on()
        screen = room.cables.screens[1]
        await room.until(lambda: screen.view, "no view")
        room.cables.readers[1].type(room.tracks[0] + "\n")
        await room.until(
            lambda: screen.view and "The bank does not answer" in screen.view.refused, "not told"
        )
        await room.says("FAULT BANK_AWAY")
        books.execute("ROLLBACK")
        books.close()
        room.sit(1)
        await room.until(lambda: screen.view and screen.view.mode == "seated", "nobody sits")
        await room.says("over: BANK_AWAY")
        assert await room.stop() == 0

    in_room(evening)


def test_a_door_stops_the_table_and_one_opened_in_the_dark_is_known(in_room):
    async def evening(room) -> None:
        home: Path = room.home.home
        page = room.home.page.read_text()
        room.home.page.write_text(page + f'doors = "{home}/dev/doors"\n')
        book = open_book(home / "screens/doors.json")
        pair(open_book(home / "secrets/links.json"), book, "doors", "Door board")
        wire = PtyWire()
        (home / "dev/doors").symlink_to(wire.path_b)
        loop = asyncio.get_running_loop()
        board = DoorBoardTwin(book.me, book.peers()[0], loop.time(), os.urandom)
        port = SerialPort(wire.path_a, board.link, board.hear)

        def move(what, door: str) -> None:
            what(door)
            port.pump()

        await room.power_on()
        center = room.cables.screens[0]
        for seat in (1, 2):
            room.sit(seat)
        await room.until(lambda: center.public and center.public.hand, "no hand")
        move(board.open, "logic door")
        await room.until(lambda: phase(center) == "paused", "it goes on")
        await room.until(lambda: board.lamps.tower == "blink", "no lamp")
        await room.says("DOOR: the logic door is open")
        move(board.shut, "logic door")
        await room.until(lambda: phase(center) not in ("", "paused"), "it does not go on")
        await room.until(lambda: board.lamps.tower == "off", "the lamp stays")

        await room.kill()
        move(board.open, "main door")
        move(board.shut, "main door")
        await room.power_on()
        await room.says("DOOR: the main door was opened and shut")
        assert await room.stop() == 0
        port.close()
        wire.close()

    in_room(evening)


def test_money_on_one_disk_is_found_at_the_start_and_two_people_keep_the_other(in_room):
    """The way out of exit 78: the good copy is kept, the other set aside and filled again."""

    async def evening(room) -> None:
        await room.power_on()
        await room.until(lambda: room.cables.screens[1].view, "no view")
        assert await room.stop() == 0
        plan = read_plan(room.home.page)
        one, two = (plan.beside(name) for name in plan.machine.journal)
        segment = max(one.glob("*.log"))
        story = read_copy(one, None)
        entry = Entry(len(story.chains), 0, "Noticed", b"{}", False, True, b"")
        segment.write_bytes(segment.read_bytes() + pack(entry, story.chains[-1], NoKey())[0])
        forged = segment.read_bytes()
        await room.power_on()
        assert await room.ended() == 78, room.log
        assert has(room, "stormdeck table: JOURNAL_FORGED: Somebody wrote on the journal's disk")
        assert segment.read_bytes() == forged, "nothing is touched"
        await room.power_on("--keep-copy", "2", "a forger", typed=typed(room, "tom", "mia"))
        assert await room.ended() == 0, room.log
        await room.power_on()
        await room.says("mended: ")
        assert await room.stop() == 0
        assert len(read_copy(one, None).chains) == len(read_copy(two, None).chains)

    in_room(evening)


def test_a_journal_that_nobody_can_mend_is_cleared_by_two_people(in_room):
    """REQ-R16: damaged on both disks. Every step says the next one."""

    async def evening(room) -> None:
        await room.power_on()
        screens = room.cables.screens
        for seat in (1, 2):
            room.sit(seat)
        await room.until(lambda: screens[1].view and screens[1].view.public.hand >= 2, "no hands")
        assert await room.stop() == 0
        plan = read_plan(room.home.page)
        for name in plan.machine.journal:
            path = min(plan.beside(name).glob("*.log"))
            data = bytearray(path.read_bytes())
            data[1000] ^= 1
            path.write_bytes(data)
            for snap in plan.beside(name).glob("*.snap"):
                snap.unlink()
        await room.power_on()
        assert await room.ended() == 78, room.log
        assert "--clear-journal REASON" in room.log[-1]
        wet = ("--clear-journal", "both disks were wet")
        busy = RealDisk(plan.beside(plan.machine.journal[1]))
        busy.lock()
        await room.power_on(*wet, typed=typed(room, "tom", "mia"))
        assert await room.ended() == 75
        assert "JOURNAL_IN_USE" in room.log[-1]
        busy.close()
        assert (room.home.home / "secrets/deal.key").exists(), "nothing was touched"
        for people in ((), ("tom",), ("tom", "tom"), ("tom", "flo"), ("mia", "tom")):
            await room.power_on(*wet, typed=typed(room, *people))
            assert await room.ended() == 78, people
        old = (room.home.home / "secrets/deal.key").read_bytes()
        await room.power_on(*wet, typed=typed(room, "tom", "mia"))
        assert await room.ended() == 0, room.log[-1]
        await room.power_on()
        assert await room.ended() == 78, room.log
        assert "--accept-journal REASON" in room.log[-1]
        accept = ("--accept-journal", "it was cleared")
        await room.power_on(*accept, typed=typed(room, "flo", "mia"))
        assert await room.ended() == 0, room.log
        await room.power_on()
        await room.says("table 1 is closed after 0 hands")
        await room.until(lambda: screens[1].view, "no view")
        assert (room.home.home / "secrets/deal.key").read_bytes() != old
        assert len([*plan.beside(plan.machine.journal[0]).glob("retired-*")]) >= 1
        assert await room.stop() == 0

    in_room(evening)
