"""Who has lost everything: the glass offers more chips, and the way home."""

from firmware.screens import protocol as g
from tests.controller.glasses import Glass, look, sit_down


def all_in(station: Glass) -> None:
    turn = station.view.turn
    if turn is not None:
        way = ("raise", turn.raise_to.most) if turn.raise_to else ("call", 0)
        station.whole.touch(station.seat, g.Act(turn.decision, *way))


def lose_everything(whole, glasses) -> Glass:
    while True:
        look(whole, glasses)
        for station in glasses.values():
            if station.view.mode == "seated" and station.view.buy_in:
                station.tap("add chips")
                return station
            all_in(station)
        assert whole.advance()


def test_he_wants_no_more_chips_and_goes_home(make_whole):
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 2, 5)
    station = lose_everything(whole, glasses)
    station.tap("cancel")
    look(whole, glasses)
    assert not station.says("Adding chips")
    station.tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    assert station.says("to sit down")
