"""evolve(hand, event): the only thing that moves a hand. It refuses nothing and knows no amounts.

The walk through the phases (next to speak, round closed, street to deal) is derived here, so that
the events of a hand alone rebuild it.
"""

from collections.abc import Callable
from operator import add
from typing import Any

from firmware.games.cards import BITS, JOKER
from firmware.games.play import BOARD, BURN, RESHUFFLE, SCRAP
from firmware.games.poker import dealing, openers, order
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
from firmware.games.poker.game import Phase
from firmware.games.poker.hand import Hand, least_bet

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
    if event.kind == "kill":
        hand.killer = event.seat
    if event.kind in ("kill", "over"):
        # It moves nobody's turn, unless it stands for the big blind (000 L805, L857).
        last = hand.level < max(hand.stakes.blinds, default=0)
    else:
        last = event.to >= hand.level
    if last:
        hand.last_blind = event.seat
    if event.kind == "straddle" or not hand.wagers:
        hand.wagers += 1
    hand.level = hand.base = max(hand.level, event.to)


def _brought_in(hand: Hand, event: Posted) -> None:
    seat = event.seat
    hand.forced, hand.may_fold = 0, False
    hand.level = event.to
    if hand.rules.settings.bring_in == "is a bet" or hand.phase.first == "forced":
        hand.base, hand.wagers = event.to, 1
    if not hand.stacks[seat]:
        _all_in(hand)
    del hand.queue[0]
    if hand.rules.settings.live_force or hand.phase.first == "forced":
        if hand.stacks[seat]:
            hand.queue.append(seat)  # the option, when it comes round
    else:
        hand.seen[seat] = event.to
    _next(hand)


def _started(hand: Hand, event: Started) -> None:
    stacks = hand.stacks
    hand.able = len([seat for seat in hand.live if stacks[seat]])
    hand.at = 0
    _enter(hand)


def _called(hand: Hand, event: Called) -> None:
    seat, chips = event.seat, event.chips
    if chips:
        left = hand.stacks[seat] - chips
        hand.stacks[seat] = left
        hand.bets[seat] += chips
        if not left:
            _all_in(hand)
    else:
        hand.checked.append(seat)
    hand.seen[seat] = hand.level
    queue = hand.queue
    del queue[0]
    if hand.able < 2:
        _next(hand)
    elif not queue:
        _close(hand)


def _raised(hand: Hand, event: Raised) -> None:
    seat, to = event.seat, event.to
    hand.stacks[seat] -= event.chips
    hand.bets[seat] += event.chips
    if event.full:
        _full_raise(hand, to)
    hand.level = to
    hand.forced, hand.may_fold = 0, False
    hand.seen[seat] = to
    hand.aggressor = seat
    if not hand.opener:
        hand.opener = seat
    if hand.phantoms:
        hand.phantoms = []
    if not hand.stacks[seat] and event.chips:
        _all_in(hand)
    hand.queue = order.after_raise(hand, seat)
    if not hand.queue or hand.able < 2:
        _next(hand)


def _full_raise(hand: Hand, to: int) -> None:
    """A full bet or raise: the next one is measured from it."""
    limit = hand.rules.limit
    if limit == "limit":
        if to - hand.base == hand.big > hand.size:
            hand.upper = True  # open pair, fourth street: from here on the upper limit (002 L368)
    elif limit == "spread":
        # Half a bet is as good as the bet: what comes next is no smaller for it (004 L22).
        hand.raise_by = max(hand.raise_by, to - hand.base)
    else:
        hand.raise_by = to - hand.level
    hand.base = to
    hand.wagers += 1


def _all_in(hand: Hand) -> None:
    hand.able -= 1
    if hand.able == 2:
        order.lift_cap(hand)


def _folded(hand: Hand, event: Folded) -> None:
    seat = event.seat
    if hand.rules.settings.phantoms and not hand.level:
        hand.phantoms.append(seat)
    hand.live.remove(seat)
    hand.able -= hand.stacks[seat] > 0
    hand.deck.muck += hand.down[seat]
    queue = hand.queue
    queue.remove(seat)
    if len(hand.live) == 1:
        _collect(hand)
        hand.queue = []
        hand.due = "settle"
    elif hand.due == "discard":  # he was too late with it
        if not queue:
            _step(hand)
    elif not queue or hand.able < 2:
        _next(hand)
    elif hand.able == 2:
        order.lift_cap(hand)


