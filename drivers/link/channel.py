"""One pair of keys at work: seals whole packets, opens them once, refuses everything else.

    kind (who speaks)  id (which keys)  count  packet sealed by ChaCha20-Poly1305, head included

A number is sealed at most once under a key, and opened at most once: replays stop here.
"""

from struct import Struct as Layout
from typing import Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from drivers.link.handshake import TAG_BYTES, Keys

Refusal = Literal["forged", "replayed"]
_HEAD, _NONCE = Layout(">BHI"), Layout("<4xQ")
HEAD_BYTES = _HEAD.size
REPLAY_BITS = 128
COUNT_MAX = (1 << 32) - 1


class Channel:
    def __init__(self, keys: Keys, my_kind: int, their_kind: int) -> None:
        self.id = int.from_bytes(keys.hash[:2], "big")
        self._seal, self._open = ChaCha20Poly1305(keys.sending), ChaCha20Poly1305(keys.receiving)
        self._my_kind, self._their_kind = my_kind, their_kind
        self.sealed = 0
        self.opened = 0
        self._newest = 0
        self._seen = 0  # bit n: count newest - n was opened

    def seal(self, packet: bytes) -> bytes:
        assert self.sealed < COUNT_MAX  # rekeying comes long before
        self.sealed += 1
        head = _HEAD.pack(self._my_kind, self.id, self.sealed)
        return head + self._seal.encrypt(_NONCE.pack(self.sealed), packet, head)

    def open(self, sealed: bytes) -> bytes | Refusal:
        if len(sealed) < HEAD_BYTES + TAG_BYTES:
            return "forged"
        head = sealed[:HEAD_BYTES]
        kind, _, count = _HEAD.unpack(head)
        if kind != self._their_kind:
            return "forged"
        back = self._newest - count
        if back >= REPLAY_BITS or (back >= 0 and self._seen >> back & 1):
            return "replayed"
        try:
            packet = self._open.decrypt(_NONCE.pack(count), sealed[HEAD_BYTES:], head)
        except InvalidTag:
            return "forged"
        self._note(back)
        return packet

    def _note(self, back: int) -> None:
        self.opened += 1
        if back >= 0:
            self._seen |= 1 << back
        else:
            self._seen = (self._seen << min(-back, REPLAY_BITS) | 1) & ((1 << REPLAY_BITS) - 1)
            self._newest -= back


def channel_id(sealed: bytes) -> int:
    return int.from_bytes(sealed[1:3], "big")
