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
from firmware.fairness.cut import Touch
from firmware.fairness.dealer import Dealer
from firmware.fairness.digest import canonical
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Hand, Prepared
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.noise import Noise
from firmware.fairness.receipt import Receipt, receipt
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
        self.receipts: dict[int, Receipt] = {}  # of the last hand that is over, by seat
        self.code = ""  # of the deck in play, or last played
        self._next: tuple[tuple[int, tuple[int, ...]], Future[Prepared]] | None = None
        self._lot: Future[tuple[int, ...]] | None = None
        if memory.deck is not None:
            self._again(memory.deck)

    def _again(self, deck: Deck) -> None:
        """The hand that was in play, or committed to, when the power went."""
        boxes = Boxes(*deck.boxes)
        prepared = self._means.vault.get(deck.box, self._table, deck.hand, deck.cards, boxes)
        hand = self._committed(prepared, deck.time)
        for line in self.memory.since[1:3]:
            entry = json.loads(line)
            if entry["kind"] == "seals":
                hand.window.seals = {seat: bytes.fromhex(seal) for seat, seal in entry["seals"]}
                hand.close_window()
            elif entry["kind"] == "cut":
                for seat, value, nonce in entry["touches"]:
                    assert hand.window.open(Touch(seat, value, bytes.fromhex(nonce)))
                self._cut(hand)
        for step in self.memory.steps:
            self._step(hand, step)
        here = [canonical(entry) for entry in hand.entries]
        assert here == self.memory.since, "the deck that came back is another one"

    # Before the hand

    def prepare(self, number: int, cards: Sequence[int]) -> bool:
        """Ask for the deck of this hand; true when it is there. A Fault of the noise comes here."""
        if self._fits(number, cards):
            return True
        if self._next is None or self._next[0] != (number, tuple(cards)):
            self._next = (number, tuple(cards)), self._dealer.prepare(number, cards)
        future = self._next[1]
        if future.done() and future.exception() is not None:
            self._next = None
            future.result()
        return future.done()

    def _fits(self, number: int, cards: Sequence[int]) -> bool:
        """Was this very deck committed to already?"""
        waiting = self.waiting
        return waiting is not None and (waiting.number, waiting.cards) == (number, tuple(cards))

    @property
    def preparing(self) -> bool:
        return self._next is not None

    def wait(self) -> None:
        if self._next is not None:
            self._next[1].result()

    @property
    def waiting(self) -> Hand | None:
        """Committed to and not cut yet."""
        there = self.hand is not None and self.hand.life in ("committed", "sealed")
        return self.hand if there else None

    def commit(self, now_ms: int) -> list[Record]:
        """The prepared deck is the next hand's from here on. Journal these at once."""
        assert self._next is not None
        (number, _), future = self._next
        prepared = future.result()
        box = self._means.vault.put(prepared)
        boxes = (prepared.boxes.auditor, prepared.boxes.manager, prepared.boxes.house_auditor)
        deck = Deck(number, prepared.cards, now_ms // 1000, box, boxes)
        self._committed(prepared, deck.time)
        self._next = None
        return [Record(DECK, msgpack.encode(deck), sealed=True), *self._entries(0)]

    def _committed(self, prepared: Prepared, time: int) -> Hand:
        self.hand = self._dealer.begin(prepared, time)
        return self.hand

    def close_window(self) -> list[Record]:
        waiting = self.waiting
        assert waiting is not None
        before = len(waiting.entries)
        waiting.close_window()
        return self._entries(before)

    def begin(self, number: int, now_ms: int) -> list[Record]:
        """Commit, close and cut, as far as that is not done. Journal these before the hand."""
        records = [] if self.waiting is not None else self.commit(now_ms)
        hand = self.waiting
        assert hand is not None
        assert hand.number == number
        if not hand.window.closed:
            records += self.close_window()
        before = len(hand.entries)
        self._cut(hand)
        return [*records, *self._entries(before)]

    def _cut(self, hand: Hand) -> None:
        hand.cut()
        self.code = hand.code

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

    def rabbit(self, plan: Sequence[int]) -> tuple[tuple[int, ...], list[Record]]:
        """The cards that would have come, for all to see; burns stay what they are."""
        hand = self.hand
        assert hand is not None
        step = Step(tuple(fair.RABBIT if to == BOARD else fair.BURN for to in plan))
        cards = self._step(hand, step)
        seen = tuple(card for card, to in zip(cards, plan, strict=True) if to == BOARD)
        return seen, [Record(DEALT, msgpack.encode(step))]

    # The end

    def finish(self, shown: Sequence[int]) -> list[Record]:
        hand = self.hand
        assert hand is not None
        before = len(hand.entries)
        hand.show(hand.numbers(shown))
        hand.finish()
        self._write_receipts(hand)
        return self._entries(before)

    def void(self, why: str) -> list[Record]:
        hand = self.hand
        assert hand is not None
        before = len(hand.entries)
        hand.void(why)
        self._write_receipts(hand)
        return self._entries(before)

    def _write_receipts(self, hand: Hand) -> None:
        seats = {dealt.to for dealt in hand.dealt if dealt.to > 0}
        self.receipts = {seat: receipt(hand, self.log.public_key, seat) for seat in seats}

    def forget_key(self) -> None:
        """After the hand's end is durable: no journal opens this deck again."""
        self._means.vault.destroy()

    @property
    def playing(self) -> bool:
        return self.hand is not None and self.hand.life == "playing"

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
