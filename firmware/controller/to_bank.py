"""On the way to the bank: chips by transfers, and sessions that are over. Asked again and again
under the same name, until the bank has decided; what it decides is a command of the table.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from firmware.bank.bank import Bank
from firmware.controller.custody import Custody
from firmware.controller.effects import Effects, FaultBegan, FaultEnded, Perform, Task, Write
from firmware.controller.records import bank_answered
from firmware.errors import Fault
from firmware.journal import records
from firmware.settlement import transfers

RETRY_MS = 1000  # a bank that is away
AWAY = "BANK_AWAY"


def asked_of_bank(
    name: str,
    work: Callable[[], Any],
    found: Callable[[Any, int], Effects],
    failed: Callable[[Exception, int], Effects],
) -> Task:
    """Whatever the bank answers, it is there."""

    def good(answer: Any, now: int) -> Effects:
        return [FaultEnded(AWAY), *found(answer, now)]

    def bad(problem: Exception, now: int) -> Effects:
        there = [] if isinstance(problem, Fault) else [FaultEnded(AWAY)]
        return [*there, *failed(problem, now)]

    return Task(name, work, good, bad)


class ToBank:
    def __init__(self, bank: Bank, custody: Custody) -> None:
        self._bank, self._custody = bank, custody
        self.retry_at = 0

    @property
    def waits(self) -> bool:
        return bool(transfers.to_carry(self._custody.outbox) or self._custody.leaving)

    def next(self, now: int, busy: Collection[str]) -> Effects:
        """One more parcel of the outbox, or one more good-bye; each once at a time."""
        if now < self.retry_at:
            return []
        for parcel in transfers.to_carry(self._custody.outbox):
            name = parcel.transfer.id
            if name not in busy:
                work = partial(transfers.carry, self._bank, parcel)
                return [asked_of_bank(name, work, self._carried, self._away)]
        for session in self._custody.leaving:
            if session not in busy:
                bye = partial(self._bank.sign_off, session)
                return [asked_of_bank(session, bye, partial(_signed_off, session), self._away)]
        return []

    def _carried(self, said: records.TransferPosted | records.TransferRefused, now: int) -> Effects:
        return [Perform(bank_answered(self._custody, said, now), before=[said], sure=True)]

    def _away(self, problem: Exception, now: int) -> Effects:
        if not isinstance(problem, Fault):
            raise problem
        self.retry_at = now + RETRY_MS
        return [FaultBegan(problem)]


def _signed_off(session: str, done: None, now: int) -> Effects:
    return [Write([records.SignedOff(session)])]
