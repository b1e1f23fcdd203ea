"""The fair deal as the controller uses it: every step is records first, cards afterwards.

A deck is committed to, sealed and cut before the first chip of its hand moves. The records of this
stand before the hand's beginning: in the same batch of the journal, or, where players may cut, the
commitment and the seals each at once. After a power cut the same records, and the vault's key, give
the same deck, dealt as far as it was.

Its deck moves as a step is taken, and the step is written then: perform.py says why that is safe.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Raw, json

from firmware.controller.deal_memory import (
    DEALT,
    DECK,
    ENTRY,
    NO_DECK,
    CommittedDeck,
    DealMemory,
    Step,
    pack,
    step_of,
)
from firmware.fairness import hand as fair
from firmware.fairness.cut import Touch
from firmware.fairness.dealer import Dealer
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Hand
from firmware.fairness.log import Log
from firmware.fairness.noise import Noise
from firmware.fairness.receipt import RAIL, Receipt, receipt
from firmware.fairness.seal import Boxes, Keyholders
from firmware.fairness.vault import Vault
from firmware.games.play import BANK, BANK_UP, BOARD, BURN, SCRAP
from firmware.journal.frame import Record

# Where a target of the game lies for the deck; a seat's cards go to the seat, face down or up.
SEATS_MAX = 64
FACE_UP = frozenset((*range(-SEATS_MAX, 0), BANK_UP))
_PLACES = {BOARD: fair.BOARD, BURN: fair.BURN, SCRAP: fair.BURN}
_PLACES |= {BANK: fair.BANK, BANK_UP: fair.BANK}
_PLACES |= {seat: abs(seat) for seat in range(-SEATS_MAX, SEATS_MAX + 1) if seat}
_place = _PLACES.__getitem__


@lru_cache(maxsize=256)
def _plain(plan: tuple[int, ...]) -> tuple[tuple[int, ...], bytes] | None:
    """Places and packed step of a deal in which nothing lies face up: the same at many hands."""
    if not FACE_UP.isdisjoint(plan):
        return None
    to = tuple(map(_place, plan))
    return to, pack(Step(to))


@dataclass(frozen=True)
class Ready:
    """A hand that is committed and cut, and what the journal must know before it is dealt."""

    hand: Hand
    records: list[Record]


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


Wanted = tuple[int, tuple[int, ...], bool]  # hand, cards, may players cut it?


class FairDeal:
    def __init__(self, table: str, means: Means, memory: DealMemory) -> None:
        self._means, self._table = means, table
        memory.settle()
        self._settled = memory.size, memory.peaks  # the log without the hand that is not over
        self._deck, self._steps = memory.deck, memory.steps  # of that hand, as journalled
        self.log = Log(table, means.key, memory.size, memory.peaks)
        self.dealer = means.dealer(
            means.generator, means.noise, self.log, means.keyholders, means.simulation
        )
        self.hand: Hand | None = None
        self.code = ""  # of the deck in play, or last played
        self._next: tuple[Wanted, Future[Ready]] | None = None
        self.over: Hand | None = None  # the last one, until its receipts are written
        self._receipts: dict[int, Receipt] = {}
        self._lot: Future[tuple[int, ...]] | None = None
        self._cycle: Future[None] | None = None
        if (deck := memory.in_play()) is not None:
            self._again(deck, memory.since)

    @property
    def memory(self) -> DealMemory:
        """What every record so far, noted, would come to."""
        size, peaks = self._settled
        if self._deck == NO_DECK or self.hand is None:
            return DealMemory(size, [*peaks])
        return DealMemory(size, [*peaks], self._deck, [*self.hand.lines], [*self._steps])

    def _again(self, deck: CommittedDeck, since: list[bytes]) -> None:
        """The hand that was in play, or committed to, when the power went."""
        boxes = Boxes(*deck.boxes)
        prepared = self._means.vault.get(deck.box, self._table, deck.hand, deck.cards, boxes)
        hand = self.hand = self.dealer.begin(prepared, deck.time)
        for line in since[1:3]:
            entry = json.decode(line)
            if entry["kind"] == "seals":
                hand.window.seals = {seat: bytes.fromhex(seal) for seat, seal in entry["seals"]}
                hand.close_window()
            elif entry["kind"] == "cut":
                for seat, value, nonce in entry["touches"]:
                    assert hand.window.open(Touch(seat, value, bytes.fromhex(nonce)))
                hand.cut()
                self.code = hand.code
        for step in self._steps:
            self._step(hand, step_of(step))
        assert hand.lines == since, "the deck that came back is another one"

    # Before the hand

    def prepare(
        self, number: int, cards: Sequence[int], now_ms: int, *, offered: bool = False
    ) -> bool:
        """Ask for the deck of this hand; true when it is there, committed and cut.

        `offered`: players may still cut it. All of it is made by the dealer's thread, after the
        hand before is over for good: the vault has room for one key. A Fault of the noise, or of
        the vault, comes here.
        """
        if self._fits(number, cards):
            return True
        assert not self.playing
        if self.over is None:  # whoever wanted a receipt of the hand before has it
            self.hand = None
            self.dealer.let_go()
        wanted = number, tuple(cards), offered
        if self._next is not None and self._next[0] != wanted:
            self._take_back(self._next[1])
        if self._next is None:
            self._next = wanted, self.dealer.submit(lambda: self._ready(wanted, now_ms // 1000))
        future = self._next[1]
        if future.done() and future.exception() is not None:
            self._next = None
            future.result()
        return future.done()

    def _ready(self, wanted: Wanted, time: int) -> Ready:
        """The costly part of a hand. Its records are journalled before anything of the hand."""
        number, cards, offered = wanted
        prepared = self.dealer.prepare_now(number, cards)
        box = self._means.vault.put(prepared)
        boxes = (prepared.boxes.auditor, prepared.boxes.manager, prepared.boxes.house_auditor)
        deck = Record(DECK, pack(CommittedDeck(number, cards, time, box, boxes)), sealed=True)
        hand = self.dealer.commit(prepared, time)
        if not offered:
            hand.close_window()
            hand.cut()
        return Ready(hand, [deck, *_entries(hand, 0)])

    def _take_back(self, future: Future[Ready]) -> None:
        """Another game than the one that a deck was made for: nobody has heard of that deck."""
        if future.exception() is None:
            self.log.back_to(*self._settled)
        self._next = None

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

    def commit(self) -> list[Record]:
        """The prepared deck is the next hand's from here on. Journal these at once."""
        assert self._next is not None
        ready = self._next[1].result()
        self.hand, self._next = self.dealer.take(ready.hand), None
        self._deck, self._steps = Raw(ready.records[0].body), []
        return ready.records

    def close_window(self) -> list[Record]:
        waiting = self.waiting
        assert waiting is not None
        before = len(waiting.lines)
        waiting.close_window()
        return _entries(waiting, before)

    def begin(self, number: int) -> list[Record]:
        """Commit, close and cut, as far as that is not done. Journal these before the hand."""
        records = [] if self.waiting is not None else self.commit()
        hand = self.hand
        assert hand is not None
        assert hand.number == number
        before = len(hand.lines)
        if hand.life == "committed":
            hand.close_window()
        if hand.life == "sealed":
            hand.cut()
            records = [*records, *_entries(hand, before)]
        self.code = hand.code
        return records

    # In the hand

    def deal(
        self, plan: Sequence[int], back: Sequence[int] | None = None
    ) -> tuple[tuple[int, ...], list[Record]]:
        """The next cards, for these targets of the game; the dealt cards of the numbers `back` go
        into a reshuffle first."""
        hand = self.hand
        assert hand is not None
        plain = _plain(tuple(plan)) if back is None else None
        if plain is not None:
            to, packed = plain
            return hand.deal(to), [self._note(packed)]
        before = len(hand.lines)
        up = tuple(n for n, target in enumerate(plan, len(hand.to)) if target in FACE_UP)
        discards = None if back is None else tuple(back)
        step = Step(tuple(map(_place, plan)), up, discards)
        cards, dealt = self._step(hand, step), self._note(pack(step))
        return cards, [dealt] if back is None else [*_entries(hand, before), dealt]

    def _step(self, hand: Hand, step: Step) -> tuple[int, ...]:
        if step.discards is not None:
            hand.reshuffle(step.discards)
        cards = hand.deal(step.to)
        if step.up:
            hand.show(step.up)
        return cards

    def _note(self, packed: bytes) -> Record:
        self._steps.append(Raw(packed))
        return Record(DEALT, packed)

    def rabbit(self, plan: Sequence[int]) -> tuple[tuple[int, ...], list[Record]]:
        """The cards that would have come, for all to see; burns stay what they are."""
        hand = self.hand
        assert hand is not None
        step = Step(tuple(fair.RABBIT if to == BOARD else fair.BURN for to in plan))
        cards = self._step(hand, step)
        seen = tuple(card for card, to in zip(cards, plan, strict=True) if to == BOARD)
        return seen, [self._note(pack(step))]

    # The end

    def finish(self, shown: Sequence[int]) -> list[Record]:
        """`shown`: numbers of the cards that were turned up."""
        hand = self.hand
        assert hand is not None
        before = len(hand.lines)
        hand.show(shown)
        hand.finish()
        self._settle(hand)
        return _entries(hand, before)

    def _settle(self, hand: Hand) -> None:
        self.over, self._deck = hand, NO_DECK
        self._settled = self.log.size, [*self.log.peaks]

    def void(self, why: str) -> list[Record]:
        hand = self.hand
        assert hand is not None
        before = len(hand.lines)
        hand.void(why)
        self._settle(hand)
        return _entries(hand, before)

    def write_receipts(self) -> dict[int, Receipt]:
        """Of the last hand that is over, by seat; asked again, the same. Who holds the bank was
        dealt no card, and has the rail's."""
        hand, self.over = self.over, None
        if hand is not None:
            seats = {to for to in hand.to if to > 0} | ({RAIL} if fair.BANK in hand.to else set())
            self._receipts = {seat: receipt(hand, self.log.public_key, seat) for seat in seats}
        return self._receipts

    def forget_key(self) -> None:
        """After the hand's end is durable: no journal opens this deck again."""
        self._means.vault.destroy()

    @property
    def playing(self) -> bool:
        return self.hand is not None and self.hand.life == "playing"

    def draw(self, cards: Sequence[int], count: int, wait: bool) -> tuple[int, ...] | None:
        """Cards for the draw of the button, out of a deck of their own; None: not there yet."""
        self._lot = self._lot or self.dealer.order("button", cards)
        if not wait and not self._lot.done():
            return None
        lot, self._lot = self._lot, None
        return lot.result()[:count]

    @property
    def cycles(self) -> int:
        """Blocks of the stream that were thrown away so far, for whoever looks after the table."""
        return self._means.generator.cycles

    def cycle(self) -> None:
        """REQ-R4: the generator runs on in the background between hands, never with a hand on the
        table. What went wrong with the last block is a Fault here."""
        if not self._means.generator.started or (self._cycle and not self._cycle.done()):
            return
        last, self._cycle = self._cycle, self.dealer.tick()
        if last is not None:
            last.result()

    def close(self) -> None:
        self.dealer.close()


def _entries(hand: Hand, first: int) -> list[Record]:
    return [Record(ENTRY, line) for line in hand.lines[first:]]
