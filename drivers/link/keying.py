"""Who holds which keys when: calling, answering, confirming, rekeying, and resuming a session.

The caller (a screen) begins; the answerer (the controller) speaks with new keys only after a
packet sealed with them came: a replayed call changes nothing. Each end's session has a life, 16
random digits; a session goes on over new keys when both ends still know each other's life.
"""

from collections.abc import Callable
from math import inf
from typing import Protocol

from msgspec import Struct

from drivers.link.channel import Channel, channel_id
from drivers.link.handshake import Call, Forged, Keys, Ring
from drivers.link.keys import Entropy, Identity, Peer, new_identity
from drivers.link.tally import Tally

CALL, ANSWER, FROM_CALLER, FROM_ANSWERER, PAIRING = 0x10, 0x11, 0x20, 0x21, 0x30
CALL_AGAIN_S = 0.1
ANSWER_S = 0.1  # between two handshakes of one wire: each costs curves, and a caller calls again
REKEY_PACKETS = 1 << 16
REKEY_S = 900.0
LIFE_BYTES = 8
NO_LIFE = bytes(LIFE_BYTES)


class Agreed(Struct, frozen=True):
    """Both ends hold new keys. Not resumed: both begin a new session. `lost`: the caller had not
    heard us for a while, and has hidden what we showed."""

    peer: Peer
    resumed: bool
    lost: bool = False


class Opened(Struct, frozen=True):
    packet: bytes | None = None
    agreed: Agreed | None = None
    stranger: bytes | None = None  # a proven key that is in no book of ours


NOTHING = Opened()


class Keying(Protocol):
    channel: Channel | None

    def receive(self, frame: bytes, now_s: float) -> Opened: ...
    def step(self, now_s: float) -> bytes | None:
        """A frame of the handshake that is due now."""

    def wake_at(self) -> float: ...
    def silent(self, now_s: float) -> None:
        """Nothing was heard for too long, or the cable was pulled."""

    def plugged(self, now_s: float) -> None: ...


class Caller:
    """A screen: it knows its one controller."""

    def __init__(
        self, me: Identity, controller: Peer, tally: Tally, entropy: Entropy, now_s: float
    ) -> None:
        self._me, self._controller, self._tally, self._entropy = me, controller, tally, entropy
        self._life, self._their_life = entropy(LIFE_BYTES), NO_LIFE
        self.channel: Channel | None = None
        self._previous: Channel | None = None  # heard until the new keys are
        self._calling: Call | None = None
        self._lost = False
        self._call_at = now_s
        self._rekey_at = now_s
        self._call(now_s)

    def _call(self, now_s: float) -> None:
        if self._calling is None:
            once = new_identity(self._entropy)
            lives = self._life + self._their_life + (b"\1" if self._lost else b"\0")
            self._calling, self._call_at = (
                Call(self._me, self._controller.public, once, lives),
                now_s,
            )

    def silent(self, now_s: float) -> None:
        """Only a new handshake ends the silence, so that the controller knows to show all again."""
        self.channel = self._previous = None
        if not self._lost:  # a call for new keys may be out; this one says more
            self._lost, self._calling = True, None
        self._call(now_s)

    def plugged(self, now_s: float) -> None:
        self._call(now_s)
        self._call_at = now_s

    def wake_at(self) -> float:
        return self._call_at if self._calling else self._rekey_at

    def step(self, now_s: float) -> bytes | None:
        channel = self.channel
        worn = channel is not None and (
            now_s >= self._rekey_at or channel.sealed + channel.opened > REKEY_PACKETS
        )
        if worn:
            self._call(now_s)
        if self._calling is None or now_s < self._call_at:
            return None
        self._call_at = now_s + CALL_AGAIN_S
        return bytes([CALL]) + self._calling.step

    def receive(self, frame: bytes, now_s: float) -> Opened:
        kind = frame[0]
        if kind == FROM_ANSWERER:
            return self._open(frame)
        if kind == ANSWER:
            return self._answered(frame[1:], now_s)
        if kind in (CALL, FROM_CALLER):
            self._tally.reflected += 1
        else:
            self._tally.unknown += 1
        return NOTHING

    def _answered(self, answer: bytes, now_s: float) -> Opened:
        if self._calling is None:  # the answer to a call that came twice
            self._tally.stale += 1
            return NOTHING
        try:
            keys, payload = self._calling.finish(answer)
        except Forged:
            self._tally.forged += 1
            return NOTHING
        self._calling, self._rekey_at, self._lost = None, now_s + REKEY_S, False
        self._previous, self.channel = self.channel, Channel(keys, FROM_CALLER, FROM_ANSWERER)
        self._their_life, resumed = payload[:LIFE_BYTES], payload[LIFE_BYTES:] == b"\1"
        self._tally.agreed += 1
        return Opened(agreed=Agreed(self._controller, resumed))

    def _open(self, frame: bytes) -> Opened:
        for channel in (self.channel, self._previous):
            if channel is None or channel.id != channel_id(frame):
                continue
            found = _opened(channel, frame, self._tally)
            if found and channel is self.channel:
                self._previous = None
            return Opened(found)
        self._tally.stale += 1
        return NOTHING


