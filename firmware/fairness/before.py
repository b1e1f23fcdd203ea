"""A hand that version 1 of the protocol began: it is dealt to its end as it was begun, and proved
by verify_v1.py. No new hand is begun so.

Then touches chose one of four decks and the place where it was cut, and a reshuffle's seed was
sealed with the deck.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from firmware.fairness.deck import DECKS, RESHUFFLES_MAX, SealedDeck, Slot, lay
from firmware.fairness.digest import Mac, canonical, sha256
from firmware.fairness.log import Entry, Head, Log
from firmware.fairness.merkle import leaf
from firmware.fairness.shuffle import below, stream
from firmware.fairness.verify import BOARD, RABBIT

OPEN = frozenset((BOARD, RABBIT))


@dataclass(slots=True)
class Layer:
    deck: SealedDeck
    places: tuple[int, ...]  # leaves in dealing order
    first: int  # number of the first card dealt from it
    faces: tuple[int, ...] = field(init=False, repr=False)  # in the same order

    def __post_init__(self) -> None:
        self.faces = tuple(map(self.deck.cards.__getitem__, self.places))


class OldHand:
    """Out of the journal's lines and the vault's seeds; committed and not cut, it can be voided."""

    def __init__(
        self, log: Log, hand: int, cards: Sequence[int], seeds: Sequence[bytes], lines: list[bytes]
    ) -> None:
        self.table, self.number, self.cards = log.table, hand, tuple(cards)
        self.life = "committed"
        self.before = log.size, log.peaks
        self.entries: list[Entry] = []
        self.lines: list[bytes] = []
        self.heads: list[Head] = []
        self.layers: list[Layer] = []
        self.to: list[int] = []  # where each card went
        self.shown: set[int] = set()
        self._log, self._faces = log, list[int]()
        for line in lines[:3]:
            self._note(line, json.loads(line))
        if len(self.entries) == 3:
            self._cut([self._lay(j, seed) for j, seed in enumerate(seeds)])

    def _lay(self, deck: int, seed: bytes) -> SealedDeck:
        return lay(seed, Slot(self.table, self.number, str(deck), 1), self.cards, RESHUFFLES_MAX)

    def _cut(self, decks: Sequence[SealedDeck]) -> None:
        assert [deck.root.hex() for deck in decks] == self.entries[0]["roots"], "another deck"
        touches = b"".join(
            bytes([seat]) + value.to_bytes(4, "big") + bytes.fromhex(nonce)
            for seat, value, nonce in self.entries[2]["touches"]
        )
        joint = b"stormdeck/1/cut/" + leaf(self.lines[0]) + touches
        byte, size = stream(Mac(sha256(joint)), b"cut"), len(self.cards)
        played, at = below(DECKS, byte), below(size, byte)
        self.layers.append(Layer(decks[played], (*range(at, size), *range(at)), first=0))
        self.life = "playing"

    def deal(self, to: Sequence[int]) -> tuple[int, ...]:
        """The next cards from the top, one to each of `to`."""
        layer = self.layers[-1]
        at = len(self.to) - layer.first
        faces = layer.faces[at : at + len(to)]
        assert len(faces) == len(to), "reshuffle first"
        self.to += to
        self._faces += faces
        return faces

    def reshuffle(self, discards: Sequence[int]) -> None:
        """Stub and discards (numbers of dealt cards) into a new deck, sealed before it is dealt."""
        back, turn = sorted(set(discards)), len(self.layers)
        layer = self.layers[-1]
        stub = layer.faces[len(self.to) - layer.first :]
        pool = sorted([*stub, *(self._faces[number] for number in back)])
        first = self.layers[0].deck
        slot = Slot(self.table, self.number, f"{first.slot.name}.{turn}", 1)
        deck = lay(first.reshuffle_seeds[turn - 1], slot, pool)
        self.layers.append(Layer(deck, tuple(range(len(pool))), first=len(self.to)))
        facts = {"round": turn, "at": len(self.to), "discards": back, "root": deck.root.hex()}
        self._write("reshuffle", **facts)

    def show(self, numbers: Sequence[int]) -> None:
        self.shown.update(numbers)

    def finish(self, out: Sequence[int] = (), won: Sequence[tuple[int, int]] = ()) -> None:
        self.life = "finished"
        self._write("hand", **self._story())

    def void(self, why: str, by: str = "") -> None:
        self.life = "void"
        self._write("void", why=why, **self._story())

    def forget(self) -> None:
        self.life, self.layers, self.to, self._faces = "forgotten", [], [], []

    def receipt(self, public_key: bytes, seat: int) -> dict[str, Any]:
        mine = {n for n, to in enumerate(self.to) if to == seat and seat}
        before = [peak.hex() for peak in self.before[1]]
        signs = [head.signature.hex() for head in self.heads]
        cards = [self._opened(depth, mine | self.shown) for depth in range(len(self.layers))]
        log = {"before": before, "entries": self.entries, "signs": signs}
        return {"stormdeck": 1, "key": public_key.hex(), "seat": seat, "log": log, "cards": cards}

    def _opened(self, depth: int, numbers: set[int]) -> dict[str, Any]:
        layer = self.layers[depth]
        ends = [after.first for after in self.layers[depth + 1 :]][:1] or [len(self.to)]
        here = [number for number in sorted(numbers) if layer.first <= number < ends[0]]
        places = {number: layer.places[number - layer.first] for number in here}
        deck = layer.deck
        return {
            "open": [[n, deck.cards[at], deck.salt(at).hex()] for n, at in places.items()],
            "proof": [sibling.hex() for sibling in deck.proof({*places.values()})],
        }

    def _story(self) -> Entry:
        self.shown.update([n for n, to in enumerate(self.to) if to in OPEN])
        faces = [(n, self._faces[n]) for n in sorted(self.shown)]
        return {"dealt": [*self.to], "shown": faces}

    def _write(self, kind: str, **facts: object) -> None:
        entry = {"kind": kind, "table": self.table, "hand": self.number, **facts}
        self._note(canonical(entry), entry)

    def _note(self, line: bytes, entry: Entry) -> None:
        self.heads.append(self._log.append_line(line, version=1))
        self.entries.append(entry)
        self.lines.append(line)
