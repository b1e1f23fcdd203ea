"""Two copies, byte for byte alike: where they differ, the record that checks is the true one.

Pure: bytes in, bytes out. The writer finishes copy A before it touches copy B, so a power cut can
leave at most one copy torn, and only A alone may hold bytes that nobody was ever shown.
"""

from collections.abc import Sequence

from msgspec import Struct

from firmware.journal.frame import HEADER_BYTES, Bad, Entry, Macs, unpack, unpack_header

NO_CHAIN = bytes(32)


class Place(Struct, frozen=True):
    """Between two records: the segment, the byte in it, the next record, the chain so far."""

    segment: int
    offset: int
    seq: int
    chain: bytes


class Fork(Exception):
    """Both copies check and yet differ: no power cut does that."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"record {seq}")
        self.seq = seq


class Merged(Struct, frozen=True):
    data: bytes  # the segment as it should be, up to its last whole batch
    entries: list[Entry]
    end: Place
    bad: Bad | None  # what neither copy could give; None when all bytes were used


class Whose(Struct, frozen=True):
    """Which journal this must be, where that is known, and what only its table can make."""

    journal: bytes | None = None
    macs: Macs | None = None  # None: whoever reads has no key


def merge(copies: Sequence[bytes], place: Place, whose: Whose) -> Merged:
    """Walk one segment from `place`, taking each record from whichever copy has it whole."""
    copies = copies[:1] if copies[0] == copies[-1] else copies
    pieces = [copies[0][: place.offset]]
    entries: list[Entry] = []
    whole, kept, kept_entries = place, 1, 0  # a header without a record holds nothing
    try:
        if place.offset == 0:
            piece = _header(copies, place, whose)
            pieces.append(piece)
            place = Place(place.segment, len(piece), place.seq, place.chain)
        while (step := _step(copies, place, whose.macs)) is not None:
            entry, piece = step
            entries.append(entry)
            pieces.append(piece)
            place = Place(place.segment, place.offset + len(piece), entry.seq + 1, entry.chain)
            if entry.last:
                whole, kept, kept_entries = place, len(pieces), len(entries)
        bad = None
        if kept != len(pieces):
            bad = Bad(place.seq, place.offset, "its batch is cut short")
    except Bad as found:
        bad = found
    return Merged(b"".join(pieces[:kept]), entries[:kept_entries], whole, bad)


def _header(copies: Sequence[bytes], place: Place, whose: Whose) -> bytes:
    whole = set()
    bad = Bad(place.seq, 0, "its segment is missing")
    for data in copies:
        try:
            header = unpack_header(data, place.segment)
            if header.chain != place.chain:
                raise Bad(place.seq, 0, "its segment does not follow from the one before")
            if whose.journal not in (None, header.journal):
                raise Bad(place.seq, 0, "its segment belongs to another journal")
            if whose.macs and header.maced != has_macs(whose.macs, place.segment):
                raise Bad(place.seq, 0, "its segment is of another format", forged=True)
            whole.add(data[:HEADER_BYTES])
        except Bad as found:
            if found.forged:
                raise
            bad = found if data else bad
    if len(whole) > 1:
        raise Fork(place.seq)
    if not whole:
        raise bad
    return whole.pop()


def has_macs(macs: Macs, segment: int) -> bool:
    return macs.since is not None and segment >= macs.since


def _step(copies: Sequence[bytes], place: Place, macs: Macs | None) -> tuple[Entry, bytes] | None:
    """The record at this place and its bytes; None when every copy ends here."""
    found: tuple[Entry, bytes] | None = None
    bad: Bad | None = None
    for data in copies:
        if len(data) <= place.offset:
            continue
        try:
            entry, end = unpack(data, place.offset, place.seq, place.chain, macs)
        except Bad as problem:
            if problem.forged:  # whatever the other copy says: somebody wrote on this one
                raise
            bad = bad or problem
            continue
        if found and found[0].chain != entry.chain:
            raise Fork(place.seq)
        found = (entry, data[place.offset : end])
    if found is None and bad is not None:
        raise bad
    return found


def first_bad(data: bytes, place: Place, whose: Whose) -> int:
    """The number of the first record that this copy lacks or has wrong."""
    try:
        alone = merge([data], place, whose)
    except Fork:  # one copy cannot differ from itself
        raise AssertionError from None
    return alone.bad.seq if alone.bad else alone.end.seq
