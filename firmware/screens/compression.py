"""A view on a serial line, made short: a byte costs 87 microseconds there.

Most of a change is words and shapes that every hand repeats, so both ends know them beforehand
(known_words.py; the hello compares them, see schema.py). What goes out is filled up with zeros to
a length that its caller may show to whoever taps the line.
"""

import zlib

from firmware.screens.known_words import KNOWN

BODY_MAX = 1 << 16  # no view is longer; nothing that claims to be is read to its end
_LEVEL, _RAW = 9, -15  # zlib's best; no header, no checksum: the link has its own


def compress(body: bytes) -> bytes:
    press = zlib.compressobj(_LEVEL, zlib.DEFLATED, _RAW, zdict=KNOWN)
    return press.compress(body) + press.flush()


def decompress(short: bytes) -> bytes:
    """What was compressed, and perhaps filled up; ValueError if nothing was."""
    press = zlib.decompressobj(_RAW, KNOWN)
    try:
        body = press.decompress(short, BODY_MAX)
    except zlib.error as problem:
        raise ValueError("no view of ours") from problem
    if not press.eof or press.unused_data.strip(b"\0"):
        raise ValueError("no view of ours")
    return body
