"""The table's one random stream: hardware noise and the kernel's pool, mixed in the DRBG.

Either of the two alone would keep the stream secret. It takes no input from any game (REQ-R8).
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from firmware.fairness.deck import DECKS, SEED_BYTES
from firmware.fairness.digest import label
from firmware.fairness.drbg import NONCE_BYTES_MIN, OUT_BYTES, Drbg
from firmware.fairness.health import CLAIM_BITS
from firmware.fairness.noise import Noise

NOISE_BYTES = 256 // CLAIM_BITS  # as much raw noise as holds 256 bits by our own claim
KERNEL_BYTES = 32


@dataclass(frozen=True, slots=True)
class Secrets:
    seeds: tuple[bytes, ...] = field(repr=False)  # one for each deck
    pad: bytes = field(repr=False)  # splits them between two keyholders


class Generator:
    def __init__(
        self,
        noise: Noise,
        table: str,
        boot: int,
        kernel: Callable[[int], bytes] = os.urandom,
        clock_ns: Callable[[], int] = time.time_ns,
        reseed_every_hand: bool = True,
    ) -> None:
        self._noise, self._kernel, self.table = noise, kernel, table
        self.reseed_every_hand = reseed_every_hand  # off where a lab wants fewest reseeds (REQ-R5)
        self.cycles = 0
        self._person = label(
            "boot", table, boot, clock_ns()
        )  # a restored disk: another clock (REQ-R3)
        self._made: Drbg | None = None

    @property
    def _drbg(self) -> Drbg:
        """Made at the first draw: a table comes back to its hand while its noise is still away."""
        if self._made is None:
            self._made = Drbg(self._entropy(), self._kernel(NONCE_BYTES_MIN), self._person)
        return self._made

    @property
    def started(self) -> bool:
        """Has anything been drawn from it yet?"""
        return self._made is not None

    def draw(self, hand: int) -> Secrets:
        """Fresh secrets for one hand; the stream cannot go back to them."""
        if self.reseed_every_hand:
            self._drbg.reseed(self._entropy(), label("hand", self.table, hand))
        seeds = tuple(self._drbg.generate(SEED_BYTES) for _ in range(DECKS))
        return Secrets(seeds, self._drbg.generate(DECKS * SEED_BYTES))

    def cycle(self) -> None:
        """Throw a block away between hands, so that the moment of the deal matters too (REQ-R4)."""
        self._drbg.generate(OUT_BYTES)
        self.cycles += 1

    def raw(self, size: int) -> bytes:
        """The same stream for the lab (REQ-R12). A table never calls this."""
        return self._drbg.generate(size)

    def _entropy(self) -> bytes:
        return self._noise.read(NOISE_BYTES) + self._kernel(KERNEL_BYTES)
