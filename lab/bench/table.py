"""The whole table beside the bare engine: hands a second, and whether it stays that way.

Ten seats, everybody calls or everybody plays at random; the same decisions for all. The table's
side includes clocks, button and blinds, fees, the books, a journal that encodes every event in
memory, and the fair deal as the controller uses it: commitment, cut, cards by number, log.
"""

import random
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any

from drivers.entropy import KernelNoise
from firmware.controller.deal_memory import DealMemory
from firmware.controller.deck import wish_of
from firmware.controller.fair_deal import FairDeal
from firmware.controller.next_deck import Means
from firmware.controller.opening import plan_of
from firmware.fairness.demonstration import Keyring
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Hand as Dealing
from firmware.fairness.hand import Terms
from firmware.fairness.noise import NoiseWorker
from firmware.fairness.share import Share
from firmware.fairness.vault import Vault
from firmware.games.cards import DECKS
from firmware.games.poker.commands import Call, Deal, Fold, Raise, Settle, Start
from firmware.games.poker.engine import choices, new_hand, play, rules
from firmware.games.poker.engine import wants as hand_wants
from firmware.games.poker.hand import Hand
from firmware.journal.frame import Record
from firmware.table import commands as c
from firmware.table.commands import Play
from firmware.table.engine import decide, evolve, wants
from firmware.table.events import HandBegan, to_line
from lab.bench.all import Figure, figure
from lab.simulation.bare_table import BareTable, no_limit

Touch = Call | Fold | Raise
Player = Callable[[Hand], Touch]
ASKED = ("act", "bank", "wager", "choose")
STACK = 20_000
LONG, PART, SLICE = 100_000, 10_000, 100
TRACED = 200  # hands that are played while memory is watched


def decks() -> Iterator[list[int]]:
    """The same shuffles for both."""
    rng, found = random.Random(7), []
    for _ in range(5_000):
        deck = list(DECKS["52"])
        rng.shuffle(deck)
        found.append(deck)
    return cycle(found)


