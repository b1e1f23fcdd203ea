"""Kill pots: who owes a kill after a hand, and what the killed hand is played for.

The table keeps a Leg from hand to hand. A voluntary kill is part of its hand: see commands.Kill.
"""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from firmware.games.poker import forced
from firmware.games.poker.commands import Post
from firmware.games.poker.events import Called, Dealt, Event, Raised, Won
from firmware.games.poker.hand import Hand
from firmware.games.poker.house import Kill
from firmware.games.poker.rules import Stakes


class Leg(Struct, frozen=True):
    """Where the kill button lies between two hands. Neutral: Leg()."""

    seat: int = 0  # won the last pot: a leg up
    kills: int = 0  # owes the kill of the next pot, even if he leaves (002 L272, 003 L313)


class Outcome(Struct, frozen=True):
    """What a kill asks of a finished hand."""

    winners: tuple[int, ...]  # of the main pot
    pot: int  # all that was won
    bets: int = 0  # what the winners were paid of others' free bets: no blind, no ante
    flop: bool = False


def outcome(hand: Hand, events: Iterable[Event]) -> Outcome:
    """Read a finished hand, from all its events."""
    won = [e for e in events if isinstance(e, Won)]
    winners = tuple(dict.fromkeys(e.seat for e in won if e.pot == 0))
    bets = sum(e.chips for e in events if isinstance(e, Called | Raised) and e.seat not in winners)
    deals = sum(1 for e in events if isinstance(e, Dealt))
    return Outcome(winners, sum(e.chips for e in won), bets, deals > 1 and bool(hand.board))


def after(kill: Kill, stakes: Stakes, leg: Leg, ended: Outcome) -> Leg:
    """The kill button after a hand at `stakes`, the regular ones."""
    alone = ended.winners[0] if len(ended.winners) == 1 else 0
    if kill.when == "scoop":
        return Leg(kills=alone if _big_enough(kill, stakes, ended.pot) else 0)
    if alone:
        second = alone == leg.seat and _qualifies(kill, stakes, ended)
        return Leg(alone, alone if second else 0)
    if leg.seat in ended.winners:  # a split keeps the leg; a killer who splits kills again
        return Leg(leg.seat, leg.kills)
    return Leg()


def without(leg: Leg, seat: int) -> Leg:
    """The last winner has quit: the button is neutral (002 L267, 003 L304). A kill stays owed."""
    return Leg(0, leg.kills) if leg.seat == seat else leg


def _big_enough(kill: Kill, stakes: Stakes, pot: int) -> bool:
    if kill.pot:
        least = kill.pot.get(label(stakes))
        return least is not None and pot >= least
    return pot >= kill.pot_bets * stakes.upper


def _qualifies(kill: Kill, stakes: Stakes, ended: Outcome) -> bool:
    if kill.flop and not ended.flop:
        return False
    return not kill.full_bet or ended.bets >= stakes.small


def label(stakes: Stakes) -> str:
    """As a table is called: "4-8"."""
    return f"{stakes.small // 100}-{stakes.upper // 100}"


def killed(kill: Kill, stakes: Stakes) -> Stakes:
    """Stakes of a killed pot: doubled, or half as much again; always of the regular ones.

    The blinds of the others stay as they are (000 L807, 002 L263, CC-A8).
    """
    times, by = (3, 2) if label(stakes) in kill.half else (2, 1)
    small, big = stakes.small * times // by, stakes.upper * times // by
    return msgspec.structs.replace(stakes, small=small, big=big)


def posts(hand: Hand, killer: int) -> tuple[Post, ...]:
    """The forced bets of a hand at killed stakes: the kill is one lower bet, and it replaces the
    killer's own blind (000 L806)."""
    regular = (p for p in forced.regular(hand) if p.seat != killer or p.kind == "ante")
    return (*regular, Post(killer, hand.stakes.small, "kill"))
