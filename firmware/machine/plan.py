"""table.toml: one page for the whole table, checked from end to end before anything is opened.

The table's own part (house, games, stakes, fees) is firmware/table/config.py's; here stand the
machine's: where the journal, the keys and the bank are, which socket is which seat. Every error
names the file and the line, and says what would be right. systemd/table.toml.example explains it.
"""

import os
import re
from pathlib import Path
from typing import Any, Literal

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PublicKey
from msgspec import Struct

from drivers.entropy import DEVICE, no_device
from drivers.link.address import is_socket
from drivers.sockets import Sockets, Wiring, sockets_of
from firmware.bank.address import POSTGRES
from firmware.fairness.seal import Keyholders
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage
from firmware.table.engine import Config, check_sign, validate

OURS = ("machine", "keyholders", "sockets", "updates")


class Machine(Struct, frozen=True, forbid_unknown_fields=True):
    """Paths that do not begin with / are beside table.toml."""

    journal: tuple[str, str]  # two directories, on two disks
    secrets: str  # a directory: keys of journal, deal, vault and links; nobody else's to read
    bank: str  # a SQLite file, postgresql://…, or its service: unix:/path, tcp:address:port
    bank_key: str = ""  # of books that this machine opens itself; a service keeps its own
    noise: str = DEVICE
    simulation: bool = False  # no hardware noise; every receipt says so
    desks: tuple[str, ...] = ()  # where the floor's desks call: unix:/path, tcp:address:port
    # Sister tables, which witness each other's deals: where they call this one, and by name where
    # this one calls them.
    sisters_call: str = ""
    sisters: dict[str, str] = {}
    # A copy of the journal failed: the hand is played out, then the table waits; or it plays on.
    one_copy: Literal["finish the hand", "play on"] = "finish the hand"
    opens_with: int = 0  # players with chips that open it; 0: as many as the house begins with
    clock: str = ""  # a file that is there once a time server has set the clock; none: not asked
    software: str = ""  # the signed list of every file (REQ-R28); none: it is only shown
    software_key: str = ""  # Ed25519 public key of who signs it, hex


class Holders(Struct, frozen=True, forbid_unknown_fields=True):
    """X25519 public keys, hex."""

    auditor: str
    manager: str
    house_auditor: str


class Updates(Struct, frozen=True, forbid_unknown_fields=True):
    """Who approves an update, as Ed25519 public keys in hex; none: this table takes no update."""

    house: str = ""
    lab: str = ""
    folder: str = "/var/lib/stormdeck/update"  # where a bundle lies that is offered
    memory: str = "/var/lib/stormdeck-update/update.json"  # what became of it
    trial_s: int = 240  # a new version has so long to prove itself


class Plan(Struct, frozen=True):
    """Everything `stormdeck table` was told."""

    path: Path
    config: Config
    machine: Machine
    keyholders: Keyholders
    sockets: Sockets
    updates: Updates = Updates()

    def beside(self, name: str) -> Path:
        return self.path.parent / name

    @property
    def desks(self) -> list[str]:
        """A path beside table.toml is one."""
        return [_beside(self.path, one) for one in self.machine.desks]

    @property
    def sisters(self) -> dict[str, str]:
        return {name: _beside(self.path, one) for name, one in self.machine.sisters.items()}

    @property
    def sisters_call(self) -> str:
        return _beside(self.path, self.machine.sisters_call)

    @property
    def bank_service(self) -> str:
        """Where it is called; empty: the table opens the books itself."""
        return _beside(self.path, self.machine.bank) if is_socket(self.machine.bank) else ""

    @property
    def bank_key(self) -> Path:
        """A file; or, as credential:NAME, what systemd has unsealed for this start alone."""
        return key_file(self.path.parent, self.machine.bank_key)

    @property
    def secrets(self) -> Path:
        return self.beside(self.machine.secrets)


UNIX = "unix:"


def _beside(page: Path, address: str) -> str:
    path = address.removeprefix(UNIX)
    return f"{UNIX}{page.parent / path}" if path != address else address


CREDENTIAL = "credential:"
_HEX_KEY = re.compile("[0-9a-fA-F]{64}")


def key_file(beside: Path, name: str) -> Path:
    if not name.startswith(CREDENTIAL):
        return beside / name
    return Path(os.environ.get("CREDENTIALS_DIRECTORY", "/run/credentials")) / name[11:]


def read_plan(path: Path) -> Plan:
    """Raises BadPage; nothing but the file itself has been touched then."""
    file = TomlFile(path)
    config = table_of(file)
    machine = file.convert(_section(file, "machine"), Machine, "machine")
    _check_machine(file, machine)
    holders = _keyholders(file)
    updates = file.convert(file.values.get("updates", {}), Updates, "updates")
    _check_updates(file, updates)
    return Plan(path, config, machine, holders, _sockets(file, config), updates)


