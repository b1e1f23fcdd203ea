"""One sealed deck: an order of cards, a secret salt for each, and the root that commits to it.

All of it follows from one 32-byte seed, so that opening the seed opens the deck, and nothing
else does. Behind the card leaves of version 1 stand a few leaves that commit to the seeds of
reshuffles; in version 2 the seed of a reshuffle follows from the deck's, and its root is signed
before it is dealt from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware.fairness import merkle
from firmware.fairness.digest import Mac, label, label2, sha256
from firmware.fairness.shuffle import apart, stream

CARDS_MAX = 1024  # eight decks with jokers are 432
SEED_BYTES = 32  # 256 bits; 52 cards have 225.6 bits of orders (REQ-R1)
HASH_BYTES = 32  # SHA-256: a salt, a leaf
DECKS = 4  # sealed for each hand; three are opened
RESHUFFLES_MAX = 4  # of version 1: in one hand, each committed to from the start


@dataclass(frozen=True, slots=True)
class Slot:
    """Which deck of which hand: no two decks on earth share one."""

    table: str
    hand: int
    name: str  # "1.0" to "1.3" in the first attempt; "1.2.1" for the first reshuffle of deck 2
    version: int = 2  # of the protocol; 1 counted no attempts

    def label(self, purpose: str) -> bytes:
        if self.version == 1:
            return label(purpose, self.table, self.hand, self.name)
        return label2(purpose, self.table, self.hand, self.name)


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """Immutable (REQ-R9). Everything but the root is secret until it is opened.

    Salts and leaves lie end to end: few of them are ever looked at, and all are let go at once.
    """

    slot: Slot
    cards: tuple[int, ...]
    salt_bytes: bytes = field(repr=False)
    leaf_bytes: bytes = field(repr=False)
    reshuffle_seeds: tuple[bytes, ...] = field(repr=False)  # of version 1
    root: bytes

    def __repr__(self) -> str:
        return f"SealedDeck({self.slot}, root={self.root.hex()[:8]})"  # never a card in a log

    def salt(self, place: int) -> bytes:
        return self.salt_bytes[place * HASH_BYTES : (place + 1) * HASH_BYTES]

    @property
    def leaves(self) -> list[bytes]:
        ends = range(0, len(self.leaf_bytes), HASH_BYTES)
        return [self.leaf_bytes[at : at + HASH_BYTES] for at in ends]

    def proof(self, places: set[int]) -> list[bytes]:
        return merkle.proof(self.leaves, places)


def order(mac: Mac, slot: Slot, cards: Sequence[int], packs: int = 1) -> tuple[int, ...]:
    """The one place that shuffles (REQ-R9): hands, reshuffles and the lab come here."""
    return apart([cards[n::packs] for n in range(packs)], stream(mac, slot.label("deck")))


def lay(
    seed: bytes, slot: Slot, cards: Sequence[int], reshuffles: int = 0, packs: int = 1
) -> SealedDeck:
    assert len(seed) == SEED_BYTES, "a shorter seed cannot reach every deck (REQ-R1)"
    assert 2 <= len(cards) <= CARDS_MAX
    mac = Mac(seed)
    ordered = order(mac, slot, cards, packs)
    salts = _salts(mac, slot, len(ordered))
    again = tuple(mac(slot.label("again") + short(r + 1)) for r in range(reshuffles))
    leaves = (*card_leaves(slot, ordered, salts), *_again_leaves(slot, again))
    joined = b"".join(salts), b"".join(leaves)
    return SealedDeck(slot, ordered, *joined, again, merkle.root(leaves))


def _salts(mac: Mac, slot: Slot, count: int) -> list[bytes]:
    front = slot.label("salt")
    return [mac(front + short(place)) for place in range(count)]


def card_leaves(slot: Slot, cards: Sequence[int], salts: Sequence[bytes]) -> list[bytes]:
    """A 256-bit salt in each leaf, or trying 52 cards would open it."""
    front = b"\0" + slot.label("card")
    sealed = zip(cards, salts, strict=True)
    return [
        sha256(b"%b%b%c%b" % (front, short(place), card, salt))
        for place, (card, salt) in enumerate(sealed)
    ]


def _again_leaves(slot: Slot, seeds: Sequence[bytes]) -> list[bytes]:
    front = slot.label("reshuffle")
    return [merkle.leaf(front + short(r + 1) + seed) for r, seed in enumerate(seeds)]


def again_seed(seed: bytes, slot: Slot, turn: int) -> bytes:
    """Of the reshuffle of this turn, from 1: the deck's seed knows it, nobody else does."""
    return Mac(seed)(slot.label("again") + short(turn))


def short(number: int) -> bytes:
    return number.to_bytes(2, "big")
