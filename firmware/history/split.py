"""The hands of a file, one after the other, so that a broken one spoils no other.

A `.phhs` has a table for each hand. It is cut at the table headers and each piece is read by
itself: a file of a million hands is never in memory at once.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

HAND_BYTES_MAX = 1 << 20

_HEADER = re.compile(
    rb"""[ \t]*\[[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\\]*)"|'([^']*)')[ \t]*\][ \t]*(?:\#.*)?\r?\n?"""
)
_EMPTY = re.compile(rb"[ \t]*(?:#.*)?\r?\n?")


class Piece(Struct):
    """The text of one hand as it stands in the file. `name`: its table, '' if the file is it."""

    name: str
    line: int  # of the file, where it begins
    text: bytes
    too_long: bool = False


def split(lines: Iterable[bytes]) -> Iterator[Piece]:
    """The hands of a file; a file that does not begin with a table is one hand."""
    name, start, kept, size = "", 1, list[bytes](), 0
    whole = False  # fields stand before any table: this is one hand
    for number, line in enumerate(lines, 1):
        header = None if whole else line.lstrip()[:1] == b"[" and _HEADER.fullmatch(line)
        if header:
            if name:
                yield _piece(name, start, kept, size)
            key = header[1] or header[2] or header[3] or b""
            name, start, kept, size = key.decode("utf-8", "replace"), number, [], 0
            continue
        if not name and not whole:
            whole = not _EMPTY.fullmatch(line)
        size += len(line)
        if size <= HAND_BYTES_MAX:
            kept.append(line)
    if name or whole:
        yield _piece(name, start, kept, size)


def _piece(name: str, start: int, kept: list[bytes], size: int) -> Piece:
    return Piece(name, start, b"".join(kept), size > HAND_BYTES_MAX)
