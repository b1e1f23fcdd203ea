"""Whose touch is next. Nobody waits for somebody who touches more than a finger can.

Each seat has a few places to wait and a budget; who has spent least goes first, so that an honest
touch stands behind the one that is being answered, however many stations have gone mad. What finds
no place is dropped: it is not answered, not written down, and not kept. What a station answers by
itself, its shares of the shuffle, waits in places of its own: a child that drums on the glass voids
no hand.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal

from drivers.budget import Budget

PLACES = 8  # of one seat: what two hands can do before the table has blinked
Lane = Literal["touches", "shares"]
BURST, A_SECOND = 40, 5  # more than anybody who wants something from the glass
SHARES_A_SECOND = 40  # more than the table ever asks for
CALMER_A_SECOND = 1  # for who goes on regardless
CALM_MS = 10_000  # without a touch too many: it is a finger again

Work = Callable[[], None]


class _Asker:
    def __init__(self, lane: Lane) -> None:
        self.waiting: deque[Work] = deque()
        self._a_second = A_SECOND if lane == "touches" else SHARES_A_SECOND
        self.calm_down()

    def calm_down(self) -> None:
        self.budget = Budget(BURST, self._a_second / 1000)
        self.dropped_at: int | None = None
        self.told = False  # that it asks for too much


class Turns:
    """Who asks is named as the floor would name it: "seat 3", "doors"."""

    def __init__(self) -> None:
        self._askers: dict[tuple[str, Lane], _Asker] = {}

    def add(self, who: str, work: Work, now: int, lane: Lane = "touches") -> bool:
        """False: there was no place for it."""
        one = self._askers.setdefault((who, lane), _Asker(lane))
        if len(one.waiting) < PLACES:
            one.waiting.append(work)
            return True
        one.budget.left(now)  # until now at the rate of a finger
        one.dropped_at, one.budget.rate = now, CALMER_A_SECOND / 1000
        return False

    def next(self, now: int) -> Work | None:
        """Of whoever has spent least."""
        here = [one for one in self._askers.values() if one.waiting and one.budget.left(now) >= 1]
        if not here:
            return None
        one = max(here, key=lambda each: each.budget.left(now))
        one.budget.spend(1, now)
        return one.waiting.popleft()

    def next_at(self, now: int) -> int | None:
        """When somebody's budget allows it again."""
        times = [one.budget.again_at(1, now) for one in self._askers.values() if one.waiting]
        return int(min(times)) + 1 if times else None

    def mad(self) -> str | None:
        """Somebody who asks for too much, told of once."""
        for (who, _), one in self._askers.items():
            if one.dropped_at is not None and not one.told:
                one.told = True
                return who
        return None

    def calm(self, now: int) -> str | None:
        """Somebody who has stopped."""
        for (who, _), one in self._askers.items():
            if one.dropped_at is not None and one.dropped_at + CALM_MS <= now:
                one.calm_down()
                return who
        return None

    @property
    def waiting(self) -> int:
        return sum(len(one.waiting) for one in self._askers.values())
