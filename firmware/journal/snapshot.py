"""A signed head with the table's state beside it: start-up begins here, not at the first record.

    magic 8 | journal 16 | seq u64 | chain 32 | segment u64 | offset u64 | signature 64
    | size u32 | sealed state | crc32 u32

A snapshot is never a truth of its own: without it the journal is replayed from the start. As a
signed head it does say how far the journal must reach.
"""

import struct
from contextlib import suppress
from zlib import crc32

from msgspec import Struct

from firmware.journal import faults
from firmware.journal.disk import SCRATCH, Disk, replace_file
from firmware.journal.keys import Keys
from firmware.journal.merge import Place

MAGIC = b"STORMSN1"
_FRONT = struct.Struct("<8s16sQ32sQQ64sI")
_CRC = struct.Struct("<I")
HEAD_DOMAIN = b"stormdeck journal head\0"


class Snapshot(Struct, frozen=True):
    journal: bytes
    place: Place  # the first place that the state does not know of
    signature: bytes
    sealed: bytes


def head_message(journal: bytes, seq: int, chain: bytes) -> bytes:
    """What a signed head signs: this journal, up to this record, was exactly this."""
    return HEAD_DOMAIN + journal + struct.pack("<Q", seq) + chain


def file_name(seq: int) -> str:
    return f"{seq:016d}.snap"


def take(keys: Keys, journal: bytes, place: Place, state: bytes) -> Snapshot:
    message = head_message(journal, place.seq - 1, place.chain)
    return Snapshot(journal, place, keys.sign(message), keys.seal(state, message))


def open_state(keys: Keys, snapshot: Snapshot) -> bytes:
    place = snapshot.place
    message = head_message(snapshot.journal, place.seq - 1, place.chain)
    return keys.unseal(snapshot.sealed, message)


def pack(snapshot: Snapshot) -> bytes:
    place = snapshot.place
    front = _FRONT.pack(
        MAGIC,
        snapshot.journal,
        place.seq,
        place.chain,
        place.segment,
        place.offset,
        snapshot.signature,
        len(snapshot.sealed),
    )
    return front + snapshot.sealed + _CRC.pack(crc32(front + snapshot.sealed))


def unpack(data: bytes) -> Snapshot | None:
    """None when it is damaged: then the other copy, or an older one, serves."""
    if len(data) < _FRONT.size + _CRC.size:
        return None
    (crc,) = _CRC.unpack_from(data, len(data) - _CRC.size)
    if crc32(data[: -_CRC.size]) != crc or data[:8] != MAGIC:
        return None
    _, journal, seq, chain, segment, offset, signature, _size = _FRONT.unpack_from(data)
    sealed = data[_FRONT.size : -_CRC.size]
    return Snapshot(journal, Place(segment, offset, seq, chain), signature, sealed)


def names(disk: Disk) -> list[str]:
    return [name for name in disk.list() if name.endswith(".snap")]


def newest(disks: tuple[Disk, Disk], keys: Keys) -> Snapshot | None:
    """The newest that either copy has whole. One that another table signed: its disk is refused."""
    for name in sorted({name for disk in disks for name in names(disk)}, reverse=True):
        for disk in disks:
            with suppress(OSError):  # a sector that cannot be read: the other copy serves
                found = unpack(disk.read(name))
                if found is not None and not _ours(keys, found):
                    raise faults.foreign(disk.name)
                if found is not None:
                    return found
    return None


def _ours(keys: Keys, snapshot: Snapshot) -> bool:
    message = head_message(snapshot.journal, snapshot.place.seq - 1, snapshot.place.chain)
    return keys.signed(message, snapshot.signature)


def write(disk: Disk, snapshot: Snapshot, keep: int = 2) -> None:
    """Write it whole, then let go of all but the last few. Of one that a power cut or a full disk
    ended nothing is kept."""
    for name in disk.list():
        if name.endswith(".snap" + SCRATCH):
            disk.remove(name)
    replace_file(disk, file_name(snapshot.place.seq), pack(snapshot))
    old = names(disk)[:-keep]
    for name in old:
        disk.remove(name)
