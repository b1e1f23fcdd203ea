"""What the journal says about the deals: all that a restart needs, never a card in the clear.

A deck's record is sealed, a step says only which places were dealt to; the vault's key opens the
deck again (fair_deal.py), and the log's entries are what receipts are checked against.
"""

from msgspec import Raw, Struct, msgpack

from firmware.fairness.merkle import Frontier, leaf

DECK, ENTRY, DEALT = "fair.deck", "fair.entry", "fair.dealt"  # kinds of records


class CommittedDeck(Struct, frozen=True):
    """What the vault's key opens again."""

    hand: int
    cards: tuple[int, ...]
    time: int  # seconds
    box: bytes
    boxes: tuple[bytes, bytes, bytes]

    def __repr__(self) -> str:
        return f"<CommittedDeck of hand {self.hand}>"


class Step(Struct, frozen=True):
    """Which places were dealt to; never a card."""

    to: tuple[int, ...]
    up: tuple[int, ...] = ()  # numbers that lie face up
    discards: tuple[int, ...] | None = None  # a reshuffle came before


NO_DECK = Raw(msgpack.encode(None))
_ENDS = b'"kind":"hand"', b'"kind":"void"'  # of a hand's last log entry, in the one way to write it
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
    since: list[bytes] = []  # log entries of that hand
    steps: list[Raw] = []  # each a Step

    def note(self, kind: str, body: bytes) -> None:
        if kind == DECK:
            self.settle()
            self.deck, self.since, self.steps = Raw(body), [], []
        elif kind == DEALT:
            self.steps.append(Raw(body))
        elif kind == ENTRY:
            self.since.append(body)
            if _ENDS[0] in body or _ENDS[1] in body:
                self.deck, self.steps = NO_DECK, []

    def in_play(self) -> CommittedDeck | None:
        return None if self.deck == NO_DECK else _deck_of(self.deck)

    def dealt(self) -> list[int]:
        """Where each card of that hand went; never which it was."""
        return [to for step in self.steps for to in step_of(step).to]

    def settle(self) -> None:
        """The entries of a hand that is over join the tree; before the next one is asked for."""
        if self.deck != NO_DECK or not self.since:
            return
        tree = Frontier(self.size, self.peaks)
        for line in self.since:
            tree.append(leaf(line))
        self.size, self.peaks, self.since = tree.size, list(tree.peaks), []
