"""A player's own limits, at his seat: asked at the bank while he looks at them, and lowered there.

What the bank has decided holds at once; the minutes that are left stand in the journal, as they do
when he sits down.
"""

from collections.abc import Collection
from functools import partial

from firmware.bank.own_limits import OwnLimits as AtBank
from firmware.controller.effects import Effects, Refuse, Say, Show, Write, unheard
from firmware.controller.records import Happened, TableState
from firmware.controller.seat_pages import SeatPages
from firmware.controller.to_bank import asked_of_bank
from firmware.errors import Refused
from firmware.journal import records
from firmware.screens import protocol as g
from firmware.settlement.window import TableWindow

LOWERED = "OWN_LIMIT"
SAID = "Your limit is lower from now on. The cage raises it, a day later."


class OwnLimits:
    def __init__(self, bank: TableWindow, state: TableState, pages: SeatPages) -> None:
        self._bank, self._state, self._pages = bank, state, pages

    def look(self, seat: int, busy: Collection[str]) -> Effects:
        name, sitting = f"limits {seat}", self._state.custody.sittings.get(seat)
        if sitting is None or name in busy:
            return []

        def found(limits: AtBank, now: int) -> Effects:
            self._show(seat, sitting.session, limits)
            return [Show()]

        work = partial(self._bank.own_limits, sitting.session)
        return [asked_of_bank(name, work, found, partial(self._failed, seat, sitting.session))]

    def lower(self, seat: int, wish: g.LowerLimit, busy: Collection[str]) -> Effects:
        name, sitting = f"lower limits {seat}", self._state.custody.sittings.get(seat)
        if sitting is None:
            return []
        if name in busy:
            return [Refuse(seat, Refused("One moment: the bank is being asked.", "REQ-R40"))]
        session = sitting.session

        def lowered(limits: AtBank, now: int) -> Effects:
            self._show(seat, session, limits)
            if not self._here(seat, session):
                return []  # gone while the bank was thinking; it knows
            words = f"Seat {seat} lowered a limit of their own."
            told: list[Happened] = [records.Noticed(LOWERED, words)]
            if limits.play_until_ms is not None:  # by the bank's clock; ours may be another
                left = limits.play_until_ms - limits.at_ms
                told.append(records.PlayUntil(session, now + left))
            return [Write(told), Say(seat, SAID)]

        work = partial(self._bank.lower_limits, session, wish.cents, wish.minutes)
        return [asked_of_bank(name, work, lowered, partial(self._failed, seat, session))]

    def _show(self, seat: int, session: str, found: AtBank) -> None:
        if self._here(seat, session):
            limits = g.Limits(found.cents, found.spent, found.minutes, found.played)
            self._pages.notes[seat].limits = limits

    def _failed(self, seat: int, session: str, problem: Exception, now: int) -> Effects:
        return [Refuse(seat, problem)] if self._here(seat, session) else unheard(problem)

    def _here(self, seat: int, session: str) -> bool:
        """Or he went while the bank was thinking."""
        sitting = self._state.custody.sittings.get(seat)
        return sitting is not None and sitting.session == session
