"""COBS(payload + CRC-32) + 0x00. No zero inside: after any noise the next zero is in step."""

from zlib import crc32

from cobs.cobs import DecodeError
from cobs.cobs import decode as _decode
from cobs.cobs import encode as _encode
from msgspec import Struct

FRAME_BYTES_MAX = 1280  # the longest packet (1,024 bytes of stream), sealed and stuffed, and room
WHOLE = 0x2144DF1C  # the CRC-32 of anything followed by its own CRC-32, low byte first


class Noise(Struct, frozen=True):
    """Bytes that were no frame. Counted for the service console, never guessed at."""

    size: int


def pack(payload: bytes) -> bytes:
    return _encode(payload + crc32(payload).to_bytes(4, "little")) + b"\0"  # type: ignore[no-any-return]


class Unpacker:
    """Bytes in, payloads and noise out. Holds at most one frame's worth of bytes."""

    def __init__(self) -> None:
        self._tail = b""

    def feed(self, data: bytes) -> list[bytes | Noise]:
        frames = (self._tail + data).split(b"\0")
        self._tail = frames.pop()
        if len(self._tail) > FRAME_BYTES_MAX:
            frames.append(self._tail)
            self._tail = b""
        return [_unpack(frame) for frame in frames if frame]

    def forget(self) -> None:
        """The cable was out: the half frame before it is not the head of the one after it."""
        self._tail = b""


def _unpack(frame: bytes) -> bytes | Noise:
    if len(frame) <= FRAME_BYTES_MAX:
        try:
            body: bytes = _decode(frame)
        except DecodeError:
            return Noise(len(frame))
        if crc32(body) == WHOLE:
            return body[:-4]
    return Noise(len(frame))