def _killed(hand: Hand, event: Killed) -> None:
    """Limits double, before and after the draw (002 L263, 003 L294)."""
    hand.stacks[event.seat] -= event.chips
    hand.bets[event.seat] += event.chips
    hand.able -= not hand.stacks[event.seat]
    hand.small, hand.big, hand.raise_by = 2 * hand.small, 2 * hand.big, 2 * hand.raise_by
    hand.level = hand.base = event.to
    hand.wagers = 1
    hand.killer = event.seat
    hand.queue.clear()
    _step(hand)


def _declined(hand: Hand, event: Declined) -> None:
    del hand.queue[0]
    if not hand.queue:
        _step(hand)


# The walk


def _next(hand: Hand) -> None:
    """Whoever is next to speak, if anyone has to."""
    queue = hand.queue
    if hand.able < 2:
        # Alone with chips: only a bet that is still to be matched asks for an answer.
        while queue:
            seat = queue[0]
            facing = max(hand.bets[s] for s in hand.live if s != seat)
            if hand.bets[seat] < facing:
                return
            del queue[0]
    if not queue:
        _close(hand)


def _collect(hand: Hand) -> None:
    bets = hand.bets
    hand.paid = list(map(add, hand.paid, bets))
    hand.bets = [0] * len(bets)


def _close(hand: Hand) -> None:
    """The round is over: bets to the pot, and on."""
    rules = hand.rules
    unopened = rules.phases[hand.at].openers and not hand.opener
    if rules.settings.sevens and openers.after_the_draw(hand):
        hand.sevens.early = list(hand.paid)
        hand.sevens.short_round = hand.level > 0 and not hand.wagers
    _collect(hand)
    hand.level = hand.base = hand.wagers = hand.forced = 0
    hand.raise_by = least_bet(rules, hand.small)
    hand.upper = False
    hand.seen = [-1] * len(hand.seen)
    if unopened:
        hand.due, hand.passed = "settle", True
        return
    _step(hand)


def _step(hand: Hand) -> None:
    hand.at += 1
    _enter(hand)


def _enter(hand: Hand) -> None:
    """Into the next phase that waits for somebody."""
    phases = hand.rules.phases
    while hand.at < len(phases):
        phase = phases[hand.at]
        if _waits(hand, phase):
            return
        hand.at += 1
    hand.due = "settle"


def _waits(hand: Hand, phase: Phase) -> bool:
    kind = phase.kind
    if kind == "bet":
        if hand.able < 2 and not hand.level:
            hand.aggressor, hand.checked = 0, []
            return False  # nobody is left to bet against
        return _open_betting(hand, phase)
    if kind == "deal":
        hand.plan = dealing.plan(hand, phase)
        hand.due = "deal"
        return bool(hand.plan)
    hand.due = kind
    if kind == "kill" and hand.killer:
        return False  # one kill a hand
    hand.queue = list(hand.live)
    hand.drawing.burn_due = phase.burn
    if kind == "roll":
        hand.queue = [seat for seat in hand.queue if hand.down[seat]]
    return bool(hand.queue)


def _open_betting(hand: Hand, phase: Phase) -> bool:
    hand.due = "act"
    if hand.checked:
        hand.checked = []
    hand.free = phase.check and hand.rules.settings.sevens != "must bet"
    hand.aggressor = 0
    hand.uncapped = hand.able == 2
    hand.queue = order.first_to_speak(hand, phase)
    if hand.able < 2:
        hand.forced = 0
        # With one stack left there may still be a blind to match.
        while hand.queue:
            seat = hand.queue[0]
            if hand.bets[seat] < max(hand.bets[s] for s in hand.live if s != seat):
                return True
            del hand.queue[0]
        _collect(hand)
        return False
    return True


# Cards


