"""Two slots, and an update on its way from one to the other: every step, and what comes next. Pure.

The boot loader knows two words, on the disk: which slot is `good`, and which one to `try` once. It
takes `try` away before it starts that slot (image/grub.cfg), so whatever becomes of a try, the next
start is the good slot's. Every step below is one write that is whole or not there; wherever the
power goes, one verified version starts.

    step        what is on the disk                         what is done next
    checked     two approvals hold, a bundle of that digest  write it to the slot that is not good
    written     that slot is whole, read back                wait until the floor closes the table
    armed       the table has stepped down                   `try` that slot: start the machine anew
    good        it proved itself, and is `good` now          –
    back        it did not, or never came up: the reason     –
    refused     the reason                                   –

A technician may take back what was good while the table is down: it is `back` then, and the slot
before it starts.
"""

from typing import Literal

from msgspec import Struct

from firmware.machine.offer import Approved

Slot = Literal["A", "B"]
OTHER: dict[Slot, Slot] = {"A": "B", "B": "A"}
Step = Literal["checked", "written", "armed", "good", "back", "refused"]
OVER: tuple[Step, ...] = ("good", "back", "refused")
TRIAL_MS = 240_000  # a slot has so long to prove itself; a minute later the machine ends it


class Boot(Struct, frozen=True):
    """What the boot loader reads: image/grub.cfg."""

    good: Slot
    try_: Slot | None = None


BLOCK_BYTES = 1024
_HEADER = "# GRUB Environment Block\n"


def block(boot: Boot) -> bytes:
    """As GRUB keeps its words. All of them in the first sector, and always as many bytes."""
    words = f"{_HEADER}good={boot.good}\ntry={boot.try_ or ''}\n"
    return words.encode().ljust(BLOCK_BYTES, b"#")


def read_block(data: bytes) -> Boot:
    """Without a word of its own it is slot A, as in image/grub.cfg."""
    lines = (line.partition("=") for line in data.decode("ascii", "replace").splitlines())
    words = {name: value for name, _, value in lines}
    good: Slot = "B" if words.get("good") == "B" else "A"
    return Boot(good, {"A": "A", "B": "B"}.get(words.get("try", "")))  # type: ignore[arg-type]


class SteppedDown(Struct, frozen=True):
    """The floor had closed the table, nobody sat there, and its program ended for this update."""

    digest: str  # of the bundle
    record: int  # the last of the journal
    head: str  # its chain


class Update(Struct, frozen=True):
    """What a machine remembers of the last update: a file of its own, replaced in one piece."""

    approved: Approved
    step: Step
    at_ms: tuple[tuple[Step, int], ...]  # when it came to each
    slot: Slot  # that it is written to
    reason: str = ""  # why it went back, or was refused
    journal: SteppedDown | None = None  # as the old version left it: the new one must know it

    @property
    def digest(self) -> str:
        return self.approved.offer.digest

    @property
    def over(self) -> bool:
        return self.step in OVER


class Health(Struct, frozen=True):
    """A slot on trial, looked at. Each is empty once it is well, or says what is awaited."""

    ready: str = ""  # the table's program has told systemd so
    journal: str = ""  # every record of both copies verified, the old head in it, every cent there
    screens: str = ""  # every paired screen has greeted

    @property
    def awaited(self) -> str:
        return self.ready or self.journal or self.screens


class Now(Struct, frozen=True):
    """What is true at this moment."""

    runs: Slot
    boot: Boot
    up_ms: int  # since this start of the machine
    stepped_down: SteppedDown | None = None
    health: Health = Health("nobody has looked yet")
    trial_ms: int = TRIAL_MS


class Write(Struct, frozen=True):
    slot: Slot


class Wait(Struct, frozen=True):
    words: str


class Try(Struct, frozen=True):
    slot: Slot
    journal: SteppedDown


class Commit(Struct, frozen=True):
    slot: Slot


class GoBack(Struct, frozen=True):
    reason: str
    restart: bool  # the wrong slot runs


class Return(Struct, frozen=True):
    """What was good is taken back: the slot before it is good again."""

    slot: Slot


Act = Write | Wait | Try | Commit | GoBack | Return
NEVER_CAME = "It did not start, or the power went while it was on trial."


def next_act(update: Update, now: Now) -> Act | None:
    """What is to be done; None: nothing, it is over."""
    match update.step:
        case "checked":
            return Write(update.slot)
        case "written" if now.stepped_down and now.stepped_down.digest == update.digest:
            return Try(update.slot, now.stepped_down)
        case "written":
            return Wait("The floor closes the table, and it steps down by itself.")
        case "armed":
            return _on_trial(update, now)
        case "back" if now.boot.good == update.slot:
            return Return(OTHER[update.slot])
    return None


def not_taken_back(update: Update | None, runs: Slot, table_runs: bool) -> str:
    """Why the last update cannot be taken back; empty: it can."""
    if table_runs:
        return "The table's program runs. A version is taken back only while it is down."
    if update is None or update.step != "good" or runs != update.slot:
        return "There is no version to go back to: the last update is not the one that runs."
    return ""


def _on_trial(update: Update, now: Now) -> Act:
    if now.runs != update.slot:
        return GoBack(NEVER_CAME, restart=False)
    if now.boot.good == update.slot or not now.health.awaited:
        return Commit(update.slot)  # the first: the power went between the two writes of a commit
    if now.up_ms > now.trial_ms:
        return GoBack(f"After {now.trial_ms // 1000} s: {now.health.awaited}.", restart=True)
    return Wait(now.health.awaited)
