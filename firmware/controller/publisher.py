"""What goes out: to every screen what is new to it, and to nobody what is not his."""

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from firmware.controller.deck import Decks
from firmware.screens import projection
from firmware.screens import protocol as g
from firmware.screens.projection import Notes
from firmware.table import events as e
from firmware.table.engine import Table

NO_DECK = g.Alert("No new hand", "All chips are safe. The floor is told.", "C-RNG-01")


class Screen(Protocol):
    """One screen, at the end of whatever wire: it gets the newest whole view."""

    def show(self, view: g.View | g.Public) -> None: ...


class Publisher:
    def __init__(self, noted: Callable[[int], Notes]) -> None:
        self._noted = noted
        self.screens: dict[int, Screen] = {}
        self.touched = 0  # the seat of the last intent: its glass is served first
        self.changed = True  # something that a screen shows may be another
        self.last: g.Last | None = None
        self._shown: dict[int, bytes] = {}

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
        everyone = self._public(table, now, decks, opens_with)
        for seat, screen in sorted(self.screens.items(), key=lambda one: one[0] != self.touched):
            view: g.View | g.Public = everyone
            if seat:
                view = projection.station(table, seat, now, self._noted(seat), everyone)
            packed = g.pack(view)
            if self._shown.get(seat) != packed:
                self._shown[seat] = packed
                screen.show(view)

    def _public(self, table: Table, now: int, decks: Decks, opens_with: int) -> g.Public:
        deal, cut = decks.deal, decks.cut
        key = deal.log.public_key.hex()
        everyone = projection.public(table, now, self.last, deal.code, key, opens_with)
        if decks.fault is not None and table.live is None:
            everyone = replace(everyone, phase="fault", alert=NO_DECK)
        if cut.notice and not everyone.notice:
            everyone = replace(everyone, notice=cut.notice)
        return everyone
