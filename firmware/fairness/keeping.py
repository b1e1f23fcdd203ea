"""What a player keeps of his hands: in the station before him, for as long as he sits there.

Of a hand that is over the table has what all could see, and for each seat a box with the rest, that
nothing on the table opens: it is sealed (HPKE) to a key whose other half never leaves the memory of
that station. His own cards are not even in a box: the station saw them.
"""

import json
import zlib
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from firmware.fairness.digest import canonical, label2
from firmware.fairness.receipt import Receipt
from firmware.fairness.seal import SUITE, Unopened, unseal

HANDS_KEPT = 10
KEY_BYTES = 32
STEP = 512  # a box has few lengths, and none of them says which cards lie in it
OWN = "seat", "cards"  # of a receipt
MOST = 1 << 20  # bytes of one, unpacked


def packed(receipt: Receipt) -> bytes:
    return zlib.compress(canonical(receipt), 9)


def unpacked(body: bytes) -> Receipt:
    """What comes behind it is filling."""
    found: Receipt = json.loads(zlib.decompressobj().decompress(body, MOST))
    return found


def boxed(receipt: Receipt, key: bytes) -> bytes:
    """Its own part, for the station with this key; b"": no key opens anything."""
    body = packed({name: receipt[name] for name in OWN})
    steps = -(-len(body) // STEP)
    try:
        to = X25519PublicKey.from_public_bytes(key)
        return SUITE.encrypt(body.ljust(steps * STEP, b"\0"), to, _place(receipt))
    except ValueError:  # a station may say anything
        return b""


def _place(receipt: Receipt) -> bytes:
    commit = receipt["log"]["entries"][0]
    return label2("keep", commit["table"], commit["hand"])


class OwnReceipts:
    """The station's side of it, of one player."""

    def __init__(self) -> None:
        self._who = ""
        self._forget()

    def _forget(self) -> None:
        self._key = X25519PrivateKey.generate()
        self._cards: dict[int, tuple[int, ...]] = {}
        self.told = False  # the table knows the key

    @property
    def key(self) -> bytes:
        return self._key.public_key().public_bytes_raw()

    def sits(self, who: str) -> None:
        """Who sits here, and nobody else; "": nobody. Whoever leaves takes his hands with him."""
        if who != self._who:
            self._who = who
            self._forget()

    def see(self, hand: int, cards: Sequence[int]) -> None:
        """What he holds; who folded had it."""
        if cards:
            self._cards[hand] = tuple(cards)
            for old in sorted(self._cards)[:-HANDS_KEPT]:
                del self._cards[old]

    def cards(self, hand: int) -> tuple[int, ...]:
        return self._cards.get(hand, ())

    def receipt(self, everyones: Receipt, box: bytes) -> Receipt:
        """His own; or everyone's, if the box is for another station, or this one began anew."""
        try:
            return everyones | unpacked(unseal(box, self._key, _place(everyones)))
        except Unopened:
            return everyones

    def __repr__(self) -> str:
        return "<OwnReceipts>"
