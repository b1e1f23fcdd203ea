"""Where pokerkit 0.7.7 plays a hand otherwise than our rules, each by its name.

It is a witness, not the law. A hand in which one of these happened may end otherwise over there;
in any other hand the two must agree.
"""

from collections import defaultdict
from collections.abc import Sequence

from firmware.games.poker import order
from firmware.games.poker.engine import Hand, evolve, new_hand
from firmware.games.poker.events import Event, Posted, Raised, Won

SHORT_BLIND = "a blind or bring-in that is short is still the bet to call; there the chips are"
SHORT_RAISE = "limit: a short all-in counts from half a bet on, and is completed; there neither"
NO_CAP = "limit: no cap on raises heads-up; there is one"
ODD_CHIPS = "odd chips go one each to the first winners; there all to one"
ALL_IN_OPENS = "stud: who is all-in does not open a round; there the next after him does"
COMMUNITY = "stud: the last card is for everybody and counts for who opens; there it does not"
LONE_LOW = "high/low: a side pot has its own low; there the low of the main pot counts"


def differences(start: Hand, events: Sequence[Event]) -> set[str]:
    """The names of all that happened in this hand and that pokerkit sees otherwise."""
    found: set[str] = set()
    rules = start.rules
    stacks = {seat: start.stacks[seat] for seat in start.seats}
    hand = new_hand(rules, start.stakes, start.button, stacks)
    shares: dict[tuple[int, int], list[int]] = defaultdict(list)
    for event in events:
        match event:
            case Posted(chips=chips, to=to) if chips < to:
                found.add(SHORT_BLIND)
            case Raised(to=to) if rules.limit == "limit":
                if to != hand.betting.base + hand.size:
                    found.add(SHORT_RAISE)
                if hand.betting.wagers > 3:
                    found.add(NO_CAP)
            case Won(_, chips, pot, side):
                shares[pot, side].append(chips)
        before = hand.at
        evolve(hand, event)
        if hand.at != before and hand.due == "act" and rules.forced == "bring-in":
            found |= _opened(hand)
    if rules.forced == "bring-in" and hand.board:
        found.add(COMMUNITY)
    if any(len(set(chips)) > 1 for chips in shares.values()):
        found.add(ODD_CHIPS)
    if len(rules.pots) > 1 and len({pot for pot, _ in shares}) > 1:
        found.add(LONE_LOW)
    return found


def _opened(hand: Hand) -> set[str]:
    """Would somebody else open this round if those without chips counted?"""
    broke = [seat for seat in hand.live if not hand.stacks[seat]]
    everybody = hand.live
    speaking = order.speaking
    try:
        order.speaking = lambda hand, seats: [s for s in seats if s in everybody]  # type: ignore[assignment]
        phase, leader, forced = hand.phase, hand.betting.leader, hand.betting.forced
        order.first_to_speak(hand, phase)
        other, hand.betting.leader, hand.betting.forced = hand.betting.leader, leader, forced
    finally:
        order.speaking = speaking
    return {ALL_IN_OPENS} if broke and other != hand.betting.leader else set()