class _Pending(Struct):
    """Keys that wait for their first packet."""

    step: bytes
    reply: bytes
    channel: Channel
    agreed: Agreed
    life: bytes
    their_life: bytes
    used: bool = False


class Answerer:
    """The controller's end of one wire. `find` looks a proven key up in the book."""

    def __init__(
        self, me: Identity, find: Callable[[bytes], Peer | None], tally: Tally, entropy: Entropy
    ) -> None:
        self._me, self._find, self._tally, self._entropy = me, find, tally, entropy
        self._life, self._their_life = entropy(LIFE_BYTES), NO_LIFE
        self.channel: Channel | None = None
        self._pending: _Pending | None = None
        self._reply: bytes | None = None
        self._answer_at = -inf

    def silent(self, now_s: float) -> None:
        """Keep the keys: the screen may hear us well, and call only if it does not."""

    def plugged(self, now_s: float) -> None:
        """It is the screen that calls."""

    def wake_at(self) -> float:
        return inf if self._reply is None else 0.0

    def step(self, now_s: float) -> bytes | None:
        reply, self._reply = self._reply, None
        return reply

    def receive(self, frame: bytes, now_s: float) -> Opened:
        kind = frame[0]
        if kind == FROM_CALLER:
            return self._open(frame)
        if kind == CALL:
            return self._called(frame[1:], now_s)
        if kind in (ANSWER, FROM_ANSWERER):
            self._tally.reflected += 1
        else:
            self._tally.unknown += 1
        return NOTHING

    def _called(self, step: bytes, now_s: float) -> Opened:
        if self._pending and self._pending.step == step:  # our answer was lost: the same again
            self._reply = self._pending.reply
            return NOTHING
        if now_s < self._answer_at:
            self._tally.early += 1
            return NOTHING
        self._answer_at = now_s + ANSWER_S
        try:
            ring = Ring(self._me, step)
            peer = self._find(ring.caller)
            if peer is None:
                self._tally.strangers += 1
                return Opened(stranger=ring.caller)
            self._answer(ring, peer, step)
        except Forged:
            self._tally.forged += 1
        return NOTHING

    def _answer(self, ring: Ring, peer: Peer, step: bytes) -> None:
        their_life, my_life = ring.payload[:LIFE_BYTES], ring.payload[LIFE_BYTES:-1]
        lost = ring.payload[-1:] == b"\1"
        resumed = their_life == self._their_life and my_life == self._life
        life = self._life if resumed else self._entropy(LIFE_BYTES)
        keys, reply = ring.answer(new_identity(self._entropy), life + (b"\1" if resumed else b"\0"))
        self._reply = bytes([ANSWER]) + reply
        self._pending = _Pending(
            step, self._reply, _answering(keys), Agreed(peer, resumed, lost), life, their_life
        )

    def _open(self, frame: bytes) -> Opened:
        pending, wanted = self._pending, channel_id(frame)
        if pending and not pending.used and pending.channel.id == wanted:
            packet = _opened(pending.channel, frame, self._tally)
            return NOTHING if packet is None else self._confirm(pending, packet)
        if self.channel and self.channel.id == wanted:
            return Opened(_opened(self.channel, frame, self._tally))
        self._tally.stale += 1
        return NOTHING

    def _confirm(self, pending: _Pending, packet: bytes) -> Opened:
        pending.used, self.channel = True, pending.channel
        self._life, self._their_life = pending.life, pending.their_life
        self._tally.agreed += 1
        return Opened(packet, pending.agreed)


def _answering(keys: Keys) -> Channel:
    return Channel(keys, FROM_ANSWERER, FROM_CALLER)


def _opened(channel: Channel, frame: bytes, tally: Tally) -> bytes | None:
    match channel.open(frame):
        case "forged":
            tally.forged += 1
        case "replayed":
            tally.replayed += 1
        case packet:
            assert isinstance(packet, bytes)
            return packet
    return None
