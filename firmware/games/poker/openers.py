"""Rules that look at a player's own cards: openers, must-bet sevens, open pairs."""

from firmware.games.cards import UNKNOWN, cards
from firmware.games.poker.hand import Hand
from firmware.games.ranking import RANKINGS

_high = RANKINGS["high, bug"].rank
_low = RANKINGS["low A-5, joker"].rank
_JACKS = _high(cards("JcJd2h3s4c"))  # the least pair of jacks
_SEVEN = _low(cards("7c6d5h4s3c"))  # the worst seven


def can_open(hand: Hand, seat: int) -> bool:
    """A pair of jacks or better; joker and ace are aces (002 L502, 004 L133)."""
    held = hand.down[seat]
    return UNKNOWN in held or _high(held) >= _JACKS


def seven_or_better(hand: Hand, seat: int) -> bool:
    held = hand.down[seat]
    return UNKNOWN not in held and _low(held) >= _SEVEN


def after_the_draw(hand: Hand) -> bool:
    return any(phase.kind == "draw" for phase in hand.rules.phases[: hand.at])


def must_bet(hand: Hand, seat: int) -> bool:
    """After the draw a seven or better bets, unless he closes the round (002 L473)."""
    return len(hand.queue) > 1 and after_the_draw(hand) and seven_or_better(hand, seat)


def no_check_raise(hand: Hand, seat: int) -> bool:
    settings = hand.rules.settings
    if not settings.check_raise:
        return True
    return settings.sevens == "no check-raise" and seven_or_better(hand, seat)


def open_pair(hand: Hand) -> bool:
    """Fourth street, and a pair shows (000 L300: any player; 001 L2241: whoever has it)."""
    whose = hand.rules.settings.open_pair
    if not whose or any(len(hand.up[seat]) != 2 for seat in hand.live):
        return False
    if whose == "the pair" and hand.betting.wagers:
        return False  # the size of the bet binds everybody on this round
    who = hand.queue[:1] if whose == "the pair" else hand.live
    return any(hand.up[seat][0] >> 2 == hand.up[seat][1] >> 2 for seat in who)
