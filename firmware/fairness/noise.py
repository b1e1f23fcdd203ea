"""A worker that reads the noise device, tests every byte and keeps a few good ones ready.

The device blocks; the event loop must not. So only this thread ever reads it, and a hand takes
what has already been tested. A sick source empties the store: fail closed (REQ-R6, REQ-R11).
"""

import threading
from dataclasses import dataclass
from typing import Literal, Protocol

from drivers.entropy import EntropySource
from drivers.fault import Fault
from firmware.fairness.health import STARTUP_SAMPLES, WINDOW, Health

STORE_BYTES = 4 * WINDOW  # about twenty hands
WAIT_SECONDS = 5.0  # for good noise, before a hand; then the floor is told
POLL_SECONDS = 1.0  # a source that nobody needs is still tested this often
RETRY_SECONDS = 1.0  # between tries to open a device that went away

State = Literal["starting", "healthy", "recovering", "gone", "broken"]


class Noise(Protocol):
    def read(self, size: int) -> bytes:
        """Tested raw noise, or a Fault that names why there is none."""

    def check(self) -> None:
        """A Fault when no new hand may start now, whatever is still in store."""


@dataclass(frozen=True, slots=True)
class Report:
    """For the integrity panel and `stormdeck rng health`."""

    source: str
    state: State
    ready_bytes: int
    samples: int
    longest_run: int
    largest_share: int
    intermittent: int
    fault: str


class NoiseWorker:
    def __init__(self, source: EntropySource, health: Health | None = None) -> None:
        self.source, self.health = source, health or Health()
        self.state: State = "starting"
        self._trial = STARTUP_SAMPLES  # samples still to pass before any may leave
        self._store = bytearray()
        self._fault: Fault | None = None
        self._crash: BaseException | None = None
        self._changed = threading.Condition()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="noise", daemon=True)

    def start(self) -> "NoiseWorker":
        self._thread.start()
        return self

    def stop(self) -> None:
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()

    def read(self, size: int, wait_seconds: float = WAIT_SECONDS) -> bytes:
        """May wait, so never on the event loop's thread either: dealer.py prepares in its own."""
        assert 0 < size <= STORE_BYTES
        with self._changed:
            self._changed.wait_for(lambda: len(self._store) >= size or self._dead(), wait_seconds)
            self.check()
            if len(self._store) < size:
                raise self._starved()
            taken, self._store = bytes(self._store[:size]), self._store[size:]
            self._changed.notify_all()
            return taken

    def check(self) -> None:
        if self._crash:
            raise self._crash
        if self._fault:
            raise self._fault

    def report(self) -> Report:
        with self._changed:
            seen, fault = self.health, str(self._fault or self._crash or "")
            return Report(
                self.source.name, self.state, len(self._store), seen.samples,
                seen.longest_run, seen.largest_share, seen.intermittent, fault,
            )  # fmt: skip

    def _run(self) -> None:
        try:
            while self._room():
                self._read()
        except BaseException as crash:  # our own mistake must reach the table, not die in a thread
            with self._changed:
                self.state, self._crash = "broken", crash
                self._store.clear()
                self._changed.notify_all()

    def _room(self) -> bool:
        """Waits for room, but not for ever: a full store must not hide a source that fails."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopping.is_set() or len(self._store) < STORE_BYTES, POLL_SECONDS
            )
            return not self._stopping.is_set() and self.state != "broken"

    def _read(self) -> None:
        try:
            block = self.source.read(WINDOW)
        except Fault as gone:
            self._become("gone", gone)
            self._stopping.wait(RETRY_SECONDS)
            return
        verdict = self.health.feed(block)
        if verdict == "permanent":
            self._become("broken", noise_broken(self.health))
        elif verdict == "intermittent":
            self._become("recovering", None)
        else:
            self._keep(block)

    def _become(self, state: State, fault: Fault | None) -> None:
        """Whatever was kept goes too: it came from the same source, a moment earlier."""
        with self._changed:
            self.state, self._fault, self._trial = state, fault, STARTUP_SAMPLES
            self._store.clear()
            self._changed.notify_all()

    def _keep(self, block: bytes) -> None:
        """One block is one whole window of the proportion test, so it leaves fully judged."""
        with self._changed:
            if self._trial > 0:
                self._trial -= len(block)
                return
            self.state, self._fault = "healthy", None
            self._store += block
            del self._store[:-STORE_BYTES]  # the freshest stay
            self._changed.notify_all()

    def _dead(self) -> bool:
        return self._fault is not None or self._crash is not None

    def _starved(self) -> Fault:
        unfit = self.state == "recovering"
        return noise_unfit(self.health) if unfit else noise_slow(self.source.name)


def noise_broken(health: Health) -> Fault:
    return Fault(
        name="NOISE_BROKEN",
        happened=f"RNG_FAULT: the hardware noise failed its health test: {health.permanent}.",
        safe="The hand in play goes on with its sealed deck; no new hand starts.",
        do="Replace the noise module and restart the table.",
    )


def noise_unfit(health: Health) -> Fault:
    return Fault(
        name="NOISE_UNFIT",
        happened=f"The hardware noise keeps failing its health test ({health.intermittent} times).",
        safe="What failed was thrown away; no new hand starts.",
        do="It is tested again without end; if this stays for a minute, replace the noise module.",
    )


def noise_slow(name: str) -> Fault:
    return Fault(
        name="NOISE_SLOW",
        happened=f"The hardware noise source {name} is too slow.",
        safe="No new hand starts until enough tested noise is there.",
        do="Wait a moment and deal again; if this stays, replace the noise module.",
    )
