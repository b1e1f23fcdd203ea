"""Policies that see a station's view and nothing else: what a person at that glass sees."""

from collections.abc import Callable
from random import Random

from firmware import protocol as g
from firmware.games.ranking import RANKINGS

HIGH = RANKINGS["high"]
TRIES = 10


def calls(view: g.View, rng: Random) -> g.Intent:
    """Checks and calls to the end."""
    turn = view.turn
    assert turn is not None
    return g.Act(turn.decision, "fold" if turn.call is None else "call")


def holdem(looseness: float = 0.4) -> Callable[[g.View, Random], g.Intent]:
    """Plays by how often two cards like these win: 0 is a rock, 1 calls with anything."""

    def policy(view: g.View, rng: Random) -> g.Intent:
        turn = view.turn
        assert turn is not None
        others = sum(seat.life == "in" for seat in view.public.seats) - 1
        share = win_share(view.hole, view.public.board, rng) ** (1 + 0.3 * max(0, others - 1))
        share += rng.uniform(-0.1, 0.1)
        if turn.raise_to and share > 0.75 - 0.15 * looseness:
            return g.Act(turn.decision, "raise", amount(turn, turn.raise_to, share))
        if turn.call is None:
            return g.Act(turn.decision, "fold")
        price = turn.call / (turn.pot + turn.call) if turn.call else 0.0
        if not turn.fold or not turn.call or share + 0.2 * looseness > price + 0.25:
            return g.Act(turn.decision, "call")
        return g.Act(turn.decision, "fold")

    return policy


def amount(turn: g.Turn, amounts: g.Range, share: float) -> int:
    """About two thirds of the pot more; all of it with a hand that hardly loses."""
    if share > 0.97:
        return amounts.most
    wish = turn.level + turn.pot * 2 // 3
    steps = (min(wish, amounts.most) - amounts.least) // amounts.step
    return amounts.least + amounts.step * max(0, steps)


def win_share(hole: tuple[int, ...], board: tuple[int, ...], rng: Random) -> float:
    known = {*hole, *board}
    unseen = [card for card in range(52) if card not in known]
    points = 0.0
    for _ in range(TRIES):
        rest = rng.sample(unseen, 7 - len(board))
        table = (*board, *rest[2:])
        mine, theirs = HIGH.rank((*hole, *table)), HIGH.rank((*rest[:2], *table))
        points += (mine > theirs) + (mine == theirs) / 2
    return points / TRIES
