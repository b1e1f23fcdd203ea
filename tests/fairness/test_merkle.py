"""RFC 6962, section 2.1, beside the vectors of the Certificate Transparency reference code."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.fairness import merkle

DATA = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f"]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
C = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
D = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
E = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
F = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
LEAVES = [merkle.leaf(bytes.fromhex(data)) for data in DATA]


@pytest.mark.parametrize("size", range(9))
def test_roots_of_every_size(size):
    assert merkle.root(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize("size", range(9))
def test_a_growing_tree_has_the_same_roots(size):
    tree = merkle.Frontier()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    assert tree.root().hex() == ROOTS[size]


@pytest.mark.parametrize(("at", "size", "path"), [(0, 8, {A, B, C}), (5, 8, {D, E, ROOTS[4]})])
def test_the_proof_of_one_leaf_is_the_published_audit_path(at, size, path):
    """Ours stands left to right, the RFC's bottom up: the same hashes."""
    proof = merkle.proof(LEAVES[:size], {at})
    assert {sibling.hex() for sibling in proof} == path
    assert merkle.climb(size, {at: LEAVES[at]}, proof).hex() == ROOTS[size]


@pytest.mark.parametrize(
    ("old", "new", "path"),
    [(1, 1, []), (1, 8, [A, B, C]), (6, 8, [F, E, ROOTS[4]]), (2, 5, [B, D])],
)
def test_consistency_proofs_are_the_published_ones(old, new, path):
    proof = merkle.consistency(LEAVES[:new], old)
    assert [sibling.hex() for sibling in proof] == path
    old_root, new_root = bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new])
    assert merkle.consistent(old, old_root, new, new_root, proof)
    assert old == new or not merkle.consistent(old, new_root, new, new_root, proof)


leaves = st.integers(1, 70).map(
    lambda size: [hashlib.sha256(bytes([n])).digest() for n in range(size)]
)


@given(leaves, st.data())
def test_any_known_leaves_climb_to_the_root_and_no_changed_one_does(leaves, data):
    places = st.integers(0, len(leaves) - 1)
    known = data.draw(st.sets(places, min_size=1))
    proof = merkle.proof(leaves, known)
    told = {at: leaves[at] for at in known}
    root = merkle.root(leaves)

    assert merkle.climb(len(leaves), told, proof) == root
    lied = told | {data.draw(st.sampled_from(sorted(known))): b"x" * 32}
    assert merkle.climb(len(leaves), lied, proof) != root
    assert merkle.climb(len(leaves), told, [*proof, b"x" * 32]) is None
    assert not proof or merkle.climb(len(leaves), told, proof[:-1]) is None


@given(leaves, st.data())
def test_only_a_tree_that_grew_is_consistent(leaves, data):
    old = data.draw(st.integers(1, len(leaves)))
    was, now = merkle.root(leaves[:old]), merkle.root(leaves)
    proof = merkle.consistency(leaves, old)

    assert merkle.consistent(old, was, len(leaves), now, proof)
    assert not merkle.consistent(old, b"x" * 32, len(leaves), now, proof)
    assert not merkle.consistent(old, was, len(leaves), b"x" * 32, proof)
    assert not merkle.consistent(old, was, len(leaves), now, [*proof, now])


@given(leaves, st.data())
def test_the_proof_of_the_last_leaves_is_the_logs_whole_past(leaves, data):
    """Why a receipt carries only the peaks: they make the old root and, with leaves, the new."""
    old = data.draw(st.integers(0, len(leaves) - 1))
    tree = merkle.Frontier()
    for leaf in leaves[:old]:
        tree.append(leaf)
    assert tree.peaks == merkle.proof(leaves, set(range(old, len(leaves))))
