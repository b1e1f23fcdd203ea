"""What the floor ordered: what waits for its second person, and the answers given lately, so that
an order that comes twice is answered once. A fold."""

from itertools import islice

from msgspec import Struct

from firmware.journal.records import OrderAnswered, OrderAsked, Told

KEPT = 1000  # older ones are still in the journal, and what was kept of them on a tape is no good
SLIP_MS = 2 * 60 * 1000  # a slip of the bank's is good for an order (firmware/bank/order_slips.py)
SHOWN = 20


class Waiting(Struct, frozen=True):
    asked: OrderAsked
    at_ms: int


class Given(Struct, frozen=True):
    answer: OrderAnswered
    at_ms: int


class Orders(Struct):
    """What nobody who was signed on has sent may come again."""

    waiting: dict[str, Waiting] = {}
    given: dict[str, Given] = {}

    @property
    def lately(self) -> list[Given]:
        """Newest first."""
        return [*self.given.values()][: -SHOWN - 1 : -1]


def remember(orders: Orders, at_ms: int, told: Told) -> None:
    match told:
        case OrderAsked(id):
            orders.waiting[id] = Waiting(told, at_ms)
        case OrderAnswered(id) if told.by:
            orders.waiting.pop(id, None)
            orders.given[id] = Given(told, at_ms)
            _forget(orders, max(0, told.slip_until_ms - SLIP_MS))


def _forget(orders: Orders, bank_ms: int) -> None:
    """Only what the bank would refuse by now, however fast others came after it: an order whose
    slip is good and that nobody remembers would be done twice. `bank_ms`: so late it is there."""
    over = (id for id, one in orders.given.items() if one.answer.slip_until_ms <= bank_ms)
    for id in [*islice(over, max(0, len(orders.given) - KEPT))]:
        del orders.given[id]
