"""How much: the amounts that a turn offers as presets, on the slider and on the keypad."""

import math
from typing import NamedTuple

from firmware.screens.protocol import Range, Turn
from stations.state import State
from ui.amounts import show

LOW_PRESETS_BB = (3, 4, 5)  # before the flop
POT_SHARES = (("1/3 pot", 1, 3), ("1/2 pot", 1, 2), ("2/3 pot", 2, 3), ("Pot", 1, 1))
LARGE_TYPE_PRESETS = 4
CENTS = 100


class Preset(NamedTuple):
    title: str
    to: int


def presets(s: State, turn: Turn) -> list[Preset]:
    """Amounts to touch, sorted, from the least to the most."""
    amounts = turn.raise_to
    assert amounts
    all_in = turn.bet + s.me.stack
    found = [Preset("Min" if amounts.least < all_in else "All-in", amounts.least)]
    for wish in sorted(_wished(s, turn), key=lambda wish: wish.to):
        if found[-1].to < wish.to < amounts.most:
            found.append(wish)
    if amounts.most > amounts.least:
        found.append(Preset(_name_of_most(turn, all_in), amounts.most))
    return _fewer(found) if s.view.prefs.large else found


def _wished(s: State, turn: Turn) -> list[Preset]:
    """Before the flop in big blinds, later in shares of what a call would make of the pot."""
    assert turn.raise_to
    if not s.public.board and s.public.placard.board and turn.level:
        unit = turn.unit or turn.raise_to.step
        wished = [Preset(f"{n} BB", fitted(turn, n * unit)) for n in LOW_PRESETS_BB]
        return [*wished, Preset("Pot", _pot_share(turn, 1, 1))]
    return [Preset(title, _pot_share(turn, up, low)) for title, up, low in POT_SHARES]


def _pot_share(turn: Turn, numerator: int, denominator: int) -> int:
    after_call = turn.pot + (turn.call or 0)
    return fitted(turn, turn.level + after_call * numerator // denominator)


def _name_of_most(turn: Turn, all_in: int) -> str:
    assert turn.raise_to
    most = turn.raise_to.most
    return "All-in" if most >= all_in else "Pot" if most <= _pot_share(turn, 1, 1) else "Most"


def _fewer(found: list[Preset]) -> list[Preset]:
    """Four for large type: least, two between, most."""
    if len(found) <= LARGE_TYPE_PRESETS:
        return found
    half = len(found) // 2
    return [found[0], found[half - 1], found[half], found[-1]]


def fitted(turn: Turn, to: int) -> int:
    """The nearest amount at or below `to` that the range offers."""
    assert turn.raise_to
    return _fitted(turn.raise_to, to)


def _fitted(amounts: Range, to: int) -> int:
    if to >= amounts.most:
        return amounts.most
    if to <= amounts.least:
        return amounts.least
    return amounts.least + (to - amounts.least) // amounts.step * amounts.step


def why_not(amounts: Range, to: int) -> tuple[str, tuple[int, ...]]:
    """Why the range does not offer `to`, and the nearest that it does; "": it does."""
    if to > amounts.most:
        return "At most", (amounts.most,)
    if to < amounts.least:
        return "At least", (amounts.least,)
    below = _fitted(amounts, to)
    if below == to:
        return "", ()
    above = min(below + amounts.step, amounts.most)
    return f"This game bets in {show(amounts.step)} chips:", (below, above)


def share_of(turn: Turn, to: int) -> float:
    """Place on the slider: logarithmic, so that small bets are easy to hit."""
    amounts = turn.raise_to
    assert amounts
    if amounts.most == amounts.least:
        return 1.0
    knee = max(amounts.least / 2, amounts.step)
    span = (amounts.most - amounts.least) / knee
    return math.log1p((to - amounts.least) / knee) / math.log1p(span)


def amount_at(turn: Turn, share: float) -> int:
    amounts = turn.raise_to
    assert amounts
    knee = max(amounts.least / 2, amounts.step)
    whole = math.log1p((amounts.most - amounts.least) / knee)
    return fitted(turn, round(amounts.least + knee * math.expm1(share * whole)))


def typed(s: State) -> int:
    """Whole dollars, or chips of a tournament."""
    return int(s.bet.typed or 0) * (1 if s.public.placard.chips else CENTS)


def one_amount(turn: Turn) -> bool:
    """A limit game, or nothing left to choose: one touch acts."""
    amounts = turn.raise_to
    return turn.fixed or amounts is None or amounts.least == amounts.most


def is_all_in(s: State, turn: Turn) -> bool:
    return s.bet.to >= turn.bet + s.me.stack
