"""Health of raw hardware noise: SP 800-90B, 4.4.1 repetition count and 4.4.2 adaptive proportion.

Two lines are drawn (requirements 2.4). A healthy source crosses the first once in 2^30 samples:
throw the samples away and start again. It crosses the second once in 2^60: the source is broken,
and no new hand starts until a person has looked.
"""

from dataclasses import dataclass, field
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


@dataclass(slots=True)
class Health:
    """Both tests, running on from block to block."""

    claim_bits: int = CLAIM_BITS
    samples: int = 0
    longest_run: int = 0
    largest_share: int = 0
    intermittent: int = 0  # failures since the start, for the integrity panel
    permanent: str = ""  # in words; once set it stays
    _last: int = -1
    _run: int = 0
    _first: int = -1
    _share: int = 0
    _seen: int = 0
    _cut: Cutoffs = field(init=False)

    def __post_init__(self) -> None:
        self._cut = CUTOFFS[self.claim_bits]

    def feed(self, block: bytes) -> Verdict:
        """The worst that any sample of this block showed."""
        worst: Verdict = "good"
        for sample in block:
            run, share = self._repeat(sample), self._proportion(sample)
            if run >= self._cut.repeats_permanent or share >= self._cut.share_permanent:
                self.permanent = self.permanent or self._words(run, share)
            elif run == self._cut.repeats or share == self._cut.share:
                worst = "intermittent"
                self.intermittent += 1
        self.samples += len(block)
        return "permanent" if self.permanent else worst

    def _repeat(self, sample: int) -> int:
        self._run = self._run + 1 if sample == self._last else 1
        self._last = sample
        self.longest_run = max(self.longest_run, self._run)
        return self._run

    def _proportion(self, sample: int) -> int:
        if self._seen == 0:
            self._first, self._share = sample, 0
        self._seen = self._seen + 1 if self._seen + 1 < WINDOW else 0
        if sample != self._first:
            return 0  # nothing grew, so no line can be crossed now
        self._share += 1
        self.largest_share = max(self.largest_share, self._share)
        return self._share

    def _words(self, run: int, share: int) -> str:
        if run >= self._cut.repeats_permanent:
            return f"the same byte came {run} times in a row"
        return f"one byte value came {share} times in {WINDOW} samples"
