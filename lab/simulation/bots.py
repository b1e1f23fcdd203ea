"""Players that need no chair: seeded policies and a driver that plays one hand to its end.

A policy answers one question: this hand waits for somebody, what does he do? The driver shuffles,
deals what the hand wants, reshuffles when it says so, and settles. Same seed, same hand.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from random import Random

from firmware.games.cards import DECKS, UNKNOWN
from firmware.games.poker.commands import (
    Call,
    Command,
    Deal,
    Draw,
    Fold,
    Kill,
    Post,
    Raise,
    Roll,
    Settle,
    Start,
)
from firmware.games.poker.engine import Hand, Range, choices, new_hand, play, wants
from firmware.games.poker.events import Event
from firmware.games.poker.rules import Rules, Stakes
from firmware.games.poker.showdown import hand_use
from firmware.games.ranking import RANKINGS, use

Policy = Callable[[Hand, Random], Command]


# The driver


def play_hand(
    rules: Rules,
    stakes: Stakes,
    button: int,
    stacks: Mapping[int, int],
    rng: Random,
    policy: Policy,
    posts: tuple[Post, ...] | None = None,
) -> tuple[Hand, list[Event]]:
    """One hand from the forced bets to the last chip."""
    hand = new_hand(rules, stakes, button, stacks)
    deck = shuffled(rules, rng)
    events = play(hand, Start(posts))
    while hand.due != "over":
        events += play(hand, answer(hand, deck, rng, policy))
    return hand, events


def shuffled(rules: Rules, rng: Random) -> list[int]:
    deck = list(DECKS[rules.deck])
    rng.shuffle(deck)
    return deck


def answer(hand: Hand, deck: list[int], rng: Random, policy: Policy) -> Command:
    """The next command: from the deck, from the table, or from a player."""
    if hand.due == "deal":
        return deal(hand, deck, rng)
    if hand.due == "settle":
        return Settle()
    return policy(hand, rng)


def deal(hand: Hand, deck: list[int], rng: Random) -> Deal:
    want = wants(hand)
    if want.reshuffle:
        deck += want.reshuffle
        rng.shuffle(deck)
    assert len(deck) >= want.count, "the hand wants more cards than there are"
    cards = tuple(deck[: want.count])
    del deck[: want.count]
    return Deal(cards)


# Players who do not look at their cards


def calls(hand: Hand, rng: Random) -> Command:
    """Checks and calls, stands pat. Bets only where there is neither check nor call."""
    if hand.due != "act":
        return _quiet(hand)
    choice = choices(hand)
    if choice.call is not None:
        return Call(choice.seat)
    return Raise(choice.seat, choice.raise_to.least) if choice.raise_to else Fold(choice.seat)


def _quiet(hand: Hand) -> Command:
    seat = hand.queue[0]
    match hand.due:
        case "discard":
            return Draw(seat, tuple(hand.down[seat][-hand.phase.most :]))
        case "roll":
            return Roll(seat, up=False)
        case "kill":
            return Kill(seat, kill=False)
    return Draw(seat)


def random_player(folds: float = 0.15, raises: float = 0.3, free_folds: float = 0.1) -> Policy:
    """Any legal action, with these tastes; `free_folds` is the part of folds that are for free."""

    def policy(hand: Hand, rng: Random) -> Command:
        if hand.due != "act":
            return _random_cards(hand, rng)
        choice = choices(hand)
        seat, wish = choice.seat, rng.random()
        if choice.raise_to and (wish < raises or (choice.call is None and wish > folds)):
            return Raise(seat, random_amount(choice.raise_to, rng))
        if choice.call is None:
            return Fold(seat)
        if choice.fold and wish > 1 - folds and (choice.call or rng.random() < free_folds):
            return Fold(seat)
        return Call(seat)

    return policy


random_legal = random_player()


def random_amount(amounts: Range, rng: Random) -> int:
    """The least, the most, or something between; big bets are rarer than small ones."""
    steps = (amounts.most - amounts.least) // amounts.step
    wish = rng.random()
    if wish < 0.4 or not steps:
        return amounts.least
    if wish < 0.5:
        return amounts.most
    return amounts.least + amounts.step * int(steps * rng.random() ** 3)


def _random_cards(hand: Hand, rng: Random) -> Command:
    seat = rng.choice(hand.queue) if hand.due == "discard" else hand.queue[0]
    held = hand.down[seat]
    match hand.due:
        case "discard":
            return Draw(seat, tuple(rng.sample(held, hand.phase.most)))
        case "roll":
            return Roll(seat, up=rng.random() < 0.5)
        case "kill":
            return Kill(seat, kill=rng.random() < 0.1)
    return Draw(seat, tuple(rng.sample(held, rng.randint(0, min(hand.phase.most, len(held))))))


# Players who do


def sensible(looseness: float = 0.5, tries: int = 24) -> Policy:
    """Plays by how often his hand would win: 0 is a rock, 1 calls with anything."""

    def policy(hand: Hand, rng: Random) -> Command:
        if hand.due == "act":
            return _sensible_bet(hand, rng, looseness, tries)
        if hand.due in ("draw", "discard"):
            return _sensible_draw(hand, rng)
        return _quiet(hand)

    return policy


def _sensible_bet(hand: Hand, rng: Random, looseness: float, tries: int) -> Command:
    choice = choices(hand)
    seat = choice.seat
    share = win_share(hand, seat, rng, tries) ** (1 + (len(hand.live) - 2) * 0.3)
    share += rng.uniform(-0.1, 0.1)  # nobody is that sure, and some bluff
    if choice.raise_to and share > 0.75 - 0.15 * looseness:
        eager = choice.raise_to.most if share > 0.97 else _near_pot(hand, choice.raise_to)
        return Raise(seat, eager)
    if choice.call is None:
        return Fold(seat)
    price = choice.call / (hand.pot + choice.call) if choice.call else 0.0
    if not choice.fold or not choice.call or share + 0.2 * looseness > price + 0.25:
        return Call(seat)
    return Fold(seat)


def _near_pot(hand: Hand, amounts: Range) -> int:
    """About two thirds of the pot more, in steps that are allowed."""
    wish = hand.betting.level + hand.pot * 2 // 3
    steps = (min(wish, amounts.most) - amounts.least) // amounts.step
    return amounts.least + amounts.step * max(steps, 0)


def _sensible_draw(hand: Hand, rng: Random) -> Command:
    """Give up the cards without which the hand wins most often."""
    seat = hand.queue[0]
    held = hand.down[seat]
    counts = [hand.phase.most] if hand.due == "discard" else range(min(hand.phase.most, 3) + 1)
    ways = [given for count in counts for given in combinations(held, count)]
    seed = rng.random()  # the same unseen cards for each way

    def promise(given: tuple[int, ...]) -> float:
        return win_share(hand, seat, Random(seed), 12, without=given)

    return Draw(seat, max(ways, key=promise))


def win_share(
    hand: Hand, seat: int, rng: Random, tries: int, without: tuple[int, ...] = ()
) -> float:
    """How often this hand beats one other, as far as its owner can see: 0 to 1."""
    mine = [card for card in hand.cards(seat) if card not in without]
    rival = next(other for other in hand.live if other != seat)
    known = {*hand.cards(seat), *hand.board, *(c for s in hand.live for c in hand.up[s])}
    unseen = [card for card in DECKS[hand.rules.deck] if card not in known]
    points = 0.0
    for _ in range(tries):
        rest = iter(rng.sample(unseen, min(24, len(unseen))))
        board = _fill(hand.board, _board_size(hand), rest)
        here = _strengths(hand, _fill(mine, _hand_size(hand), rest), board)
        there = _strengths(hand, _fill(hand.up[rival], _hand_size(hand), rest), board)
        points += sum((a > b) + (a == b) / 2 for a, b in zip(here, there, strict=True)) / len(here)
    return points / tries


def _fill(cards: list[int], size: int, rest: Iterator[int]) -> list[int]:
    return [*(c for c in cards if c != UNKNOWN), *(next(rest) for _ in range(size - len(cards)))]


def _hand_size(hand: Hand) -> int:
    return sum(len(p.faces) - (p.most if p.kind == "discard" else 0) for p in hand.rules.phases)


def _board_size(hand: Hand) -> int:
    return sum(phase.board for phase in hand.rules.phases)


def _strengths(hand: Hand, hole: list[int], board: list[int]) -> list[int]:
    way = hand_use(hand.rules.hand)
    return [use.best(way, RANKINGS[name], hole, board) for name in hand.rules.pots]
