"""One hand's deck, from the commitment to the last receipt: commit, cut, deal, open, finish.

Nothing a player does after the commitment can change a card (REQ-R8): cards are taken by number, in
order, from a deck that was laid before. Each step adds an entry to the log; the controller
makes the entry durable before anyone sees what it allows.
"""

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from firmware.fairness.cut import Touch, Window, cut
from firmware.fairness.deck import RESHUFFLES_MAX, SealedDeck, Slot, lay
from firmware.fairness.digest import canonical, label
from firmware.fairness.log import Entry, Head, Log
from firmware.fairness.merkle import leaf
from firmware.fairness.seal import Boxes, Keyholders, seal

# Where a card goes that goes to no seat; the bank's are nobody's until they are opened.
BOARD, BURN, RABBIT, BANK = 0, -1, -2, -3
OPEN = frozenset((BOARD, RABBIT))  # for all to see

Life = Literal["committed", "sealed", "playing", "finished", "void", "forgotten"]
MOVES: dict[tuple[Life, str], Life] = {
    ("committed", "close the window"): "sealed",
    ("sealed", "cut"): "playing",
    ("playing", "reshuffle"): "playing",
    ("playing", "finish"): "finished",
    ("committed", "void"): "void",
    ("sealed", "void"): "void",
    ("playing", "void"): "void",
    ("finished", "forget"): "forgotten",
    ("void", "forget"): "forgotten",
}


@dataclass(frozen=True, slots=True)
class Prepared:
    """The costly part, made between hands: four sealed decks and the boxes of their seeds."""

    table: str
    hand: int
    cards: tuple[int, ...]  # the deck in new-deck order
    seeds: tuple[bytes, ...] = field(repr=False)
    decks: tuple[SealedDeck, ...] = field(repr=False)
    boxes: Boxes = field(repr=False)


def prepare(
    table: str, hand: int, cards: Sequence[int], seeds: Sequence[bytes], pad: bytes, to: Keyholders
) -> Prepared:
    decks = lay_all(table, hand, cards, seeds)
    boxes = seal(b"".join(seeds), pad, to, box_context(table, hand, decks))
    return Prepared(table, hand, tuple(cards), tuple(seeds), decks, boxes)


def prepare_again(
    table: str, hand: int, cards: Sequence[int], seeds: Sequence[bytes], boxes: Boxes
) -> Prepared:
    """After a power cut: seeds from the vault and boxes from the journal give the same hand."""
    decks = lay_all(table, hand, cards, seeds)
    return Prepared(table, hand, tuple(cards), tuple(seeds), decks, boxes)


def lay_all(
    table: str, hand: int, cards: Sequence[int], seeds: Sequence[bytes]
) -> tuple[SealedDeck, ...]:
    return tuple(
        lay(seed, Slot(table, hand, str(j)), cards, RESHUFFLES_MAX) for j, seed in enumerate(seeds)
    )


def box_context(table: str, hand: int, decks: Sequence[SealedDeck]) -> bytes:
    return label("seal", table, hand) + b"".join(deck.root for deck in decks)


class Dealt(Struct, frozen=True):
    number: int  # of the cards dealt in this hand, from 0
    to: int
    card: int
    layer: int  # 0 the cut deck, then one for each reshuffle
    place: int  # its leaf in that layer

    def __repr__(self) -> str:
        return f"<card {self.number} to {self.to}>"  # never its face in a log or a crash report


@dataclass(slots=True)
class Layer:
    deck: SealedDeck
    places: tuple[int, ...]  # leaves in dealing order
    first: int  # number of the first card dealt from it
    faces: tuple[int, ...] = field(init=False, repr=False)  # in the same order

    def __post_init__(self) -> None:
        self.faces = tuple(map(self.deck.cards.__getitem__, self.places))


