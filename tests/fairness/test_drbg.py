"""HMAC_DRBG beside NIST's own answers: CAVP, drbgvectors, HMAC_DRBG.rsp, [SHA-256], COUNT = 0."""

import copy
import pickle
from typing import NamedTuple

import pytest

from drivers.fault import Fault
from firmware.fairness import known_answers
from firmware.fairness.drbg import (
    ENTROPY_BYTES_MIN,
    NONCE_BYTES_MIN,
    REQUEST_BYTES_MAX,
    Drbg,
)


class Answer(NamedTuple):
    group: str
    entropy: str
    nonce: str
    person: str
    reseed: str  # "" where the group does not reseed
    reseed_extra: str
    extra: tuple[str, str]
    returned: str


ANSWERS = [
    Answer(
        "no reseed",
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "",
        "",
        "",
        ("", ""),
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
    ),
    Answer(
        "no reseed, additional input",
        "d3cc4d1acf3dde0c4bd2290d262337042dc632948223d3a2eaab87da44295fbd",
        "0109b0e729f457328aa18569a9224921",
        "",
        "",
        "",
        (
            "3c311848183c9a212a26f27f8c6647e40375e466a0857cc39c4e47575d53f1f6",
            "fcb9abd19ccfbccef88c9c39bfb3dd7b1c12266c9808992e305bc3cff566e4e4",
        ),
        "9c7b758b212cd0fcecd5daa489821712e3cdea4467b560ef5ddc24ab47749a1f"
        "1ffdbbb118f4e62fcfca3371b8fbfc5b0646b83e06bfbbab5fac30ea09ea2bc7"
        "6f1ea568c9be0444b2cc90517b20ca825f2d0eccd88e7175538b85d90ab39018"
        "3ca6395535d34473af6b5a5b88f5a59ee7561573337ea819da0dcc3573a22974",
    ),
    Answer(
        "no reseed, personalization and additional input",
        "5d3286bc53a258a53ba781e2c4dcd79a790e43bbe0e89fb3eed39086be34174b",
        "c5422294b7318952ace7055ab7570abf",
        "2dba094d008e150d51c4135bb2f03dcde9cbf3468a12908a1b025c120c985b9d",
        "",
        "",
        (
            "793a7ef8f6f0482beac542bb785c10f8b7b406a4de92667ab168ecc2cf7573c6",
            "2238cdb4e23d629fe0c2a83dd8d5144ce1a6229ef41dabe2a99ff722e510b530",
        ),
        "d04678198ae7e1aeb435b45291458ffde0891560748b43330eaf866b5a6385e7"
        "4c6fa5a5a44bdb284d436e98d244018d6acedcdfa2e9f499d8089e4db86ae89a"
        "6ab2d19cb705e2f048f97fb597f04106a1fa6a1416ad3d859118e079a0c319eb"
        "95686f4cbcce3b5101c7a0b010ef029c4ef6d06cdfac97efb9773891688c37cf",
    ),
    Answer(
        "reseed",
        "06032cd5eed33f39265f49ecb142c511da9aff2af71203bffaf34a9ca5bd9c0d",
        "0e66f71edc43e42a45ad3c6fc6cdc4df",
        "",
        "01920a4e669ed3a85ae8a33b35a74ad7fb2a6bb4cf395ce00334a9c9a5a5d552",
        "",
        ("", ""),
        "76fc79fe9b50beccc991a11b5635783a83536add03c157fb30645e611c2898bb"
        "2b1bc215000209208cd506cb28da2a51bdb03826aaf2bd2335d576d519160842"
        "e7158ad0949d1a9ec3e66ea1b1a064b005de914eac2e9d4f2d72a8616a802254"
        "22918250ff66a41bd2f864a6a38cc5b6499dc43f7f2bd09e1e0f8f5885935124",
    ),
    Answer(
        "reseed, additional input",
        "05ac9fc4c62a02e3f90840da5616218c6de5743d66b8e0fbf833759c5928b53d",
        "2b89a17904922ed8f017a63044848545",
        "",
        "2791126b8b52ee1fd9392a0a13e0083bed4186dc649b739607ac70ec8dcecf9b",
        "43bac13bae715092cf7eb280a2e10a962faf7233c41412f69bc74a35a584e54c",
        (
            "3f2fed4b68d506ecefa21f3f5bb907beb0f17dbc30f6ffbba5e5861408c53a1e",
            "529030df50f410985fde068df82b935ec23d839cb4b269414c0ede6cffea5b68",
        ),
        "02ddff5173da2fcffa10215b030d660d61179e61ecc22609b1151a75f1cbcbb4"
        "363c3a89299b4b63aca5e581e73c860491010aa35de3337cc6c09ebec8c91a62"
        "87586f3a74d9694b462d2720ea2e11bbd02af33adefb4a16e6b370fa0effd57d"
        "607547bdcfbb7831f54de7073ad2a7da987a0016a82fa958779a168674b56524",
    ),
    Answer(
        "reseed, personalization and additional input",
        "cdb0d9117cc6dbc9ef9dcb06a97579841d72dc18b2d46a1cb61e314012bdf416",
        "d0c0d01d156016d0eb6b7e9c7c3c8da8",
        "6f0fb9eab3f9ea7ab0a719bfa879bf0aaed683307fda0c6d73ce018b6e34faaa",
        "8ec6f7d5a8e2e88f43986f70b86e050d07c84b931bcf18e601c5a3eee3064c82",
        "1ab4ca9014fa98a55938316de8ba5a68c629b0741bdd058c4d70c91cda5099b3",
        (
            "16e2d0721b58d839a122852abd3bf2c942a31c84d82fca74211871880d7162ff",
            "53686f042a7b087d5d2eca0d2a96de131f275ed7151189f7ca52deaa78b79fb2",
        ),
        "dda04a2ca7b8147af1548f5d086591ca4fd951a345ce52b3cd49d47e84aa31a1"
        "83e31fbc42a1ff1d95afec7143c8008c97bc2a9c091df0a763848391f68cb4a3"
        "66ad89857ac725a53b303ddea767be8dc5f605b1b95f6d24c9f06be65a973a08"
        "9320b3cc42569dcfd4b92b62a993785b0301b3fc452445656fce22664827b88f",
    ),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.group)
