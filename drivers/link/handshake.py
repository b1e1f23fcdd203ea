"""Two paired ends prove themselves and agree on fresh keys: Noise_IK_25519_ChaChaPoly_SHA256.

The pattern and every step of it are those of the Noise Protocol Framework (revision 34, section
5 and 7.5), so that its proofs hold and another program of the framework can judge ours:

    <- s                      the caller (station) knows the controller's key from pairing
    -> e, es, s, ss, payload  who I am, told only to that controller
    <- e, ee, se, payload     and only that controller can answer

The first packet sealed with the new keys confirms them: a replayed first step leads nowhere.
"""

import hmac
from copy import copy
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from msgspec import Struct

from drivers.link.keys import KEY_BYTES, Identity

NAME = b"Noise_IK_25519_ChaChaPoly_SHA256"
PROLOGUE = b"stormdeck link 1"
TAG_BYTES = 16


class Forged(Exception):
    """Not from the holder of the key that it names, or not for us."""


class Keys(Struct, frozen=True):
    """What both ends now share and nobody else. `hash` names this handshake."""

    sending: bytes
    receiving: bytes
    hash: bytes

    def __repr__(self) -> str:
        return "Keys(…)"


class Transcript:
    """The framework's symmetric state: everything said so far, hashed into keys."""

    def __init__(self, prologue: bytes) -> None:
        self.hash = self._chain = NAME  # exactly 32 bytes long, so it stands for itself
        self._key: bytes | None = None
        self._count = 0
        self.mix(prologue)

    def mix(self, data: bytes) -> None:
        self.hash = sha256(self.hash + data).digest()

    def mix_secret(self, me: Identity, public: bytes) -> None:
        try:
            secret = me.shared(public)
        except ValueError as weak:
            raise Forged("a key that hides no secret") from weak
        self._chain, self._key = _hkdf(self._chain, secret)
        self._count = 0

    def seal(self, plain: bytes) -> bytes:
        assert self._key is not None
        sealed = ChaCha20Poly1305(self._key).encrypt(self._nonce(), plain, self.hash)
        self.mix(sealed)
        return sealed

    def open(self, sealed: bytes) -> bytes:
        assert self._key is not None
        try:
            plain = ChaCha20Poly1305(self._key).decrypt(self._nonce(), sealed, self.hash)
        except InvalidTag as bad:
            raise Forged("the seal does not hold") from bad
        self.mix(sealed)
        return plain

    def split(self) -> tuple[bytes, bytes]:
        """The caller's sending key, the answerer's sending key."""
        return _hkdf(self._chain, b"")

    def _nonce(self) -> bytes:
        nonce, self._count = nonce_of(self._count), self._count + 1
        return nonce


def nonce_of(count: int) -> bytes:
    return bytes(4) + count.to_bytes(8, "little")


def _hkdf(chain: bytes, secret: bytes) -> tuple[bytes, bytes]:
    key = hmac.digest(chain, secret, "sha256")
    first = hmac.digest(key, b"\x01", "sha256")
    return first, hmac.digest(key, first + b"\x02", "sha256")


class Call:
    """The caller's side. `step` is the first message; resend the same bytes until an answer."""

    def __init__(
        self,
        me: Identity,
        controller: bytes,
        once: Identity,
        payload: bytes,
        prologue: bytes = PROLOGUE,
    ) -> None:
        self._me, self._once = me, once
        self._talk = talk = Transcript(prologue)
        talk.mix(controller)
        talk.mix(once.public)
        talk.mix_secret(once, controller)
        who = talk.seal(me.public)
        talk.mix_secret(me, controller)
        self.step = once.public + who + talk.seal(payload)

    def finish(self, answer: bytes) -> tuple[Keys, bytes]:
        """The keys and the answerer's payload. Raises Forged; this call may then be tried again."""
        talk = copy(self._talk)  # a forged answer must not spoil the true one
        once = answer[:KEY_BYTES]
        if len(answer) < KEY_BYTES + TAG_BYTES:
            raise Forged("cut short")
        talk.mix(once)
        talk.mix_secret(self._once, once)
        talk.mix_secret(self._me, once)
        payload = talk.open(answer[KEY_BYTES:])
        mine, theirs = talk.split()
        return Keys(mine, theirs, talk.hash), payload


class Ring:
    """The answerer's side: the first step read; who calls, and what it says."""

    def __init__(self, me: Identity, step: bytes, prologue: bytes = PROLOGUE) -> None:
        if len(step) < 2 * KEY_BYTES + 2 * TAG_BYTES:
            raise Forged("cut short")
        self._caller_once = step[:KEY_BYTES]
        who_ends = 2 * KEY_BYTES + TAG_BYTES
        self._talk = talk = Transcript(prologue)
        talk.mix(me.public)
        talk.mix(self._caller_once)
        talk.mix_secret(me, self._caller_once)
        self.caller = talk.open(step[KEY_BYTES:who_ends])
        talk.mix_secret(me, self.caller)
        self.payload = talk.open(step[who_ends:])

    def answer(self, once: Identity, payload: bytes) -> tuple[Keys, bytes]:
        """The keys and the second message. Once only."""
        talk = self._talk
        talk.mix(once.public)
        talk.mix_secret(once, self._caller_once)
        talk.mix_secret(once, self.caller)
        reply = once.public + talk.seal(payload)
        theirs, mine = talk.split()
        return Keys(mine, theirs, talk.hash), reply
