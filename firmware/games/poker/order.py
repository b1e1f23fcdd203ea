"""Who speaks, and in which order."""

from collections.abc import Callable

from firmware.games.poker.game import Phase
from firmware.games.poker.hand import Hand
from firmware.games.ranking import showing


def clockwise(hand: Hand, start: int) -> tuple[int, ...]:
    """The table from `start` on."""
    at = hand.seats.index(start)
    return hand.seats[at:] + hand.seats[:at]


def after(hand: Hand, seat: int) -> tuple[int, ...]:
    """The table from the left of `seat`, and the seat itself last."""
    at = hand.seats.index(seat) + 1
    return hand.seats[at:] + hand.seats[:at]


def speaking(hand: Hand, seats: tuple[int, ...]) -> list[int]:
    """Those of `seats` that hold cards and chips."""
    live, stacks = hand.live, hand.stacks
    return [seat for seat in seats if stacks[seat] and seat in live]


def after_raise(hand: Hand, seat: int) -> list[int]:
    """Everyone else answers a raise, clockwise.

    Where the round has an order of its own (a killer who speaks last, blinds by size), those who
    have not spoken yet keep their places and the others follow (000 L857, 002 L273).
    """
    queue = speaking(hand, after(hand, seat))
    if queue and queue[-1] == seat:
        del queue[-1]
    if not hand.out_of_order:
        return queue
    waiting = [s for s in hand.queue if s != seat]
    return waiting + [s for s in queue if s not in waiting]


def lift_cap(hand: Hand) -> None:
    """Heads-up before the last raise: no cap on this round (AJ Lightning L8.4, 002 L1118)."""
    if hand.able == 2 and hand.wagers <= hand.rules.settings.raise_cap:
        hand.uncapped = True


def first_to_speak(hand: Hand, phase: Phase) -> list[int]:
    """The seats that owe an answer when a round opens."""
    first = phase.first
    hand.out_of_order = False
    if first == "blinds":
        return _after_the_blinds(hand)
    if first in ("low card", "high card"):
        hand.leader = _brings_in(hand, low=first == "low card")
        hand.forced = hand.stakes.bring_in or hand.size
    elif first in ("high hand", "low hand"):
        hand.leader = _best_showing(hand, low=first == "low hand")
    elif first == "opener" and hand.opener:
        hand.leader = hand.opener
    else:
        hand.leader = hand.live[0]
        hand.forced = hand.size if first == "forced" else 0
        stacks = hand.stacks
        return [seat for seat in hand.live if stacks[seat]]
    return speaking(hand, clockwise(hand, hand.leader))


def _after_the_blinds(hand: Hand) -> list[int]:
    settings = hand.rules.settings
    queue = speaking(hand, after(hand, hand.last_blind or hand.button_seat))
    least = settings.opening_blinds * hand.level
    if hand.rules.limit == "no-limit" and least > hand.level:
        # No coming in for the blind alone: the least bet is a multiple of it (000 L843).
        hand.level = hand.base = least
    if settings.first_round == "blinds by size" and hand.level:
        hand.out_of_order = True
        bets = hand.bets
        blinds = [s for s in clockwise(hand, hand.button_seat) if s in queue and bets[s]]
        return [s for s in queue if not bets[s]] + sorted(blinds, key=lambda s: bets[s])
    if settings.killer_last and hand.killer in queue:
        hand.out_of_order = True
        queue.remove(hand.killer)
        queue.append(hand.killer)
    return queue


def _brings_in(hand: Hand, *, low: bool) -> int:
    """Among those not all-in (000 L139); equal cards: first left of the button."""
    seats = speaking(hand, hand.seats)
    key = showing.low_card if low else _high_card(hand)
    return max(seats, key=lambda seat: key(hand.up[seat][-1]), default=hand.seats[0])


def _high_card(hand: Hand) -> Callable[[int], int]:
    if hand.rules.pots[0].startswith("low"):
        return showing.high_card_ace_low  # razz
    # Mexican poker goes by rank and seat, Asian stud by suit (003 L359, 004 L12).
    return showing.high_card if "joker" in hand.rules.deck else showing.high_card_by_suit


def _best_showing(hand: Hand, *, low: bool) -> int:
    """First to speak by what shows, among those not all-in; ties: first left of the button."""
    if hand.board and hand.rules.settings.community_opener == "as before":
        return hand.leader
    score = {s: showing.high_board(hand.up[s] + hand.board) for s in speaking(hand, hand.seats)}
    if not score:
        return hand.seats[0]
    if not low:
        return max(score, key=lambda s: score[s])
    if hand.rules.pots[0].startswith("high"):
        return min(score, key=lambda s: score[s])  # Asian stud: the worst high hand (003 L779)
    return max(score, key=lambda s: showing.low_board(hand.up[s] + hand.board))
