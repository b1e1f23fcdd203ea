"""Hands that both sides set the house way, played at random: what the base game is worth, with its
error. Nothing here is the engine's but the rows and the table of the way."""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations, combinations_with_replacement, permutations
from math import sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from firmware.games.banked.page import BankedRules
from lab.odds import fortune, tiles
from lab.odds.classes import STRAIGHTS
from lab.odds.table import Edge, decides, edge

DEALS = 12_000
SEED = 20_010_410
JOKER, ACE = 52, 12
POWERS = np.array([13**n for n in range(5)])
Places = NDArray[np.int64]
Key = tuple[int, ...]  # bigger is better
RUNS = (4, 5, 8)  # straight, flush, straight flush
SHAPES = {(1, 1): 0, (2, 1): 1, (2, 2): 2, (3, 1): 3, (3, 2): 6, (4, 1): 7}


def edges(rules: BankedRules) -> Iterator[Edge]:
    if rules.points is not None:  # everybody against everybody: nobody has an edge
        yield Edge("points", 0.0, True, {"players": rules.seats[1]})
        return
    if rules.setting.startswith("two and two"):
        yield from tiles.edges(rules)
        return
    base = [name for name, circle in rules.circles.items() if circle.base]
    yield from _played(rules, base)
    for name, circle in rules.circles.items():
        if not circle.base:
            yield edge(name, circle.rows, fortune.sevens("wild" in rules.setting))


def _played(rules: BankedRules, names: list[str]) -> Iterator[Edge]:
    """Both set by one way, so each deal is compared with the bank at either end: what luck gives to
    the one it takes from the other, and what is left is what copies and uneven odds cost."""
    rng, paid = Random(SEED), {name: list[float]() for name in names}
    came = {name: Counter[str]() for name in names}
    each = 13 if rules.kind == "thirteen" else 7
    for _ in range(DEALS):
        cards = rng.sample(rules.shoe, 2 * each)
        one, other = (house_way(rules, held) for held in (cards[:each], cards[each:]))
        for name in names:
            rows = rules.circles[name].rows
            decided = [decides(rows, _marks(*ends)) for ends in ((one, other), (other, one))]
            paid[name].append(sum(float(chips) for _, chips in decided) / 2)
            came[name].update(mark or "else" for mark, _ in decided)
    for name in names:
        mean = sum(paid[name]) / DEALS
        spread = sum(one * one for one in paid[name]) / DEALS - mean * mean
        error = 100 * sqrt(spread / DEALS)
        yield Edge(name, 100 * mean, False, dict(came[name]), error)


def _marks(mine: list[Key], bank: list[Key]) -> frozenset[str]:
    won = [own > theirs for own, theirs in zip(mine, bank, strict=True)]
    if len(won) == 2:
        names = {(True, True): "win", (True, False): "front wins", (False, True): "back wins"}
        return frozenset((names.get((won[0], won[1]), "lose"),))
    return frozenset(f"{name} wins" for name, is_so in zip(("front", "middle", "back"), won,
                                                           strict=True) if is_so)  # fmt: skip


# ---- What beats what


def hand(cards: Sequence[int], wild: bool) -> Key:
    """Of two, three or five cards."""
    held = [card for card in cards if card != JOKER]
    jokers = len(cards) - len(held)
    ranks, suits = [card >> 2 for card in held], [card & 3 for card in held]
    fills = range(13) if wild else (ACE,)
    best = max(_alike([*ranks, *[fill] * jokers]) for fill in (fills if jokers else (0,)))
    if len(cards) < 5 or len({*ranks}) < len(ranks):
        return best
    run = max((n for n, five in enumerate(STRAIGHTS) if len(five - {*ranks}) <= jokers), default=-1)
    one_suit = len({*suits}) == 1
    if run >= 0:
        best = max(best, (8 if one_suit else 4, run))
    if one_suit:
        more = [rank for rank in range(ACE, -1, -1) if rank not in ranks][:jokers]
        best = max(best, (5, *sorted([*ranks, *more], reverse=True)))
    return best


def _alike(ranks: list[int]) -> Key:
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    if groups[0][0] == 5:
        return 9, groups[0][1]
    counts = [n for n, _ in groups]
    second = counts[1] if len(counts) > 1 else 1
    return SHAPES[counts[0], min(second, 2) if counts[0] < 4 else 1], *(r for _, r in groups)


# ---- The house way


