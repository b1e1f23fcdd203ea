"""What the journal says about the deals: all that a restart needs, never a card in the clear.

A deck's record is sealed, a step says only which places were dealt to; the vault's key opens the
deck again (fair_deal.py), and the log's entries are what receipts are checked against.
"""

from collections import Counter
from typing import Any

from msgspec import Raw, Struct, json, msgpack

from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.verify import ALARM

DECK, ENTRY, DEALT = "fair.deck", "fair.entry", "fair.dealt"  # kinds of records
WITNESSED = "fair.witnessed"
HANDS_COUNTED = 1000  # voids of so many hands stand on the glass
BLAMES_MOST = 2  # then a person looks at that station before it is dealt in
PAST_MOST = 16  # leaves that a station is told again


class CommittedDeck(Struct, frozen=True):
    """What the vault's key opens again."""

    hand: int
    cards: tuple[int, ...]  # of version 1; today the deck has a name
    time: int  # seconds
    box: bytes
    boxes: tuple[bytes, bytes, bytes]
    attempt: int = 0  # 0: version 1 of the protocol
    deck: tuple[str, int] = ("", 0)
    voids: int = 0  # that the commitment counts

    def __repr__(self) -> str:
        return f"<CommittedDeck of hand {self.hand}>"


class Step(Struct, frozen=True, omit_defaults=True):
    """Which places were dealt to; never a card."""

    to: tuple[int, ...]
    up: tuple[int, ...] = ()  # numbers that lie face up
    discards: tuple[int, ...] | None = None  # version 1: a reshuffle came before
    step: int = -1  # of the plan, where somebody chose to have cards
    asked: tuple[int, ...] = ()  # what he asked for
    out: tuple[int, ...] = ()  # who is out of it by now
    keep: tuple[int, ...] = ()  # and whose place in the deal is kept
    rabbit: bool = False
    dice: int = 0  # thrown before


class Owed(Struct, frozen=True, array_like=True):
    """The share that a seat did not open: until it does, it is dealt no card."""

    hand: int
    attempt: int
    commitment: bytes
    seal: bytes


class Tail(Struct, frozen=True):
    """The end of the log: leaves, and the tree before them."""

    size: int
    peaks: tuple[bytes, ...]
    leaves: list[bytes]


NO_DECK = Raw(msgpack.encode(None))
# Of an attempt's last log entry, in the one way to write it.
_HAND, _VOID, _DRAW = b'"kind":"hand"', b'"kind":"void"', b'"kind":"draw"'
_ATTEMPT, _NO_CUTTER = b'"attempt":', b'"cutter":0'
_deck_of = msgpack.Decoder(CommittedDeck).decode
step_of = msgpack.Decoder(Step).decode
pack = msgpack.Encoder().encode


