"""`stormdeck simulate`: a whole table that does not exist, ten players and a bank included."""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import webbrowser
from contextlib import closing, nullcontext
from pathlib import Path
from random import SystemRandom
from typing import NoReturn

from msgspec.structs import replace

from firmware.errors import Fault
from firmware.machine.plan import table_of
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage
from firmware.table.config import Config
from lab.live.ports import Taken, free_port, keep, listen
from lab.simulation.any_game import front_page, page_of
from lab.simulation.headless import headless, teller


def shown(args: argparse.Namespace) -> int:
    """In a browser or in windows, in real time."""
    from lab.live import browser
    from lab.live.live_table import LiveTable, bot_seats
    from lab.live.room import PACES, Room

    seed = SystemRandom().randrange(10**6) if args.seed is None else args.seed
    listener = listen(args.port)
    where = browser.address(listener)
    opens = not args.no_browser and bool(os.environ.get("DISPLAY") or sys.platform == "darwin")

    def ready(table: LiveTable) -> None:
        if room.count == 1:
            browser.welcome(table, where)
            if opens and not args.windows:
                webbrowser.open(where)

    def stand(home: Path, config: Config) -> LiveTable:
        return LiveTable(
            home, seed, bot_seats(config.seats, room.bots), args.windows, PACES[room.speed],
            config=config,
            floor_port=free_port(args.port + 1), cage_port=free_port(args.port + 2),
        )  # fmt: skip

    async def run(home: Path) -> None:
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, room.end)
        async with browser.serving(room, listener):
            await room.run(home, args.config or front_page(), teller(), ready)

    room = Room(stand, args.bots)
    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(run(Path(args.data or scratch)))
    print(room.summary(args.data))
    return 1 if room.problems else 0


def goes_on(data: Path | None, wanted: Config | None) -> Config | None:
    """A folder keeps one table: its journal goes on with the game that it has."""
    if data is None or not (page := data / "table.toml").exists():
        return wanted
    kept = table_of(TomlFile(page))
    if wanted is not None and (wanted.house, wanted.spreads) != (kept.house, kept.spreads):
        raise Taken(
            f"{data} keeps a table of {kept.spreads[0].game}: go on with it without GAME, or "
            f"choose another folder: make run DATA={data}-2."
        )
    return kept


class OneLine(argparse.ArgumentParser):
    """A mistake is one line; --help has the rest."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parser() -> argparse.ArgumentParser:
    made = OneLine(prog="stormdeck simulate", description=__doc__)
    made.add_argument("--headless", action="store_true", help="bots only, in virtual time")
    made.add_argument("--table", type=Path, metavar="PAGE.toml",
                      help="any table, by its page")  # fmt: skip
    made.add_argument("--game", metavar="NAME", help="any game that `games` lists")
    made.add_argument("--house", default="", metavar="H", help="as this house posts it")
    made.add_argument("--hands", type=_count, default=100, help="headless: play so many")
    made.add_argument("--seed", type=int, help="the same seed is the same evening")
    made.add_argument("--json", action="store_true", help="headless: the summary as JSON")
    made.add_argument("--data", type=Path, metavar="DIR", help="keep journal and bank here")
    made.add_argument("--receipts", type=Path, metavar="DIR", help="keep each hand's receipts")
    made.add_argument("--phh", type=Path, metavar="DIR", help="keep each hand's history")
    made.add_argument("--bots", type=int, choices=range(11), default=6, metavar="0-10",
                      help="in the browser: seats with a bot (6)")  # fmt: skip
    made.add_argument("--port", type=_port, default=8080, help="in the browser: 8080; 0 is any")
    made.add_argument("--windows", action="store_true", help="real windows beside the page")
    made.add_argument("--no-browser", action="store_true", help="do not open one")
    return made


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of hands: one or more")
    return int(text)


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port: 1 to 65535, or 0 for any")
    return int(text)


def main(argv: list[str]) -> int:
    reader = parser()
    args = reader.parse_args(argv)
    if (args.table and args.game) or (args.house and not args.game):
        reader.error("--table PAGE.toml, or --game NAME and perhaps --house H")
    try:
        args.config = table_of(TomlFile(args.table)) if args.table else None
        if args.game:
            page = page_of(args.game, args.house)
            args.config = replace(page, settings={**page.settings, "approval": False})
        with closing(keep(args.data)) if args.data else nullcontext():
            if args.headless:
                return headless(args)
            args.config = goes_on(args.data, args.config)
            return shown(args)
    except (Fault, BadPage) as no:
        print(f"stormdeck simulate: {no}", file=sys.stderr)
    except Taken as no:
        print(f"stormdeck simulate: {no}", file=sys.stderr)
    except OSError as no:
        where = no.filename or args.data
        print(f"stormdeck simulate: {where}: {no.strerror or no}", file=sys.stderr)
    return 2
