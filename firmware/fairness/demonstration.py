"""All that makes a deck, without a table: noise, dealer, keys of its own, and hands that cut.

For a testing lab, who collects raw output and final outcomes from the production path (REQ-R12),
and for whoever wants to see a receipt before he sits down. No journal, no money, nobody's cards.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from drivers.entropy import EntropySource, HardwareNoise, KernelNoise, present
from firmware.fairness.boot import next_boot
from firmware.fairness.dealer import Dealer
from firmware.fairness.deck import Slot, order
from firmware.fairness.digest import Mac
from firmware.fairness.generator import Generator
from firmware.fairness.hand import Deck, Hand, Terms
from firmware.fairness.log import Log
from firmware.fairness.noise import NoiseWorker
from firmware.fairness.seal import Keyholders
from firmware.fairness.share import Share

FULL: Deck = ("52", 1)
HOLDEM = (("down", 2), ("burn", 1), ("board", 3), *[("burn", 1), ("board", 1)] * 2)
DRAW = (("down", 5), ("draw", 5, "mix"))
CRAPS = (("dice", 2), ("dice", 2, "mix"))
STUD = (("down", 2), ("up", 1), *[("stud", "u")] * 3, ("stud", "d"))


@dataclass(frozen=True)
class Keyring:
    """Private keys that on a real floor lie in four different safes."""

    table: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    auditor: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate)
    manager: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate)
    house_auditor: X25519PrivateKey = field(default_factory=X25519PrivateKey.generate)

    def holders(self) -> Keyholders:
        keys = (self.auditor, self.manager, self.house_auditor)
        return Keyholders(*(key.public_key() for key in keys))


def hardware_or_kernel() -> tuple[EntropySource, bool]:
    """The hardware where there is some; otherwise a simulation, which says so everywhere."""
    return (HardwareNoise(), False) if present() else (KernelNoise(), True)


class Shuffler:
    def __init__(
        self, source: EntropySource, simulation: bool, name: str = "Demo", every_hand: bool = True
    ) -> None:
        self.keys, self.name = Keyring(), name
        self.noise = NoiseWorker(source).start()
        with tempfile.TemporaryDirectory() as folder:
            boot = next_boot(Path(folder, "boot"))
        self.generator = Generator(self.noise, name, boot, reseed_every_hand=every_hand)
        self.log = Log(name, self.keys.table)
        self.dealer = Dealer(self.generator, self.noise, self.log, self.keys.holders(), simulation)

    def commit(self, number: int, deck: Deck = FULL, time: int = 0, attempt: int = 1) -> Hand:
        return self.dealer.begin(self.dealer.prepare(number, attempt, deck).result(), time)

    def close(self) -> None:
        self.dealer.close()
        self.noise.stop()


class Stations:
    """Each seat's station: draws a share, seals it, opens it when all are sealed."""

    def __init__(self, hand: Hand, seats: Sequence[int]) -> None:
        attempt, commitment = hand.shares.attempt, hand.shares.commitment
        most = hand.shares.most
        self.shares = {seat: Share(attempt, commitment, seat, links=most) for seat in seats}
        self.hand = hand
        for seat, share in self.shares.items():
            assert hand.shares.seal(seat, share.seal)

    def open(self) -> None:
        for seat, share in self.shares.items():
            assert self.hand.shares.open(seat, share.open(0))

    def mix(self) -> None:
        """The links of the mix that is due."""
        if self.hand.ask_links():
            for seat, share in self.shares.items():
                self.hand.shares.link(seat, self.hand.asked, share.open(self.hand.asked))
        self.hand.mix()


def cut(hand: Hand, terms: Terms, digits: str = "") -> Stations:
    """Every station seals, the terms are logged, the cutter types, every station opens."""
    stations = Stations(hand, terms.seats)
    hand.close(terms)
    if terms.cutter:
        hand.type_digits(digits)
    stations.open()
    hand.cut()
    return stations


def deal(hand: Hand, stations: Stations, step: int, *args: int, out: Sequence[int] = ()) -> None:
    """One step of the plan, with all that it needs."""
    hand.step(step, args, out, ())
    while hand.stepping:
        if hand.due == "again":
            hand.again()
        elif hand.due == "mix":
            stations.mix()
        elif hand.due == "dice":
            hand.throw()
        else:
            hand.deal(hand.wanted)


def play_holdem(
    hand: Hand, seats: Sequence[int], shown: Sequence[int] = (), digits: str = ""
) -> Hand:
    """Two cards each, five on the board; the seats in `shown` turn theirs up at the end, and the
    first of them wins. With digits the last seat cuts."""
    cutter = seats[-1] if digits else 0
    askers = (cutter,) if cutter else ()
    terms = Terms("texas-holdem", "", seats[-1], tuple(seats), HOLDEM, askers, cutter)
    stations = cut(hand, terms, digits)
    for step in range(len(HOLDEM)):
        deal(hand, stations, step)
    return _end(hand, seats, shown)


def _end(hand: Hand, seats: Sequence[int], shown: Sequence[int]) -> Hand:
    hand.show([dealt.number for dealt in hand.dealt if dealt.to in shown])
    winner = shown[0] if shown else seats[0]
    left = shown or [winner]
    hand.finish([seat for seat in seats if seat not in left], [(winner, 1000)])
    return hand


def play_draw(hand: Hand, seats: Sequence[int]) -> Hand:
    """Five cards each, three drawn by each; where the stub runs out the discards come back."""
    terms = Terms("draw-poker", "", seats[-1], tuple(seats), DRAW)
    stations = cut(hand, terms)
    deal(hand, stations, 0)
    for seat in seats:
        mine = [dealt.number for dealt in hand.dealt if dealt.to == seat]
        deal(hand, stations, 1, seat, *mine[:3])
    return _end(hand, seats, ())


def play_stud(hand: Hand, seats: Sequence[int]) -> Hand:
    """Seven cards each; with eight seats the last ones come out of the burns."""
    stations = cut(hand, Terms("seven-card-stud", "", seats[-1], tuple(seats), STUD))
    for step in range(len(STUD)):
        before = len(hand.to)
        deal(hand, stations, step)
        if STUD[step] in (("up", 1), ("stud", "u")):
            hand.show([n for n, to in enumerate(hand.to) if n >= before and to > 0])
    return _end(hand, seats, ())


def play_craps(hand: Hand, seats: Sequence[int]) -> Hand:
    """Two throws: one by the shares, and after later bets one by their next links."""
    stations = cut(hand, Terms("craps", "", seats[-1], tuple(seats), CRAPS))
    for step in range(len(CRAPS)):
        deal(hand, stations, step, 1, 1)
    hand.finish()
    return hand


def bulk_decks(shuffler: Shuffler, cards: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """Production decks without the seals: the same draw, the same order(), hand after hand."""
    made = hand = 0
    while made < count:
        for j, seed in enumerate(shuffler.generator.draw(hand).seeds[: count - made]):
            yield order(Mac(seed), Slot(shuffler.name, hand, f"1.{j}"), cards)
            made += 1
        hand += 1
