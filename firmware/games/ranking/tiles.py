"""Chinese dominoes, two at a time: pairs, wong, gong, then points (003 L1151-1197).

The chart of 003 with its typing errors mended: rank 7 is a pair of sixes of three and three, the
other nine is three and six (003 A-33). Its ranks 21 and 22, Heaven or Earth with a seven, are that
house's alone; elsewhere they are nine points.
"""

from collections.abc import Sequence
from functools import lru_cache

from firmware.games.cards import DOMINOES, TILE

Cards = Sequence[int]
HEAVEN, EARTH, THREE, SIX = (6, 6), (1, 1), (2, 1), (4, 2)
# Single tiles, the highest first; tiles of one line rank alike.
SINGLES = (
    ((6, 6),), ((1, 1),), ((4, 4),), ((3, 1),), ((5, 5),), ((3, 3),), ((2, 2),), ((6, 5),),
    ((6, 4),), ((6, 1),), ((5, 1),), ((5, 4), (6, 3)), ((6, 2), (5, 3)), ((5, 2), (4, 3)),
    ((4, 1), (3, 2)), ((2, 1), (4, 2)),
)  # fmt: skip
RANK = {tile: len(SINGLES) - n for n, alike in enumerate(SINGLES) for tile in alike}
# Pairs as they rank: the supreme one is of the two lowest tiles.
PAIRS = (SINGLES[-1], *SINGLES[:-1])
KINDS = ("points", "kong", "gong", "wong", "pair")
POINTS, KONG, GONG, WONG, PAIR = range(5)

NUMBERS = ("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
NAMES = {HEAVEN: "Heaven", EARTH: "Earth", (4, 4): "People"}


def tile(code: int) -> tuple[int, int]:
    return DOMINOES[code - TILE]


def points(cards: Cards) -> int:
    """The last digit of the spots; the three and the six are each whichever is better."""
    both = [(3, 6) if tile(card) in (THREE, SIX) else (sum(tile(card)),) for card in cards]
    return max((one + other) % 10 for one in both[0] for other in both[1])


def kind(cards: Cards, kong: bool = False) -> int:
    one, other = sorted((tile(card) for card in cards), key=RANK.__getitem__)
    if RANK[one] == RANK[other]:
        return PAIR
    if other in (HEAVEN, EARTH):
        with_ = {9: WONG, 8: GONG, 7: KONG if kong else POINTS}
        return with_.get(sum(one), POINTS)
    return POINTS


@lru_cache(maxsize=2048)
def _strength(cards: tuple[int, ...], kong: bool) -> int:
    found, high = kind(cards, kong), max(RANK[tile(card)] for card in cards)
    if found == PAIR:
        return PAIR << 12 | len(PAIRS) - next(n for n, p in enumerate(PAIRS) if tile(cards[0]) in p)
    if found > POINTS:
        return found << 12 | high
    worth = points(cards)
    return worth << 5 | high if worth else 0  # nothing and nothing are alike: the bank's


def strength(cards: Cards, kong: bool = False) -> int:
    return _strength(tuple(sorted(cards)), kong)


def words(cards: Cards, kong: bool = False) -> str:
    found = kind(cards, kong)
    if found == PAIR:
        one = tile(cards[0])
        if one in (THREE, SIX):
            return "Gee Joon"
        return f"Pair of {NAMES.get(one, NUMBERS[sum(one)] + ('es' if sum(one) == 6 else 's'))}"
    return KINDS[found].capitalize() if found else f"{points(cards)} points"


def told(cards: Cards) -> tuple[str, str]:
    """Of which tiles, and what that means: for the station under the finger."""
    ordered = sorted(cards, key=lambda card: -RANK[tile(card)])
    high, low = map(_name, ordered)
    of = f"{high} and {low}" if high != low else f"two of {high}"
    if kind(cards) == PAIR:
        return of[:1].upper() + of[1:], "beats all but a better pair"
    if kind(cards):
        return f"{high} and a{'n' * low.startswith('e')} {low}", "beats every point hand"
    return of, f"the {high} breaks ties"


def _name(card: int) -> str:
    one = tile(card)
    return NAMES.get(one, NUMBERS[sum(one)])
