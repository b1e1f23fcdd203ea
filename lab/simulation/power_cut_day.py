"""A table's day on disks and at a bank that may lose power at any step.

The real table, with real poker, journal, transfers and bank; only the disks, the clock and the
people are the lab's. One run: open the journal, catch up, then for each line of the script decide,
journal, evolve, show; carry what is in the outbox; snapshot between hands. After a power cut
another run goes on from what the disks hold. `Day` remembers what was shown, so that a run can be
held to it: same hand, same cards, same turn, same money.
"""

from collections.abc import Sequence
from random import Random

from msgspec import Struct, msgpack

from firmware.bank.bank import Bank
from firmware.bank.ledger import find
from firmware.controller import custody
from firmware.controller.records import (
    Happened,
    TableState,
    bank_answered,
    evolve,
    following,
    from_entry,
    new_state,
    to_record,
)
from firmware.errors import Fault, Refused
from firmware.games.poker import commands as p
from firmware.games.poker.engine import choices
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Stakes
from firmware.journal import folds
from firmware.journal.disk import Disk
from firmware.journal.frame import Entry, Record
from firmware.journal.journal import Journal, open_journal
from firmware.journal.keys import Keys
from firmware.journal.records import (
    HandEnded,
    HandVoided,
    PlayUntil,
    PoweredUp,
    SignedOff,
)
from firmware.settlement import transfers
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config, Spread
from firmware.table.engine import decide, wants
from firmware.table.jackpot import Jackpot
from firmware.table.state import Table, balance
from lab.faults.faulty_disk import Aftermath, FaultyDisk, Fuse
from lab.faults.fused_bank import FusedBank
from lab.simulation.day_script import (
    Act,
    Buy,
    Cancel,
    Close,
    Leave,
    Line,
    Open,
    Pin,
    Sweep,
    Swipe,
    Void,
)

START_MS = 1_781_118_000_000

# No-limit hold'em with posted fees and a jackpot drop; whoever leaves may come back at once.
STAKES = Stakes(small=200, blinds=(100, 200), chip=100)
TABLE = Config(
    "T1",
    "artichoke-joes",
    (Spread("lightning-holdem", STAKES, "no-limit", (4_000, 0), fees=(77,)),),
    seats=4,
    schedule="board-2018-12",
    jackpot=Jackpot(bad_beat=60),
    settings={"return_ms": 0, "approval": False, "gather_ms": 0},
)


class Standing(Struct):
    """The state, and what only a day in the lab needs: the line it is at and the sealed deck."""

    state: TableState
    line: int = 0
    deck: tuple[int, ...] = ()


_standing_of = msgpack.Decoder(Standing).decode
_copy = msgpack.Encoder().encode


