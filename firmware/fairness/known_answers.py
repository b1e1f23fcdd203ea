"""SP 800-90A Rev. 1, section 11.3: before the generator is used it must give NIST's own answer.

One request of the CAVP (drbgvectors, HMAC_DRBG.rsp, [SHA-256] with reseed, personalization and
additional input, COUNT = 0) goes through instantiate, reseed and generate: at every start, in the
very program that deals.
"""

from drivers.fault import Fault
from firmware.fairness.drbg import ENTROPY_BYTES_MIN, Drbg

ENTROPY = "cdb0d9117cc6dbc9ef9dcb06a97579841d72dc18b2d46a1cb61e314012bdf416"
NONCE = "d0c0d01d156016d0eb6b7e9c7c3c8da8"
PERSON = "6f0fb9eab3f9ea7ab0a719bfa879bf0aaed683307fda0c6d73ce018b6e34faaa"
RESEED = "8ec6f7d5a8e2e88f43986f70b86e050d07c84b931bcf18e601c5a3eee3064c82"
RESEED_EXTRA = "1ab4ca9014fa98a55938316de8ba5a68c629b0741bdd058c4d70c91cda5099b3"
EXTRA = (
    "16e2d0721b58d839a122852abd3bf2c942a31c84d82fca74211871880d7162ff",
    "53686f042a7b087d5d2eca0d2a96de131f275ed7151189f7ca52deaa78b79fb2",
)
RETURNED = (
    "dda04a2ca7b8147af1548f5d086591ca4fd951a345ce52b3cd49d47e84aa31a1"
    "83e31fbc42a1ff1d95afec7143c8008c97bc2a9c091df0a763848391f68cb4a3"
    "66ad89857ac725a53b303ddea767be8dc5f605b1b95f6d24c9f06be65a973a08"
    "9320b3cc42569dcfd4b92b62a993785b0301b3fc452445656fce22664827b88f"
)


def check() -> None:
    """Raises the fault: then nothing random is made."""
    drbg = Drbg(*map(bytes.fromhex, (ENTROPY, NONCE, PERSON)))
    drbg.reseed(*map(bytes.fromhex, (RESEED, RESEED_EXTRA)))
    size = len(bytes.fromhex(RETURNED))
    first, second = (drbg.generate(size, bytes.fromhex(extra)) for extra in EXTRA)
    if second.hex() != RETURNED or first == second or not _refuses_short_seeds():
        raise self_test_failed()


def _refuses_short_seeds() -> bool:
    try:
        Drbg(bytes(ENTROPY_BYTES_MIN - 1), bytes.fromhex(NONCE))
    except AssertionError:
        return True
    return False


def self_test_failed() -> Fault:
    return Fault(
        name="RNG_SELF_TEST",
        happened="RNG_FAULT: the random generator does not give the published answers.",
        safe="Nothing random was made and no hand can start.",
        do="Do not use this table: install the software again, and have the machine looked at.",
    )
