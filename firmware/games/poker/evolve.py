"""evolve(hand, event): the only thing that moves a hand. It refuses nothing and knows no amounts.

What follows from an event by itself (next to speak, round closed, street to deal) is walk.py's.
"""

from collections.abc import Callable
from typing import Any

from firmware.games.cards import BITS, JOKER
from firmware.games.play import BOARD, BURN, MUCK, RESHUFFLE, SCRAP
from firmware.games.poker import dealing, order
from firmware.games.poker.before import (
    before_kills_said_it,
    before_raises_said_it,
    before_uppers_were_said,
)
from firmware.games.poker.events import (
    Called,
    Dealt,
    Declined,
    Drew,
    Dropped,
    Ended,
    Event,
    Folded,
    Fouled,
    Killed,
    PassedOut,
    Posted,
    Raised,
    RanAgain,
    Returned,
    Rolled,
    Shown,
    Started,
    TurnedLow,
    Won,
)
from firmware.games.poker.hand import Hand
from firmware.games.poker.walk import all_in, ask_next, close, collect, enter, step

_bit = BITS.__getitem__


def evolve(hand: Hand, event: Event) -> None:
    EVOLVE[type(event)](hand, event)


# Chips


def _posted(hand: Hand, event: Posted) -> None:
    seat, chips, kind = event.seat, event.chips, event.kind
    if kind == "carried":  # it never left the table
        hand.paid[seat] += chips
        hand.bought += chips
        return
    if kind == "forfeited":
        hand.dead += chips
        hand.bought += chips
        return
    hand.stacks[seat] -= chips
    if kind == "dead":
        hand.dead += chips
    elif kind == "ante":
        hand.paid[seat] += chips
    else:
        hand.bets[seat] += chips
        if kind == "bring-in":
            _brought_in(hand, event)
        elif event.to:
            _blind(hand, event)


def _blind(hand: Hand, event: Posted) -> None:
    betting = hand.betting
    if event.kind == "kill":
        hand.killer = event.seat
    if event.kind in ("kill", "over"):
        # It moves nobody's turn, unless it stands for the big blind (000 L805, L857).
        last = betting.level < max(hand.stakes.blinds, default=0)
    elif event.kind in ("winner", "home"):
        last = False
    else:
        last = event.to >= betting.level
    if last:
        hand.last_blind = event.seat
    if event.kind == "straddle" or not betting.wagers:
        betting.wagers += 1
    if event.kind == "straddle" and hand.rules.settings.straddle_doubles:
        betting.raise_by = event.to
    betting.level = betting.base = max(betting.level, event.to)


def _brought_in(hand: Hand, event: Posted) -> None:
    betting = hand.betting
    seat = event.seat
    betting.forced, betting.may_fold = 0, False
    betting.level = event.to
    if hand.rules.settings.bring_in == "is a bet" or event.to >= hand.size:
        betting.base, betting.wagers = event.to, 1
    if not hand.stacks[seat]:
        all_in(hand)
    del hand.queue[0]
    if hand.rules.settings.live_force or hand.phase.first == "forced":
        if hand.stacks[seat]:
            hand.queue.append(seat)  # the option, when it comes round
    else:
        betting.seen[seat] = event.to
    ask_next(hand)


def _started(hand: Hand, event: Started) -> None:
    hand.able = len(hand.stacks) - hand.stacks.count(0)  # nobody has folded yet
    hand.at = 0
    enter(hand)


def _called(hand: Hand, event: Called) -> None:
    betting = hand.betting
    seat, chips = event.seat, event.chips
    if chips:
        left = hand.stacks[seat] - chips
        hand.stacks[seat] = left
        hand.bets[seat] += chips
        if not left:
            all_in(hand)
    else:
        betting.checked.append(seat)
    betting.seen[seat] = betting.level
    queue = hand.queue
    del queue[0]
    if hand.able < 2:
        ask_next(hand)
    elif not queue:
        close(hand)


def _raised(hand: Hand, event: Raised) -> None:
    betting = hand.betting
    seat, to = event.seat, event.to
    hand.stacks[seat] -= event.chips
    hand.bets[seat] += event.chips
    if event.full:
        _full_raise(hand, event)
    betting.level = to
    betting.forced, betting.may_fold = 0, False
    betting.seen[seat] = to
    betting.aggressor = seat
    if not hand.drawing.opener:
        hand.drawing.opener = seat
    if hand.deck.phantoms:
        hand.deck.phantoms = []
    if not hand.stacks[seat] and event.chips:
        all_in(hand)
    hand.queue = order.after_raise(hand, seat)
    if not hand.queue or hand.able < 2:
        ask_next(hand)


