"""A hand that is unsealed at a console: what the console and the process that opens it say to each
other, a line of JSON each, and what stands on the page.

The keys of the holders are in that process only (commands/open_hand.py), which ends with the page.
"""

from msgspec import Struct

SHOWN_MS = 60_000


class Stick(Struct, frozen=True):
    """A keyholder's file, and the words that open it."""

    file: str
    words: str

    def __repr__(self) -> str:
        return f"Stick({self.file})"


class Sticks(Struct, frozen=True):
    """First: the two halves, or the one key from outside the house."""

    manager: Stick | None = None
    house_auditor: Stick | None = None
    outside: Stick | None = None


class Agreed(Struct, frozen=True):
    """Then: the order of two people, which stands in the journal."""

    order: str


class Face(Struct, frozen=True):
    """What a seat was dealt."""

    seat: int
    cards: str  # 9h 9s
    numbers: str  # of the deal


class Said(Struct, frozen=True):
    """To each of both: well, or why not; once the hand is open, who agreed and what lay there."""

    no: str = ""
    by: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()


class Person(Struct, frozen=True):
    person: str
    role: str
    where: str
    at_ms: int


class Unsealing(Struct):
    """What stands on its page. `until_ms`, of the console's timer: so long the cards are there."""

    hand: int
    seats: tuple[int, ...] = ()
    case: str = ""
    reason: str = ""
    people: tuple[Person, ...] = ()
    faces: tuple[Face, ...] = ()
    until_ms: int = 0
    doors: tuple[str, ...] = ()  # that were open when it was shown
