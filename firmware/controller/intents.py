"""What a finger wants, by whom it is done: the bank, a page, the cut, the table itself."""

from collections.abc import Callable, Collection

from firmware.controller import table_commands
from firmware.controller.cards_and_pins import CardsAndPins
from firmware.controller.effects import Effects, FaultBegan, Perform, Refuse
from firmware.controller.faults import station_doubts
from firmware.controller.opening import Opening
from firmware.controller.own_limits import OwnLimits
from firmware.controller.seat_pages import SeatPages
from firmware.controller.table_commands import OfTheTable
from firmware.controller.to_bank import ToBank
from firmware.errors import Refused
from firmware.journal import records
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.engine import Table

CALLED = "The floor is called: the lamp is lit, and the center screen says your seat."
CALLED_OFF = "Your call is taken back."


class Intents:
    def __init__(
        self, cards: CardsAndPins, to_bank: ToBank, pages: SeatPages, opening: Opening,
        limits: OwnLimits, sitting: Callable[[int], int],
    ) -> None:  # fmt: skip
        """`sitting`: who sits at a seat now, by his number."""
        self._cards, self._to_bank, self._pages = cards, to_bank, pages
        self._opening, self._limits, self._sitting = opening, limits, sitting

    def read(
        self, table: Table, seat: int, intent: g.Intent, now: int, busy: Collection[str]
    ) -> Effects:
        """`busy`: the slow work that is under way."""
        pages = self._pages
        if isinstance(intent, g.OfASitting) and intent.sitting not in (-1, self._sitting(seat)):
            return []  # of who sat there before: nobody's any more, and no business of the next one
        match intent:  # a station's own, which no finger asked for
            case g.SealShare():
                return self._opening.seal(seat, intent, now)
            case g.OpenShare():
                return self._opening.open(seat, intent, now)
            case g.KeepFor(key):
                pages.keep_for(seat, key)
                return []
            case g.Doubt(hand, words):
                return [FaultBegan(station_doubts(seat, hand, words), f"seat {seat}")]
        pages.was_read(seat)
        match intent:
            case g.EnterPin(pin):
                return self._cards.enter_pin(seat, pin, busy)
            case g.Open(page, hand):
                pages.open(seat, page, hand)
                return self._limits.look(seat, busy) if page == "limits" else []
            case g.LowerLimit():
                return self._limits.lower(seat, intent, busy)
            case g.Close(page):
                pages.close(seat, page)
            case g.Choose(prefs):
                return pages.prefer(seat, prefs)
            case g.CutKey():
                self._opening.key(seat, intent, now)
            case g.Digits():
                return self._opening.digits(seat, intent)
            case g.Cancel() if table.seats[seat].life == "empty":
                pass  # only what it read is closed
            case g.Cancel() if table.seats[seat].life == "funding":
                return self._to_bank.call_back(table, seat)
            case g.Show(show=False):
                pages.notes[seat].mucked = table.this_hand.number  # a look: his glass asks no more
            case _:
                return _command(table, seat, intent, now)
        return []


def _command(table: Table, seat: int, intent: OfTheTable, now: int) -> Effects:
    try:
        command = table_commands.command(table, seat, intent, now)
    except Refused as no:
        return [Refuse(seat, no)]
    if isinstance(intent, g.CallFloor):
        return [_call_floor(command, seat, before=table.seats[seat].called)]
    if isinstance(command, c.GoAway) and command.kind == "meal":  # the floor is told (AJ-R16)
        told = records.Noticed("MEAL", f"Seat {seat} is away for a meal or for money.")
        return [Perform(command, seat, after=[told])]
    return [Perform(command, seat)]


def _call_floor(command: c.AnyCommand, seat: int, before: bool) -> Perform:
    words = f"Seat {seat} calls the floor{' no more' if before else ''}."
    said = CALLED_OFF if before else CALLED
    return Perform(command, seat, after=[records.Noticed("FLOOR_CALLED", words)], said=said)
