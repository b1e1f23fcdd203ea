"""One table at this desk: its view as it comes, away when it does not, orders and their answers."""

from collections.abc import Callable

from desks.floor.words import AtDesk
from desks.pages import now_ms
from drivers.link.keys import Identity, Peer
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol.orders import Answer, AnyOrder, No, Step


class TableLink:
    def __init__(
        self, name: str, me: Identity, table: Peer, address: str,
        changed: Callable[[], None], tell: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.at = AtDesk(name, away_ms=now_ms())
        self._changed = changed
        self._end = DeskEnd(me, table, address, self._seen, tell)

    async def run(self) -> None:
        await self._end.run()

    async def order(self, order: AnyOrder) -> Answer:
        return await self._end.order(order)

    async def show_hand(self, hand: int) -> list[Step] | No:
        return await self._end.show_hand(f"{self.at.name} {hand} {now_ms()}", hand)

    def give_up(self, order: AnyOrder) -> None:
        self._end.give_up(order.id)

    def _seen(self) -> None:
        view = self._end.view
        if view is not None:
            self.at.floor, self.at.heard_ms, self.at.away_ms = view, now_ms(), 0
        elif not self.at.away_ms:
            self.at.away_ms = now_ms()
        self._changed()
