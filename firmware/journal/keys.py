"""The keys of a table: one seals what nobody may read, one signs what nobody may change, and makes
the MAC of every batch.

Made at first use, readable by the firmware's user alone, never on a disk of the journal, in the
repository or in an export. The file also knows from which record on every batch has a MAC: a
journal that has them is never again taken for one from before.

The cards of a hand are sealed with a key of that hand, in a file of its own, which is overwritten
when the hand is over: nobody at this machine opens them again.
"""

import hmac
import os
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from firmware import durable
from firmware.errors import Fault
from firmware.journal.frame import MAC_BYTES

_NONCE_BYTES = 12
_SEAL_BYTES = 32
_SINCE_BYTES = 8


class Keys:
    def __init__(
        self, seal: bytes, sign: bytes, since: int | None = 1, path: Path | None = None
    ) -> None:
        """`since`: the first record that has a MAC after it; None: none has yet."""
        self._bytes, self._path = seal + sign, path
        self._seal = AESGCM(seal)
        self._sign = Ed25519PrivateKey.from_private_bytes(sign)
        self._hands: dict[bytes, bytes] = {}  # the key of the hand in play, by journal
        self._mac = hmac.new(hmac.digest(sign, b"stormdeck journal mac", "sha256"), None, "sha256")
        self.since = since
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

    def seal_for_hand(self, body: bytes, journal: bytes, place: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + AESGCM(self._hand(journal)).encrypt(nonce, body, place)

    def unseal_of_hand(self, body: bytes, journal: bytes, place: bytes) -> bytes | None:
        """None: that hand is over."""
        try:
            opened = AESGCM(self._hand(journal))
            return opened.decrypt(body[:_NONCE_BYTES], body[_NONCE_BYTES:], place)
        except InvalidTag:
            return None

    def forget_hand(self, journal: bytes) -> None:
        """After its end is durable. A flash chip may keep the old key for a while."""
        self._keep_hand(journal, os.urandom(_SEAL_BYTES))

    def _hand(self, journal: bytes) -> bytes:
        if journal not in self._hands:
            kept = self._hand_file.read_bytes() if self._hand_file.exists() else b""
            if len(kept) == _SEAL_BYTES and self._path is not None:
                self._hands[journal] = kept
            else:
                self._keep_hand(journal, os.urandom(_SEAL_BYTES))
        return self._hands[journal]

    def _keep_hand(self, journal: bytes, key: bytes) -> None:
        self._hands[journal] = key
        if self._path is not None:
            durable.replace(self._hand_file, key)

    @property
    def _hand_file(self) -> Path:
        return (self._path or Path("no file")).with_name("hand.key")

    def sign(self, message: bytes) -> bytes:
        return self._sign.sign(message)

    def signed(self, message: bytes, signature: bytes) -> bool:
        try:
            self._sign.public_key().verify(signature, message)
        except InvalidSignature:
            return False
        return True

    def mac(self, seq: int, chain: bytes) -> bytes:
        """Over the end of a batch: its chain stands for everything before it."""
        mac = self._mac.copy()
        mac.update(seq.to_bytes(8, "little") + chain)
        return mac.digest()[:MAC_BYTES]

    def begin_macs(self, seq: int) -> None:
        """From this record on, for ever: durable before the first of them is written."""
        self.since = seq
        if self._path is not None:
            durable.replace(self._path, self._bytes + seq.to_bytes(_SINCE_BYTES, "little"))


def load_keys(path: Path) -> Keys:
    """The keys in this file; made when there is no file yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = os.urandom(_SEAL_BYTES) + Ed25519PrivateKey.generate().private_bytes_raw()
        durable.replace(path, fresh + (1).to_bytes(_SINCE_BYTES, "little"))
    data = path.read_bytes()
    seal, sign, since = data[:_SEAL_BYTES], data[_SEAL_BYTES : 2 * _SEAL_BYTES], data[64:]
    if len(seal + sign) != 2 * _SEAL_BYTES or len(since) not in (0, _SINCE_BYTES):
        raise wrong_key()
    return Keys(seal, sign, int.from_bytes(since, "little") if since else None, path)


def wrong_key() -> Fault:
    return Fault(
        "JOURNAL_KEY",
        happened="The key of this table does not open its journal.",
        safe="Nothing was read and nothing was changed.",
        do="Put back the key file that belongs to this journal, then start again.",
    )