def bare(act: Player) -> Callable[[], int]:
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
                play(hand, act(hand))
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

    def __init__(
        self, act: Callable[[Any], c.Move], journal: bool = True, fair: FairDeal | None = None,
        machine: BareTable | None = None, shuffles: Iterator[list[int]] | None = None,
    ) -> None:  # fmt: skip
        if machine is None:
            machine = BareTable(no_limit(buy_in=(STACK, 0)))
            machine.open(*range(1, 11), chips=STACK, button=10)
        self.table, self.now, self.act = machine.table, machine.now, act
        self.stacks = {seat.number: seat.chips.stack for seat in self.table.seats}
        self.journal, self.fair = journal, fair
        self.decks, self.luck = shuffles or decks(), random.Random(7)
        self.lines: list[bytes] = []
        self.records: list[Record] = []
        self.written = 0
        self.shares: list[Share] = []  # of this hand
        self.elsewhere = 0.0  # seconds that stations worked, on machines of their own

    def refill(self) -> None:
        """The same start for every hand, as the bare engine has it; no table does this."""
        table = self.table
        for seat in table.seats:
            seat.chips.stack = self.stacks[seat.number]
        table.books.bought_in = sum(self.stacks.values()) + table.books.fees

    def one_hand(self) -> int:
        table, act, keep, fair, lines = self.table, self.act, self.journal, self.fair, self.lines
        deck, at, now, number = next(self.decks), 0, self.now, table.this_hand.number
        while True:
            hand = table.play
            if hand is not None and table.this_hand.number != number:
                while hand.due in ASKED:
                    events = decide(table, Play(now, table.decision, act(hand)))
                    if keep:
                        lines.append(to_line(events))
                    for event in events:
                        evolve(table, event)
                if hand.due == "over":
                    break
            want = wants(table)
            if want.targets:
                now = max(now, want.deal_at)
                if fair is None:
                    cards = tuple(deck[at : at + len(want.targets)])
                    shaken = range(want.dice)  # mostly none
                    dice = tuple([self.luck.randint(1, 6) for _ in shaken]) if shaken else ()
                else:
                    cards = self.fair_cards(fair, want.targets)
                    dice = fair.dice
                events = decide(table, c.Deal(now, cards, dice))
                at += len(cards)
            else:
                assert want.tick_at is not None
                now = max(now, want.tick_at)
                events = decide(table, c.Tick(now))
                if fair is not None and type(events[0]) is HandBegan:
                    self.records += fair.commit()
            if keep:
                lines.append(to_line(events))
            for event in events:
                evolve(table, event)
        if fair is not None:
            self.fair_end(fair)
        self.now = now
        self.written += len(lines)
        lines.clear()
        return 1

    # The fair deal, as the controller calls it

    def fair_cards(self, fair: FairDeal, targets: tuple[int, ...]) -> tuple[int, ...]:
        play = self.table.play
        assert play is not None
        if not fair.playing:
            self.fair_cut(fair)
        wish = wish_of(play, targets)
        while (due := fair.ask(wish)) in ("again", "next", "mix"):
            if due == "mix":
                self.fair_mix(fair)
            else:
                self.records += fair.again() if due == "again" else fair.announce()
        cards, records = fair.deal(wish)
        self.records += records
        return cards

    def fair_cut(self, fair: FairDeal) -> None:
        """Ten stations seal and open."""
        hand, play = fair.waiting, self.table.play
        assert hand is not None
        assert play is not None
        shares, began = hand.shares, thread_time()
        made = [
            Share(shares.attempt, shares.commitment, seat, links=shares.most)
            for seat in play.dealing
        ]
        self.elsewhere += thread_time() - began
        self.shares = made
        for share in made:
            shares.seal(share.seat, share.seal)
        terms = Terms(play.rules.label, "", 1, play.dealing, plan_of(play))
        self.records += fair.seal(terms, play.dealing)
        for share in made:
            shares.open(share.seat, share.open(0))
        self.records += fair.cut()

    def fair_mix(self, fair: FairDeal) -> None:
        """Everybody opens another link, where cards are drawn after a choice."""
        hand = fair.hand
        assert isinstance(hand, Dealing)
        if hand.ask_links():
            for share in self.shares:
                assert hand.shares.link(share.seat, hand.asked, share.open(hand.asked))
        self.records += fair.mix()

    def fair_end(self, fair: FairDeal) -> None:
        result = self.table.this_hand.result
        shown = result.shown.values() if result is not None else ()
        play = self.table.play
        assert play is not None
        out = [seat for seat in play.dealing if play.folded(seat)]
        won = [(seat, play.gain(seat)) for seat in play.seats if play.gain(seat) > 0]
        numbers = [number for each in shown for number in each]
        self.records += fair.finish(numbers, out, won)
        fair.forget_key()
        self.records.clear()


class Pocket(Vault):
    """The same box for the journal; its key stays in memory, as the journal does here."""

    def _keep(self, key: bytes) -> None:
        self.key = key

    def destroy(self) -> None:
        self.key = b""


def fair_deal() -> tuple[FairDeal, NoiseWorker]:
    """Noise, keys and generator of a table that does not exist."""
    keys, noise = Keyring(), NoiseWorker(KernelNoise()).start()
    generator = Generator(noise, "t1", boot=1)
    means = Means(generator, noise, keys.table, keys.holders(), Pocket(Path("nowhere")), True)
    return FairDeal("t1", means, DealMemory()), noise


def _random(rng: random.Random) -> Player:
    def act(hand: Hand) -> Touch:
        offer = choices(hand)
        ways: list[Touch] = [Call(offer.seat)]
        if offer.call:
            ways.append(Fold(offer.seat))
        if offer.raise_to:
            ways.append(Raise(offer.seat, offer.raise_to.least))
            ways.append(Raise(offer.seat, offer.raise_to.most))
        return rng.choice(ways)

    return act


def _call(hand: Hand) -> Touch:
    return Call(hand.queue[0])


def player(policy: str) -> Player:
    return _call if policy == "calls" else _random(random.Random(7))


