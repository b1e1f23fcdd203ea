"""The last hands as everyone saw them, for the floor and for players to look at again. Only what
was public was ever on it; it is in memory, so a power cut ends it: the journal has the rest, for
those who may."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.screens import protocol as g
from firmware.screens.projection import last_fold, moments, what_happened
from firmware.screens.protocol import orders as o

HANDS, STEPS = 50, 200
PLAYED = ("in hand", "showdown", "paused")


class HandTape:
    def __init__(self) -> None:
        self._hands: dict[int, list[tuple[int, str, bytes]]] = {}
        self._last: g.Public | None = None

    @property
    def hands(self) -> tuple[int, int]:
        """First and last; what is being played is not over."""
        there = [hand for hand in self._hands if not self._plays(hand)]
        return (there[0], there[-1]) if there else (0, 0)

    def _plays(self, hand: int) -> bool:
        view = self._last
        if view is None or view.hand != hand or view.result or view.voided:
            return False
        return view.phase in PLAYED

    def note(self, view: g.Public, at: int) -> None:
        if view.voided in self._hands:  # the last that is seen of it
            view = replace(view, hand=view.voided)
        before, self._last = self._last, view
        if not view.hand:
            return
        steps = self._hands.setdefault(view.hand, [])
        for seen in (last_fold(before, view), view):
            if seen is None:
                continue
            words = what_happened(before, seen)
            if words and len(steps) < STEPS:
                steps.append((at, words, g.pack(seen)))
            before = seen
        if len(self._hands) > HANDS:
            del self._hands[next(iter(self._hands))]

    def replay(self, ask: o.ShowHand) -> Iterator[o.Step | o.No]:
        steps = self._hands.get(ask.hand, [])
        if not steps:
            words = f"Hand {ask.hand:,} is not on the table's tape of the last {HANDS} hands."
            yield o.No(ask.id, words, "REQ-R20")
        for number, (at, words, view) in enumerate(steps, 1):
            yield o.Step(ask.id, number, len(steps), at, words, g.public(view))

    def moments(self, hand: int) -> tuple[g.Moment, ...]:
        """For a player who sat in it."""
        return moments((words, g.public(view)) for _, words, view in self._hands.get(hand, []))
