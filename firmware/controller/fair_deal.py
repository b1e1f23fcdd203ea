"""The fair deal as the controller uses it: every step is records first, cards afterwards.

A deck is committed to in the pause before its hand. When the first card is due everything that
could steer one is logged and signed; only then do the stations open their shares, and only then
does anybody know the deck. After a power cut the same records, and the vault's key, give the same
deck, dealt as far as it was.

Its deck moves as a step is taken, and the step is written then: perform.py says why that is safe.
"""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from typing import Any

from msgspec import json

from firmware.controller.deal_memory import (
    DEALT,
    ENTRY,
    WITNESSED,
    CommittedDeck,
    DealMemory,
    Owed,
    Step,
    pack,
    step_of,
)
from firmware.controller.deal_words import heard_again, wants
from firmware.controller.next_deck import Means, NextDeck, Wanted
from firmware.controller.wishes import FACE_UP, Wish, as_step, place_of
from firmware.fairness import hand as fair
from firmware.fairness.before import OldHand
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Deck, Hand, Terms, prepare_again
from firmware.fairness.log import Log
from firmware.fairness.receipt import RAIL, Earlier, Receipt, receipt
from firmware.fairness.seal import Boxes
from firmware.fairness.share import seal_of
from firmware.fairness.station import Told
from firmware.fairness.verify import SIGNED, WHOSE
from firmware.journal.frame import Record

LINES_TOLD = 12  # of a hand; with room kept for all of them only what is new goes over the wire


