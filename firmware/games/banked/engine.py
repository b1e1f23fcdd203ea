"""The door of the banked room: decide (every rule, may refuse) and evolve (no rule, may not)."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.banked import events as e
from firmware.games.banked.commands import BankedCommand, PassBank, Stay, TakeBank, Wager
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.round import Due, Round
from firmware.games.banked.rules import tier
from firmware.games.banked.settle import settle
from firmware.games.play import BANK, BANK_UP
from firmware.games.poker.commands import Deal, Fold, Foul, Settle, Timeout
from firmware.money import show


class Offer(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everything that one seat may do now."""

    seat: int
    bank: tuple[int, int] | None = None  # stake, least and most
    ante: tuple[int, int] | None = None
    bonus: tuple[int, int] | None = None  # 0 or: like the ante
    play: int = 0  # what playing on costs
    fold: bool = False


def offer(hand: Round, seat: int) -> Offer | None:
    if seat not in hand.queue or (hand.due == "bank" and hand.queue[0] != seat):
        return None
    stack = hand.stacks[seat]
    low, high = hand.fee.limits
    match hand.due:
        case "bank":
            return Offer(seat, bank=(low, stack)) if stack > low else Offer(seat)
        case "wager":
            most = min(high, _spare(hand, seat) // 2)  # as much again must be left to play
            return Offer(seat, ante=(low, most), bonus=(low, most)) if most >= low else Offer(seat)
        case "play":
            return Offer(seat, play=hand.ante[seat], fold=True)
    return None


def _spare(hand: Round, seat: int) -> int:
    dearest = max((fee for _, _, fee in hand.fee.player), default=0)
    return hand.stacks[seat] - dearest


def wanted(hand: Round) -> int:
    """Cards due."""
    return hand.rules.cards * (len(hand.wagering) + 1) if hand.due == "deal" else 0


def targets(hand: Round) -> list[int]:
    """Where the cards that are due go: a card a pass, the bank last; "the stack given to the
    player/dealer shall be delivered face down after which one card will be turned face up"
    (000 L2386)."""
    seats, passes = hand.wagering, hand.rules.cards
    return [*[*seats, BANK] * (passes - 1), *seats, BANK_UP]


def decide(hand: Round, command: BankedCommand) -> list[BankedEvent]:
    return _DECIDE[type(command)](hand, command)


def _asked(hand: Round, seat: int, due: str) -> None:
    if hand.due != due or seat not in hand.queue or (due == "bank" and hand.queue[0] != seat):
        raise Refused("Please wait for your turn.", "in turn")


def _take(hand: Round, command: TakeBank) -> list[BankedEvent]:
    _asked(hand, command.seat, "bank")
    choice = offer(hand, command.seat)
    if not choice or not choice.bank:
        raise Refused("Your chips do not reach for the bank.", "000 L2405")
    least, most = choice.bank
    if not least <= command.chips <= most:
        raise Refused(f"The bank takes {show(least)} to {show(most)}.", "000 L2405")
    return [e.BankTaken(command.seat, command.chips)]


def _pass(hand: Round, command: PassBank) -> list[BankedEvent]:
    _asked(hand, command.seat, "bank")
    passed: list[BankedEvent] = [e.BankPassed(command.seat)]
    return passed if len(hand.queue) > 1 else [*passed, e.RoundEnded()]


def _wager(hand: Round, command: Wager) -> list[BankedEvent]:
    seat, ante, bonus = command.seat, command.ante, command.bonus
    _asked(hand, seat, "wager")
    if ante or bonus:
        choice = offer(hand, seat)
        if not choice or not choice.ante:
            raise Refused("Your chips do not reach for ante and play.", "000 L2374")
        least, most = choice.ante
        if not least <= ante <= most:
            raise Refused(f"Ante {show(least)} to {show(most)}.", "000 L2374")
        if bonus and bonus != ante and hand.rules.bonus_equals_ante:
            raise Refused(f"The bonus wager is as big as the ante: {show(ante)}.", "000 L2413")
        if 2 * ante + bonus > _spare(hand, seat):
            raise Refused("Keep as much as the ante back to play.", "000 L2392")
    wagered = e.Wagered(seat, ante, bonus)
    return [wagered] if len(hand.queue) > 1 else [wagered, *_close(hand, wagered)]


def _close(hand: Round, last: e.Wagered) -> list[BankedEvent]:
    """No more bets: fees, then the deal. Without a wager there is no round."""
    antes = {s: hand.ante[s] for s in hand.seats if hand.ante[s]}
    if last.ante:
        antes[last.seat] = last.ante
    if not antes:
        return [e.RoundEnded()]
    out: list[BankedEvent] = []
    for seat, ante in antes.items():
        if chips := tier(hand.fee.player, ante):
            out.append(e.FeePaid(seat, chips))
    action = hand.action + last.ante + last.bonus
    chips = min(tier(hand.fee.bank, action), hand.stacks[hand.banker] + hand.stake)
    if chips:
        out.append(e.FeePaid(hand.banker, chips))
    return [*out, e.BetsClosed()]


def _deal(hand: Round, command: Deal) -> list[BankedEvent]:
    if hand.due != "deal":
        raise Refused("No card is due now.", "deal")
    count = wanted(hand)
    if len(command.cards) != count:
        raise Refused(f"{count} cards are due, not {len(command.cards)}.", "deal")
    if len(set(command.cards)) < count or not all(0 <= card < 52 for card in command.cards):
        raise Refused("A card cannot be dealt twice.", "deal")
    return [e.CardsDealt(tuple(command.cards)), e.BankCardTurned(command.cards[-1])]


def _stay(hand: Round, command: Stay) -> list[BankedEvent]:
    _asked(hand, command.seat, "play")
    return [e.Stayed(command.seat, hand.ante[command.seat])]


def _fold(hand: Round, command: Fold) -> list[BankedEvent]:
    _asked(hand, command.seat, "play")
    return [e.GaveUp(command.seat)]


def _timeout(hand: Round, command: Timeout) -> list[BankedEvent]:
    """Who does nothing takes no bank, makes no wager, and folds."""
    match hand.due:
        case "bank":
            return _pass(hand, PassBank(command.seat))
        case "wager":
            return _wager(hand, Wager(command.seat))
    return _fold(hand, Fold(command.seat))


def _foul(hand: Round, command: Foul) -> list[BankedEvent]:
    raise Refused("A hand against the bank cannot be fouled; void the round.", "AJ-R9")


def _settle(hand: Round, command: Settle) -> list[BankedEvent]:
    if hand.due != "settle":
        raise Refused("The round is not over.", "showdown")
    return settle(hand)


_DECIDE: dict[type, Callable[[Round, Any], list[BankedEvent]]] = {
    TakeBank: _take,
    PassBank: _pass,
    Wager: _wager,
    Deal: _deal,
    Stay: _stay,
    Fold: _fold,
    Timeout: _timeout,
    Settle: _settle,
    Foul: _foul,
}


def evolve(hand: Round, event: BankedEvent) -> None:
    match event:
        case e.BankTaken(seat, chips):
            hand.banker, hand.stake = seat, chips
            hand.stacks[seat] -= chips
            _next(hand, "wager", [s for s in hand.order if s != seat])
        case e.BankPassed(seat):
            hand.queue.remove(seat)
        case e.Wagered(seat, ante, bonus):
            hand.queue.remove(seat)
            hand.ante[seat], hand.bonus[seat] = ante, bonus
            hand.stacks[seat] -= ante + bonus
        case e.FeePaid(seat, chips):
            from_stack = min(chips, hand.stacks[seat])
            hand.stacks[seat] -= from_stack
            hand.stake -= chips - from_stack  # a bank that staked everything pays out of it
            hand.fees += chips
        case e.BetsClosed():
            _next(hand, "deal", [])
        case e.CardsDealt(cards):
            _dealt(hand, cards, targets(hand))
        case e.CardsGiven(cards):
            _dealt(hand, cards, [*hand.wagering, hand.banker] * hand.rules.cards)
        case e.BankCardTurned():
            hand.turned = True
        case e.Stayed(seat, chips):
            hand.stacks[seat] -= chips
            hand.play[seat] = chips
            _answered(hand, seat)
        case e.GaveUp(seat):
            hand.gone.append(seat)
            _answered(hand, seat)
        case e.HandTabled():
            pass
        case e.WagerWon(seat, wager, back, chips):
            _clear(hand, seat, wager, back)
            _from_bank(hand, seat, chips)
            hand.back[seat] += back + chips
        case e.WagerLost(seat, wager, back, chips):
            _clear(hand, seat, wager, back + chips)
            _from_bank(hand, seat, -chips)
            hand.back[seat] += back
        case e.WagerReturned(seat, wager, back):
            _clear(hand, seat, wager, back)
            hand.back[seat] += back
        case e.RoundEnded():
            if hand.banker:
                hand.stacks[hand.banker] += hand.stake
            hand.stake = 0
            _next(hand, "over", [])
            assert not hand.pot, "a wager was left on the table"
            assert sum(hand.stacks) + hand.fees == hand.bought, "chips appeared or vanished"


def _dealt(hand: Round, cards: tuple[int, ...], to: list[int]) -> None:
    hand.dealt += cards
    hand.to += to
    for card, target in zip(cards, to, strict=True):
        (hand.cards[target] if target in hand.wagering else hand.bank).append(card)
    _next(hand, "play", hand.wagering)


def _next(hand: Round, due: Due, queue: list[int]) -> None:
    hand.due, hand.queue = due, queue
    hand.at += 1


def _from_bank(hand: Round, seat: int, chips: int) -> None:
    hand.stacks[seat] += chips
    hand.stake -= chips
    hand.paid[seat] += chips


def _answered(hand: Round, seat: int) -> None:
    hand.queue.remove(seat)
    if not hand.queue:
        _next(hand, "settle", [])


def _clear(hand: Round, seat: int, wager: str, back: int) -> None:
    """The wager leaves the table; the whole of it is somebody's."""
    on: list[int] = getattr(hand, wager)
    assert on[seat] == back, "a wager is settled as a whole"
    on[seat] = 0
    hand.stacks[seat] += back
