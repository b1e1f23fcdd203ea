"""What was typed at the console, and what was refused there, on its way into the table's journal.

While the table is not heard a note waits; it is sent until the table has answered it, in order and
under one number, so that it stands there once. Of too many the oldest give way, and the next one
says how many. Who typed it may have gone home: then whoever is signed on next sends it, and it says
whose it was. What still waits when the console ends goes into the system's log, and onto the
terminal if there is one.
"""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable

from msgspec import Struct

from console.outside import Signing
from firmware.errors import Refused
from firmware.screens.protocol import orders as o

MOST, LONG = 500, 200  # notes that wait; letters of one


class Note(Struct):
    id: str
    person: str
    typed: str
    no: str
    lost: int = 0  # lines before it that found no place any more


class Notes:
    def __init__(
        self, order: Callable[[o.AnyOrder], Awaitable[o.Answer]], table: Callable[[], str]
    ) -> None:
        """`order` raises Refused while the table is not heard; `table`: its name."""
        self._give, self._table = order, table
        self._waiting: deque[Note] = deque()
        self._sending = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def unheard(self) -> list[str]:
        """What the table does not know, by whose hand."""
        return [_lost(note) + f"{note.person} typed: {note.typed}" for note in self._waiting]

    def add(self, signing: Signing, typed: str, no: str = "") -> str:
        """Its number."""
        self._waiting.append(Note(os.urandom(8).hex(), signing.session.person, typed, no))
        if len(self._waiting) > MOST:
            self._waiting[1].lost += self._waiting.popleft().lost + 1
        return self._waiting[-1].id

    async def send(self, signing: Signing, until: str = "") -> o.Answer | None:
        """As far as the table hears; the answer to the note `until`, if it came."""
        answer = None
        if self._sending.locked() and not until:
            return None  # whoever sends sends this one, too
        async with self._sending:
            while self._waiting:
                said = await self._send_first(signing, until)
                if said is None:
                    break  # it is not heard any more; it will be
                answer = said if said.id == until else answer
        return answer

    async def _send_first(self, signing: Signing, until: str) -> o.Answer | None:
        """None: it waits as before. While it is on its way, others push out only others."""
        note, heard = self._waiting.popleft(), False
        try:
            said = await self._give(self._order(note, signing))
            heard = not (isinstance(said, o.No) and said.again) or note.id == until
            return said if heard else None
        except Refused:
            return None
        finally:
            if not heard:
                self._waiting.appendleft(note)

    def _order(self, note: Note, signing: Signing) -> o.AtConsole:
        mine = note.person == signing.session.person
        typed = _lost(note) + (note.typed if mine else f"{note.person} typed: {note.typed}")
        return o.AtConsole(
            id=note.id, table=self._table(), token=signing.session.token, typed=typed[:LONG],
            no=note.no[:LONG], sure=True,
        )  # fmt: skip


def _lost(note: Note) -> str:
    lines = "1 line before this is" if note.lost == 1 else f"{note.lost:,} lines before this are"
    return f"({lines} lost: only {MOST} can wait.) " if note.lost else ""
