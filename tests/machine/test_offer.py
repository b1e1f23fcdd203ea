"""Which bundles are written to a slot, and what each other one is refused for, by name."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.machine.offer import Approved, Here, Offer, approve, check, check_room, order

HOUSE, LAB, NOBODY = (Ed25519PrivateKey.from_private_bytes(bytes([n] * 32)) for n in (1, 2, 3))
NOW = 1_763_236_600_000
DIGEST = "c1" * 32
OFFER = Offer("4.3.0", "amd64", DIGEST, 170 << 20, NOW - 5_000_000)


def public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


HERE = Here("4.2.1", "amd64", 900 << 20, NOW, {"house": public(HOUSE), "lab": public(LAB)})


def signed(offer: Offer = OFFER, house=HOUSE, lab=LAB) -> Approved:
    approvals = [approve(offer, "house", "mgr.okafor", NOW - 2_000_000, house)] if house else []
    approvals += [approve(offer, "lab", "release key", NOW - 3_000_000, lab)] if lab else []
    return Approved(offer, tuple(approvals))


def name_of(approved: Approved, here: Here = HERE, digest: str = DIGEST) -> str:
    with pytest.raises(Refused) as no:
        check(approved, here, digest)
    return no.value.rule.removeprefix("update ")


def test_two_approvals_a_newer_version_this_board_these_bytes():
    check(signed(), HERE, DIGEST)


def test_one_side_alone_or_two_of_one_side_is_not_enough():
    assert name_of(signed(house=None)) == "ONE_SIGNATURE"
    assert name_of(signed(lab=None)) == "ONE_SIGNATURE"
    twice = signed(lab=None).approvals * 2
    assert name_of(Approved(OFFER, twice)) == "ONE_SIGNATURE"


def test_a_signature_counts_for_its_own_side_and_its_own_page():
    assert name_of(signed(lab=NOBODY)) == "WRONG_SIGNATURE"
    assert name_of(signed(house=LAB)) == "WRONG_SIGNATURE"
    for other in (replace(OFFER, version="4.4.0"), replace(OFFER, digest="00" * 32)):
        assert name_of(Approved(other, signed().approvals)) == "WRONG_SIGNATURE"
    house, lab = signed().approvals
    renamed = Approved(OFFER, (replace(house, name="mgr.haines"), lab))
    assert name_of(renamed) == "WRONG_SIGNATURE"
    assert name_of(Approved(OFFER, (replace(house, signature="no hex"), lab))) == "WRONG_SIGNATURE"


def test_a_table_without_a_key_takes_no_update():
    assert name_of(signed(), replace(HERE, keys={"lab": public(LAB)})) == "NO_KEY"


def test_what_it_is_refused_for_has_a_name():
    assert name_of(signed(), digest="d2" * 32) == "DAMAGED"
    assert name_of(signed(), replace(HERE, board="arm64")) == "OTHER_BOARD"
    assert name_of(signed(), replace(HERE, version="4.3.0")) == "OLDER_VERSION"
    assert name_of(signed(), replace(HERE, version="4.10")) == "OLDER_VERSION"
    assert name_of(signed(), replace(HERE, clock_set=False)) == "CLOCK_WRONG"
    assert name_of(signed(), replace(HERE, now_ms=NOW - 9 * 86_400_000)) == "CLOCK_WRONG"
    assert name_of(signed(replace(OFFER, version="newest"))) == "NO_VERSION"
    with pytest.raises(Refused, match="900 MB are free"):
        check_room(901 << 20, HERE)
    check_room(900 << 20, HERE)


numbers = st.lists(st.integers(0, 9999), min_size=2, max_size=4)


@given(numbers, numbers)
def test_versions_are_in_the_order_of_their_numbers(one, two):
    texts = [".".join(map(str, each)) for each in (one, two)]
    padded = [each + [0] * (4 - len(each)) for each in (one, two)]
    assert (order(texts[0]) < order(texts[1])) == (padded[0] < padded[1])
    assert (order(texts[0]) == order(texts[1])) == (padded[0] == padded[1])
