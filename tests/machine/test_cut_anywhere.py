"""The updater on the real files of a machine, with the power gone before each change of them: what
the boot loader reads, the slots, what is remembered. Started again it goes on, and every start is
one of a whole version."""

import os
from pathlib import Path

import pytest

from commands.update import turn
from firmware import durable
from firmware.machine import slots as s
from firmware.machine import this_machine
from firmware.machine.this_machine import remembered
from tests.machine.test_this_machine import BYTES, Bench, Paper, Restarted

OLD = {"root": b"root of 4.2.1 " * 900, "boot": b"kernel of 4.2.1 " * 50}
NEVER = 10_000


class PowerCut(BaseException):
    """No handler of ours outlives it."""


class Power:
    """Stands for `os` in what an updater writes with. It goes before one change, after `left`."""

    def __init__(self, left: int) -> None:
        self.left, self.made = left, 0
        self.on = False  # while the updater has its turn

    def __getattr__(self, name: str):
        real = getattr(os, name)
        return self._counted(real) if name in ("write", "pwrite", "fsync", "replace") else real

    def _counted(self, real):
        def call(*args, **more):
            self.change()
            return real(*args, **more)

        return call

    def change(self) -> None:
        if not self.on:
            return
        if self.left == 0:
            self.left = NEVER
            raise PowerCut
        self.left, self.made = self.left - 1, self.made + 1


class World(Paper):
    """`well`: the table of the new version becomes ready."""

    def __init__(self, home: Path, monkeypatch, power: Power, well: bool) -> None:
        home.mkdir()
        super().__init__(home, monkeypatch)
        self.power, self.well = power, well
        for name, data in OLD.items():
            (self.places.disks / f"{name}-A").write_bytes(data)
        self.offer("house", "lab")

    def machine(self) -> Bench:
        made = super().machine()
        made._install = self._install
        made.minutes = 1 if self.well else 5
        return made

    def _install(self, slot: s.Slot) -> None:
        """As RAUC: in pieces."""
        for name, data in BYTES.items():
            for end in (100, len(data)):
                self.power.change()
                (self.places.disks / f"{name}-{slot}").write_bytes(data[:end])

    @property
    def known(self) -> s.Update | None:
        return remembered(self.home.home / "update.json")

    def start(self) -> None:
        """What starts is whole, and on trial if it is not the good one."""
        good = s.read_block(self.places.start.read_bytes()).good
        self.power_on()
        slot = self.machine().runs()
        assert self.version(slot) in (OLD, BYTES), f"slot {slot} is torn"
        known = self.known
        assert slot == good or (known and known.step == "armed"), "nobody knows of a trial"
        ready = self.well or slot == "A"
        self.table("active" if ready else "activating", "closed; all screens")

    def version(self, slot: s.Slot) -> dict[str, bytes]:
        return {name: (self.places.disks / f"{name}-{slot}").read_bytes() for name in OLD}

    def live(self) -> s.Update:
        """Turn by turn, over every start of the machine, until it is over and nothing is left."""
        self.start()
        before = None
        for _ in range(30):
            self.power.on = True
            try:
                turn(self.machine())
            except (PowerCut, Restarted):
                self.power.on = False
                self.start()
                continue
            self.power.on = False
            if (known := self.known) is not None:
                if known.over and known == before:
                    return known
                if known.step == "written":
                    self.step_down(known)
            before = known
        raise AssertionError("it never ends")


@pytest.mark.parametrize("well", [True, False])
def test_before_every_change_of_the_disk_the_power_goes(tmp_path, monkeypatch, well):
    ends, changes = [], NEVER
    for cut in range(-1, NEVER):
        if cut == changes:
            break
        with monkeypatch.context() as patch:
            power = Power(cut if cut >= 0 else NEVER)
            world = World(tmp_path / str(cut), patch, power, well)
            patch.setattr(durable, "os", power)
            patch.setattr(this_machine, "os", power)
            known = world.live()
        changes = power.made if cut < 0 else changes
        boot = s.read_block(world.places.start.read_bytes())
        assert boot.try_ is None
        assert world.version(boot.good) == (BYTES if known.step == "good" else OLD)
        assert known.step == "good" or known.reason
        ends.append(known.step)
    assert len(ends) > 15, "there were changes to cut before"
    assert ends[0] == ("good" if well else "back")
    assert well or set(ends) == {"back"}