class Day:
    def __init__(
        self,
        bank: Bank,
        keys: Keys,
        tracks: Sequence[str],
        script: Sequence[Line],
        seed: int = 0,
        disks: tuple[Disk, Disk] | None = None,
    ) -> None:
        self.fuse = Fuse()
        self.disks = disks or (FaultyDisk("a", self.fuse), FaultyDisk("b", self.fuse))
        self.bank, self.keys, self.tracks, self.script = bank, keys, tracks, script
        self.wire = FusedBank(bank, self.fuse)
        self.rng = Random(seed)
        self.now_ms = START_MS
        self.shown = _copy(_new_standing())
        self.tried: list[Happened] = []  # appended, perhaps: the power may have gone meanwhile
        self.stranger = False  # another process was here before: nothing to compare with

    @property
    def table(self) -> Table:
        return self.standing.state.table

    @property
    def custody(self) -> custody.Custody:
        return self.standing.state.custody

    def run(self) -> None:
        """From whatever the disks hold to the end of the script, or to the next power cut."""
        self.wake()
        self.pump()
        self.serve()
        while self.standing.line < len(self.script):
            if not self.step(self.script[self.standing.line]):
                return  # the bank is away, and this line needs it: another day
            self.pump()
            self.serve()

    def cut(self, aftermath: Aftermath, rng: Random) -> None:
        for disk in self.disks:
            assert isinstance(disk, FaultyDisk)
            disk.cut(aftermath, rng)

    # The journal

    def wake(self) -> None:
        opened = open_journal(self.disks, self.keys, table="T1", clock=self._clock)
        self.journal: Journal = opened.journal
        self.journal.segment_bytes = 4000
        saved = msgpack.decode(opened.state, type=tuple[bytes, bytes]) if opened.state else None
        self.standing = _standing_of(saved[0]) if saved else _new_standing()
        self.folds = folds.from_bytes(saved[1]) if saved else folds.Folds()
        folds.fold(self.folds, opened.entries)
        for entry in opened.entries:
            self._replay(entry)
        woke = _copy(self.standing)
        assert self.stranger or woke in (self.shown, self._after_all()), "another table woke up"
        self.shown, self.tried = woke, []
        self.now_ms = max(self.now_ms, self.table.now)
        self.audit()
        self.commit([PoweredUp()])

    def _after_all(self) -> bytes:
        """As it would be if what was tried last had reached the disk."""
        standing = _standing_of(self.shown)
        for each in self.tried:
            _evolve(standing, each)
        return _copy(standing)

    def _replay(self, entry: Entry) -> None:
        body = self.journal.unseal(entry)
        each = from_entry(entry, body) or Record(entry.kind, body)
        _evolve(self.standing, each)

    def commit(self, happened: Sequence[Happened], line: int | None = None) -> None:
        """Durable, moved, then shown. The deck of a hand is sealed beside its first record."""
        batch = following(self.standing.state, happened)
        if line is not None:
            batch.append(Record("lab.line", str(line).encode()))
        if any(isinstance(each, e.HandBegan) for each in happened):
            deck = bytes(self.rng.sample(range(52), 52))
            batch.append(Record("lab.deck", deck, sealed=True))
        self.tried = batch
        if batch:
            folds.fold(self.folds, self.journal.append([to_record(each) for each in batch]))
        for each in batch:
            _evolve(self.standing, each)
        self.shown, self.tried = _copy(self.standing), []
        self.audit()
        if any(isinstance(each, HandEnded | HandVoided) for each in batch):
            self.journal.snapshot(msgpack.encode((self.shown, folds.to_bytes(self.folds))))
            self.journal.scrub_step()

    # The people

    def step(self, line: Line) -> bool:
        try:
            happened = self._happened(line)
        except Refused:
            happened = []
        except Fault:
            return False
        self.commit(happened, self.standing.line + 1)
        return True

    def _happened(self, line: Line) -> Sequence[Happened]:
        match line:
            case Sweep():
                return custody.sweep(self.custody, self.table.books)
            case Act(how):
                self._until_a_decision()
                hand = self.table.live
                if not isinstance(hand, Hand) or not hand.queue:
                    return []
                play = c.Play(self.now_ms, self.table.decision, move(hand, how))
                return decide(self.table, play)
            case Pin(seat, told):
                return self._pin(seat, told)
        return decide(self.table, self._command(line))

    def _pin(self, seat: int, told: int) -> list[Happened]:
        sitting = self.custody.sittings.get(seat)
        if sitting is None or self.table.seats[seat].life != "pin":
            raise Refused("Nobody swiped a card there.")
        on = self.wire.sign_on(self.tracks[seat - 1], sitting.session, seat)
        checked = c.PinChecked(self.now_ms, seat, True, told or on.available)
        until = [PlayUntil(sitting.session, on.play_until_ms)] if on.play_until_ms else []
        return [*decide(self.table, checked), *until]

    def _command(self, line: Line) -> c.AnyCommand:
        now = self.now_ms
        match line:
            case Swipe(seat):
                patron = f"10000{seat}"
                return c.SwipeCard(now, seat, f"patron:{patron}", patron)
            case Buy(seat, chips):
                return c.BuyIn(now, seat, chips)
            case Open():
                return c.OpenTable(now, "mia", "noon")
            case Close():
                return c.CloseTable(now, "mia", "good night")
            case Void():
                return c.VoidHand(now, "mia", "a spilled drink")
            case Cancel(seat):
                return c.CancelEntry(now, seat)
            case Leave(seat):
                return c.Leave(now, seat)
        raise AssertionError(line)

    # The machine

    def serve(self) -> None:
        """Whatever the table wants now: the draw, cards, a tick."""
        while (command := self._wanted()) is not None:
            self.commit(decide(self.table, command))
            self.pump()

    def _wanted(self) -> c.AnyCommand | None:
        want, now = wants(self.table), self.now_ms
        for command in custody.must_go(self.custody, self.table, now, {}):
            return command
        if want.button:
            return c.DrawButton(now, self.rng.choice(want.button))
        if want.cards and want.deal_at <= now:
            return c.Deal(now, self._cards(want.cards))
        if want.tick_at is not None and want.tick_at <= now:
            return c.Tick(now)
        return None

    def _cards(self, count: int) -> tuple[int, ...]:
        """From the sealed deck, by what was dealt already: so the same after a restart."""
        hand = self.table.play
        assert isinstance(hand, Hand)
        at = 52 - hand.deck.stub
        return self.standing.deck[at : at + count]

    def _until_a_decision(self) -> None:
        """Time passes until somebody has to decide, or nothing is going to happen."""
        for _ in range(50):
            if self.table.live is not None and self.table.live.queue:
                return
            want = wants(self.table)
            times = [want.tick_at, want.deal_at if want.cards else None]
            ahead = [at for at in times if at is not None]
            if not ahead:
                return
            self.now_ms = max(self.now_ms, min(ahead))
            self.serve()

    def pump(self) -> None:
        """Carry what is on its way; then tell the bank who has left."""
        outbox = self.custody.outbox
        for parcel in (*transfers.to_carry(outbox), *transfers.owed(outbox)):
            try:
                answer = transfers.carry(self.wire, parcel)
            except Fault:
                return
            if answer is None:
                continue  # owed, and nobody has paid it yet
            command = bank_answered(self.custody, answer, self.now_ms)
            self.commit([answer, *decide(self.table, command)])
        for session in list(self.custody.leaving):
            try:
                self.wire.sign_off(session)
            except Fault:
                return
            self.commit([SignedOff(session)])

    # What must be true

    def audit(self) -> None:
        """Sum of all accounts zero; the bank's view of the table = chips + what is in flight."""
        (total,), (home,) = self.bank.store.transact(
            lambda tx: (
                tx.row("SELECT SUM(balance) FROM account") or (0,),
                tx.row("SELECT balance FROM account WHERE id = 'table:T1'") or (0,),
            )
        )
        assert total == 0
        here, should = balance(self.table)
        assert here == should
        assert custody.stranded(self.custody, self.table) == []
        assert home == should - sum(self.custody.swept.values()) + self._in_flight()

    def _in_flight(self) -> int:
        """What the bank knows and the table does not, or the other way round."""
        flying = 0
        for parcel in self.custody.outbox.parcels.values():
            transfer, posted = parcel.transfer, self._posted_at_bank(parcel.transfer.id)
            match transfer.kind:
                case "buy_in":
                    flying += transfer.amount * posted
                case "cash_out":
                    flying -= transfer.amount * posted
                case "jackpot_out":
                    flying -= transfer.amount * (not posted)
                case _:
                    flying += transfer.amount * (not posted)
        return flying

    def _posted_at_bank(self, transfer: str) -> bool:
        try:
            if self.bank.paid_by_hand(transfer):
                return True
            return self.bank.store.transact(lambda tx: find(tx, transfer)).state == "posted"
        except Refused:
            return False

    def _clock(self) -> int:
        self.now_ms += 7
        return self.now_ms


def _new_standing() -> Standing:
    return Standing(new_state(TABLE, START_MS))


def _evolve(standing: Standing, each: Happened) -> None:
    match each:
        case Record("lab.line", body):
            standing.line = int(body)
        case Record("lab.deck", body):
            standing.deck = tuple(body)
        case _:
            evolve(standing.state, each)


def move(hand: Hand, how: str) -> p.Fold | p.Call | p.Raise:
    choice = choices(hand)
    if how in ("raise", "most") and choice.raise_to:
        amount = choice.raise_to.least if how == "raise" else choice.raise_to.most
        return p.Raise(choice.seat, amount)
    if how == "fold" and choice.fold:
        return p.Fold(choice.seat)
    return p.Call(choice.seat)
