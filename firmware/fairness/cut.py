"""The cut: players' touches, sealed until all are in, choose the deck and where it is cut.

Seats first send only a hash of their touch. When the window closes the hashes are logged and
signed; only then are the touches opened. So nobody, the house included, chooses last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from firmware.fairness.deck import DECKS
from firmware.fairness.digest import Mac, label, sha256
from firmware.fairness.shuffle import below, stream

NONCE_BYTES = 16
VALUES = 1 << 32  # a touch: where, when, how; the button's spot uses the low half


@dataclass(frozen=True, slots=True, order=True)
class Touch:
    seat: int
    value: int
    nonce: bytes  # drawn by the station, so that 2^32 guesses do not open the seal

    def packed(self) -> bytes:
        return self.seat.to_bytes(1, "big") + self.value.to_bytes(4, "big") + self.nonce


def touch_seal(table: str, hand: int, touch: Touch) -> bytes:
    """What the station sends first."""
    return sha256(label("touch", table, hand) + touch.packed())


@dataclass(frozen=True, slots=True)
class Cut:
    played: int  # which of the four decks
    at: int  # this place becomes the top


def cut(commitment: bytes, touches: Sequence[Touch], size: int) -> Cut:
    """One selection, from the commitment and all touches in seat order (REQ-R9)."""
    joined = b"".join(touch.packed() for touch in sorted(touches))
    byte = stream(Mac(sha256(b"stormdeck/1/cut/" + commitment + joined)), b"cut")
    return Cut(played=below(DECKS, byte), at=below(size, byte))


@dataclass(slots=True)
class Window:
    """Collects seals, then touches. What comes late, twice or unasked is not taken."""

    table: str
    hand: int
    seals: dict[int, bytes] = field(default_factory=dict)
    touches: dict[int, Touch] = field(default_factory=dict)
    closed: bool = False

    def seal(self, seat: int, seal: bytes) -> bool:
        fits = not self.closed and seat not in self.seals and 0 < seat < 256 and len(seal) == 32
        if fits:
            self.seals[seat] = seal
        return fits

    def open(self, touch: Touch) -> bool:
        fits = (
            self.closed
            and touch.seat in self.seals
            and 0 <= touch.value < VALUES
            and len(touch.nonce) == NONCE_BYTES
            and touch_seal(self.table, self.hand, touch) == self.seals[touch.seat]
        )
        if fits:
            self.touches[touch.seat] = touch
        return fits
