"""A record on the disk: size, place, time, kind, body, hash of all before it, checksum.

    size u32 | seq u64 | at_ms i64 | flags u8 | kind size u8 | kind | body | chain 32 | mac 16 | crc

Little-endian. `size` counts the bytes after itself. `chain` is SHA-256 over the chain before it
and everything from `size` to `body`; the CRC covers all that stands before it. The last record of a
batch has a MAC over its place and chain, and so over everything before it: who writes on a disk
without the table's key cannot make one. Segments of the first format ("STORMDK1") have none.
docs/journal.md is the same for people who do not read Python; verifier.py reads it without this
module.
"""

import struct
from hashlib import sha256
from hmac import compare_digest
from typing import Protocol
from zlib import crc32

from msgspec import Struct

WITHOUT_MACS, MAGIC = b"STORMDK1", b"STORMDK2"
# flags: the body is encrypted; the batch ends here; with the key of its hand; a MAC is here
SEALED, LAST, OF_HAND, MACED = 1, 2, 4, 8
CHAIN_BYTES, MAC_BYTES, CRC_BYTES = 32, 16, 4
FRAME_BYTES_MAX = 16 * 1024 * 1024

_FRONT = struct.Struct("<IQqBB")
_U32 = struct.Struct("<I")
_BACK = CHAIN_BYTES + CRC_BYTES
_HEADER = struct.Struct("<8s16sQ32s")
HEADER_BYTES = _HEADER.size + CRC_BYTES


class Macs(Protocol):
    """What only the table can make: keys.py."""

    since: int | None  # the first record of a batch that must have one; None: not begun yet

    def mac(self, seq: int, chain: bytes) -> bytes: ...


class Record(Struct, frozen=True):
    """What the table hands in: the journal stores it and does not ask what it means."""

    kind: str
    body: bytes
    sealed: bool = False
    of_hand: bool = False  # sealed with the key of the hand in play, and with it for ever


class Entry(Struct, frozen=True):
    """A record with its place in history. The body of a sealed one is still encrypted."""

    seq: int
    at_ms: int
    kind: str
    body: bytes
    sealed: bool
    last: bool
    chain: bytes
    of_hand: bool = False


class Bad(Exception):
    """Bytes that are not the record that belongs here: which, where, and what is wrong."""

    def __init__(self, seq: int, offset: int, why: str, forged: bool = False) -> None:
        super().__init__(f"record {seq} at byte {offset}: {why}")
        self.seq, self.offset, self.why = seq, offset, why
        self.forged = forged  # no accident makes bytes like these


def pack(entry: Entry, chain: bytes, macs: Macs) -> tuple[bytes, bytes]:
    """The frame of an entry that follows `chain`, and the chain after it."""
    kind = entry.kind.encode("ascii")
    flags = SEALED * entry.sealed | (LAST | MACED) * entry.last | OF_HAND * entry.of_hand
    size = _FRONT.size - 4 + len(kind) + len(entry.body) + _BACK + MAC_BYTES * entry.last
    assert size <= FRAME_BYTES_MAX, "a record larger than any reader accepts"
    front = _FRONT.pack(size, entry.seq, entry.at_ms, flags, len(kind)) + kind + entry.body
    chain = sha256(chain + front).digest()
    checked = front + chain + (macs.mac(entry.seq, chain) if entry.last else b"")
    return checked + _U32.pack(crc32(checked)), chain


def unpack(
    data: bytes, offset: int, seq: int, chain: bytes, macs: Macs | None = None
) -> tuple[Entry, int]:
    """The entry at `offset` that must be number `seq` and follow `chain`, and where it ends.
    Without `macs` whoever reads has no key, and takes the MAC as it is."""
    end = _frame_end(data, offset, seq)
    maced = data[offset + _FRONT.size - 2] & MACED
    front_end = end - _BACK - MAC_BYTES * bool(maced)
    (crc,) = _U32.unpack_from(data, end - CRC_BYTES)
    if crc32(data[offset : end - CRC_BYTES]) != crc:
        raise Bad(seq, offset, "its checksum does not match")
    _, its_seq, at_ms, flags, kind_size = _FRONT.unpack_from(data, offset)
    if its_seq != seq:
        raise Bad(seq, offset, f"record {its_seq} stands in its place")
    its_chain = data[front_end : front_end + CHAIN_BYTES]
    if sha256(chain + data[offset:front_end]).digest() != its_chain:
        raise Bad(seq, offset, "it does not follow from the record before it")
    if macs is not None and flags & LAST:
        mac = data[front_end + CHAIN_BYTES : end - CRC_BYTES]
        _check_mac(seq, offset, its_chain, mac, macs)
    body_at = offset + _FRONT.size + kind_size
    word = data[offset + _FRONT.size : body_at]
    if not word.isascii():
        raise Bad(seq, offset, "its kind is no word of ours", forged=True)
    kind = word.decode("ascii")
    sealed, last, of_hand = bool(flags & SEALED), bool(flags & LAST), bool(flags & OF_HAND)
    return Entry(seq, at_ms, kind, data[body_at:front_end], sealed, last, its_chain, of_hand), end


def _check_mac(seq: int, offset: int, chain: bytes, mac: bytes, macs: Macs) -> None:
    """A journal that has begun with MACs is never taken for one from before."""
    if macs.since is None or seq < macs.since:
        if mac:
            raise Bad(seq, offset, "it is of a later format than its place", forged=True)
    elif not compare_digest(mac, macs.mac(seq, chain)):
        raise Bad(seq, offset, "it was not written with the table's key", forged=True)


def _frame_end(data: bytes, offset: int, seq: int) -> int:
    if len(data) - offset < _FRONT.size:
        raise Bad(seq, offset, "it is cut short")
    (size,) = _U32.unpack_from(data, offset)
    flags, kind_size = data[offset + _FRONT.size - 2], data[offset + _FRONT.size - 1]
    back = _BACK + MAC_BYTES * bool(flags & MACED)
    if not _FRONT.size - 4 + kind_size + back <= size <= FRAME_BYTES_MAX:
        raise Bad(seq, offset, "its size is impossible")
    if offset + 4 + size > len(data):
        raise Bad(seq, offset, "it is cut short")
    return offset + 4 + int(size)


class Header(Struct, frozen=True):
    """The first bytes of a segment: whose journal, which record comes first, after what."""

    journal: bytes
    first: int
    chain: bytes
    maced: bool = True


def pack_header(header: Header) -> bytes:
    front = _HEADER.pack(MAGIC, header.journal, header.first, header.chain)
    return front + _U32.pack(crc32(front))


def unpack_header(data: bytes, first: int) -> Header:
    if len(data) < HEADER_BYTES:
        raise Bad(first, 0, "the header of its segment is cut short")
    magic, journal, its_first, chain = _HEADER.unpack_from(data)
    (crc,) = _U32.unpack_from(data, _HEADER.size)
    if crc32(data[: _HEADER.size]) != crc or magic not in (MAGIC, WITHOUT_MACS):
        raise Bad(first, 0, "the header of its segment is damaged")
    if its_first != first:
        raise Bad(first, 0, f"the segment of record {its_first} stands in its place")
    return Header(journal, its_first, chain, magic == MAGIC)
