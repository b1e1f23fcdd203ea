"""Somebody of the demo house opens the table, as a floor person would: signed on, at a desk."""

import asyncio
from contextlib import suppress

from drivers.link.keys import Book
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol.orders import Done, OpenTable
from lab.simulation.demo_people import STAFF_PIN, staff_track

MANAGER = "mia"


async def open_table(keys: Book, door: str, bank: Bank) -> None:
    """As soon as the table lets itself be opened: enough players have chips."""
    news = asyncio.Event()
    desk = DeskEnd(keys.me, keys.peers()[0], door, news.set, lambda words: None)
    running = asyncio.create_task(desk.run())
    track = staff_track(bank, MANAGER)
    session = await asyncio.to_thread(Identity(bank).sign_on, track, STAFF_PIN, "demo")
    try:
        while desk.view is None or desk.view.state == "closed":
            news.clear()
            sitting = sum(1 for seat in desk.view.public.seats if seat.stack) if desk.view else 0
            order = OpenTable(
                id=f"opens {session.until} {sitting}", table="1", token=session.token,
                reason="the demonstration begins", sure=True,
            )  # fmt: skip
            if sitting and isinstance(await desk.order(order), Done):
                return
            await news.wait()
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
