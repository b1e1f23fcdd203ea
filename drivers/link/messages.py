"""Typed messages: what each end may say, its version, and the hello that compares them.

0 hello      first in every session: version, hash of both schemas, program
1 message    msgpack of the caller's own msgspec type, nothing else
"""

import json
from hashlib import sha256
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from drivers.link.inbox import MESSAGE_BYTES_MAX

Out = TypeVar("Out")
In = TypeVar("In")
HELLO, MESSAGE = b"\0", b"\1"


class Hello(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    version: int
    schema: str
    program: str = ""


class Unreadable(Exception):
    """Our peer said something that is no message of ours. Carries no content."""


class Codec(Generic[Out, In]):
    """`says` and `hears` are msgspec types, or unions of tagged ones; swap them at the far end.

    `bodies`: types that travel packed inside a message; they are part of the schema too.
    """

    def __init__(
        self, says: Any, hears: Any, version: int, program: str = "", bodies: tuple[Any, ...] = ()
    ) -> None:
        self.hello = Hello(version, schema_hash(says, hears, *bodies), program)
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(hears).decode
        self._hello = msgspec.msgpack.Decoder(Hello).decode

    def write_hello(self) -> bytes:
        return HELLO + self._encode(self.hello)

    def write(self, message: Out) -> bytes:
        text = MESSAGE + self._encode(message)
        assert len(text) <= MESSAGE_BYTES_MAX, f"{type(message).__name__} of {len(text)} bytes"
        return text

    def read_hello(self, text: bytes) -> Hello:
        if text[:1] != HELLO:
            raise Unreadable("no hello first")
        try:
            return self._hello(text[1:])
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Unreadable("no hello of ours") from None

    def read(self, text: bytes) -> In:
        if text[:1] != MESSAGE:
            raise Unreadable("no message")
        try:
            return self._decode(text[1:])  # type: ignore[no-any-return]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Unreadable("no message of ours") from None

    def misfit(self, theirs: Hello) -> str | None:
        """Why we cannot talk to this peer, or None."""
        if theirs.version != self.hello.version:
            return f"it speaks version {theirs.version}, we speak {self.hello.version}"
        if theirs.schema != self.hello.schema:
            return "its messages are not our messages, though of the same version"
        return None


def schema_hash(*types: Any) -> str:
    """The same at both ends, whoever says what."""
    pages = sorted(json.dumps(msgspec.json.schema(one), sort_keys=True) for one in types)
    return sha256("\n".join(pages).encode()).hexdigest()[:16]
