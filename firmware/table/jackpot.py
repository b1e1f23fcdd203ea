"""Jackpots: pools that players pay into and only players are paid from.

Pool money is a liability: it is never counted as the house's. A hit waits until a floor person
confirms it; the payout goes to the players' accounts, not to their stacks (table stakes).
"""

from msgspec import Struct

from firmware.games.play import Best
from firmware.money import split

KINDS = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "royal flush",
)  # fmt: skip


class Jackpot(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Funding and qualifying table. Percent."""

    bad_beat: int = 100  # share of each drop for the bad-beat pool; the rest is the high hand's
    beaten: str = "four of a kind"  # the losing hand is at least this
    beater: str = "four of a kind"  # and so is the one that beats it
    pays: int = 100  # percent of the bad-beat pool that a hit pays
    loser: int = 50  # of that: the beaten hand
    winner: int = 25  # the hand that beat it; the rest goes to the others dealt in
    high_hand: str = "full house"  # least hand that can hold the high hand
    pocket: bool = True  # both hole cards must play
    least_players: int = 4  # dealt in


class Claim(Struct, frozen=True):
    """A share of a pool, for one player."""

    seat: int
    account: str
    chips: int
    words: str


def at_least(kind: str, least: str) -> bool:
    return kind != "" and KINDS.index(kind) >= KINDS.index(least)


def bad_beat(jackpot: Jackpot, hands: list[Best], dealt: int) -> tuple[int, int] | None:
    """(loser, winner) if a qualifying hand was beaten by a qualifying hand for the same pot."""
    if dealt < jackpot.least_players or len(hands) < 2:
        return None
    found = [best for best in hands if best.main]
    top = found[0]
    for best in found[1:]:
        if best.strength == top.strength:
            continue
        plays = (best.plays and top.plays) or not jackpot.pocket
        good = at_least(best.kind, jackpot.beaten) and at_least(top.kind, jackpot.beater)
        return (best.seat, top.seat) if plays and good else None
    return None


def shares(
    jackpot: Jackpot, pool: int, loser: int, winner: int, others: list[int]
) -> dict[int, int]:
    """Every cent of the payout, by seat; without others their part goes to the beaten hand."""
    total = pool * jackpot.pays // 100
    paid = {loser: total * jackpot.loser // 100, winner: total * jackpot.winner // 100}
    rest = total - sum(paid.values())
    if others:
        for seat, chips in zip(others, split(rest, len(others)), strict=True):
            paid[seat] = chips
    else:
        paid[loser] += rest
    return paid
