"""Pages: TOML files that people write, read and checked. What is wrong is said, and where."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

T = TypeVar("T")
KINDS = {"int": "a whole number", "str": "a text in quotes", "bool": "true or false",
         "array": "a list in [ ]", "object": "a section of its own", "float": "a decimal number",
         "datetime": "a date"}  # fmt: skip


class BadPage(Exception):
    """A file that cannot be used: file, field and what would be right. `field` is where, for
    whoever can find the line."""

    def __init__(self, words: str, field: str = "") -> None:
        super().__init__(words)
        self.field = field


def parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        raise BadPage(f"{where}: {bad}") from None


def check(raw: object, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as bad:
        words, _, path = str(bad).partition(" - at ")
        words = words.removeprefix("Object contains ").removeprefix("Object ")
        field = path.strip("`").removeprefix("$").removeprefix(".")
        words = unfit(words, kind, field)
        raise BadPage(f"{where}: {field + ': ' if field else ''}{words}") from None


def unfit(words: str, kind: Any, field: str) -> str:
    """msgspec's words about a field of such a page, in a technician's."""
    if words.startswith("Expected `array`, got `object`"):
        return f"each is a section of its own, in two brackets: [[{field}]]"
    if found := re.match(r"Expected `(\w+)[^`]*`, got `(\w+)", words):
        want, got = (KINDS.get(one, one) for one in found.groups())
        return f"{want} belongs here, not {got}"
    if found := re.match(r"Expected `array` of length (\d+), got (\d+)", words):
        return f"{found[1]} values belong here, not {found[2]}"
    if found := re.match(r"Invalid enum value '(.*)'", words):
        there = _choices(inspect.type_info(kind), re.findall(r"\w+", field))
        return f"there is no {found[1]!r} here; {nearest(found[1], there)}"
    return words


def _choices(kind: inspect.Type, steps: list[str]) -> tuple[str, ...]:
    """The names that may stand there."""
    match kind:
        case inspect.LiteralType(values=names):
            return tuple(map(str, names))
        case inspect.Metadata(type=inside):
            return _choices(inside, steps)
        case inspect.UnionType(types=kinds):
            return tuple(name for one in kinds for name in _choices(one, steps))
        case inspect.StructType(fields=fields) if steps:
            there = (one.type for one in fields if one.name == steps[0])
            return tuple(name for one in there for name in _choices(one, steps[1:]))
        case inspect.VarTupleType(item_type=item):
            return _choices(item, steps[1:])
    return ()


def known(name: str, names: Iterable[str], where: str, field: str = "") -> None:
    """BadPage, with the likeliest names, unless `name` is one of `names`."""
    there = tuple(names)
    if not isinstance(name, str) or name not in there:
        raise BadPage(f"{where}: there is no {name!r}; {nearest(str(name), there)}", field)


A_FEW = 12  # of more nobody could have meant each


def nearest(name: str, names: Iterable[str]) -> str:
    """What was perhaps meant; or all that there is."""
    from difflib import get_close_matches  # only a typo pays for it

    there = tuple(one for one in names if one)
    near = get_close_matches(name, there, n=3) or there
    if not near:
        return "there is none at all"
    return f"{'perhaps' if len(near) <= A_FEW else 'there are'} {', '.join(near)}"
