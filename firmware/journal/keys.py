"""The two keys of a table: one seals what nobody may read, one signs what nobody may change.

Made at first use, readable by the firmware's user alone, never in the repository or an export.
"""

import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from firmware import durable
from firmware.errors import Fault

_NONCE_BYTES = 12
_SEAL_BYTES = 32


class Keys:
    def __init__(self, seal: bytes, sign: bytes) -> None:
        self._seal = AESGCM(seal)
        self._sign = Ed25519PrivateKey.from_private_bytes(sign)
        self.public = self._sign.public_key().public_bytes(form.Encoding.Raw, form.PublicFormat.Raw)

    def seal(self, body: bytes, place: bytes) -> bytes:
        # A fresh nonce each time: after a torn tail is cut the same place is written again.
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._seal.encrypt(nonce, body, place)

    def unseal(self, body: bytes, place: bytes) -> bytes:
        try:
            return self._seal.decrypt(body[:_NONCE_BYTES], body[_NONCE_BYTES:], place)
        except InvalidTag:
            raise wrong_key() from None

    def sign(self, message: bytes) -> bytes:
        return self._sign.sign(message)


def load_keys(path: Path) -> Keys:
    """The keys in this file; made when there is no file yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = os.urandom(_SEAL_BYTES) + Ed25519PrivateKey.generate().private_bytes_raw()
        durable.replace(path, fresh)
    data = path.read_bytes()
    if len(data) != 2 * _SEAL_BYTES:
        raise wrong_key()
    return Keys(data[:_SEAL_BYTES], data[_SEAL_BYTES:])


def wrong_key() -> Fault:
    return Fault(
        "JOURNAL_KEY",
        happened="The key of this table does not open its journal.",
        safe="Nothing was read and nothing was changed.",
        do="Put back the key file that belongs to this journal, then start again.",
    )
