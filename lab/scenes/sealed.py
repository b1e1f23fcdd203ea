"""A deal that is sealed and not cut, and the one before it, which is over; with keys that come
again: every picture has one square."""

from collections.abc import Mapping
from functools import partial

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness.demonstration import HOLDEM
from firmware.fairness.hand import Hand, Prepared, Terms, lay_all
from firmware.fairness.keeping import boxed, packed
from firmware.fairness.log import Log
from firmware.fairness.receipt import RAIL, Receipt, receipt
from firmware.fairness.seal import Boxes
from firmware.fairness.share import Share
from firmware.fairness.station import NOTHING, Told
from firmware.fairness.witness import Known, statement
from firmware.screens.protocol import DealNow, Proof

NUMBER = 118_204
SEATS, CUTTER = tuple(range(1, 11)), 7


def sealed(number: int = NUMBER) -> tuple[Hand, Told]:
    """Ten shares under one square; as a station is told of it."""
    log = Log("4", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
    seeds, deck = [bytes([n]) * 32 for n in range(4)], ("52", 1)
    decks = lay_all("4", number, 1, deck, seeds)
    prepared = Prepared("4", number, 1, deck, tuple(seeds), decks, Boxes(b"a", b"m", b"h"))
    hand = Hand(prepared, log, 1_781_118_000, simulation=True)
    for share in shares(hand):
        hand.shares.seal(share.seat, share.seal)
    order = (*SEATS[3:], *SEATS[:3])
    hand.close(Terms("texas-holdem, no-limit", "", 3, order, HOLDEM, (7,), CUTTER))
    signs = (b"", hand.heads[1].signature)
    return hand, Told(log.public_key, 0, (), (), tuple(hand.lines), signs, NOTHING)


def shares(hand: Hand) -> list[Share]:
    whose = hand.shares.attempt, hand.shares.commitment
    return [Share(*whose, seat, partial(bytes.__mul__, bytes([seat]))) for seat in SEATS]


def over(number: int = NUMBER - 1) -> dict[int, Receipt]:
    """A hand that was played to its end: the rail's receipt, and that of who cut."""
    hand, told = sealed(number)
    hand.type_digits("483920")
    for share in shares(hand):
        hand.shares.open(share.seat, share.open(0))
    hand.cut()
    for step in range(len(HOLDEM)):
        hand.step(step, (), (), ())
        while hand.stepping:
            hand.deal(hand.wanted)
    hand.show([dealt.number for dealt in hand.dealt if dealt.to in (6, 9)])
    hand.finish([seat for seat in SEATS if seat not in (6, 9)], [(6, 18_800)])
    bank = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
    signed = statement("the bank", bank, told.key, Known())
    return {seat: receipt(hand, told.key, seat, None, [signed]) for seat in (RAIL, CUTTER)}


RECEIPTS = over()


def proof_for(key: bytes, made: Mapping[int, Receipt] = RECEIPTS) -> Proof:
    """As the table sends it to the station with this key."""
    number = made[RAIL]["log"]["entries"][0]["hand"]
    return Proof(number, packed(made[RAIL]), boxed(made[CUTTER], key))


HAND, TOLD = sealed()
SQUARE = DealNow(
    NUMBER, 1, HAND.square, HAND.letters, sealed=SEATS, cutter=7, left_ms=3000
)  # fmt: skip
VOID = DealNow(
    NUMBER,
    2,
    sealed=(1, 2, 4, 5, 6, 7),
    words="Seat 3 did not open its share: new decks.",
    voids=1,
)
