"""COBS(payload + CRC-32) + 0x00. No zero inside: after any noise the next zero is in step."""

from contextlib import suppress
from zlib import crc32

from cobs import cobs
from msgspec import Struct

FRAME_BYTES_MAX = 1280  # the longest packet (1,024 bytes of stream), sealed and stuffed, and room


class Noise(Struct, frozen=True):
    """Bytes that were no frame. Counted for the service console, never guessed at."""

    size: int


def pack(payload: bytes) -> bytes:
    stuffed: bytes = cobs.encode(payload + crc32(payload).to_bytes(4, "big"))
    return stuffed + b"\0"


class Unpacker:
    """Bytes in, payloads and noise out. Holds at most one frame's worth of bytes."""

    def __init__(self) -> None:
        self._tail = b""

    def feed(self, data: bytes) -> list[bytes | Noise]:
        *frames, self._tail = (self._tail + data).split(b"\0")
        if len(self._tail) > FRAME_BYTES_MAX:
            frames, self._tail = [*frames, self._tail], b""
        return [_unpack(frame) for frame in frames if frame]

    def forget(self) -> None:
        """The cable was out: the half frame before it is not the head of the one after it."""
        self._tail = b""


def _unpack(frame: bytes) -> bytes | Noise:
    if len(frame) > FRAME_BYTES_MAX:
        return Noise(len(frame))
    with suppress(cobs.DecodeError):
        body: bytes = cobs.decode(frame)
        if crc32(body[:-4]).to_bytes(4, "big") == body[-4:]:
            return body[:-4]
    return Noise(len(frame))
