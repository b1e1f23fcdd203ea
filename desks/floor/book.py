"""The house's lists and notes as this desk last read them, and the ways to change them.

One reader for all tabs, once a second: another desk's names are there within that second.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from desks.stream import News
from firmware.bank import day_notes, must_move, patrons, proposals, table_events, waiting_lists
from firmware.bank.acts import PayComp
from firmware.bank.bank import Bank
from firmware.bank.day_notes import Note
from firmware.bank.proposals import Proposal
from firmware.bank.store import Tx
from firmware.bank.table_events import Line
from firmware.bank.waiting_lists import Interest, Left, Name
from firmware.errors import Fault

T = TypeVar("T")
Read = tuple[
    list[Name], list[Interest], list[Note], dict[str, str], list[Line], list[Proposal], list[Left]
]
READ_S = 1.0
EVENTS = 60  # the newest of the day
DAY_MS = 24 * 3600 * 1000


class ListBook:
    def __init__(self, bank: Bank, news: News) -> None:
        self.bank, self.news = bank, news
        self._read: Read | None = None
        self.names: list[Name] = []
        self.interests: list[Interest] = []
        self.notes: list[Note] = []
        self.feeders: dict[str, str] = {}
        self.comps: list[Proposal] = []  # that wait for a second name
        self.left: list[Left] = []  # a list, with the reason
        self.events: list[Line] = []  # of the tables, as the house heard them

    async def change(self, work: Callable[[Tx, int], T]) -> T:
        done = await run_in_threadpool(self.bank.do, work)
        await self.read()
        return done

    async def whose(self, typed: str) -> tuple[str, str]:
        """Account and name: of a card that was swiped, or by the account's number."""
        typed = typed.strip()
        if typed[:1] in (";", "%"):
            card = await run_in_threadpool(self.bank.recognise, typed)
            return card.account, card.name
        number = typed.removeprefix("patron:")
        known = await run_in_threadpool(self.bank.do, lambda tx, now: patrons.patron(tx, number))
        return known.account, known.name

    async def read(self) -> None:
        fresh = await run_in_threadpool(self.bank.do, _read)
        if fresh != self._read:
            self._read = fresh
            (self.names, self.interests, self.notes, self.feeders,
             self.events, self.comps, self.left) = fresh  # fmt: skip
            self.news.tell()

    async def follow(self) -> None:
        while True:
            with contextlib.suppress(Fault):  # the books are away: the lists stay as they were
                await self.read()
            await asyncio.sleep(READ_S)


def _read(tx: Tx, now_ms: int) -> Read:
    notes = day_notes.since(tx, now_ms - DAY_MS)
    waits, wanted = waiting_lists.waiting(tx, now_ms), waiting_lists.interests(tx)
    events = table_events.since(tx, now_ms - DAY_MS, EVENTS)
    comps = [one for one in proposals.waiting(tx, now_ms) if isinstance(one.act, PayComp)]
    left = waiting_lists.left(tx, now_ms - DAY_MS)
    return waits, wanted, notes, must_move.feeders(tx), events, comps, left