def figures() -> Iterator[Figure]:
    for policy in ("calls", "random"):
        found, prepared_ms = compare(policy)
        name = f"whole table, {policy}"
        alone = found["bare"]
        core, fair = "core, journal", "core, journal, fair deal"
        for part in (core, fair):
            yield figure(f"{name}: {part}", "hands/s", found[part], alone, "bare engine")
        yield figure(f"{name}: {core}", "x bare (most: 2.5)", alone / found[core])
        proof_ms = 1000 / found[fair] - 1000 / found[core]
        yield figure(f"{name}: the fair deal's part", "ms a hand (most: 5)", proof_ms)
    yield figure("fair deal between two hands: receipts, next deck", "ms a hand", prepared_ms)
    first, last, grown = long_run()
    name = f"whole table, last {PART:,} of {LONG:,} hands"
    yield figure(name, "hands/s", last, first, f"first {PART:,} of another")
    yield figure("whole table, memory grown between them", "kB", grown / 1024)


def compare(policy: str, rounds: int = 9, hands: int = 200) -> tuple[dict[str, float], float]:
    fair, noise = fair_deal()
    alone, with_fair = TableRun(player(policy)), TableRun(player(policy), fair=fair)
    found = interleaved(bare(player(policy)), alone, with_fair, fair, rounds, hands)
    fair.close()
    noise.stop()
    return found


def interleaved(
    engine: Callable[[], int], alone: TableRun, with_fair: TableRun, fair: FairDeal,
    rounds: int, hands: int,
) -> tuple[dict[str, float], float]:  # fmt: skip
    """Hands a second of this thread's processor time, interleaved; and ms between two hands.

    Between two hands receipts are written and a deck is prepared, the latter by the dealer's
    thread: so here the clock stands still meanwhile. Everything else of a hand is inside. The
    three take turns at coming first, so that each finds the processor's caches as cold as the
    others do.
    """
    runs = {
        "bare": engine,
        "core, journal": alone.one_hand,
        "core, journal, fair deal": with_fair.one_hand,
    }
    seen: dict[str, list[float]] = {name: [] for name in runs}
    prepared, order = 0.0, [*runs]
    for _ in range(rounds):
        spent, with_fair.elsewhere = dict.fromkeys(runs, 0.0), 0.0
        for _ in range(hands):
            prepared -= process_time()
            if fair.over is not None:
                fair.write_receipts()
            pack = with_fair.table.config.law(0).pack
            fair.prepare(with_fair.table.this_hand.number + 1, pack, with_fair.now)
            fair.wait()
            prepared += process_time()
            alone.refill()
            with_fair.refill()
            order.append(order.pop(0))
            for name in order:
                start = thread_time()
                runs[name]()
                spent[name] += thread_time() - start
        spent["core, journal, fair deal"] -= with_fair.elsewhere
        for name in runs:
            seen[name].append(hands / spent[name])
    return {name: median(found) for name, found in seen.items()}, 1000 * prepared / rounds / hands


def long_run(hands: int = LONG, part: int = PART) -> tuple[float, float, int]:
    """(rate of a fresh table's first part, rate of an old one's last, bytes that it grew).

    The two take turns: what the machine does meanwhile slows both.
    """
    old, fresh = (TableRun(_random(random.Random(11)), journal=False) for _ in range(2))
    _spent(old, part)  # caches fill once
    before = _memory(old)
    _spent(old, hands - 2 * part - 2 * TRACED)
    grown = _memory(old) - before
    spent = [0.0, 0.0]
    for _ in range(part // SLICE):
        spent[0] += _spent(fresh, SLICE)
        spent[1] += _spent(old, SLICE)
    return part / spent[0], part / spent[1], grown


def _memory(run: TableRun) -> int:
    """What a table and its last hand hold, in bytes."""
    tracemalloc.start()
    _spent(run, TRACED)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held


def _spent(run: TableRun, hands: int) -> float:
    start = thread_time()
    for _ in range(hands):
        run.refill()
        run.one_hand()
    return thread_time() - start
