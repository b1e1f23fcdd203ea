"""How fast fairness is: bulk decks beside Python's and NumPy's; what a hand and a receipt cost."""

import random
from collections.abc import Callable, Iterator

import numpy

from drivers.entropy import KernelNoise
from firmware.fairness.demonstration import (
    FULL,
    HOLDEM,
    Shuffler,
    bulk_decks,
    cut,
    deal,
    play_holdem,
)
from firmware.fairness.digest import canonical
from firmware.fairness.hand import Deck, Hand, Terms, cards_of
from firmware.fairness.keeping import OwnReceipts, boxed, packed
from firmware.fairness.log import Log
from firmware.fairness.receipt import RAIL, receipt
from firmware.fairness.verify import Hand as Verified
from lab.bench.all import Figure, beside, figure, rates

DECKS_A_RUN = 400
DECK = cards_of(FULL)
SHOE = ("52", 8)


def figures() -> Iterator[Figure]:
    table = Shuffler(KernelNoise(), simulation=True, every_hand=False)
    try:
        yield from beside("bulk decks of 52", "decks/s", rates(_shufflers(table)))
        yield figure("a hand, prepared and committed (3 allowed)", "ms", _ms(_commit(table)))
        yield figure("a hand, sealed, cut and dealt to ten (5 allowed)", "ms", _ms(_play(table)))
        yield figure("its receipts, boxed for ten stations", "ms", _ms(_hand_out(table)))
        yield figure("a receipt of ten, verified (50 allowed)", "ms", _ms(_verify(table)))
        yield figure("a round of eight decks, prepared", "ms", _ms(_commit(table, SHOE)))
        yield figure("a round of eight decks, dealt (15 allowed)", "ms", _ms(_play(table, SHOE)))
    finally:
        table.close()


def _shufflers(table: Shuffler) -> dict[str, Callable[[], int]]:
    permutation = numpy.random.default_rng().permutation
    shufflers: dict[str, Callable[[], object]] = {
        "ours": lambda: list(bulk_decks(table, DECK, DECKS_A_RUN)),
        "SystemRandom": _system_random,
        "numpy": lambda: [permutation(52) for _ in range(DECKS_A_RUN)],
    }
    return {name: _counted(work) for name, work in shufflers.items()}


def _system_random() -> None:
    shuffle = random.SystemRandom().shuffle
    for _ in range(DECKS_A_RUN):
        shuffle(list(DECK))


def _counted(work: Callable[[], object]) -> Callable[[], int]:
    def run() -> int:
        work()
        return DECKS_A_RUN

    return run


def _commit(table: Shuffler, deck: Deck = FULL) -> Callable[[], int]:
    """Seeds, four decks, all leaves and roots, three boxes, the commitment and its signature."""
    log = Log(table.name, table.keys.table)

    def one() -> int:
        Hand(table.dealer.prepare_now(1, 1, deck), log, 0, simulation=True)
        return 1

    return one


def _play(table: Shuffler, deck: Deck = FULL) -> Callable[[], int]:
    """The controller's part of the proof while a hand is played; the stations' shares are in it."""
    log, seats = Log(table.name, table.keys.table), tuple(range(1, 11))
    prepared = table.dealer.prepare_now(1, 1, deck)

    def one() -> int:
        hand = Hand(prepared, log, 0, simulation=True)
        stations = cut(hand, Terms("texas-holdem", "", 10, seats, HOLDEM))
        for step in range(len(HOLDEM)):
            deal(hand, stations, step)
        hand.finish()
        return 1

    return one


def _hand_out(table: Shuffler) -> Callable[[], int]:
    """Ten receipts and the rail's, and the box of each for its station's key."""
    seats = range(1, 11)
    hand, key = play_holdem(table.commit(1), seats, shown=(1, 2)), table.log.public_key
    stations = {seat: OwnReceipts().key for seat in seats}

    def one() -> int:
        packed(receipt(hand, key, RAIL))
        for seat, station in stations.items():
            boxed(receipt(hand, key, seat), station)
        return 1

    return one


def _verify(table: Shuffler) -> Callable[[], int]:
    """A full table with everything shown: the largest receipt there is."""
    hand = play_holdem(table.commit(1), range(1, 11), shown=range(1, 11))
    data = canonical(receipt(hand, table.log.public_key, 1))

    def one() -> int:
        Verified(data)
        return 1

    return one


def _ms(one: Callable[[], int]) -> float:
    return 1000 / rates({"ours": one})["ours"]