def house_way(rules: BankedRules, cards: list[int]) -> list[Key]:
    if rules.kind == "thirteen":
        return _back_first(cards)
    wild = "wild" in rules.setting
    found = [_two_five(cards, front, wild) for front in combinations(range(7), 2)]
    legal = {front: keys for front, keys in found if keys[0] <= keys[1]}
    wanted = [front for front in _wanted(rules.way, cards, legal) if front in legal]
    return [*max(legal[front] for front in wanted or legal)]


def _two_five(
    cards: list[int], front: tuple[int, ...], wild: bool
) -> tuple[tuple[int, ...], tuple[Key, Key]]:
    back = [card for place, card in enumerate(cards) if place not in front]
    return front, (hand([cards[place] for place in front], wild), hand(back, wild))


def _back_first(cards: list[int]) -> list[Key]:
    rest, found = cards, list[Key]()
    for _ in range(2):
        five = _best_five(rest)
        found.append(hand(five, False))
        rest = [card for card in rest if card not in five]
    return [hand(rest, False), found[1], found[0]]


def _best_five(cards: list[int]) -> list[int]:
    """The first of the best; a thousand hands are looked up, not ranked one by one."""
    lying, places = np.array(cards), _fives(len(cards))
    suits = lying[places] & 3
    suited = (suits == suits[:, :1]).all(axis=1).astype(np.intp)
    best = _order()[suited, (lying[places] >> 2) @ POWERS].argmax()
    return [cards[place] for place in places[best]]


@cache
def _fives(count: int) -> Places:
    return np.array([*combinations(range(count), 5)])


@cache
def _order() -> Places:
    """Of five ranks in any order, of several suits and of one: how good, by a number."""
    several = {ranks: hand([4 * rank + (n > 0) for n, rank in enumerate(ranks)], False)
               for ranks in combinations_with_replacement(range(13), 5)
               if ranks[0] != ranks[4]}  # fmt: skip
    one = {ranks: hand([4 * rank for rank in ranks], False) for ranks in combinations(range(13), 5)}
    place = {key: n for n, key in enumerate(sorted({*several.values(), *one.values()}))}
    found = np.zeros((2, 13**5), dtype=np.int64)
    for suited, ranked in enumerate((several, one)):
        for ranks, key in ranked.items():
            for order in {*permutations(ranks)}:
                found[suited, sum(r * p for r, p in zip(order, POWERS, strict=True))] = place[key]
    return found


@cache
def _ways() -> dict[str, dict[str, list[list[str]]]]:
    text = files("firmware.games.banked").joinpath("ways.toml").read_text("utf-8")
    return tomllib.loads(text)


def _wanted(
    name: str, cards: list[int], legal: dict[tuple[int, ...], tuple[Key, Key]]
) -> list[tuple[int, ...]]:
    way = _ways()[name]
    wild = bool(way.get("otherwise"))
    if wild and JOKER not in cards:
        return _wanted("double hand", cards, legal)
    ranks = [(-1 if wild else ACE) if card == JOKER else card >> 2 for card in cards]
    order = sorted({*ranks} - {-1}, key=lambda rank: (-ranks.count(rank), -rank))
    letter = dict(zip(order, "abcdefg", strict=False)) | {-1: "w"}
    shape = "w " * ranks.count(-1) + " ".join(str(ranks.count(rank)) for rank in order)
    runs = [front for front, keys in legal.items() if keys[1][0] in RUNS]
    if shape in way.get("instead_of", ()) and runs:
        return runs
    for row, when, lies in way["rows"]:
        if row == shape and _true(when, {letter[rank]: rank for rank in order}):
            chosen = [
                front
                for front in legal
                if sorted(letter[ranks[place]] for place in front) == sorted(lies.split())
            ]
            return chosen + (runs if way.get("beside") else [])  # fmt: skip
    return runs if way.get("beside") else []


def _true(when: str, of: dict[str, int]) -> bool:
    """ "a>=8 c>=a+3": said in Python's own words."""
    for rank, name in enumerate("23456789TJQKA"):
        of = {**of, name: rank}
    for one in when.split():
        left, sign, right = one[0], one[1:].rstrip("23456789TJQKAabcdefg+"), one
        right = one[1 + len(sign) :]
        than, _, more = right.partition("+")
        value, other = of[left], of[than] + int(more or 0)
        if not {">=": value >= other, "<=": value <= other, "=": value == other,
                ">": value > other, "<": value < other}[sign]:  # fmt: skip
            return False
    return True
