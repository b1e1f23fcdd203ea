"""The heart: what a seat may bet, and why not.

Every structure comes down to three numbers, least, most and step, measured from the right place:
pot- and no-limit raises go on top of the bet faced, limit raises on top of the last full bet.
"""

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.poker import openers
from firmware.games.poker.hand import Hand
from firmware.money import show


class Range(Struct, frozen=True, gc=False):
    """Amounts to bet or raise to: least, then steps up to most; the last chip is always good."""

    least: int
    most: int
    step: int

    def __contains__(self, to: int) -> bool:
        return self.least <= to <= self.most and (
            to == self.most or (to - self.least) % self.step == 0
        )


Closed = tuple[str, str]  # words for the seat, and the rule: a setting of the house, or a custom


class Choices(Struct, frozen=True, gc=False, tag=True):
    """Everything that one seat may do now. A screen draws this and nothing else."""

    seat: int
    fold: bool = True
    call: int | None = None  # chips to put in; 0 is a check; None: not on offer
    raise_to: Range | None = None
    forced: bool = False  # `call` is the bring-in: it must be paid


def choices(hand: Hand) -> Choices:
    """What the next to speak may do."""
    betting = hand.betting
    seat = hand.queue[0]
    raise_to = None if raise_closed(hand, seat) else raise_range(hand, seat)
    call = None if not betting.free and check_closed(hand, seat) else call_chips(hand, seat)
    fold = not betting.forced or betting.may_fold
    return Choices(seat, fold, call, raise_to, bool(betting.forced))


def call_chips(hand: Hand, seat: int) -> int:
    """What it costs to stay in; 0 is a check."""
    betting = hand.betting
    owed = (betting.forced or betting.level) - hand.bets[seat]
    stack = hand.stacks[seat]
    return 0 if owed < 0 else owed if owed < stack else stack


def check_closed(hand: Hand, seat: int) -> Closed | None:
    """Why `seat` may not check. The blinds' option is no check: their bet is in."""
    betting = hand.betting
    if betting.free or betting.level or betting.forced:
        return None
    if not hand.phase.check:
        return "Bet or fold; there is no checking here.", "bet or fold"
    if openers.must_bet(hand, seat):
        return "With a seven or better you bet.", "sevens"
    return None


def raise_closed(hand: Hand, seat: int) -> Closed | None:
    """Why `seat` may not bet or raise."""
    betting = hand.betting
    level, forced = betting.level, betting.forced
    if hand.bets[seat] + hand.stacks[seat] <= (forced or level):
        if not level and hand.due == "act" and _declares(hand, seat):
            return None
        return "Your chips do not go beyond the bet.", "table stakes"
    if hand.able < 2 and not (hand.phase.openers and not hand.drawing.opener):
        return "Everyone else is all-in: call or fold.", "all-in"
    if forced and raise_range(hand, seat).most <= forced:
        return "The forced bet is a whole bet.", "forced bets"
    fixed = hand.rules.limit in ("limit", "spread")
    seen = betting.seen[seat]
    if seen >= 0 and (
        # Short all-ins add up to a raise, but not where each must double the bet (003 L71).
        betting.base <= seen
        if fixed or hand.rules.settings.double_raise
        else level - seen < betting.raise_by
    ):
        return "No full raise since you acted: call or fold.", "short_bet"
    if fixed and _capped(hand):
        return "Betting is capped: call or fold.", "raise_cap"
    if level and seat in betting.checked and openers.no_check_raise(hand, seat):
        return "You checked: call or fold.", "check_raise"
    if not hand.drawing.opener and hand.phase.openers and not openers.can_open(hand, seat):
        return "It takes a pair of jacks to open.", "openers"
    return None


def _declares(hand: Hand, seat: int) -> bool:
    """All-in for the ante, and openers: the pot is open, for the others at its price (002 L543)."""
    free = not hand.stacks[seat] and not hand.drawing.opener
    return free and hand.phase.openers and openers.can_open(hand, seat)


def raise_range(hand: Hand, seat: int) -> Range:
    """The bets or raises open to `seat`, which may bet or raise."""
    betting = hand.betting
    all_in = hand.bets[seat] + hand.stacks[seat]
    limit = hand.rules.limit
    if not all_in:
        return Range(betting.base + hand.size, betting.base + hand.size, 1)
    if limit == "limit":
        least, most, step = _fixed(hand)
    elif limit == "spread":
        least, most, step = _spread(hand)
    else:
        least, most, step = _big_bet(hand, all_in)
        if limit == "pot-limit":
            most = max(least, _pot_limit(hand, seat))
    cap = hand.rules.settings.wager_cap
    if cap:  # of one bet or raise, not of what it adds up to (001 L1225)
        most = min(most, max(betting.level + cap, least))
    if least <= betting.forced:
        least = min(betting.forced + step, most)  # to open for the forced bet is no raise
    if all_in <= least:
        return Range(all_in, all_in, step)
    return Range(least, min(most, all_in), step)


