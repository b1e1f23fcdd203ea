"""A table out of its journal: its state, and every fold that stands beside it, as the power left
them. To be run on, or only to be looked at: nothing is written, shown or dealt here, and no key of
a deck is asked for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, get_args

from msgspec import Raw, Struct, field, msgpack
from msgspec.structs import FieldInfo, fields

from firmware.bank.witness import short
from firmware.controller.deal_memory import DealMemory
from firmware.controller.past_cards import TOLD, Sealed
from firmware.controller.past_hands import PastHands
from firmware.controller.records import Happened, TableState, evolve, from_entry, new_state
from firmware.controller.resealed import told_again
from firmware.errors import Fault
from firmware.journal import folds
from firmware.journal.frame import Entry, Record
from firmware.journal.journal import Opened
from firmware.journal.records import SessionClosed, Told
from firmware.table import events as e
from firmware.table.engine import Config, Finished, Recorder


class Saved(Struct):
    """A snapshot: the table's state and every fold that stands beside it."""

    state: TableState
    deals: DealMemory
    folds: bytes
    past_hands: PastHands = field(default_factory=PastHands)
    shape: str = ""  # of all of the above, when this was written


class _OldTable(Struct):
    config: Config | None = None


class _OldBook(Struct):
    table: _OldTable = field(default_factory=_OldTable)


class _OldSnapshot(Struct):
    """All that is believed of a snapshot whose state had other fields."""

    book: _OldBook = field(default_factory=_OldBook)


class Stamp(Struct):
    shape: str = ""


@cache
def shape() -> str:
    """Every field of a snapshot and its type, as a hash."""
    found: dict[str, str] = {}
    _describe(Saved, found)
    return sha256(repr(sorted(found.items())).encode()).hexdigest()[:16]


def _describe(kind: Any, found: dict[str, str]) -> None:
    for part in get_args(kind):
        _describe(part, found)
    if isinstance(kind, type) and issubclass(kind, Struct) and repr(kind) not in found:
        found[repr(kind)] = str([(each.name, each.type, _said(each)) for each in fields(kind)])
        for each in fields(kind):
            _describe(each.type, found)


def _said(each: FieldInfo) -> Any:
    """A default, the same in every process: a Raw says only where it lies in memory."""
    return bytes(each.default) if isinstance(each.default, Raw) else each.default


def fitting(state: bytes) -> Saved | None:
    """None: it was written by a version whose state had other fields. The journal knows better."""
    if msgpack.decode(state, type=Stamp).shape != shape():
        return None
    return msgpack.decode(state, type=Saved)


class LastHand(Struct):
    """The one that is over and whose deck may still be asked for a card."""

    done: Finished
    sat: dict[int, str]  # seat: session, of those who were in it, when it ended


class TableMemory:
    """All that a table remembers, moved by `apply` alone."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.deals, self.folds, self.past_hands = DealMemory(), folds.Folds(), PastHands()
        self.last_hand: LastHand | None = None
        self.hands = 0  # since its snapshot, however often the power went meanwhile
        self.recorder = Recorder()
        self.sealed: list[Sealed] = []  # events of the hand in play that hold cards

    def apply(self, happened: Sequence[Happened], entries: Iterable[Entry]) -> None:
        """What the journal holds now."""
        entries = [*entries]
        ours = (entry for entry in entries if not entry.kind.startswith("journal."))
        for each, entry in zip(happened, ours, strict=False):
            self._note_cards(each, entry)
            evolve(self.state, each)
            if isinstance(each, SessionClosed):
                self.past_hands.forget(each.session)
            elif not isinstance(each, Told | Record):
                self._look(each)
        folds.fold(self.folds, entries)

    def _note_cards(self, each: Happened, entry: Entry) -> None:
        if isinstance(each, e.HandBegan):
            self.sealed = []
        elif isinstance(each, e.InHand) and entry.of_hand:
            self.sealed.append(Sealed(entry.seq, each))
        elif isinstance(each, Record) and each.kind == TOLD:
            self.sealed = []

    def _look(self, event: e.AnyEvent) -> None:
        """Did this event finish a hand? One that began before the snapshot is not recorded."""
        if self.recorder.began is None and not isinstance(event, e.HandBegan):
            return
        done = self.recorder.look(self.state.table, event)
        if done is None:
            return
        sessions = self.state.custody.sessions
        seats = [line.seat for line in done.receipt.seats]
        sat = {seat: sessions[seat] for seat in seats if seat in sessions}
        self.last_hand = LastHand(done, sat)
        chips = self.state.table.config.tournament is not None
        self.past_hands.add(done, sat, chips)
        self.hands += 1

    def take_last_hand(self, number: int) -> LastHand | None:
        """If it was this one, and is remembered from its beginning. It is told once: what was
        folded in it nobody needs any more."""
        last, self.last_hand = self.last_hand, None
        return last if last is not None and last.done.receipt.hand == number else None

    def snapshot(self, deals: DealMemory) -> bytes:
        """What is known of the deals by now is the fair deal's to say."""
        saved = Saved(self.state, deals, folds.to_bytes(self.folds), self.past_hands, shape())
        return msgpack.encode(saved)


