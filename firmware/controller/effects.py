"""What a helper asks of the loop. It decides nothing by itself and commits nothing: it returns
these, and the loop performs, journals, sends and shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from firmware.controller.records import Happened
from firmware.errors import Fault
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.table import commands as c


class Desk(Protocol):
    """A desk of the floor, at the end of whatever wire."""

    @property
    def name(self) -> str: ...
    @property
    def of_floor(self) -> bool:
        """A technician's console looks on: it seats nobody, and opens no table."""

    def show(self, view: g.Floor) -> None: ...
    def answer(self, answer: o.Answer | o.Step) -> None: ...


@dataclass(frozen=True)
class Perform:
    """A command for the table; `before` and `after` go into the same batch of the journal."""

    command: c.AnyCommand
    seat: int = 0  # whose glass reads a refusal; 0: nobody asked, so nobody is refused
    before: Sequence[Happened] = ()
    after: Sequence[Happened] = ()
    said: str = ""  # the answer, when it was done
    sure: bool = False  # a refusal would be our own mistake


@dataclass(frozen=True)
class Write:
    """Records that move no table."""

    happened: Sequence[Happened]


@dataclass(frozen=True)
class Show:
    """Nothing happened, but a screen is asked for something new."""


@dataclass(frozen=True)
class Task:
    """Slow work, beside the table. What it found, or why it found nothing, comes back in the
    table's own time."""

    name: str
    work: Callable[[], Any]
    found: Callable[[Any, int], "Effects"]  # with the time of the table
    failed: Callable[[Exception, int], "Effects"]


@dataclass(frozen=True)
class Refuse:
    """A No for one seat, or the fault because of which it has no answer."""

    seat: int
    problem: Exception


@dataclass(frozen=True)
class Say:
    """A note for one seat."""

    seat: int
    words: str


@dataclass(frozen=True)
class Paid:
    """What left a seat has reached its card, which holds so much now, if the bank says it."""

    transfer: str  # as the table names it
    balance: int | None = None


@dataclass(frozen=True)
class Answer:
    """To an order, for the desk that it came from."""

    desk: Desk
    answer: o.Answer


@dataclass(frozen=True)
class FaultBegan:
    fault: Fault
    where: str = ""


@dataclass(frozen=True)
class FaultEnded:
    name: str


Effect = Perform | Write | Show | Task | Refuse | Say | Paid | Answer | FaultBegan | FaultEnded
Effects = Sequence[Effect]


def unheard(problem: Exception) -> Effects:
    """Whoever asked has gone: a No is for nobody, a fault for those who look after the table."""
    return [FaultBegan(problem)] if isinstance(problem, Fault) else []


def raise_it(problem: Exception, now: int) -> Effects:
    """For work that cannot fail but by our own mistake: it stops the table."""
    raise problem