def test_it_gives_the_published_answers(answer: Answer):
    """The second of two requests is the answer, as the CAVP asks."""
    unhex = bytes.fromhex
    drbg = Drbg(unhex(answer.entropy), unhex(answer.nonce), unhex(answer.person))
    if answer.reseed:
        drbg.reseed(unhex(answer.reseed), unhex(answer.reseed_extra))
    drbg.generate(128, unhex(answer.extra[0]))
    assert drbg.generate(128, unhex(answer.extra[1])).hex() == answer.returned


@pytest.mark.parametrize("size", [0, 4, 8, 16, 31])
def test_a_seed_too_short_for_every_deck_is_refused(size):
    """REQ-R1: log2 52! is 225.6, so 32, 64 and 128 bits never enter."""
    with pytest.raises(AssertionError):
        Drbg(bytes(size), bytes(16))
    with pytest.raises(AssertionError):
        Drbg(bytes(32), bytes(16)).reseed(bytes(size))


def test_a_generator_that_takes_a_short_seed_is_not_used(monkeypatch):
    """SP 800-90A, 11.3.2: the error handling is part of the test at every start."""
    known_answers.check()
    monkeypatch.setattr(known_answers, "ENTROPY_BYTES_MIN", 33)
    with pytest.raises(Fault, match="does not give the published answers"):
        known_answers.check()


def test_a_request_is_for_something_and_never_longer_than_the_standard_allows():
    with pytest.raises(AssertionError):
        Drbg(bytes(32), bytes(16)).generate(0)
    with pytest.raises(AssertionError):
        Drbg(bytes(32), bytes(16)).generate(REQUEST_BYTES_MAX + 1)


def test_the_state_after_a_request_cannot_tell_what_was_given_out():
    """REQ-R2. The state is copied out, as a thief would; run on, it only gives what comes later."""
    drbg = Drbg(b"e" * 32, b"n" * 16)
    given = drbg.generate(32)
    key, value = drbg._key, drbg._value
    later = drbg.generate(32)

    stolen = Drbg(bytes(32), bytes(16))
    stolen._key, stolen._value = key, value
    stolen._mac = type(stolen._mac)(key)
    assert stolen.generate(32) == later
    assert given not in (key, value)


def test_the_stream_is_not_copied_kept_or_printed():
    drbg = Drbg(b"e" * 32, b"n" * 16)
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            leak(drbg)
    assert drbg._key.hex() not in repr(drbg)


def test_the_least_entropy_and_the_least_nonce_are_enough_and_what_it_counts():
    drbg = Drbg(bytes(ENTROPY_BYTES_MIN), bytes(NONCE_BYTES_MIN))
    for entropy, nonce in (
        (ENTROPY_BYTES_MIN - 1, NONCE_BYTES_MIN),
        (ENTROPY_BYTES_MIN, NONCE_BYTES_MIN - 1),
    ):
        with pytest.raises(AssertionError):
            Drbg(bytes(entropy), bytes(nonce))
    drbg.generate(1)
    drbg.generate(1)
    assert repr(drbg) == "Drbg(2 requests since its last seed)"
    drbg.reseed(bytes(ENTROPY_BYTES_MIN))
    assert repr(drbg) == "Drbg(0 requests since its last seed)"
