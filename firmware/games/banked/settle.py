"""Money covers what it covers: wagers in action order until the bank's stake is used up.

What the bank wins does not make its stake bigger, so it can neither win nor lose more than the
stake (000 L2637). Folded hands are collected before the bank is shown (000 L2393), so they come
first; then each player's bonus, ante and play, from the action button on (000 L2416).
"""

from firmware.games.banked import events as e
from firmware.games.banked import three_card
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.round import Round

WAGERS = ("bonus", "ante", "play")


def action_seat(hand: Round) -> int:
    """Counted from the bank by its card that was turned up: ace 1 to king 13 (000b item 7)."""
    value = (hand.bank[-1] // 4 + 1) % 13 + 1
    offset = (value - 1) % (hand.places - 1) + 1
    return (hand.banker - 1 + offset) % hand.places + 1


def settlement_order(hand: Round) -> list[int]:
    """Seats with wagers, clockwise from the action button."""
    first = action_seat(hand)
    return sorted(hand.wagering, key=lambda seat: (seat - first) % hand.places)


def settle(hand: Round) -> list[BankedEvent]:
    order = settlement_order(hand)
    active = [seat for seat in order if seat not in hand.gone]
    bank = three_card.strength(hand.bank)
    out: list[BankedEvent] = [e.HandTabled(hand.banker, tuple(hand.bank))]
    out += [e.HandTabled(seat, tuple(hand.cards[seat])) for seat in active]
    rest = hand.stake
    for seat in [*(s for s in order if s in hand.gone), *active]:
        for wager in WAGERS:
            amount: int = getattr(hand, wager)[seat]
            if not amount:
                continue
            odds = _odds(hand, seat, wager, bank)
            if odds == 0 or rest == 0:
                out.append(e.WagerReturned(seat, wager, amount))
            elif odds > 0:
                paid = min(amount * odds, rest)
                rest -= paid
                out.append(e.WagerWon(seat, wager, amount, paid))
            else:
                taken = min(amount, rest)
                rest -= taken
                out.append(e.WagerLost(seat, wager, amount - taken, taken))
    return [*out, e.RoundEnded()]


def _odds(hand: Round, seat: int, wager: str, bank: int) -> int:
    """What a wager pays for one; 0 is a push, -1 is lost."""
    if seat in hand.gone:
        return -1  # the bonus too (000b, ambiguity 3)
    mine = three_card.strength(hand.cards[seat])
    if wager == "bonus":
        return hand.rules.bonus.get(three_card.kind(mine), -1)
    if not three_card.qualifies(bank):
        return 1 if wager == "ante" else 0  # even with the worse hand (000 L2395)
    return (mine > bank) - (mine < bank)
