"""An update, carried out: each act is a few writes, in an order that a power cut may end anywhere.

What is remembered goes first where forgetting it would be worse: a slot is on trial before the boot
loader knows, and good in the boot loader before it is called so.
"""

from typing import Protocol

from msgspec.structs import replace

from firmware.errors import Fault
from firmware.machine import slots as s
from firmware.machine.offer import Approved


class Machine(Protocol):
    """The world of an updater. Each call is whole or has not happened, but for `write`."""

    def now_ms(self) -> int: ...
    def boot(self) -> s.Boot: ...
    def write(self, slot: s.Slot) -> None:
        """The bundle into that slot, and read back. Raises Fault."""

    def remember(self, update: s.Update) -> None: ...
    def set_boot(self, boot: s.Boot) -> None: ...
    def restart(self) -> None: ...
    def tell(self, words: str) -> None:
        """For whoever reads its log; the same once."""


def begun(approved: Approved, boot: s.Boot, at_ms: int) -> s.Update:
    """It was checked: it goes into the slot that is not good."""
    return s.Update(approved, "checked", (("checked", at_ms),), s.OTHER[boot.good])


def refused(approved: Approved, boot: s.Boot, at_ms: int, reason: str) -> s.Update:
    return s.Update(approved, "refused", (("refused", at_ms),), s.OTHER[boot.good], reason)


def carry_out(act: s.Act, update: s.Update, machine: Machine) -> None:
    match act:
        case s.Wait(words):
            machine.tell(f"waits: {words}")
        case s.Write(slot):
            try:
                machine.write(slot)
            except Fault as fault:
                _move(update, "back", machine, f"{fault.happened} {fault.do}")
            else:
                _move(update, "written", machine)
        case s.Try(slot, journal):
            _move(replace(update, journal=journal), "armed", machine)
            machine.set_boot(s.Boot(machine.boot().good, slot))
            machine.restart()
        case s.Commit(slot):
            machine.set_boot(s.Boot(slot))
            _move(update, "good", machine)
        case s.GoBack(reason, restart):
            _move(update, "back", machine, reason)
            if restart:
                machine.restart()
        case s.Return(slot):
            machine.set_boot(s.Boot(slot))
            machine.restart()


def take_back(update: s.Update, machine: Machine, reason: str) -> None:
    """The reason first: what the boot loader is to do follows from it (slots.Return)."""
    _move(update, "back", machine, reason)


def _move(update: s.Update, step: s.Step, machine: Machine, reason: str = "") -> None:
    when = (*update.at_ms, (step, machine.now_ms()))
    machine.remember(replace(update, step=step, at_ms=when, reason=reason))
