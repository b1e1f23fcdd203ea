"""Who acts on what lies face up."""

import itertools

from firmware.games.cards import card, cards
from firmware.games.ranking.showing import (
    high_board,
    high_card,
    high_card_ace_low,
    high_card_by_suit,
    low_board,
    low_card,
)


def rises(strengths):
    return all(a < b for a, b in itertools.pairwise(strengths))


def test_high_boards_in_order():
    """002 L270: groups and high cards; four to a straight or a flush are only high cards."""
    worst_first = ["KcQcJcTc", "Ac4c3c2c", "2c2d4h3s", "AcAd", "3c3d2h2s", "2c2d2h", "2c2d2h2s"]
    assert rises([high_board(cards(b)) for b in worst_first])
    assert high_board(cards("AcKd")) == high_board(cards("AsKh"))
    assert high_board(()) == 0


def test_a_joker_up_is_an_ace():
    """003 L356-410: joker up = ace; ties are not broken by it."""
    assert high_board(cards("JoKd")) == high_board(cards("AcKs"))
    assert high_board(cards("JoAd")) == high_board(cards("AcAs"))
    assert high_board(cards("JoAcAdAhAs")) > high_board(cards("KcKdKhKsAc"))


def test_low_boards_in_order():
    """002 L286, 003 L412-440: razz, the lowest board acts first, ace low."""
    worst_first = ["2c2d2h2s", "AcAdAh2s", "KcKdAhAs", "KcKdQh2s", "AcAd2h3s", "KcQdJhTs"]
    assert rises([low_board(cards(b)) for b in [*worst_first, "6c3d2hAs", "5c3d2hAs"]])
    assert low_board(cards("AcAd2h2s")) > low_board(cards("AcAdAh2s"))
    assert low_board(cards("Ac4d")) == low_board(cards("As4h"))


def test_stud_bring_in_is_the_lowest_card_by_suit():
    """002 L361-367, ace high (002 L289)."""
    assert rises([low_card(card(c)) for c in ("As", "Ac", "Kc", "3c", "2s", "2h", "2d", "2c")])


def test_razz_bring_in_is_the_highest_card_by_suit():
    """003 L412: ace low, spades over hearts over diamonds over clubs."""
    order = ("Ac", "As", "2c", "Qs", "Kc", "Kd", "Kh", "Ks")
    assert rises([high_card_ace_low(card(c)) for c in order])


def test_mexican_and_asian_forced_bets():
    """003 L356-410: rank only, joker = ace; 004 L12: rank, then suit."""
    assert high_card(card("Jo")) == high_card(card("Ac")) == high_card(card("As"))
    assert rises([high_card(card(c)) for c in ("2c", "7s", "Jc", "Kc", "Ac")])
    assert rises([high_card_by_suit(card(c)) for c in ("7c", "7s", "Kd", "Kh", "Ac", "As")])


def test_any_card_is_more_than_none():
    """0 is who has none: he is never asked first."""
    keys = high_card, high_card_ace_low, high_card_by_suit, low_card
    assert all(key(one) > 0 for key in keys for one in range(52))
