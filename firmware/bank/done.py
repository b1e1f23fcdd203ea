"""What became of an act, for the desk that asked."""

from msgspec import Struct

from firmware.bank.ledger import Answer
from firmware.bank.staff import Credentials


class Done(Struct, frozen=True):
    words: str = ""
    answer: Answer | None = None
    balance: int = 0
    alerts: list[str] = []
    lines: list[str] = []  # of an act about several things: what became of each
    refused: int = 0  # how many of them
    repeated: bool = False  # done before: no money moved now
    credentials: Credentials | None = None  # told once, kept nowhere