class FairDeal:
    def __init__(self, table: str, means: Means, memory: DealMemory) -> None:
        self._means, self._table = means, table
        memory.settle()
        self._heard = memory  # of everything that was journalled
        self.log = Log(table, means.key, memory.size, memory.peaks)
        self.dealer = means.dealer(
            means.generator, means.noise, self.log, means.keyholders, means.simulation
        )
        self.hand: Hand | OldHand | None = None
        self._earlier = Earlier(memory.size, memory.peaks)
        # Of this hand's entries; the same words may be said again: a seat that hits twice.
        self._signatures: dict[bytes, list[bytes]] = {}
        self._next = NextDeck(self.dealer, means.vault)
        self.over: Hand | OldHand | None = None  # the last one, until its receipts are written
        self._cycle: Future[None] | None = None
        self._code = ""
        self.dice: tuple[int, ...] = ()  # as they fell with the last cards
        self._mixes: list[dict[str, Any]] = []  # of a step that was not dealt when the power went
        self._tell_again(memory)

    @property
    def memory(self) -> DealMemory:
        """What every record so far, noted, comes to."""
        return self._heard

    def _tell_again(self, memory: DealMemory) -> None:
        """The hand that was in play, or committed to, when the power went; before it, what its
        earlier attempts left."""
        deck, lines = memory.in_play(), [*memory.since]
        if deck is not None and not deck.attempt:
            self._old_hand(deck, lines)
            return
        commits = [n for n, line in enumerate(lines) if b'"kind":"commit"' in line]
        start = commits[-1] if deck is not None else len(lines)
        for line in lines[:start]:
            self._earlier_line(line)
        if deck is not None:
            self._again(deck, lines[start:])

    def _earlier_line(self, line: bytes) -> None:
        head, entry = self.log.append_line(line), json.decode(line)
        self._earlier.entries.append(entry)
        if entry["kind"] in SIGNED:
            self._earlier.signs.append(head.signature)
            self._signatures[line] = [head.signature]

    def _old_hand(self, deck: CommittedDeck, lines: list[bytes]) -> None:
        seeds = self._means.vault.get(deck.box, self._table, deck.hand)
        hand = self.hand = OldHand(self.log, deck.hand, deck.cards, seeds, lines)
        self.dealer.put_on_table(hand)
        for packed in self._heard.steps:
            step = step_of(packed)
            if step.discards is not None:
                hand.reshuffle(step.discards)
            hand.deal(step.to)
            hand.show(step.up)
        assert hand.lines == lines, "the deck that came back is another one"

    def _again(self, deck: CommittedDeck, lines: list[bytes]) -> None:
        seeds, boxes = self._means.vault.get(deck.box, self._table, deck.hand), Boxes(*deck.boxes)
        prepared = prepare_again(self._table, deck.hand, deck.attempt, deck.deck, seeds, boxes)
        commit, *entries = map(json.decode, lines)
        hand = self.hand = self.dealer.again(prepared, commit)
        assert hand.lines == lines[:1], "the deck that came back is another one"
        self._mixes = [entry for entry in entries if not heard_again(hand, entry)]
        for packed in self._heard.steps:
            self._deal(hand, step_of(packed))
        self._note_signatures()

    # Before the hand

    def prepare(self, number: int, deck: Deck, now_ms: int) -> bool:
        """Ask for the deck of this hand; true when it is there.

        All of it is made by the dealer's thread, after the hand before is over for good: the vault
        has room for one key. A Fault of the noise, or of the vault, comes here.
        """
        if self._fits(number, deck):
            return True
        assert not self.playing
        if self.over is None:  # whoever wanted a receipt of the hand before has it
            self.hand = None
            self.dealer.let_go()
        attempt, voids = self._attempt(number), self._heard.voids_before(number)
        return self._next.ask(Wanted(number, attempt, deck, voids), now_ms // 1000)

    def _attempt(self, number: int) -> int:
        tried = [e for e in self._earlier.entries if e["kind"] == "commit" and e["hand"] == number]
        return 1 + len(tried)

    def _fits(self, number: int, deck: Deck) -> bool:
        """Was this very deck committed to already?"""
        waiting = self.waiting
        return waiting is not None and (waiting.number, waiting.deck) == (number, deck)

    @property
    def preparing(self) -> bool:
        return self._next.there

    def wait(self) -> None:
        self._next.wait()

    @property
    def waiting(self) -> Hand | None:
        """Committed to and not cut yet."""
        hand = self.hand
        there = isinstance(hand, Hand) and hand.life in ("committed", "sealed")
        return hand if there and isinstance(hand, Hand) else None

    @property
    def outdated(self) -> bool:
        """A deck that an earlier version committed to and nobody cut."""
        return isinstance(self.hand, OldHand) and self.hand.life == "committed"

    def commit(self) -> list[Record]:
        """The prepared deck is the next hand's from here on. Journal these at once."""
        ready = self._next.hand_over()
        self.hand = self.dealer.put_on_table(ready.hand)
        tried = [entry["hand"] for entry in self._earlier.entries if entry["kind"] == "commit"]
        if ready.hand.number not in tried:
            self._earlier, self._signatures = Earlier(*ready.hand.before), {}
        return self._noted(ready.records)

    def seal(self, terms: Terms, sharers: Sequence[int]) -> list[Record]:
        """`sharers`: whose shares go into the shuffle."""
        return self._written(lambda hand: hand.close(terms, sharers))

    def type_digits(self, digits: str) -> list[Record]:
        return self._written(lambda hand: hand.type_digits(digits))

    def cut(self) -> list[Record]:
        return self._written(lambda hand: hand.cut())

    def draw(self) -> tuple[int, tuple[int, ...], list[Record]]:
        """For the button: its seat, and the card of each. The hand goes on with new decks."""
        hand = self.waiting
        assert hand is not None
        before = len(hand.lines)
        drawn = hand.draw()
        records = self._ended(hand, before)
        self._next_attempt(hand)
        return *drawn, records

    def _written(self, step: Any) -> list[Record]:
        """The entries of a step. Journal them before anybody sees what it allows."""
        hand = self.hand
        assert isinstance(hand, Hand)
        before = len(hand.lines)
        step(hand)
        return self._noted([Record(ENTRY, line) for line in hand.lines[before:]])

    def _noted(self, records: list[Record]) -> list[Record]:
        for record in records:
            self._heard.note(record.kind, record.body)
        self._note_signatures()
        return records

    def _note_signatures(self) -> None:
        if isinstance(self.hand, Hand):
            each = zip(self.hand.entries, self.hand.lines, self.hand.heads, strict=True)
            made = dict[bytes, list[bytes]]()
            for entry, line, head in each:
                if entry["kind"] in SIGNED:
                    made.setdefault(line, []).append(head.signature)
            self._signatures |= made

    # In the hand

    def ask(self, wish: Wish) -> str:
        """Begins a step of the plan, unless one is under way; what it needs: mix, again, deal."""
        hand = self.hand
        if not isinstance(hand, Hand):
            return "deal"
        if not hand.stepping and not wish.dice:
            self._step(hand, as_step(hand, wish))
        self._mixed_before(hand)
        return hand.due

    def _step(self, hand: Hand, step: Step) -> None:
        at = step.step if step.step >= 0 else hand.next_step
        asked = step.asked
        if step.rabbit and hand.plan[at][0] == "board":
            asked = (1,)
        hand.step(at, asked, step.out, step.keep)

    def _mixed_before(self, hand: Hand) -> None:
        """Mixes and reshuffles that stand in the journal already."""
        while self._mixes and hand.due in ("mix", "again", "next"):
            entry = self._mixes.pop(0)
            if entry["kind"] != "mix":
                _ = hand.again() if entry["kind"] == "again" else hand.announce()
                continue
            hand.ask_links()
            for seat, link in entry["links"]:
                assert hand.shares.link(seat, entry["n"], bytes.fromhex(link))
            hand.mix()

    def _keep_mixes(self) -> None:
        """The hand ends in a step that the power stopped: what was logged of it stays logged."""
        mixes, self._mixes = self._mixes, []
        for entry in mixes:
            assert isinstance(self.hand, Hand)
            facts = {name: value for name, value in entry.items() if name not in WHOSE}
            self.hand.aside(**facts)

    def again(self) -> list[Record]:
        return self._written(lambda hand: hand.again())

    def announce(self) -> list[Record]:
        return self._written(lambda hand: hand.announce())

    def mix(self) -> list[Record]:
        return self._written(lambda hand: hand.mix())

    def deal(self, wish: Wish) -> tuple[tuple[int, ...], list[Record]]:
        """The next cards, for these targets of the game."""
        hand = self.hand
        if isinstance(hand, OldHand):
            return self._deal_old(hand, wish)
        assert hand is not None
        step = as_step(hand, wish)
        return self._deal(hand, step), self._noted([Record(DEALT, pack(step))])

    def _deal(self, hand: Hand, step: Step) -> tuple[int, ...]:
        """A deal of the game may be several steps of the plan: a burn, then the board."""
        cards: tuple[int, ...] = ()
        self.dice = ()
        if step.dice:
            if not hand.stepping:
                hand.step(hand.next_step, [1] * step.dice, (), ())
            self.dice = hand.throw()
        while len(cards) < len(step.to):
            if not hand.stepping:
                self._step(hand, step)
            self._mixed_before(hand)
            more = step.to[len(cards) : len(cards) + len(hand.wanted)]
            cards += hand.deal(more)
        hand.show(step.up)
        return cards

    def _deal_old(self, hand: OldHand, wish: Wish) -> tuple[tuple[int, ...], list[Record]]:
        before, first = len(hand.lines), len(hand.to)
        if wish.back is not None:
            hand.reshuffle(wish.back)
        up = tuple(n for n, target in enumerate(wish.targets, first) if target in FACE_UP)
        scrap = {fair.SCRAP: fair.BURN}  # as it was written then
        if wish.rabbit:
            scrap[fair.BOARD] = fair.RABBIT
        to = tuple(scrap.get(place, place) for place in map(place_of, wish.targets))
        cards = hand.deal(to)
        hand.show(up)
        entries = [Record(ENTRY, line) for line in hand.lines[before:]]
        return cards, self._noted([*entries, Record(DEALT, pack(Step(to, up, wish.back)))])

    # The end

    def finish(
        self, shown: Sequence[int], out: Sequence[int], won: Sequence[tuple[int, int]]
    ) -> list[Record]:
        """`shown`: numbers of the cards that were turned up; `out`: who had folded."""
        hand = self.hand
        assert hand is not None
        self._keep_mixes()
        before = len(hand.lines)
        hand.show(shown)
        hand.finish(out, won)
        return self._ended(hand, before)

    def _ended(self, hand: Hand | OldHand, before: int) -> list[Record]:
        self.over = hand
        return self._noted([Record(ENTRY, line) for line in hand.lines[before:]])

    def void(self, why: str, by: str = "") -> list[Record]:
        hand = self.hand
        assert hand is not None
        self._keep_mixes()
        before = len(hand.lines)
        dealt = hand.life == "playing"
        hand.void(why, by)
        records = self._ended(hand, before)
        if not dealt and isinstance(hand, Hand):
            self._next_attempt(hand)
        return records

    def _next_attempt(self, hand: Hand) -> None:
        """Nobody was dealt a card: nobody has a receipt of it, the next attempt's will hold it."""
        pairs = zip(hand.entries, hand.heads, strict=True)
        self._earlier.entries += hand.entries
        self._earlier.signs += [h.signature for e, h in pairs if e["kind"] in SIGNED]
        self.over = None

    def write_receipts(self) -> dict[int, Receipt]:
        """Of the hand that is over, once: the rail's, and of each seat that was dealt a card."""
        hand, self.over = self.over, None
        assert hand is not None
        seats = {RAIL, *(to for to in hand.to if to > 0)}
        return {seat: self.receipt(hand, seat) for seat in seats}

    def receipt(self, hand: Hand | OldHand, seat: int) -> Receipt:
        key = self.log.public_key
        if isinstance(hand, OldHand):
            return hand.receipt(key, seat)
        mine = seat if seat in hand.shares.seals else RAIL  # who only watched has the rail's
        seen = self._heard.witnessed
        sizes = {self._earlier.size, *(head.size for head in hand.heads)}
        return receipt(hand, key, mine, self._earlier, [seen] if seen.get("size") in sizes else [])

    def witnessed(self, said: dict[str, Any]) -> list[Record]:
        """What a witness signed: it stands on receipts from now on."""
        return self._noted([Record(WITNESSED, json.encode(said))])

    def forget_key(self) -> None:
        """After the hand's end is durable: no journal opens this deck again."""
        self._means.vault.destroy()

    @property
    def code(self) -> str:
        """Twelve letters of the square, of the deck that is dealt from or was last."""
        hand = self.hand
        if isinstance(hand, Hand) and hand.terms is not None:
            self._code = hand.letters
        return self._code

    @property
    def playing(self) -> bool:
        return self.hand is not None and self.hand.life == "playing"

    # What the stations hear and owe

    def told(self, seats: Iterable[int]) -> dict[int, Told]:
        """To these stations, of the log: all leaves since the end of a hand that they have seen."""
        heard, hand, key = self._heard, self.hand, self.log.public_key
        lines = (*heard.since, *[b""] * (LINES_TOLD - len(heard.since)))
        left = {line: iter(made) for line, made in self._signatures.items()}
        signs = tuple(next(left.get(line, iter(())), b"") for line in lines)
        size, peaks, past = heard.past_size, tuple(heard.past_peaks), tuple(heard.past)
        return {
            seat: Told(key, size, peaks, past, lines, signs, wants(heard, hand, seat), heard.ended)
            for seat in seats
        }

    @property
    def owed(self) -> dict[int, Owed]:
        """Seats that did not open a share: they are dealt nothing until they do."""
        return self._heard.owed

    def late(self, seat: int, share: bytes) -> list[Record]:
        """What a station should have opened: now all can read what would have been dealt."""
        owed = self._heard.owed.get(seat)
        if owed is None:
            return []
        whose = self._table, owed.hand, owed.attempt
        if seal_of(whose, owed.commitment, seat, share) != owed.seal:
            return []
        facts = {"seat": seat, "share": share.hex()}
        return self._aside("late", hand=owed.hand, attempt=owed.attempt, **facts)

    def new_station(self, seat: int, by: str) -> list[Record]:
        """Service put in another one, or the same without its memory: it owes nothing."""
        hand = self.hand
        number, attempt = (hand.number, hand.attempt) if isinstance(hand, Hand) else (0, 1)
        return self._aside("station", hand=number, attempt=attempt, seat=seat, by=by)

    def _aside(self, kind: str, **facts: Any) -> list[Record]:
        hand = self.hand
        if isinstance(hand, Hand) and hand.life in ("committed", "sealed", "playing"):
            return self._written(lambda hand: hand.aside(kind, **facts))
        entry = {"kind": kind, "table": self._table, **facts}
        self._earlier_line(canonical(entry))
        return self._noted([Record(ENTRY, canonical(entry))])

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
