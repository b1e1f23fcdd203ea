"""Two people at the console of a real table: unsealing, a new key, a journal cleared."""

import asyncio
import os
from functools import partial
from pathlib import Path

import pytest

from commands.console import people
from console import outside, unsealing
from console.app import Console
from console.outside import Outside
from console.pages import unseal
from drivers.link.keys import open_book
from drivers.link.port import SerialPort
from firmware.fairness.verify import name
from firmware.machine.plan import read_plan
from lab.live.home import pair
from lab.simulation.demo_people import STAFF_PIN, staff_track
from lab.twins.doors import DoorBoardTwin
from lab.twins.pty_wire import PtyWire
from tests.machine.test_console import Technician, bytes_on
from tests.machine.test_desks import bank_of
from tests.machine.test_unseal import WORDS, bring_keys, played


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """An answer comes, however busy this machine is, and cards wait for who reads them."""
    monkeypatch.setattr(outside, "ORDER_S", 100.0)
    for shows in (unsealing, unseal):
        monkeypatch.setattr(shows, "SHOWN_MS", 600_000)


def console(room) -> Console:
    home = room.home.home
    book = home / "console.json"
    pair(open_book(home / "secrets/links.json"), open_book(book), "console", "Console")
    found = partial(people, room.home.page)
    return Console(Outside(room.home.page, found, book, home / "table.log"))


async def gives(tech: Technician, bank, who: str, *asked: str) -> None:
    """Card and PIN, at the questions that begin so."""
    for words, typed in zip(asked, (staff_track(bank, who) + "\n", STAFF_PIN), strict=True):
        await tech.reads(words)
        await tech.types(typed)


async def asks_for(tech: Technician, sticks: dict[str, str], hand: int) -> None:
    """An auditor, up to the order that the table writes down."""
    await tech.types(f"unseal {hand}\n")
    for question, typed in (
        ("of which seats", "1"), ("case's paper", "C-0088"), ("Reason:", "played together"),
        ("File of the manager", sticks["manager"]), ("Passphrase of the manager", WORDS),
        ("File of the house", sticks["house_auditor"]), ("Passphrase of the house", WORDS),
        ("Type the hand's number", str(hand)),
    ):  # fmt: skip
        await tech.reads(question)
        assert WORDS not in tech.app.glass.words, "a passphrase is never to be read"
        await tech.types(typed + "\n")
    await tech.reads(r"1 auditor +aud +this console", "Second person")


def test_two_people_unseal_at_the_console_and_the_cards_are_gone_after_it(in_room):
    """REQ-R47: two keys, two roles, a reason; no card before the second has confirmed, none after
    Esc, none in the journal that they did not see."""

    async def evening(room) -> None:
        sticks, bank = bring_keys(room), bank_of(room)
        app = console(room)
        await room.power_on()
        hand, held = await played(room)
        cards, others = (" ".join(map(name, held[seat])) for seat in (1, 2))
        async with app.run_test(size=(100, 32)) as pilot:
            tech = Technician(app, pilot)
            await tech.signs_on(staff_track(bank, "aud"))
            await tech.reads("aud  auditor", "State  OPEN")
            await tech.types(f"unseal {hand}\n")
            await tech.reads("This console only reads")
            await tech.types("write case C-0088\n")
            await tech.reads("WRITING")
            # Another passphrase: nobody has been asked for anything.
            await tech.types(f"unseal {hand}\n")
            for typed in ("1", "C", "why", sticks["manager"], "x", sticks["house_auditor"], "x"):
                await tech.types(typed + "\n")
            await tech.reads("another passphrase, or no keyholder")
            await asks_for(tech, sticks, hand)
            # The floor is no manager, the auditor no second; another number is another hand.
            for who, no in (("flo", "flo .floor. may not"), ("aud", "You are the first name")):
                await gives(tech, bank, who, "Second person", "PIN:")
                await tech.reads("Type the hand's number")
                await tech.types("9\n")
                await tech.reads("That is another hand")
                await tech.types(f"{hand}\n")
                await tech.reads(no)
                assert cards not in app.glass.words
            await gives(tech, bank, "mia", "Second person", "PIN:")
            await tech.types(f"{hand}\n")
            shown = await tech.reads(
                "SHOWN NOW, ONCE", cards, r"\d\d s of 600", "opens to the seal"
            )
            assert others not in shown, "a seat that nobody asked for"
            await tech.types("meters\n")
            assert cards in app.glass.words, "no key but Esc does anything"
            await pilot.press("escape")
            await tech.reads("Esc: hidden. Who looked")
            assert cards not in app.glass.words
            assert app.seen.unsealing is None
            # Once more, and now the table goes away under it.
            await asks_for(tech, sticks, hand)
            await gives(tech, bank, "mia", "Second person", "PIN:")
            await tech.types(f"{hand}\n")
            await tech.reads(cards)
            await room.kill()
            await tech.reads("The table is not heard: hidden")
            assert cards not in app.glass.words
        told = b"".join(bytes_on(room.home.home).values())
        assert cards.encode() not in told
        assert b"played together" in told
        assert b"C-0088" in told

    in_room(evening)


