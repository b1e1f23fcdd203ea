"""The real controller in this process, in its own time, under the floor's pages."""

from desks.floor.words import AtDesk
from desks.pages import now_ms
from firmware.screens.protocol import orders as o
from tests.controller.floor import Floor


class RealTable:
    """As a desk is connected with it."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.at = floor, AtDesk("1")
        self.look()

    def look(self) -> None:
        self.at.floor, self.at.heard_ms = self.floor.view, now_ms()

    async def order(self, order: o.AnyOrder) -> o.Answer:
        answer = self.floor.send(order)
        self.look()
        return answer

    async def show_hand(self, hand: int) -> list[o.Step] | o.No:
        desk, ask = self.floor.desk, o.ShowHand("look", hand)
        before = len(desk.answers)
        self.floor.whole.controller.show_hand(desk, desk.sent(ask))
        self.floor.whole.settle()
        told = desk.answers[before:]
        return told[0] if isinstance(told[0], o.No) else told

    def give_up(self, order: o.AnyOrder) -> None:
        raise AssertionError("it answers at once")
