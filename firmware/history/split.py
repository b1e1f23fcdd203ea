"""The hands of a file, one after the other, so that a broken one spoils no other.

A `.phhs` has a table for each hand. It is cut at the table headers and each piece is read by
itself: a file of a million hands is never in memory at once. `[7.more]` belongs to hand 7; under
another hand it begins one of its own, which then lacks what a hand needs and says so.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

HAND_BYTES_MAX = 1 << 20

_KEY = rb"""(?:[A-Za-z0-9_-]+|"[^"\\]*"|'[^']*')"""
_HEADER = re.compile(
    rb"[ \t]*(\[\[?)[ \t]*(%b)[ \t]*(?:\.[ \t]*([^\]]*))?(\]\]?)[ \t]*(?:\#.*)?\r?\n?" % _KEY
)
_EMPTY = re.compile(rb"[ \t]*(?:#.*)?\r?\n?")
_QUOTES = re.compile(rb"\"\"\"|'''|\"(?:[^\"\\]|\\.)*\"|'[^']*'|#")
_ENDS = {
    b'"""': re.compile(rb'(?:[^"\\]|\\.|"(?!""))*"{3,5}', re.DOTALL),
    b"'''": re.compile(rb"(?:[^']|'(?!''))*'{3,5}", re.DOTALL),
}


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
    for number, (line, quoted) in enumerate(_quoted(lines), 1):
        header = None
        if not whole and not quoted and line.lstrip()[:1] == b"[":
            header = _HEADER.fullmatch(line)
        if header and len(header[1]) == len(header[4]):
            key = header[2].strip(b"\"'").decode("utf-8", "replace")
            line = _below(header)
            if not line or key != name:
                if name:
                    yield _piece(name, start, kept, size)
                name, start, kept, size = key, number, [], 0
        elif not name and not whole:
            whole = not _EMPTY.fullmatch(line)
        size += len(line)
        if size <= HAND_BYTES_MAX:
            kept.append(line)
    if name or whole:
        yield _piece(name, start, kept, size)


def _below(header: re.Match[bytes]) -> bytes:
    """The header of a table in a hand, as the hand sees it: nothing for the hand's own.

    `[[7]]` stays as it is: no hand can be that.
    """
    if header[3] is None:
        return header[0] if header[1] == b"[[" else b""
    return header[1] + header[3].strip() + header[4] + b"\n"


def _quoted(lines: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    """Each line, and whether it begins inside a string of several lines.

    A string that nobody closes is a broken hand: the lines after it are taken as they look.
    """
    rest = iter(lines)
    for line in rest:
        yield line, False
        opened = _opens(line) if b'"""' in line or b"'''" in line else b""
        while opened:
            inside, size, tail = list[bytes](), 0, None
            for following in rest:
                inside.append(following)
                size += len(following)
                if opened in following and (found := _ENDS[opened].match(following)):
                    tail = following[found.end() :]
                if tail is not None or size > HAND_BYTES_MAX:
                    break
            yield from ((each, tail is not None) for each in inside)
            opened = _opens(tail) if tail is not None else b""


def _opens(text: bytes) -> bytes:
    """The quotes of a string that begins here and does not end here."""
    at = 0
    while found := _QUOTES.search(text, at):
        quotes, at = found[0], found.end()
        if quotes == b"#":
            return b""
        if quotes in _ENDS:
            end = _ENDS[quotes].match(text, at)
            if end is None:
                return quotes
            at = end.end()
    return b""


def _piece(name: str, start: int, kept: list[bytes], size: int) -> Piece:
    return Piece(name, start, b"".join(kept), size > HAND_BYTES_MAX)
