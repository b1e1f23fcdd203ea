"""The verifier's Ed25519 beside RFC 8032, 7.1, and beside the library that the table signs with."""

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.fairness import verify, verify_v1
from firmware.fairness.verify import L, P, point, signed

VECTORS = {
    "TEST 1": (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "TEST 2": (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "TEST 3": (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
}


@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_published_signatures_pass(vector):
    key, message, signature = map(bytes.fromhex, vector)
    for check in (signed, verify_v1.signed):
        assert check(key, message, signature)
        assert not check(key, message + b"x", signature)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 511))
@settings(max_examples=40, deadline=None)
def test_it_agrees_with_the_library_on_true_and_on_spoiled_signatures(seed, message, bit):
    private = Ed25519PrivateKey.from_private_bytes(seed)
    key, signature = private.public_key().public_bytes_raw(), private.sign(message)
    assert signed(key, message, signature)
    spoiled = bytearray(signature)
    spoiled[bit >> 3] ^= 1 << (bit & 7)
    assert signed(key, message, bytes(spoiled)) == library(key, message, bytes(spoiled)) is False


def library(key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@pytest.mark.parametrize("check", [signed, verify_v1.signed])
@pytest.mark.parametrize("vector", VECTORS.values(), ids=VECTORS)
def test_a_second_way_to_write_the_same_signature_is_refused(check, vector):
    """RFC 8032, 5.1.7: S + L gives the same point, so S is below L; nobody can make a second
    signature out of a first."""
    key, message, signature = map(bytes.fromhex, vector)
    again = int.from_bytes(signature[32:], "little") + L
    assert not check(key, message, signature[:32] + again.to_bytes(32, "little"))


@pytest.mark.parametrize("y", [P, P + 1, 2**255 - 1])
def test_a_key_written_past_the_prime_is_no_key(y):
    for rules in (verify, verify_v1):
        assert rules.point(y.to_bytes(32, "little")) is None
        assert not rules.signed(y.to_bytes(32, "little"), b"", bytes(64))


def test_half_of_all_strings_are_no_point():
    found = [point(bytes([n]) + bytes(31)) is None for n in range(200)]
    assert 60 < sum(found) < 140


@pytest.mark.parametrize("check", [signed, verify_v1.signed])
def test_a_key_that_anybody_can_sign_with_binds_nobody(check):
    """The identity: the signature of all is its own point, and nothing."""
    key = (1).to_bytes(32, "little")
    assert not check(key, b"anything", key + bytes(32))
