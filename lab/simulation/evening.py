"""`stormdeck evening`: ten people who do not exist play at one table, in virtual time.

They think as people do (log-normal, three seconds in the middle), know a bad hand before their
turn, go to the lobby, top up, change seats, lose their link. Where the house takes choices ahead,
a known fold costs no time; where it does not, it is a quick touch as soon as the turn comes, and
is counted apart from the decisions. Everything goes through decide and evolve; what it prints is
hands an hour of table time.
"""

import argparse
from collections import Counter
from math import log
from random import Random
from statistics import median

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.banked.play import BankedPlay
from firmware.games.engine import AnyPlay
from firmware.games.pan.play import PanPlay
from firmware.games.poker import commands as p
from firmware.games.poker.betting import call_chips
from firmware.games.poker.hand import Hand
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.engine import wants
from firmware.table.receipt import Finished, Recorder
from firmware.table.state import balance
from lab.simulation import bots, pan_bot
from lab.simulation.bare_table import BareTable, config, no_limit
from lab.simulation.rounds import random_legal

HOUR_MS = 3_600_000
TOUCH_MS = 1_200  # from the turn to the touch, when the mind is made up


class Report(Struct):
    hands: int
    hours: float
    hands_per_hour: float
    think_median_s: float
    actions_per_hand: float
    known_per_hand: float  # folds that were known before the turn, and touched at it
    dealt_in: float  # seats, on average
    gap_fold_ms: int  # longest
    gap_showdown_ms: int
    refusals: int
    events: dict[str, int]
    fees: int

    def words(self) -> str:
        return (
            f"{self.hands} hands in {self.hours:.2f} h: {self.hands_per_hour:.1f} hands an hour;"
            f" {self.actions_per_hand:.1f} decisions a hand, median {self.think_median_s:.1f} s,"
            f" and {self.known_per_hand:.1f} folds known before the turn;"
            f" {self.dealt_in:.1f} seats dealt in;"
            f" longest gap {self.gap_fold_ms / 1000:.1f} s uncontested,"
            f" {self.gap_showdown_ms / 1000:.1f} s after a showdown; {self.refusals} refusals"
        )


