"""Who has lost everything: the glass offers more chips, and the way home."""

from firmware.screens import protocol as g
from tests.controller.glasses import Glass, look, sit_down


def all_in(station: Glass) -> None:
    turn = station.view.turn
    if turn is not None:
        way = ("raise", turn.raise_to.most) if turn.raise_to else ("call", 0)
        station.desk.touch(station.seat, g.Act(turn.decision, *way))


def lose_everything(desk, glasses) -> Glass:
    while True:
        look(desk, glasses)
        for station in glasses.values():
            if station.says("Adding chips"):
                return station
            all_in(station)
        assert desk.advance()


def test_he_wants_no_more_chips_and_goes_home(make_desk):
    desk = make_desk(21)
    desk.power_on()
    glasses = sit_down(desk, 2, 5)
    station = lose_everything(desk, glasses)
    station.tap("cancel")
    look(desk, glasses)
    assert not station.says("Adding chips")
    station.tap("menu", "tile leave", "leave now")
    look(desk, glasses)
    assert station.says("to sit down")
