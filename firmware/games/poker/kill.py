"""Kill pots: who owes a kill after a hand, and what the killed hand is played for.

The table keeps a Leg from hand to hand. A voluntary kill is part of its hand: see commands.Kill.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from firmware.games.poker.commands import Post
from firmware.games.poker.events import Returned, Won
from firmware.games.poker.hand import Hand
from firmware.games.poker.house import Kill
from firmware.games.poker.pots import staked
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
    bet: int = 0  # the lower limit that was played


def outcome(hand: Hand, posts: Iterable[Post], settled: Iterable[Any]) -> Outcome:
    """Read a hand that is about to end, begun with `posts` and `settled` by these events."""
    won = [e for e in settled if isinstance(e, Won)]
    winners = tuple(dict.fromkeys(e.seat for e in won if e.pot == 0))
    free = staked(hand)
    for returned in (e for e in settled if isinstance(e, Returned)):
        free[returned.seat] -= returned.chips
    for post in posts:
        free[post.seat] -= post.chips if post.kind not in ("dead", "forfeited") else 0
    bets = sum(max(0, chips) for seat, chips in enumerate(free) if seat not in winners)
    return Outcome(winners, sum(e.chips for e in won), bets, bool(hand.board), hand.betting.small)


def after(kill: Kill, stakes: Stakes, leg: Leg, ended: Outcome) -> Leg:
    """The kill button after a hand at `stakes`, the regular ones."""
    alone = ended.winners[0] if len(ended.winners) == 1 else 0
    if kill.when == "scoop":
        return Leg(kills=alone if _big_enough(kill, stakes, ended.pot) else 0)
    if alone:
        second = alone == leg.seat and _qualifies(kill, ended)
        return Leg(alone, alone if second else 0)
    if leg.seat in ended.winners:  # a split keeps the leg; a killer who splits kills again
        return Leg(leg.seat, leg.kills)
    return Leg()


def without(leg: Leg, seat: int) -> Leg:
    """The last winner has quit: the button is neutral (002 L267, 003 L304)."""
    return moved(leg, seat, 0)


def moved(leg: Leg, seat: int, to: int) -> Leg:
    """The button goes with its player to another seat."""
    return Leg(to if leg.seat == seat else leg.seat, to if leg.kills == seat else leg.kills)


def traded(leg: Leg, one: int, other: int) -> Leg:
    places = {one: other, other: one}
    return Leg(places.get(leg.seat, leg.seat), places.get(leg.kills, leg.kills))


def _big_enough(kill: Kill, stakes: Stakes, pot: int) -> bool:
    if kill.pot:
        least = kill.pot.get(label(stakes))
        return least is not None and pot >= least
    return pot >= kill.pot_bets * stakes.upper


def _qualifies(kill: Kill, ended: Outcome) -> bool:
    """The second pot; a full bet is one of "whatever limit is being played" (002 L261)."""
    if kill.flop and not ended.flop:
        return False
    return not kill.full_bet or ended.bets >= ended.bet


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


def sized(kill: Kill, stakes: Stakes, size: str) -> Kill:
    """As this table posts it, where the filing leaves it open: half as much again, or double."""
    if kill.filed:
        return kill
    return msgspec.structs.replace(kill, half=(label(stakes),) if size == "half" else ())


def posts(regular: Iterable[Post], killer: int, stakes: Stakes) -> tuple[Post, ...]:
    """The forced bets of a hand at killed stakes: the kill is one lower bet, and it replaces the
    killer's own blind (000 L806)."""
    others = (p for p in regular if p.seat != killer or p.kind not in ("blind", "post"))
    return (*others, Post(killer, stakes.small, "kill"))


# The voluntary kill


def blind(hand: Hand) -> int:
    """Twice the big blind (003 L307-309, DD-A24)."""
    return 2 * max(hand.stakes.blinds, default=hand.betting.small)


def may(hand: Hand, seat: int) -> bool:
    """Four times as much lies in front of him (002 L270, 003 L307)."""
    return hand.stacks[seat] + hand.bets[seat] >= 4 * blind(hand)
