"""A table out of its journal: its book, and every fold that stands beside it, as the power left
them. Nothing is shown, nothing is dealt and no key is asked for here.
"""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from typing import Any, get_args

from msgspec import Struct, field, msgpack
from msgspec.structs import fields

from firmware.controller import records as keeper
from firmware.controller.fair_deal import Memory
from firmware.controller.past_hands import Keepsakes
from firmware.journal import folds, records
from firmware.journal.frame import Entry
from firmware.journal.journal import Journal, Opened
from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.receipt import Finished, Recorder


class Saved(Struct):
    """A snapshot: the table's book and every fold that stands beside it."""

    book: keeper.Book
    memory: Memory
    folds: bytes
    keepsakes: Keepsakes = field(default_factory=Keepsakes)
    shape: str = ""  # of all of the above, when this was written


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
        found[repr(kind)] = str([(each.name, each.type) for each in fields(kind)])
        for each in fields(kind):
            _describe(each.type, found)


def fitting(state: bytes) -> Saved | None:
    """None: it was written by a version whose state had other fields. The journal knows better."""
    if msgpack.decode(state, type=Stamp).shape != shape():
        return None
    return msgpack.decode(state, type=Saved)


class Woken:
    """All that a table remembers. Book and folds are moved by the controller that it belongs to
    from here on, the memory of the deals by its fair deal."""

    def __init__(self, config: Config, opened: Opened) -> None:
        self.book = keeper.new_book(config, journal=opened.journal.id.hex()[:8])
        self.memory, self.folds, self.keepsakes = Memory(), folds.Folds(), Keepsakes()
        self.recorder = Recorder()
        self.hands = 0  # since the last snapshot, however often the power went meanwhile
        saved = fitting(opened.state) if opened.state is not None else None
        entries = opened.entries
        if saved is not None:
            self.book, self.memory = saved.book, saved.memory
            self.folds, self.keepsakes = folds.from_bytes(saved.folds), saved.keepsakes
        elif opened.state is not None:
            entries = list(opened.journal.read(1, opened.journal.head.seq))
        folds.take(self.folds, entries)
        self._hear(opened.journal, entries)
        self.keepsakes.only(self.sessions.values())

    def _hear(self, journal: Journal, entries: Iterable[Entry]) -> None:
        for entry in entries:
            body = journal.unseal(entry)
            if entry.kind.startswith("fair."):
                self.memory.hear(entry.kind, body)
            else:
                for done in self.look(keeper.hear(self.book, entry, body)):
                    self.keepsakes.hand(done, self.sessions, self.in_chips)

    def look(self, each: keeper.Happened | None) -> list[Finished]:
        """The hand that this event finished. One that began before the snapshot is not recorded."""
        if each is None or isinstance(each, records.Told):
            return []
        if self.recorder.began is None and not isinstance(each, e.HandBegan):
            return []
        done = self.recorder.look(self.book.table, each)
        if done is None:
            return []
        self.hands += 1
        return [done]

    @property
    def sessions(self) -> dict[int, str]:
        return {seat: sitting.session for seat, sitting in self.book.sittings.items()}

    @property
    def in_chips(self) -> bool:
        return self.book.table.config.tournament is not None

    def to_bytes(self, memory: Memory) -> bytes:
        """A snapshot; what is known of the deals by now is the fair deal's to say."""
        saved = Saved(self.book, memory, folds.to_bytes(self.folds), self.keepsakes, shape())
        return msgpack.encode(saved)
