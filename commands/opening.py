"""A hand that is over, opened by keys that are on no table; for `stormdeck unseal` and console."""

from collections.abc import Iterator, Sequence

from console.opening import Face
from firmware.controller.past_deals import past_deal
from firmware.fairness.opened import Alone, OpenedHand, Together, seeds_of
from firmware.fairness.verify import name
from firmware.journal.journal import Journal


def faces(
    journal: Journal, hand: int, seats: Sequence[int], keys: Together | Alone
) -> Iterator[Face]:
    """Of these seats, and no others. Raises Refused, Unopened, Wrong."""
    deal = past_deal(journal, hand)
    opened = OpenedHand(deal.entries, seeds_of(deal.entries[0], deal.boxes, keys))
    for seat in seats:
        cards = opened.of_seat(seat)
        numbers = ", ".join(str(number + 1) for number, _ in cards)
        yield Face(seat, " ".join(name(card) for _, card in cards), numbers)