class DealMemory(Struct):
    """What the journal says about the deals: all that a restart needs. Part of the snapshot.

    Deck and steps stay as they were journalled: only a restart opens them.
    """

    size: int = 0
    peaks: list[bytes] = []
    deck: Raw = NO_DECK  # a CommittedDeck: of the hand in play
    since: list[bytes] = []  # log entries of that hand, of all its attempts
    steps: list[Raw] = []  # each a Step
    voids: list[int] = []  # hands of those that count, of the last thousand
    again: list[int] = []  # of another set of decks for the same hand, of the last thousand
    unopened: list[int] = []  # hands voided before the cut whose decks nobody opened
    cutter: int = 0  # who cut last
    owed: dict[int, Owed] = {}  # by seat
    blamed: list[tuple[int, int]] = []  # seat, hand: of the voids that a seat caused
    hands: int = 0  # finished, of version 2: for whoever looks after the table
    # For a station that missed the end of a hand: leaves of the last hands, and the tree before.
    past: list[bytes] = []
    past_size: int = 0
    past_peaks: list[bytes] = []
    witnessed: dict[str, str | int] = {}  # what a witness signed last, as on receipts
    witnessed_hands: int = 0  # of `hands`, when it did
    ended: bytes = b""  # the last line of the last hand, for the stations that check it

    def note(self, kind: str, body: bytes) -> None:
        if kind == DECK:
            self._next_deck(body)
        elif kind == DEALT:
            self.steps.append(Raw(body))
        elif kind == ENTRY:
            self._entry(body)
        elif kind == WITNESSED:
            self.witnessed, self.witnessed_hands = json.decode(body), self.hands

    def _next_deck(self, body: bytes) -> None:
        """Another attempt of a hand stands beside its first; another hand begins anew."""
        if self.since and json.decode(self.since[0])["hand"] != _deck_of(body).hand:
            self._merge()
        else:
            self.settle()
        self.deck, self.steps = Raw(body), []

    def _entry(self, line: bytes) -> None:
        self.since.append(line)
        if _ATTEMPT in line:
            self._count(line)
        if any(end in line for end in (_HAND, _VOID, _DRAW)):
            self.deck, self.steps = NO_DECK, []

    def _count(self, line: bytes) -> None:
        """What the next commitment says of the hands before it, and who is out."""
        if b'"kind":"seals"' in line and _NO_CUTTER not in line:
            self.cutter = json.decode(line)["cutter"]
        elif b'"kind":"commit"' in line and b'"attempt":1,' not in line:
            hand = json.decode(line)["hand"]
            self.again = [*_recent(self.again, hand), hand]
        elif _HAND in line:
            self.hands += 1
            self.ended = line
        elif _VOID in line:
            self._voided(json.decode(line))
        elif _DRAW in line and any(_DRAW in one for one in self.since[:-1]):
            self._moment(json.decode(line)["hand"])  # drawn again: as good as a void
        elif b'"kind":"mix"' in line and b'"absent":[]' not in line:
            self._moment(json.decode(line)["hand"])
        elif b'"kind":"late"' in line:
            seat = json.decode(line)["seat"]
            if self.blames(seat) < BLAMES_MOST:
                self.owed.pop(seat, None)
        elif b'"kind":"station"' in line:
            seat = json.decode(line)["seat"]
            self.owed.pop(seat, None)
            self.blamed = [one for one in self.blamed if one[0] != seat]

    def _moment(self, hand: int) -> None:
        self.voids = [*_recent(self.voids, hand), hand]

    def _voided(self, entry: dict[str, Any]) -> None:
        mine = [json.decode(line) for line in self.since]
        mine = [one for one in mine if one["attempt"] == entry["attempt"]]
        if "cut" not in [one["kind"] for one in mine] and not all(entry["seeds"] or [""]):
            self.unopened = [*_recent(self.unopened, entry["hand"]), entry["hand"]]
        seals = next((one for one in mine if one["kind"] == "seals"), None)
        if seals is None:
            return  # before anybody's share was logged: it is free
        self._moment(entry["hand"])
        missing, sealed = entry["missing"], dict(seals["seals"])
        if len(missing) == len(sealed):
            return  # all lost theirs: that was the power
        line = next(one for one in self.since if b'"kind":"commit"' in one and _of(one, entry))
        recent = [one for one in self.blamed if one[1] > entry["hand"] - HANDS_COUNTED]
        self.blamed = recent + [(seat, entry["hand"]) for seat in missing]
        for seat in missing:
            seal = bytes.fromhex(sealed[seat])
            self.owed[seat] = Owed(entry["hand"], entry["attempt"], leaf(line), seal)

    def blames(self, seat: int) -> int:
        """Deals that it voided, of the last thousand hands."""
        return sum(one == seat for one, _ in self.blamed)

    def voids_before(self, hand: int) -> int:
        return len(_recent(self.voids, hand))

    def unopened_before(self, hand: int) -> int:
        return len(_recent(self.unopened, hand))

    def blamed_before(self, hand: int) -> Counter[int]:
        """By seat: how many of those deals its station did not open."""
        return Counter(seat for seat, voided in self.blamed if _recent([voided], hand))

    @property
    def unwitnessed(self) -> int:
        """Hands since a witness signed the log."""
        return self.hands - self.witnessed_hands

    def tail(self) -> Tail:
        """For a witness, who mostly knows all but the last hand."""
        past, fresh = self.past, [leaf(line) for line in self.since]
        if not past:
            return Tail(self.size, tuple(self.peaks), fresh)
        return Tail(self.past_size, tuple(self.past_peaks), [*past, *fresh])

    def alarm(self, hand: int) -> bool:
        """An honest table comes to this once in five years."""
        return self.unopened_before(hand) > 0 or self.voids_before(hand) >= ALARM

    def in_play(self) -> CommittedDeck | None:
        return None if self.deck == NO_DECK else _deck_of(self.deck)

    def dealt(self) -> list[int]:
        """Where each card of that hand went; never which it was."""
        return [to for step in self.steps for to in step_of(step).to]

    def settle(self) -> None:
        """The entries of a hand that is over join the tree; before the next one is asked for. One
        that was voided may be tried again, one whose button was drawn is yet to be dealt: they stay
        until another hand begins."""
        if self.deck != NO_DECK or not self.since:
            return
        if _DRAW in self.since[-1] or (_VOID in self.since[-1] and _ATTEMPT in self.since[-1]):
            return
        self._merge()

    def _merge(self) -> None:
        tree, leaves = Frontier(self.size, self.peaks), [leaf(line) for line in self.since]
        if len(self.past) > PAST_MOST or not self.past:
            self.past, self.past_size, self.past_peaks = [], self.size, self.peaks
        for one in leaves:
            tree.append(one)
        self.size, self.peaks, self.since = tree.size, list(tree.peaks), []
        self.past = [*self.past, *leaves]


def _recent(hands: list[int], hand: int) -> list[int]:
    return [one for one in hands if one > hand - HANDS_COUNTED]


def _of(line: bytes, entry: dict[str, Any]) -> bool:
    one = json.decode(line)
    return (one["hand"], one["attempt"]) == (entry["hand"], entry["attempt"])
