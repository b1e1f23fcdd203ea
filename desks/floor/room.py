"""The room: every table that this desk is paired with, as it was last heard."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool

from desks.floor.words import AtDesk
from desks.stream import News
from firmware.errors import Refused
from firmware.screens.protocol.orders import Answer, AnyOrder, No, Step

ANSWER_S = 5.0
Slip = Callable[[str, str, str], str]  # of a session, a table and an order


class Link(Protocol):
    """One table, as this desk is connected with it."""

    at: AtDesk

    async def order(self, order: AnyOrder) -> Answer: ...
    async def show_hand(self, hand: int) -> list[Step] | No: ...
    def give_up(self, order: AnyOrder) -> None: ...


class Room:
    def __init__(self, links: Iterable[Link], news: News, slip: Slip) -> None:
        """`slip`: what an order goes with in place of its giver's session."""
        self.links = {link.at.name: link for link in links}
        self.news, self._slip = news, slip

    @property
    def tables(self) -> list[AtDesk]:
        return [link.at for link in self.links.values()]

    def table(self, name: str) -> AtDesk:
        if name not in self.links:
            raise Refused(f"There is no table {name}.", rule="REQ-R46")
        return self.links[name].at

    async def show_hand(self, name: str, hand: int) -> list[Step]:
        self.table(name)
        try:
            async with asyncio.timeout(ANSWER_S):
                steps = await self.links[name].show_hand(hand)
        except TimeoutError:
            raise Refused(f"Table {name} has not answered.", rule="REQ-R36") from None
        if isinstance(steps, No):
            raise Refused(steps.words, steps.rule)
        return steps

    async def order(self, name: str, order: AnyOrder) -> Answer:
        """Asked again with the same id, it is answered the same: a lost answer loses nothing."""
        self.table(name)
        slip = await run_in_threadpool(self._slip, order.token, order.table, order.named)
        order = replace(order, token=slip)
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self.links[name].order(order)
        except TimeoutError:
            self.links[name].give_up(order)
            words = f"Table {name} has not answered yet. Press again: it is done once."
            raise Refused(words, rule="REQ-R36") from None
