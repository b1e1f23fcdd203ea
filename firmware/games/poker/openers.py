"""Rules that look at a player's own cards: openers, must-bet sevens, open pairs."""

from firmware.games.cards import JOKER, UNKNOWN, cards
from firmware.games.poker.hand import Hand
from firmware.games.ranking import RANKINGS, showing

_JACKS = RANKINGS["high, bug"].rank(cards("JcJd2h3s4c"))  # the least pair of jacks
_SEVEN = RANKINGS["low A-5"].rank(cards("7c6d5h4s3c"))  # the worst seven


def can_open(hand: Hand, seat: int) -> bool:
    """A pair of jacks or better; joker and ace are aces (002 L502, 004 L133)."""
    held = hand.down[seat]
    return UNKNOWN in held or RANKINGS["high, bug"].rank(held) >= _JACKS


def seven_or_better(hand: Hand, seat: int) -> bool:
    held = hand.down[seat]
    if UNKNOWN in held:
        return False
    ranking = "low A-5, joker" if JOKER in held else "low A-5"
    return RANKINGS[ranking].rank(held) >= _SEVEN


def _after_the_draw(hand: Hand) -> bool:
    return any(phase.kind == "draw" for phase in hand.rules.phases[: hand.at])


def must_bet(hand: Hand, seat: int) -> bool:
    """After the draw a seven or better bets, unless he closes the round (002 L473)."""
    return len(hand.queue) > 1 and _after_the_draw(hand) and seven_or_better(hand, seat)


def no_check_raise(hand: Hand, seat: int) -> bool:
    settings = hand.rules.settings
    if not settings.check_raise:
        return True
    return settings.sevens == "no check-raise" and seven_or_better(hand, seat)


def open_pair(hand: Hand) -> bool:
    """Fourth street, and a pair shows (000 L300: any player; 001 L2241: whoever has it)."""
    whose = hand.rules.settings.open_pair
    ups = {seat: hand.up[seat] for seat in hand.live}
    if not whose or any(len(up) != 2 for up in ups.values()):
        return False
    if whose == "the pair":
        return showing.paired(ups[hand.queue[0]])
    return any(showing.paired(up) for up in ups.values())