def _full_raise(hand: Hand, event: Raised) -> None:
    """A full bet or raise: the next one is measured from it."""
    betting = hand.betting
    to = event.to
    if hand.rules.limit != "limit":
        betting.raise_by = event.raise_by or before_raises_said_it(hand, to)
    elif before_uppers_were_said(hand, to) if event.upper is None else event.upper:
        betting.upper = True  # from here on (002 L368)
    betting.base = to
    betting.wagers += 1


def _folded(hand: Hand, event: Folded) -> None:
    seat = event.seat
    if hand.rules.settings.phantoms and not hand.betting.level:
        hand.deck.phantoms.append(seat)
    hand.live.remove(seat)
    hand.able -= hand.stacks[seat] > 0
    queue = hand.queue
    queue.remove(seat)
    if len(hand.live) == 1:
        collect(hand)
        hand.queue = []
        hand.due = "settle"
    elif hand.due == "discard":  # he was too late with it
        if not queue:
            step(hand)
    elif not queue or hand.able < 2:
        ask_next(hand)
    elif hand.able == 2:
        order.lift_cap(hand)


def _killed(hand: Hand, event: Killed) -> None:
    betting = hand.betting
    if not event.small:
        event = before_kills_said_it(hand, event)
    hand.stacks[event.seat] -= event.chips
    hand.bets[event.seat] += event.chips
    hand.able -= not hand.stacks[event.seat]
    betting.small, betting.big, betting.raise_by = event.small, event.big, event.raise_by
    betting.level = betting.base = event.to
    betting.wagers = 1
    hand.killer = event.seat
    hand.queue.clear()
    step(hand)


def _declined(hand: Hand, event: Declined) -> None:
    if event.seat not in hand.queue or hand.due != "kill":
        return  # before, they were asked who could not
    hand.queue.remove(event.seat)
    if not hand.queue:
        step(hand)


# Cards


def _dealt(hand: Hand, event: Dealt) -> None:
    plan, deck = hand.deck.plan, hand.deck
    if plan[0] == RESHUFFLE:
        del plan[0]
        pool = dealing.pool(hand)
        deck.unseen |= sum(_bit(deck.dealt[number]) for number in pool)
        deck.stub += len(pool)
        deck.move(pool, SCRAP)  # what comes again comes under a number of its own
    down, places = hand.down, dealing.places(hand, len(event.cards))
    for target, card in zip(places, event.cards, strict=False):
        if target > 0:
            down[target].append(card)
        elif target == BOARD:
            hand.board.append(card)
        elif target not in (BURN, SCRAP):
            hand.up[-target].append(card)
            if card == JOKER:
                hand.up_jokers.append(-target)
    count = len(event.cards)
    deck.dealt += event.cards
    deck.to += places
    deck.unseen ^= sum(map(_bit, event.cards))
    deck.stub -= count
    del plan[:count]
    if plan:
        return
    if hand.rules.phases[hand.at].kind == "deal":
        step(hand)
    else:
        _dealt_out(hand)


def _dealt_out(hand: Hand) -> None:
    if hand.drawing.given:
        # Only now: nobody draws his own discards back, and who is owed a fifth card is drawing.
        fifth = hand.rules.settings.fifth_last and len(hand.drawing.given) == 5
        if fifth:
            hand.drawing.kept += hand.drawing.given
        else:
            hand.deck.move(hand.drawing.given, MUCK)
        hand.drawing.given = []
    if hand.queue:
        hand.due = "draw"
    elif hand.drawing.owed:
        hand.deck.plan, hand.drawing.owed, hand.due = (
            dealing.serve(hand, hand.drawing.owed),
            [],
            "deal",
        )
    else:
        if hand.drawing.kept:
            hand.deck.move(hand.drawing.kept, MUCK)
            hand.drawing.kept = []
        step(hand)


def _drew(hand: Hand, event: Drew) -> None:
    seat, given = event.seat, event.cards
    hand.queue.remove(seat)
    if not given:  # pat
        if not hand.queue:
            _dealt_out(hand)
        return
    numbers = [_take_from(hand, seat, card) for card in given]
    if hand.phase.kind == "discard":
        hand.deck.move(numbers, MUCK)
        if not hand.queue:
            step(hand)
        return
    hand.drawing.given = numbers
    count = len(given)
    if count == 5 and hand.rules.settings.fifth_last:
        hand.drawing.owed.append(seat)  # the fifth comes after everybody has drawn (002 L458)
        count = 4
    targets = [seat] * count
    if hand.drawing.burn_due:
        hand.drawing.burn_due, targets = False, [BURN, *targets]
    hand.deck.plan = dealing.serve(hand, targets)
    hand.due = "deal"


