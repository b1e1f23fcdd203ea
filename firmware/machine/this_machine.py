"""The machine under an update: its slots, its boot loader, its table's unit. Runs as root.

/boot/start/stormdeck.env          what the boot loader reads
/var/lib/stormdeck-update/         what this machine remembers; everybody on it may read that
/run/stormdeck-wish/wish.json      what the console asks of it
FOLDER of table.toml [updates]     the table's own: approved.json, bundle.raucb, stepped-down.json
"""

import json
import os
import re
import subprocess
import time
from collections import deque
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from threading import Timer
from typing import Any, Literal

import msgspec

from firmware import durable
from firmware.errors import Fault
from firmware.journal import verifier
from firmware.journal.journal import wall_clock_ms
from firmware.machine import slots as s
from firmware.machine.offer import Approved, Here
from firmware.machine.plan import Plan

RELEASE = Path("/usr/lib/stormdeck-release")
BUNDLE, APPROVED, STEPPED_DOWN = "bundle.raucb", "approved.json", "stepped-down.json"
TABLE = "stormdeck-table.service"
PIECE = 1 << 20
INSTALL_S = 3600

_update = msgspec.json.Decoder(s.Update).decode
_approved = msgspec.json.Decoder(Approved).decode
_stepped_down = msgspec.json.Decoder(s.SteppedDown).decode


class Wish(msgspec.Struct, frozen=True):
    """What a technician asks at the console while the table is down: he has no shell, and the
    updater is root."""

    what: Literal["start", "back"]
    who: str
    why: str


_wish = msgspec.json.Decoder(Wish).decode


def remembered(memory: Path) -> s.Update | None:
    """None: this machine never had an update, or cannot tell."""
    try:
        return _update(memory.read_bytes())
    except (OSError, ValueError):
        return None


def release(file: Path = RELEASE) -> dict[str, str]:
    """VERSION and BOARD of an appliance; empty: this machine is none."""
    try:
        return dict(line.split("=", 1) for line in file.read_text().splitlines())
    except OSError:
        return {}


def digest_of(file: Path, size: int | None = None) -> str:
    """Of all of it, or of its first bytes. Raises OSError."""
    found, left = sha256(), size if size is not None else file.stat().st_size
    with file.open("rb") as source:
        while left and (piece := source.read(min(PIECE, left))):
            found.update(piece)
            left -= len(piece)
    return found.hexdigest()


class Places(msgspec.Struct, frozen=True):
    """Where an appliance has what is the machine's."""

    release: Path = RELEASE
    start: Path = Path("/boot/start/stormdeck.env")  # what the boot loader reads
    words: Path = Path("/proc/cmdline")  # what it told the kernel
    disks: Path = Path("/dev/disk/by-partlabel")
    trial_over: Path = Path("/run/stormdeck-trial-over")  # stormdeck-trial.service looks for it
    wish: Path = Path("/run/stormdeck-wish/wish.json")


