"""A table's day on disks and at a bank that may lose power at any step.

One run: open the journal, catch up, then for each command of the script decide, journal, evolve,
show; carry what is in the outbox; snapshot between hands. After a power cut another run goes on
from what the disks hold. `Day` remembers what was shown, so that a run can be held to it.
"""

import sqlite3
from collections.abc import Sequence
from random import Random

from msgspec import msgpack

from firmware import border
from firmware.bank.bank import Bank
from firmware.bank.ledger import Answer, Order, find
from firmware.bank.store import bank_away
from firmware.errors import Refused
from firmware.journal import folds
from firmware.journal.disk import Disk
from firmware.journal.journal import Journal, open_journal
from firmware.journal.keys import Keys
from firmware.journal.records import HandEnded, PoweredUp, TransferPosted, TransferRefused
from lab.faulty_disk import Aftermath, FaultyDisk, Fuse
from lab.small_table import (
    BuyIn,
    CashOut,
    Command,
    Deal,
    Event,
    Put,
    Sit,
    Stepped,
    Sweep,
    Table,
    check,
    chips,
    decide,
    event_of,
    evolve,
    record_of,
)

_table_of = msgpack.Decoder(Table).decode
_copy = msgpack.Encoder().encode


class FusedBank:
    """The bank at the end of a wire: the power may go before it hears us and after it acted."""

    def __init__(self, bank: Bank, fuse: Fuse) -> None:
        self.bank, self.fuse = bank, fuse
        self.away = False

    def hold(self, order: Order) -> Answer:
        return self._ask("hold", lambda: self.bank.hold(order))

    def post(self, transfer: str) -> Answer:
        return self._ask("post", lambda: self.bank.post(transfer))

    def void(self, transfer: str, words: str = "cancelled") -> Answer:
        return self._ask("void", lambda: self.bank.void(transfer, words))

    def _ask(self, verb, work) -> Answer:  # type: ignore[no-untyped-def]
        if self.away:
            raise bank_away("no route to host")
        self.fuse.burn(f"bank {verb} sent")
        answer: Answer = work()
        self.fuse.burn(f"bank {verb} answered")
        return answer


class Day:
    def __init__(
        self,
        bank: Bank,
        keys: Keys,
        script: Sequence[Command],
        seed: int = 0,
        disks: tuple[Disk, Disk] | None = None,
    ) -> None:
        self.fuse = Fuse()
        self.disks = disks or (FaultyDisk("a", self.fuse), FaultyDisk("b", self.fuse))
        self.bank, self.keys, self.script = bank, keys, script
        self.wire = FusedBank(bank, self.fuse)
        self.rng = Random(seed)
        self.now_ms = 1_781_118_000_000
        self.shown = self.tried = _copy(Table("T1"))
        self.stranger = False  # another process was here before: nothing to compare with

    def run(self) -> None:
        """From whatever the disks hold to the end of the script, or to the next power cut."""
        self.wake()
        self.pump()
        while self.table.step < len(self.script):
            self.step(self.script[self.table.step])
            self.pump()

    def cut(self, aftermath: Aftermath, rng: Random) -> None:
        for disk in self.disks:
            assert isinstance(disk, FaultyDisk)
            disk.cut(aftermath, rng)

    def wake(self) -> None:
        opened = open_journal(self.disks, self.keys, table="T1", clock=self._clock)
        self.journal: Journal = opened.journal
        self.journal.segment_bytes = 1500
        saved = msgpack.decode(opened.state, type=tuple[bytes, bytes]) if opened.state else None
        self.table = _table_of(saved[0]) if saved else Table("T1")
        self.folds = folds.from_bytes(saved[1]) if saved else folds.Folds()
        folds.take(self.folds, opened.entries)
        for entry in opened.entries:
            event = event_of(entry, self.journal.unseal(entry))
            if event is not None:
                evolve(self.table, event)
        woke = _copy(self.table)
        assert self.stranger or woke in (self.shown, self.tried), "it woke up at another table"
        self.shown = self.tried = woke
        self.audit()
        self.commit([PoweredUp()])

    def step(self, command: Command) -> None:
        if isinstance(command, Deal):  # a fresh deck each time it is tried, as in life
            command = Deal(tuple(self.rng.sample(range(52), 10)))
        try:
            events = decide(self.table, command)
        except Refused:
            events = []
        self.commit([Stepped(self.table.step + 1), *events])
        if any(isinstance(event, HandEnded) for event in events):
            self.journal.snapshot(msgpack.encode((_copy(self.table), folds.to_bytes(self.folds))))
            self.journal.scrub_step()

    def commit(self, events: Sequence[Event]) -> None:
        """Durable, then true, then shown."""
        after = _table_of(_copy(self.table))
        for event in events:
            evolve(after, event)
            check(after)
        self.tried = _copy(after)
        folds.take(self.folds, self.journal.append([record_of(event) for event in events]))
        self.table, self.shown = after, self.tried
        self.audit()

    def pump(self) -> None:
        for parcel in border.to_carry(self.table.outbox):
            decided: list[TransferPosted | TransferRefused]
            decided, away = border.carry_all(self.wire, [parcel])
            if away:
                return
            self.commit(decided)

    def audit(self) -> None:
        """Sum of all accounts zero; the bank's view of the table = chips + what is in flight."""
        (total,), (home,) = self.bank.store.transact(
            lambda tx: (
                tx.row("SELECT SUM(balance) FROM account") or (0,),
                tx.row("SELECT balance FROM account WHERE id = 'table:T1'") or (0,),
            )
        )
        assert total == 0
        assert home == chips(self.table) + self._in_flight()

    def _in_flight(self) -> int:
        flying = 0
        for parcel in self.table.outbox.parcels.values():
            posted = self._posted_at_bank(parcel.transfer.id)
            if posted == (parcel.transfer.kind == "buy_in"):
                flying += parcel.transfer.amount
        return flying

    def _posted_at_bank(self, transfer: str) -> bool:
        try:
            return self.bank.store.transact(lambda tx: find(tx, transfer)).state == "posted"
        except Refused:
            return False

    def _clock(self) -> int:
        self.now_ms += 7
        return self.now_ms


def copy_of(source: sqlite3.Connection) -> sqlite3.Connection:
    """A bank made once and copied for each run: thousands of days need thousands of banks."""
    fresh = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    source.backup(fresh)
    return fresh


ALL_IN = 10**12
SHORT_DAY: tuple[Command, ...] = (
    Sit(0, "s0", "patron:100001"),
    BuyIn(0, 200_00),
    Sit(1, "s1", "patron:100002"),
    BuyIn(1, 150_00),
    Sit(2, "s2", "patron:100003"),
    BuyIn(2, 999_999_00),  # more than there is on the card: refused
    BuyIn(2, 80_00),
    Deal(),
    Put(10_00),
    Put(-1),
    Put(10_00),
    Put(0),
    Put(69_00),
    Deal(),
    Put(20_00),
    CashOut(0),  # not in the middle of a hand
    Put(ALL_IN),
    Put(0),
    Put(5_00),
    Put(0),
    Put(0),
    CashOut(1),
    Sweep(),
    CashOut(0),
    CashOut(2),
)
