"""The one way: decide, journal, evolve, in this order. Nothing else moves a table.

`decide` holds every rule and may refuse: then nothing moved. What happened, and what follows from
it, is on both disks before the state moves; the state moves before anybody is shown it. If the
journal cannot be written its Fault stops the table before it can lie.

The deck alone steps ahead of this: `before` and `after` hold what its step was, and what that is
nobody knows before it is taken. Cards come by the command that is decided here, so nobody sees one
that is not written; a deck whose step was not written ends with the program, and comes back as far
as the journal knows it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.controller import faults
from firmware.controller.background import Background
from firmware.controller.cards_and_pins import CardsAndPins
from firmware.controller.commit import commit
from firmware.controller.deck import Decks
from firmware.controller.effects import (
    Answer,
    Effects,
    FaultBegan,
    FaultEnded,
    Paid,
    Perform,
    Refuse,
    Say,
    Task,
    Write,
)
from firmware.controller.publisher import Publisher
from firmware.controller.records import Happened
from firmware.controller.restore import TableMemory
from firmware.controller.seat_pages import SeatPages
from firmware.errors import Fault, Refused
from firmware.journal import records as r
from firmware.journal.frame import Record
from firmware.journal.journal import Journal
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import Finished, decide


def _nothing(*_: object) -> None:
    pass


def _to_the_floor(events: Sequence[e.AnyEvent]) -> list[r.Told]:
    """Before the glass says that the floor was told, it was (AJ-R16)."""
    return [
        r.Noticed("AWAY", f"Seat {event.seat} is away and is released soon.")
        for event in events
        if isinstance(event, e.AwayWarned)
    ]


@dataclass
class Listeners:
    """Who wants to know, beside the screens."""

    hand_over: Callable[[Finished], None] = _nothing  # its deck is put away
    recorded: Callable[[r.Told], None] = _nothing  # durable, and perhaps worth a line of a log
    turned: Callable[[], None] = _nothing  # the loop, once more


@dataclass(frozen=True)
class Performer:
    _journal: Journal
    _memory: TableMemory
    _decks: Decks
    _cards: CardsAndPins
    _pages: SeatPages
    _publisher: Publisher
    _listeners: Listeners
    _background: Background
    _now: Callable[[], int]

    def perform(
        self, command: c.AnyCommand, before: Sequence[Happened] = (), after: Sequence[Happened] = ()
    ) -> list[e.AnyEvent]:
        """Refused: nothing moved. A Fault of the journal stops the table before it can lie."""
        events = decide(self._memory.state.table, command)
        self.record([*before, *events, *after, *self._decks.void(events), *_to_the_floor(events)])
        return events

    def record(self, happened: Sequence[Happened]) -> None:
        """On both disks, then in the state, then in anybody's sight."""
        if not happened:
            return
        batch = commit(self._journal, self._memory, happened)
        events = [each for each in batch if not isinstance(each, r.Told | Record)]
        for event in events:
            self._pages.after(event)
            self._cards.after(event)
        self._publisher.after(events, self._memory.state.table)
        for each in batch:
            if isinstance(each, r.Told):
                self._listeners.recorded(each)

    def fulfil(self, effects: Effects) -> None:
        """What a helper asked for. Where nothing was, nothing is drawn anew: whoever is waited for
        is waited for in peace."""
        for one in effects:
            match one:
                case Perform():
                    self._perform_for(one)
                case Write(happened):
                    self.record(happened)
                case Task():
                    self._background.send(one, self._came_back)
                case Refuse(seat, problem):
                    self._refuse(seat, problem)
                case Say(seat, words):
                    self._pages.say(seat, words)
                case Paid(transfer, balance):
                    self._pages.paid(transfer, balance)
                case Answer(desk, answer):
                    desk.answer(answer)
                case FaultBegan(fault, where):
                    self.record(faults.began(self._memory.folds, fault, where))
                case FaultEnded(name):
                    self.record(faults.ended(self._memory.folds, name))
        if effects:
            self._publisher.look_again()

    def _perform_for(self, one: Perform) -> None:
        try:
            self.perform(one.command, one.before, one.after)
        except Refused as no:
            if one.sure:
                raise
            if one.seat:
                self._refuse(one.seat, no)
            return
        if one.said:
            self._pages.notes[one.seat].said = one.said

    def _refuse(self, seat: int, problem: Exception) -> None:
        """A refusal is an answer: its own seat reads it, nobody else."""
        if isinstance(problem, Fault):
            self.record(faults.began(self._memory.folds, problem))
            problem = Refused("The bank does not answer. Please try again in a moment.", "REQ-R40")
        if not isinstance(problem, Refused):
            raise problem
        self._pages.notes[seat].refused = str(problem)

    def _came_back(self, what_follows: Callable[[int], Effects]) -> None:
        self.fulfil(what_follows(self._now()))
        self._publisher.look_again()  # what was noted for a seat, its screen may show
