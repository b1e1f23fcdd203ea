"""Policies that see a station's view and nothing else: what a person at that glass sees."""

import math
from collections.abc import Callable, Sequence
from random import Random

from firmware.games.ranking import RANKINGS
from firmware.screens import protocol as g
from lab.simulation.temper import REGULAR, Temper, act, size

HIGH = RANKINGS["high"]
TRIES = 16


def calls(view: g.View, rng: Random) -> g.Intent:
    """Checks and calls to the end."""
    turn = view.turn
    assert turn is not None
    return g.Act(turn.decision, "fold" if turn.call is None else "call")


def holdem(temper: Temper = REGULAR) -> Callable[[g.View, Random], g.Intent]:
    """Plays by how often two cards like these win."""

    def policy(view: g.View, rng: Random) -> g.Intent:
        turn, board = view.turn, view.public.board
        assert turn is not None
        others = sum(seat.life == "in" for seat in view.public.seats) - 1
        share = feeling(view.hole, board, others, rng)
        does = act(share, turn.call, turn.pot, bool(turn.raise_to), turn.fold, temper, rng)
        if does == "raise" and turn.raise_to:
            return g.Act(turn.decision, "raise", amount(turn, turn.raise_to, share, temper))
        return g.Act(turn.decision, does)

    return policy


def any_game() -> Callable[[g.View, Random], g.Intent]:
    """Hold'em with some sense; whatever else is on the table, any way that the rules allow."""
    sense = holdem()

    def policy(view: g.View, rng: Random) -> g.Intent:
        placard = view.public.placard
        two = placard.hole == 2 and placard.board == 5 and len(view.hole) == 2
        return sense(view, rng) if two else anything(view, rng)

    return policy


def anything(view: g.View, rng: Random) -> g.Intent:
    turn = view.turn
    assert turn is not None
    wish, may = rng.random(), turn.raise_to
    if may and (wish < 0.2 or turn.call is None):
        steps = (may.most - may.least) // may.step
        return g.Act(turn.decision, "raise", may.least + may.step * int(steps * wish**2))
    if turn.call is None or (turn.fold and turn.call and wish > 0.7):
        return g.Act(turn.decision, "fold")
    return g.Act(turn.decision, "call")


def feeling(hole: Sequence[int], board: Sequence[int], others: int, rng: Random) -> float:
    """How good the cards feel against so many, give or take."""
    share = win_share(tuple(hole), tuple(board), rng)
    return math.pow(share, 1 + 0.3 * max(0, others - 1)) + rng.uniform(-0.1, 0.1)


def amount(turn: g.Turn, amounts: g.Range, share: float, temper: Temper) -> int:
    wish = size(turn.pot, amounts.least, amounts.most, turn.level, share, temper)
    if wish == amounts.most:
        return wish
    return amounts.least + (wish - amounts.least) // amounts.step * amounts.step


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
