"""Who may open a played deck later.

The auditor alone opens the first box. The other two together, manager and house auditor, hold
halves that say nothing alone (REQ-R47). Boxes are HPKE, RFC 9180: X25519, HKDF-SHA256,
ChaCha20-Poly1305; the hand and its roots are bound in, so that no box fits another hand.
"""

from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hpke
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from firmware.fairness.digest import sha256

SUITE = hpke.Suite(hpke.KEM.X25519, hpke.KDF.HKDF_SHA256, hpke.AEAD.CHACHA20_POLY1305)


class Unopened(Exception):
    """Wrong key, or a box that is not the one that was sealed."""


@dataclass(frozen=True, slots=True)
class Keyholders:
    """Public keys of those who may open a deck after the hand."""

    auditor: X25519PublicKey
    manager: X25519PublicKey
    house_auditor: X25519PublicKey


@dataclass(frozen=True, slots=True)
class Boxes:
    auditor: bytes
    manager: bytes
    house_auditor: bytes

    def digest(self) -> bytes:
        """All three are equally long, so their joint hash is unambiguous."""
        return sha256(self.auditor + self.manager + self.house_auditor)


def seal(secret: bytes, pad: bytes, to: Keyholders, context: bytes) -> Boxes:
    assert len(pad) == len(secret)
    return Boxes(
        auditor=SUITE.encrypt(secret, to.auditor, context),
        manager=SUITE.encrypt(pad, to.manager, context),
        house_auditor=SUITE.encrypt(_xor(secret, pad), to.house_auditor, context),
    )


def open_alone(boxes: Boxes, auditor: X25519PrivateKey, context: bytes) -> bytes:
    return unseal(boxes.auditor, auditor, context)


def open_together(
    boxes: Boxes, manager: X25519PrivateKey, house_auditor: X25519PrivateKey, context: bytes
) -> bytes:
    pad = unseal(boxes.manager, manager, context)
    return _xor(unseal(boxes.house_auditor, house_auditor, context), pad)


def unseal(box: bytes, key: X25519PrivateKey, context: bytes) -> bytes:
    try:
        return SUITE.decrypt(box, key, context)
    except (InvalidTag, ValueError) as no:
        raise Unopened("This key does not open this box, or the box was changed.") from no


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
