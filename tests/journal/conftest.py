"""A small journal on two disks in memory, with a clock that we turn by hand."""

import pytest

from firmware.journal.frame import Record
from firmware.journal.journal import Opened, open_journal
from firmware.journal.keys import Keys
from lab.faults.faulty_disk import FaultyDisk, Fuse

KEYS = Keys(bytes(range(32)), bytes(range(1, 33)))
NOON_MS = 1_750_000_000_000


class Rig:
    """Two disks, a fuse and a clock that outlive the journal that is opened on them."""

    def __init__(self) -> None:
        self.fuse = Fuse()
        self.a, self.b = FaultyDisk("a", self.fuse), FaultyDisk("b", self.fuse)
        self.now_ms = NOON_MS

    def clock(self) -> int:
        self.now_ms += 1
        return self.now_ms

    def open(self) -> Opened:
        return open_journal((self.a, self.b), KEYS, table="T1", clock=self.clock)

    def bodies(self) -> list[bytes]:
        opened = self.open()
        return [e.body for e in opened.entries if not e.kind.startswith("journal.")]

    def segments(self) -> list[str]:
        return [name for name in self.a.list() if name.endswith(".log")]


@pytest.fixture
def rig() -> Rig:
    return Rig()


def note(text: str, sealed: bool = False) -> Record:
    return Record("note", text.encode(), sealed)
