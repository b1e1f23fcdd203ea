"""What lies in front of the seats: the one module here that tells a hand of poker from a banked
round.

A hole card comes in at two places of this room only: `own_cards`, for the seat that holds them, and
the result's `shown`, for everybody.
"""

from firmware.games.banked.round import Round
from firmware.games.cards import UNKNOWN
from firmware.games.poker.hand import Hand
from firmware.games.poker.pots import Pot, pots
from firmware.games.poker.showdown import hand_use
from firmware.games.ranking import RANKINGS, use
from firmware.screens.projection import banked
from firmware.table.engine import Table, shown_words

NAMED_FROM = 5  # cards: fewer are no hand yet

Play = Hand | Round


def bet(play: Play, number: int) -> int:
    """On this round of betting; banked: all wagers, and the bank's stake."""
    if isinstance(play, Hand):
        return play.bets[number]
    own = play.stake if number == play.banker else 0
    return own + play.ante[number] + play.bonus[number] + play.play[number]


def folded(play: Play, number: int) -> bool:
    return number not in play.live if isinstance(play, Hand) else number in play.folded


def held(play: Play, number: int) -> int:
    """How many cards lie face down there: a folded seat holds none."""
    if folded(play, number):
        return 0
    return len(play.down[number] if isinstance(play, Hand) else play.cards[number])


def turned_up(play: Play, number: int) -> tuple[int, ...]:
    return tuple(play.up[number]) if isinstance(play, Hand) else ()


def own_cards(table: Table, number: int) -> tuple[int, ...]:
    """A seat's own hole cards, while it holds them and its link is good."""
    seat, play = table.seats[number], table.play
    if play is None or not seat.seated or not seat.link or number not in play.seats:
        return ()
    if isinstance(play, Round):
        return tuple(play.cards[number])
    down = play.down[number] if number in play.live else ()
    return tuple(card for card in down if card != UNKNOWN)


def own_words(table: Table, number: int, cards: tuple[int, ...]) -> str:
    """What the seat holds, for itself."""
    hand = table.hand
    if hand is None or not cards:
        return ""
    own = [*cards, *hand.up[number]]
    if len(own) + len(hand.board) < NAMED_FROM:
        return ""
    ranking, way = RANKINGS[hand.rules.pots[0]], hand_use(hand.rules.hand)
    strength = use.best(way, ranking, own, hand.board)
    return ranking.words(strength) if strength else ""


def words_shown(table: Table, number: int) -> str:
    """What everybody saw there at the end, in words."""
    if table.round is None:
        return shown_words(table, number)
    shown = (
        table.live is None and table.this_hand.result and table.this_hand.result.shown.get(number)
    )
    return banked.hand_words(table.round, number) if shown else ""


def brought(table: Table, number: int) -> int:
    """Banked: what the round brought this seat, if it brought anything."""
    if table.round is None or table.this_hand.result is None:
        return 0
    paid = table.this_hand.result.paid
    mine = -sum(paid.values()) if number == table.round.banker else paid.get(number, 0)
    return max(0, mine)


def mark(table: Table, number: int) -> str:
    """The bank's, or a blind's."""
    if table.round is not None:
        return "B" if number == table.round.banker else ""
    if table.hand is None:
        return ""
    return "SB" if number in table.position.small else "BB" if number in table.position.big else ""


def street(table: Table) -> str:
    hand = table.hand
    return hand.phase.street if hand is not None and 0 <= hand.at < len(hand.rules.phases) else ""


def standing_pots(table: Table) -> list[Pot]:
    """Main pot and side pots as they stand; the bets of this round are not in them yet."""
    hand = table.hand
    if hand is None or hand.due == "over":
        return []
    return [pot for pot in pots(list(hand.paid), list(hand.live), hand.dead) if pot.chips > 0]


def owed(table: Table, number: int) -> int:
    """What a call would cost this seat now."""
    hand = table.hand
    if hand is None or hand.due == "over" or number not in hand.live:
        return 0
    return max(0, min((hand.forced or hand.level) - hand.bets[number], hand.stacks[number]))


def taken(table: Table) -> tuple[int, int]:
    """Fee and jackpot that this very hand paid."""
    play = table.play
    fee = play.dropped if isinstance(play, Round) else table.this_hand.drop.fee if play else 0
    return fee, table.this_hand.drop.jackpot
