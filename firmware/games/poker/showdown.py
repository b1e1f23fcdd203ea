"""Who shows first, who wins what. Cards speak; every live hand is tabled (000 REC, 002 I)."""

from typing import cast

from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.cards import UNKNOWN
from firmware.games.play import Pot
from firmware.games.poker import openers, order
from firmware.games.poker.events import (
    Ended,
    Event,
    PassedOut,
    Returned,
    Shown,
    TurnedLow,
    Won,
)
from firmware.games.poker.hand import Hand
from firmware.games.poker.pots import pots, staked, uncalled
from firmware.games.ranking import RANKINGS, high, use
from firmware.games.ranking.cuban import TRIPLES
from firmware.money import split

_HOLDEM = ("high",)


def settle(hand: Hand, mucked: tuple[int, ...] = ()) -> list[Event]:
    """The end of a hand as events, every chip paid."""
    if hand.drawing.passed:
        return [TurnedLow()] if hand.rules.passed else [PassedOut()]
    events: list[Event] = []
    stakes, live = staked(hand), hand.live
    seat, chips = uncalled(stakes, live)
    if chips:
        events.append(Returned(seat, chips))
        stakes[seat] -= chips
    if len(live) == 1:
        events.append(Won(live[0], sum(stakes) + hand.dead))
    else:
        events += _contest(hand, stakes, mucked)
    events.append(Ended())
    return events


def is_split(events: list[Event]) -> bool:
    """Identical hands shared a pot (AJ-A43): not high and low, which are different hands."""
    seen: set[tuple[int, int, int]] = set()
    for event in events:
        if isinstance(event, Won):
            key = (event.pot, event.side, event.run)
            if key in seen:
                return True
            seen.add(key)
    return False


def _contest(hand: Hand, stakes: list[int], mucked: tuple[int, ...]) -> list[Event]:
    shown = [seat for seat in hand.live if seat not in mucked] if mucked else hand.live
    events: list[Event] = []
    scores: dict[int, list[int]] = {}
    hole: dict[int, list[int]] = {}
    if len(shown) > 1:
        hole = {seat: hand.down[seat] + hand.up[seat] for seat in shown}
        events += [Shown(seat, tuple(hole[seat])) for seat in showing_order(hand, shown, stakes)]
        scores = strengths(hand, hole)
        if hand.rules.settings.sevens in ("must bet", "check costs"):
            events += _sevens(hand, stakes, shown, scores)
    layers = pots(stakes, hand.live, hand.dead)
    again = strengths(replace(hand, board=hand.second), hole) if hand.second and hole else None
    for number, pot in enumerate(claimed(layers, shown) if mucked else layers):
        if again is None:
            events += _award(hand, pot, number, scores)
        else:
            events += _award_twice(hand, pot, number, scores, again)
    return events


def _award_twice(
    hand: Hand, pot: Pot, number: int, scores: dict[int, list[int]], again: dict[int, list[int]]
) -> list[Event]:
    """Half of the pot on each end of the board; the odd chip is played on the first."""
    first, second = split(pot.chips, 2, hand.stakes.chip)
    events = _award(hand, Pot(first, pot.seats), number, scores)
    rest = _award(hand, Pot(second, pot.seats), number, again)
    return [*events, *(replace(won, run=1) for won in rest)]


def claimed(layers: list[Pot], shown: list[int]) -> list[Pot]:
    """Who throws his hand away gives up what others show for, not a side pot that is his alone."""
    out: list[Pot] = []
    for pot in layers:
        seats = [seat for seat in pot.seats if seat in shown]
        if not seats:
            if len(pot.seats) > 1:
                raise Refused("Somebody has to show a hand for each pot.", "showdown")
            seats = pot.seats
        if out and out[-1].seats == seats:
            out[-1].chips += pot.chips
        else:
            out.append(Pot(pot.chips, seats))
    return out


def showing_order(hand: Hand, live: list[int], stakes: list[int]) -> list[int]:
    """ "If there is wagering on the final betting round, the first player to bet or the last player
    to raise is the first to show the hand" (002 L296); without any, "the player who acted first"
    (002 L295). "Players involved in the side pot should show their hands before anyone who is all
    in for only the main pot" (002 L297)."""
    betting = hand.betting
    first = betting.aggressor if hand.rules.settings.show_first == "last aggressor" else 0
    start = first or betting.leader or hand.seats[0]
    table = order.clockwise(hand, start)
    showing = [seat for seat in table if seat in live] if len(live) < len(table) else list(table)
    showing.sort(key=stakes.__getitem__, reverse=True)
    return showing


def strengths(hand: Hand, hole: dict[int, list[int]]) -> dict[int, list[int]]:
    """For each seat, a strength for each ranking that shares the pot; 0: does not qualify."""
    rules, board = hand.rules, hand.board
    if UNKNOWN in hand.deck.dealt:
        _refuse_unknown(hole, board)
    laws = [RANKINGS[name] for name in rules.pots]
    if rules.hand != "any":
        way = hand_use(rules.hand)
        return {s: [use.best(way, law, cards, board) for law in laws] for s, cards in hole.items()}
    if rules.pots == _HOLDEM and len(board) == 5 and len(next(iter(hole.values()))) == 2:
        rank_two = high.on_board(board)  # hold'em: the board is summed once for everybody
        return {seat: [rank_two(a, b)] for seat, (a, b) in hole.items()}
    if len(laws) == 1:
        rank = laws[0].rank
        scores = {seat: [rank(cards + board)] for seat, cards in hole.items()}
    else:
        scores = {seat: [law.rank(cards + board) for law in laws] for seat, cards in hole.items()}
    for seat in hand.up_jokers:  # dealt face up, a joker is no wild card (003 L377)
        if seat in hole:
            scores[seat] = [RANKINGS[rules.up_joker].rank(hole[seat] + board)]
    return scores


