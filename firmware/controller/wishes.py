"""What a game asks of the deck, and the same as a step of the plan that was logged. Pure."""

from dataclasses import dataclass

from firmware.controller.deal_memory import Step
from firmware.fairness import hand as fair
from firmware.fairness.hand import Hand
from firmware.games.play import BANK, BANK_UP, BOARD, BURN, SCRAP

# Where a target of the game lies for the deck; a seat's cards go to the seat, face down or up.
SEATS_MAX = 64
FACE_UP = frozenset((*range(-SEATS_MAX, 0), BANK_UP))
_PLACES = {BOARD: fair.BOARD, BURN: fair.BURN, SCRAP: fair.SCRAP}
_PLACES |= {BANK: fair.BANK, BANK_UP: fair.BANK}
_PLACES |= {seat: abs(seat) for seat in range(-SEATS_MAX, SEATS_MAX + 1) if seat}
place_of = _PLACES.__getitem__  # where a target of the game lies for the deck


@dataclass(frozen=True)
class Wish:
    """What the game asks of the deck, and who is out of it."""

    targets: tuple[int, ...]
    back: tuple[int, ...] | None = None
    step: int = -1
    asked: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    rabbit: bool = False
    dice: int = 0  # to be thrown first
    wished: bool = False  # card by card, as somebody asks for it; no plan says so ahead


def as_step(hand: Hand, wish: Wish) -> Step:
    first = len(hand.to)
    up = tuple(n for n, target in enumerate(wish.targets, first) if target in FACE_UP)
    to = tuple(map(place_of, wish.targets))
    if wish.rabbit:
        to = tuple(fair.RABBIT if place == fair.BOARD else place for place in to)
    at, asked = wish.step, wish.asked
    if wish.wished and hand.to:
        at, asked = len(hand.plan) - 1, to
    return Step(to, up, None, at, asked, wish.out, wish.keep, wish.rabbit, wish.dice)
