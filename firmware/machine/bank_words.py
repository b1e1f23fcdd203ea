"""What a table and the bank's service say to each other: a word of the table's window
(firmware/settlement/window.py) with what goes with it, and its answer.

The words are read off the window itself: there is no second list that could know one more.
"""

from collections.abc import Callable
from typing import Any, get_type_hints

from msgspec import Struct, msgpack

from drivers.link.messages import Codec
from firmware.settlement.window import TableWindow

VERSION = 1


class Ask(Struct, frozen=True, array_like=True):
    id: str  # asked again under the same
    verb: str
    body: bytes


class Good(Struct, frozen=True, array_like=True, tag=True):
    id: str
    body: bytes


class No(Struct, frozen=True, array_like=True, tag=True):
    """Refused, in words for a person."""

    id: str
    words: str
    rule: str
    left: int | None = None  # a wrong PIN: so many tries
    first_pin: bool = False  # right, and good only for choosing another


class Broke(Struct, frozen=True, array_like=True, tag=True):
    """A Fault of the bank's."""

    id: str
    name: str
    happened: str
    safe: str
    do: str


Answer = Good | No | Broke


class Verb(Struct, frozen=True):
    takes: Any
    gives: Any
    read: Callable[[bytes], tuple[Any, ...]]
    answer: Callable[[bytes], Any]


def _verb(method: Any) -> Verb:
    hints = get_type_hints(method, include_extras=True)
    gives, takes = hints.pop("return"), tuple[tuple(hints.values())]  # type: ignore[misc]
    return Verb(takes, gives, msgpack.Decoder(takes).decode, msgpack.Decoder(gives).decode)


VERBS = {name: _verb(one) for name, one in vars(TableWindow).items() if not name.startswith("_")}
_BODIES = tuple(kind for verb in VERBS.values() for kind in (verb.takes, verb.gives))


def service_codec() -> Codec[Answer, Ask]:
    return Codec(Answer, Ask, VERSION, "bank", _BODIES)


def table_codec() -> Codec[Ask, Answer]:
    return Codec(Ask, Answer, VERSION, "table", _BODIES)
