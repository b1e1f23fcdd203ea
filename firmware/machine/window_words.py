"""What is said through a window: a word of it with what goes with it, and its answer.

The words are read off the window's own class: there is no second list that could know one more. The
bank has one for tables (firmware/settlement/window.py), a table one for its sisters (sisters.py).
"""

from collections.abc import Callable
from typing import Any, get_type_hints

from msgspec import Struct, msgpack

from drivers.link.messages import Codec

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
    """A Fault of the far end's."""

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


class Words:
    """Of one kind of window: every public name of its class, and no other."""

    def __init__(self, window: type) -> None:
        methods = vars(window).items()
        self.verbs = {name: _verb(one) for name, one in methods if not name.startswith("_")}
        self._bodies = tuple(
            kind for verb in self.verbs.values() for kind in (verb.takes, verb.gives)
        )

    def at_window(self) -> Codec[Answer, Ask]:
        return Codec(Answer, Ask, VERSION, "window", self._bodies)

    def at_table(self) -> Codec[Ask, Answer]:
        return Codec(Ask, Answer, VERSION, "table", self._bodies)


def _verb(method: Any) -> Verb:
    hints = get_type_hints(method, include_extras=True)
    gives, takes = hints.pop("return"), tuple[tuple(hints.values())]  # type: ignore[misc]
    return Verb(takes, gives, msgpack.Decoder(takes).decode, msgpack.Decoder(gives).decode)
