"""`stormdeck simulate`: a whole table that does not exist, ten players and a bank included."""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from pathlib import Path
from random import SystemRandom

from msgspec.structs import replace

from firmware.errors import Fault
from firmware.machine.plan import table_of
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage
from lab.simulation.any_game import page_of
from lab.simulation.headless import headless, teller


def shown(args: argparse.Namespace) -> int:
    """In a browser or in windows, in real time."""
    from lab.live import browser
    from lab.live.live_table import SEATS, LiveTable, bot_seats

    seed = SystemRandom().randrange(10**6) if args.seed is None else args.seed
    listener = browser.listen(args.port)
    opens = not args.no_browser and bool(os.environ.get("DISPLAY") or sys.platform == "darwin")

    async def run(home: Path) -> None:
        port = browser.free_port(args.port + 1)
        table = LiveTable(
            home, seed, bot_seats(SEATS, args.bots), args.windows, floor_port=port,
            cage_port=browser.free_port(args.port + 2),
        )  # fmt: skip
        tell = teller()
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, table.end)
        try:
            if not await table.start(tell):
                return
            tell("")
            await browser.serve(table, listener, opens and not args.windows)
        finally:
            await table.stop()
            table.clear()
        if (wrong := table.failure or table.fault) is not None:
            raise wrong

    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(run(Path(args.data or scratch)))
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="stormdeck simulate", description=__doc__)
    made.add_argument("--headless", action="store_true", help="bots only, in virtual time")
    made.add_argument("--table", type=Path, metavar="PAGE.toml",
                      help="headless: any table, by its page")  # fmt: skip
    made.add_argument("--game", metavar="NAME", help="headless: any game that `games` lists")
    made.add_argument("--house", default="", metavar="H", help="headless: as this house posts it")
    made.add_argument("--hands", type=_count, default=100, help="headless: play so many")
    made.add_argument("--seed", type=int, help="the same seed is the same evening")
    made.add_argument("--json", action="store_true", help="headless: the summary as JSON")
    made.add_argument("--data", type=Path, metavar="DIR", help="keep journal and bank here")
    made.add_argument("--receipts", type=Path, metavar="DIR", help="keep each hand's receipts")
    made.add_argument("--phh", type=Path, metavar="DIR", help="keep each hand's history")
    made.add_argument("--bots", type=int, choices=range(11), default=6, metavar="0-10",
                      help="in the browser: seats with a bot (6)")  # fmt: skip
    made.add_argument("--port", type=int, default=8080, help="in the browser: 8080; 0 is any")
    made.add_argument("--windows", action="store_true", help="real windows beside the page")
    made.add_argument("--no-browser", action="store_true", help="do not open one")
    return made


def _count(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of hands: one or more")
    return int(text)


def main(argv: list[str]) -> int:
    reader = parser()
    args = reader.parse_args(argv)
    for name in ("table", "game", "house"):
        if getattr(args, name) and not args.headless:
            reader.error(f"--{name} goes with --headless")
    if (args.table and args.game) or (args.house and not args.game):
        reader.error("--table PAGE.toml, or --game NAME and perhaps --house H")
    try:
        args.config = table_of(TomlFile(args.table)) if args.table else None
        if args.game:
            page = page_of(args.game, args.house)
            args.config = replace(page, settings={**page.settings, "approval": False})
        return headless(args) if args.headless else shown(args)
    except (Fault, BadPage) as no:
        print(f"stormdeck simulate: {no}", file=sys.stderr)
    except OSError as no:
        where = no.filename or args.data
        print(f"stormdeck simulate: {where}: {no.strerror}", file=sys.stderr)
    return 2