class ThisMachine:
    """An updater's world (updating.Machine), for real."""

    def __init__(self, plan: Plan, places: Places = Places()) -> None:  # noqa: B008
        self._plan, self._places = plan, places
        self.folder = plan.beside(plan.updates.folder)
        self.memory = plan.beside(plan.updates.memory)
        self._verified = False
        self._told = ""

    def tell(self, words: str) -> None:
        """A line of the system's log, once: who looks in at three in the morning reads there what
        is done, or awaited."""
        if words != self._told:
            self._told = words
            print(f"update: {words}", flush=True)

    # ---- What is offered

    def offered(self) -> Approved | None:
        """Raises ValueError: it is no page of ours."""
        try:
            return _approved((self.folder / APPROVED).read_bytes())
        except FileNotFoundError:
            return None

    def here(self) -> Here:
        this = release(self._places.release)
        free, mark = os.statvfs(self.folder), self._plan.machine.clock
        return Here(
            this["VERSION"], this["BOARD"], free.f_bavail * free.f_frsize, self.now_ms(),
            {"house": self._plan.updates.house, "lab": self._plan.updates.lab},
            clock_set=not mark or Path(mark).exists(),
        )  # fmt: skip

    @property
    def bundle(self) -> Path:
        return self.folder / BUNDLE

    # ---- What an updater does with it

    def now_ms(self) -> int:
        return wall_clock_ms()

    def boot(self) -> s.Boot:
        return s.read_block(self._places.start.read_bytes())

    def set_boot(self, boot: s.Boot) -> None:
        """In place: one block, whose words are all in its first sector."""
        there = os.open(self._places.start, os.O_WRONLY | os.O_SYNC)
        try:
            os.pwrite(there, s.block(boot), 0)
        finally:
            os.close(there)
        if boot.try_ is None:
            self._places.trial_over.touch()

    def remember(self, update: s.Update) -> None:
        durable.replace(self.memory, msgspec.json.encode(update), mode=0o644)
        print(f"update {update.approved.offer.version}: {update.step} {update.reason}", flush=True)

    def write(self, slot: s.Slot) -> None:
        """RAUC checks its own signature and writes; every byte is then read back."""
        self.tell(f"RAUC writes slot {slot}")
        self._install(slot)
        for name, image in self._images():
            device = self._places.disks / f"{name}-{slot}"
            self.tell(f"{name} of slot {slot} is read back, {image['size'] >> 20:,} MB")
            if digest_of(device, image["size"]) != image["checksum"]:
                raise cannot_write(slot, f"{name} reads back otherwise than it was written")

    def _install(self, slot: s.Slot) -> None:
        """RAUC says how far it is; one that never ends is ended."""
        words: deque[str] = deque(maxlen=30)
        with subprocess.Popen(["rauc", "install", self.bundle], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as rauc:  # fmt: skip
            limit = Timer(INSTALL_S, rauc.kill)
            limit.start()
            for line in rauc.stdout or ():
                self.tell(f"RAUC: {line.strip()}")
                words.extend(line.split())
            limit.cancel()
        if rauc.returncode:
            raise cannot_write(slot, " ".join(words))

    def _images(self) -> Iterable[tuple[str, dict[str, Any]]]:
        ask = ["rauc", "info", "--output-format=json", str(self.bundle)]
        told = json.loads(subprocess.run(ask, capture_output=True, check=True).stdout)
        for one in told["images"]:
            yield from one.items()

    def restart(self) -> None:
        """Does not come back."""
        subprocess.run(["systemctl", "reboot"], check=True)
        while True:
            time.sleep(60)

    # ---- What a technician asks

    def wish(self) -> Wish | None:
        """Once: whoever asks it takes it away."""
        try:
            said = self._places.wish.read_bytes()
            self._places.wish.unlink()
            return _wish(said)
        except (OSError, ValueError):
            return None

    def ask(self, wish: Wish) -> None:
        """Raises OSError: no updater listens here."""
        durable.replace(self._places.wish, msgspec.json.encode(wish))

    def start_table(self) -> None:
        """One that died too often is started all the same: a person wants it."""
        subprocess.run(["systemctl", "reset-failed", TABLE], check=False)
        subprocess.run(["systemctl", "start", "--no-block", TABLE], check=False)

    @property
    def table_runs(self) -> bool:
        return self._table()["ActiveState"] not in ("inactive", "failed")

    # ---- How it is

    def now(self, update: s.Update) -> s.Now:
        health = self._health(update) if update.step == "armed" else s.Health()
        trial_ms = self._plan.updates.trial_s * 1000
        down = self._stepped_down() if update.step == "written" else None
        return s.Now(self.runs(), self.boot(), self.up_ms(), down, health, trial_ms)

    def up_ms(self) -> int:
        """Since the machine was started."""
        return int(time.clock_gettime(time.CLOCK_BOOTTIME) * 1000)

    def runs(self) -> s.Slot:
        return "B" if "stormdeck.slot=B" in self._places.words.read_text().split() else "A"

    def _stepped_down(self) -> s.SteppedDown | None:
        if self._table()["ActiveState"] != "inactive":
            return None
        try:
            return _stepped_down((self.folder / STEPPED_DOWN).read_bytes())
        except (OSError, ValueError):
            return None

    def _table(self) -> dict[str, str]:
        ask = ["systemctl", "show", TABLE, "--property=ActiveState,StatusText"]
        said = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
        return dict(line.split("=", 1) for line in said.splitlines())

    def _health(self, update: s.Update) -> s.Health:
        table = self._table()
        if table["ActiveState"] != "active":
            return s.Health(ready=f"the table's program is {table['ActiveState']}")
        missing = re.search(r"not there: ([^;]*)", table["StatusText"])
        return s.Health(
            journal=self._journal(update.journal),
            screens=f"{missing[1]} did not greet" if missing else "",
        )

    def _journal(self, old: s.SteppedDown | None) -> str:
        """Every record of both copies, once; and the old version's last one among them."""
        if self._verified:
            return ""
        for name in self._plan.machine.journal:
            self.tell(f"every record of {name} is verified")
            try:
                chains = verifier.read_copy(self._plan.beside(name), None).chains
            except (verifier.Wrong, OSError) as no:
                return f"the journal does not verify: {no}"
            if old is not None and chains[old.record : old.record + 1] != [bytes.fromhex(old.head)]:
                return f"the journal in {name} is not the one that the old version left"
        self._verified = True
        return ""


def cannot_write(slot: s.Slot, why: str) -> Fault:
    return Fault(
        "SLOT_UNWRITTEN",
        happened=f"Slot {slot} could not be written: {why}.",
        safe="The table plays on as it is.",
        do="Offer the bundle again; if it happens again, change the disk.",
    )
