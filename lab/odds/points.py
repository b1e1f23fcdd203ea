"""Baccarat and the nines: two hands out of a shoe, value by value, every order counted.

Hands are taken as sets of values, each with the number of ways in which it comes; what was not
drawn may be any card, so that all counts are of the same number of whole deals.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, perm

from lab.odds.table import Marks

Shoe = list[int]  # how many cards of each value, 0 to 9
Draws = Callable[[int, int | None], bool]


def shoe(cards: Sequence[int]) -> Shoe:
    """Of the cards by rank, deuce 0 to ace 12."""
    counts = [0] * 10
    for card in cards:
        rank = card // 4
        counts[1 if rank == 12 else rank + 2 if rank < 8 else 0] += 1
    return counts


def hands(left: Shoe, size: int) -> Iterator[tuple[int, int, Shoe]]:
    """(total, orders in which such a hand comes, what is left)."""
    for values in combinations_with_replacement(range(10), size):
        rest, ways = list(left), factorial(size)
        for value, count in Counter(values).items():
            ways //= factorial(count)
            for _ in range(count):
                ways *= rest[value]
                rest[value] -= 1
        if ways:
            yield sum(values) % 10, ways, rest


def thirds(left: Shoe, draws: bool) -> Iterator[tuple[int | None, int, Shoe]]:
    """The further card, or none."""
    if not draws:
        yield None, 1, left
        return
    for value, count in enumerate(left):
        if count:
            rest = list(left)
            rest[value] -= 1
            yield value, count, rest


# ---- The charts, as tables: bank's total -> third cards of the player on which it draws

ALL = frozenset(range(10))
STANDARD = {0: ALL, 1: ALL, 2: ALL, 3: ALL - {8}, 4: frozenset(range(2, 8)),
            5: frozenset(range(4, 8)), 6: frozenset((6, 7))}  # fmt: skip
THREE_TO_SEVEN = {0: ALL, 1: ALL, 2: ALL, 3: ALL, 4: frozenset(range(3, 8)),
                  5: frozenset(range(3, 8))}  # fmt: skip
TO_FIVE = dict.fromkeys(range(6), ALL)
CHARTS = {"standard": STANDARD, "3 to 7": THREE_TO_SEVEN, "to five": TO_FIVE}


class Deal:
    """What two hands came to."""

    def __init__(self, player: int, bank: int, third: int | None, fourth: int | None) -> None:
        self.dealt, self.bank_dealt = player, bank
        self.player = player if third is None else (player + third) % 10
        self.bank = bank if fourth is None else (bank + fourth) % 10
        self.drew, self.bank_drew = third is not None, fourth is not None


def deals(
    cards: Sequence[int], each: int, natural: Sequence[int], draws: Draws
) -> Iterator[tuple[Deal, int]]:
    """Every deal, the player's hand by the house way: five or less draws."""
    for player, ways, left in hands(shoe(cards), each):
        for bank, more, rest in hands(left, each):
            over = player in natural or bank in natural
            for third, once, after in thirds(rest, not over and player <= 5):
                hits = not over and draws(bank, third)
                for fourth, last, end in thirds(after, hits):
                    unseen = (third is None) + (fourth is None)  # cards that may be any
                    any_order = perm(sum(end), unseen)
                    yield Deal(player, bank, third, fourth), ways * more * once * last * any_order


@cache
def baccarat(
    cards: tuple[int, ...], each: int, natural: tuple[int, ...], chart: str,
    bank_ties: tuple[int, ...],
) -> Counter[Marks]:  # fmt: skip
    table, found = CHARTS[chart], Counter[Marks]()

    def draws(bank: int, third: int | None) -> bool:
        return bank <= 5 if third is None else third in table.get(bank, ())

    for deal, ways in deals(cards, each, natural, draws):
        found[_marks(deal, each, bank_ties)] += ways
    return found


def _marks(deal: Deal, each: int, bank_ties: Sequence[int]) -> Marks:
    player, bank, out = deal.player, deal.bank, list[str]()
    ours = each == 2 and not deal.drew and deal.dealt >= 8
    theirs = each == 2 and not deal.bank_drew and deal.bank_dealt >= 8
    if player > bank:
        out += ["player", "wins", "natural wins" if ours else f"wins by {player - bank}"]
    elif player < bank:
        by = "banker natural wins" if theirs else f"banker wins by {bank - player}"
        out += ["banker", "loses", by]
        out += ["banker wins with 6"] if bank == 6 else []
    else:
        out += ["tie", "ties"]
        out += ["natural tie"] if ours and theirs else []
        out += ["bank tie", "house bank tie"] if player in bank_ties else []
    if deal.bank_drew and bank == 7 and player < 7:
        out.append("banker three-card 7")
    if deal.drew and player == 8 and bank < 8:
        out.append("player three-card 8")
    nines = int(deal.drew and player == 9) + int(deal.bank_drew and bank == 9)
    out += [(), ("one three-card 9",), ("two three-card 9s",)][nines]
    return frozenset(out)


@cache
def first_four(cards: tuple[int, ...]) -> Counter[Marks]:
    """Pairs and suits of the first two cards of each hand. Every first card is like every other:
    one of them is laid down."""
    counts, found = Counter(cards), Counter[Marks]()
    first = next(iter(counts))
    counts[first] -= 1
    for a in counts:
        for b in counts:
            for c in counts:
                left, ways = Counter(counts), 1
                for card in (a, b, c):
                    ways *= left[card]
                    left[card] -= 1
                if ways > 0:
                    found[_pairs(first, a, b, c)] += ways
    return found


def _pairs(a: int, b: int, c: int, d: int) -> Marks:
    """a and b are the player's."""
    ours, theirs = a // 4 == b // 4, c // 4 == d // 4
    out = ["player pair"] * ours + ["banker pair"] * theirs
    out += ["any pair"] if ours or theirs else []
    out += ["both pairs"] if ours and theirs else []
    return frozenset([*out, "four suited"] if a % 4 == b % 4 == c % 4 == d % 4 else out)


def nines(cards: Sequence[int], each: int, bank_ties: Sequence[int]) -> Counter[Marks]:
    """A hand of one's own against the bank's, both by the house way."""
    found = Counter[Marks]()
    for deal, ways in deals(cards, each, (), lambda bank, third: bank <= 5):
        player, bank = deal.player, deal.bank
        out = ["win" if player > bank else "lose" if player < bank else "tie"]
        if player == bank:
            out += ["bank tie"] if player in bank_ties else []
            out += [f"three-card tie on {player}"] if not (deal.drew or deal.bank_drew) else []
        found[frozenset(out)] += ways
    return found
