"""What the floor ordered: what waits for its second person, and the answers given lately, so that
an order that comes twice is answered once. A fold."""

from msgspec import Struct

from firmware.journal.records import OrderAnswered, OrderAsked, Told

KEPT = 1000  # older ones are still in the journal
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
            if len(orders.given) > KEPT:
                del orders.given[next(iter(orders.given))]
