"""A game's plan of the deal: where each card goes, whoever is still in and whatever is drawn.

It is logged before any share of the shuffle is opened, and whoever checks a hand deals by it
(docs/fairness.md). Stud and draw mix what is undealt before each street and each drawer: there a
fold or a draw shifts the cards of all others, so nobody may know what comes next.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from firmware.games.poker.game import Phase
from firmware.games.poker.house import HouseRules

FACES = {"d": "down", "u": "up", "f": "fill"}
Step = tuple[Any, ...]


def plan(phases: Sequence[Phase], stud: bool, settings: HouseRules) -> tuple[Step, ...]:
    """`stud`: the burns come back when the deck runs short."""
    steps: list[Step] = []
    for phase in phases:
        again = steps and phase.kind == "deal" and phase.faces
        mixed = _steps(phase, stud, settings)
        steps += [("mix",), *mixed] if again and mixed[0][0] != "stud" else mixed
    if any(phase.kind == "discard" for phase in phases):  # one of these goes, face down
        steps[0] = (*steps[0], "drop")
    board = sum(phase.board for phase in phases)
    return (*steps, ("twice", board)) if board else tuple(steps)


def draw_step(plan: Sequence[Step], phases: Sequence[Phase], at: int) -> int:
    """Which step of the plan the draw of this phase is."""
    turn = sum(phase.kind == "draw" for phase in phases[:at])
    return [n for n, step in enumerate(plan) if step[0] == "draw"][turn]


def _steps(phase: Phase, stud: bool, settings: HouseRules) -> list[Step]:
    if phase.kind == "draw":
        burn = ("burn",) if phase.burn else ()
        fifth = ("fifth",) if settings.fifth_last else ()
        return [("draw", phase.most, *burn, *fifth, "mix")]
    if phase.kind != "deal":
        return []
    if stud and phase.burn and len(phase.faces) == 1:
        return [("stud", phase.faces, *(("skip",) if settings.skip_burn else ()))]
    runs: list[Step] = [(FACES[face], len([*run])) for face, run in groupby(phase.faces)]
    burn_first: list[Step] = [("burn", 1)] if phase.burn else []
    return [*burn_first, *runs, *([("board", phase.board)] if phase.board else [])]
