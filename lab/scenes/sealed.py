"""A deal that is sealed and not cut, with keys that come again: every picture has one square."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness.demonstration import HOLDEM
from firmware.fairness.hand import Hand, Prepared, Terms, lay_all
from firmware.fairness.log import Log
from firmware.fairness.seal import Boxes
from firmware.fairness.share import Share
from firmware.fairness.station import NOTHING, Told
from firmware.screens.protocol import DealNow

NUMBER = 118_204
SEATS = tuple(range(1, 11))


def sealed(cutter: int = 7, attempt: int = 1) -> tuple[Hand, Told]:
    """Ten shares under one square; as a station is told of it."""
    log = Log("4", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
    seeds, deck = [bytes([n]) * 32 for n in range(4)], ("52", 1)
    decks = lay_all("4", NUMBER, attempt, deck, seeds)
    prepared = Prepared("4", NUMBER, attempt, deck, tuple(seeds), decks, Boxes(b"a", b"m", b"h"))
    hand = Hand(prepared, log, 1_781_118_000, simulation=True)
    for seat in SEATS:
        share = Share(hand.shares.attempt, hand.shares.commitment, seat, bytes)
        hand.shares.seal(seat, share.seal)
    order = (*SEATS[3:], *SEATS[:3])
    hand.close(Terms("texas-holdem, no-limit", "", 3, order, HOLDEM, (7,), cutter))
    signs = (b"", hand.heads[1].signature)
    return hand, Told(log.public_key, 0, (), (), tuple(hand.lines), signs, NOTHING)


HAND, TOLD = sealed()
SQUARE = DealNow(
    NUMBER, 1, HAND.square, HAND.letters, sealed=SEATS, cutter=7, left_ms=3000
)  # fmt: skip
VOID = DealNow(
    NUMBER,
    2,
    sealed=(1, 2, 4, 5, 6, 7),
    words="Seat 3 did not open: new decks.",
    voids=1,
)
