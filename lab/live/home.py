"""A table's home on this machine: its page, keys, bank, and the places of its cables.

`lay_out` writes everything that `stormdeck table` needs, pairs every screen with it, and funds a
card for every seat. Sockets are names in `dev/`: a link to a pty for a screen, a FIFO for a reader.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec import to_builtins
from msgspec.structs import replace

from drivers.link.keys import Book, Kind, Peer, open_book
from firmware.bank.acts import ConfirmClock
from firmware.bank.address import store_of
from firmware.bank.bank import Bank
from firmware.machine.equipment import wall_clock_ms
from firmware.table.config import Config
from lab.simulation.demo_cage import demo_books, demo_key, funds
from lab.simulation.demo_people import together
from lab.simulation.whole_table import demo_config

CENTER, DOORS = 0, "doors"
DESKS = "unix:dev/desks"  # where the floor calls
PAGE = """\
{table}
[machine]
journal = ["{state}journal-a", "{state}journal-b"]
secrets = "{state}secrets"
bank = "{books}"
bank_key = "{state}bank.key"
simulation = {simulation}
opens_with = {opens_with}
desks = {desks}

[keyholders]
auditor = "{auditor}"
manager = "{manager}"
house_auditor = "{house_auditor}"

[sockets.stations]
{stations}
[sockets.readers]
{readers}
[sockets.others]
center = "{center}"
{doors}"""


FLOOR = """\
desk = "Floor"
listen = "127.0.0.1:{port}"
names = ["localhost:{port}"]
links = "links.json"
bank = "{books}"
bank_key = "../bank.key"

[tables]
1 = "unix:../dev/desks"
"""
CAGE = """\
window = "Cage, window 1"
drawer = "drawer:1"
listen = "127.0.0.1:{port}"
names = ["localhost:{port}"]
bank = "{books}"
bank_key = "../bank.key"
encoder = "{encoder}"
printer = "tcp:127.0.0.1:{printer}"
"""


class Home:
    """Where everything of one table lies. Seat 0 is the center screen. `books`: the address of a
    server; none: a file beside the rest."""

    def __init__(self, home: Path, seats: int, books: str = "") -> None:
        self.home, self.seats, self.books = home, seats, books

    def bank(self) -> Bank:
        """By a connection of its own, beside whoever else has the books open."""
        store = store_of(self.books or str(self.home / "bank.db"), new=True)
        return Bank(store, demo_key(self.home / "bank.key"))

    @property
    def page(self) -> Path:
        return self.home / "table.toml"

    @property
    def floor(self) -> Path:
        return self.home / "floor" / "floor.toml"

    @property
    def cage(self) -> Path:
        return self.home / "cage" / "cage.toml"

    @property
    def door(self) -> str:
        """Where the table's desks call."""
        return f"unix:{self.home}/dev/desks"

    def book(self, seat: int) -> Path:
        """The key book of a screen: its own key, and the table's."""
        return self.home / f"screens/{_name(seat)}.json"

    def socket(self, seat: int) -> Path:
        return self.home / f"dev/{_name(seat)}"

    @property
    def desk(self) -> Path:
        """The key book of the floor's desk."""
        return self.home / "screens/desk.json"

    @property
    def watcher(self) -> Path:
        """Of whoever looks on and changes nothing, as a console does."""
        return self.home / "screens/watcher.json"

    @property
    def console(self) -> Path:
        """Of the technician's console."""
        return self.home / "screens/console.json"

    @property
    def doors(self) -> Path:
        """Of the board of doors and lamps."""
        return self.home / "screens/doors.json"

    def reader(self, seat: int) -> Path:
        return self.home / f"dev/reader-{seat}"

    def lead(self, seat: int, device: str) -> None:
        """This socket's cable leads to that device now."""
        scratch = self.socket(seat).with_suffix(".new")
        scratch.unlink(missing_ok=True)
        scratch.symlink_to(device)
        scratch.replace(self.socket(seat))


def _name(seat: int) -> str:
    return f"station-{seat}" if seat else "center"


