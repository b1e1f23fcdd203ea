"""Whose touch is next. Nobody waits for somebody who touches more than a finger can.

Each seat has a few places to wait and a budget; who has spent least goes first, so that an honest
touch stands behind the one that is being answered, however many stations have gone mad. What finds
no place is dropped: it is not answered, not written down, and not kept. All who said too much share
one small budget, and wait for everybody else: nine mad stations cost the table what one does.

What a station answers by itself, its shares of the shuffle, waits in places of its own: a child
that drums on the glass voids no hand.
"""

from collections import deque
from collections.abc import Callable
from typing import Literal

from drivers.budget import Budget

PLACES = 8  # of one seat: what two hands can do before the table has blinked
Lane = Literal["touches", "shares"]
BURST, A_SECOND = 40, 5  # more than anybody who wants something from the glass
SHARES_A_SECOND = 40  # more than the table ever asks for
MAD_A_SECOND = 1  # of all together who go on regardless
CALM_MS = 10_000  # without a touch too many: it is a finger again

Work = Callable[[], None]


class _Asker:
    def __init__(self, lane: Lane) -> None:
        self.waiting: deque[Work] = deque()
        self._a_second = A_SECOND if lane == "touches" else SHARES_A_SECOND
        self.calm_down()

    def calm_down(self) -> None:
        self.budget = Budget(BURST, self._a_second / 1000)
        self.dropped_at: int | None = None  # a touch too many: it is mad
        self.told = False  # that it asks for too much
        self.answered = 0  # since it is mad


class Turns:
    """Who asks is named as the floor would name it: "seat 3", "doors"."""

    def __init__(self) -> None:
        self._askers: dict[tuple[str, Lane], _Asker] = {}
        self._mad = Budget(PLACES, MAD_A_SECOND / 1000)

    def add(self, who: str, work: Work, now: int, lane: Lane = "touches") -> bool:
        """False: there was no place for it."""
        one = self._askers.setdefault((who, lane), _Asker(lane))
        if len(one.waiting) < PLACES:
            one.waiting.append(work)
            return True
        one.dropped_at = now
        return False

    def next(self, now: int) -> Work | None:
        """Of whoever has spent least; of the mad only when nobody else waits."""
        calm, mad = self._waiting()
        calm = [one for one in calm if one.budget.left(now) >= 1]
        if calm:
            one = max(calm, key=lambda each: each.budget.left(now))
            one.budget.spend(1, now)
        elif mad and self._mad.left(now) >= 1:
            one = min(mad, key=lambda each: each.answered)
            one.answered += 1
            self._mad.spend(1, now)
        else:
            return None
        return one.waiting.popleft()

    def next_at(self, now: int) -> int | None:
        """When a budget allows it again."""
        calm, mad = self._waiting()
        times = [one.budget.again_at(1, now) for one in calm]
        times += [self._mad.again_at(1, now)] if mad else []
        return int(min(times)) + 1 if times else None

    def _waiting(self) -> tuple[list[_Asker], list[_Asker]]:
        """Fingers, and the mad."""
        here = [one for one in self._askers.values() if one.waiting]
        mad = [one for one in here if one.dropped_at is not None]
        return [one for one in here if one.dropped_at is None], mad

    def mad(self) -> str | None:
        """Somebody who asks for too much, told of once."""
        for (who, _), one in self._askers.items():
            if one.dropped_at is not None and not one.told:
                one.told = True
                return who
        return None

    def calm(self, now: int) -> str | None:
        """Somebody who has stopped, in every lane."""
        for (who, _), one in self._askers.items():
            if one.dropped_at is not None and one.dropped_at + CALM_MS <= now:
                one.calm_down()
                if not self._is_mad(who):
                    return who
        return None

    def _is_mad(self, who: str) -> bool:
        here = (one for (name, _), one in self._askers.items() if name == who)
        return any(one.dropped_at is not None for one in here)

    @property
    def waiting(self) -> int:
        return sum(len(one.waiting) for one in self._askers.values())
