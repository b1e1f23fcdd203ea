"""Who won what, and by which cards: the end of a hand as everybody saw it."""

from msgspec import Struct

from firmware.games.poker import events as p
from firmware.games.poker.hand import Hand
from firmware.games.poker.showdown import hand_use
from firmware.games.ranking import RANKINGS, use
from firmware.table.state import Table


class Winner(Struct, frozen=True, omit_defaults=True):
    seat: int
    chips: int
    pot: int = 0
    side: str = ""  # high or low, in games that split
    run: int = 0
    words: str = ""  # "Full House, Queens over Tens"; "" when nobody called
    cards: tuple[int, ...] = ()  # the five that won


def winners(table: Table) -> tuple[Winner, ...]:
    hand, result = table.hand, table.this_hand.result
    if hand is None or result is None or hand.due != "over":
        return ()
    return tuple(_winner(hand, won, won.seat in result.shown) for won in result.won)


def _winner(hand: Hand, won: p.Won, showed: bool) -> Winner:
    names = hand.rules.pots
    side = ("high", "low")[won.side] if len(names) == 2 else ""
    if not showed or len(hand.live) < 2:
        return Winner(won.seat, won.chips, won.pot, side, won.run)
    ranking, way = RANKINGS[names[won.side]], hand_use(hand.rules.hand)
    board = hand.second if won.run else hand.board
    hole = hand.cards(won.seat)
    cards = use.best_cards(way, ranking, hole, board)
    words = ranking.words(use.best(way, ranking, hole, board))
    return Winner(won.seat, won.chips, won.pot, side, won.run, words, cards)


def shown_strength(table: Table, number: int) -> int:
    """Of a whole hand that everybody saw; 0: none. Shown by choice is no showdown."""
    hand, result = table.hand, table.this_hand.result
    if hand is None or result is None or hand.due != "over" or len(hand.live) < 2:
        return 0
    if number not in hand.live or len(result.shown.get(number, ())) < len(hand.down[number]):
        return 0
    ranking, way = RANKINGS[hand.rules.pots[0]], hand_use(hand.rules.hand)
    return use.best(way, ranking, hand.cards(number), hand.board) or 0


def shown_words(table: Table, number: int) -> str:
    strength = shown_strength(table, number)
    if table.hand is None or not strength:
        return ""
    return RANKINGS[table.hand.rules.pots[0]].words(strength)


def best_beaten(table: Table) -> int:
    """The seat with the best hand that was shown and won nothing; 0: none."""
    result = table.this_hand.result
    if result is None or len(result.shown) < 2:
        return 0
    won = {share.seat for share in result.won}
    lost = {seat: shown_strength(table, seat) for seat in result.shown if seat not in won}
    best = max(lost, key=lambda seat: lost[seat], default=0)
    return best if lost.get(best) else 0
