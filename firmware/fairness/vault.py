"""How the table finds its own deck again after a power cut (REQ-R10), and nobody finds it later.

The journal gets a box that only this file's key opens. The key is new for every hand and is
overwritten when the hand is over: an old journal opens no old deck.
"""

import os
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from drivers.fault import Fault
from firmware import durable
from firmware.fairness.deck import SEED_BYTES
from firmware.fairness.digest import label
from firmware.fairness.hand import Prepared

KEY_BYTES = 32
NONCE = bytes(12)  # a key seals one hand, once


class Vault:
    def __init__(self, path: Path, random: Callable[[int], bytes] = os.urandom) -> None:
        self._path, self._random = path, random

    def put(self, prepared: Prepared) -> bytes:
        """Before the commitment: the key is durable when this returns; journal what it returns."""
        key = self._random(KEY_BYTES)
        self._keep(key)
        context = label("vault", prepared.table, prepared.hand)
        return ChaCha20Poly1305(key).encrypt(NONCE, b"".join(prepared.seeds), context)

    def _keep(self, key: bytes) -> None:
        try:
            durable.replace(self._path, key)
        except OSError as no:
            raise vault_unwritable(self._path, no.strerror or "no reason given") from no

    def get(self, box: bytes, table: str, hand: int) -> list[bytes]:
        """After a restart: the seeds of the same hand, from the journal's box."""
        try:
            key = ChaCha20Poly1305(self._path.read_bytes())
            seeds = key.decrypt(NONCE, box, label("vault", table, hand))
        except (OSError, ValueError, InvalidTag) as no:
            raise vault_closed(hand) from no
        return [seeds[at : at + SEED_BYTES] for at in range(0, len(seeds), SEED_BYTES)]

    def destroy(self) -> None:
        """After the hand. Zeros open nothing; a flash chip may keep the old key for a while."""
        durable.replace(self._path, bytes(KEY_BYTES))


def vault_unwritable(path: Path, why: str) -> Fault:
    return Fault(
        name="VAULT_UNWRITABLE",
        happened=f"The key of the deck vault {path} cannot be written: {why}.",
        safe="The hand was not committed; no chip has moved.",
        do="Check the disk and start the hand again.",
    )


def vault_closed(hand: int) -> Fault:
    return Fault(
        name="VAULT_CLOSED",
        happened=f"The deck of hand {hand} cannot be opened again after the restart.",
        safe="All chips are known from the journal.",
        do="Void it, and each player gets back what was put in:"
        " stormdeck table FILE --void-hand REASON. Then start the table again.",
    )
