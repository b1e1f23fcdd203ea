"""How long to wait for an answer: smoothed round trip and its spread (RFC 6298), 25 ms to 1 s.

A long packet takes longer on a slow wire, so line time is taken out of each sample and put back
into each wait: a big view after small ones is not resent while it is still on its way.
"""

from bisect import bisect_left

WAIT_S_MIN, WAIT_S_MAX, WAIT_S_FIRST = 0.025, 1.0, 0.25
BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)  # of how many took how long
LINE_S_PER_BYTE = 10 / 115_200  # the slowest wire we ship; on a faster one only a little patient


class RoundTrip:
    def __init__(self) -> None:
        self._smooth_s: float | None = None
        self._spread_s = 0.0
        self._patience = 1.0
        self._worst_s = 0.0
        self.took = [0] * (len(BOUNDS_S) + 1)  # answers by their time; the last: longer than all
        self.took_s = 0.0  # all of them together

    @property
    def mean_s(self) -> float:
        """Smoothed; 0: nothing was answered yet."""
        return self._smooth_s or 0.0

    def new_minute(self) -> float:
        """The worst since this was asked last."""
        worst_s, self._worst_s = self._worst_s, 0.0
        return worst_s

    def heard(self, took_s: float, line_bytes: int) -> None:
        sample_s = max(0.0, took_s - line_bytes * LINE_S_PER_BYTE)
        self._patience = 1.0
        self._worst_s = max(self._worst_s, sample_s)
        self.took[bisect_left(BOUNDS_S, sample_s)] += 1
        self.took_s += sample_s
        if self._smooth_s is None:
            self._smooth_s, self._spread_s = sample_s, sample_s / 2
            return
        self._spread_s += (abs(sample_s - self._smooth_s) - self._spread_s) / 4
        self._smooth_s += (sample_s - self._smooth_s) / 8

    def unanswered(self) -> None:
        """No other traffic shares this wire, so patience grows gently, not by doubling."""
        self._patience = min(self._patience * 1.5, 16.0)

    def wait_s(self, line_bytes: int) -> float:
        if self._smooth_s is None:
            wait_s = WAIT_S_FIRST
        else:
            wait_s = max(WAIT_S_MIN, self._smooth_s + 4 * self._spread_s)
        return min(wait_s * self._patience, WAIT_S_MAX) + line_bytes * LINE_S_PER_BYTE
