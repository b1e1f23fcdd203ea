"""REQ-R27: devices are tested between hands; every screen says so, and no meter moves by it."""

import pytest
from msgspec import msgpack

from firmware.controller.holds import COPIES
from firmware.errors import Refused
from firmware.journal import records as r
from firmware.journal.meters import figures
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.table import commands as c
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.floor import Floor
from tests.controller.test_controller import middle


@pytest.fixture
def whole(make_whole):
    whole = make_whole(3)
    whole.power_on()
    return whole


def counted(whole) -> bytes:
    meters = whole.controller.folds.meters
    return msgpack.encode({name: getattr(meters, name) for name in meters.__struct_fields__
                           if type(getattr(meters, name)) is int})  # fmt: skip


def under_test(whole, players) -> Floor:
    """Ordered in the middle of hand 1; it is played to its end first."""
    ctl = whole.controller
    assert play(whole, players, middle(whole, 3))
    floor = Floor(whole)
    assert isinstance(floor("tom", o.EnterTests), o.Done)
    assert not ctl.table.paused, "the hand goes on"
    assert play(whole, players, lambda: ctl.table.stopped_by("service"))
    assert ctl.table.live is None
    assert ctl.table.this_hand.number == 1
    return floor


def test_a_test_begins_at_the_end_of_the_hand_and_every_screen_says_so(whole):
    floor = under_test(whole, company(whole, calls)[:3])
    shown = whole.controller.publisher._shown
    assert g.public(shown[0]).alert.title == "Service test"
    views = [g.view(shown[seat]) for seat in range(1, 11)]
    for view in views:
        title = view.out_of_service.title if view.out_of_service else view.public.alert.title
        assert title == "Service test", view.seat
    assert [stop.who for stop in floor.view.stops] == ["service"]


def test_no_meter_moves_by_a_test_whatever_is_tried_in_it(whole):
    """Swipes, doors, faults, a power cut, orders: the same bytes before and after."""
    floor = under_test(whole, company(whole, calls)[:3])
    before, hash = counted(whole), figures(whole.controller.folds.meters)
    ctl = whole.controller
    for seat in range(1, 11):
        ctl.swipe(seat, whole.tracks[seat - 1])
        ctl.touch(seat, g.Buy(10_000, post=True))
        ctl.touch(seat, g.Leave())
    whole.settle()
    ctl.door(r.DoorOpened("main door", False, 7))
    ctl.door(r.DoorShut("main door"))
    with pytest.raises(Refused, match="under test"):
        ctl.perform(c.CashIn(ctl.now, "mia", "a test", 1))
    assert isinstance(floor("mia", o.Resume), o.No), "the floor does not end it"
    whole.power_off()
    ctl = whole.power_on()
    assert ctl.table.stopped_by("service")
    assert counted(whole) == before
    floor = Floor(whole)
    assert isinstance(floor("tom", o.LeaveTests), o.Done)
    assert counted(whole) == before
    assert figures(ctl.folds.meters) == hash
    assert ctl.folds.meters.door_counts["main door"] == 7, "what its board said is no news later"
    assert ctl.folds.meters.doors_open == []


def test_when_it_is_over_the_table_goes_on_as_it_was(whole):
    players = company(whole, calls)[:3]
    floor, ctl = under_test(whole, players), whole.controller
    stacks = [seat.chips.stack for seat in ctl.table.seats]
    assert isinstance(floor("tom", o.LeaveTests), o.Done)
    assert (ctl.table.paused, ctl.table.phase) == (False, "open")
    assert [seat.chips.stack for seat in ctl.table.seats] == stacks
    assert play(whole, players, lambda: ctl.table.this_hand.number == 2)
    assert ctl.folds.meters.hands == 1
    told = [one for one in ctl.journal.read(1, ctl.journal.head.seq) if "ServiceTest" in one.kind]
    entered, left = map(r.from_entry, told)
    assert (entered.by, left.by) == ("tom", "tom")
    assert entered.meters == left.meters != ""


def test_a_test_that_has_not_begun_is_taken_back_and_strangers_begin_none(whole):
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    floor = Floor(whole)
    assert isinstance(floor("ann", o.EnterTests), o.No), "a cashier tests nothing"
    assert isinstance(floor("tom", o.LeaveTests), o.No), "no test is on"
    assert isinstance(floor("tom", o.EnterTests), o.Done)
    assert isinstance(floor("tom", o.EnterTests), o.No), "one at a time"
    assert isinstance(floor("tom", o.LeaveTests), o.Done)
    ctl = whole.controller
    assert play(whole, players, lambda: ctl.table.this_hand.number == 2)
    assert not ctl.table.paused


def test_a_disk_that_was_changed_in_a_test_does_not_keep_the_table_from_its_start(whole):
    """The journal's own stop stands beside the test's: after that the floor lets it go on."""
    floor, ctl = under_test(whole, company(whole, calls)[:3]), whole.controller
    ctl.perform(c.Pause(ctl.now, COPIES, "one copy of the journal has failed"))
    whole.power_off()
    ctl = whole.power_on()
    assert ctl.table.stopped_by("service")
    floor = Floor(whole)
    assert isinstance(floor("tom", o.LeaveTests), o.Done)
    assert isinstance(floor("mia", o.Resume), o.Done)
    assert not ctl.table.paused


class Cables:
    """What the wires were told."""

    def __init__(self) -> None:
        self.told: list[tuple] = []

    def may_open(self, seat: int) -> None:
        if seat == 9:
            raise Refused("Nothing is plugged in at seat 9.")

    def open(self, seat: int) -> None:
        self.told.append(("open", seat))

    def may_say(self, seat: int, digits: str) -> None:
        if digits != "123456":
            raise Refused("The digits are others by now.")

    def say(self, seat: int) -> None:
        self.told.append(("say", seat))


def test_a_technician_pairs_a_new_screen_by_orders_that_are_journalled(whole):
    """REQ-R32: pairing at the console, each command and refusal with its name."""
    floor = Floor(whole)
    assert isinstance(floor("tom", o.OpenPairing, seat=7), o.No), "a table without cables"
    cables = Cables()
    whole.controller.pair_by(cables)
    assert isinstance(floor("ann", o.OpenPairing, seat=7), o.No), "a cashier pairs nothing"
    assert "plugged" in floor("tom", o.OpenPairing, seat=9).words
    assert isinstance(floor("tom", o.OpenPairing, seat=7, sure=False), o.Would)
    assert cables.told == []
    assert isinstance(floor("tom", o.OpenPairing, seat=7), o.Done)
    assert isinstance(floor("tom", o.SayPaired, seat=7, digits="654321"), o.No)
    assert isinstance(floor("tom", o.SayPaired, seat=7, digits="123456"), o.Done)
    assert cables.told == [("open", 7), ("say", 7)]
    entries = whole.controller.journal.read(1, whole.controller.journal.head.seq)
    said = [one for one in map(r.from_entry, entries) if isinstance(one, r.OrderAnswered)]
    pairs = [(one.by, one.what, one.done) for one in said if "Pair" in one.what]
    assert pairs[-3:] == [
        ("tom", "OpenPairing", True), ("tom", "SayPaired", False), ("tom", "SayPaired", True),
    ]  # fmt: skip
