"""What a console asks of the world, where the world allows little."""

import asyncio
import os

import pytest

from console import outside as outside_module
from console.outside import Outside
from firmware.errors import Refused
from firmware.screens.protocol import orders as o
from lab.live.home import lay_out


def test_the_disks_are_read_where_a_unit_may_not_change_its_priority(tmp_path, monkeypatch):
    """stormdeck-console@.service: SystemCallFilter=~@resources. The page said "reading the disks"
    for ever, and no update could be brought in."""

    def not_allowed(*_words: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", not_allowed)
    page = lay_out(tmp_path, seats=2)[0].page
    look = asyncio.run(Outside(page, lambda: None, None, tmp_path / "none").look(None, 0, 1))
    assert look.wrong is not None
    assert look.wrong.name == "JOURNAL_AWAY"


class Fallen:
    """The door of a table whose line has just fallen."""

    def __init__(self) -> None:
        self.up = asyncio.Event()

    async def heard(self) -> None:
        await self.up.wait()

    async def order(self, order: o.Pause) -> o.Answer:
        assert self.up.is_set()
        return o.Done(order.id, "")


class People:
    def slip(self, token: str, named: str) -> str:
        return "slip"


def ordered(outside: Outside) -> asyncio.Task[o.Answer]:
    """Somebody who is signed on."""
    outside._people = People()
    return asyncio.ensure_future(
        outside.order(o.Pause(id="1", table="1", token="t", reason="", sure=True))
    )


def test_an_order_waits_for_a_line_that_fell_and_no_longer(tmp_path, monkeypatch):
    """On a busy machine the second of two was told "the table does not answer", and typed all of an
    unsealing again."""

    async def work() -> None:
        outside = Outside(tmp_path, lambda: None, None, tmp_path / "none")
        outside.door = door = Fallen()
        waits = ordered(outside)
        await asyncio.sleep(0)
        door.up.set()
        assert isinstance(await waits, o.Done)
        door.up.clear()
        monkeypatch.setattr(outside_module, "BACK_S", 0)
        with pytest.raises(Refused, match="Nothing was done"):
            await ordered(outside)

    asyncio.run(work())
