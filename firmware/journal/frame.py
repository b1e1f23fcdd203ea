"""A record on the disk: size, place, time, kind, body, hash of all before it, checksum.

    size u32 | seq u64 | at_ms i64 | flags u8 | kind size u8 | kind | body | chain 32 | crc32 u32

Little-endian. `size` counts the bytes after itself. `chain` is SHA-256 over the chain before it
and everything from `size` to `body`; the CRC covers all that stands before it. docs/journal.md is
the same for people who do not read Python; verifier.py reads it without this module.
"""

import struct
from hashlib import sha256
from zlib import crc32

from msgspec import Struct

MAGIC = b"STORMDK1"
SEALED, LAST = 1, 2  # flags: the body is encrypted; the batch ends here
CHAIN_BYTES, CRC_BYTES = 32, 4
FRAME_BYTES_MAX = 16 * 1024 * 1024

_FRONT = struct.Struct("<IQqBB")
_U32 = struct.Struct("<I")
_BACK = CHAIN_BYTES + CRC_BYTES
_HEADER = struct.Struct("<8s16sQ32s")
HEADER_BYTES = _HEADER.size + CRC_BYTES


class Record(Struct, frozen=True):
    """What the table hands in: the journal stores it and does not ask what it means."""

    kind: str
    body: bytes
    sealed: bool = False


class Entry(Struct, frozen=True):
    """A record with its place in history. The body of a sealed one is still encrypted."""

    seq: int
    at_ms: int
    kind: str
    body: bytes
    sealed: bool
    last: bool
    chain: bytes


class Bad(Exception):
    """Bytes that are not the record that belongs here: which, where, and what is wrong."""

    def __init__(self, seq: int, offset: int, why: str) -> None:
        super().__init__(f"record {seq} at byte {offset}: {why}")
        self.seq, self.offset, self.why = seq, offset, why


def pack(entry: Entry, chain: bytes) -> tuple[bytes, bytes]:
    """The frame of an entry that follows `chain`, and the chain after it."""
    kind = entry.kind.encode("ascii")
    flags = SEALED * entry.sealed | LAST * entry.last
    size = _FRONT.size - 4 + len(kind) + len(entry.body) + _BACK
    assert size <= FRAME_BYTES_MAX, "a record larger than any reader accepts"
    front = _FRONT.pack(size, entry.seq, entry.at_ms, flags, len(kind)) + kind + entry.body
    chain = sha256(chain + front).digest()
    checked = front + chain
    return checked + _U32.pack(crc32(checked)), chain


def unpack(data: bytes, offset: int, seq: int, chain: bytes) -> tuple[Entry, int]:
    """The entry at `offset` that must be number `seq` and follow `chain`, and where it ends."""
    end = _frame_end(data, offset, seq)
    front_end = end - _BACK
    (crc,) = _U32.unpack_from(data, end - CRC_BYTES)
    if crc32(data[offset : end - CRC_BYTES]) != crc:
        raise Bad(seq, offset, "its checksum does not match")
    _, its_seq, at_ms, flags, kind_size = _FRONT.unpack_from(data, offset)
    if its_seq != seq:
        raise Bad(seq, offset, f"record {its_seq} stands in its place")
    its_chain = data[front_end : front_end + CHAIN_BYTES]
    if sha256(chain + data[offset:front_end]).digest() != its_chain:
        raise Bad(seq, offset, "it does not follow from the record before it")
    body_at = offset + _FRONT.size + kind_size
    kind = data[offset + _FRONT.size : body_at].decode("ascii")
    sealed, last = bool(flags & SEALED), bool(flags & LAST)
    return Entry(seq, at_ms, kind, data[body_at:front_end], sealed, last, its_chain), end


def _frame_end(data: bytes, offset: int, seq: int) -> int:
    if len(data) - offset < _FRONT.size:
        raise Bad(seq, offset, "it is cut short")
    (size,) = _U32.unpack_from(data, offset)
    kind_size = data[offset + _FRONT.size - 1]
    if not _FRONT.size - 4 + kind_size + _BACK <= size <= FRAME_BYTES_MAX:
        raise Bad(seq, offset, "its size is impossible")
    if offset + 4 + size > len(data):
        raise Bad(seq, offset, "it is cut short")
    return offset + 4 + int(size)


class Header(Struct, frozen=True):
    """The first bytes of a segment: whose journal, which record comes first, after what."""

    journal: bytes
    first: int
    chain: bytes


def pack_header(header: Header) -> bytes:
    front = _HEADER.pack(MAGIC, header.journal, header.first, header.chain)
    return front + _U32.pack(crc32(front))


def unpack_header(data: bytes, first: int) -> Header:
    if len(data) < HEADER_BYTES:
        raise Bad(first, 0, "the header of its segment is cut short")
    magic, journal, its_first, chain = _HEADER.unpack_from(data)
    (crc,) = _U32.unpack_from(data, _HEADER.size)
    if crc32(data[: _HEADER.size]) != crc or magic != MAGIC:
        raise Bad(first, 0, "the header of its segment is damaged")
    if its_first != first:
        raise Bad(first, 0, f"the segment of record {its_first} stands in its place")
    return Header(journal, its_first, chain)
