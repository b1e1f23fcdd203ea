"""On the way to the bank: chips by transfers, and sessions that are over. Asked again and again
under the same name, until the bank has decided; what it decides is a command of the table. What
the bank refused to take is asked about until the cage has paid it by hand.
"""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from firmware.bank.accounts import Account
from firmware.bank.apart import APART
from firmware.bank.store import AWAY
from firmware.bank.witness import Head
from firmware.controller.custody import Custody, holds, pools_of
from firmware.controller.custody import books as custody_of
from firmware.controller.effects import (
    Effects,
    FaultBegan,
    FaultEnded,
    Paid,
    Perform,
    Refuse,
    Say,
    Task,
    Write,
)
from firmware.controller.records import Answer, TableState, bank_answered
from firmware.errors import Fault, Refused
from firmware.journal import records
from firmware.journal.journal import Journal
from firmware.settlement import transfers
from firmware.settlement.at_start import books_differ, check_head, compare
from firmware.settlement.transfers import Parcel
from firmware.settlement.window import TableWindow
from firmware.table import commands as c
from firmware.table.engine import Table

RETRY_MS = 1000  # a bank that is away
OWED_MS = 5000  # has the cage paid it?
IN_TIME = "Your chips were called back: they are on your card."
TOO_LATE = "Your chips could not be called back: they are on the table."
STAY_MS = 5000  # may everybody stay?
BOOKS, WITNESS, STAY, ACCOUNTS = "books", "witness", "who may stay", "pools"  # what is asked
NOT_KNOWN, NO_POOL = "TABLE_NOT_KNOWN", "NO_POOL_ACCOUNT"


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
    def __init__(self, bank: TableWindow, state: TableState, journal: Journal) -> None:
        self._bank, self._state, self._journal = bank, state, journal
        self._retry_at = 0
        self._ask_at: dict[str, int] = {}  # what is owed, or waits for people, again
        self._stay_at = 0
        self.must_go: dict[str, str] = {}  # sessions that the bank has ended or stopped, and why
        self._told = 0  # the last record that the bank has seen the head of
        self.compared = False  # with the bank's books: before that nothing moves
        self._differ = False
        self._pools: tuple[str, ...] = ()  # of the table's page, found at the bank
        self._pools_at = 0
        self._hand_over = True  # the bank is told how far the journal has come, hand by hand

    @property
    def _custody(self) -> Custody:
        return self._state.custody

    def hand_is_over(self) -> None:
        self._hand_over = True

    def next_at(self, now: int) -> int | None:
        """When something will be due that is not yet."""
        outbox = self._custody.outbox
        if self._differ:
            return None
        times = [self._ask_at.get(parcel.transfer.id, 0) for parcel in transfers.owed(outbox)]
        times += [at for name, at in self._ask_at.items() if name in outbox.parcels]
        if self._pools_now != self._pools:
            times.append(self._pools_at)
        if (
            transfers.to_carry(outbox, self._waiting(now))
            or self._custody.leaving
            or not self.compared
        ):
            times.append(0)
        at = max(self._retry_at, min(times, default=0))
        return at if times and at > now else None

    def stay_at(self) -> int | None:
        """When it is asked again whether everybody may stay."""
        if self._differ or not self._custody.sittings:
            return None
        return max(self._retry_at, self._stay_at)

    def next(self, now: int, busy: Collection[str]) -> Effects:
        """One more parcel of the outbox, or one more good-bye; each once at a time."""
        if now < self._retry_at or self._differ:
            return []
        if not self.compared:
            return [] if BOOKS in busy else [self._compare()]
        return self._money(now, busy) or self._who_may_stay(now, busy) or self._accounts(now, busy)

    def _money(self, now: int, busy: Collection[str]) -> Effects:
        """A parcel, a good-bye, or what the table holds: while the bank hears that, nothing
        crosses, and while something crosses it is not told, and nobody's session ends: whoever
        asks at the cage where he sits finds his chips at the table or on his card."""
        if WITNESS in busy:
            return []
        outbox = self._custody.outbox
        parcels = (*transfers.to_carry(outbox, self._waiting(now)), *transfers.owed(outbox))
        for parcel in parcels:
            name = parcel.transfer.id
            if name not in busy and now >= self._ask_at.get(name, 0):
                work = partial(transfers.carry, self._bank, parcel)
                found, failed = partial(self._carried, parcel), partial(self._waits, parcel)
                return [asked_of_bank(name, work, found, failed)]
        if any(parcel.transfer.id in busy for parcel in parcels):
            return []
        for session in self._custody.leaving:
            if session not in busy:
                bye = partial(self._bank.sign_off, session)
                return [asked_of_bank(session, bye, partial(_signed_off, session), self._away)]
        return self._witness()

    def _who_may_stay(self, now: int, busy: Collection[str]) -> Effects:
        sessions = [one.session for one in self._custody.sittings.values()]
        if not sessions or STAY in busy or now < self._stay_at:
            return []

        def told(gone: dict[str, str], now: int) -> Effects:
            self.must_go = gone
            return []

        self._stay_at = now + STAY_MS
        work = partial(self._bank.who_must_go, sessions)
        return [asked_of_bank(STAY, work, told, self._away)]

    @property
    def _pools_now(self) -> tuple[str, ...]:
        return pools_of(self._state.table)

    def _accounts(self, now: int, busy: Collection[str]) -> Effects:
        """Has the bank an account for every pool that this table collects for?"""
        pools = self._pools_now
        if pools == self._pools or ACCOUNTS in busy or now < self._pools_at:
            return []

        def told(there: list[str], now: int) -> Effects:
            if missing := [pool for pool in pools if pool not in there]:
                self._pools_at = now + OWED_MS
                return [FaultBegan(no_pool(missing))]
            self._pools = pools
            return [FaultEnded(NO_POOL)]

        return [asked_of_bank(ACCOUNTS, self._bank.pools, told, self._away)]

    # ---- The two books

    def compare(self) -> None:
        """Does the bank know the same journal and the same money? A Fault says that it does not, or
        that the bank is away."""
        journal = self._journal
        seen, more = compare(self._bank, custody_of(self._custody))
        check_head(seen, journal.id.hex(), journal.head.seq, journal.read)
        if more:
            raise books_differ(more)
        self._told = seen.record if seen else 0
        self.compared = True

    def _compare(self) -> Task:
        """Where the bank was away at the start. A hand in play goes on; no money moves."""

        def compared(done: None, now: int) -> Effects:
            return [FaultEnded("BOOKS_DIFFER"), FaultEnded("JOURNAL_ROLLED_BACK")]

        def failed(problem: Exception, now: int) -> Effects:
            if isinstance(problem, Fault) and problem.name != AWAY:
                self._differ = True
                return [FaultBegan(problem)]
            return self._away(problem, now)

        return asked_of_bank(BOOKS, self.compare, compared, failed)

    def _witness(self) -> Effects:
        journal = self._journal
        if not self._hand_over or journal.head.seq == self._told:
            return []
        self._hand_over, self._told = False, journal.head.seq
        head = Head(
            self._custody.account, journal.id.hex(), journal.public_key, journal.head.seq,
            journal.head.chain.hex(), holds(self._custody),
        )  # fmt: skip

        def unknown(problem: Exception, now: int) -> Effects:
            if isinstance(problem, Refused):
                return [FaultBegan(not_known(str(problem)))]
            return self._away(problem, now)

        def told(done: None, now: int) -> Effects:
            return [FaultEnded(NOT_KNOWN)]

        return [asked_of_bank(WITNESS, partial(self._bank.witness, head), told, unknown)]

    def call_back(self, table: Table, seat: int) -> Effects:
        """A player who changed his mind while his chips are on their way. The bank decides whether
        it was in time; he may choose again, or go, when it has."""
        names = [name for name, asked in table.transit.asked.items() if asked.seat == seat]
        try:
            gone = transfers.cancel(self._custody.outbox, self._custody.name(names[0]), "player")
        except Refused as no:
            return [Refuse(seat, no)]
        return [Write([gone]), Say(seat, "Your chips are being called back.")]

    def _carried(self, parcel: Parcel, said: Answer | None, now: int) -> Effects:
        if parcel.life == "owed":
            return [*self._told_before(parcel, now), *self._owed(parcel, said, now)]
        assert said is not None, "only what is owed may wait for its answer"
        waited = [FaultEnded(APART)] if self._ask_at.pop(parcel.transfer.id, None) else []
        answered = Perform(bank_answered(self._custody, said, now), before=[said], sure=True)
        return [answered, *waited, *self._called_back(parcel, said), *self._new_balance(parcel)]

    def _called_back(self, parcel: Parcel, said: Answer) -> Effects:
        """Whether it was in time, to who called them back, perhaps while the bank was asked."""
        transfer = parcel.transfer
        if self._custody.outbox.parcels[transfer.id].life != "cancelling":
            return []
        return [
            Say(transfer.seat, TOO_LATE if isinstance(said, records.TransferPosted) else IN_TIME)
        ]

    def _new_balance(self, parcel: Parcel) -> Effects:
        """Whoever reads his slip wants to know; that the bank has it is told in any case."""
        transfer = parcel.transfer
        if transfer.kind != "cash_out":
            return []
        name = self._custody.name_at_table(transfer.id)

        def told(account: Account, now: int) -> Effects:
            return [Paid(name, account.available)]

        work = partial(self._bank.balance, transfer.credit)
        return [Task(f"balance {transfer.id}", work, told, lambda problem, now: [Paid(name)])]

    def _owed(self, parcel: Parcel, paid: Answer | None, now: int) -> Effects:
        name = parcel.transfer.id
        if paid is None:
            self._ask_at[name] = now + OWED_MS
            return [FaultBegan(transfers.cash_out_refused(parcel.transfer, "refused"), name)]
        self._ask_at.pop(name, None)
        if self._custody.name_at_table(name) not in self._state.table.transit.flying:
            return [Write([paid])]
        return [Perform(bank_answered(self._custody, paid, now), before=[paid], sure=True)]

    def _told_before(self, parcel: Parcel, now: int) -> Effects:
        """Journals from before refusals were told to the table hold owed parcels too."""
        name = self._custody.name_at_table(parcel.transfer.id)
        return [Perform(c.BankAnswered(now, name, False, "refused"))]

    def _waiting(self, now: int) -> list[str]:
        return [name for name, at in self._ask_at.items() if now < at]

    def _waits(self, parcel: Parcel, problem: Exception, now: int) -> Effects:
        """A prize, for people who look at the books; everything else does not wait for it."""
        if not isinstance(problem, Fault) or problem.name != APART:
            return self._away(problem, now)
        self._ask_at[parcel.transfer.id] = now + OWED_MS
        return [FaultEnded(AWAY), FaultBegan(problem)]

    def _away(self, problem: Exception, now: int) -> Effects:
        if not isinstance(problem, Fault):
            raise problem
        self._retry_at = now + RETRY_MS
        return [FaultBegan(problem)]


def not_known(words: str) -> Fault:
    return Fault(
        NOT_KNOWN,
        happened=f"The bank does not take this table's journal for the table's: {words}",
        safe="Play goes on; money moves as before.",
        do="A lead looks at it: the table's keys were changed, or this is another table.",
    )


def no_pool(missing: list[str]) -> Fault:
    """Each by the command that opens it."""
    opens = ", then ".join(f"stormdeck bank add {one.replace(':', ' ')}" for one in missing)
    return Fault(
        NO_POOL,
        happened=f"This table collects for a jackpot, and the bank has no account"
        f" {' and no account '.join(missing)}.",
        safe="What it collects stays on the table, counted; play goes on.",
        do=f"Open it at the bank: {opens}. The table finds it by itself.",
    )


def _signed_off(session: str, done: None, now: int) -> Effects:
    return [Write([records.SignedOff(session)])]
