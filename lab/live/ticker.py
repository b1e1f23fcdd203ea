"""What the machine does, a line a record: its journal, read from the disk as it grows.

A sealed record stays sealed: the line says that it is there, and no more.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from firmware.journal import mend
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry
from firmware.journal.merge import Place, Whose, merge
from firmware.money import show


class Line(Struct, frozen=True):
    """One line of the ticker. `seat` 0: the whole table's."""

    record: int
    at_ms: int
    kind: str  # Journal, Seal, Link, Books, Fault, Floor; You: no record, somebody's own deed
    words: str
    seat: int = 0


class JournalTail:
    """One copy of a running table's journal, from its first record on."""

    def __init__(self, copy: Path) -> None:
        self._disk = RealDisk(copy, read_only=True)
        self._place: Place | None = None

    def new(self) -> list[Entry]:
        """Every whole batch since the last time."""
        found: list[Entry] = []
        while entries := self._more():
            found += entries
        return found

    def _more(self) -> list[Entry]:
        place = self._place or self._start()
        if place is None:
            return []
        data = mend.read_both([self._disk], place.segment)
        merged = merge(data, place, Whose())
        self._place = merged.end
        if not merged.entries and merged.end.seq in mend.all_segments((self._disk, self._disk)):
            self._place = Place(merged.end.seq, 0, merged.end.seq, merged.end.chain)
        return merged.entries

    def _start(self) -> Place | None:
        segments = mend.all_segments((self._disk, self._disk))
        if not segments:
            return None
        return mend.segment_start(mend.read_both([self._disk], segments[0]), segments[0])


def lines(entry: Entry) -> Iterator[Line]:
    """What a person wants to read of it, if anything."""
    for kind, words, seat in _told(entry):
        yield Line(entry.seq, entry.at_ms, kind, words, seat)


def record(entry: Entry) -> dict[str, Any]:
    """The whole of it, for who asks; what is sealed stays so."""
    told: dict[str, Any] = {"record": entry.seq, "kind": entry.kind, "chain": entry.chain.hex()}
    if entry.sealed:
        return {**told, "body": f"sealed, {len(entry.body)} bytes"}
    try:
        return {**told, "body": json.loads(entry.body)}
    except ValueError:
        return {**told, "body": entry.body.hex()}


Told = tuple[str, str, int]
_SEALED = {
    "fair.deck": ("Seal", "the deck is sealed", 0),
    "table.InHand": ("Journal", "cards dealt, sealed", 0),
    "table.CardSwiped": ("Journal", "a card is swiped", 0),
}


def _unit_seat(fault: str) -> int:
    """`LINK_DOWN seat 6` is told at seat 6, one of no seat's part at all of them."""
    found = re.search(r" seat (\d+)", fault)
    return int(found[1]) if found else 0


def _told(entry: Entry) -> Iterator[Told]:
    if entry.sealed:
        if entry.kind in _SEALED:
            yield _SEALED[entry.kind]
    elif entry.kind == "table.InHand":
        for event in json.loads(entry.body)["events"]:
            yield from _in_hand(event)
    elif isinstance(body := record(entry)["body"], dict):
        yield from _other(entry.kind.removeprefix("table."), body)


def _in_hand(event: dict[str, Any]) -> Iterator[Told]:
    seat, chips = event.get("seat", 0), event.get("chips", 0)
    match event["type"]:
        case "Posted":
            yield "Journal", f"posts {show(chips)}", seat
        case "Folded":
            yield "Journal", "folds", seat
        case "Called":
            yield "Journal", f"calls {show(chips)}" if chips else "checks", seat
        case "Raised":
            yield "Journal", f"bets to {show(event['to'])}", seat
        case "Won":
            yield "Books", f"wins {show(chips)}", seat


def _other(kind: str, body: dict[str, Any]) -> Iterator[Told]:
    seat = body.get("seat", 0)
    match kind:
        case "HandBegan":
            yield "Journal", f"hand #{body['number']} opens", 0
        case "HandEnded":
            pot = sum(one["wagered"] for one in body["results"])
            yield "Books", f"hand #{body['hand']}: {show(pot)} in, {show(pot)} out", 0
        case "HandVoided":
            yield "Journal", f"the hand is void: {body['reason']}", 0
        case "TransferPosted":
            one = body["transfer"]
            words = "from the card" if one["kind"] == "buy_in" else "to the bank"
            yield "Books", f"{show(one['amount'])} {words}", one.get("seat", 0)
        case "TransferRefused":
            yield "Books", f"the bank says no: {body['words']}", body["transfer"].get("seat", 0)
        case "PoweredUp":
            yield "Journal", "the table starts, its disks agree", 0
        case "LinkLost":
            yield "Link", "no answer: its cards are hidden", seat
        case "LinkRegained":
            yield "Link", "is back", seat
        case "FaultOpened":
            # What happened; the record says more.
            yield "Fault", body["words"].partition(". ")[0], _unit_seat(body["name"])
        case "FaultCleared":
            code, _, unit = body["name"].partition(" ")
            words = f"{code.replace('_', ' ').lower()} is over"
            yield "Fault", f"{unit}: {words}" if unit else words, _unit_seat(body["name"])
        case "DoorOpened" | "DoorShut":
            yield "Fault", f"{body['door']} {'open' if kind == 'DoorOpened' else 'shut'}", 0
        case "TimedOut":
            yield "Journal", "did not answer in time", seat
        case "OrderAnswered":
            yield "Floor", f"{body['by']}: {body['words'].rstrip('.')}", 0
        case "fair.witnessed":
            yield "Seal", f"{body['name']} signs the log at {body['size']}", 0