def restore(config: Config, opened: Opened) -> TableMemory:
    journal, entries = opened.journal, opened.entries
    saved = fitting(opened.state) if opened.state is not None else None
    if opened.state is not None and saved is None:
        entries = [*journal.read(1, journal.head.seq)]
        config = began_with(config, opened.state, entries)
    memory = TableMemory(new_state(config, journal=short(journal.id.hex())))
    if saved is not None:
        memory.state, memory.deals = saved.state, saved.deals
        memory.folds, memory.past_hands = folds.from_bytes(saved.folds), saved.past_hands
    replay(memory, entries, journal.unseal)
    return memory


def _of_lost_hands(entries: Sequence[Entry], told: Mapping[int, bytes]) -> set[int]:
    """Records of hands that were voided because nobody could open them: they are forgotten."""
    lost: set[int] = set()
    hand: list[Entry] = []
    for entry in entries:
        if entry.kind == "table.HandBegan":
            hand = []
        elif entry.kind == "table.InHand":
            hand.append(entry)
        elif entry.kind == "table.HandVoided" and any(
            one.of_hand and one.seq not in told for one in hand
        ):
            lost |= {one.seq for one in hand}
    return lost


def what_opens(config: Config, opened: Opened) -> TableMemory:
    """All of it; or, where nobody can open the hand in play any more, all but that hand."""
    try:
        return restore(config, opened)
    except Fault as fault:
        if fault.name != "HAND_IS_OVER":
            raise
        return _without_hand(config, opened)


def _without_hand(config: Config, opened: Opened) -> TableMemory:
    """As `restore`, where the key of the hand in play is gone: as if nothing of it was dealt."""
    began = [entry for entry in opened.entries if entry.kind == "table.HandBegan"]
    last = began[-1].seq if began else opened.journal.head.seq
    kept = [one for one in opened.entries if one.seq <= last or one.kind != "table.InHand"]
    return restore(config, Opened(opened.journal, opened.state, kept, []))


def began_with(config: Config, state: bytes, entries: Sequence[Entry]) -> Config:
    """The page that a journal began with, if it is too old to say so itself: its snapshot's, unless
    the game was changed before that. Then only table.toml can know."""
    if any(entry.kind in ("table.RulesPosted", "table.GameChanged") for entry in entries):
        return config
    page = msgpack.decode(state, type=_OldSnapshot).book.table.config
    return config if page is None else page


def replay(memory: TableMemory, entries: Iterable[Entry], unseal: Callable[[Entry], bytes]) -> None:
    """A hand that is over is told as everybody saw it; one in play as it is."""
    entries = [*entries]
    told = told_again(entries, unseal)
    lost = _of_lost_hands(entries, told)
    for entry in entries:
        if entry.seq in lost:
            continue
        body = told[entry.seq] if entry.seq in told else unseal(entry)
        if entry.kind.startswith("fair."):
            memory.deals.note(entry.kind, body)
            continue
        each = from_entry(entry, body)
        memory.apply([each] if each is not None else [], [entry])
        if entry.kind == TOLD:  # that hand is over: nothing of it is told again
            memory.sealed = []