def _take_from(hand: Hand, seat: int, card: int) -> int:
    """A down card leaves this hand; its number. Games that draw or roll have one deck: nobody
    holds a face twice."""
    hand.down[seat].remove(card)
    number = hand.deck.number(card, seat)
    hand.deck.to[number] = SCRAP
    return number


def _rolled(hand: Hand, event: Rolled) -> None:
    seat = event.seat
    if event.card is not None:
        number = _take_from(hand, seat, event.card)
        hand.deck.to[number] = -seat
        hand.up[seat].append(event.card)
        if event.card == JOKER and hand.rules.settings.turned_joker == "bug":
            hand.up_jokers.append(seat)
    del hand.queue[0]
    if not hand.queue:
        step(hand)


# The end


def _turned_low(hand: Hand, event: TurnedLow) -> None:
    low = hand.rules.passed
    assert low is not None
    hand.rules, hand.drawing.passed = low, False
    hand.at = next(n for n, phase in enumerate(low.phases) if phase.kind == "bet")
    hand.drawing.opener = 0
    enter(hand)


def _passed_out(hand: Hand, event: PassedOut) -> None:
    hand.due = "over"


def _returned(hand: Hand, event: Returned) -> None:
    hand.stacks[event.seat] += event.chips
    hand.paid[event.seat] -= event.chips


def _dropped(hand: Hand, event: Dropped) -> None:
    if event.kind == "jackpot":
        hand.jackpot += event.chips
    else:
        hand.fees += event.chips
    hand.dead -= event.chips


def _ran_again(hand: Hand, event: RanAgain) -> None:
    hand.second = hand.board[: len(hand.board) - len(event.cards)] + list(event.cards)
    hand.deck.dealt += event.cards
    hand.deck.to += [BOARD] * len(event.cards)
    hand.deck.unseen ^= sum(map(_bit, event.cards))
    hand.deck.stub -= len(event.cards)


def _fouled(hand: Hand, event: Fouled) -> None:
    """A fold out of turn. Cards on the way to this seat still leave the deck as it was logged that
    they would, and count for nobody."""
    seat, waited = event.seat, hand.due
    hand.live.remove(seat)
    hand.able -= hand.stacks[seat] > 0
    if not dealing.on_the_way(hand, seat):
        hand.deck.move(hand.deck.at(seat, -seat), MUCK)
    hand.drawing.owed = [other for other in hand.drawing.owed if other != seat]
    asked = seat in hand.queue
    hand.queue = [other for other in hand.queue if other != seat]
    if len(hand.live) == 1:
        collect(hand)
        hand.queue.clear()
        hand.deck.plan.clear()
        hand.due = "settle"
    elif waited == "act":
        if hand.able == 2:
            order.lift_cap(hand)
        if not hand.queue or hand.able < 2:
            ask_next(hand)
    elif asked and not hand.queue:
        if waited == "draw":
            _dealt_out(hand)
        elif waited in ("discard", "roll", "kill"):
            step(hand)


def _shown(hand: Hand, event: Shown) -> None:
    pass


def _won(hand: Hand, event: Won) -> None:
    hand.stacks[event.seat] += event.chips
    hand.won[event.seat] += event.chips
    hand.dead -= event.chips


def _ended(hand: Hand, event: Ended) -> None:
    hand.paid = [0] * len(hand.paid)
    hand.dead = 0
    hand.due = "over"
    assert sum(hand.stacks) + hand.fees + hand.jackpot == hand.bought, "chips appeared or vanished"


EVOLVE: dict[type, Callable[[Hand, Any], None]] = {
    Posted: _posted,
    Started: _started,
    Dealt: _dealt,
    Folded: _folded,
    Called: _called,
    Raised: _raised,
    Drew: _drew,
    Rolled: _rolled,
    Killed: _killed,
    Declined: _declined,
    TurnedLow: _turned_low,
    PassedOut: _passed_out,
    Returned: _returned,
    Dropped: _dropped,
    Fouled: _fouled,
    RanAgain: _ran_again,
    Shown: _shown,
    Won: _won,
    Ended: _ended,
}
