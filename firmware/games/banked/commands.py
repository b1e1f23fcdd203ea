"""What can be asked of a banked round. Dealing, clocks and settling are as in poker."""

from msgspec import Struct

from firmware.games.poker.commands import Deal, Foul, Settle, Timeout

Bets = tuple[tuple[str, int], ...]  # circle, chips


class TakeBank(Struct, frozen=True, gc=False):
    seat: int
    chips: int


class PassBank(Struct, frozen=True, gc=False):
    seat: int


class Wager(Struct, frozen=True, gc=False):
    """What lies on each circle; nothing is to sit this round out. Until the bets are closed it may
    be said again."""

    seat: int
    bets: Bets = ()


class Choose(Struct, frozen=True, gc=False):
    """One of the verbs that were offered, with the chips that it costs, or as many as the player
    puts up where less is allowed, and the places of the cards that it gives up; or of all cards as
    they are set, the weakest hand first."""

    seat: int
    verb: str
    chips: int = 0
    cards: tuple[int, ...] = ()


BankedCommand = TakeBank | PassBank | Wager | Choose | Deal | Timeout | Settle | Foul
