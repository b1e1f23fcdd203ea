"""A table of paper at a floor's desk: it shows what it is given, and takes every order down."""

from desks.floor.words import AtDesk
from desks.pages import now_ms
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.floor_view import Floor


class PaperTable:
    def __init__(self, name: str, floor: Floor | None, steps: list[o.Step] | None = None) -> None:
        self.at = AtDesk(name, floor, now_ms(), 0 if floor else now_ms())
        self.orders: list[o.AnyOrder] = []
        self.steps = steps or []

    async def order(self, order: o.AnyOrder) -> o.Answer:
        words = "The hand in play goes on."
        if not order.sure:
            return o.Would(order.id, words)
        self.orders.append(order)
        return o.Done(order.id, words)

    async def show_hand(self, hand: int) -> list[o.Step] | o.No:
        return self.steps or o.No("", f"Hand {hand:,} is not on the tape.", "REQ-R20")

    def give_up(self, order: o.AnyOrder) -> None:
        raise AssertionError("paper answers at once")
