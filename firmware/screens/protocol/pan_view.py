"""A hand of pan: boards that lie open, the card that may be used, who paid whom."""

from msgspec import Struct


class Laid(Struct, frozen=True, array_like=True, omit_defaults=True):
    """One meld on a seat's board."""

    seat: int
    cards: tuple[int, ...]
    worth: int = 0  # cents from each player; 0: no pay condition


class Paid(Struct, frozen=True, array_like=True, omit_defaults=True):
    """The newest payment: to whom, for what, by whom how much."""

    seat: int
    why: str
    by: tuple[tuple[int, int], ...] = ()
    unasked: int = 0  # from each: more than he had himself


class Pan(Struct, frozen=True, array_like=True, omit_defaults=True):
    due: str  # ante, deal, declare, use, more, agree, over
    block: int = 0  # cards left on it
    turned: int = -1  # the card that may be used now; -1: none
    by: int = 0  # who turned it
    turn: int = 0
    first: int = 0  # who was dealt to first
    melds: tuple[Laid, ...] = ()
    paid: Paid | None = None
