"""How fast fairness is: our decks beside Python's and NumPy's, and what a hand and a receipt cost.

All peers run side by side in one process, in turns, and CPU time is counted, so that other work on
the machine slows none of them.
"""

import random
import time
from collections.abc import Callable, Iterator
from statistics import median

from firmware.fairness.digest import canonical
from firmware.fairness.hand import Hand
from firmware.fairness.log import Log
from firmware.fairness.receipt import receipt
from firmware.fairness.verify import Hand as Verified
from lab.fair_table import DECK, FairTable, bulk_decks, play_holdem
from lab.noise import KernelNoise

TURNS, DECKS_A_TURN, HANDS_A_TURN = 15, 1000, 20
HAND_MS_MAX, VERIFY_MS_MAX = 3.0, 50.0


def figures() -> Iterator[dict[str, object]]:
    table = FairTable(KernelNoise(), simulation=True, every_hand=False)
    try:
        yield from _decks(table)
        yield _figure("hand committed, CPU", "ms", _hand_ms(table), HAND_MS_MAX, "allowed")
        yield _figure("receipt verified, CPU", "ms", _verify_ms(table), VERIFY_MS_MAX, "allowed")
    finally:
        table.close()


def _decks(table: FairTable) -> Iterator[dict[str, object]]:
    """Bulk production decks; a ratio above 1 means that ours are faster."""
    system = random.SystemRandom()
    peers: dict[str, Callable[[], object]] = {
        "ours": lambda: list(bulk_decks(table, DECK, DECKS_A_TURN)),
        "random.SystemRandom().shuffle": lambda: [
            system.shuffle(list(DECK)) for _ in range(DECKS_A_TURN)
        ],
    }
    try:
        import numpy

        permutation = numpy.random.default_rng().permutation
        peers["numpy permutation"] = lambda: [permutation(52) for _ in range(DECKS_A_TURN)]
    except ModuleNotFoundError:
        pass
    rates = _in_turns(peers)
    for name in list(peers)[1:]:
        yield {
            "bench": "bulk decks",
            "ours": round(rates["ours"]),
            "peer": round(rates[name]),
            "peer_name": name,
            "ratio": round(rates["ours"] / rates[name], 2),
            "unit": "decks/s of CPU",
        }


def _in_turns(peers: dict[str, Callable[[], object]]) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in peers}
    for _ in range(TURNS):
        for name, work in peers.items():
            start = time.process_time()
            work()
            times[name].append(time.process_time() - start)
    return {name: DECKS_A_TURN / median(taken) for name, taken in times.items()}


def _hand_ms(table: FairTable) -> float:
    """Seeds, four decks, all leaves and roots, three boxes, the commitment and its signature."""
    log = Log(table.name, table.keys.table)

    def one() -> None:
        Hand(table.dealer.prepare_now(1, DECK), log, 0, simulation=True)

    return _cpu_ms(one)


def _verify_ms(table: FairTable) -> float:
    """A full table of ten, everything shown: the largest receipt there is."""
    hand = play_holdem(table.commit(1), range(1, 11), shown=range(1, 11))
    data = canonical(receipt(hand, table.log.public_key, 1))
    return _cpu_ms(lambda: Verified(data))


def _cpu_ms(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(TURNS):
        start = time.process_time()
        for _ in range(HANDS_A_TURN):
            work()
        taken.append((time.process_time() - start) / HANDS_A_TURN)
    return 1000 * median(taken)


def _figure(bench: str, unit: str, ours: float, peer: float, peer_name: str) -> dict[str, object]:
    """Here less is better: the ratio is how many times it fits into what is allowed."""
    return {
        "bench": bench,
        "ours": round(ours, 2),
        "peer": peer,
        "peer_name": peer_name,
        "ratio": round(peer / ours, 2),
        "unit": unit,
    }


if __name__ == "__main__":
    for figure in figures():
        print(figure)
