"""The fair deal as the controller uses it: every step is records first, cards afterwards.

A deck is committed to, sealed and cut before the first chip of its hand moves; the records that
this needs go into the same batch of the journal as the hand's beginning. After a power cut the
same records, and the vault's key, give the same deck, dealt as far as it was.
"""

import json
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct, msgpack

from firmware.fairness import hand as fair
from firmware.fairness.dealer import Dealer
from firmware.fairness.digest import canonical
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Hand, Prepared
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.noise import Noise
from firmware.fairness.seal import Boxes, Keyholders
from firmware.fairness.vault import Vault
from firmware.games.poker.hand import BOARD, BURN, SCRAP
from firmware.journal.frame import Record

DECK, ENTRY, DEALT = "fair.deck", "fair.entry", "fair.dealt"


class Deck(Struct, frozen=True):
    """What the vault's key opens again."""

    hand: int
    cards: tuple[int, ...]
    time: int  # seconds
    box: bytes
    boxes: tuple[bytes, bytes, bytes]

    def __repr__(self) -> str:
        return f"<Deck of hand {self.hand}>"


class Step(Struct, frozen=True):
    """Which places were dealt to; never a card."""

    to: tuple[int, ...]
    up: tuple[int, ...] = ()  # numbers that lie face up
    discards: tuple[int, ...] | None = None  # a reshuffle came before


class Memory(Struct):
    """What the journal says about the deals: all that a restart needs. Part of the snapshot."""

    size: int = 0
    peaks: list[bytes] = []
    deck: Deck | None = None  # of the hand in play
    since: list[bytes] = []  # log entries of that hand
    steps: list[Step] = []

    def hear(self, kind: str, body: bytes) -> None:
        if kind == DECK:
            self.deck, self.since, self.steps = msgpack.decode(body, type=Deck), [], []
        elif kind == DEALT:
            self.steps.append(msgpack.decode(body, type=Step))
        elif kind == ENTRY:
            self.since.append(body)
            if json.loads(body)["kind"] in ("hand", "void"):
                self._settle()

    def _settle(self) -> None:
        tree = Frontier(self.size, self.peaks)
        for line in self.since:
            tree.append(leaf(line))
        self.size, self.peaks = tree.size, list(tree.peaks)
        self.deck, self.since, self.steps = None, [], []


@dataclass(frozen=True)
class Means:
    """What a fair deal is made of: noise, stream, keys, the vault's file."""

    generator: Generator
    noise: Noise
    key: Ed25519PrivateKey
    keyholders: Keyholders
    vault: Vault
    simulation: bool
    dealer: type[Dealer] = Dealer


class FairDeal:
    def __init__(self, table: str, means: Means, memory: Memory) -> None:
        self.memory, self._means, self._table = memory, means, table
        self.log = Log(table, means.key, memory.size, memory.peaks)
        self._dealer = means.dealer(
            means.generator, means.noise, self.log, means.keyholders, means.simulation
        )
        self.hand: Hand | None = None
        self._next: tuple[int, Future[Prepared]] | None = None
        self._lot: Future[tuple[int, ...]] | None = None
        if memory.deck is not None:
            self._again(memory.deck)

    def _again(self, deck: Deck) -> None:
        """The hand that was in play when the power went."""
        boxes = Boxes(*deck.boxes)
        prepared = self._means.vault.get(deck.box, self._table, deck.hand, deck.cards, boxes)
        self._open(prepared, deck.time)
        assert self.hand is not None
        for step in self.memory.steps:
            self._step(self.hand, step)
        here = [canonical(entry) for entry in self.hand.entries]
        assert here == self.memory.since, "the deck that came back is another one"

    # Before the hand

    def prepare(self, number: int, cards: Sequence[int]) -> bool:
        """Ask for the deck of this hand; true when it is there. A Fault of the noise comes here."""
        if self._next is None or self._next[0] != number:
            self._next = number, self._dealer.prepare(number, cards)
        future = self._next[1]
        if future.done() and future.exception() is not None:
            self._next = None
            future.result()
        return future.done()

    def wait(self) -> None:
        assert self._next is not None
        self._next[1].result()

    def begin(self, number: int, now_ms: int) -> list[Record]:
        """Commit, close, cut. Journal these records before anything of the hand."""
        assert self._next is not None
        assert self._next[0] == number
        prepared = self._next[1].result()
        box = self._means.vault.put(prepared)
        boxes = (prepared.boxes.auditor, prepared.boxes.manager, prepared.boxes.house_auditor)
        deck = Deck(number, prepared.cards, now_ms // 1000, box, boxes)
        self._open(prepared, deck.time)
        self._next = None
        return [Record(DECK, msgpack.encode(deck), sealed=True), *self._entries(0)]

    def _open(self, prepared: Prepared, time: int) -> None:
        self.hand = self._dealer.begin(prepared, time)
        self.hand.close_window()
        self.hand.cut()

    # In the hand

    def deal(
        self, plan: Sequence[int], back: Sequence[int] | None = None
    ) -> tuple[tuple[int, ...], list[Record]]:
        """The next cards, for these targets of the game; `back` goes into a reshuffle first."""
        hand = self.hand
        assert hand is not None
        before, first = len(hand.entries), len(hand.dealt)
        discards = None if back is None else tuple(hand.numbers(back))
        to = tuple(_place(target) for target in plan)
        up = tuple(first + n for n, target in enumerate(plan) if BOARD < target < BURN)
        step = Step(to, up, discards)
        cards = self._step(hand, step)
        return cards, [*self._entries(before), Record(DEALT, msgpack.encode(step))]

    def _step(self, hand: Hand, step: Step) -> tuple[int, ...]:
        if step.discards is not None:
            hand.reshuffle(step.discards)
        cards = hand.deal(step.to)
        hand.show(step.up)
        return cards

    # The end

    def finish(self, shown: Sequence[int]) -> list[Record]:
        hand = self.hand
        assert hand is not None
        before = len(hand.entries)
        hand.show(hand.numbers(shown))
        hand.finish()
        return self._entries(before)

    def void(self, why: str) -> list[Record]:
        hand = self.hand
        assert hand is not None
        before = len(hand.entries)
        hand.void(why)
        return self._entries(before)

    def forget_key(self) -> None:
        """After the hand's end is durable: no journal opens this deck again."""
        self._means.vault.destroy()

    @property
    def playing(self) -> bool:
        return self.hand is not None and self.hand.life == "playing"

    @property
    def code(self) -> str:
        return self.hand.code if self.hand is not None else ""

    def draw(self, cards: Sequence[int], count: int, wait: bool) -> tuple[int, ...] | None:
        """Cards for the draw of the button, out of a deck of their own; None: not there yet."""
        self._lot = self._lot or self._dealer.order("button", cards)
        if not wait and not self._lot.done():
            return None
        lot, self._lot = self._lot, None
        return lot.result()[:count]

    def close(self) -> None:
        self._dealer.close()

    def _entries(self, first: int) -> list[Record]:
        assert self.hand is not None
        entries: list[dict[str, Any]] = self.hand.entries[first:]
        return [Record(ENTRY, canonical(entry)) for entry in entries]


def _place(target: int) -> int:
    if target == BOARD:
        return fair.BOARD
    return fair.BURN if target in (BURN, SCRAP) else abs(target)