def _dealt(hand: Hand, event: Dealt) -> None:
    plan, deck = hand.plan, hand.deck
    if plan[0] == RESHUFFLE:
        del plan[0]
        pool = dealing.pool(hand)
        deck.unseen |= sum(map(_bit, pool))
        deck.stub += len(pool)
        pool.clear()
    down = hand.down
    for target, card in zip(plan, event.cards, strict=False):
        if target > 0:
            down[target].append(card)
        elif target == BOARD:
            hand.board.append(card)
        elif target == BURN:
            deck.burns.append(card)
        elif target != SCRAP:
            hand.up[-target].append(card)
            if card == JOKER:
                hand.up_jokers.append(-target)
    deck.dealt += event.cards
    deck.unseen ^= sum(map(_bit, event.cards))
    deck.stub -= len(event.cards)
    del plan[: len(event.cards)]
    if plan:
        return
    if hand.rules.phases[hand.at].kind == "deal":
        _step(hand)
    else:
        _dealt_out(hand)


def _dealt_out(hand: Hand) -> None:
    if hand.drawing.given:
        # Only now: nobody draws his own discards back, and who is owed a fifth card is drawing.
        fifth = hand.rules.settings.fifth_last and len(hand.drawing.given) == 5
        (hand.drawing.kept if fifth else hand.deck.muck).extend(hand.drawing.given)
        hand.drawing.given = []
    if hand.queue:
        hand.due = "draw"
    elif hand.drawing.owed:
        hand.plan, hand.drawing.owed, hand.due = dealing.serve(hand, hand.drawing.owed), [], "deal"
    else:
        if hand.drawing.kept:
            hand.deck.muck += hand.drawing.kept
            hand.drawing.kept = []
        _step(hand)


def _drew(hand: Hand, event: Drew) -> None:
    seat, given = event.seat, event.cards
    hand.queue.remove(seat)
    if not given:  # pat
        if not hand.queue:
            _dealt_out(hand)
        return
    for card in given:
        hand.down[seat].remove(card)
    if hand.phase.kind == "discard":
        hand.deck.muck += given
        if not hand.queue:
            _step(hand)
        return
    hand.drawing.given = list(given)
    count = len(given)
    if count == 5 and hand.rules.settings.fifth_last:
        hand.drawing.owed.append(seat)  # the fifth comes after everybody has drawn (002 L458)
        count = 4
    targets = [seat] * count
    if hand.drawing.burn_due:
        hand.drawing.burn_due, targets = False, [BURN, *targets]
    hand.plan = dealing.serve(hand, targets)
    hand.due = "deal"


def _rolled(hand: Hand, event: Rolled) -> None:
    seat = event.seat
    if event.card is not None:
        hand.down[seat].remove(event.card)
        hand.up[seat].append(event.card)
        if event.card == JOKER and hand.rules.settings.turned_joker == "bug":
            hand.up_jokers.append(seat)
    del hand.queue[0]
    if not hand.queue:
        _step(hand)


# The end


def _turned_low(hand: Hand, event: TurnedLow) -> None:
    low = hand.rules.passed
    assert low is not None
    hand.rules, hand.passed = low, False
    hand.at = next(n for n, phase in enumerate(low.phases) if phase.kind == "bet")
    hand.opener = 0
    _enter(hand)


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
    hand.deck.unseen ^= sum(map(_bit, event.cards))
    hand.deck.stub -= len(event.cards)


def _fouled(hand: Hand, event: Fouled) -> None:
    """A fold out of turn: cards on the way to this seat go nowhere."""
    seat, waited = event.seat, hand.due
    hand.live.remove(seat)
    hand.able -= hand.stacks[seat] > 0
    hand.deck.muck += hand.cards(seat)
    hand.plan = [SCRAP if target in (seat, -seat) else target for target in hand.plan]
    hand.drawing.owed = [other for other in hand.drawing.owed if other != seat]
    asked = seat in hand.queue
    hand.queue = [other for other in hand.queue if other != seat]
    if len(hand.live) == 1:
        _collect(hand)
        hand.queue.clear()
        hand.plan.clear()
        hand.due = "settle"
    elif waited == "act":
        if hand.able == 2:
            order.lift_cap(hand)
        if not hand.queue or hand.able < 2:
            _next(hand)
    elif asked and not hand.queue:
        if waited == "draw":
            _dealt_out(hand)
        elif waited in ("discard", "roll", "kill"):
            _step(hand)


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