def _capped(hand: Hand) -> bool:
    settings, betting = hand.rules.settings, hand.betting
    if not settings.raise_cap or betting.wagers <= settings.raise_cap:
        return False
    if settings.cap_lifts == "never":
        return True
    if settings.cap_lifts == "heads-up":
        return len(hand.live) > 2
    if settings.cap_lifts == "two in the round":
        return sum(1 for bet in hand.bets if bet) > 2
    return not betting.uncapped


def _fixed(hand: Hand) -> tuple[int, int, int]:
    """Above every short all-in: what reaches a whole bet is one (is_full)."""
    betting = hand.betting
    least = betting.base + hand.size
    if _either_limit(hand):
        return least, betting.base + betting.big, max(betting.big - betting.small, 1)
    return least, least, 1


def _either_limit(hand: Hand) -> bool:
    """Fourth street with an open pair (000 L300, 002 L368); the forced opener in some houses."""
    betting = hand.betting
    if betting.upper or hand.phase.bet != "small":
        return False
    if betting.forced:
        return hand.rules.settings.open_limit
    return openers.open_pair(hand)


def _spread(hand: Hand) -> tuple[int, int, int]:
    """At least the largest bet or raise so far, at most the posted maximum (000 L752)."""
    betting = hand.betting
    smallest = max(betting.small, betting.raise_by if betting.wagers else 0)
    least = betting.base + smallest
    return least, max(least, betting.base + betting.big), hand.stakes.chip


def _big_bet(hand: Hand, all_in: int) -> tuple[int, int, int]:
    betting = hand.betting
    level = betting.level
    least = level + betting.raise_by
    if betting.forced and hand.rules.settings.bring_in == "is a bet":
        least = betting.forced  # "at least five times the ante": any amount from there (000 L339)
    if _opens(hand):
        least = level + hand.stakes.chip  # to come in for the least itself is a call
    if hand.rules.settings.double_raise:
        least = max(least, 2 * level)
    return least, all_in, hand.stakes.chip


def _opens(hand: Hand) -> bool:
    """ "Open for at least twice the amount of the biggest blind" (000 L843, L1513): any amount from
    there, until somebody has; then a raise is as much again."""
    level, settings = hand.betting.level, hand.rules.settings
    twice = hand.rules.limit == "no-limit" and settings.opening_blinds > 1
    return twice and max(hand.bets) < level


def _pot_limit(hand: Hand, seat: int) -> int:
    """The bet faced, plus the pot as it would be after calling it (002 L590)."""
    settings, level = hand.rules.settings, hand.betting.level
    if settings.pot_open and _unopened(hand):
        return settings.pot_open * hand.stakes.small  # the opening raise (002 L588, 003 L87)
    pot = hand.pot + level - hand.bets[seat]
    unit = settings.pot_round
    if unit and any(blind % unit for blind in hand.stakes.blinds):
        pot = -(-pot // unit) * unit  # single dollars in the blinds (002 L589)
    return level + pot


def _unopened(hand: Hand) -> bool:
    """The blinds are in, and nobody has called or raised them (HG-A53)."""
    betting = hand.betting
    return betting.wagers == 1 and not hand.board and max(betting.seen) < 0


def is_full(hand: Hand, to: int) -> bool:
    """Does an all-in to `to` count as a bet or raise?"""
    betting = hand.betting
    settings, level = hand.rules.settings, betting.level
    if hand.rules.limit in ("pot-limit", "no-limit"):
        least = 0 if _opens(hand) else betting.raise_by
        return to >= 2 * level if settings.double_raise and level else to - level >= least
    size = hand.size if hand.rules.limit == "limit" else max(betting.small, betting.raise_by)
    if to >= betting.base + size:
        return True
    return settings.short_bet == "half" and 2 * (to - level) >= size


def chose_upper(hand: Hand, to: int) -> bool:
    """At a fixed limit, where either was open: from here on the upper (002 L368)."""
    betting = hand.betting
    return to - betting.base >= betting.big and _either_limit(hand)


def next_raise(hand: Hand, to: int) -> int:
    """After a full one to `to`, where no fixed limit says it: what the next is measured by."""
    betting = hand.betting
    if hand.rules.limit == "spread":
        # Half a bet is as good as the bet: what comes next is no smaller for it (004 L22).
        return max(betting.raise_by, to - betting.base)
    return to if _opens(hand) else to - betting.level


def refuse(hand: Hand, closed: Closed) -> Refused:
    words, rule = closed
    return Refused(words, hand.rules.sources.get(rule, rule))


def refuse_amount(amounts: Range) -> Refused:
    if amounts.least == amounts.most:
        return Refused(f"You can make it {show(amounts.least)}.", "bet size")
    words = f"Make it {show(amounts.least)} or more, up to {show(amounts.most)}"
    if amounts.step > 1:
        words += f", in steps of {show(amounts.step)}"
    return Refused(words + ".", "bet size")
