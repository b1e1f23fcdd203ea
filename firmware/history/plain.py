"""The fast lane: a hand in the plainest TOML there is, a field a line.

Nearly every hand of every collection is written so, by a program. Anything the least bit unusual
is left to the real TOML reader; what passes here reads there as the same.
"""

import re
from datetime import time
from decimal import Decimal
from typing import Any

import msgspec

_KEY = re.compile(rb"[A-Za-z0-9_-]+")
_TIME = re.compile(rb"[0-2]\d:[0-5]\d:[0-5]\d")
# Numbers, or words in single quotes. No number here may begin with a zero that TOML forbids.
_VALUE = re.compile(
    rb"""-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?|true|false
    |'[^'\x00-\x1f\x7f]*'
    |\[(?:[-0-9., ]|inf)*\]
    |\[(?:'[^'\x00-\x1f\x7f]*'(?:,\ (?!\]))?)*\]""",
    re.VERBOSE,
)
_decode = msgspec.json.Decoder(float_hook=Decimal).decode
_INFINITE = Decimal("Infinity")


def parse(text: bytes) -> dict[str, Any] | None:
    """The fields of the hand, or None: not so plain."""
    if b'"' in text or b"\\" in text or not text.isascii():
        return None
    fields: dict[str, Any] = {}
    try:
        for line in text.splitlines():
            key, equals, value = line.partition(b" = ")
            if equals and _KEY.fullmatch(key):
                name = key.decode()
                if name in fields or not (_VALUE.fullmatch(value) or _clock(value)):
                    return None
                fields[name] = _value(value)
            elif line.strip():
                return None
    except (msgspec.DecodeError, ArithmeticError, ValueError):
        return None
    return fields


def _clock(value: bytes) -> bool:
    return bool(_TIME.fullmatch(value)) and value < b"24"


def _value(value: bytes) -> Any:
    if value[:1] == b"'":
        return value[1:-1].decode()
    if b":" in value and value[:1] != b"[":
        return time.fromisoformat(value.decode())
    if b"inf" in value and b"'" not in value:
        numbers = _decode(value.replace(b"inf", b"null"))
        return [_INFINITE if number is None else number for number in numbers]
    return _decode(value.replace(b"'", b'"'))
