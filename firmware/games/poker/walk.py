"""The walk through the phases of a hand: who is asked next, when a round closes, what street comes.

It is derived from the events, so that the events of a hand alone rebuild it. Only evolve.py walks.
"""

from operator import add

from firmware.games.poker import dealing, kill, openers, order
from firmware.games.poker.game import Phase
from firmware.games.poker.hand import Hand, least_bet


def all_in(hand: Hand) -> None:
    hand.able -= 1
    if hand.able == 2:
        order.lift_cap(hand)


def ask_next(hand: Hand) -> None:
    """Whoever is next to speak, if anyone has to."""
    queue = hand.queue
    if hand.able < 2 and not _to_open(hand):
        # Alone with chips: only a bet that is still to be matched asks for an answer.
        while queue:
            seat = queue[0]
            facing = max(hand.bets[s] for s in hand.live if s != seat)
            if hand.bets[seat] < facing:
                return
            del queue[0]
    if not queue:
        close(hand)


def _to_open(hand: Hand) -> bool:
    """The pot is to be declared open, if only for the antes (002 L541)."""
    phase = hand.rules.phases[hand.at]
    return phase.openers and not hand.drawing.opener and hand.rules.settings.ante_opens


def collect(hand: Hand) -> None:
    bets = hand.bets
    hand.paid = list(map(add, hand.paid, bets))
    hand.bets = [0] * len(bets)


def close(hand: Hand) -> None:
    """The round is over: bets to the pot, and on."""
    betting = hand.betting
    rules = hand.rules
    unopened = rules.phases[hand.at].openers and not hand.drawing.opener
    if rules.settings.sevens and openers.after_the_draw(hand):
        hand.sevens.early = list(hand.paid)
        hand.sevens.short_round = betting.level > 0 and not betting.wagers
    collect(hand)
    betting.level = betting.base = betting.wagers = betting.forced = 0
    betting.raise_by = least_bet(hand)
    betting.upper = False
    betting.seen = [-1] * len(betting.seen)
    if unopened:
        hand.due, hand.drawing.passed = "settle", True
        return
    step(hand)


def step(hand: Hand) -> None:
    hand.at += 1
    enter(hand)


def enter(hand: Hand) -> None:
    """Into the next phase that waits for somebody."""
    phases = hand.rules.phases
    while hand.at < len(phases):
        phase = phases[hand.at]
        if _waits(hand, phase):
            return
        hand.at += 1
    hand.due = "settle"


def _waits(hand: Hand, phase: Phase) -> bool:
    betting = hand.betting
    kind = phase.kind
    if kind == "bet":
        if hand.able < 2 and not betting.level and not _to_open(hand):
            betting.aggressor, betting.checked = 0, []
            return False  # nobody is left to bet against
        return _open_betting(hand, phase)
    if kind == "deal":
        hand.deck.plan = dealing.plan(hand, phase)
        hand.due = "deal"
        return bool(hand.deck.plan)
    hand.due = kind
    if kind == "kill" and hand.killer:
        return False  # one kill a hand
    hand.queue = list(hand.live)
    if kind == "kill":
        hand.queue = [seat for seat in hand.queue if kill.may(hand, seat)]
    hand.drawing.burn_due = phase.burn
    if kind == "roll":
        hand.queue = [seat for seat in hand.queue if hand.down[seat]]
    return bool(hand.queue)


def _open_betting(hand: Hand, phase: Phase) -> bool:
    betting = hand.betting
    hand.due = "act"
    if betting.checked:
        betting.checked = []
    betting.free = phase.check and hand.rules.settings.sevens != "must bet"
    betting.aggressor = 0
    betting.uncapped = hand.able == 2
    hand.queue = order.first_to_speak(hand, phase)
    if hand.able < 2 and not _to_open(hand):
        betting.forced = 0
        # With one stack left there may still be a blind to match.
        while hand.queue:
            seat = hand.queue[0]
            if hand.bets[seat] < max(hand.bets[s] for s in hand.live if s != seat):
                return True
            del hand.queue[0]
        collect(hand)
        return False
    return True
