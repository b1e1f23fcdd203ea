"""The power goes at any step of an order of two people: it happens once, whole, or not at all."""

from random import Random

import pytest

from firmware.journal import records as r
from firmware.screens.protocol import orders as o
from lab.faults.faulty_disk import Fuse, PowerCut
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.floor import Floor
from tests.controller.test_controller import middle


def steps_of(whole, floor, orders) -> int:
    """How many steps of the disks these orders take."""
    fuse = whole._disks[0].fuse
    before = fuse.step
    for order in orders:
        floor.send(order)
    return fuse.step - before


def evening(make_whole, name: str):
    whole = make_whole(name=name)
    whole.power_on()
    assert play(whole, company(whole, calls)[:3], middle(whole, 3))
    return whole, Floor(whole)


def orders_of(floor):
    hand = floor.whole.controller.table.this_hand.number
    asked = floor.make("flo", o.VoidHand, hand=hand)
    return [asked, floor.make("mia", o.Confirm, order=asked.id)]


def told(whole, kind) -> list:
    journal = whole.controller.journal
    found = map(r.from_entry, journal.read(1, journal.head.seq))
    return [each for each in found if isinstance(each, kind)]


def test_a_void_cut_at_every_step_happens_once(make_whole):
    whole, floor = evening(make_whole, "whole")
    stacks = [seat.chips.stack for seat in whole.controller.table.seats]
    steps = steps_of(whole, floor, orders_of(floor))
    assert steps > 4
    for at in range(1, steps + 1):
        cut_at(make_whole, at, "lost" if at % 4 == 0 else "torn", stacks)


def cut_at(make_whole, at: int, aftermath: str, stacks: list[int]) -> None:
    whole, floor = evening(make_whole, f"cut {at}")
    orders, disks = orders_of(floor), whole._disks
    fuse = Fuse(blows_at=at)
    for disk in disks:
        disk.fuse = fuse
    with pytest.raises(PowerCut):
        [floor.send(order) for order in orders]
    for disk in disks:
        disk.fuse = Fuse()
        disk.cut(aftermath, Random(at))
    whole.power_on()
    back = Floor(whole)
    for order in orders:  # whoever was not answered asks again
        assert isinstance(back.send(order), o.WantsSecond | o.Done)
    assert len(told(whole, r.HandVoided)) == 1
    assert [seat.chips.stack for seat in whole.controller.table.seats] == stacks
    assert not whole.controller.table.paused
    whole.controller.deal.close()
