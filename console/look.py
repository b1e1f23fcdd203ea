"""What `stormdeck look` tells of a table from its disks: plain data, read by nobody but a console.

It is made by a short process of its own (commands/look.py), so that the console stays small and
lives on whatever the disks do. No card that is not everybody's has a place in it.
"""

from msgspec import Struct

from firmware.journal.fault_log import FaultSpan
from firmware.journal.meters import Meters
from firmware.screens.protocol import Floor
from firmware.screens.protocol.orders import Step


class Wrong(Struct, frozen=True):
    """A fault as data."""

    name: str
    happened: str
    safe: str = ""
    do: str = ""


class Copy(Struct, frozen=True):
    """One copy of the journal."""

    where: str
    words: str
    good: bool


class Happening(Struct, frozen=True):
    """A line of the event page."""

    at_ms: int
    kind: str  # FAULT, OVER, DOOR, NOTE, FLOOR, HAND, MONEY, START
    words: str


class Played(Struct, frozen=True):
    """A hand that is over."""

    hand: int
    ended_ms: int
    pot: int
    end: str


class Balance(Struct, frozen=True):
    """Every cent that came in is somewhere: counted from the meters, and on the table."""

    rows: tuple[tuple[str, int], ...]  # what is here
    brought: int  # in, less what went out, by the meters
    here: int

    @property
    def difference(self) -> int:
        return self.here - self.brought


class Page(Struct, frozen=True):
    """By which rules it plays: as posted in the journal, with its hash (REQ-R22)."""

    hash: str
    lines: tuple[str, ...]
    changed: bool = False  # table.toml says something else by now


class Table(Struct, frozen=True):
    """What the journal tells."""

    floor: Floor
    meters: Meters
    balance: Balance
    page: Page
    record: int
    head: str
    at_ms: int  # of the last record
    faults: tuple[FaultSpan, ...] = ()  # open ones
    past_faults: tuple[FaultSpan, ...] = ()
    happened: tuple[Happening, ...] = ()  # newest first
    back_to_ms: int = 0  # whatever happened since stands there; 0: since the journal began
    hands: tuple[Played, ...] = ()  # newest first
    hands_kept: int = 0


class Software(Struct, frozen=True):
    """What is installed, and whether it is what was signed (REQ-R28)."""

    hash: str
    files: int
    signed: bool = False  # somebody signed a list, and it is held against that
    wrong: Wrong | None = None


class Update(Struct, frozen=True):
    """The last update, as this machine remembers it; on one without slots there is none."""

    version: str
    digest: str
    made_ms: int
    changes: tuple[str, ...]
    approvals: tuple[tuple[str, str, int], ...]  # side, who, when
    step: str  # checked, written, armed, good, back, refused
    at_ms: tuple[tuple[str, int], ...]  # when it came to each
    slot: str  # that it goes to
    reason: str = ""  # why it went back, or was refused


class Look(Struct, frozen=True):
    """One look at a table. `runs`: some program holds its journal."""

    at_ms: int
    name: str = ""  # of the table
    doors: tuple[str, ...] = ()  # where its desks call
    parts: dict[str, str] = {}  # "station of seat 7": its port
    runs: bool = False
    wrong: Wrong | None = None  # why it cannot be looked at, or could not be started
    last_words: tuple[str, ...] = ()  # of the program's log, oldest first
    copies: tuple[Copy, ...] = ()
    table: Table | None = None
    steps: tuple[Step, ...] = ()  # of the hand that was asked for
    no_hand: str = ""  # why it has none
    software: Software | None = None
    holders: dict[str, str] = {}  # who may open past hands: public keys
    release: str = ""  # the version that runs; empty: no appliance
    update: Update | None = None
