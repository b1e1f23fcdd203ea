"""stormdeck pair: make a screen or the door board known to its table, and the table to it.

Start it at both ends of the wire, with the table and the screen stopped. Both show six digits;
if they are the same, say yes at both. Nothing is kept before both did. A desk has no cable: its
wire is unix:/path or tcp:host:port, and the table's end is started first. So is the bank's, where a
table is paired with its bank's service: --as bank there, --as table --name T1 at the table. Two
sister tables are both --as table, and the one that is started first is --called.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any, TextIO

from commands import arguments
from drivers.link.address import accept_one, is_socket, open_port
from drivers.link.keys import Book, open_book
from drivers.link.pairing import Compare, Failed, Paired, Pairing, PairingHappening
from drivers.link.port import Port
from firmware.errors import Fault

ENDS = ("controller", "station", "center", "doors", "desk", "console", "table", "bank")
CALLED = ("controller", "bank")  # the ends that others call


def main(argv: list[str]) -> int:
    parser = arguments.parser("pair", __doc__)
    parser.add_argument("--port", required=True, metavar="DEV", help="the wire between the two")
    words = "the key book of this end; the table's is links.json in its secrets"
    parser.add_argument("--book", required=True, type=Path, metavar="FILE", help=words)
    parser.add_argument("--as", required=True, choices=ENDS, dest="kind", help="what this end is")
    parser.add_argument("--name", required=True, help="what the other end shall call it: Station 3")
    words = "of two sister tables: this end waits for the other's call"
    parser.add_argument("--called", action="store_true", help=words)
    args = parser.parse_args(argv)
    try:
        return asyncio.run(_pair(args, sys.stdin))
    except Fault as fault:
        print(f"stormdeck pair: {fault}", file=sys.stderr)
    except OSError as no:
        print(f"stormdeck pair: {no.filename or args.book}: {no.strerror}", file=sys.stderr)
    return 1


async def _pair(args: argparse.Namespace, person: TextIO) -> int:
    loop, book = asyncio.get_running_loop(), open_book(args.book)
    role: Any = "controller" if args.kind in CALLED or args.called else "screen"
    pairing = Pairing(role, book.me, args.kind, args.name, loop.time())
    news: asyncio.Queue[PairingHappening] = asyncio.Queue()
    print(f"Waiting for the other end of {args.port}; start stormdeck pair there too.", flush=True)
    called = is_socket(args.port) and role == "controller"
    port = await (accept_one if called else open_port)(args.port, pairing, news.put_nowait)
    try:
        return await _talk(pairing, port, news, book, person)
    finally:
        port.close()


async def _talk(
    pairing: Pairing,
    port: Port,
    news: "asyncio.Queue[PairingHappening]",
    book: Book,
    person: TextIO,
) -> int:
    loop = asyncio.get_running_loop()
    while True:
        match await news.get():
            case Compare(digits, name, _):
                print(
                    f"{name} is there. Both ends must show: {digits[:3]} {digits[3:]}", flush=True
                )
                print("Is it the same at the other end? Type yes or no: ", end="", flush=True)
                answer = await loop.run_in_executor(None, person.readline)
                if answer.strip().lower() not in ("yes", "y"):
                    pairing.cancel()
                    print("Not paired; nothing was stored.")
                    return 1
                for one in pairing.confirm(loop.time()):
                    news.put_nowait(one)
                port.pump()
            case Paired(peer):
                book.add(peer)
                print(f"Paired with {peer.name}.", flush=True)
                while not pairing.over:  # so that the other end hears our yes
                    await asyncio.sleep(0.1)
                return 0
            case Failed(why):
                print(f"Not paired: {why}.")
                return 1
