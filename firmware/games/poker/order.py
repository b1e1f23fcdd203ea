"""Who speaks, and in which order."""

from collections.abc import Callable

from firmware.games.poker.game import First, Phase
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
    if hand.able == len(hand.seats):
        return list(seats)
    return [seat for seat in seats if stacks[seat] and seat in live]


def with_chips(hand: Hand) -> list[int]:
    """Who holds cards and chips, from the left of the button."""
    live, stacks = hand.live, hand.stacks
    return list(live) if hand.able == len(live) else [seat for seat in live if stacks[seat]]


def after_raise(hand: Hand, seat: int) -> list[int]:
    """Everyone else answers a raise, clockwise.

    A round with an order of its own (a killer who speaks last, blinds by size) keeps to it: those
    who have not spoken yet, then the others as they came into the pot (000 L857, 002 L273).
    """
    circle = hand.circle
    if circle and not (seat == hand.killer and hand.rules.settings.killer != "last"):
        at = circle.index(seat)
        return speaking(hand, tuple(circle[at + 1 :] + circle[:at]))
    live, stacks = hand.live, hand.stacks
    at = live.index(seat)
    return [s for s in live[at + 1 :] + live[:at] if stacks[s]]


def lift_cap(hand: Hand) -> None:
    """Heads-up before the last raise: no cap on this round (AJ Lightning L8.4, 002 L1118)."""
    betting = hand.betting
    if betting.wagers <= hand.rules.settings.raise_cap:
        betting.uncapped = True


def first_to_speak(hand: Hand, phase: Phase) -> list[int]:
    """The seats that owe an answer when a round opens."""
    betting = hand.betting
    first = phase.first
    if hand.circle:
        hand.circle = []
    if first == "blinds":
        return _after_the_blinds(hand)
    if first in ("low card", "high card", "high rank"):
        if hand.killer:  # the pot is open: nobody is forced (CC-A30)
            betting.leader = after(hand, hand.killer)[0]
            return speaking(hand, after(hand, hand.killer))
        _bring_in(hand, first)
    elif first in ("high hand", "low hand"):
        betting.leader = _best_showing(hand, low=first == "low hand")
    elif first == "opener" and hand.drawing.opener:
        betting.leader = hand.drawing.opener
    else:
        betting.leader = hand.live[0]
        if first == "forced":
            betting.forced, betting.leader = hand.size, _forced_to_open(hand)
            return speaking(hand, clockwise(hand, betting.leader))
        if phase.openers and hand.rules.settings.ante_opens:
            return list(hand.live)  # also who has no chips left (002 L541)
        return with_chips(hand)
    return speaking(hand, clockwise(hand, betting.leader))


def _forced_to_open(hand: Hand) -> int:
    """Left of the button; with less than half of it the next has to (004 L215)."""
    half = hand.size if hand.rules.settings.half_blind else 0
    able = [seat for seat in speaking(hand, hand.seats) if 2 * hand.stacks[seat] >= half]
    leader = able[0] if able else hand.live[0]
    if leader != hand.live[0]:
        hand.excused = hand.live[0]
    return leader


def _after_the_blinds(hand: Hand) -> list[int]:
    betting = hand.betting
    settings = hand.rules.settings
    queue = speaking(hand, after(hand, hand.last_blind or hand.button_seat))
    least = settings.opening_blinds * betting.level
    if hand.rules.limit == "no-limit" and least > betting.level:
        # No coming in for the blind alone: the least bet is a multiple of it, and the least
        # raise as much again (000 L843).
        betting.level = betting.base = betting.raise_by = least
    if settings.first_round == "blinds by size" and betting.level:
        bets = hand.bets
        blinds = [s for s in clockwise(hand, hand.button_seat) if s in queue and bets[s]]
        queue = [s for s in queue if not bets[s]] + sorted(blinds, key=lambda s: bets[s])
        hand.circle = list(queue)
    if settings.killer != "in turn" and hand.killer in queue:
        queue.remove(hand.killer)
        queue.append(hand.killer)
        hand.circle = list(queue)
    return queue


def _bring_in(hand: Hand, first: First) -> None:
    """The card decides; equal cards: first left of the button.

    If its player is all-in, the next card (000 L139), or the player on his left, who may open or
    fold (002 L378, 003 L177, 004 L373).
    """
    betting = hand.betting
    left = hand.rules.settings.all_in_first == "to the left"
    seats = hand.live if left else speaking(hand, hand.seats)
    key = _card_key(hand, first)
    leader = max(seats, key=lambda seat: key(hand.up[seat][-1]), default=hand.seats[0])
    betting.leader = leader
    betting.forced = hand.stakes.bring_in or hand.size
    betting.may_fold = left and not hand.stacks[leader]


def _card_key(hand: Hand, first: First) -> Callable[[int], int]:
    if first == "low card":
        return showing.low_card
    if hand.rules.pots[0].startswith("low"):
        return showing.high_card_ace_low  # razz
    # Mexican poker goes by rank and seat, Asian stud by suit (003 L359, 004 L12).
    return showing.high_card if first == "high rank" else showing.high_card_by_suit


def _best_showing(hand: Hand, *, low: bool) -> int:
    """First to speak by what shows; ties: first left of the button.

    If he is all-in, the next best (000 L139) or whoever sits on his left (003 L806, 004 L43).
    """
    settings, board = hand.rules.settings, hand.board
    if board and settings.community_opener == "as before":
        return hand.betting.leader
    if board and settings.community_opener == "low hand":
        low, board = True, []  # who was lowest before the common card (003 L802)
    seats = hand.live if settings.all_in_first == "to the left" else speaking(hand, hand.seats)
    if not seats:
        return hand.seats[0]
    if low and not hand.rules.pots[0].startswith("high"):
        return max(seats, key=lambda s: showing.low_board(hand.up[s] + board))
    # Asian stud: the low hand is the worst high hand (003 L779).
    return (min if low else max)(seats, key=lambda s: showing.high_board(hand.up[s] + board))