def lay_out(
    home: Path, seats: int = 10, opens_with: int = 2, simulation: bool = True,
    sockets: dict[str, str] | None = None, state: str = "", config: Config | None = None,
    doors: bool = False, books: str = "", **settings: Any,
) -> tuple[Home, list[str]]:  # fmt: skip
    """The home, and the tracks of its funded cards, seat 1 first. `sockets`: other names than the
    paths in `dev/`, as {"station-1": "pci-…"}; `state`: before the page's other paths. `config`:
    what is played, hold'em unless it says otherwise. `doors`: there is a board of them. `books`:
    the address of their server; none: a file."""
    made, names = Home(home, seats, books), sockets or {}
    table = config or demo_config()
    table = replace(table, seats=seats, settings={"approval": False, **table.settings, **settings})
    for folder in ("dev", "screens", "secrets"):
        (home / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
    keys = {name: X25519PrivateKey.generate().public_key().public_bytes_raw().hex()
            for name in ("auditor", "manager", "house_auditor")}  # fmt: skip

    def rows(path: Callable[[int], Path]) -> str:
        pairs = ((seat, path(seat)) for seat in range(1, seats + 1))
        return "".join(f'{n} = "{names.get(one.name, one)}"\n' for n, one in pairs)

    made.page.write_text(PAGE.format(
        table=_page(table), state=state, opens_with=opens_with, books=books or f"{state}bank.db",
        simulation=str(simulation).lower(),
        stations=rows(made.socket), readers=rows(made.reader),
        center=names.get("center", made.socket(CENTER)), desks=[] if state else [DESKS],
        doors=f'doors = "{home / "dev" / DOORS}"\n' if doors else "", **keys,
    ))  # fmt: skip
    links = open_book(home / "secrets/links.json")
    pair(links, open_book(made.desk), "desk", "Floor desk")
    pair(links, open_book(made.watcher), "console", "Onlooker")
    pair(links, open_book(made.console), "console", "Console")
    if doors:
        pair(links, open_book(made.doors), "doors", "Doors and lamps")
    for seat in range(seats + 1):
        kind: Kind = "station" if seat else "center"
        pair(links, open_book(made.book(seat)), kind, f"Station {seat}" if seat else "Center")
    key = demo_key(home / "bank.key")
    store = store_of(books or str(home / "bank.db"), new=True)
    bank, tracks = demo_books(store, key, wall_clock_ms, table.table, funds(table))
    bank.store.close()
    return made, tracks


def _page(config: Config) -> str:
    """The table's own part of its page."""
    rest = to_builtins(config)
    spreads, settings = rest.pop("spreads"), rest.pop("settings")
    blocks = [_lines(rest), *("[[spreads]]\n" + _lines(one) for one in spreads)]
    return "\n".join((*blocks, "[settings]\n" + _lines(settings)))


def _lines(block: dict[str, Any]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in block.items())


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
        case list() | tuple():
            return f"[{', '.join(map(_toml, value))}]"
    return str(value)


def lay_out_floor(home: Home, port: int) -> None:
    """The floor's desk beside it: its page, and its pairing with the table."""
    home.floor.parent.mkdir(exist_ok=True, mode=0o700)
    home.floor.write_text(FLOOR.format(port=port, books=home.books or "../bank.db"))
    links = open_book(home.floor.parent / "links.json")
    pair(open_book(home.home / "secrets/links.json"), links, "desk", "Floor", "Table 1")


def lay_out_cage(home: Home, port: int, bank: Bank, encoder: str, printer: int) -> None:
    """A window of the cage; its people have looked at another clock."""
    home.cage.parent.mkdir(exist_ok=True, mode=0o700)
    books = home.books or "../bank.db"
    home.cage.write_text(CAGE.format(port=port, encoder=encoder, printer=printer, books=books))
    together(bank, ConfirmClock())


def pair(table: Book, screen: Book, kind: Kind, name: str, called: str = "The table") -> None:
    """Both books at once; on a floor two technicians do it with `stormdeck pair`."""
    table.add(Peer(screen.me.public, kind, name))
    screen.add(Peer(table.me.public, "controller", called))
