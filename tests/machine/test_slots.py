"""An update with the power gone at any step: there is always one verified version that starts, and
in the end it is known which, and why."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.errors import Fault
from firmware.machine import slots as s
from firmware.machine.updating import begun, carry_out
from lab.twins.boot_loader import starts
from tests.machine.test_offer import NOW, signed

OLD, NEW = "4.2.1", "4.3.0"
STEPPED = s.SteppedDown(signed().offer.digest, 1_214_306, "77c104ea")


class PowerCut(Exception):
    pass


class World:
    """A machine whose power goes after so many writes. A slot is written in three."""

    def __init__(self, left: int, comes_up: bool = True, well: tuple[bool, ...] = ()) -> None:
        """`well`: how it is after each start, the last first; later: well."""
        self.left, self.comes_up, self._starts = left, comes_up, [*well]
        self.well = True
        self.versions: dict[s.Slot, str] = {"A": OLD, "B": "4.1.0"}
        self._boot = s.Boot("A")
        self.runs: s.Slot = "A"
        self.update = begun(signed(), self._boot, NOW)
        self.up_ms = 0
        self.closed = False

    def _write(self) -> None:
        if self.left == 0:
            raise PowerCut
        self.left -= 1

    # What an updater sees of it

    def now_ms(self) -> int:
        return NOW

    def boot(self) -> s.Boot:
        return self._boot

    def write(self, slot: s.Slot) -> None:
        assert slot != self._boot.good
        assert slot != self._boot.try_
        for part in ("torn", "torn", NEW):
            self._write()
            self.versions[slot] = part

    def remember(self, update: s.Update) -> None:
        self._write()
        self.update = update

    def set_boot(self, boot: s.Boot) -> None:
        self._write()
        assert self.versions[boot.good] != "torn"
        assert boot.try_ is None or (self.versions[boot.try_] != "torn" and self.closed)
        self._boot = boot

    def restart(self) -> None:
        raise PowerCut

    def tell(self, words: str) -> None:
        self.told = words

    # The world

    def start(self) -> None:
        """Power on, as image/grub.cfg does it; a slot that does not come up is ended by the
        machine's watchdog."""
        for _ in range(2):
            slot, self._boot = starts(self._boot)
            assert self.versions[slot] != "torn", "this slot cannot start"
            assert slot == self._boot.good or self.update.step == "armed", "nobody knows of a trial"
            self.runs, self.up_ms = slot, 0
            self.well = self._starts.pop() if self._starts else True
            if self.versions[slot] != NEW or self.comes_up:
                return
        raise AssertionError("neither slot came up")

    def now(self) -> s.Now:
        health = s.Health() if self.well else s.Health(screens="seat 2 has not greeted")
        down = STEPPED if self.closed else None
        return s.Now(self.runs, self._boot, self.up_ms, down, health)

    def turn(self) -> bool:
        act = s.next_act(self.update, self.now())
        if act is not None:
            carry_out(act, self.update, self)
        self.up_ms += 60_000
        return act is not None


def life(world: World, cuts: list[int]) -> None:
    """Until the update is over; the power goes as often as `cuts` says."""
    for turns in range(60):
        world.closed = turns > 3 or world.update.step == "armed"
        try:
            if not world.turn():
                return
        except PowerCut:
            world.left = cuts.pop() if cuts else 99
            world.start()
    raise AssertionError("it never ends")


cutting = st.lists(st.integers(0, 12), max_size=5)


@given(cutting, st.booleans(), st.lists(st.booleans(), max_size=5).map(tuple))
@example([1, 12], True, (False, True))
def test_wherever_the_power_goes_a_verified_version_starts_and_it_is_known_which(cuts, comes, well):
    world = World(cuts[-1] if cuts else 99, comes, well)
    life(world, cuts[:-1])
    boot, update = world.boot(), world.update
    assert boot.try_ is None
    assert world.versions[boot.good] == (NEW if update.step == "good" else OLD)
    assert world.runs == boot.good
    if update.step == "back":
        assert update.reason
    if not comes:
        assert update.step == "back"
    elif not cuts:
        assert update.step == ("good" if not well or well[-1] else "back")


@pytest.mark.parametrize("cut", range(9))
def test_at_every_single_boundary(cut):
    """Seven writes of a way that succeeds: three of the slot, written, armed, try, good in the boot
    loader, good."""
    world = World(cut)
    life(world, [])
    assert world.update.step in ("good", "back")
    assert world.update.step == "good" or cut in (5, 6), "only a cut on trial gives it up"


def test_a_trial_takes_four_minutes_at_most_and_keeps_the_reason():
    world = World(99, well=(False,))
    life(world, [])
    assert world.update.step == "back"
    assert "seat 2 has not greeted" in world.update.reason
    assert s.TRIAL_MS < 5 * 60_000


def test_no_slot_is_tried_before_the_table_stepped_down_for_this_very_bundle():
    world = World(99)
    world.turn()
    assert world.update.step == "written"
    for down in (None, s.SteppedDown("00" * 32, 1, "")):
        now = s.Now("A", world.boot(), 0, down)
        act = s.next_act(world.update, now)
        assert isinstance(act, s.Wait)
        carry_out(act, world.update, world)
        assert world.told == "waits: The floor closes the table, and it steps down by itself."


def test_a_slot_that_cannot_be_written_is_told_and_nothing_else_changes():
    class Full(World):
        def write(self, slot):
            raise Fault("SLOT", "The slot cannot be written.", "Slot A plays on.", "Change it.")

    world = Full(99)
    life(world, [])
    assert (world.update.step, world.boot()) == ("back", s.Boot("A"))
    assert "cannot be written" in world.update.reason


boots = st.builds(s.Boot, st.sampled_from("AB"), st.sampled_from(["A", "B", None]))


@given(boots)
def test_what_the_boot_loader_reads_is_one_block_and_its_words_are_in_the_first_sector(boot):
    """So that a write of it is whole or has not happened."""
    block = s.block(boot)
    assert len(block) == 1024
    assert block.startswith(b"# GRUB Environment Block\n")
    assert set(block[512:]) == set(b"#")
    assert s.read_block(block) == boot


@pytest.mark.parametrize("block", [b"", b"good=C", b"\xff" * 1024, s.block(s.Boot("B"))[:20]])
def test_a_block_that_says_nothing_is_slot_a(block):
    assert s.read_block(block) == s.Boot("A")


def test_the_boot_loaders_page_says_the_same():
    """Read as text: GRUB itself runs it in `make appliance`."""
    page = (Path(__file__).parents[2] / "image/grub.cfg").read_text()
    took, starts = page.index('set try=""\n  save_env'), page.index("source ")
    assert took < starts, "a try is taken away before it starts"
    assert re.search(r'set slot="\$good"\n', page)
