"""How fast hands are ranked, beside the best public evaluators, in one run.

Every contest is timed in turns, ours and theirs, several times; the figures are medians, so that
a busy moment of the machine hits both alike. Each side gets its cards in its own form, ready.
"""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

import eval7
import numpy as np
import treys
from phevaluator import evaluate_cards
from pokerkit import Card, OmahaHoldemHand

from firmware.games.cards import NAMES, show
from firmware.games.ranking import RANKINGS
from firmware.games.ranking.use import best
from lab.bench import bulk

TURNS = 7
Work = tuple[Callable[[], object], int]  # what to time, and how many hands it ranks


def figures() -> Iterator[dict[str, object]]:
    rng = random.Random(7)
    hands = [tuple(rng.sample(range(52), 7)) for _ in range(20_000)]
    yield from _one_at_a_time(hands)
    yield _in_bulk(hands)
    yield _omaha(rng)
    yield _start()


def _one_at_a_time(hands: list[tuple[int, ...]]) -> Iterator[dict[str, object]]:
    rank = RANKINGS["high"].rank
    ours = (lambda: [rank(hand) for hand in hands]), len(hands)
    for name, theirs in _peers(hands).items():
        yield _contest("seven cards, one at a time", ours, name, theirs, "hands/s")


def _peers(hands: list[tuple[int, ...]]) -> dict[str, Work]:
    for_treys = [[treys.Card.new(NAMES[c]) for c in hand] for hand in hands[:2_000]]
    for_eval7 = [[eval7.Card(NAMES[c]) for c in hand] for hand in hands]
    # phevaluator numbers its cards as we do.
    evaluate = treys.Evaluator().evaluate
    return {
        "treys": (lambda: [evaluate([], hand) for hand in for_treys], len(for_treys)),
        "eval7": (lambda: [eval7.evaluate(hand) for hand in for_eval7], len(hands)),
        "phevaluator": (lambda: [evaluate_cards(*hand) for hand in hands], len(hands)),
    }


def _in_bulk(hands: list[tuple[int, ...]]) -> dict[str, object]:
    rng = np.random.default_rng(7)
    decks = [rng.random((50_000, 52), np.float32).argsort(1) for _ in range(10)]
    many = np.concatenate([deck[:, :7].astype(np.uint8) for deck in decks])
    ours = (lambda: bulk.rank(many)), len(many)
    return _contest("seven cards, in bulk", ours, "eval7", _peers(hands)["eval7"], "hands/s")


def _omaha(rng: random.Random) -> dict[str, object]:
    high = RANKINGS["high"]
    deals = [rng.sample(range(52), 9) for _ in range(5_000)]
    split = [(d[:4], d[4:]) for d in deals]
    theirs = [
        (tuple(Card.parse(show(hole))), tuple(Card.parse(show(board))))
        for hole, board in split[:100]
    ]
    return _contest(
        "omaha, one at a time",
        (lambda: [best("two and three", high, hole, board) for hole, board in split], len(split)),
        "pokerkit",
        (lambda: [OmahaHoldemHand.from_game(*deal) for deal in theirs], len(theirs)),
        "hands/s",
    )


def _start() -> dict[str, object]:
    code = (
        "from time import perf_counter as t; a = t(); import firmware.games.ranking; print(t() - a)"
    )
    seconds = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(TURNS)
    ]
    return {
        "bench": "import of the rankings",
        "ours": round(median(seconds) * 1000, 1),
        "peer": None,
        "peer_name": None,
        "ratio": None,
        "unit": "ms",
    }


def _contest(bench: str, ours: Work, name: str, theirs: Work, unit: str) -> dict[str, object]:
    mine, other = [], []
    for _ in range(TURNS):
        mine.append(_rate(ours))
        other.append(_rate(theirs))
    return {
        "bench": bench,
        "ours": round(median(mine)),
        "peer": round(median(other)),
        "peer_name": name,
        "ratio": round(median(mine) / median(other), 2),
        "unit": unit,
    }


def _rate(work: Work) -> float:
    run, count = work
    start = perf_counter()
    run()
    return count / (perf_counter() - start)


if __name__ == "__main__":
    for figure in figures():
        print(figure)