def check_new(plan: Plan) -> None:
    """What a page must have that is written now. Raises BadPage."""
    try:
        check_sign(plan.config)
    except BadPage as bad:
        TomlFile(plan.path).wrong(bad.field, str(bad))


def table_of(file: TomlFile) -> Config:
    """The table's own part of its page."""
    own = {key: value for key, value in file.values.items() if key not in OURS}
    if "rulebook" in own:
        file.wrong("rulebook", "rulebook: is read from the pages, never written by hand")
    config = file.convert(own, Config)
    try:
        validate(config)
    except BadPage as bad:
        file.wrong(bad.field, str(bad))
    return config


def _section(file: TomlFile, name: str) -> Any:
    if name not in file.values:
        words = f"the section [{name}] is missing; systemd/table.toml.example shows one"
        file.wrong("", words)
    return file.values[name]


def _check_machine(file: TomlFile, machine: Machine) -> None:
    for name in ("journal", "secrets", "bank", "noise"):
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
    if machine.software and not _HEX_KEY.fullmatch(machine.software_key):
        words = "the Ed25519 public key of who signs the software: 64 hex digits"
        file.wrong("machine.software_key", f"machine.software_key: {words}")
    _check_bank(file, machine)
    for address in machine.desks:
        if not is_socket(address):
            words = "machine.desks: unix:/run/stormdeck/desks.sock, or tcp:10.0.0.4:7410"
            file.wrong("machine.desks", words)
    for name, address in {"": machine.sisters_call, **machine.sisters}.items():
        field = f"sisters.{name}" if name else "sisters_call"
        if (name or address) and not is_socket(address):
            file.wrong(f"machine.{field}", f"machine.{field}: unix:/path, or tcp:10.0.0.4:7413")
    if file.values.get("table") in machine.sisters:
        file.wrong("machine.sisters", "machine.sisters: a table is no sister of itself")
    why = "" if machine.simulation else no_device(str(file.path.parent / machine.noise))
    if why:
        words = f"machine.noise: {machine.noise} cannot be the noise of a table: {why}"
        file.wrong("machine.noise", f"{words}; or write simulation = true, and receipts say so")
    if machine.opens_with < 0 or machine.opens_with == 1:
        words = "machine.opens_with: 2 players or more, or 0: as many as the house begins with"
        file.wrong("machine.opens_with", words)


def _check_updates(file: TomlFile, updates: Updates) -> None:
    for name in ("house", "lab"):
        key = getattr(updates, name)
        if key and not _HEX_KEY.fullmatch(key):
            words = f"the Ed25519 public key of the {name}: 64 hex digits"
            file.wrong(f"updates.{name}", f"updates.{name}: {words}")
    if updates.house and updates.house.lower() == updates.lab.lower():
        file.wrong("updates.lab", "updates.lab: is the house's key; each side has its own")


def _check_bank(file: TomlFile, machine: Machine) -> None:
    if is_socket(machine.bank):
        if machine.bank_key:
            words = "machine.bank_key: the bank's service has the key; take it off this machine"
            file.wrong("machine.bank_key", words)
        return
    if not machine.bank_key or "\0" in machine.bank_key:
        file.wrong("machine.bank_key", "machine.bank_key: a path belongs here")
    # Whether a sealed one is there is no business of whoever reads the page and opens no books.
    folder = key_file(file.path.parent, machine.bank_key).parent
    if not machine.bank_key.startswith(CREDENTIAL) and not folder.is_dir():
        file.wrong("machine.bank_key", f"there is no directory {folder} for the bank's key")
    if not machine.bank.startswith(POSTGRES):
        if "://" in machine.bank:
            words = "a SQLite file, postgresql://…, or its service, tcp:10.0.0.4:7411"
            file.wrong("machine.bank", f"machine.bank: {words}")
        if not (file.path.parent / machine.bank).parent.is_dir():
            folder = (file.path.parent / machine.bank).parent
            file.wrong("machine.bank", f"there is no directory {folder} for the bank")


def _keyholders(file: TomlFile) -> Keyholders:
    texts = file.convert(_section(file, "keyholders"), Holders, "keyholders")
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


def _sockets(file: TomlFile, config: Config) -> Sockets:
    values, place = _section(file, "sockets"), "sockets."
    if isinstance(values, str):  # the wiring plan in a file of its own
        file = TomlFile(file.path.parent / values)
        values, place = file.values, ""
    wiring = file.convert(values, Wiring, place.strip("."))
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


def _second(file: TomlFile, values: dict[str, dict[str, str]], place: str) -> str:
    """Where a socket is named for the second time."""
    seen = set()
    for section, rows in values.items():
        for key, socket in rows.items():
            if socket in seen:
                return f"{place}{section}.{key}"
            seen.add(socket)
    raise AssertionError("no socket is named twice")
