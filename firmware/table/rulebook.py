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

from firmware.games.engine import Law, law_before
from firmware.table.fee import Fee
from firmware.table.settings import Settings

S = TypeVar("S", bound=Struct)


class Rulebook(Struct, frozen=True):
    house: str  # its name, for citations
    ways: Settings
    sources: dict[str, str]  # setting -> the line that a refusal cites
    laws: tuple[Law, ...]  # of each game of the table
    fees: tuple[tuple[Fee, ...], ...]  # rows of the posted schedule, of each game
    hash: str = ""  # of the table's own page and all of the above, written out


def written_out(value: Any) -> Any:
    """For the journal: every field, also those that are as always today."""
    if isinstance(value, Struct):
        names, tag = value.__struct_fields__, value.__struct_config__.tag
        told = {name: written_out(getattr(value, name)) for name in names}
        return {"type": tag} | told if tag else told
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
        told = {f.name: _known(raw[f.name], f.type) for f in fields(kind) if f.name in raw}
        return {"type": raw["type"]} | told if "type" in raw else told
    if isinstance(raw, Mapping) and raw.get("type") == "banked":
        raw = law_before(raw)
    if get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            if not isinstance(raw, Mapping) or _is_of(raw, one):
                raw = _known(raw, one)
    elif get_origin(kind) is tuple and isinstance(raw, (list, tuple)):
        return [_known(one, get_args(kind)[0]) for one in raw]
    return raw


def _is_of(raw: Mapping[str, Any], kind: Any) -> bool:
    """A record of one of several kinds names its own."""
    tag = kind.__struct_config__.tag if hasattr(kind, "__struct_config__") else None
    return tag is None or raw.get("type") == tag
