"""What a station drew, held against what the log says was dealt.

A log may be whole, signed and its cards sealed, and still not be what lay on the glass: so the
station remembers each face that it was given to draw, and compares when the hand's end is logged.
"""

from collections.abc import Iterable
from typing import Any

from firmware.fairness.verify import BANK, BOARD, RABBIT, Walk, Wrong

CARDS = range(53)


class Sight:
    """Of one hand, as one station saw it."""

    def __init__(self, hand: int = 0) -> None:
        self.hand = hand
        self.own: set[int] = set()
        self.board: set[int] = set()
        self.others: dict[int, set[int]] = {}

    def see(self, own: Iterable[int], board: Iterable[int]) -> None:
        self.own.update(own)
        self.board.update(board)

    def see_other(self, seat: int, faces: Iterable[int]) -> None:
        self.others.setdefault(seat, set()).update(faces)

    def compare(self, seat: int, walk: Walk, shown: Iterable[Any]) -> None:
        """`shown`: number and face of every card that was open in the end."""
        faces = dict(shown)
        lay: dict[int, set[int]] = {}
        for number, card in faces.items():
            lay.setdefault(walk.to[number], set()).add(card)
        middle = lay.get(BOARD, set()) | lay.get(RABBIT, set()) | lay.get(BANK, set())
        if not self.board <= middle:
            raise Wrong("The board on this glass is not the one that the log says.")
        for other, seen in self.others.items():
            if not seen <= lay.get(other, set()):
                raise Wrong(f"Seat {other} showed other cards than the log says.")
        dealt = walk.to.count(seat)
        if len(self.own) > dealt:
            raise Wrong("More cards lay before you than the log says.")
        if len(self.own) == dealt and not lay.get(seat, set()) <= self.own:
            raise Wrong("Your cards in the log are not those that lay before you.")
