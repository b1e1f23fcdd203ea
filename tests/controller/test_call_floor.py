"""Call floor: while no floor desk is connected, the lamp, the center screen and the log say it."""

from types import SimpleNamespace

from pygame import Surface

from center_screen.screen import Screen as Center
from drivers.doors import Lamps
from drivers.sockets import Place
from firmware.machine import device_faults
from firmware.machine.wires import Wires
from firmware.screens import protocol as g
from tests.controller.glasses import sit_down


class Board:
    """Lamps instead of a board with lamps."""

    def __init__(self) -> None:
        self.links, self.lamps = {Place("doors"): None}, Lamps()

    def show(self, place: Place, lamps: Lamps) -> None:
        self.lamps = lamps


def center(whole) -> Center:
    screen, body = Center(), whole.links[0].pop()
    screen.update(g.public(body), 0)
    screen.draw(Surface((1920, 1080), 0, 32), 0)
    return screen


def test_who_calls_the_floor_is_seen_by_lamp_center_screen_and_log(make_whole):
    whole, log, board = make_whole(), [], Board()
    controller = whole.power_on()
    controller.listeners.recorded = lambda told: log.append(device_faults.log_line(told))
    wires = SimpleNamespace(_table=controller, _doors=board, _lamps=None)
    glass = sit_down(whole, 3)[3]
    Wires.light(wires)
    assert board.lamps == Lamps()

    glass.tap("floor")
    Wires.light(wires)
    assert board.lamps == Lamps("on", {3: "on"})
    assert "FLOOR_CALLED: Seat 3 calls the floor." in log
    assert center(whole).report.says("Floor")
    assert glass.says("The floor is called: the lamp is lit, and the center screen says your seat.")
    assert glass.says("Called")

    glass.tap("floor")
    Wires.light(wires)
    assert board.lamps == Lamps()
    assert log[-1] == "FLOOR_CALLED: Seat 3 calls the floor no more."
    assert not center(whole).report.says("Floor")
    assert glass.says("Your call is taken back.")
