"""A wire in virtual time: two ends, the bytes between them, and every way they can go wrong.

All from one seed and thousands of times faster than life. The ends are drivers.link Links; the
same faults on a real pty are in lab/twins/pty_wire.py.
"""

import heapq
from collections.abc import Callable
from itertools import count
from math import inf, log
from random import Random
from typing import Any

from msgspec import Struct

from drivers.link.link import Link

BAUD_BYTE_S = 10 / 115_200


class Faults(Struct):
    """Shares are of bytes for `corrupt`, of chunks for the others."""

    corrupt: float = 0.0
    lose: float = 0.0
    double: float = 0.0
    reorder: float = 0.0
    delay_s: float = 0.0005
    jitter_s: float = 0.0


NOISY = Faults(corrupt=0.01, lose=0.01)
WILD = Faults(corrupt=0.003, lose=0.03, double=0.05, reorder=0.1, jitter_s=0.02)
CHUNK_BYTES = 62  # what a USB serial chip hands over at once


class Spoiler:
    """Chunks in, spoilt chunks out: each with how much later than its turn it arrives."""

    def __init__(self, rng: Random, faults: Faults) -> None:
        self.rng, self.faults = rng, faults
        self.hit = self.lost = 0
        self._clean = self._gap()

    def _gap(self) -> int:
        """Bytes until the next one that is hit; one draw a hit, not one a byte."""
        share = self.faults.corrupt
        return int(log(1 - self.rng.random()) / log(1 - share)) if share else 1 << 60

    def spoil(self, data: bytes) -> list[tuple[float, bytes]]:
        faults, rng, out = self.faults, self.rng, []
        for at in range(0, len(data), CHUNK_BYTES):
            chunk = data[at : at + CHUNK_BYTES]
            if faults.lose and rng.random() < faults.lose:
                self.lost += 1
                continue
            chunk = self._corrupt(chunk)
            late_s = rng.random() * faults.jitter_s if faults.jitter_s else 0.0
            if faults.reorder and rng.random() < faults.reorder:
                late_s += 0.03
            out.append((late_s, chunk))
            if faults.double and rng.random() < faults.double:
                out.append((late_s, chunk))
        return out

    def _corrupt(self, chunk: bytes) -> bytes:
        if self._clean >= len(chunk):
            self._clean -= len(chunk)
            return chunk
        spoilt, at = bytearray(chunk), self._clean
        while at < len(spoilt):
            spoilt[at] ^= self.rng.randrange(1, 256)
            self.hit += 1
            at += 1 + self._gap()
        self._clean = at - len(spoilt)
        return bytes(spoilt)


class End:
    """One end in virtual time: its link, what it was told, and its half of the wire."""

    def __init__(self, link: Link[Any, Any], spoiler: Spoiler) -> None:
        self.link, self.spoiler = link, spoiler
        self.told: list[Any] = []
        self.hear: Callable[[Any], None] = self.told.append
        self.busy_until_s = 0.0
        self.deaf = self.frozen = False
        self.sent_bytes = 0
        self.tap: Callable[[bytes], None] | None = None  # a sniffer


class Wire:
    """Both ends and the time. `a` is the screen, `b` the controller; nothing else has a clock."""

    def __init__(
        self, a: Link[Any, Any], b: Link[Any, Any], seed: int, faults: Faults,
        byte_s: float = BAUD_BYTE_S,
    ) -> None:  # fmt: skip
        rng = Random(seed)
        self.a, self.b = End(a, Spoiler(rng, faults)), End(b, Spoiler(rng, faults))
        self.now_s, self.byte_s, self.in_place = 0.0, byte_s, True
        self._order = count()
        self._arrivals: list[tuple[float, int, End, bytes]] = []
        self.cut_after: int | None = None  # pull the cable when so many bytes went over it
        self.carried_bytes = 0

    def run(self, until_s: float, done: Callable[[], bool] = lambda: False) -> bool:
        """Lets time pass until it is `until_s` or `done()`; says whether it was done."""
        self._settle()
        while not done():
            next_s = min(self._next(self.a), self._next(self.b), self._next_arrival())
            if next_s >= until_s:
                self.now_s = max(self.now_s, until_s)
                return done()
            self.now_s = max(self.now_s, next_s)
            self._arrive()
            self._settle()
        return True

    def _next(self, end: End) -> float:
        return inf if end.frozen else max(end.link.wake_at(), end.busy_until_s)

    def _next_arrival(self) -> float:
        return self._arrivals[0][0] if self._arrivals else inf

    def _arrive(self) -> None:
        while self._arrivals and self._arrivals[0][0] <= self.now_s:
            _, _, end, data = heapq.heappop(self._arrivals)
            if end.frozen:  # its port's buffer holds what comes, as far as it goes
                self._later(0.05, end, data)
            else:
                self._tell(end, end.link.receive(data, self.now_s))

    def _settle(self) -> None:
        for end, other in ((self.a, self.b), (self.b, self.a)):
            if end.frozen:
                continue
            self._tell(end, end.link.tick(self.now_s))
            while end.busy_until_s <= self.now_s:
                frame = end.link.outgoing(self.now_s)
                if not frame:
                    break
                end.busy_until_s = self.now_s + len(frame) * self.byte_s
                self._carry(end, other, frame)

    def _tell(self, end: End, happenings: list[Any]) -> None:
        for happening in happenings:
            end.hear(happening)

    def _carry(self, end: End, other: End, data: bytes) -> None:
        end.sent_bytes += len(data)
        if end.tap:
            end.tap(data)
        if not self.in_place:
            return
        room = len(data) if self.cut_after is None else self.cut_after - self.carried_bytes
        self.carried_bytes += min(len(data), room)
        if not other.deaf:
            took_s = len(data) * self.byte_s + end.spoiler.faults.delay_s
            for late_s, chunk in end.spoiler.spoil(data[:room]):
                self._later(took_s + late_s, other, chunk)
        if room <= len(data) and self.cut_after is not None:
            self.in_place, self.cut_after = False, None

    def _later(self, after_s: float, end: End, data: bytes) -> None:
        heapq.heappush(self._arrivals, (self.now_s + after_s, next(self._order), end, data))

    # What a hand can do to a wire

    def pull(self, noticed: bool = True) -> None:
        """Bytes on their way are gone. Not noticed: a far end may see silence only."""
        self.in_place, self.cut_after = False, None
        self._arrivals.clear()
        if noticed:
            for end in (self.a, self.b):
                self._tell(end, end.link.unplugged(self.now_s))

    def put_back(self, noticed: bool = True) -> None:
        self.in_place = True
        if noticed:
            self.a.link.plugged(self.now_s)
            self.b.link.plugged(self.now_s)

    def inject(self, end: End, data: bytes) -> None:
        """Somebody writes on the wire; `end` reads it."""
        self._tell(end, end.link.receive(data, self.now_s))
