"""How people play: some wait for cards, some look at every flop, some bet at whatever moves.

What a hand is worth is an estimate (`view_bots.feeling`); what becomes of it is a temper's. Nobody
puts seventy big blinds in because a pair looks pretty: all of a stack goes in when most of it is in
already, or by who has next to nothing to fear.
"""

from collections.abc import Sequence
from random import Random
from typing import Literal

from msgspec import Struct

Act = Literal["fold", "call", "raise"]
SURE = 0.9  # against one other: hardly ever beaten
COMMITTED = 0.6  # of what one has: the rest may go in too


class Temper(Struct, frozen=True):
    """From 0 to 1: how little it takes to stay in, and to bet."""

    name: str
    loose: float
    bold: float


ROCK = Temper("rock", 0.05, 0.3)
REGULAR = Temper("regular", 0.35, 0.5)
CALLER = Temper("caller", 0.8, 0.1)
GAMBLER = Temper("gambler", 0.65, 0.9)
TEMPERS = (REGULAR, CALLER, ROCK, REGULAR, GAMBLER, CALLER, REGULAR, ROCK, CALLER, REGULAR)


def act(
    share: float, call: int | None, pot: int, may_raise: bool, may_fold: bool, temper: Temper,
    rng: Random,
) -> Act:  # fmt: skip
    """`call`: what it costs to stay; None: it cannot be called, only answered by more or less."""
    price = call / (pot + call) if call else 0.0
    if may_raise and share > 0.72 + 0.3 * price - 0.12 * temper.bold:
        slow = rng.random() > 0.45 + 0.5 * temper.bold  # he waits with it
        if call is None or not slow:
            return "raise"
    if may_raise and not call and rng.random() < 0.12 * temper.bold:
        return "raise"  # at a pot that nobody wants
    if call is None:
        return "fold"
    if not may_fold or not call or share + 0.22 * temper.loose > price + 0.22:
        return "call"
    return "fold"


def size(pot: int, least: int, most: int, level: int, share: float, temper: Temper) -> int:
    """What he raises to: a part of the pot more than what is bet; all of it only when that is most
    of what he has, and then with good cards."""
    part = 0.4 + 0.35 * temper.bold + (0.25 if share > SURE else 0.0)
    wish = max(least, level + int(pot * part))
    if wish >= COMMITTED * most:
        return most if share > SURE or least >= most else least
    return wish


def preset(names: Sequence[str], share: float, temper: Temper) -> str:
    """Of the buttons from the least to all of it: never the last while there is another."""
    last = max(0, len(names) - 2)
    wish = round(last * min(1.0, 0.45 * temper.bold + 1.5 * max(0.0, share - 0.6)))
    return names[min(last, wish)]