class Hand:
    """Owns the secrets of one hand, and lets go of each as soon as it can."""

    def __init__(self, prepared: Prepared, log: Log, time: int, simulation: bool) -> None:
        assert prepared.table == log.table
        self.table, self.number, self.cards = prepared.table, prepared.hand, prepared.cards
        self.boxes = prepared.boxes
        self.life: Life = "committed"
        self.entries: list[Entry] = []
        self.lines: list[bytes] = []  # the same, as they are hashed and journalled
        self.heads: list[Head] = []
        self.before = log.peaks
        self.layers: list[Layer] = []
        self.to: list[int] = []  # where each card went
        self._faces: list[int] = []  # and which it was
        self.shown: set[int] = set()  # numbers; the board joins them when the hand is over
        self.window = Window(self.table, self.number)
        self._log, self._seeds, self._decks = log, prepared.seeds, prepared.decks
        self._returned: set[int] = set()
        self._write(
            "commit",
            time=time,
            noise="simulation" if simulation else "hardware",
            cards=bytes(self.cards).hex(),
            roots=[deck.root.hex() for deck in self._decks],
            sealed=self.boxes.digest().hex(),
            size=log.size,
            prev=log.root.hex(),
        )
        self.commitment = leaf(self.lines[0])
        self.code = code(self.commitment)

    # --- the cut

    def close_window(self) -> Head:
        """No more touches. Their seals are public from here on, and signed."""
        self._move("close the window")
        self.window.closed = True
        seals = sorted(self.window.seals.items())
        head = self._write("seals", seals=[[seat, seal.hex()] for seat, seal in seals])
        if seals:
            head.sign()  # before any touch is opened
        return head

    def cut(self) -> Head:
        """Chooses and cuts the deck; the seeds of the three others are opened at once."""
        self._move("cut")
        touches = sorted(self.window.touches.values())
        chosen = cut(self.commitment, touches, len(self.cards))
        played, size = self._decks[chosen.played], len(self.cards)
        places = (*range(chosen.at, size), *range(chosen.at))
        self.layers.append(Layer(played, places, first=0))
        opened = [seed.hex() for seed in self._seeds]
        opened[chosen.played] = ""
        self._seeds, self._decks = (), ()  # the played deck keeps what it needs
        return self._write("cut", touches=[_touch(t) for t in touches], seeds=opened)

    # --- the deal

    @property
    def left(self) -> int:
        """Cards still in the stub."""
        layer = self.layers[-1]
        return len(layer.places) - (len(self.to) - layer.first)

    @property
    def dealt(self) -> list[Dealt]:
        """Every card that left the stub, in order."""
        found: list[Dealt] = []
        for depth, layer in enumerate(self.layers):
            del found[layer.first :]  # the rest went into the reshuffle
            rest = zip(self.to[layer.first :], layer.faces, layer.places, strict=False)
            for number, (to, card, place) in enumerate(rest, layer.first):
                found.append(Dealt(number, to, card, depth, place))
        return found

    def deal(self, to: Sequence[int]) -> tuple[int, ...]:
        """The next cards from the top, one to each of `to`: a seat, BOARD, BURN, RABBIT or BANK."""
        assert self.life == "playing"
        layer = self.layers[-1]
        at = len(self.to) - layer.first
        faces = layer.faces[at : at + len(to)]
        assert len(faces) == len(to), "reshuffle first"
        self.to += to
        self._faces += faces
        return faces

    def reshuffle(self, discards: Sequence[int]) -> Head:
        """Stub and discards (numbers of dealt cards) into a new deck, sealed before it is dealt.

        Its order comes from a seed that the hand's commitment already holds. The cards go in
        sorted, so that nothing tells which of them had been whose.
        """
        self._move("reshuffle")
        back, round_ = sorted(set(discards)), len(self.layers)
        assert round_ <= RESHUFFLES_MAX
        assert not self._returned & set(back)
        pool = sorted([*self._stub(), *(self._faces[number] for number in back)])
        self._returned |= set(back)
        name = f"{self.layers[0].deck.slot.name}.{round_}"
        seed = self.layers[0].deck.reshuffle_seeds[round_ - 1]
        deck = lay(seed, Slot(self.table, self.number, name), pool)
        self.layers.append(Layer(deck, tuple(range(len(pool))), first=len(self.to)))
        root = deck.root.hex()
        return self._write("reshuffle", round=round_, at=len(self.to), discards=back, root=root)

    def _stub(self) -> list[int]:
        layer = self.layers[-1]
        return list(layer.faces[len(self.to) - layer.first :])

    # --- the end

    def show(self, numbers: Sequence[int]) -> None:
        """These cards are public now: a showdown, an exposed card."""
        assert self.life == "playing"
        assert set(numbers) <= set(range(len(self.to))) - self._returned
        self.shown.update(numbers)

    def finish(self) -> Head:
        self._move("finish")
        return self._write("hand", **self._story())

    def void(self, why: str) -> Head:
        """A hand that did not count. It stays in the log: voids are counted and shown."""
        self._move("void")
        self._seeds, self._decks = (), ()
        return self._write("void", why=why, **self._story())

    def forget(self) -> None:
        """After the receipts: from here on nothing in this process knows the deck."""
        self._move("forget")
        self.layers, self.to, self._faces = [], [], []

    def _story(self) -> Entry:
        faces = self._faces
        self.shown.update([n for n, to in enumerate(self.to) if to in OPEN])
        return {"dealt": [*self.to], "shown": [(n, faces[n]) for n in sorted(self.shown)]}

    def _move(self, step: str) -> None:
        assert (self.life, step) in MOVES, f"cannot {step} a hand that is {self.life}"
        self.life = MOVES[self.life, step]

    def _write(self, kind: str, **facts: object) -> Head:
        entry = {"kind": kind, "table": self.table, "hand": self.number, **facts}
        line = canonical(entry)
        head = self._log.append_line(line)
        self.entries.append(entry)
        self.lines.append(line)
        self.heads.append(head)
        return head


def code(commitment: bytes) -> str:
    """For the center screen, before the cut: 60 bits of the commitment, to read aloud."""
    text = base64.b32encode(commitment[:8]).decode()
    return "-".join([text[0:4], text[4:8], text[8:12]])


def _touch(touch: Touch) -> list[int | str]:
    return [touch.seat, touch.value, touch.nonce.hex()]
