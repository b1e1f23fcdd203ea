"""A table's home on this machine: its page, keys, bank, and the places of its cables.

`lay_out` writes everything that `stormdeck table` needs, pairs every screen with it, and funds a
card for every seat. Sockets are names in `dev/`: a link to a pty for a screen, a FIFO for a reader.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from drivers.link.keys import Book, Kind, Peer, open_book
from firmware.bank.acts import ConfirmClock
from firmware.bank.bank import Bank
from firmware.machine.equipment import wall_clock_ms
from lab.simulation.demo_cage import demo_bank, demo_key
from lab.simulation.demo_people import together

CENTER = 0
DESKS = "unix:dev/desks"  # where the floor calls
PAGE = """\
table = "1"
house = "artichoke-joes"
seats = {seats}

[[spreads]]
game = "lightning-holdem"
limit = "no-limit"
stakes = {{ small = 200, blinds = [100, 200], chip = 100 }}
buy_in = [4000, 40000]

[settings]
approval = false
{settings}
[machine]
journal = ["{state}journal-a", "{state}journal-b"]
secrets = "{state}secrets"
bank = "{state}bank.db"
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
"""


FLOOR = """\
desk = "Floor"
listen = "127.0.0.1:{port}"
names = ["localhost:{port}"]
links = "links.json"
bank = "../bank.db"
bank_key = "../bank.key"

[tables]
1 = "unix:../dev/desks"
"""
CAGE = """\
window = "Cage, window 1"
drawer = "drawer:1"
listen = "127.0.0.1:{port}"
names = ["localhost:{port}"]
bank = "../bank.db"
bank_key = "../bank.key"
encoder = "{encoder}"
"""


class Home:
    """Where everything of one table lies. Seat 0 is the center screen."""

    def __init__(self, home: Path, seats: int) -> None:
        self.home, self.seats = home, seats

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
    sockets: dict[str, str] | None = None, state: str = "", **settings: Any,
) -> tuple[Home, list[str]]:  # fmt: skip
    """The home, and the tracks of its funded cards, seat 1 first. `sockets`: other names than the
    paths in `dev/`, as {"station-1": "pci-…"}; `state`: before the page's other paths."""
    made, names = Home(home, seats), sockets or {}
    for folder in ("dev", "screens", "secrets"):
        (home / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
    keys = {name: X25519PrivateKey.generate().public_key().public_bytes_raw().hex()
            for name in ("auditor", "manager", "house_auditor")}  # fmt: skip

    def rows(path: Callable[[int], Path]) -> str:
        pairs = ((seat, path(seat)) for seat in range(1, seats + 1))
        return "".join(f'{n} = "{names.get(one.name, one)}"\n' for n, one in pairs)

    made.page.write_text(PAGE.format(
        seats=seats, state=state, opens_with=opens_with, simulation=str(simulation).lower(),
        settings="".join(f"{key} = {_toml(value)}\n" for key, value in settings.items()),
        stations=rows(made.socket), readers=rows(made.reader),
        center=names.get("center", made.socket(CENTER)), desks=[] if state else [DESKS], **keys,
    ))  # fmt: skip
    table = open_book(home / "secrets/links.json")
    pair(table, open_book(made.desk), "desk", "Floor desk")
    for seat in range(seats + 1):
        kind: Kind = "station" if seat else "center"
        pair(table, open_book(made.book(seat)), kind, f"Station {seat}" if seat else "Center")
    bank, tracks = demo_bank(home / "bank.db", demo_key(home / "bank.key"), wall_clock_ms)
    bank.store.close()
    return made, tracks


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def lay_out_floor(home: Home, port: int) -> None:
    """The floor's desk beside it: its page, and its pairing with the table."""
    home.floor.parent.mkdir(exist_ok=True, mode=0o700)
    home.floor.write_text(FLOOR.format(port=port))
    links = open_book(home.floor.parent / "links.json")
    pair(open_book(home.home / "secrets/links.json"), links, "desk", "Floor", "Table 1")


def lay_out_cage(home: Home, port: int, bank: Bank, encoder: str) -> None:
    """A window of the cage; its people have looked at another clock."""
    home.cage.parent.mkdir(exist_ok=True, mode=0o700)
    home.cage.write_text(CAGE.format(port=port, encoder=encoder))
    together(bank, ConfirmClock())


def pair(table: Book, screen: Book, kind: Kind, name: str, called: str = "The table") -> None:
    """Both books at once; on a floor two technicians do it with `stormdeck pair`."""
    table.add(Peer(screen.me.public, kind, name))
    screen.add(Peer(table.me.public, "controller", called))
