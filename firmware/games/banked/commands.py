"""What can be asked of a banked round. Dealing, clocks and settling are as in poker."""

from msgspec import Struct

from firmware.games.poker.commands import Deal, Fold, Settle, Timeout


class TakeBank(Struct, frozen=True, gc=False):
    seat: int
    chips: int


class PassBank(Struct, frozen=True, gc=False):
    seat: int


class Wager(Struct, frozen=True, gc=False):
    """Ante and bonus; nothing is to sit this round out."""

    seat: int
    ante: int = 0
    bonus: int = 0


class Stay(Struct, frozen=True, gc=False):
    seat: int


BankedCommand = TakeBank | PassBank | Wager | Stay | Fold | Deal | Timeout | Settle
