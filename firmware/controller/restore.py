"""A table out of its journal: its book, and every fold that stands beside it, as the power left
them. Nothing is shown, nothing is dealt and no key is asked for here.
"""

from collections.abc import Iterable

from msgspec import Struct, field, msgpack

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


class Woken:
    """All that a table remembers. Book and folds are moved by the controller that it belongs to
    from here on, the memory of the deals by its fair deal."""

    def __init__(self, config: Config, opened: Opened) -> None:
        self.book = keeper.new_book(config, journal=opened.journal.id.hex()[:8])
        self.memory, self.folds, self.keepsakes = Memory(), folds.Folds(), Keepsakes()
        self.recorder = Recorder()
        self.hands = 0  # since the last snapshot, however often the power went meanwhile
        if opened.state is not None:
            saved = msgpack.decode(opened.state, type=Saved)
            self.book, self.memory = saved.book, saved.memory
            self.folds, self.keepsakes = folds.from_bytes(saved.folds), saved.keepsakes
        folds.take(self.folds, opened.entries)
        self._hear(opened.journal, opened.entries)
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
        saved = Saved(self.book, memory, folds.to_bytes(self.folds), self.keepsakes)
        return msgpack.encode(saved)