def test_who_leaves_it_in_the_middle_has_unsealed_nothing_and_it_waits_for_nobody(in_room):
    async def evening(room) -> None:
        sticks, bank = bring_keys(room), bank_of(room)
        app = console(room)
        await room.power_on()
        hand, _ = await played(room)
        async with app.run_test(size=(80, 24)) as pilot:
            tech = Technician(app, pilot)
            await tech.signs_on(staff_track(bank, "aud"))
            await tech.reads("State  OPEN")
            await tech.types("write case C-0088\n")
            await tech.reads("WRITING")
            await asks_for(tech, sticks, hand)
            await pilot.press("escape")
            await tech.reads("Left: nothing was done")
            await asks_for(tech, sticks, hand)  # nothing of the first one waits
            await pilot.press("f10")
            await tech.reads("Swipe your card")
            await tech.until(lambda: app.seen.unsealing is None, "the order waits for somebody")

    in_room(evening)


def test_a_new_key_is_enrolled_by_two_people_at_the_console(in_room):
    """REQ-R47: two roles for a change of keys; the page has the public half, the stick the key."""

    async def evening(room) -> None:
        bank, stick = bank_of(room), room.home.home / "manager.pem"
        before = read_plan(room.home.page).keyholders.manager.public_bytes_raw()
        app = console(room)
        async with app.run_test(size=(100, 32)) as pilot:
            tech = Technician(app, pilot)
            await tech.signs_on(staff_track(bank, "tom"))
            await tech.reads("tom  technician")
            await tech.types("write the old stick was lost\n")
            await tech.reads("WRITING")
            for people in (("tom", "flo"), ("tom", "mia")):
                await tech.types("enrol manager\n")
                for typed in (str(stick), WORDS, WORDS, "the old stick was lost"):
                    await tech.types(typed + "\n")
                    assert WORDS not in app.glass.words
                await gives(tech, bank, people[0], "Technician. Card", "Technician. PIN")
                await gives(tech, bank, people[1], "Floor manager. Card", "Floor manager. PIN")
                if people[1] == "flo":
                    await tech.reads("flo .floor. may not")
                    assert not stick.exists()
            await tech.reads("The manager's key is ")
            plan = read_plan(room.home.page)
            public = plan.keyholders.manager.public_bytes_raw()
            assert public != before
            await tech.types("again\n")
            await tech.reads(f"manager +{public.hex()[:4].upper()}-")
        assert stick.read_bytes().startswith(b"-----BEGIN ENCRYPTED PRIVATE KEY")

    in_room(evening)


def board_of(room) -> tuple[DoorBoardTwin, SerialPort]:
    home: Path = room.home.home
    page = room.home.page.read_text()
    room.home.page.write_text(page + f'doors = "{home}/dev/doors"\n')
    book = open_book(home / "screens/doors.json")
    pair(open_book(home / "secrets/links.json"), book, "doors", "Door board")
    wire = PtyWire()
    (home / "dev/doors").symlink_to(wire.path_b)
    now_s = asyncio.get_running_loop().time()
    board = DoorBoardTwin(book.me, book.peers()[0], now_s, os.urandom)
    return board, SerialPort(wire.path_a, board.link, board.hear)


def test_a_journal_is_cleared_at_the_console_by_two_people_and_the_open_logic_door(in_room):
    """REQ-R16: two keys, the door and a reason; with one of them missing nothing is touched."""

    async def evening(room) -> None:
        bank = bank_of(room)
        board, port = board_of(room)
        app = console(room)
        await room.power_on()
        await room.says("table 1 is ")
        async with app.run_test(size=(100, 32)) as pilot:
            tech = Technician(app, pilot)
            await tech.signs_on(staff_track(bank, "tom"))
            await tech.reads("tom  technician", "State  (OPEN|CLOSED)")
            await tech.types("write both disks were wet\n")
            await tech.reads("WRITING")
            await tech.types("clear\n")
            await tech.reads("cleared only while the table is down")
            assert await room.stop() == 0
            await tech.reads("TABLE PROGRAM DOWN")
            before = bytes_on(room.home.home)

            async def clear(first: str, second: str) -> None:
                await tech.types("clear\n")
                await tech.reads("Type CLEAR:")
                await tech.types("CLEAR\nboth disks were wet\n")
                await gives(tech, bank, first, "Technician. Card", "Technician. PIN")
                await gives(tech, bank, second, "Floor manager. Card", "Floor manager. PIN")

            await clear("tom", "mia")
            await tech.reads("The logic door is shut")
            board.open("logic door")
            port.pump()
            await clear("tom", "flo")
            await tech.reads("flo .floor. may not")
            await clear("mia", "tom")
            await tech.reads("mia .floor manager. may not")
            assert bytes_on(room.home.home) == before
            await clear("tom", "mia")
            await tech.reads("the old journal is set aside")
        told = b"".join(bytes_on(room.home.home).values())
        assert b"both disks were wet (logic door open)" in told

    in_room(evening)
