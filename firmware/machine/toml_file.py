"""A TOML file that says what is wrong in it, where, and what would be right."""

import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from firmware.machine.toml_lines import TomlLines
from firmware.pages import BadPage, unfit

T = TypeVar("T")


class TomlFile:
    """One TOML file; whatever is wrong in it is said with its line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.text = path.read_text("utf-8")
            self.values: dict[str, Any] = tomllib.loads(self.text)
        except OSError as no:
            raise BadPage(f"{path}: {no.strerror or 'it cannot be read'}") from None
        except UnicodeDecodeError as bad:
            line = bad.object[: bad.start].count(b"\n") + 1
            raise BadPage(f"{path} line {line}: this is no UTF-8 text") from None
        except RecursionError:
            raise BadPage(f"{path} line 1: brackets within brackets without end") from None
        except tomllib.TOMLDecodeError as bad:
            raise _syntax(path, self.text, str(bad)) from None
        self._lines = TomlLines(self.text)

    def wrong(self, field: str, words: str) -> NoReturn:
        line = self._lines.of(field) or max(1, len(self.text.splitlines()))
        raise BadPage(f"{self.path} line {line}: {words}", field)

    def convert(self, values: object, kind: type[T], place: str = "") -> T:
        try:
            return msgspec.convert(values, kind, str_keys=True)
        except msgspec.ValidationError as bad:
            words, _, path = str(bad).partition(" - at ")
            if found := re.match(r"`key` in `\$\.(\w+)`", path):
                self._no_such_place(values, found[1], f"{place}.{found[1]}".strip("."))
            inside = path.strip("`").removeprefix("$").removeprefix(".")
            if found := re.match(r"(\w+)\[\.\.\.\]", inside):  # a socket, by whatever key
                rows = values[found[1]] if isinstance(values, dict) else {}
                wrong = next(key for key, one in rows.items() if not isinstance(one, str))
                inside = f"{found[1]}.{wrong}"
            field = f"{place}.{inside}".strip(".") if not inside.startswith("[") else place + inside
            self._unfit(words, field, unfit(words, kind, inside))

    def _no_such_place(self, wiring: Any, section: str, field: str) -> NoReturn:
        good = ("center", "doors") if section == "others" else tuple(map(str, range(1, 11)))
        key = next(key for key in wiring[section] if key not in good)
        words = "center and doors" if section == "others" else "seats are numbers, 1 to 10"
        self.wrong(f"{field}.{key}", f"{field}: there is no {key!r} here; {words}")

    def _unfit(self, words: str, field: str, said: str) -> NoReturn:
        if found := re.match(r"Object missing required field `(.+)`", words):
            missing = f"{field}.{found[1]}".strip(".")
            self.wrong(field, f"{missing} is missing")
        if found := re.match(r"Object contains unknown field `(.+)`", words):
            name = f"{field}.{found[1]}".strip(".")
            self.wrong(name, f"there is no {name}; is it misspelt, or in the wrong section?")
        self.wrong(field, f"{field}: {said}")


def _syntax(path: Path, text: str, words: str) -> BadPage:
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", words)
    line = int(found[1]) if found and found[1] else max(1, len(text.splitlines()))
    what = words[: found.start()] if found else words
    return BadPage(f"{path} line {line}: this is no TOML: {what[:1].lower()}{what[1:]}")
