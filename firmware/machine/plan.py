"""table.toml: one page for the whole table, checked from end to end before anything is opened.

The table's own part (house, games, stakes, fees) is firmware/table/config.py's; here stand the
machine's: where the journal, the keys and the bank are, which socket is which seat. Every error
names the file and the line, and says what would be right. systemd/table.toml.example explains it.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from msgspec import Struct

from drivers.entropy import DEVICE
from drivers.sockets import Sockets, Wiring, sockets_of
from firmware.bank.address import POSTGRES
from firmware.fairness.seal import Keyholders
from firmware.machine.toml_lines import TomlLines
from firmware.pages import BadPage
from firmware.table.engine import Config, validate

T = TypeVar("T")
OURS = ("machine", "keyholders", "sockets")
KINDS = {"int": "a whole number", "str": "a text in quotes", "bool": "true or false",
         "array": "a list in [ ]", "object": "a section of its own", "float": "a number",
         "datetime": "a date"}  # fmt: skip


class Machine(Struct, frozen=True, forbid_unknown_fields=True):
    """Paths that do not begin with / are beside table.toml."""

    journal: tuple[str, str]  # two directories, on two disks
    secrets: str  # a directory: keys of journal, deal, vault and links; nobody else's to read
    bank: str  # a SQLite file, or postgresql://…
    bank_key: str
    noise: str = DEVICE
    simulation: bool = False  # no hardware noise; every receipt says so
    opens_with: int = 0  # opens by itself when so many sit with chips; 0: the floor opens it


class Holders(Struct, frozen=True, forbid_unknown_fields=True):
    """X25519 public keys, hex."""

    auditor: str
    manager: str
    house_auditor: str


class Plan(Struct, frozen=True):
    """Everything `stormdeck table` was told."""

    path: Path
    config: Config
    machine: Machine
    keyholders: Keyholders
    sockets: Sockets

    def beside(self, name: str) -> Path:
        return self.path.parent / name

    @property
    def secrets(self) -> Path:
        return self.beside(self.machine.secrets)


class _File:
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

    def take(self, values: object, kind: type[T], place: str = "") -> T:
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
            self._unfit(words, field)

    def _no_such_place(self, wiring: Any, section: str, field: str) -> NoReturn:
        good = ("center", "doors") if section == "others" else tuple(map(str, range(1, 11)))
        key = next(key for key in wiring[section] if key not in good)
        words = "center and doors" if section == "others" else "seats are numbers, 1 to 10"
        self.wrong(f"{field}.{key}", f"{field}: there is no {key!r} here; {words}")

    def _unfit(self, words: str, field: str) -> NoReturn:
        """msgspec's words in a technician's."""
        if found := re.match(r"Object missing required field `(.+)`", words):
            missing = f"{field}.{found[1]}".strip(".")
            self.wrong(field, f"{missing} is missing")
        if found := re.match(r"Object contains unknown field `(.+)`", words):
            name = f"{field}.{found[1]}".strip(".")
            self.wrong(name, f"there is no {name}; is it misspelt, or in the wrong section?")
        if found := re.match(r"Expected `(\w+)[^`]*`, got `(\w+)", words):
            want, got = (KINDS.get(one, one) for one in found.groups())
            self.wrong(field, f"{field}: {want} belongs here, not {got}")
        if found := re.match(r"Expected `array` of length (\d+), got (\d+)", words):
            self.wrong(field, f"{field}: {found[1]} values belong here, not {found[2]}")
        if found := re.match(r"Invalid enum value (.+)", words):
            self.wrong(field, f"{field}: there is no {found[1]} here")
        self.wrong(field, f"{field}: {words}")


def read_plan(path: Path) -> Plan:
    """Raises BadPage; nothing but the file itself has been touched then."""
    file = _File(path)
    own = {key: value for key, value in file.values.items() if key not in OURS}
    config = file.take(own, Config)
    try:
        validate(config)
    except BadPage as bad:
        file.wrong(bad.field, str(bad))
    machine = file.take(_section(file, "machine"), Machine, "machine")
    _check_machine(file, machine)
    holders = _keyholders(file)
    return Plan(path, config, machine, holders, _sockets(file, config))


def _section(file: _File, name: str) -> Any:
    if name not in file.values:
        file.wrong("", f"the section [{name}] is missing")
    return file.values[name]


def _check_machine(file: _File, machine: Machine) -> None:
    for name in ("journal", "secrets", "bank", "bank_key", "noise"):
        values = getattr(machine, name)
        for value in values if isinstance(values, tuple) else (values,):
            if not value or "\0" in value:
                file.wrong(f"machine.{name}", f"machine.{name}: a path belongs here")
    one, two = (file.path.parent / name for name in machine.journal)
    if one.resolve() == two.resolve():
        file.wrong("machine.journal", "machine.journal: two directories, on two disks, not one")
    folders = {"journal": one, "journal ": two, "secrets": file.path.parent / machine.secrets}
    for name, folder in folders.items():
        if folder.exists() and not folder.is_dir():
            file.wrong(f"machine.{name.strip()}", f"{folder} is a file; a directory belongs here")
    key = file.path.parent / machine.bank_key
    if not key.parent.is_dir():
        file.wrong("machine.bank_key", f"there is no directory {key.parent} for the bank's key")
    if not machine.bank.startswith(POSTGRES):
        if "://" in machine.bank:
            file.wrong("machine.bank", "machine.bank: a SQLite file, or postgresql://…")
        if not (file.path.parent / machine.bank).parent.is_dir():
            folder = (file.path.parent / machine.bank).parent
            file.wrong("machine.bank", f"there is no directory {folder} for the bank")
    if machine.opens_with < 0 or machine.opens_with == 1:
        words = "machine.opens_with: 2 players or more, or 0: then the floor opens it"
        file.wrong("machine.opens_with", words)


def _keyholders(file: _File) -> Keyholders:
    texts = file.take(_section(file, "keyholders"), Holders, "keyholders")
    keys: dict[str, X25519PublicKey] = {}
    seen: dict[str, str] = {}
    for name in Holders.__struct_fields__:
        text = getattr(texts, name).strip().lower()
        if not re.fullmatch(r"[0-9a-f]{64}", text):
            file.wrong(
                f"keyholders.{name}",
                f"keyholders.{name}: a public key of 64 hex digits belongs here, not {len(text)}",
            )
        if text in seen:
            words = f"keyholders.{name} is the key of {seen[text]}; each holds another"
            file.wrong(f"keyholders.{name}", words)
        seen[text] = name
        keys[name] = X25519PublicKey.from_public_bytes(bytes.fromhex(text))
    return Keyholders(**keys)


def _sockets(file: _File, config: Config) -> Sockets:
    values, place = _section(file, "sockets"), "sockets."
    if isinstance(values, str):  # the wiring plan in a file of its own
        file = _File(file.path.parent / values)
        values, place = file.values, ""
    wiring = file.take(values, Wiring, place.strip("."))
    for name, seats in (("stations", wiring.stations), ("readers", wiring.readers)):
        for seat in seats:
            if not 1 <= seat <= config.seats:
                words = f"{place}{name}: there is no seat {seat}; this table has {config.seats}"
                file.wrong(f"{place}{name}.{seat}", words)
        for seat in range(1, config.seats + 1):
            if seat not in seats:
                file.wrong(f"{place}{name}", f"{place}{name}: seat {seat} has no socket")
    try:
        return sockets_of(wiring)
    except ValueError as bad:
        file.wrong(_second(file, values, place), f"{place.strip('.') or 'sockets'}: {bad}")


def _second(file: _File, values: dict[str, dict[str, str]], place: str) -> str:
    """Where a socket is named for the second time."""
    seen = set()
    for section, rows in values.items():
        for key, socket in rows.items():
            if socket in seen:
                return f"{place}{section}.{key}"
            seen.add(socket)
    raise AssertionError("no socket is named twice")


def _syntax(path: Path, text: str, words: str) -> BadPage:
    found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", words)
    line = int(found[1]) if found and found[1] else max(1, len(text.splitlines()))
    what = words[: found.start()] if found else words
    return BadPage(f"{path} line {line}: this is no TOML: {what[:1].lower()}{what[1:]}")
