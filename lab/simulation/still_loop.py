"""A loop in virtual time: its clock stands still while there is anything to do, then jumps to the
next timer. An evening of waiting takes no time at all.
"""

import asyncio
from selectors import DefaultSelector, SelectorKey


class Moments(DefaultSelector):
    now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        self.now_s += timeout or 0.0
        return super().select(0)


class StillLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._moments = Moments()
        super().__init__(self._moments)

    def time(self) -> float:
        return self._moments.now_s
