"""All that makes a deck, without a table: noise, dealer, keys of its own, and hands that cut.

For a testing lab, who collects raw output and final outcomes from the production path (REQ-R12),
and for whoever wants to see a receipt before he sits down. No journal, no money, nobody's cards.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from drivers.entropy import EntropySource, HardwareNoise, KernelNoise, present
from firmware.fairness.boot import next_boot
from firmware.fairness.cut import NONCE_BYTES, Touch, touch_seal
from firmware.fairness.dealer import Dealer
from firmware.fairness.deck import Slot, order
from firmware.fairness.digest import Mac
from firmware.fairness.generator import Generator
from firmware.fairness.hand import BOARD, BURN, Hand
from firmware.fairness.log import Log
from firmware.fairness.noise import NoiseWorker
from firmware.fairness.seal import Keyholders

DECK = tuple(range(52))


@dataclass(frozen=True)
class Keyring:
    """Private keys that on a real floor lie in four different safes."""

    table: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    auditor: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate)
    manager: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate)
    house_auditor: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate)

    def holders(self) -> Keyholders:
        keys = (self.auditor, self.manager, self.house_auditor)
        return Keyholders(*(key.public_key() for key in keys))


def hardware_or_kernel() -> tuple[EntropySource, bool]:
    """The hardware where there is some; otherwise a simulation, which says so everywhere."""
    return (HardwareNoise(), False) if present() else (KernelNoise(), True)


class Shuffler:
    def __init__(
        self, source: EntropySource, simulation: bool, name: str = "Demo", every_hand: bool = True
    ) -> None:
        self.keys, self.name = Keyring(), name
        self.noise = NoiseWorker(source).start()
        with tempfile.TemporaryDirectory() as folder:
            boot = next_boot(Path(folder, "boot"))
        self.generator = Generator(self.noise, name, boot, reseed_every_hand=every_hand)
        self.log = Log(name, self.keys.table)
        self.dealer = Dealer(self.generator, self.noise, self.log, self.keys.holders(), simulation)

    def commit(self, number: int, cards: Sequence[int] = DECK, time: int = 0) -> Hand:
        return self.dealer.begin(self.dealer.prepare(number, cards).result(), time)

    def close(self) -> None:
        self.dealer.close()
        self.noise.stop()


def touch_all(hand: Hand, seats: Iterable[int]) -> list[Touch]:
    """Each station seals a touch; the window closes; each opens its own."""
    touches = [Touch(seat, _value(), os.urandom(NONCE_BYTES)) for seat in seats]
    for touch in touches:
        assert hand.window.seal(touch.seat, touch_seal(hand.table, hand.number, touch))
    hand.close_window()
    for touch in touches:
        assert hand.window.open(touch)
    return touches


def _value() -> int:
    return int.from_bytes(os.urandom(4), "big")


def play_holdem(hand: Hand, seats: Sequence[int], shown: Sequence[int] = ()) -> Hand:
    """Two cards each, five on the board; the seats in `shown` turn theirs up at the end."""
    touch_all(hand, seats)
    hand.cut()
    hand.deal([*seats, *seats])
    hand.deal([BURN, BOARD, BOARD, BOARD, BURN, BOARD, BURN, BOARD])
    hand.show([dealt.number for dealt in hand.dealt if dealt.to in shown])
    hand.finish()
    return hand


def play_draw(hand: Hand, seats: Sequence[int]) -> Hand:
    """Five cards each, three drawn; before the last seat draws, the discards come back in."""
    touch_all(hand, seats)
    hand.cut()
    hand.deal([seat for _ in range(5) for seat in seats])
    thrown = [dealt.number for dealt in hand.dealt[: 3 * len(seats)] if dealt.to != seats[-1]]
    hand.deal([seat for seat in seats[:-1] for _ in range(3)][: hand.left])
    hand.reshuffle(thrown)
    hand.deal([seats[-1]] * 3)
    hand.finish()
    return hand


def bulk_decks(shuffler: Shuffler, cards: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Production decks without the seals: the same draw, the same order(), hand after hand."""
    made = hand = 0
    while made < count:
        for j, seed in enumerate(shuffler.generator.draw(hand).seeds[: count - made]):
            yield order(Mac(seed), Slot(shuffler.name, hand, str(j)), cards)
            made += 1
        hand += 1
