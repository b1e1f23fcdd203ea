"""What goes out: to every screen what is new to it, and to nobody what is not his."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from firmware.controller.deck import Decks
from firmware.controller.effects import Desk
from firmware.controller.hand_tape import HandTape
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.screens.projection import FloorNotes, Notes
from firmware.table import events as e
from firmware.table.engine import Table

DESKS_MS = 100  # at most so often: a desk is read, a glass is touched
TOLD, NOT_TOLD = "The floor is told.", "Please call a floor person."


class Screen(Protocol):
    """One screen, at the end of whatever wire: it gets the newest whole view."""

    def show(self, view: g.View | g.Public) -> None: ...


class Publisher:
    def __init__(
        self, noted: Callable[[int], Notes], sitting: Callable[[int], int], tape: HandTape
    ) -> None:
        self._noted, self._sitting, self.tape = noted, sitting, tape
        self.screens: dict[int, Screen] = {}
        self.touched = 0  # the seat of the last intent: its glass is served first
        self.changed = True  # something that a screen shows may be another
        self.last: g.Last | None = None
        self._shown: dict[int, bytes] = {}
        self.desks: list[Desk] = []
        self._told: dict[int, bytes] = {}  # each desk, by its id
        self._everyone: g.Public | None = None  # not shown to the desks yet
        self._desks_at = 0

    def look_again(self) -> None:
        self.changed = True

    def attach(self, seat: int, screen: Screen) -> None:
        """It gets a whole view."""
        self.screens[seat] = screen
        self._shown.pop(seat, None)
        self.changed = True

    def detach(self, seat: int) -> None:
        self.screens.pop(seat, None)

    def after(self, events: Sequence[e.AnyEvent], table: Table) -> None:
        if any(isinstance(event, e.HandBegan) for event in events):
            self.last = None
        self.last = projection.last_act([*events], table.play) or self.last
        self.changed = True

    def show(self, table: Table, now: int, decks: Decks, opens_with: int) -> None:
        """First to the one that was touched last."""
        self.changed = False
        everyone = self._everyone = self._public(table, now, decks, opens_with)
        told = decks.deal.told(self.screens)
        for seat, screen in sorted(self.screens.items(), key=lambda one: one[0] != self.touched):
            view: g.View | g.Public = everyone
            if seat:
                notes = self._noted(seat)
                notes.cut = decks.opening.ask(seat, now)
                notes.said = notes.said or decks.opening.void_words
                notes.told, notes.sitting = told[seat], self._sitting(seat)
                view = projection.station(table, seat, now, notes, everyone)
            packed = g.pack(view)
            if self._shown.get(seat) != packed:
                self._shown[seat] = packed
                screen.show(view)
        self.tape.note(everyone, now)

    # Desks, after the glasses

    def desks_at(self) -> int | None:
        """When they are shown what is new."""
        return None if self._everyone is None or not self.desks else self._desks_at

    def show_desks(self, table: Table, now: int, notes: FloorNotes) -> None:
        assert self._everyone is not None
        view = projection.floor(table, now, self._everyone, notes)
        self._everyone, self._desks_at = None, now + DESKS_MS
        packed = g.pack(replace(view, now=0))
        for desk in self.desks:
            if self._told.get(id(desk)) != packed:
                self._told[id(desk)] = packed
                desk.show(view)

    def attach_desk(self, desk: Desk) -> None:
        self.desks.append(desk)
        self.changed = True

    def detach_desk(self, desk: Desk) -> None:
        self.desks = [one for one in self.desks if one is not desk]
        self._told.pop(id(desk), None)

    def _public(self, table: Table, now: int, decks: Decks, opens_with: int) -> g.Public:
        deal = decks.deal
        key = deal.log.public_key.hex()
        everyone = projection.public(table, now, self.last, deal.code, key, opens_with)
        if decks.fault is not None and table.live is None:
            words = f"All chips are safe. {NOT_TOLD if opens_with else TOLD}"
            alert = g.Alert("No new hand", words, "C-RNG-01")
            everyone = replace(everyone, phase="fault", alert=alert)
        return replace(everyone, deal=decks.opening.now(now))
