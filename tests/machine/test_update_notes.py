"""A table, its floor and an update: who is told what, and when the table steps down."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from firmware.machine import slots as s
from firmware.machine.updating import begun
from tests.machine.test_offer import HOUSE, LAB, NOW, public, signed

CHECKED = begun(signed(), s.Boot("A"), NOW)
UPDATES = f"""
[updates]
house = "{public(HOUSE)}"
lab = "{public(LAB)}"
folder = "dev"
memory = "update.json"
"""


def take_updates(page: Path) -> None:
    page.write_text(page.read_text() + UPDATES)


def test_the_table_tells_of_an_update_and_steps_down_when_it_is_closed_and_empty(in_room):
    async def evening(room) -> None:
        take_updates(room.home.page)

        def remember(step: s.Step, reason: str = "") -> None:
            told = replace(CHECKED, step=step, reason=reason)
            (room.home.home / "update.json.new").write_bytes(msgspec.json.encode(told))
            (room.home.home / "update.json.new").replace(room.home.home / "update.json")

        def said(words: str) -> bool:
            return any(words in line for line in room.log)

        remember("armed")
        await room.power_on()
        await room.until(lambda: said("FAULT UPDATE_ON_TRIAL"), "no trial")
        center = room.cables.screens[0]
        for seat in (1, 2):
            room.sit(seat)
        await room.until(lambda: center.public and center.public.phase == "paused", "it plays")
        assert not center.public.hand, "no hand begins while a version is on trial"
        remember("back", "After 240 s: seat 2 did not greet.")
        await room.until(
            lambda: said("UPDATE_WENT_BACK: Version 4.3.0 was not kept: After 240 s"), "no reason"
        )
        await room.until(lambda: center.public and center.public.hand, "it does not go on")
        remember("written")
        await room.until(lambda: said("FAULT UPDATE_WAITS"), "nobody is told")
        await room.until(lambda: center.public, "the center is dark")
        hand = center.public.hand
        await room.until(lambda: center.public and center.public.hand > hand, "it does not play on")
        assert not said("stepped down")
        assert await room.stop() == 0

    in_room(evening)


def test_an_empty_table_steps_down_by_itself_and_says_where_its_journal_ends(in_room):
    async def night(room) -> None:
        take_updates(room.home.page)
        told = replace(CHECKED, step="written")
        (room.home.home / "update.json").write_bytes(msgspec.json.encode(told))
        await room.power_on()
        assert await room.ended() == 0
        page = (room.home.home / "dev/stepped-down.json").read_bytes()
        down = msgspec.json.decode(page, type=s.SteppedDown)
        assert (down.digest, down.record > 0) == (CHECKED.digest, True)

    in_room(night)


def test_a_table_that_cannot_step_down_plays_on_and_says_so(in_room):
    async def night(room) -> None:
        take_updates(room.home.page)
        told = replace(CHECKED, step="written")
        (room.home.home / "update.json").write_bytes(msgspec.json.encode(told))
        gone = room.home.page.read_text().replace('folder = "dev"', 'folder = "gone"')
        room.home.page.write_text(gone)
        await room.power_on()
        told = "FAULT UPDATE_STAYS: The table cannot step down"
        await room.until(lambda: any(told in line for line in room.log), "nobody is told")
        for seat in (1, 2):
            room.sit(seat)
        center = room.cables.screens[0]
        await room.until(lambda: center.public and center.public.hand, "it does not play")
        assert await room.stop() == 0

    in_room(night)
