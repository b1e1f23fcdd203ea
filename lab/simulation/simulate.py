"""`stormdeck simulate`: a whole table that does not exist, ten players and a bank included."""

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any

from msgspec import Struct

from firmware.errors import Fault, Refused
from firmware.fairness.digest import canonical
from firmware.fairness.receipt import RAIL, receipt
from firmware.games.poker.rules import Page
from firmware.history.write import write
from firmware.money import show
from firmware.table.receipt import Finished
from lab.simulation.audit import check
from lab.simulation.view_bots import holdem
from lab.simulation.whole_table import Player, WholeTable, company, play

HOUR_MS = 3_600_000


class Summary(Struct):
    seed: int
    hands: int
    table_hours: float
    hands_per_hour: float
    intents: int
    latency_ms: dict[str, float]
    bought_in: int
    cashed_out: int
    fees: int
    transfers: int
    receipts: int
    phh: int
    phh_untold: int  # hands that the format has no words for
    journal_records: int
    journal_head: str
    problems: list[str]

    def words(self) -> str:
        lines = [
            f"{self.hands} hands in {self.table_hours:.2f} h of table time:"
            f" {self.hands_per_hour:.1f} hands an hour (seed {self.seed})",
            f"{self.intents} touches, answered on every glass in"
            f" {self.latency_ms['p50']:.1f} ms (p50), {self.latency_ms['p99']:.1f} ms (p99)",
            f"{show(self.bought_in)} bought in, {show(self.cashed_out)} cashed out,"
            f" {show(self.fees)} fees, {self.transfers} transfers",
            f"journal: {self.journal_records} records, head {self.journal_head[:16]}",
        ]
        lines += [f"WRONG  {problem}" for problem in self.problems] or [
            "every cent is accounted for"
        ]
        return "\n".join(lines)


class Keeper:
    """Each finished hand onto the disk: receipts to verify, and its history."""

    def __init__(self, whole: WholeTable, receipts: Path | None, phh: Path | None) -> None:
        self.whole, self.receipts, self.phh = whole, receipts, phh
        self.hands = self.written = self.told = self.untold = 0
        for folder in (receipts, phh):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)

    def keep(self, done: Finished) -> None:
        self.hands += 1
        name = f"hand-{done.receipt.hand:06d}"
        if self.receipts is not None:
            deal = self.whole.controller.deal
            assert deal.hand is not None
            for seat in (RAIL, *(line.seat for line in done.receipt.seats)):
                made = canonical(receipt(deal.hand, deal.log.public_key, seat))
                (self.receipts / f"{name}-seat-{seat:02d}.json").write_bytes(made)
                self.written += 1
        if self.phh is not None and done.start is not None:
            names = {line.seat: line.name for line in done.receipt.seats}
            fields: dict[str, Any] = {
                "players": [names[seat] for seat in done.start.seats],
                "table": done.receipt.table,
                "hand": done.receipt.hand,
            }
            try:
                text = write(done.start, done.events, fields)  # type: ignore[arg-type]
            except Refused:
                self.untold += 1
                return
            (self.phh / f"{name}.phh").write_text(text)
            self.told += 1


def evening(whole: WholeTable, hands: int, keeper: Keeper, tell: Callable[[str], None]) -> Summary:
    """Swipe, PIN, buy in, play so many hands, cash out; then count everything."""
    whole.players = whole.config.seats
    ctl = whole.power_on()
    began = whole.now
    ctl.finished = keeper.keep
    players = company(whole, holdem())
    problems = []

    def enough() -> bool:
        tell(f"{keeper.hands} of {hands} hands")
        return keeper.hands >= hands and ctl.table.live is None

    if not play(whole, players, enough):
        problems.append(f"The table fell asleep after {keeper.hands} hands.")
    spent = max(1, whole.now - began) / HOUR_MS
    problems += _home(whole, players)
    problems += _check(whole)
    ctl.snapshot()  # signs the head
    books, head = ctl.table.books, ctl.journal.head
    return Summary(
        seed=whole.seed,
        hands=keeper.hands,
        table_hours=round(spent, 4),
        hands_per_hour=round(keeper.hands / spent, 2),
        intents=len(whole.latencies),
        latency_ms=percentiles(whole.latencies),
        bought_in=books.bought_in,
        cashed_out=books.cashed_out,
        fees=books.fees,
        transfers=ctl.table.transfers,
        receipts=keeper.written,
        phh=keeper.told,
        phh_untold=keeper.untold,
        journal_records=head.seq,
        journal_head=head.chain.hex(),
        problems=problems,
    )


def _home(whole: WholeTable, players: list[Player]) -> list[str]:
    ctl = whole.controller
    for player in players:
        player.go_home()

    def empty() -> bool:
        return all(seat.life == "empty" for seat in ctl.table.seats) and not ctl.book.outbox.parcels

    return [] if play(whole, players, empty) else ["Somebody could not cash out."]


def _check(whole: WholeTable) -> list[str]:
    return check(whole.controller, whole.bank)


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds) or [0.0]
    found = {
        name: ordered[min(len(ordered) - 1, int(len(ordered) * share))]
        for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("max", 1.0))
    }
    return {name: round(1000 * value, 3) for name, value in found.items()}


def _teller() -> Callable[[str], None]:
    if not sys.stderr.isatty():
        return lambda words: None
    return lambda words: print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)


def headless(args: argparse.Namespace) -> int:
    seed = SystemRandom().randrange(10**6) if args.seed is None else args.seed
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(args.data or scratch)
        tell = _teller()
        whole = WholeTable(home, seed)
        keeper = Keeper(whole, args.receipts, args.phh)
        try:
            summary = evening(whole, args.hands, keeper, tell)
        finally:
            if hasattr(whole, "controller"):
                whole.power_off()
        tell("")
    if args.json:
        print(json.dumps({name: getattr(summary, name) for name in summary.__struct_fields__}))
    else:
        print(summary.words())
    return 1 if summary.problems else 0


def shown(args: argparse.Namespace) -> int:
    """In a browser or in windows, in real time."""
    try:
        from lab.live import browser
    except ImportError as no:
        print(f"stormdeck simulate: {no.name} is missing: pip install 'stormdeck[lab]'",
              file=sys.stderr)  # fmt: skip
        return 2
    from lab.live.live_table import SEATS, LiveTable, bot_seats

    seed = SystemRandom().randrange(10**6) if args.seed is None else args.seed
    listener = browser.listen(args.port)
    opens = not args.no_browser and bool(os.environ.get("DISPLAY") or sys.platform == "darwin")

    async def run(home: Path) -> None:
        table = LiveTable(home, seed, bot_seats(SEATS, args.bots), args.windows)
        tell = _teller()
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
        if (wrong := table.failure or table.trouble) is not None:
            raise wrong

    with tempfile.TemporaryDirectory() as scratch:
        asyncio.run(run(Path(args.data or scratch)))
    return 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="stormdeck simulate", description=__doc__)
    made.add_argument("--headless", action="store_true", help="bots only, in virtual time")
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
    try:
        return headless(args) if args.headless else shown(args)
    except (Fault, Page) as no:
        print(f"stormdeck simulate: {no}", file=sys.stderr)
    except OSError as no:
        where = no.filename or args.data
        print(f"stormdeck simulate: {where}: {no.strerror}", file=sys.stderr)
    return 2
