"""A technician's console at a real table process, over a real socket: alive, paused, dead."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from textual import events

from commands.console import people
from console.app import Console
from console.outside import Outside
from drivers.link.keys import open_book
from lab.live.home import pair
from lab.simulation.demo_people import STAFF_PIN, staff_track
from tests.machine.test_desks import bank_of


def bytes_on(home: Path) -> dict[str, bytes]:
    """Every byte of both copies of the journal."""
    folders = (home / "journal-a", home / "journal-b")
    files = (one for folder in folders for one in folder.iterdir() if one.is_file())
    return {str(one): one.read_bytes() for one in files}


LIMIT_S = 170.0  # only ends what would never end


NAMES = {" ": "space", "\n": "enter", "?": "question_mark"}


class Technician:
    """Somebody at the terminal: reads what stands there, and presses keys."""

    def __init__(self, app: Console, pilot) -> None:
        self.app, self.pilot = app, pilot

    async def reads(self, *words: str) -> str:
        for _ in range(int(LIMIT_S / 0.05)):
            if all(re.search(one, self.app.glass.words) for one in words):
                return self.app.glass.words
            await self.pilot.pause(0.05)
        raise AssertionError(f"{words} is not to be read in\n{self.app.glass.words}")

    async def until(self, true: Callable[[], bool], words: str) -> None:
        for _ in range(int(LIMIT_S / 0.05)):
            if true():
                return
            await self.pilot.pause(0.05)
        raise AssertionError(words)

    async def types(self, words: str) -> None:
        """Line after line; nobody waits for each letter."""
        for line in words.splitlines(keepends=True):
            for sign in line:
                name = NAMES.get(sign, sign)
                self.app.post_message(events.Key(name, None if name == "enter" else sign))
            await self.pilot.pause()

    async def signs_on(self, track: str) -> None:
        await self.reads("Swipe your card")
        await self.types(track + "\n")
        await self.reads("PIN:")
        await self.types(STAFF_PIN)


def test_a_technician_reads_pauses_and_finds_the_dead_table_told(in_room):
    """REQ-R20, REQ-R22, REQ-R25, REQ-R42, REQ-R46: and not a byte of the journal moves by it."""

    async def work(room) -> None:
        home, bank = room.home.home, bank_of(room)
        book = home / "console.json"
        pair(open_book(home / "secrets/links.json"), open_book(book), "console", "Console")
        await room.power_on()
        for seat in (1, 2):
            room.sit(seat)
        log = home / "table.log"
        app = Console(Outside(room.home.page, partial(people, room.home.page), book, log))
        async with app.run_test(size=(100, 32)) as pilot:
            tech = Technician(app, pilot)
            assert staff_track(bank, "ann") not in app.glass.words
            await tech.signs_on(staff_track(bank, "ann"))
            await tech.reads(r"ann \(cashier\) may not look at a table through its console")
            await tech.signs_on(staff_track(bank, "tom"))
            await tech.reads("tom  technician", "State  OPEN, ", "seat 1", "Difference .* balanced")
            await tech.pilot.press("f2")
            await tech.reads(r"seat 1 +(UP|SLOW)", r"Repetition +pass", "HEALTHY")
            await tech.pilot.press("enter")
            await tech.reads("SEAT 1 LINK", r"Bad keys, replays +0 +0 +- +pass")
            await tech.types("pause water on seat 2\n")
            await tech.reads("This console only reads. To change something: write and why.")
            center = room.cables.screens[0]
            await room.until(
                lambda: center.public and center.public.hand > 1, "the first hand does not end"
            )
            await tech.types("write water on seat 2\n")
            await tech.reads(r"WRITING [45]:\d\d")
            await tech.types("pause water on seat 2\n")
            await tech.reads("Every clock stands still.*Enter: do it")
            await tech.types("\n")
            await tech.reads("STOPPED BY FLOOR")
            await tech.pilot.press("escape")
            await dies_and_is_told(room, tech, log)

    in_room(work)


async def dies_and_is_told(room, tech: Technician, log: Path) -> None:
    home = room.home.home
    await room.kill()
    log.write_text("stormdeck table: NOISE_BROKEN: The noise failed its test. Replace it.\n")
    before = bytes_on(home)
    await tech.types("R")
    await tech.reads(
        "TABLE PROGRAM DOWN", "does not run since", "It said: The noise failed", "WHOLE record"
    )
    await tech.reads("systemctl start stormdeck-table")
    await tech.pilot.press("f7")
    await tech.reads("table.toml says the same", 'house = "artichoke-joes"')
    await tech.pilot.press("f5")
    await tech.reads("tom: Pause: Every clock stands still")
    await tech.reads("tom: AtConsole: write water", "AtConsole: pause water on seat 2: This con")
    await tech.types("hand 99\n")
    await tech.reads("Hand 99 is not among the last")
    await tech.types("hand 1\n")
    await tech.reads("RECALL: this page is the past", "HAND #1, STEP 1 OF", "Hand 1 begins")
    await tech.pilot.press("right")
    await tech.reads("HAND #1, STEP 2 OF", "Board ")
    await tech.types("pause again\n")
    await tech.reads("Nothing was done: the table does not answer")
    assert bytes_on(home) == before, "looking is not powering up"
    (home / "journal-a").rename(home / "journal-a.gone")
    await tech.pilot.press("escape")
    await tech.types("R")
    await tech.reads("!Disk 1 .*DOWN", "Disk 2 .*WELL", "WHOLE record")
