"""Public melds and the public pay card, which a house signs (000 L1483: the filing prints none)."""

from collections import Counter

import pytest

from firmware.games.cards import DECKS, card, cards
from firmware.games.pan.melds import ROWS, kind, takes, ways, words, worth
from firmware.games.pan.page import pan_rules

PAYS = pan_rules("panguingue").pays


def test_decks() -> None:
    """000 L113: eight decks without eights, nines and tens, whole; L1434: less a spade of each
    rank, or also less a three, a five and a seven of spades."""
    eight = Counter(c for c in DECKS["52"] * 8 if c // 4 not in (6, 7, 8))
    spades = Counter(c for c in eight if c % 4 == 3)
    first, second = Counter(DECKS["310 of pan, 8-7"]), Counter(DECKS["307 of pan, 8-7-6"])
    assert Counter(DECKS["320 of pan"]) == eight
    assert first == eight - spades
    assert second == first - Counter(cards("3s5s7s"))
    assert (eight.total(), first.total(), second.total(), len(first)) == (320, 310, 307, 40)


@pytest.mark.parametrize(
    ("three", "what"),
    [
        ("4c4d4h", "suits"), ("4c4c4c", "one suit"), ("4c4c4d", None),
        ("AcAcAd", "any suits"), ("KsKsKh", "any suits"), ("KsKsKs", "one suit"),
        ("2h3h4h", "rope"), ("Ac2c3c", "rope"), ("JsQsKs", "rope"), ("6d7dJd", "rope"),
        ("QdKdAd", None), ("2h3h4s", None), ("2h2h3h", None), ("5h7hJh", None),
    ],
)  # fmt: skip
def test_three_cards(three: str, what: str | None) -> None:
    assert kind(cards(three)) == what


@pytest.mark.parametrize(
    ("meld", "one", "fits"),
    [
        ("4c4d4h", "4c", True), ("4c4d4h", "5c", False), ("4c4c4c", "4d", False),
        ("4c4c4c", "4c", True), ("AcAcAc", "Ad", True), ("AcAcAd", "As", True),
        ("2h3h4h", "5h", True), ("2h3h4h", "Ah", True), ("2h3h4h", "6h", False),
        ("2h3h4h", "5s", False), ("5d6d7d", "Jd", True), ("JsQsKs", "As", False),
    ],
)  # fmt: skip
def test_what_may_be_added(meld: str, one: str, fits: bool) -> None:
    what = kind(cards(meld))
    assert what is not None
    assert takes(what, cards(meld), card(one)) == fits


@pytest.mark.parametrize(
    ("meld", "chips"),
    [
        ("3c3d3h", 1), ("5c5d5s", 1), ("4c4d4h", 0), ("7h7h7h", 2), ("7s7s7s", 4),
        ("6d6d6d", 1), ("6s6s6s", 2), ("AhAhAh", 1), ("AsAsAs", 2), ("AsAsAh", 0),
        ("Ad2d3d", 1), ("As2s3s", 2), ("JhQhKh", 1), ("JsQsKs", 2), ("2s3s4s", 0),
    ],
)  # fmt: skip
def test_what_three_cards_pay(meld: str, chips: int) -> None:
    what = kind(cards(meld))
    assert what is not None
    assert worth(what, cards(meld), PAYS) == chips


@pytest.mark.parametrize(
    ("meld", "more", "chips"),
    [
        ("3c3d3h", "3c", 2), ("7h7h7h", "7h", 3), ("7s7s7s", "7s7s", 8), ("6s6s6s", "6s", 4),
        ("6d6d6d", "6d", 2), ("4c4d4h", "4s", 0), ("AsAsAs", "Ah", 2), ("AsAsAs", "As", 4),
        ("2d3d4d", "Ad", 1), ("As2s3s", "4s", 2),
    ],
)  # fmt: skip
def test_what_more_cards_pay(meld: str, more: str, chips: int) -> None:
    what = kind(cards(meld))
    assert what is not None
    assert worth(what, cards(meld) + cards(more), PAYS) == chips


def test_a_whole_rope_pays_at_both_ends() -> None:
    rope = cards("As2s3s4s5s6s7sJsQsKs")
    assert worth("rope", rope, PAYS) == 4
    assert words("rope", rope) == "A-2-3-4-5-6-7-J-Q-K of spades"


def test_of_like_cards_one_way_is_enough() -> None:
    assert ways(cards("4c4c4d4h"), card("4s")) == [(0, 2), (0, 3), (2, 3)]
    assert ways(cards("2c3d5h7s")) == []


def test_a_pay_card_has_every_row_once() -> None:
    assert set(PAYS) == set(ROWS)
