"""A hand that is over, as the journal has it for those who may open it: the entries of its deal and
the boxes of its seeds, which no key of this machine opens."""

from typing import Any

from msgspec import Struct, json, msgpack

from firmware.controller.deal_memory import DECK, ENTRY, CommittedDeck
from firmware.controller.resealed import told_again
from firmware.errors import Refused
from firmware.fairness.seal import Boxes
from firmware.journal.journal import Journal

_deck = msgpack.Decoder(CommittedDeck).decode
_ENDS = ("hand", "void")


class PastDeal(Struct, frozen=True):
    entries: list[dict[str, Any]]  # from the commitment to the end of the attempt that was played
    boxes: Boxes


def past_deal(journal: Journal, hand: int) -> PastDeal:
    """Every record is read, so that the right one is found in a journal of any age."""
    deck: CommittedDeck | None = None
    found: list[dict[str, Any]] = []
    told = told_again(journal.read(1, journal.head.seq), journal.unseal)
    for entry in journal.read(1, journal.head.seq):
        if entry.kind == DECK:
            body = told[entry.seq] if entry.seq in told else journal.unseal(entry)
            deck = _this(_deck(body), hand, deck)
        elif entry.kind == ENTRY and b'"hand":%d,' % hand in entry.body:
            one = json.decode(entry.body)
            if one["hand"] == hand and "attempt" in one:
                found = [one] if one["kind"] == "commit" else [*found, one]
    if deck is None or not found:
        raise Refused(f"Hand {hand:,} is not in this journal.", rule="REQ-R47")
    if found[-1]["kind"] not in _ENDS:
        raise Refused(f"Hand {hand:,} is still being played.", rule="REQ-R47")
    if not deck.attempt:
        raise Refused(f"Hand {hand:,} is of an earlier version; its cards are not in boxes.")
    return PastDeal(found, Boxes(*deck.boxes))


def _this(deck: CommittedDeck, hand: int, before: CommittedDeck | None) -> CommittedDeck | None:
    return deck if deck.hand == hand else before
