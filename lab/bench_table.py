"""The whole table beside the bare engine: hands a second, and whether it stays that way.

Ten seats, everybody calls or everybody plays at random; the same decks and the same decisions for
both. The table's side includes clocks, button and blinds, fees, the books, and a journal that
encodes every event in memory.
"""

import random
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle
from time import perf_counter

from drivers.entropy import KernelNoise
from firmware.fairness import hand as fair_hand
from firmware.games.cards import DECKS
from firmware.games.poker.commands import Call, Deal, Fold, Raise, Settle, Start
from firmware.games.poker.engine import choices, new_hand, play, rules
from firmware.games.poker.engine import wants as hand_wants
from firmware.games.poker.hand import BOARD, BURN, Hand
from firmware.table import commands as c
from firmware.table.engine import decide, evolve, wants
from firmware.table.events import to_line
from firmware.table.state import Table
from lab.bench import Figure, figure, rates
from lab.fair_table import FairTable, touch_all
from lab.tables import Machine, no_limit

STACK = 20_000
LONG = 100_000
PART = 10_000


def decks() -> Iterator[list[int]]:
    """The same shuffles for both."""
    rng, found = random.Random(7), []
    for _ in range(500):
        deck = list(DECKS["52"])
        rng.shuffle(deck)
        found.append(deck)
    return cycle(found)


def bare(act: Callable[[Hand], object]) -> Callable[[], int]:
    """The engine alone: no table, no journal."""
    config = no_limit()
    law, stakes = rules("lightning-holdem", "artichoke-joes", "no-limit"), config.spreads[0].stakes
    stacks = dict.fromkeys(range(1, 11), STACK)
    shuffles = decks()

    def one_hand() -> int:
        hand = new_hand(law, stakes, 10, stacks)
        deck, at = next(shuffles), 0
        play(hand, Start())
        while (due := hand.due) != "over":
            if due == "act":
                play(hand, act(hand))  # type: ignore[arg-type]
            elif due == "deal":
                count = hand_wants(hand).count
                play(hand, Deal(tuple(deck[at : at + count])))
                at += count
            else:
                play(hand, Settle())
        return 1

    return one_hand


class TableRun:
    """One table that plays hand after hand; stacks are brought back so that nobody goes broke."""

    def __init__(self, act: Callable[[Hand], object], journal: bool = True) -> None:
        machine = Machine(no_limit(buy_in=(STACK, 0)))
        machine.open(*range(1, 11), chips=STACK, button=10)
        self.table, self.now, self.act, self.journal = machine.table, machine.now, act, journal
        self.decks = decks()
        self.lines: list[bytes] = []
        self.written = 0

    def one_hand(self) -> int:
        table, act, keep = self.table, self.act, self.journal
        deck, at, now, number = next(self.decks), 0, self.now, table.number
        _refill(table)
        while True:
            hand = table.hand
            if hand is not None and hand.due == "act":
                command: c.AnyCommand = c.Play(now, table.decision, act(hand))  # type: ignore[arg-type]
            elif hand is not None and hand.due == "over" and table.number != number:
                break
            else:
                want = wants(table)
                if want.cards:
                    now = max(now, want.deal_at)
                    command = c.Deal(now, self.cards(deck, at, want.cards))
                    at += want.cards
                else:
                    assert want.tick_at is not None
                    now = max(now, want.tick_at)
                    command = c.Tick(now)
            events = decide(table, command)
            if keep:
                self.lines.append(to_line(events))
            for event in events:
                evolve(table, event)
        self.now = now
        self.written += len(self.lines)
        self.lines.clear()
        return 1

    def cards(self, deck: list[int], at: int, count: int) -> tuple[int, ...]:
        return tuple(deck[at : at + count])


class FairRun(TableRun):
    """The same table with a deck that is sealed, cut by ten touches and proven, every hand."""

    def __init__(self, act: Callable[[Hand], object]) -> None:
        super().__init__(act)
        self.fair = FairTable(KernelNoise(), simulation=True)
        self.sealed: fair_hand.Hand | None = None

    def one_hand(self) -> int:
        self.sealed = self.fair.commit(self.table.number + 1)
        touch_all(self.sealed, range(1, 11))
        self.sealed.cut()
        super().one_hand()
        self.sealed.finish()
        self.sealed.forget()
        return 1

    def cards(self, deck: list[int], at: int, count: int) -> tuple[int, ...]:
        hand = self.table.hand
        assert hand is not None
        assert self.sealed is not None
        where = {BURN: fair_hand.BURN, BOARD: fair_hand.BOARD}
        return self.sealed.deal([where.get(target, abs(target)) for target in hand.plan[:count]])


def _refill(table: Table) -> None:
    """The same start for every hand, as the bare engine has it."""
    stacks = 0
    for seat in table.seats:
        if seat.number:
            seat.stack = STACK
            stacks += STACK
    table.books.bought_in = stacks + table.books.fees


def _random(rng: random.Random) -> Callable[[Hand], object]:
    def act(hand: Hand) -> object:
        offer = choices(hand)
        ways: list[object] = [Call(offer.seat)]
        if offer.call:
            ways.append(Fold(offer.seat))
        if offer.raise_to:
            ways.append(Raise(offer.seat, offer.raise_to.least))
            ways.append(Raise(offer.seat, offer.raise_to.most))
        return rng.choice(ways)

    return act


def _call(hand: Hand) -> object:
    return Call(hand.queue[0])


def player(policy: str) -> Callable[[Hand], object]:
    return _call if policy == "calls" else _random(random.Random(7))


def figures() -> Iterator[Figure]:
    for policy in ("calls", "random"):
        found = rates({"ours": TableRun(player(policy)).one_hand, "bare": bare(player(policy))})
        ours, alone = found["ours"], found["bare"]
        yield figure(f"whole table, 10 seats, {policy}", "hands/s", ours, alone, "bare engine")
        yield figure(f"whole table, 10 seats, {policy}: overhead", "x (most: 2.5)", alone / ours)
    fair = FairRun(player("random"))
    found = rates({"ours": fair.one_hand}, rounds=3)
    fair.fair.close()
    yield figure("whole table, 10 seats, random, fair deal", "hands/s", found["ours"])
    first, last, grown = long_run()
    name = f"whole table, last {PART:,} of {LONG:,} hands"
    yield figure(name, "hands/s", last, first, f"first {PART:,}")
    yield figure("whole table, memory grown between them", "kB", grown / 1024)


def long_run(hands: int = LONG, part: int = PART) -> tuple[float, float, int]:
    """(rate of the first part, rate of the last, bytes that the table grew in between)."""
    run = TableRun(_random(random.Random(11)), journal=False)
    first = _rate(run, part)
    tracemalloc.start()
    _rate(run, 200)
    before = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    for _ in range(hands - 2 * part - 400):
        run.one_hand()
    tracemalloc.start()
    _rate(run, 200)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return first, _rate(run, part), after - before


def _rate(run: TableRun, hands: int) -> float:
    start = perf_counter()
    for _ in range(hands):
        run.one_hand()
    return hands / (perf_counter() - start)


def size(table: Table) -> int:
    from firmware.table.state import encode

    return len(encode(table))
