"""The dealer of a dealerless table: prepares hands in its own thread, hands out one at a time.

For the controller: submit() what prepares and commits a hand while the last one ends,
put_on_table() when it comes to the table, tick() in idle moments; again() after a power cut. All
randomness and all waiting for noise stay in the one worker thread.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey

from firmware.fairness.before import OldHand
from firmware.fairness.digest import sha256
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Deck, Hand, Prepared, prepare
from firmware.fairness.log import Log
from firmware.fairness.noise import Noise
from firmware.fairness.seal import Keyholders

T = TypeVar("T")
H = TypeVar("H", Hand, OldHand)
LIVE = ("committed", "sealed", "playing")
IN_PLAY = ("sealed", "playing")


class Dealer:
    def __init__(
        self, generator: Generator, noise: Noise, log: Log, keyholders: Keyholders, simulation: bool
    ) -> None:
        self.log, self.simulation = log, simulation
        self._generator, self._noise, self._keyholders = generator, noise, keyholders
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="dealer")
        self._auditor = key_digest(keyholders.auditor)
        self._hand: Hand | OldHand | None = None

    def prepare(self, hand: int, attempt: int, deck: Deck) -> Future[Prepared]:
        """Seeds, decks, roots, boxes: ready before they are wanted. Its Fault stops the hand."""
        return self._worker.submit(self.prepare_now, hand, attempt, deck)

    def prepare_now(self, hand: int, attempt: int, deck: Deck) -> Prepared:
        drawn = self._generator.draw(hand)
        table, to = self.log.table, self._keyholders
        return prepare(table, hand, attempt, deck, drawn.seeds, drawn.pad, to)

    def begin(self, prepared: Prepared, time: int, voids: int = 0) -> Hand:
        """Commits: from here on this deck is the hand's, whatever anyone does (REQ-R8).

        Let go of `prepared` then: the hand owns its secrets, and drops them as it goes.
        """
        self._noise.check()
        return self.put_on_table(self.commit(prepared, time, voids))

    def commit(self, prepared: Prepared, time: int, voids: int = 0) -> Hand:
        """The same, for a hand that is not on the table yet."""
        return Hand(prepared, self.log, time, self.simulation, voids, self._auditor)

    def again(self, prepared: Prepared, commit: dict[str, Any]) -> Hand:
        """After a power cut, by the words that were signed then: a keyholder or the noise may be
        another by now, and the hand in play is still the one that was committed to."""
        simulation, auditor = commit["noise"] == "simulation", bytes.fromhex(commit["auditor"])
        return self.put_on_table(
            Hand(prepared, self.log, commit["time"], simulation, commit["voids"], auditor)
        )

    def put_on_table(self, hand: H) -> H:
        """It is on the table now. Noise that failed meanwhile still stops it (REQ-R11)."""
        self._noise.check()
        self.let_go()
        self._hand = hand
        return hand

    def submit(self, work: Callable[[], T]) -> Future[T]:
        return self._worker.submit(work)

    def tick(self) -> Future[None] | None:
        """Cycles the stream between hands, never during one (REQ-R4): None, a hand is on the table.
        A deck that is committed to in the pause has its seeds already. Whoever asked for it looks
        at how it ended."""
        if self._hand and self._hand.life in IN_PLAY:
            return None
        return self._worker.submit(self._generator.cycle)

    def close(self) -> None:
        self._worker.shutdown(wait=True, cancel_futures=True)

    def let_go(self) -> None:
        """Nothing here knows the last hand's deck any more."""
        if self._hand is None:
            return
        assert self._hand.life not in LIVE, "one hand at a time"
        if self._hand.life != "forgotten":
            self._hand.forget()
        self._hand = None


def key_digest(key: X25519PublicKey) -> bytes:
    """Which auditor's key a hand's boxes were sealed to."""
    return sha256(key.public_bytes_raw())
