"""What a station drew, held against what the log says was dealt.

A log may be whole, signed and its cards sealed, and still not be what lay on the glass: so the
station remembers each face that it was given to draw, and compares when the hand's end is logged.
Where it may have missed a face, as a screen that was away, it says nothing: a fault is for good.
"""

from collections.abc import Iterable
from typing import Any

from firmware.fairness.verify import BANK, BOARD, RABBIT, Walk, Wrong


class Sight:
    """Of one hand, as one station saw it."""

    def __init__(self, hand: int = 0) -> None:
        self.hand = hand
        self.own: set[int] = set()
        self.board: set[int] = set()
        self.up: dict[int, set[int]] = {}  # before other seats, in play
        self.shown: dict[int, set[int]] = {}  # by other seats, in the end
        self.laid: set[int] = set()  # on boards, out of hands or off the block

    def see(self, own: Iterable[int], board: Iterable[int]) -> None:
        self.own.update(own)
        self.board.update(board)

    def see_other(self, seat: int, up: Iterable[int], shown: Iterable[int]) -> None:
        self.up.setdefault(seat, set()).update(up)
        self.shown.setdefault(seat, set()).update(shown)

    def see_laid(self, cards: Iterable[int]) -> None:
        self.laid.update(cards)

    def compare(self, seat: int, walk: Walk, shown: Iterable[Any]) -> None:
        """`shown`: number and face of every card that was open in the end."""
        faces = dict(shown)
        lay: dict[int, set[int]] = {}
        for number, card in faces.items():
            lay.setdefault(walk.to[number], set()).add(card)
        middle = lay.get(BOARD, set()) | lay.get(RABBIT, set()) | lay.get(BANK, set())
        if not self.board <= middle:
            raise Wrong("The board on this glass is not the one that the log says.")
        if not self.laid <= {*faces.values()}:
            raise Wrong("On a board of this glass lay a card that the log does not know.")
        banked = BANK in walk.to  # who holds the bank has its cards; who lost may table his
        self._compare_own(lay.get(seat, set()), walk.to.count(seat), banked)
        if not banked:
            up = {other: _up(walk, faces, other) for other in self.up}
            self._compare_others(lay, up)

    def _compare_own(self, logged: set[int], dealt: int, banked: bool) -> None:
        if len(self.own) > dealt and not banked:
            raise Wrong("More cards lay before you than the log says.")
        if len(self.own) == dealt and not logged <= self.own:
            raise Wrong("Your cards in the log are not those that lay before you.")

    def _compare_others(self, lay: dict[int, set[int]], up: dict[int, set[int]]) -> None:
        for other, seen in self.shown.items():
            true = seen <= lay.get(other, set())
            if not true or (len(self.up[other]) == len(up[other]) and self.up[other] != up[other]):
                raise Wrong(f"Seat {other} showed other cards than the log says.")


def _up(walk: Walk, faces: dict[int, int], seat: int) -> set[int]:
    """Dealt face up to this seat; what is rolled is not among them."""
    return {faces[number] for number in walk.up if walk.to[number] == seat and number in faces}