class Evening:
    """One table, its people and the virtual clock."""

    def __init__(self, config: Config, seed: int = 1, think_s: float = 3.0, restless: float = 0.02):
        self.m = BareTable(config, seed)
        self.rng = Random(seed)
        self.think_ms, self.restless = think_s * 1000, restless
        self.recorder = Recorder()
        self.finished: list[Finished] = []
        self.thinks: list[int] = []
        self.touches: list[int] = []
        self.known: set[int] = set()  # seats that will fold, or check, when it is their turn
        self.counts: Counter[str] = Counter()
        self.gaps: dict[bool, list[int]] = {True: [], False: []}
        self.refusals = self.hands = self.dealt = 0
        self.m.watch = self.watch
        loose = [0.1, 0.2, 0.2, 0.3, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9]
        self.players = [bots.sensible(looseness, tries=8) for looseness in loose]
        self.ended_at, self.contested = 0, False

    def watch(self, machine: BareTable, events: list[e.AnyEvent]) -> None:
        for event in events:
            self.counts[type(event).__name__] += 1
            if isinstance(event, e.HandBegan):
                self.known.clear()
            if isinstance(event, e.HandBegan) and self.ended_at:
                self.gaps[self.contested].append(event.at - self.ended_at)
                self.ended_at = 0
            done = self.recorder.look(machine.table, event)
            if done is not None:
                self.hands += 1
                self.dealt += len(done.receipt.seats)
                self.ended_at, self.contested = event.at, bool(done.receipt.shown)
                self.finished = [*self.finished[-9:], done]

    def run(self, hours: float, chips: int = 20_000) -> Report:
        m = self.m
        m.open(*range(1, m.table.config.seats + 1), chips=chips)
        start = m.now
        while m.now - start < hours * HOUR_MS:
            self.once()
            here, should = balance(m.table)
            assert here == should
        spent = (m.now - start) / HOUR_MS
        return Report(
            self.hands,
            spent,
            self.hands / spent,
            median(self.thinks) / 1000 if self.thinks else 0.0,
            len(self.thinks) / max(1, self.hands),
            len(self.touches) / max(1, self.hands),
            self.dealt / max(1, self.hands),
            max(self.gaps[False], default=0),
            max(self.gaps[True], default=0),
            self.refusals,
            dict(self.counts),
            m.table.books.fees,
        )

    def once(self) -> None:
        m = self.m
        m.bank()
        live = m.table.live
        if live is None:
            m.shuffle()
            if self.rng.random() < self.restless:
                self.stir()
        if m.step():
            return
        live = m.table.live
        if live is not None and live.queue:
            self.decide(live)
            return
        want = wants(m.table)
        if want.tick_at is None and not want.cards:
            self.return_all()
        else:
            m.wait()
        if live is None and sum(seat.ready for seat in m.table.seats) < m.table.config.seats - 1:
            self.return_all()

    def think(self, middle_ms: float) -> int:
        """Most of a second at least, three in the middle, now and then a long one."""
        spent = int(self.rng.lognormvariate(log(middle_ms), 0.6))
        return min(max(spent, 700), 27_000)

    def decide(self, hand: AnyPlay) -> None:
        m = self.m
        self.choose_ahead(hand)
        seat = hand.queue[0]
        known = isinstance(hand, Hand) and seat in self.known and not hand.board
        if not (known and m.table.config.ways.pre_actions):  # else the station answers at once
            m.now += self.wait_for_finger(known)
        if isinstance(hand, BankedPlay):
            move: object = self.banked(hand, seat)
        elif isinstance(hand, PanPlay):
            move = pan_bot.move(hand, seat, self.rng)
        elif known:
            move = p.Fold(seat) if call_chips(hand, seat) else p.Call(seat)
        else:
            move = self.players[seat - 1](hand, self.rng)
        assert isinstance(move, c.Move)
        self.do(c.Play(m.now, m.table.decision, move))

    def wait_for_finger(self, known: bool) -> int:
        ms = self.think(TOUCH_MS if known else self.think_ms)
        ms = min(ms, max(0, self.m.table.clock.until - self.m.now - 500))
        (self.touches if known else self.thinks).append(ms)
        return ms

    def banked(self, hand: BankedPlay, seat: int) -> c.Move:
        return random_legal(hand, seat, self.rng)

    def choose_ahead(self, hand: AnyPlay) -> None:
        """Most people know a bad hand when they see it."""
        if not isinstance(hand, Hand) or hand.board or hand.due != "act":
            return
        for seat in hand.queue[1:]:
            if seat not in self.known and self.rng.random() < 0.5 and bad(hand, seat):
                self.known.add(seat)

    def do(self, command: c.AnyCommand) -> bool:
        try:
            self.m.do(command)
        except Refused:
            self.refusals += 1
            return False
        return True

    def stir(self) -> None:
        """People are people."""
        m, rng = self.m, self.rng
        seat = rng.randint(1, m.table.config.seats)
        life = m.table.seats[seat].life
        if life == "empty":
            m.sit(seat, 20_000, f"guest {m.now}")
        elif life == "playing":
            wish = rng.random()
            if wish < 0.4:
                self.do(c.GoAway(m.now, seat))
            elif wish < 0.6:
                self.do(c.BuyIn(m.now, seat, 10_000))
            elif wish < 0.7:
                self.do(c.LoseLink(m.now, seat))
                self.do(c.RegainLink(m.now, seat))
            elif wish < 0.85:
                empty = [s.number for s in m.table.seats[1:] if s.life == "empty"]
                if empty:
                    self.do(c.TakeSeat(m.now, seat, rng.choice(empty)))
            else:
                self.do(c.Leave(m.now, seat))

    def return_all(self) -> None:
        m = self.m
        for seat in m.table.seats[1:]:
            if seat.life == "empty":
                m.sit(seat.number, 20_000, f"guest {m.now}-{seat.number}")
            elif seat.life == "away":
                if not seat.chips.stack:
                    if not self.do(c.BuyIn(m.now, seat.number, 20_000)):
                        self.do(c.Leave(m.now, seat.number))
                        continue
                    m.bank()
                self.do(c.ComeBack(m.now, seat.number))
            self.do(c.ChooseEntry(m.now, seat.number, "post"))


def bad(hand: Hand, seat: int) -> bool:
    """Low cards, no pair, not suited."""
    cards = hand.down[seat]
    ranks = sorted(card // 4 for card in cards)
    pairs = len(set(ranks)) < len(ranks)
    return len(cards) == 2 and not pairs and ranks[0] < 7 and ranks[1] < 12


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck evening", description=__doc__)
    parser.add_argument("--hours", type=float, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--think", type=float, default=3.0, help="median seconds a decision")
    parser.add_argument("--house", default="artichoke-joes")
    parser.add_argument("--no-limit", action="store_true")
    args = parser.parse_args(argv)
    page = no_limit(args.house) if args.no_limit else config(args.house)
    print(Evening(page, args.seed, args.think).run(args.hours).words())
    return 0
