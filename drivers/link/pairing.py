"""Pairing a new screen: a technician opens it at both ends, compares six digits, says yes at both.

    screen      commit: the hash of my card            a card: key, 16 random bytes, kind, name
    controller  my card
    screen      my card                                 it must match the commit
    both        six digits on both screens; a person compares
    both        yes, proven with the key that only the two card holders can make

The commit comes first, so nobody in the middle can search for keys that give equal digits: one
try, one chance in a million. Nothing is stored before the own technician and the other end said
yes. While no pairing is open, a link counts such frames as unknown and does nothing.
"""

import hmac
import os
from hashlib import sha256
from math import inf
from typing import Literal

import msgspec
from msgspec import Struct

from drivers.link.frames import Noise, Unpacker, pack
from drivers.link.keying import PAIRING
from drivers.link.keys import KEY_BYTES, Entropy, Identity, Kind, Peer

SAY_AGAIN_S = 0.2
OPEN_S = 120.0
LINGER_S = 3.0  # so that the other end hears our yes
COMMIT, CARD, YES = 1, 2, 3
Role = Literal["screen", "controller"]


class Card(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    public: bytes
    random: bytes
    kind: Kind
    name: str


class Compare(Struct, frozen=True):
    """Show the digits and the name; ask the technician whether the other screen shows the same."""

    digits: str
    name: str
    kind: Kind


class Paired(Struct, frozen=True):
    """Both technicians said yes: write the peer into the book."""

    peer: Peer


class Failed(Struct, frozen=True):
    why: str


PairingHappening = Compare | Paired | Failed


class Pairing:
    def __init__(
        self, role: Role, me: Identity, kind: Kind, name: str, now_s: float,
        entropy: Entropy = os.urandom,
    ) -> None:  # fmt: skip
        self._role, self._me = role, me
        self._card = msgspec.msgpack.encode(Card(me.public, entropy(16), kind, name))
        self._commit = sha256(self._card).digest() if role == "screen" else b""
        self._their_card = b""
        self._peer: Peer | None = None
        self._said_yes = self._heard_yes = self._told = False
        self._unpacker = Unpacker()
        self._say_at, self._ends_at = now_s, now_s + OPEN_S
        self._answer: list[bytes] = []
        self.over = False

    # The technician

    def confirm(self, now_s: float) -> list[PairingHappening]:
        """The digits are the same on both screens."""
        assert self._peer is not None
        self._said_yes, self._say_at = True, now_s
        return self._maybe_paired(now_s)

    def cancel(self) -> None:
        self.over = True

    # The wire

    def receive(self, data: bytes, now_s: float) -> list[PairingHappening]:
        happenings: list[PairingHappening] = []
        for frame in self._unpacker.feed(data):
            if not isinstance(frame, Noise) and len(frame) > 2 and frame[0] == PAIRING:
                happenings += self._step(frame[1], frame[2:], now_s)
        return happenings

    def _step(self, step: int, text: bytes, now_s: float) -> list[PairingHappening]:
        if self.over:
            return []
        if step == COMMIT and self._role == "controller":
            self._commit = self._commit or text  # the first one counts
            if text == self._commit:  # who begins anew waits until we do
                self._answer = [self._frame(CARD, self._card)]
        elif step == CARD and self._commit and not self._their_card:
            return self._take_card(text)
        elif step == YES and self._peer is not None:
            self._heard_yes |= hmac.compare_digest(text, self._yes(_other(self._role)))
            return self._maybe_paired(now_s)
        return []

    def _take_card(self, text: bytes) -> list[PairingHappening]:
        if self._role == "controller" and sha256(text).digest() != self._commit:
            return []
        try:
            card = msgspec.msgpack.decode(text, type=Card)
            if len(card.public) != KEY_BYTES or card.public == self._me.public:
                return []
            self._me.shared(card.public)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError):
            return []
        self._their_card, self._peer = text, Peer(card.public, card.kind, card.name)
        return [Compare(self.digits(), card.name, card.kind)]

    def _maybe_paired(self, now_s: float) -> list[PairingHappening]:
        if self._told or not (self._said_yes and self._heard_yes and self._peer):
            return []
        self._told, self._ends_at = True, now_s + LINGER_S
        return [Paired(self._peer)]

    def digits(self) -> str:
        return f"{int.from_bytes(self._transcript()[:8], 'big') % 1_000_000:06d}"

    def _transcript(self) -> bytes:
        cards = [self._card, self._their_card]
        if self._role == "controller":
            cards.reverse()
        return sha256(
            b"stormdeck pairing 1" + b"".join(map(_sized, [self._commit, *cards]))
        ).digest()

    def _yes(self, role: Role) -> bytes:
        assert self._peer is not None
        secret = self._me.shared(self._peer.public)
        return hmac.digest(secret, role.encode() + self._transcript(), "sha256")

    # Time

    def tick(self, now_s: float) -> list[PairingHappening]:
        if self.over or now_s < self._ends_at:
            return []
        self.over = True
        return [] if self._told else [Failed("nobody confirmed in time; nothing was stored")]

    def wake_at(self) -> float:
        if self.over:
            return inf
        return 0.0 if self._answer else min(self._say_at, self._ends_at)

    def outgoing(self, now_s: float) -> bytes:
        if self._answer:
            return self._answer.pop()
        if self.over or now_s < self._say_at:
            return b""
        self._say_at = now_s + SAY_AGAIN_S
        if self._said_yes:
            self._answer += [self._frame(CARD, self._card)] if self._role == "screen" else []
            return self._frame(YES, self._yes(self._role))
        if self._role == "screen":
            return (
                self._frame(CARD, self._card) if self._peer else self._frame(COMMIT, self._commit)
            )
        return b""

    def _frame(self, step: int, text: bytes) -> bytes:
        return pack(bytes([PAIRING, step]) + text)

    def plugged(self, now_s: float) -> None:
        self._unpacker.forget()

    def unplugged(self, now_s: float) -> list[PairingHappening]:
        self.over = True
        return [] if self._told else [Failed("the cable came out; nothing was stored")]


def _other(role: Role) -> Role:
    return "controller" if role == "screen" else "screen"


def _sized(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part