def _refuse_unknown(hole: dict[int, list[int]], board: list[int]) -> None:
    """Hands of a file, of which not every card was seen."""
    for seat, cards in hole.items():
        if UNKNOWN in cards:
            raise Refused(f"The cards of seat {seat} are not known.", "showdown")
    if UNKNOWN in board:
        raise Refused("The board is not known.", "showdown")


def hand_use(words: str) -> use.Use:
    """'two and three', or 'cuban watch' -> its legal triples."""
    family, _, variant = words.partition(" ")
    return TRIPLES[variant] if family == "cuban" else cast(use.Use, words)


def _award(hand: Hand, pot: Pot, number: int, scores: dict[int, list[int]]) -> list[Event]:
    seats = pot.seats
    if len(seats) == 1:
        return [Won(seats[0], pot.chips, number)] if pot.chips else []
    sides: list[tuple[int, list[int]]] = []
    for side in range(len(hand.rules.pots)):
        best = max([scores[seat][side] for seat in seats])
        if best:
            sides.append((side, [seat for seat in seats if scores[seat][side] == best]))
    if len(sides) == 1 and len(sides[0][1]) == 1:
        side, winners = sides[0]
        return [Won(winners[0], pot.chips, number, side)]
    shares = _halves(hand, pot.chips, sides)
    if len(sides) == 2 and sides[0][1] == sides[1][1] and hand.rules.settings.even_ties:
        return _tied_both_ways(hand, pot.chips, number, sides[0][1], shares[0])
    return [
        Won(seat, chips, number, side)
        for (side, winners), share in zip(sides, shares, strict=True)
        for seat, chips in _shares(hand, share, winners, side)
        if chips
    ]


def _tied_both_ways(
    hand: Hand, chips: int, number: int, winners: list[int], half: int
) -> list[Event]:
    """The whole pot as evenly as possible; the low half makes up for the high one's odd chip."""
    whole = _shares(hand, chips, winners, 0)
    high = dict(_shares(hand, half, winners, 0))
    wins = [Won(seat, high[seat], number, 0) for seat, _ in whole]
    wins += [Won(seat, share - high[seat], number, 1) for seat, share in whole]
    return [won for won in wins if won.chips]


def _halves(hand: Hand, chips: int, sides: list[tuple[int, list[int]]]) -> list[int]:
    """The odd chip between halves goes high, or (CR-A29) to the first left of the button."""
    shares = split(chips, len(sides), hand.stakes.chip)
    if len(sides) == 2 and hand.rules.settings.odd_half == "button":
        (_, high), (_, low) = sides
        if min(map(hand.seats.index, low)) < min(map(hand.seats.index, high)):
            shares.reverse()
    return shares


def _shares(hand: Hand, chips: int, winners: list[int], side: int) -> list[tuple[int, int]]:
    """Ties: odd chips one each, clockwise from the button; or "to the player with the high card
    (using suits if necessary) … No player gets more than one odd chip" (000 L302, 002 L410)."""
    if len(winners) == 1:
        return [(winners[0], chips)]
    ordered = [seat for seat in hand.seats if seat in winners]
    if hand.rules.settings.odd_chips == "card":
        if hand.rules.pots[side].startswith("low"):
            ordered.sort(key=lambda s: min(map(_ace_low, hand.cards(s))))
        else:
            ordered.sort(key=lambda s: max(hand.cards(s)), reverse=True)
    return list(zip(ordered, split(chips, len(ordered), hand.stakes.chip), strict=True))


def _ace_low(card: int) -> int:
    return card - 52 if card >= 48 else card


def _sevens(
    hand: Hand, stakes: list[int], live: list[int], scores: dict[int, list[int]]
) -> list[Event]:
    """A checked seven that turns out best wins only what was in before the draw (002 L474).

    Pot by pot: what a side pot holds of later bets goes back, too, if its best hand is such a
    seven, whoever won the main pot (003 L291, 004 L254).
    """
    early = hand.sevens.early
    if not early or not hand.betting.aggressor:  # nobody bet after the draw
        return []
    back = [0] * len(stakes)
    below, levels = 0, sorted({stakes[seat] for seat in live})
    for level in levels:
        top = level if level < levels[-1] else max(stakes)
        for seat in _void(hand, [s for s in live if stakes[s] >= level], scores):
            back[seat] += max(0, min(stakes[seat], top) - max(below, early[seat]))
        below = level
    events: list[Event] = []
    for seat in hand.seats:
        if back[seat]:
            events.append(Returned(seat, back[seat]))
            stakes[seat] -= back[seat]
    return events


def _void(hand: Hand, rivals: list[int], scores: dict[int, list[int]]) -> tuple[int, ...]:
    """Whose bets after the draw are void in the pot of `rivals`.

    If the seven only called a short all-in, it wins that too, and whoever called behind it and
    lost gets the overcall back (002 L476).
    """
    betting = hand.betting
    best = max(scores[seat][0] for seat in rivals)
    winners = [seat for seat in rivals if scores[seat][0] == best]
    sevens = [s for s in winners if s != betting.aggressor and openers.seven_or_better(hand, s)]
    if sevens and hand.sevens.short_round:
        speakers = order.clockwise(hand, betting.aggressor)
        behind = speakers[speakers.index(sevens[0]) :]
        return tuple(seat for seat in behind if seat not in winners)
    return hand.seats if any(seat in betting.checked for seat in sevens) else ()
