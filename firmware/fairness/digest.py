"""The few hashes that everything here is built from, and the labels that keep them apart.

Every hash names its purpose, table, hand and slot in front, so that no value made for one
place can be passed off in another.
"""

import hashlib
import json
import re
from typing import Any

import msgspec

BLOCK_BYTES = 64  # of SHA-256, FIPS 180-4
INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))  # FIPS 198-1, as a table
OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
TABLE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}")  # no slash: it ends a label's part


def label(purpose: str, table: str, *parts: int | str) -> bytes:
    """What never leaves the table, and whatever version 1 of the protocol wrote."""
    assert TABLE_NAME.fullmatch(table), table
    return "/".join(["stormdeck/1", purpose, table, *map(str, parts), ""]).encode()


def label2(*parts: int | str) -> bytes:
    """L(a, b, …) of the protocol's version 2."""
    return "/".join(["stormdeck/2", *map(str, parts), ""]).encode()


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


class Mac:
    """HMAC-SHA256 (FIPS 198-1) under one key. Both padded keys are hashed once and copied."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        assert len(key) <= BLOCK_BYTES, "a longer key would have to be hashed first"
        padded = key.ljust(BLOCK_BYTES, b"\0")
        self._inner = hashlib.sha256(padded.translate(INNER_PAD))
        self._outer = hashlib.sha256(padded.translate(OUTER_PAD))

    def __call__(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()


_quick = msgspec.json.Encoder(order="deterministic").encode


def canonical(value: Any) -> bytes:
    """The one way to write an entry or a receipt, so that a hash of it means one thing.

    The quick encoder writes plain text as json.dumps does; only what it leaves unescaped differs.
    """
    line = _quick(value)
    if line.isascii() and b"\x7f" not in line:
        return line
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
