"""Health of raw hardware noise: SP 800-90B, 4.4.1 repetition count and 4.4.2 adaptive proportion.

Two lines are drawn (requirements 2.4). A healthy source crosses the first once in 2^30 samples:
throw the samples away and start again. It crosses the second once in 2^60: the source is broken,
and no new hand starts until a person has looked.
"""

import re
from dataclasses import dataclass
from typing import Literal

WINDOW = 512  # samples, for a source with more than two values
STARTUP_SAMPLES = 1024

Verdict = Literal["good", "intermittent", "permanent"]


@dataclass(frozen=True, slots=True)
class Cutoffs:
    repeats: int
    repeats_permanent: int
    share: int
    share_permanent: int


# RCT: 1 + ceil(30 / H), then 60. APT: 2 + the 1 - 2^-30 (2^-60) quantile of Binomial(511, 2^-H).
CUTOFFS = {
    1: Cutoffs(31, 61, 325, 355),
    2: Cutoffs(16, 31, 191, 221),
    4: Cutoffs(9, 16, 71, 92),
    6: Cutoffs(6, 11, 32, 45),
    8: Cutoffs(5, 9, 17, 26),
}
CLAIM_BITS = 4  # a byte of the Pi's noise, half of ideal, until the lab has measured more


RUNS = re.compile(rb"(.)\1+", re.DOTALL)


@dataclass(slots=True)
class Health:
    """Both tests, one window of samples at a time. A run goes on from window to window."""

    claim_bits: int = CLAIM_BITS
    samples: int = 0
    longest_run: int = 0
    largest_share: int = 0
    intermittent: int = 0  # windows thrown away, for the integrity panel
    permanent: str = ""  # in words; once set it stays
    _tail: bytes = b""  # the run that the last window ended with

    def feed(self, window: bytes) -> Verdict:
        assert len(window) == WINDOW
        run, share = self._longest_run(window), window.count(window[:1])
        self.samples += WINDOW
        self.longest_run = max(self.longest_run, run)
        self.largest_share = max(self.largest_share, share)
        return self._judge(run, share, CUTOFFS[self.claim_bits])

    def _longest_run(self, window: bytes) -> int:
        joined = self._tail + window
        value = joined[-1:]
        self._tail = value * (len(joined) - len(joined.rstrip(value)))
        return max((len(run[0]) for run in RUNS.finditer(joined)), default=1)

    def _judge(self, run: int, share: int, cut: Cutoffs) -> Verdict:
        if run >= cut.repeats_permanent:
            self.permanent = self.permanent or f"the same byte came {run} times in a row"
        if share >= cut.share_permanent:
            words = f"one byte value came {share} times in {WINDOW} samples"
            self.permanent = self.permanent or words
        if self.permanent:
            return "permanent"
        if run >= cut.repeats or share >= cut.share:
            self.intermittent += 1
            return "intermittent"
        return "good"
