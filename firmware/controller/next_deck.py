"""The deck of the next hand: the dealer's thread makes it while the last pot is looked at.

Its commitment is in the log as soon as it is made, and in the journal when it is taken; one that
nobody has heard of is taken back.
"""

from concurrent.futures import Future
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.controller.deal_memory import DECK, ENTRY, CommittedDeck, pack
from firmware.fairness.dealer import Dealer
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Deck, Hand
from firmware.fairness.noise import Noise
from firmware.fairness.seal import Keyholders
from firmware.fairness.vault import Vault
from firmware.journal.frame import Record


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


@dataclass(frozen=True)
class Ready:
    """A hand that is committed to, and what the journal must know before anybody seals a share."""

    hand: Hand
    records: list[Record]


@dataclass(frozen=True)
class Wanted:
    number: int
    attempt: int
    deck: Deck
    voids: int  # that its commitment counts


class NextDeck:
    def __init__(self, dealer: Dealer, vault: Vault) -> None:
        self._dealer, self._vault = dealer, vault
        self._wanted: Wanted | None = None
        self._made: Future[Ready] | None = None

    def ask(self, wanted: Wanted, time: int) -> bool:
        """Is it there? A Fault of the noise, or of the vault, comes here."""
        if self._made is not None and self._wanted != wanted:
            self._take_back(self._made)
        if self._made is None:
            self._wanted = wanted
            self._made = self._dealer.submit(lambda: self._ready(wanted, time))
        made = self._made
        if made.done() and made.exception() is not None:
            self._made = None
            made.result()
        return made.done()

    def _ready(self, wanted: Wanted, time: int) -> Ready:
        """The costly part of a hand. Its records are journalled before anything of the hand."""
        number, attempt, deck = wanted.number, wanted.attempt, wanted.deck
        prepared = self._dealer.prepare_now(number, attempt, deck)
        box = self._vault.put(prepared)
        boxes = (prepared.boxes.auditor, prepared.boxes.manager, prepared.boxes.house_auditor)
        kept = CommittedDeck(number, (), time, box, boxes, attempt, deck, wanted.voids)
        hand = self._dealer.commit(prepared, time, wanted.voids)
        return Ready(hand, [Record(DECK, pack(kept), sealed=True), Record(ENTRY, hand.lines[0])])

    def _take_back(self, made: Future[Ready]) -> None:
        """Another game than the one that a deck was made for: nobody has heard of that deck."""
        if made.exception() is None:
            self._dealer.log.back_to(*made.result().hand.before)
        self._made = None

    @property
    def there(self) -> bool:
        """Or on its way."""
        return self._made is not None

    def wait(self) -> None:
        if self._made is not None:
            self._made.result()

    def hand_over(self) -> Ready:
        assert self._made is not None
        made, self._made = self._made, None
        return made.result()
