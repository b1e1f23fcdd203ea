"""The keys of a table: one seals what nobody may read, one signs what nobody may change, and makes
the MAC of every batch.

Made at first use, readable by the firmware's user alone, never on a disk of the journal, in the
repository or in an export. The file also knows from which record on every batch has a MAC: a
journal that has them is never again taken for one from before.

The cards of a hand are sealed with a key of that hand, in a file of its own, which is overwritten
when the hand is over: nobody at this machine opens them again. Earlier versions sealed cards with
the table's own key: such a key leaves the machine for the auditor (controller/old_seals.py), and
until it has left, the file holds it beside the new one.
"""

import hmac
import os
from contextlib import suppress
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
_NO_CARDS = b"\x02"  # after the others: this key never sealed a card


class Keys:
    def __init__(
        self,
        seal: bytes,
        sign: bytes,
        since: int | None = 1,
        path: Path | None = None,
        sealed_cards: bool = False,
        old: bytes = b"",
    ) -> None:
        """`since`: the first record that has a MAC after it; None: none has yet. `sealed_cards`: it
        is a key of an earlier version. `old`: such a key, which has not left yet."""
        self._path, self.old, self.sealed_cards = path, old, sealed_cards
        self._own, self._signs = seal, sign
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
        for key in (self._seal, *([AESGCM(self.old)] if self.old else [])):
            with suppress(InvalidTag):
                return key.decrypt(body[:_NONCE_BYTES], body[_NONCE_BYTES:], place)
        raise wrong_key()

    def renew(self) -> None:
        """Another key seals from now on; the one before still opens, until it has left."""
        self.old, self._own, self.sealed_cards = self._own, os.urandom(_SEAL_BYTES), False
        self._seal = AESGCM(self._own)
        self._save()

    def let_old_go(self) -> None:
        """A flash chip may keep it for a while."""
        self.old = b""
        self._save()

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
        self._save()

    def _save(self) -> None:
        if self._path is None:
            return
        since = (self.since or 0).to_bytes(_SINCE_BYTES, "little")
        mark = b"" if self.sealed_cards else _NO_CARDS + self.old
        durable.replace(self._path, self._own + self._signs + since + mark)


def load_keys(path: Path) -> Keys:
    """The keys in this file; made when there is no file yet."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = os.urandom(_SEAL_BYTES) + Ed25519PrivateKey.generate().private_bytes_raw()
        durable.replace(path, fresh + (1).to_bytes(_SINCE_BYTES, "little") + _NO_CARDS)
    data = path.read_bytes()
    seal, sign, since, mark, old = (data[:32], data[32:64], data[64:72], data[72:73], data[73:])
    sizes = len(since) in (0, _SINCE_BYTES) and len(old) in (0, _SEAL_BYTES)
    if len(seal + sign) != 2 * _SEAL_BYTES or not sizes or mark not in (b"", _NO_CARDS):
        raise wrong_key()
    begun = int.from_bytes(since, "little") or None
    return Keys(seal, sign, begun, path, sealed_cards=not mark, old=old)


def wrong_key() -> Fault:
    return Fault(
        "JOURNAL_KEY",
        happened="The key of this table does not open its journal.",
        safe="Nothing was read and nothing was changed.",
        do="Put back the key file that belongs to this journal, then start again.",
    )
