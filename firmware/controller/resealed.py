"""What an earlier version sealed with the table's own key, told once more under a new one. Pure.

Cards that nobody was shown are told as cards that mean nothing (past_cards.py), everything else as
it was.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec import json, msgpack

from firmware.controller.deal_memory import DEALT as STEP
from firmware.controller.deal_memory import DECK, ENTRY, CommittedDeck, step_of
from firmware.controller.past_cards import TOLD, Sealed, told
from firmware.controller.past_cards import read as read_told
from firmware.controller.records import from_entry
from firmware.fairness.hand import cards_of
from firmware.journal.frame import Entry, Record
from firmware.table import events as e

RESEALED = "journal.resealed"
AT_ONCE = 500  # records of the past in one of these
_deck = msgpack.Decoder(CommittedDeck).decode
_read = msgpack.Decoder(dict[int, bytes]).decode


class _Hand:
    """What is known of the cards of one hand."""

    def __init__(self, number: int = 0, deck: tuple[int, ...] = ()) -> None:
        self.number, self.deck = number, deck
        self.sealed: list[Sealed] = []
        self.to: list[int] = []
        self.shown: dict[int, int] = {}

    def told(self) -> dict[int, bytes]:
        again = told(self.number, self.sealed, self.to, self.shown, self.deck)
        return read_told(again.body)


def without_cards(entries: Iterable[Entry], unseal: Callable[[Entry], bytes]) -> dict[int, bytes]:
    """By record: what stands for it from now on. No hand is in play."""
    bodies: dict[int, bytes] = {}
    hand = _Hand()
    for entry in entries:
        if entry.kind == DECK:
            bodies |= hand.told()
            deck = _deck(unseal(entry))
            hand = _Hand(deck.hand, deck.cards or cards_of(deck.deck))
        elif entry.kind == STEP:
            hand.to += step_of(unseal(entry)).to
        elif entry.kind == ENTRY:
            hand.shown |= dict(json.decode(unseal(entry)).get("shown", ()))
        if entry.sealed and not entry.of_hand:
            _note(entry, unseal(entry), hand, bodies)
    return bodies | hand.told()


def _note(entry: Entry, body: bytes, hand: _Hand, bodies: dict[int, bytes]) -> None:
    each = from_entry(entry, body)
    if isinstance(each, e.InHand):
        hand.sealed.append(Sealed(entry.seq, each))
    else:
        bodies[entry.seq] = body


def told_again(entries: Iterable[Entry], unseal: Callable[[Entry], bytes]) -> dict[int, bytes]:
    """By record: what is read in its place, as its own key may be gone."""
    found: dict[int, bytes] = {}
    for entry in entries:
        if entry.kind == TOLD:
            found |= read_told(entry.body)
        elif entry.kind == RESEALED:
            found |= _read(unseal(entry))
    return found


def records(bodies: dict[int, bytes]) -> Iterator[Record]:
    seqs = [*bodies]
    for at in range(0, len(seqs), AT_ONCE):
        some = {seq: bodies[seq] for seq in seqs[at : at + AT_ONCE]}
        yield Record(RESEALED, msgpack.encode(some), sealed=True)
