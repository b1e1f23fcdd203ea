"""The pages that a table names, as they were when it read them.

A game, a house and a fee schedule are pages, and pages change. What a table plays by is therefore
written into its journal, resolved and whole, before it is first used (RulesPosted), and every hand
says by its hash under which of them it was played. So a journal replays the same for ever; only
one from before that is read with the pages as they are now.
"""

from collections.abc import Mapping
from hashlib import sha256
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from firmware.games.banked.rules import BankedRules
from firmware.games.poker.rules import Rules
from firmware.table.fee import Fee
from firmware.table.settings import Settings

S = TypeVar("S", bound=Struct)


class Rulebook(Struct, frozen=True):
    house: str  # its name, for citations
    ways: Settings
    sources: dict[str, str]  # setting -> the line that a refusal cites
    peer: tuple[Rules | None, ...]  # of each game of the table: one of these two
    banked: tuple[BankedRules | None, ...]
    fees: tuple[tuple[Fee, ...], ...]  # rows of the posted schedule, of each game
    hash: str = ""  # of the table's own page and all of the above, written out

    def law(self, at: int) -> Rules | BankedRules:
        law = self.peer[at] or self.banked[at]
        assert law is not None
        return law


def written_out(value: Any) -> Any:
    """For the journal: every field, also those that are as always today."""
    if isinstance(value, Struct):
        names = value.__struct_fields__
        return {name: written_out(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): written_out(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [written_out(one) for one in value]
    return value


def stamped(book: Rulebook, page: Struct) -> Rulebook:
    """The book under its hash."""
    text = msgspec.json.encode([written_out(page), written_out(book)], order="sorted")
    return replace(book, hash=sha256(text).hexdigest()[:16])


def read_again(record: Mapping[str, Any], kind: type[S]) -> S:
    """What `written_out` wrote, years later: a field that is no more is passed over."""
    return msgspec.convert(_known(record, kind), kind, strict=False)


def _known(raw: Any, kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, Struct) and isinstance(raw, Mapping):
        return {f.name: _known(raw[f.name], f.type) for f in fields(kind) if f.name in raw}
    if get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            raw = _known(raw, one)
    elif get_origin(kind) is tuple and isinstance(raw, (list, tuple)):
        return [_known(one, get_args(kind)[0]) for one in raw]
    return raw
