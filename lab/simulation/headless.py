"""`stormdeck simulate --headless`: a whole evening in virtual time, counted and checked."""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any

from msgspec import Struct

from firmware.errors import Refused
from firmware.fairness.digest import canonical
from firmware.fairness.receipt import RAIL
from firmware.history.amounts import CENTS
from firmware.history.write import write
from firmware.money import show
from firmware.table.receipt import Finished
from lab.simulation.audit import check
from lab.simulation.company import Player, company, play
from lab.simulation.view_bots import any_game
from lab.simulation.whole_table import WholeTable

HOUR_MS = 3_600_000
IDLE_MS = 6 * HOUR_MS  # without a hand; a break or a meal is shorter


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
    pools: int  # of jackpots: the players', still here
    antes: int  # in the middle, for the next game
    transfers: int
    receipts: int
    phh: int
    phh_untold: int  # hands that the format has no words for
    journal_records: int
    journal_head: str
    problems: list[str]

    @property
    def _waiting(self) -> str:
        pools = f"{show(self.pools)} in the pools, " if self.pools else ""
        return pools + (f"{show(self.antes)} of antes in the middle, " if self.antes else "")

    def words(self) -> str:
        lines = [
            f"{self.hands} hands in {self.table_hours:.2f} h of table time:"
            f" {self.hands_per_hour:.1f} hands an hour (seed {self.seed})",
            f"{self.intents} touches, answered on every glass in"
            f" {self.latency_ms['p50']:.1f} ms (p50), {self.latency_ms['p99']:.1f} ms (p99)",
            f"{show(self.bought_in)} bought in, {show(self.cashed_out)} cashed out,"
            f" {show(self.fees)} fees, {self._waiting}{self.transfers} transfers",
            f"journal: {self.journal_records} records, head {self.journal_head[:16]}",
        ]
        lines += [f"WRONG  {problem}" for problem in self.problems] or [
            "every cent is accounted for"
        ]
        return "\n".join(lines)


class HandFiles:
    """Each finished hand onto the disk: receipts to verify, and its history."""

    def __init__(self, whole: WholeTable, receipts: Path | None, phh: Path | None) -> None:
        self.whole, self.receipts, self.phh = whole, receipts, phh
        self.decimals = 0 if whole.config.tournament else CENTS
        self.hands = self.written = self.told = self.untold = self.last = 0
        for folder in (receipts, phh):
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)

    def keep(self, done: Finished) -> None:
        self.hands += 1
        self.last = self.whole.now
        name = f"hand-{done.receipt.hand:06d}"
        if self.receipts is not None:
            deal = self.whole.controller.deal
            assert deal.hand is not None
            for seat in (RAIL, *(line.seat for line in done.receipt.seats)):
                made = canonical(deal.receipt(deal.hand, seat))
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
                text = write(done.start, done.events, fields, self.decimals)
            except Refused:
                self.untold += 1
                return
            (self.phh / f"{name}.phh").write_text(text)
            self.told += 1


def evening(
    whole: WholeTable, hands: int, files: HandFiles, tell: Callable[[str], None]
) -> Summary:
    """Swipe, PIN, buy in, play so many hands, cash out; then count everything."""
    whole.players = whole.config.seats
    ctl = whole.power_on()
    began = whole.now
    ctl.listeners.hand_over = files.keep
    players = company(whole, any_game())
    problems, last = [], (0, began)  # so many hands, and since when

    def enough() -> bool:
        nonlocal last
        tell(f"{files.hands} of {hands} hands")
        last = last if last[0] == files.hands else (files.hands, whole.now)
        return (files.hands >= hands and ctl.table.live is None) or whole.now > last[1] + IDLE_MS

    if not play(whole, players, enough) or files.hands < hands:
        problems.append(f"The table fell asleep after {files.hands} hands.")
    problems += _home(whole, players)  # a sit-n-go is played to its end
    spent = max(1, files.last - began) / HOUR_MS
    problems += _check(whole)
    ctl.snapshot()  # signs the head
    books, head = ctl.table.books, ctl.journal.head
    return Summary(
        seed=whole.seed,
        hands=files.hands,
        table_hours=round(spent, 4),
        hands_per_hour=round(files.hands / spent, 2),
        intents=len(whole.latencies),
        latency_ms=percentiles(whole.latencies),
        bought_in=books.bought_in,
        cashed_out=books.cashed_out,
        fees=books.fees,
        pools=books.bad_beat + books.high_hand,
        antes=sum(books.carried.values()),
        transfers=ctl.table.transit.transfers,
        receipts=files.written,
        phh=files.told,
        phh_untold=files.untold,
        journal_records=head.seq,
        journal_head=head.chain.hex(),
        problems=problems,
    )


def _home(whole: WholeTable, players: list[Player]) -> list[str]:
    ctl = whole.controller
    for player in players:
        player.go_home()

    def empty() -> bool:
        return (
            all(seat.life == "empty" for seat in ctl.table.seats) and not ctl.custody.outbox.parcels
        )

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


def teller() -> Callable[[str], None]:
    if not sys.stderr.isatty():
        return lambda words: None
    return lambda words: print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)


def headless(args: argparse.Namespace) -> int:
    seed = SystemRandom().randrange(10**6) if args.seed is None else args.seed
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(args.data or scratch)
        tell = teller()
        whole = WholeTable(home, seed, args.config)
        files = HandFiles(whole, args.receipts, args.phh)
        try:
            summary = evening(whole, args.hands, files, tell)
        finally:
            if hasattr(whole, "controller"):
                whole.power_off()
        tell("")
    if args.json:
        print(json.dumps({name: getattr(summary, name) for name in summary.__struct_fields__}))
    else:
        print(summary.words())
    return 1 if summary.problems else 0
