"""One hand's deck, from the commitment to the last receipt: commit, seal, cut, deal, mix, finish.

Before any share is opened everything is logged that could steer a card: who is dealt in, in which
order, by which plan. From the cut on the deck's order is fixed (REQ-R8); cards are taken by number.
Each step adds an entry to the log; the controller makes it durable before anyone sees what it
allows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from firmware.fairness.deck import SealedDeck, Slot, again_seed, lay
from firmware.fairness.digest import Mac, canonical, label2
from firmware.fairness.log import Entry, Head, Log
from firmware.fairness.merkle import leaf
from firmware.fairness.seal import Boxes, Keyholders, seal
from firmware.fairness.share import Cut, Shares, cut, cut_key, letters, links_of, square
from firmware.fairness.shuffle import Draw, below, stream
from firmware.fairness.verify import (
    BANK,
    BOARD,
    BURN,
    BUTTON,
    DECKS,
    DICE,
    PACKS,
    RABBIT,
    SCRAP,
    SIGNED,
    Stub,
    Walk,
)

__all__ = ["BANK", "BOARD", "BURN", "RABBIT", "SCRAP", "Hand", "Prepared", "Terms", "prepare"]

OPEN = frozenset((BOARD, RABBIT))  # for all to see
GLASS = ("seals", "digits", "again", "next")  # heads that stand on the glass
WISHES = ("mix", "draw", "hit", "twice", "more")  # steps that come by an answer, or by themselves

Life = Literal["committed", "sealed", "drawn", "playing", "finished", "void", "forgotten"]
MOVES: dict[tuple[Life, str], Life] = {
    ("committed", "close"): "sealed",
    ("sealed", "digits"): "sealed",
    ("sealed", "draw"): "drawn",
    ("sealed", "cut"): "playing",
    ("playing", "again"): "playing",
    ("playing", "mix"): "playing",
    ("playing", "next"): "playing",
    ("playing", "finish"): "finished",
    ("committed", "void"): "void",
    ("sealed", "void"): "void",
    ("playing", "void"): "void",
    ("finished", "forget"): "forgotten",
    ("void", "forget"): "forgotten",
    ("drawn", "forget"): "forgotten",
}
Deck = tuple[str, int]  # a name of the verifier's list, copies


def cards_of(deck: Deck) -> tuple[int, ...]:
    """In new-deck order."""
    name, copies = deck
    return tuple(DECKS[name] * copies)


def packs_of(deck: Deck) -> int:
    """How many packs of it are shuffled apart and laid alternately."""
    return PACKS.get(deck[0], 1)


@dataclass(frozen=True, slots=True)
class Prepared:
    """The costly part, made between hands: the sealed decks and the boxes of their seeds."""

    table: str
    hand: int
    attempt: int
    deck: Deck
    seeds: tuple[bytes, ...] = field(repr=False)
    decks: tuple[SealedDeck, ...] = field(repr=False)
    boxes: Boxes = field(repr=False)


def prepare(
    table: str,
    hand: int,
    attempt: int,
    deck: Deck,
    seeds: Sequence[bytes],
    pad: bytes,
    to: Keyholders,
) -> Prepared:
    decks = lay_all(table, hand, attempt, deck, seeds)
    context = box_context(table, hand, attempt, decks)
    boxes = seal(b"".join(seeds), pad, to, context)
    return Prepared(table, hand, attempt, deck, tuple(seeds), decks, boxes)


def prepare_again(
    table: str, hand: int, attempt: int, deck: Deck, seeds: Sequence[bytes], boxes: Boxes
) -> Prepared:
    """After a power cut: seeds from the vault and boxes from the journal give the same hand."""
    decks = lay_all(table, hand, attempt, deck, seeds)
    return Prepared(table, hand, attempt, deck, tuple(seeds), decks, boxes)


def lay_all(
    table: str, hand: int, attempt: int, deck: Deck, seeds: Sequence[bytes]
) -> tuple[SealedDeck, ...]:
    cards, packs = cards_of(deck), packs_of(deck)
    return tuple(
        lay(seed, Slot(table, hand, f"{attempt}.{j}"), cards, packs=packs)
        for j, seed in enumerate(seeds)
    )


def box_context(table: str, hand: int, attempt: int, decks: Sequence[SealedDeck]) -> bytes:
    return label2("seal", table, hand, attempt) + b"".join(deck.root for deck in decks)


class Terms(Struct, frozen=True):
    """All that is fixed before a share is opened."""

    game: str
    rules: str  # hash of the resolved page
    button: int
    seats: tuple[int, ...]  # in dealing order
    plan: tuple[tuple[Any, ...], ...]
    askers: tuple[int, ...] = ()  # who would cut
    cutter: int = 0  # who does


class Dealt(Struct, frozen=True):
    number: int  # of the cards dealt in this hand, from 0
    to: int
    card: int
    layer: int  # 0 the cut deck, then one for each reshuffle
    place: int  # its leaf in that layer

    def __repr__(self) -> str:
        return f"<card {self.number} to {self.to}>"  # never its face in a log or a crash report


class Hand:
    """Owns the secrets of one attempt, and lets go of each as soon as it can."""

    def __init__(
        self,
        prepared: Prepared,
        log: Log,
        time: int,
        simulation: bool,
        voids: int = 0,
        auditor: bytes = bytes(32),
    ) -> None:
        """`voids`: those that counted in the thousand hands before; `auditor`: digest of the key
        that opens the boxes."""
        assert prepared.table == log.table
        self.table, self.number, self.attempt = prepared.table, prepared.hand, prepared.attempt
        self.deck, self.boxes = prepared.deck, prepared.boxes
        self.life: Life = "committed"
        self.entries: list[Entry] = []
        self.lines: list[bytes] = []  # the same, as they are hashed and journalled
        self.heads: list[Head] = []
        self.before = log.size, log.peaks
        self.layers: list[SealedDeck] = []
        self.terms: Terms | None = None
        self.digits, self._typed = "", False
        self.shown: set[int] = set()  # numbers; the board joins them when the hand is over
        self.answers: list[list[Any]] = []
        self._whole = 0, 0, 1  # answers, cards, decks: as far as a step was done to its end
        self._log, self._seeds, self._decks = log, prepared.seeds, prepared.decks
        self._played = b""  # the seed of a reshuffle follows from it
        self._walk, self._stub = Walk([], [], 0), Stub(())
        self._ops: list[tuple[str, list[int]]] = []
        self._asked = 0  # the link that all are asked for
        self._dice: Draw = iter(()).__next__
        self._write(
            "commit",
            time=time,
            noise="simulation" if simulation else "hardware",
            deck=[*self.deck],
            roots=[deck.root.hex() for deck in self._decks],
            boxes=self.boxes.digest().hex(),
            auditor=auditor.hex(),
            voids=voids,
            size=log.size,
            prev=log.root.hex(),
        )
        whose = self.table, self.number, self.attempt
        self.shares = Shares(whose, leaf(self.lines[0]), most=links_of(self.deck[0]))

    @property
    def square(self) -> str:
        """Of the newest signed head."""
        head = self.newest
        return square(self.number, self.attempt, head.size, head.root)

    @property
    def letters(self) -> str:
        return letters(self.newest.root)

    @property
    def newest(self) -> Head:
        """The newest signed head that stands on the glass."""
        pairs = zip(self.entries, self.heads, strict=True)
        signed = [head for entry, head in pairs if entry["kind"] in GLASS]
        return signed[-1] if signed else self.heads[0]

    @property
    def cutter(self) -> int:
        """Who has yet to type his digits, or not to."""
        waits = self.life == "sealed" and not self._typed
        return self.terms.cutter if waits and self.terms is not None else 0

    # --- the cut

    def close(self, terms: Terms, sharers: Sequence[int] = ()) -> Head:
        """No more seals. Everything that could steer a card is public from here on, and signed.
        `sharers`: whose shares go in, where others than who is dealt in do."""
        self._move("close")
        self.terms = terms
        self.shares.close(sharers or terms.seats)
        seals = [[seat, seal.hex()] for seat, seal in self.shares.seals.items()]
        return self._write(
            "seals",
            game=terms.game,
            rules=terms.rules,
            button=terms.button,
            seats=[*terms.seats],
            plan=[[*step] for step in terms.plan],
            askers=[*terms.askers],
            cutter=terms.cutter,
            seals=seals,
        )

    def type_digits(self, digits: str) -> Head:
        """What the cutter typed, or nothing: before any share is opened."""
        assert self.cutter
        self._move("digits")
        self.digits, self._typed = digits, True
        assert self.terms is not None
        return self._write("digits", seat=self.terms.cutter, digits=digits)

    def cut(self) -> Head:
        """All shares and the digits order the deck; the seeds of the others are opened at once."""
        assert not self.cutter
        self._move("cut")
        assert self.terms is not None
        size, (key, chosen) = len(cards_of(self.deck)), self._joint_order()
        self._dice = stream(Mac(key), b"dice")
        self.layers.append(self._decks[chosen.played])
        self._stub = Stub(chosen.order, packs_of(self.deck))
        plan = [[*step] for step in self.terms.plan]
        self._walk = Walk(plan, [*self.terms.seats], size)
        opened = [seed.hex() for seed in self._seeds]
        self._played, opened[chosen.played] = self._seeds[chosen.played], ""
        self._seeds, self._decks = (), ()
        return self._write("cut", shares=_hex(self.shares.shares), seeds=opened)

    def draw(self) -> tuple[int, tuple[int, ...]]:
        """For the button: who has it, and the card of each seat. Nothing of it is secret: every
        deck is opened, and the same hand goes on with new ones."""
        self._move("draw")
        assert self.terms is not None
        seats, (_, chosen) = self.terms.seats, self._joint_order()
        deck = self._decks[chosen.played].cards
        cards = tuple(deck[place] for place in chosen.order[: len(seats)])
        worth = BUTTON[self.terms.game]
        button = seats[max(range(len(seats)), key=lambda at: worth(cards[at]))]
        seeds = [seed.hex() for seed in self._seeds]
        self._seeds, self._decks = (), ()
        self._write("draw", shares=_hex(self.shares.shares), seeds=seeds, button=button)
        return button, cards

    def _joint_order(self) -> tuple[bytes, Cut]:
        """Of all shares and the digits."""
        shares = self.shares
        assert not shares.missing
        key = cut_key(shares.attempt, shares.commitment, shares.shares, self.digits)
        return key, cut(key, len(self._decks), len(cards_of(self.deck)), packs_of(self.deck))

    # --- the deal

    def step(self, step: int, args: Sequence[int], out: Sequence[int], keep: Sequence[int]) -> None:
        """The next step of the plan, and what was answered since the last."""
        assert self.life == "playing"
        assert not self._ops, "a step of the plan is under way"
        self._leave(out, keep)
        answer = [step, *args]
        self._ops = self._walk.follow(answer)
        self.answers.append(answer)

    def _leave(self, out: Sequence[int], keep: Sequence[int] = ()) -> None:
        walk = self._walk
        gone = [seat for seat in out if seat in walk.inside or seat in walk.keeps]
        kept = [seat for seat in keep if seat in walk.inside]
        for what, seats in ("keep", kept), ("out", [seat for seat in gone if seat not in keep]):
            if seats:
                walk.follow([what, *seats])
                self.answers.append([what, *seats])

    @property
    def stepping(self) -> bool:
        return bool(self._ops)

    @property
    def due(self) -> str:
        """What the step under way needs next: mix, again, deal; '': nothing."""
        return self._ops[0][0] if self._ops else ""

    @property
    def wanted(self) -> list[int]:
        """Where the cards go that the step under way deals next."""
        return self._ops[0][1]

    def again(self) -> Head:
        """Stub and discards into a new deck; its root is signed before any link is opened."""
        self._move("again")
        kind, back = self._ops.pop(0)
        assert kind == "again"
        turn = len(self.layers)
        faces = [self._face(place) for place in self._stub.order]
        pool = sorted([*faces, *(self._face(self._stub.dealt[number]) for number in back)])
        slot = self.layers[0].slot
        seed = again_seed(self._played, slot, turn)
        deck = lay(seed, Slot(self.table, self.number, f"{slot.name}.{turn}"), pool)
        self.layers.append(deck)
        self._walk.came_back(back)
        self._stub.again(self._walk.stub)
        return self._write("again", back=back, root=deck.root.hex())

    def announce(self) -> Head:
        """Where the next cards go is signed before anybody knows which they are."""
        self._move("next")
        kind, to = self._ops.pop(0)
        assert kind == "next"
        return self._write("next", to=to)

    def mix(self) -> Head | None:
        """The links that were asked for. None: nobody has one left, and the order stays."""
        assert self.due == "mix"
        if not self.shares.n or self.shares.n != self._asked:
            self._pop_mix(None)
            return None
        self._move("mix")
        absent, links, n = self.shares.absent, _hex(self.shares.links), self.shares.n
        key = self.shares.done()
        head = self._write("mix", n=n, links=links, absent=absent)
        self._asked = 0
        if key is not None:
            self._pop_mix(key)
        return head

    def ask_links(self) -> bool:
        """For the mix that is due. False: nobody has a link left."""
        assert self.due == "mix"
        if not self._asked and self.shares.ask():
            self._asked = self.shares.n
        return bool(self._asked)

    @property
    def unmixed(self) -> bool:
        """Discards came back, and no links have mixed them yet."""
        last = next(e for e in reversed(self.entries) if e["kind"] != "mix" or not e["absent"])
        return bool(last["kind"] == "again")

    @property
    def asked(self) -> int:
        """The number of the link that everybody is asked for; 0: none."""
        return self._asked

    def _pop_mix(self, key: bytes | None) -> None:
        _, burns = self._ops.pop(0)
        if burns:
            self._walk.came_back(burns)
        if key is None:
            self._stub.order += [self._stub.dealt[number] for number in burns]
            return
        byte, self._dice = stream(Mac(key), b"mix"), stream(Mac(key), b"dice")
        self._stub.mix(lambda n: below(n, byte), burns)

    def deal(self, targets: Sequence[int]) -> tuple[int, ...]:
        """The cards of the step under way, which must be what the game asks for."""
        assert self.life == "playing"
        kind, due = self._ops.pop(0)
        assert (kind, due) == ("deal", [*targets]), f"the game left its plan: {targets}, not {due}"
        self._walk.dealt(due)
        faces = tuple(map(self._face, self._stub.deal(len(due))))
        if not self._ops:
            self._whole = len(self.answers), len(self._walk.to), len(self.layers)
        return faces

    def throw(self) -> tuple[int, ...]:
        """The dice of the step under way: they fall as the opened shares say."""
        assert self.life == "playing"
        kind, dice = self._ops.pop(0)
        fell = tuple(1 + below(DICE[kind], self._dice) for _ in dice)
        self.answers[-1] = [self.answers[-1][0], *fell]
        self._whole = len(self.answers), len(self._walk.to), len(self.layers)
        return fell

    @property
    def next_step(self) -> int:
        """Of the plan: the next one that does not wait for somebody's wish."""
        rest = enumerate(self._walk.plan[self._walk.at :], self._walk.at)
        return next(n for n, step in rest if step[0] not in WISHES)

    def _face(self, place: tuple[int, int]) -> int:
        layer, at = place
        return self.layers[layer].cards[at]

    @property
    def to(self) -> list[int]:
        """Where each card went, by number."""
        return self._walk.to

    @property
    def cards(self) -> tuple[int, ...]:
        """Every card of its deck, in new-deck order."""
        return cards_of(self.deck)

    @property
    def plan(self) -> list[list[Any]]:
        return self._walk.plan

    @property
    def left(self) -> int:
        return self._walk.stub

    @property
    def dealt(self) -> list[Dealt]:
        """Every card that left the stub, in order."""
        pairs = zip(self._walk.to, self._stub.dealt, strict=True)
        return [
            Dealt(number, to, self._face(place), *place) for number, (to, place) in enumerate(pairs)
        ]

    # --- the end

    def show(self, numbers: Sequence[int]) -> None:
        """These cards are public now: a showdown, an exposed card."""
        assert self.life == "playing"
        assert set(numbers) <= set(range(len(self.to)))
        self.shown.update(numbers)

    def finish(self, out: Sequence[int] = (), won: Sequence[tuple[int, int]] = ()) -> Head:
        """`out`: who is out of it; `won`: seat and cents."""
        self._move("finish")
        self._stop()
        self._leave(out)
        return self._write(
            "hand", **self._story(), won=sorted([seat, cents] for seat, cents in won)
        )

    def void(self, why: str, by: str = "") -> Head:
        """It did not count. Before the cut all of its decks are opened: no card was dealt."""
        cut = self.life == "playing"
        self._move("void")
        missing = self.shares.missing if self.shares.closed and not cut else []
        seeds = [seed.hex() for seed in self._seeds]
        shares = [] if cut else _hex(self.shares.shares)
        self._seeds, self._decks = (), ()
        self._stop()
        return self._write(
            "void", why=why, by=by, missing=missing, shares=shares, seeds=seeds, **self._story()
        )

    def forget(self) -> None:
        """After the receipts: from here on nothing in this process knows the deck."""
        self._move("forget")
        self.layers, self._played = [], b""
        self._walk, self._stub = Walk([], [], 0), Stub(())

    def _stop(self) -> None:
        """A step that was not done to its end is no part of the hand; who left before it did."""
        answers, cards, decks = self._whole
        left = [answer for answer in self.answers[answers:] if isinstance(answer[0], str)]
        self.answers = [*self.answers[:answers], *left]
        self._ops, self.layers = [], self.layers[:decks]
        del self._walk.to[cards:]
        del self._stub.dealt[cards:]

    def _story(self) -> Entry:
        self.shown.update([n for n, to in enumerate(self._walk.to) if to in OPEN])
        self.shown = {n for n in self.shown if n < len(self._walk.to)}
        faces = [(n, self._face(self._stub.dealt[n])) for n in sorted(self.shown)]
        return {"answers": self.answers, "shown": [[n, face] for n, face in faces]}

    def aside(self, kind: str, **facts: object) -> Head:
        """What the log must know and no deal depends on: a share that came late, a new station."""
        return self._write(kind, **facts)

    def _move(self, step: str) -> None:
        assert (self.life, step) in MOVES, f"cannot {step} a hand that is {self.life}"
        self.life = MOVES[self.life, step]

    def _write(self, kind: str, **facts: object) -> Head:
        whose = {"table": self.table, "hand": self.number, "attempt": self.attempt}
        entry = {"kind": kind, **whose, **facts}
        line = canonical(entry)
        head = self._log.append_line(line)
        if kind in SIGNED:
            head.sign()  # before anybody relies on it
        self.entries.append(entry)
        self.lines.append(line)
        self.heads.append(head)
        return head


def _hex(opened: dict[int, bytes]) -> list[list[Any]]:
    return [[seat, opened[seat].hex()] for seat in sorted(opened)]
