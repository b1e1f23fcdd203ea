"""decide(hand, command): every rule of a hand, as events or as Refused. It changes nothing."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.cards import BITS, UNKNOWN
from firmware.games.play import RESHUFFLE
from firmware.games.poker import betting, dealing, forced, kill
from firmware.games.poker.betting import call_chips
from firmware.games.poker.commands import (
    Call,
    Command,
    Deal,
    Draw,
    Drop,
    Fold,
    Foul,
    Kill,
    Raise,
    Roll,
    RunAgain,
    Settle,
    Start,
    Timeout,
)
from firmware.games.poker.events import (
    Called,
    Dealt,
    Declined,
    Drew,
    Dropped,
    Event,
    Folded,
    Fouled,
    Killed,
    Posted,
    Raised,
    RanAgain,
    Rolled,
)
from firmware.games.poker.hand import Hand
from firmware.games.poker.pots import droppable
from firmware.games.poker.showdown import is_split, settle
from firmware.money import show

_bit = BITS.__getitem__


def decide(hand: Hand, command: Command) -> list[Event]:
    return DECIDE[type(command)](hand, command)


def _turn(hand: Hand, seat: int, due: str) -> None:
    if hand.due != due or hand.queue[0] != seat:
        raise _not_yet()


def _not_yet() -> Refused:
    return Refused("Please wait for your turn.", "in turn")


# Betting


def _start(hand: Hand, command: Start) -> list[Event]:
    if hand.due != "post":
        raise Refused("This hand has begun.", "in turn")
    posts = command.posts
    if posts is None:
        return forced.posted(hand.seats, hand.stacks, forced.regular(hand))
    forced.refuse_extras(hand.rules, hand.stakes, hand.seats, hand.stacks, posts)
    return forced.posted(hand.seats, hand.stacks, posts)


def _fold(hand: Hand, command: Fold) -> list[Event]:
    _turn(hand, command.seat, "act")
    if hand.betting.forced and not hand.betting.may_fold:
        more = "" if betting.raise_closed(hand, command.seat) else "; you may open for more"
        words = f"You are forced to open for {show(hand.betting.forced)}{more}."
        raise Refused(words, "forced bets")
    return [Folded(command.seat)]


def _call(hand: Hand, command: Call) -> list[Event]:
    seat = command.seat
    if hand.due != "act" or hand.queue[0] != seat:
        raise _not_yet()
    chips = call_chips(hand, seat)
    if hand.betting.forced:
        return [Posted(seat, chips, "bring-in", hand.betting.forced)]
    if not hand.betting.free and (closed := betting.check_closed(hand, seat)):
        raise betting.refuse(hand, closed)
    return [Called(seat, chips)]


def _raise(hand: Hand, command: Raise) -> list[Event]:
    seat, to = command.seat, command.to
    _turn(hand, seat, "act")
    if closed := betting.raise_closed(hand, seat):
        raise betting.refuse(hand, closed)
    amounts = betting.raise_range(hand, seat)
    if to not in amounts:
        raise betting.refuse_amount(amounts)
    chips = min(to - hand.bets[seat], hand.stacks[seat])
    if not betting.is_full(hand, to):
        return [Raised(seat, chips, to, full=False)]
    if hand.rules.limit == "limit":
        return [Raised(seat, chips, to, upper=betting.chose_upper(hand, to))]
    return [Raised(seat, chips, to, raise_by=betting.next_raise(hand, to))]


def _kill(hand: Hand, command: Kill) -> list[Event]:
    seat = command.seat
    _turn(hand, seat, "kill")
    if not command.kill:
        return [Declined(seat)]
    to = kill.blind(hand)
    assert kill.may(hand, seat), "only who may is asked"
    # Limits double, before and after the draw (002 L263, 003 L294).
    limits = 2 * hand.betting.small, 2 * hand.betting.big, 2 * hand.betting.raise_by
    return [Killed(seat, to - hand.bets[seat], to, *limits)]


# Cards


def _deal(hand: Hand, command: Deal) -> list[Event]:
    cards = command.cards
    if hand.due != "deal":
        raise Refused("No card is due now.", "deal")
    due, unseen = dealing.count(hand), hand.deck.unseen
    if hand.deck.plan[0] == RESHUFFLE:
        unseen |= sum(_bit(hand.deck.dealt[number]) for number in dealing.pool(hand))
    if len(cards) != due:
        raise Refused(f"{due} cards are due, not {len(cards)}.", "deal")
    if _twice(cards, unseen):
        raise Refused("A card cannot be dealt twice.", "deal")
    return [Dealt(cards)]


def _twice(cards: tuple[int, ...], unseen: int) -> bool:
    """Is one of them gone already, or there two times? Equal bits carry: their sum has fewer."""
    bits = sum(map(_bit, cards))
    if bits & ~unseen:
        return True
    ones = bits.bit_count()
    return ones != len(cards) and ones != len(cards) - cards.count(UNKNOWN)


def _draw(hand: Hand, command: Draw) -> list[Event]:
    seat, given = command.seat, command.cards
    if hand.due != "discard":
        if hand.due != "draw" or hand.queue[0] != seat:
            raise _not_yet()
        if not given:
            return [Drew(seat, ())]
        if len(given) > hand.phase.most:
            raise Refused(f"You may draw up to {hand.phase.most}.", "draw")
    else:
        if seat not in hand.queue:
            raise Refused("You have discarded.", "discard")
        if len(given) != hand.phase.most:
            raise Refused(f"Choose {hand.phase.most} to discard.", "discard")
    held = list(hand.down[seat])
    for card in given:
        if card not in held:
            raise Refused("You can only discard cards that you hold.", "draw")
        held.remove(card)
    return [Drew(seat, tuple(given))]


def _roll(hand: Hand, command: Roll) -> list[Event]:
    seat = command.seat
    _turn(hand, seat, "roll")
    return [Rolled(seat, hand.down[seat][-1] if command.up else None)]


# The clock and the end


def _timeout(hand: Hand, command: Timeout) -> list[Event]:
    """What a seat does that does nothing: nothing it could be sorry for, or a dead hand."""
    seat = command.seat
    asked = hand.queue if hand.due == "discard" else [hand.actor]
    if seat not in asked or not seat:
        raise Refused("It is not this seat's turn.", "in turn")
    match hand.due:
        case "draw":
            return [Drew(seat, ())]
        case "discard":
            settings = hand.rules.settings
            if "dead hand" in (settings.late_discard, settings.timeout):
                return [Folded(seat)]
            return [Drew(seat, tuple(hand.down[seat][-hand.phase.most :]))]
        case "roll":
            return [Rolled(seat, None)]
        case "kill":
            return [Declined(seat)]
    if hand.betting.forced and not hand.betting.may_fold:
        return _call(hand, Call(seat))
    if not hand.stacks[seat]:  # asked only whether he opens
        return [Called(seat, 0)]
    free = hand.betting.level <= hand.bets[seat] and hand.phase.check and not hand.betting.forced
    if free and hand.rules.settings.timeout == "check or fold":
        return [Called(seat, 0)]
    return [Folded(seat)]


def _settle(hand: Hand, command: Settle) -> list[Event]:
    if hand.due != "settle":
        raise Refused("The hand is not over.", "showdown")
    pool = (
        min(command.jackpot, droppable(hand)) if command.jackpot and not hand.drawing.passed else 0
    )
    if pool:
        less = replace(hand, dead=hand.dead - pool)
        return [Dropped(pool, "jackpot"), *_settle(less, replace(command, jackpot=0))]
    taken = min(command.fee, droppable(hand)) if command.fee > 0 else 0
    events = _settle_less(hand, command, taken)
    if command.split_fee and is_split(events):
        more = min(command.split_fee, droppable(hand) - taken)
        if more > 0:
            taken += more
            events = _settle_less(hand, command, taken)
    return [Dropped(taken), *events] if taken else events


def _settle_less(hand: Hand, command: Settle, taken: int) -> list[Event]:
    return settle(replace(hand, dead=hand.dead - taken) if taken else hand, command.mucked)


# The house


def _drop(hand: Hand, command: Drop) -> list[Event]:
    if hand.due in ("post", "over"):
        raise Refused("There is no pot.", "fees")
    chips = min(command.chips, droppable(hand))
    return [Dropped(chips, command.kind)] if chips > 0 else []


def _foul(hand: Hand, command: Foul) -> list[Event]:
    if hand.due in ("post", "over") or command.seat not in hand.live:
        raise Refused(f"Seat {command.seat} has no hand.", "foul hand")
    if len(hand.live) == 1:
        raise Refused("It is the last hand: let it be, or void the deal.", "foul hand")
    return [Fouled(command.seat)]


def _run_again(hand: Hand, command: RunAgain) -> list[Event]:
    """After the first end is dealt, before it is settled."""
    cards = command.cards
    size = sum(phase.board for phase in hand.rules.phases)
    if hand.due != "settle" or len(hand.live) < 2 or hand.second or len(hand.board) != size:
        raise Refused("The board cannot be run again now.", "run it twice")
    if not 0 < len(cards) <= size or _twice(cards, hand.deck.unseen):
        raise Refused("A card cannot be dealt twice.", "deal")
    return [RanAgain(cards)]


DECIDE: dict[type, Callable[[Hand, Any], list[Event]]] = {
    Start: _start,
    Deal: _deal,
    Fold: _fold,
    Call: _call,
    Raise: _raise,
    Draw: _draw,
    Roll: _roll,
    Kill: _kill,
    Timeout: _timeout,
    Settle: _settle,
    Drop: _drop,
    Foul: _foul,
    RunAgain: _run_again,
}
