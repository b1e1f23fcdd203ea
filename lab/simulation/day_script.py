"""The script of a day: one line, one thing that somebody does. power_cut_day.py plays it."""

from typing import Literal

from msgspec import Struct


class Swipe(Struct, frozen=True):
    seat: int


class Pin(Struct, frozen=True):
    """`told`: the balance that the table hears, if it is not the one at the bank."""

    seat: int
    told: int = 0


class Buy(Struct, frozen=True):
    seat: int
    chips: int


class Open(Struct, frozen=True):
    pass


class Act(Struct, frozen=True):
    """By whoever's turn it is; what he may not do he does not do."""

    how: Literal["fold", "call", "raise", "most"]


class Leave(Struct, frozen=True):
    seat: int


class Cancel(Struct, frozen=True):
    """Back to the swipe screen, before any chips came."""

    seat: int


class Close(Struct, frozen=True):
    """After this hand everybody is cashed out."""


class Void(Struct, frozen=True):
    pass


class Sweep(Struct, frozen=True):
    """Fees and jackpot drops leave for the bank."""


Line = Swipe | Pin | Buy | Open | Act | Leave | Cancel | Close | Void | Sweep


def sits(seat: int, chips: int) -> tuple[Line, ...]:
    return (Swipe(seat), Pin(seat), Buy(seat, chips))


EVENING: tuple[Line, ...] = (Close(), *[Act("fold")] * 4, Sweep())
SHORT_DAY: tuple[Line, ...] = (
    *sits(1, 60_00),
    Swipe(2),
    Pin(2, told=9999_00),  # as the table heard it an hour ago
    Buy(2, 5000_00),  # more than there is on the card: the bank refuses it
    Buy(2, 40_00),
    Open(),
    Act("raise"),
    Void(),
    Act("call"),
    Act("most"),
    Act("most"),
    Leave(1),  # not before the end of the hand
    *EVENING,
)
LONG_DAY: tuple[Line, ...] = (
    *sits(3, 200_00),
    *SHORT_DAY[: -len(EVENING)],
    *[Act("call")] * 9,
    *sits(1, 60_00),
    Sweep(),
    *[Act("raise"), Act("call"), Act("fold")] * 3,
    Leave(3),
    *EVENING,
)
