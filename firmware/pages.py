"""Pages: TOML files that people write, read and checked. What is wrong is said, and where."""

import tomllib
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


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
        raise BadPage(f"{where}: {field + ': ' if field else ''}{words}") from None


def known(name: str, names: Iterable[str], where: str, field: str = "") -> None:
    """BadPage, with the likeliest names, unless `name` is one of `names`."""
    there = tuple(names)
    if not isinstance(name, str) or name not in there:
        from difflib import get_close_matches  # only a typo pays for it

        near = get_close_matches(str(name), there, n=3) or there
        raise BadPage(f"{where}: there is no {name!r}; perhaps {', '.join(near)}", field)
