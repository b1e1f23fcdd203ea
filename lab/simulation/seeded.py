"""Keys, noise and decks that come again: the same seed, the same evening, and every receipt says
that it is a simulation."""

import dataclasses
import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from firmware.controller.next_deck import Means
from firmware.fairness.boot import next_boot
from firmware.fairness.dealer import Dealer
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Deck, Prepared
from firmware.fairness.seal import Boxes, Keyholders
from firmware.fairness.vault import Vault
from lab.twins.noise import keystream


class SeededNoise:
    """Noise that comes again: a simulation, and every receipt says so."""

    def __init__(self, seed: int) -> None:
        self._take = keystream(f"desk {seed}".encode())

    def read(self, size: int) -> bytes:
        return self._take(size)

    def check(self) -> None:
        pass


class SeededDealer(Dealer):
    """Real boxes are sealed with luck of their own, and the cut depends on them: here they are
    stand-ins that nobody opens, so that a seed says everything."""

    def prepare_now(self, hand: int, attempt: int, deck: Deck) -> Prepared:
        made = super().prepare_now(hand, attempt, deck)
        roots = b"".join(deck.root for deck in made.decks)
        boxes = (hashlib.shake_256(roots + bytes([n])).digest(176) for n in range(3))
        return dataclasses.replace(made, boxes=Boxes(*boxes))


def means(home: Path, seed: int) -> Means:
    """Keys and noise of a table that does not exist; the same seed, the same decks."""
    home.mkdir(parents=True, exist_ok=True)
    stream = keystream(f"kernel {seed}".encode())
    noise = SeededNoise(seed)
    generator = Generator(noise, "1", next_boot(home / "boot"), stream, lambda: 0)

    def secret(name: str) -> bytes:
        return hashlib.sha256(f"{name} {seed}".encode()).digest()

    boxes = (X25519PrivateKey.from_private_bytes(secret(name)) for name in ("a", "m", "h"))
    return Means(
        generator,
        noise,
        Ed25519PrivateKey.from_private_bytes(secret("table")),
        Keyholders(*(key.public_key() for key in boxes)),
        Vault(home / "vault.key"),
        simulation=True,
        dealer=SeededDealer,
    )
