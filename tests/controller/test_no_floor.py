"""No floor desk is connected: a table still has a way to be played, and says which."""

from pathlib import Path

from firmware.machine.plan import read_plan
from firmware.table import events as e
from lab.twins.desk import PaperDesk
from tests.controller.glasses import Glass, look

EXAMPLE = Path(__file__).parents[2] / "systemd/table.toml.example"


def test_the_shipped_page_is_played_with_no_floor_connected(make_whole, tmp_path):
    """AJ-R28 asks for staff's approval, and nobody is there to give it or to open the table."""
    page = tmp_path / "table.toml"
    page.write_text(EXAMPLE.read_text().replace("/var/lib/stormdeck", str(tmp_path)))
    plan, whole = read_plan(page), make_whole()
    whole.config, whole.players = plan.config, plan.machine.opens_with
    controller = whole.power_on()
    assert controller.table.config.ways.approval
    glasses = {seat: Glass(whole, seat) for seat in (2, 5)}
    whole.settle()
    for glass in glasses.values():
        glass.look()
        glass.sit_down()
    look(whole, glasses)
    while controller.table.live is None and whole.advance():
        whole.settle()
    assert controller.table.live is not None
    assert set(controller.table.live.seats) == {2, 5}


def test_with_a_floor_desk_it_waits_for_the_floor(make_whole):
    whole = make_whole(approval=True)
    controller = whole.power_on()
    controller.attach_desk(PaperDesk())
    glass = Glass(whole, 2)
    whole.settle()
    glass.look()
    glass.sign_on()
    assert controller.table.seats[2].life == "asking"
    assert glass.says("The floor has been asked to approve your seat.")


def test_a_technician_who_looks_on_is_no_floor(make_whole):
    """A console at 3 a.m. must not leave players waiting for a floor that is not there."""
    whole = make_whole(approval=True)
    controller = whole.power_on()
    console = PaperDesk(of_floor=False)
    controller.attach_desk(console)
    glass = Glass(whole, 2)
    whole.settle()
    glass.look()
    glass.sign_on()
    assert controller.table.seats[2].life == "choosing"
    assert console.view is not None, "it sees the table all the same"
    controller.detach_desk(console)
    whole.settle()
    assert not controller.floor


def test_what_it_orders_is_signed(make_whole):
    """AJ-R33: an order has a name and a reason, also the table's own."""
    whole = make_whole(approval=True)
    controller = whole.power_on()
    glass = Glass(whole, 2)
    whole.settle()
    glass.look()
    seen = []
    controller.publisher.after = lambda events, table: seen.extend(events)
    glass.sign_on()
    approved = next(event for event in seen if isinstance(event, e.EntryApproved))
    assert (approved.by, approved.reason) == ("table", "no floor is connected")
