"""`stormdeck bank serve`: the bank for tables that hold neither its key nor its books.

Each table is paired here under its own name, with both ends stopped or on another address:
stormdeck pair --as bank --name Bank here, --as table --name T1 at the table.
"""

import asyncio
import signal
from functools import partial
from pathlib import Path

from drivers.link.keys import open_book
from firmware.bank.bank import Bank
from firmware.machine.notify import Notify
from firmware.machine.open_files import make_room
from firmware.machine.own_memory import keep_private
from firmware.machine.window_service import WindowService
from firmware.settlement.window import TableWindow


def serve(bank: Bank, links: Path, addresses: list[str]) -> int:
    make_room()
    keep_private()
    asyncio.run(_serve(bank, links, addresses))
    return 0


async def _serve(bank: Bank, links: Path, addresses: list[str]) -> None:
    loop, stopped, notify = asyncio.get_running_loop(), asyncio.Event(), Notify()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopped.set)
    book = open_book(links)
    service = WindowService(TableWindow, partial(TableWindow, bank), book, _say)
    try:
        for address in addresses:
            service.listen(address)
        names = sorted(peer.name for peer in book.peers() if peer.kind == "table")
        _say(f"the bank is at {', '.join(addresses)}; tables {', '.join(names) or 'none yet'}")
        notify.say("READY=1")
        await stopped.wait()
    finally:
        service.close()
        notify.close()


def _say(words: str) -> None:
    print(words, flush=True)
