"""stormdeck floor FILE: the floor's pages for every table that its floor.toml names.

The desk is paired with each table as a screen is (`stormdeck pair --as desk`); who sits at it signs
on with card and PIN. It is served on this machine's own name only: put a TLS proxy before it where
tablets and phones come in.
"""

import asyncio
from pathlib import Path

from msgspec import Struct

from commands import desk_program
from drivers.link.keys import Book, Peer, open_book
from firmware.bank.address import store_of
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.keys import heads_beside, load_bank_key
from firmware.machine.plan import key_file
from firmware.machine.toml_file import TomlFile


class FloorPage(Struct, frozen=True, forbid_unknown_fields=True):
    """floor.toml."""

    desk: str  # its name, in journals and change logs
    links: str  # the key book of this desk
    bank: str
    bank_key: str
    tables: dict[str, str]  # name -> where its door is: unix:/path, tcp:address:port
    listen: str = "127.0.0.1:8081"
    names: tuple[str, ...] = ()  # other names it is reached by, port included
    secure: bool = False  # behind TLS


def main(argv: list[str]) -> int:
    return desk_program.run("floor", __doc__, argv, FloorPage, _serve)


async def _serve(file: TomlFile, page: FloorPage) -> None:
    from desks.floor.app import floor_application
    from desks.floor.book import ListBook
    from desks.floor.link import TableLink
    from desks.floor.room import Room
    from desks.sign_on import SignOn
    from desks.stream import News

    beside = file.path.parent
    keys, news = open_book(beside / page.links), News()
    links = [
        TableLink(name, keys.me, _paired(file, keys, name), _at(beside, where), news.tell, _say)
        for name, where in page.tables.items()
    ]
    bank = _bank(file, page)
    book = ListBook(bank, news)
    people = Identity(bank)
    sign_on = SignOn(people, "Floor", page.desk, page.secure)
    hosts = frozenset({page.listen, *page.names})
    app = floor_application(Room(links, news, people.slip), book, sign_on, hosts)
    beside_it = [asyncio.create_task(one.run()) for one in links]
    beside_it.append(asyncio.create_task(book.follow()))
    _say(f"the floor is at http://{page.listen}/")
    try:
        await desk_program.listen(app, page.listen)
    finally:
        for task in beside_it:
            task.cancel()


def _bank(file: TomlFile, page: FloorPage) -> Bank:
    where = desk_program.books_at(file, page.bank)
    key = key_file(file.path.parent, page.bank_key)
    bank = Bank(store_of(where), load_bank_key(key), heads=heads_beside(key))
    bank.check_books()
    return bank


def _at(beside: Path, where: str) -> str:
    path = where.removeprefix("unix:")
    return f"unix:{beside / path}" if path != where else where


def _paired(file: TomlFile, keys: Book, name: str) -> Peer:
    wanted = f"Table {name}"
    found = next((peer for peer in keys.peers() if peer.name == wanted), None)
    if found is None:
        file.wrong(f"tables.{name}", f"{wanted} is not in the key book: stormdeck pair --as desk")
    return found


def _say(words: str) -> None:
    print(f"floor: {words}", flush=True)
