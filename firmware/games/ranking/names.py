"""Strengths in words for people: on the center screen, in the hand history, in a dispute."""

from collections.abc import Callable, Iterable

from firmware.games.cards import ACE, RANK_PLURALS, RANK_WORDS
from firmware.games.ranking import badugi, ladder, low
from firmware.games.ranking.ladder import Ladder, unpack

NOTHING = "no hand"


def _dashed(ranks: Iterable[int]) -> str:
    return "-".join(RANK_WORDS[r] for r in ranks)


def _high_card(r: tuple[int, ...]) -> str:
    return f"{_dashed(r)} high"


def _pair(r: tuple[int, ...]) -> str:
    return f"Pair of {RANK_PLURALS[r[0]]}, {_dashed(r[1:4])} kickers"


def _two_pair(r: tuple[int, ...]) -> str:
    return f"Two Pair, {RANK_PLURALS[r[0]]} and {RANK_PLURALS[r[1]]}, {RANK_WORDS[r[2]]} kicker"


def _trips(r: tuple[int, ...]) -> str:
    return f"Three of a Kind, {RANK_PLURALS[r[0]]}, {_dashed(r[1:3])} kickers"


def _straight(r: tuple[int, ...]) -> str:
    return f"Straight, {RANK_WORDS[r[0]]} high"


def _flush(r: tuple[int, ...]) -> str:
    return f"Flush, {_dashed(r)}"


def _full_house(r: tuple[int, ...]) -> str:
    return f"Full House, {RANK_PLURALS[r[0]]} over {RANK_PLURALS[r[1]]}"


def _quads(r: tuple[int, ...]) -> str:
    return f"Four of a Kind, {RANK_PLURALS[r[0]]}, {RANK_WORDS[r[1]]} kicker"


def _straight_flush(r: tuple[int, ...]) -> str:
    return "Royal Flush" if r[0] == ACE else f"Straight Flush, {RANK_WORDS[r[0]]} high"


def _five(r: tuple[int, ...]) -> str:
    return f"Five {RANK_PLURALS[r[0]]}"


_CLASSES: dict[str, Callable[[tuple[int, ...]], str]] = {
    "high card": _high_card,
    "pair": _pair,
    "two pair": _two_pair,
    "three of a kind": _trips,
    "straight": _straight,
    "flush": _flush,
    "full house": _full_house,
    "four of a kind": _quads,
    "straight flush": _straight_flush,
    "royal flush": _straight_flush,
    "five of a kind": _five,
}
_IN_ORDER = ("", *(name for name in _CLASSES if name != "royal flush"))


def high_class(rules: Ladder, strength: int) -> str:
    """'flush', 'royal flush', ...: what pay tables and jackpots ask for; '' for no hand."""
    category = strength >> 20
    if category == rules.full_house:
        return "full house"
    if category == rules.flush:
        return "flush"
    if category == ladder.STRAIGHT_FLUSH and unpack(strength, 1) == (ACE,):
        return "royal flush"
    return _IN_ORDER[category]


def high(rules: Ladder, strength: int) -> str:
    if not strength:
        return NOTHING
    return _CLASSES[high_class(rules, strength)](unpack(strength))


_A5_SHAPES = (
    ("low", _dashed),
    ("pair", _pair),
    ("two pair", _two_pair),
    ("three of a kind", _trips),
    ("full house", _full_house),
    ("four of a kind", _quads),
)


def a5_class(strength: int) -> str:
    return _A5_SHAPES[low.A5_CEILING - strength >> 20][0] if strength else ""


def a5(strength: int) -> str:
    if not strength:
        return NOTHING
    badness = low.A5_CEILING - strength
    ranks = tuple((r - 1) % 13 for r in unpack(badness))
    words = _A5_SHAPES[badness >> 20][1](ranks)
    return f"{words}, low" if badness >> 20 else f"{words} low"


def d7_class(strength: int) -> str:
    if not strength:
        return ""
    name = high_class(ladder.DEUCE_TO_SEVEN, low.D7_CEILING - strength)
    return "low" if name == "high card" else name


def d7(strength: int) -> str:
    if not strength:
        return NOTHING
    words = high(ladder.DEUCE_TO_SEVEN, low.D7_CEILING - strength)
    return f"{words.removesuffix(' high')} low" if d7_class(strength) == "low" else f"{words}, low"


_BADUGIS = ("", "one-card badugi", "two-card badugi", "three-card badugi", "badugi")


def badugi_class(strength: int) -> str:
    return _BADUGIS[strength >> 16]


def badugi_words(strength: int) -> str:
    if not strength:
        return NOTHING
    return f"{badugi_class(strength).capitalize()}, {_dashed(badugi.ranks(strength))}"
