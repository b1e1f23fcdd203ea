"""What a finger wants, told to whoever does it: the teller, the host, the cut, the table itself."""

from typing import Protocol

from firmware.controller.cards_and_pins import Teller
from firmware.controller.players_cut import Cutting
from firmware.controller.seat_pages import Host
from firmware.errors import Refused
from firmware.screens import projection as glass
from firmware.screens import protocol as g
from firmware.screens.projection import Notes
from firmware.table import commands as c
from firmware.table.state import Table


class Shell(Protocol):
    """What the ear needs of the table around it."""

    host: Host
    teller: Teller
    cutting: Cutting

    @property
    def table(self) -> Table: ...
    @property
    def notes(self) -> list[Notes]: ...
    @property
    def now(self) -> int: ...
    def asked(self, seat: int, command: c.AnyCommand) -> bool: ...
    def no(self, seat: int, problem: Exception) -> None: ...
    def look_again(self) -> None: ...


class Ear:
    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def hear(self, seat: int, intent: g.Intent) -> None:
        shell = self._shell
        shell.host.polite(seat)
        match intent:
            case g.EnterPin(pin):
                shell.teller.enter_pin(seat, pin)
            case g.Open(page, hand):
                shell.host.open(seat, page, hand)
            case g.Close(page):
                shell.host.close(seat, page)
            case g.Choose(prefs):
                shell.host.prefer(seat, prefs)
            case g.SealCut() | g.Cut():
                self._cut(seat, intent)
            case g.Cancel() if shell.table.seats[seat].life == "empty":
                pass  # only what it read is closed
            case g.Show(show=False):
                shell.notes[seat].mucked = shell.table.this_hand.number
            case _:
                self._wish(seat, intent)
        shell.look_again()

    def _cut(self, seat: int, intent: g.SealCut | g.Cut) -> None:
        shell = self._shell
        if isinstance(intent, g.Cut):
            shell.cutting.open(seat, intent)
            return
        try:
            if not shell.table.seats[seat].seated:
                raise Refused("Please sit down first.", "cut")
            shell.cutting.seal(seat, intent)
        except Refused as no:
            shell.no(seat, no)

    def _wish(self, seat: int, intent: g.Intent) -> None:
        shell = self._shell
        if isinstance(intent, g.Buy):
            shell.teller.post_at_once(seat, intent.post)
        try:
            command = glass.command(shell.table, seat, intent, shell.now)
        except Refused as no:
            shell.no(seat, no)
            return
        asked = command is not None and shell.asked(seat, command)
        if asked and isinstance(intent, g.CallFloor):
            shell.notes[seat].said = "The floor is on the way."
