"""A second opinion: poker as a rule book tells it, sharing nothing with firmware/games/ranking.

A hand becomes a tuple that sorts as the hand does; a joker is tried as every card it may be.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

ORDER = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"]
ORDER += ["four of a kind", "straight flush", "five of a kind"]
FLUSH_FIRST = [*ORDER[:5], "full house", "flush", *ORDER[7:]]
SHAPES = {
    "11111": "high card", "2111": "pair", "221": "two pair", "311": "three of a kind",
    "32": "full house", "41": "four of a kind", "5": "five of a kind",
}  # fmt: skip


class Rules:
    """Ranks from low to high, as characters; what stands below the lowest is the low ace."""

    def __init__(self, ranks: str, order: Sequence[str] = ORDER) -> None:
        self.ranks, self.order = ranks, order
        self.value = {r: at for at, r in enumerate(ranks)}
        wheel = "".join(sorted(ranks[:4] + "A"))
        windows = (ranks[at : at + 5] for at in range(len(ranks) - 4))
        self.tops = {"".join(sorted(w)): self.value[w[-1]] for w in windows}
        self.tops[wheel] = self.value[ranks[3]]

    @property
    def deck(self) -> list[str]:
        return [r + s for r in self.ranks for s in "cdhs"]

    def five(self, hand: Sequence[str]) -> tuple[int, ...]:
        held = Counter(card[0] for card in hand)
        laid = sorted(held, key=lambda r: (held[r], self.value[r]), reverse=True)
        kind = SHAPES["".join(str(held[r]) for r in laid)]
        run = self.tops.get("".join(sorted(held))) if len(held) == 5 else None
        suited = len({card[1] for card in hand}) == 1 and kind == "high card"
        if run is not None:
            kind = "straight flush" if suited else "straight"
            return self.order.index(kind), run
        if suited:
            kind = "flush"
        return self.order.index(kind), *(self.value[r] for r in laid)

    def kind(self, strength: tuple[int, ...]) -> str:
        return self.order[strength[0]]

    def best(self, hand: Iterable[str]) -> tuple[int, ...]:
        return max(map(self.five, combinations(list(hand), 5)))

    def with_wild(self, four: Sequence[str]) -> tuple[int, ...]:
        quads = [r for r, n in Counter(c[0] for c in four).items() if n == 4]
        fives = [self.five([*four, quads[0] + "x"])] if quads else []
        return max(fives + [self.five([*four, c]) for c in self.deck if c not in four])

    def with_bug(self, four: Sequence[str]) -> tuple[int, ...]:
        aces = self.five([*four, "Ax"])
        runs = [self.five([*four, c]) for c in self.deck if c not in four]
        return max(
            [aces] + [r for r in runs if "straight" in self.kind(r) or "flush" in self.kind(r)]
        )


def census(ranks: int, straights: int) -> dict[str, int]:
    """How many five-card hands of each kind a deck of four suits holds, by counting on paper."""
    runs, sets = straights, comb(ranks, 5)
    return {
        "royal flush": 4,
        "straight flush": 4 * runs - 4,
        "four of a kind": ranks * (4 * ranks - 4),
        "full house": ranks * 4 * (ranks - 1) * 6,
        "flush": 4 * (sets - runs),
        "straight": runs * (4**5 - 4),
        "three of a kind": ranks * 4 * comb(ranks - 1, 2) * 16,
        "two pair": comb(ranks, 2) * 36 * (4 * ranks - 8),
        "pair": ranks * 6 * comb(ranks - 1, 3) * 64,
        "high card": (sets - runs) * (4**5 - 4),
    }


def joker_census(rules: Rules, bug: bool) -> Counter[str]:
    """The same for the hands that hold the joker: what it makes of the other four, on paper."""
    n = len(rules.ranks)
    fours = {four for five in rules.tops for four in combinations(five, 4)}
    runs, ace_runs = len(fours), sum("A" in four for four in fours)
    other = comb(n, 4) - runs
    counts = Counter({"straight flush": 4 * runs, "flush": 4 * other, "straight": 252 * runs})
    if bug:
        aces = comb(n - 1, 3) - ace_runs
        counts["five of a kind"] = 1
        counts["four of a kind"] = n - 1 + 16 * (n - 1)
        counts["full house"] = 16 * (n - 1) + 36 * (n - 1)
        counts["three of a kind"] = 16 * (n - 1) * (n - 2) + 96 * comb(n - 1, 2)
        counts["two pair"] = 36 * comb(n - 1, 2) + 96 * (n - 1) * (n - 2)
        counts["pair"] = 96 * (n - 1) * comb(n - 2, 2) + 252 * aces
        counts["high card"] = 252 * (other - aces)
    else:
        counts["five of a kind"] = n
        counts["four of a kind"] = 16 * n * (n - 1)
        counts["full house"] = 36 * comb(n, 2)
        counts["three of a kind"] = 96 * n * comb(n - 1, 2)
        counts["pair"] = 252 * other
    return counts


def suit_classes(deck: Sequence[int], count: int) -> Counter[tuple[int, ...]]:
    """Hands of a deck, one for each way to colour it by order of appearance, and how many each."""
    classes: Counter[tuple[int, ...]] = Counter()
    for hand in combinations(deck, count):
        names: dict[int, int] = {}
        classes[tuple([c & ~3 | names.setdefault(c & 3, len(names)) for c in hand])] += 1
    return classes
