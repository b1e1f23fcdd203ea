"""Mah-jong pai gow: two tiles each, a pair or the last digit of the dots (002 L1696-1821).

Nothing is chosen. Of two hands of nothing the bank's wins, and so it does of two that are alike.
"""

from firmware.games.banked.kinds.kind import Kind, Verb
from firmware.games.banked.round import Round
from firmware.games.cards import MAH_JONG
from firmware.games.play import BANK

MARKS = frozenset(("win", "lose", "pair", "tie"))
WINDOW = 10  # dots; its value is nothing, and it is the highest tile
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "window")


def dots(card: int) -> int:
    return card - MAH_JONG + 1


def strength(cards: list[int]) -> int:
    """A pair, the window's first; else the value, then the higher tile; nothing is nothing."""
    one, other = sorted(map(dots, cards))
    if one == other:
        return 1000 + one
    worth = (one + other) % 10
    return worth * 16 + other if worth else 0


def plan(r: Round) -> list[int]:
    places = [*r.wagering, BANK]
    return [] if r.deals else [place for place in places for _ in range(2)]


def asks(r: Round) -> list[int]:
    return []


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    return ()


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    raise AssertionError("nobody is asked")


def opens(r: Round) -> bool:
    return bool(r.deals)


def marks(r: Round, seat: int) -> frozenset[str]:
    mine, bank = r.hand(seat), r.bank
    found = {"win" if strength(mine) > strength(bank) else "lose"}
    if dots(mine[0]) == dots(mine[1]):
        found.add("pair")
    if sorted(mine) == sorted(bank) and strength(mine):  # of nothing it is collected (002 A50)
        found.add("tie")
    return frozenset(found)


def words(r: Round, place: int) -> str:
    cards = r.bank if place == BANK else r.hand(place)
    if len(cards) < 2:
        return ""
    one, other = sorted(map(dots, cards))
    if one == other:
        return f"Pair of {NUMBERS[one - 1]}{'es' if one == 6 else 's'}"
    return f"{(one + other) % 10}, {NUMBERS[other - 1]} high"


MAHJONG = Kind(MARKS, plan, asks, verbs, default, marks, words, opens)
