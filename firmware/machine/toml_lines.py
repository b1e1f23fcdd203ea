"""On which line of a TOML file a thing stands, so that an error can say where to look.

`tomllib` tells values, not places. A statement is the fewest lines that are TOML by themselves;
what they name is read from their own value.
"""

import re
import tomllib
from typing import Any

_HEADER = re.compile(r"^\s*(\[\[?)(.+?)\]\]?\s*(#.*)?$")


class TomlLines:
    def __init__(self, text: str) -> None:
        """`text` is good TOML."""
        self._at: dict[str, int] = {}
        self._counts: dict[str, int] = {}
        self._lines = text.splitlines()
        self._walk()

    def of(self, field: str) -> int:
        """The line of `spreads[0].buy_in[1]`, or of the nearest thing around it; 0: nowhere."""
        while field and field not in self._at:
            field = re.sub(r"(\.?[^.\[\]]+|\[[^\]]*\])$", "", field)
        return self._at.get(field, 0)

    def _walk(self) -> None:
        table, at = "", 0
        while at < len(self._lines):
            line = self._lines[at]
            header = _HEADER.match(line)
            if header:
                table = self._header(header, at + 1)
                at += 1
                continue
            end = at + 1
            while (value := _parsed(self._lines[at:end])) is None and end < len(self._lines):
                end += 1
            self._note(table, value or {}, at + 1, end)
            at = end

    def _header(self, header: re.Match[str], number: int) -> str:
        name = _dotted(header[2])
        first, *inner = name.split(".")
        if first in self._counts:  # inside the newest of a list of tables
            name = ".".join([f"{first}[{self._counts[first]}]", *inner])
        if header[1] == "[[":
            plain = _dotted(header[2])
            self._counts[plain] = self._counts.get(plain, -1) + 1
            self._at.setdefault(plain, number)
            name = f"{plain}[{self._counts[plain]}]"
        self._at.setdefault(name, number)
        return name

    def _note(self, place: str, value: Any, first: int, end: int) -> None:
        """Everything this statement names; what is inside a long value, where its text is."""
        pairs: list[tuple[str, Any]] = []
        if isinstance(value, dict):
            pairs = [(f"{place}.{key}" if place else key, one) for key, one in value.items()]
        elif isinstance(value, list):
            pairs = [(f"{place}[{n}]", one) for n, one in enumerate(value)]
        for name, one in pairs:
            line = self._find(one, name, first, end)
            self._at.setdefault(name, line)
            self._note(name, one, line, end)

    def _find(self, value: Any, name: str, first: int, end: int) -> int:
        last = re.split(r"[.\[]", name)[-1].rstrip("]")
        want = str(value) if last.isdigit() and not isinstance(value, dict | list) else last
        for number in range(first, end + 1):
            if want in self._lines[number - 1]:
                return number
        return first


def _parsed(lines: list[str]) -> dict[str, Any] | None:
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def _dotted(header: str) -> str:
    """`a . "b"` is a.b."""
    return ".".join(part.strip().strip("\"'") for part in header.split("."))
