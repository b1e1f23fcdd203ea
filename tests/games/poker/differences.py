"""Rules of ours that pokerkit does not know. Each recognises one situation exactly, and says what
pokerkit offers there instead."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from tests.games.poker.witness import Duel


class Offer(Struct, frozen=True):
    """What one seat is offered: chips to call, and least and most to raise to."""

    call: int | None
    raise_to: tuple[int, int] | None = None


class Unexplained(AssertionError):
    """The two engines part, and no rule of ours says why."""


class Parted(Exception):
    """They part for a reason of ours, and cannot be brought together again in this hand."""


Rule = Callable[["Duel", int, Offer, Offer], bool]


def a_short_blind_is_called_in_full(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a L9.4 [1885]: the call is the posted blind, the raise double, even if it lies short."""
    hand, state = duel.hand, duel.state
    put_in, mine = max(hand.bets), hand.bets[seat]
    if hand.betting.level <= put_in or hand.betting.aggressor:
        return False
    all_in = mine + hand.stacks[seat]
    call = min(hand.stacks[seat], put_in - mine)
    if all_in <= put_in:
        return theirs == Offer(call, None)
    least = min(all_in, hand.betting.small + (0 if duel.variant.bring_in else put_in))
    most = {
        "limit": least,
        "no-limit": all_in,
        "pot-limit": min(all_in, max(least, 2 * put_in - mine + state.total_pot_amount)),
    }[hand.rules.limit]
    alone = not duel.somebody_else_can_put_in(seat, put_in)
    return theirs == Offer(call, None if alone else (least, most))


def a_raise_over_a_short_blind_counts_from_the_blind(
    duel: "Duel", seat: int, ours: Offer, theirs: Offer
) -> bool:
    """000a L9.4 [1885], again: straddle 20 lies 14, raise to 30: a raise of 10, not of 16."""
    hand, by = duel.hand, duel.state.completion_betting_or_raising_amount
    over = duel.level_at_start - duel.put_in_at_start
    if duel.fixed or ours.call != theirs.call or not duel.first_round():
        return False
    if not hand.betting.raise_by < by <= hand.betting.raise_by + over or not ours.raise_to:
        return False
    all_in = hand.bets[seat] + hand.stacks[seat]
    if theirs.raise_to is None:
        return ours.call is not None and ours.call < by
    return theirs.raise_to == (min(all_in, hand.betting.level + by), ours.raise_to[1])


def no_full_raise_since_he_spoke(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a [1883], 002 L558, L560: who has spoken may not raise a short all-in.

    pokerkit measures against the raises of the round, and there is none yet: a limper, or one who
    has checked, may raise the first short all-in.
    """
    hand, state = duel.hand, duel.state
    if (
        ours.raise_to
        or not theirs.raise_to
        or ours.call != theirs.call
        or hand.betting.seen[seat] < 0
    ):
        return False
    if duel.fixed:
        short = (
            hand.betting.base <= hand.betting.seen[seat] and hand.betting.level > hand.betting.base
        )
        return short and state.completion_betting_or_raising_amount < hand.size
    short = 0 < hand.betting.level - hand.betting.seen[seat] < hand.betting.raise_by
    return short and state.completion_betting_or_raising_amount < hand.betting.raise_by


def half_a_bet_reopens(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a L8.3: an all-in of half a bet or more is a bet; whoever spoke before may raise it."""
    hand = duel.hand
    if not duel.fixed or not ours.raise_to or theirs.raise_to or ours.call != theirs.call:
        return False
    seen = hand.betting.seen[seat]
    return 0 <= seen < hand.betting.base and hand.betting.level - seen < hand.size


def a_raise_completes_the_short_all_in(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a L8 (i), 002 L234: limit 10, bet 10, all-in 13: the raise is to 20, not to 23."""
    hand = duel.hand
    if (
        not duel.fixed
        or hand.betting.level <= hand.betting.base
        or not ours.raise_to
        or not theirs.raise_to
    ):
        return False
    all_in = hand.bets[seat] + hand.stacks[seat]
    to = min(all_in, hand.betting.level + hand.size)
    return ours.call == theirs.call and theirs.raise_to == (to, to)


def the_blind_is_the_bet(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a L8.4 [782], 002 LP-17: the big blind is the bet of the cap, a straddle a raise."""
    hand, state = duel.hand, duel.state
    cap = hand.rules.settings.raise_cap
    return (
        duel.fixed
        and hand.phase.first == "blinds"
        and not ours.raise_to
        and theirs.raise_to is not None
        and ours.call == theirs.call
        and hand.betting.wagers > cap
        and state.completion_betting_or_raising_count <= cap
        and not hand.betting.uncapped
    )


def heads_up_lifts_the_cap(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a L8.4, 002 L1118: two players able to act before the last raise: no cap."""
    return (
        duel.their_cap_only(ours, theirs)
        and duel.hand.betting.uncapped
        and duel.hand.betting.wagers > duel.hand.rules.settings.raise_cap
    )


def a_short_all_in_uses_up_no_raise(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """000a L8: an increment below half is no raise, so it does not count for the cap."""
    return (
        duel.their_cap_only(ours, theirs)
        and duel.shorts > 0
        and duel.hand.betting.wagers <= duel.hand.rules.settings.raise_cap
    )


def a_raise_that_nobody_can_match_comes_back(
    duel: "Duel", seat: int, ours: Offer, theirs: Offer
) -> bool:
    """000a L2 [1773]: it is allowed in turn, and what nobody matches is returned."""
    hand = duel.hand
    if not ours.raise_to or theirs.raise_to or ours.call != theirs.call:
        return False
    return not duel.somebody_else_can_put_in(seat, hand.betting.level)


def all_in_below_the_bring_in(duel: "Duel", seat: int, ours: Offer, theirs: Offer) -> bool:
    """AJ-R26: who cannot pay the whole force pays what he has; that is no bet."""
    hand = duel.hand
    all_in = hand.stacks[seat]
    return 0 < all_in <= hand.betting.forced and theirs == Offer(all_in, (all_in, all_in))


RULES: tuple[Rule, ...] = (
    a_short_blind_is_called_in_full,
    a_raise_over_a_short_blind_counts_from_the_blind,
    no_full_raise_since_he_spoke,
    half_a_bet_reopens,
    a_raise_completes_the_short_all_in,
    the_blind_is_the_bet,
    heads_up_lifts_the_cap,
    a_short_all_in_uses_up_no_raise,
    a_raise_that_nobody_can_match_comes_back,
    all_in_below_the_bring_in,
)
