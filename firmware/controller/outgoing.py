"""Significant events leave the table (REQ-R26): a fold of the journal says how far there is
something to tell, the bank how far it has heard, and what lies between is read from the journal and
sent, again and again, until the bank has it. Nothing is kept beside the journal."""

from collections.abc import Collection, Iterator
from functools import partial

from firmware.bank.table_events import Heard, TableEvent
from firmware.controller.effects import Effects
from firmware.controller.restore import TableMemory
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Fault, Refused
from firmware.journal.happenings import SIGNIFICANT, words_of
from firmware.journal.journal import Journal
from firmware.journal.records import from_entry
from firmware.settlement.window import TableWindow

NAME = "significant events"
RETRY_MS = 5_000
WORDS = 500  # letters of one
AT_ONCE, RECORDS = 40, 5_000  # in one message; read from the journal for it


class OutgoingEvents:
    def __init__(self, bank: TableWindow, memory: TableMemory, journal: Journal) -> None:
        self._bank, self._memory, self._journal = bank, memory, journal
        self.heard = 0  # record, up to which the bank is known to have everything
        self._retry_at = 0

    @property
    def unheard(self) -> int:
        """Records, up to the last of which the house is to hear."""
        return max(0, self._memory.folds.outgoing.last - self.heard)

    @property
    def waiting(self) -> bool:
        return self._memory.folds.outgoing.last > self.heard

    def next(self, now: int, busy: Collection[str]) -> Effects:
        if not self.waiting or NAME in busy or now < self._retry_at:
            return []
        last = self._memory.folds.outgoing.last
        return [asked_of_bank(NAME, partial(self._send, last), self._sent, self._no)]

    def next_at(self, now: int) -> int | None:
        return self._retry_at if self.waiting and self._retry_at > now else None

    def _send(self, last: int) -> int:
        """In a thread beside the table: up to which record the bank has everything now."""
        story, known = self._story(), self._known()
        upto = min(last, max(self.heard, known.record) + RECORDS)
        events = [*self._events(known, upto)]
        whole = len(events) <= AT_ONCE
        told = events[:AT_ONCE]
        self._bank.hear_events(story, told)
        return upto if whole else told[-1].record

    def _story(self, back: int = 0) -> str:
        number = self._memory.folds.outgoing.stories - back
        return f"{self._memory.state.custody.journal}{f'.{number}' if number else ''}"

    def _known(self) -> Heard:
        """A new story begins where the one before it was heard to, or where it was accepted."""
        known, outgoing = self._bank.events_heard(self._story()), self._memory.folds.outgoing
        if known.number or not outgoing.stories:
            return known
        before = self._bank.events_heard(self._story(back=1))
        return Heard(0, min(before.record, outgoing.accepted - 1))

    def _events(self, known: Heard, upto: int) -> Iterator[TableEvent]:
        number, first = known.number, max(self.heard, known.record) + 1
        for entry in self._journal.read(first, upto) if first <= upto else ():
            told = None if entry.sealed else from_entry(entry)
            kind, words = words_of(told) if told is not None else ("", "")
            if kind in SIGNIFICANT:
                number += 1
                yield TableEvent(number, entry.seq, entry.at_ms, kind, words[:WORDS])

    def _sent(self, heard: int, now: int) -> Effects:
        self.heard = max(self.heard, heard)
        return []

    def _no(self, problem: Exception, now: int) -> Effects:
        """It is sent again: a bank that is away is told as a fault by whoever moves money."""
        if not isinstance(problem, Fault | Refused):
            raise problem
        self._retry_at = now + RETRY_MS
        return []
