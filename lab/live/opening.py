"""Somebody of the demo house opens and closes the table, as a floor person would: signed on, at a
desk."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from msgspec.structs import replace

from drivers.link.keys import Book
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol.orders import (
    Answer,
    AnyOrder,
    CloseTable,
    Done,
    OpenTable,
    Pause,
    Resume,
)
from lab.simulation.demo_people import STAFF_PIN, staff_track

MANAGER = "mia"


class Manager:
    """At the desk: what it shows, and a token to sign orders with."""

    def __init__(self, keys: Book, door: str) -> None:
        self.news = asyncio.Event()
        self.desk = DeskEnd(keys.me, keys.peers()[0], door, self.news.set, lambda words: None)
        self.until = 0

    async def sign_on(self, bank: Bank) -> None:
        track = staff_track(bank, MANAGER)
        session = await asyncio.to_thread(Identity(bank).sign_on, track, STAFF_PIN, "demo")
        self._slip, self.until = partial(Identity(bank).slip, session.token, "1"), session.until

    async def order(self, order: AnyOrder) -> Answer:
        return await self.desk.order(replace(order, token=self._slip(order.named)))


@asynccontextmanager
async def _at_desk(keys: Book, door: str, bank: Bank) -> AsyncIterator[Manager]:
    manager = Manager(keys, door)
    running = asyncio.create_task(manager.desk.run())
    try:
        await manager.sign_on(bank)
        yield manager
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def open_table(keys: Book, door: str, bank: Bank) -> None:
    """As soon as the table lets itself be opened: enough players have chips."""
    async with _at_desk(keys, door, bank) as mia:
        while (view := mia.desk.view) is None or view.state == "closed":
            mia.news.clear()
            sitting = sum(1 for seat in view.public.seats if seat.stack) if view else 0
            order = OpenTable(
                id=f"opens {mia.until} {sitting}", table="1", token="",
                reason="the demonstration begins", sure=True,
            )  # fmt: skip
            if sitting and isinstance(await mia.order(order), Done):
                return
            await mia.news.wait()


async def close_table(keys: Book, door: str, bank: Bank) -> None:
    """After this hand; until it is closed, or it says that it cannot be: a tournament is played to
    its end."""
    async with _at_desk(keys, door, bank) as mia:
        asked = False
        while (view := mia.desk.view) is None or view.state != "closed":
            mia.news.clear()
            if view is not None and not asked:
                asked = True
                order = CloseTable(
                    id=f"closes {mia.until}", table="1", token="",
                    reason="another game is wanted", sure=True,
                )  # fmt: skip
                if not isinstance(await mia.order(order), Done):
                    return
                continue
            await mia.news.wait()


async def pause_table(keys: Book, door: str, bank: Bank) -> None:
    await _hold(Pause, keys, door, bank)


async def resume_table(keys: Book, door: str, bank: Bank) -> None:
    await _hold(Resume, keys, door, bank)


async def _hold(kind: type[Pause | Resume], keys: Book, door: str, bank: Bank) -> None:
    async with _at_desk(keys, door, bank) as mia:
        words, id = "asked for at the lab's page", f"{kind.__name__} {mia.until}"
        await mia.order(kind(id=id, table="1", token="", reason=words, sure=True))
