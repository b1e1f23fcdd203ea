"""Pokara: a shoe of packs of twenty, tens to aces. The bonus counts on the three cards dealt."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb
from random import Random
from statistics import fmean, stdev

from lab.odds.table import Edge, Marks, Rows, decides

TYPES = 20  # rank * 4 + suit, the ten's clubs first
CLUBS = 0


def dealt(packs: int) -> Counter[Marks]:
    """What three cards of the shoe make."""
    found = Counter[Marks]()
    for hand in combinations_with_replacement(range(TYPES), 3):
        ways = 1
        for count in Counter(hand).values():
            ways *= comb(packs, count)
        if ways:
            found[_marks(hand)] += ways
    return found


def _marks(hand: tuple[int, ...]) -> Marks:
    ranks, suits = sorted(card // 4 for card in hand), {card % 4 for card in hand}
    runs = ranks[0] + 1 == ranks[1] == ranks[2] - 1
    if ranks[0] == ranks[2]:
        if len(suits) > 1:
            return frozenset(("three of a kind",))
        return frozenset(("trip flush", *(["trip flush, clubs"] if suits == {CLUBS} else [])))
    if len(suits) == 1:
        named = "royal flush" if ranks[2] == 4 else "straight flush"
        return frozenset((named if runs else "flush",))
    if runs:
        return frozenset(("straight",))
    return frozenset(("pair" if len(set(ranks)) == 2 else "high card",))


# ---- The base game: what stands, what draws, and what that is worth

# The bank's draw table, ranks from the top (003 L2101-2113); everybody plays by it here.
CHANGES = {
    (4, 3, 1): 1, (4, 3, 0): 0, (4, 2, 1): 4, (4, 2, 0): 0, (4, 1, 0): 0, (3, 2, 0): 0,
    (3, 1, 0): 0, (4, 4, 0): 0, (3, 3, 0): 0, (2, 2, 0): 0, (1, 1, 0): 0, (1, 0, 0): 1,
}  # fmt: skip


def _worth(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Kind, then ranks that decide."""
    ranks, suits = sorted((card // 4 for card in hand), reverse=True), {card % 4 for card in hand}
    runs = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    same = len(set(ranks))
    if same == 1:
        return 7 if len(suits) == 1 else 4, *ranks
    if len(suits) == 1:
        return (6 if ranks[0] == 4 else 5) if runs else 3, *ranks
    if runs:
        return 2, *ranks
    if same == 2:
        other = next(rank for rank in ranks if rank != ranks[1])
        return 1, ranks[1], ranks[1], other
    return 0, *ranks


def given_up(hand: tuple[int, ...]) -> int | None:
    """Which card is changed; None: it stands."""
    ranks = tuple(sorted((card // 4 for card in hand), reverse=True))
    if len({card % 4 for card in hand}) == 1 or ranks not in CHANGES:
        return None
    return next(card for card in hand if card // 4 == CHANGES[ranks])


ROUNDS = 60_000
SEED = 20_180_601


def base(packs: int, rows: Rows) -> Edge:
    """Played: everybody draws by the bank's table, but no player doubles to draw to a pair."""
    rng, won, came = Random(SEED), list[float](), Counter[str]()
    for _ in range(ROUNDS):
        cards = [number % TYPES for number in rng.sample(range(TYPES * packs), 8)]
        mine, theirs = tuple(cards[:3]), tuple(cards[3:6])
        ours, improved = _played(mine, cards[6], pairs=False)
        bank, better = _played(theirs, cards[7], pairs=True)
        facts = ["win" if ours > bank else "tie" if ours == bank else "lose"]
        facts += [] if improved else ["not improved"]
        facts += [] if better else ["bank not improved"]
        mark, paid = decides(rows, frozenset(facts))
        came[mark or "else"] += 1
        won.append(float(paid))
    return Edge("base", 100 * fmean(won), False, dict(came), 100 * stdev(won) / ROUNDS**0.5)


def _played(hand: tuple[int, ...], drawn: int, *, pairs: bool) -> tuple[tuple[int, ...], bool]:
    """What it came to, and whether a hand that drew got better."""
    given = given_up(hand)
    if given is None or (not pairs and _worth(hand)[0] > 0):
        return _worth(hand), True
    left = [*hand]
    left.remove(given)
    now = _worth((*left, drawn))
    return now, now > _worth(hand)
