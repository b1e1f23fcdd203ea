"""Boxes for the auditor and for the two keyholders."""

import hmac
import os

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from firmware.fairness.demonstration import Keyring
from firmware.fairness.hand import box_context, lay_all, prepare
from firmware.fairness.seal import (
    SUITE,
    Boxes,
    Unopened,
    open_alone,
    open_together,
    seal,
)

SEEDS = [bytes([j]) * 32 for j in range(4)]


def hpke_key(shared: bytes, enc: bytes, public: bytes, info: bytes) -> tuple[bytes, bytes]:
    """RFC 9180, 4.1 and 5.1, base mode: key and nonce from the X25519 secret, with HMAC alone."""
    suite = b"HPKE" + bytes.fromhex("0020 0001 0003")

    def mac(key, data):
        return hmac.digest(key, data, "sha256")

    def extract(salt, name, data, who):
        return mac(salt or bytes(32), b"HPKE-v1" + who + name + data)

    def expand(key, name, data, size, who):
        return mac(key, size.to_bytes(2, "big") + b"HPKE-v1" + who + name + data + b"\1")[:size]

    kem = b"KEM" + bytes.fromhex("0020")
    prk = extract(b"", b"eae_prk", shared, kem)
    secret = expand(prk, b"shared_secret", enc + public, 32, kem)
    hashes = extract(b"", b"psk_id_hash", b"", suite) + extract(b"", b"info_hash", info, suite)
    root = extract(secret, b"secret", b"", suite)
    context = b"\0" + hashes
    return expand(root, b"key", context, 32, suite), expand(root, b"base_nonce", context, 12, suite)


def open_by_hand(box: bytes, key: X25519PrivateKey, info: bytes, aad: bytes = b"") -> bytes:
    enc, sealed = box[:32], box[32:]
    shared = key.exchange(X25519PublicKey.from_public_bytes(enc))
    public = key.public_key().public_bytes_raw()
    secret, nonce = hpke_key(shared, enc, public, info)
    return ChaCha20Poly1305(secret).decrypt(nonce, sealed, aad)


def test_the_published_box_opens_and_so_do_ours_in_the_same_way(ring, sealed):
    """RFC 9180, A.2.1.1, sequence 0: X25519, HKDF-SHA256, ChaCha20-Poly1305, base mode."""
    key = X25519PrivateKey.from_private_bytes(
        bytes.fromhex("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")
    )
    box = bytes.fromhex(
        "1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a"
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"
    )
    info = bytes.fromhex("4f6465206f6e2061204772656369616e2055726e")
    assert open_by_hand(box, key, info, b"Count-0") == b"Beauty is truth, truth beauty"
    assert open_by_hand(sealed.boxes.auditor, ring.auditor, context()) == b"".join(SEEDS)


def test_x25519_is_the_published_one():
    """RFC 7748, 6.1."""
    bob = "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
    key = X25519PrivateKey.from_private_bytes(
        bytes.fromhex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    )
    public = X25519PublicKey.from_public_bytes(
        bytes.fromhex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    )
    assert key.public_key().public_bytes_raw().hex() == bob
    assert key.exchange(public).hex() == shared


@pytest.fixture(scope="module")
def ring() -> Keyring:
    return Keyring()


@pytest.fixture(scope="module")
def sealed(ring):
    return prepare("T", 1, 1, ("52", 1), SEEDS, os.urandom(128), ring.holders())


def context(hand=1):
    return box_context("T", hand, 1, lay_all("T", hand, 1, ("52", 1), SEEDS))


def test_the_auditor_alone_gets_the_decks_back(ring, sealed):
    seeds = open_alone(sealed.boxes, ring.auditor, context())
    assert seeds == b"".join(SEEDS)
    again = lay_all("T", 1, 1, ("52", 1), [seeds[at : at + 32] for at in range(0, 128, 32)])
    assert [deck.cards for deck in again] == [deck.cards for deck in sealed.decks]


def test_manager_and_house_auditor_get_them_only_together(ring, sealed):
    assert open_together(sealed.boxes, ring.manager, ring.house_auditor, context()) == b"".join(
        SEEDS
    )
    for wrong in ((ring.manager, ring.manager), (ring.house_auditor, ring.house_auditor),
                  (ring.auditor, ring.house_auditor), (ring.manager, ring.auditor)):  # fmt: skip
        with pytest.raises(Unopened):
            open_together(sealed.boxes, *wrong, context())


def test_one_half_says_nothing():
    """With a random pad each half alone is as random as the pad; here both are looked at."""
    ring, pad = Keyring(), os.urandom(128)
    boxes = seal(b"".join(SEEDS), pad, ring.holders(), b"c")
    halves = {SUITE.decrypt(boxes.manager, ring.manager, b"c"),
              SUITE.decrypt(boxes.house_auditor, ring.house_auditor, b"c")}  # fmt: skip
    assert b"".join(SEEDS) not in halves


def test_a_box_opens_only_for_its_own_hand_and_unchanged(ring, sealed):
    with pytest.raises(Unopened):
        open_alone(sealed.boxes, ring.auditor, context(hand=2))
    for at in range(len(sealed.boxes.auditor)):
        box = bytearray(sealed.boxes.auditor)
        box[at] ^= 1
        with pytest.raises(Unopened):
            open_alone(Boxes(bytes(box), b"", b""), ring.auditor, context())
