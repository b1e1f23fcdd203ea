"""The filings' own examples, each under the name it has in the rulebook."""

import pytest

from firmware.games.cards import cards
from firmware.games.ranking import RANKINGS


def strength(title, text):
    return RANKINGS[title].rank(cards(text))


def name(title, text):
    return RANKINGS[title].name(cards(text))


BETTER = [
    ("000a 6 [1551]", "low A-5", "8c7d6h5s4c", "9c4d3h2sAc"),
    ("000a 6 [1551]", "low A-5", "7c5d4h3sAc", "7c5d4h3s2c"),
    ("000a 7 [147]", "high", "JcJdJh3s2c", "TcTdThAsKc"),
    ("001 T-8 L338, 003 EX-14, 002 W30", "high", "KcKdKh7s7c", "TcTdThAsAc"),
    ("001 T-11 L785", "low A-5 8", "7c6d4h3s2c", "7c6d5h3s2c"),
    ("001 T-11 L785", "low A-5 8", "5c4c3c2cAc", "6c4d3h2sAc"),
    ("001 T-18 L2311", "low A-5", "2c6d7h8sTc", "Ac2d3h4sJc"),
    ("001 T-19 L2336", "low A-5", "7c6d4h3s2c", "8c6d5h3sAc"),
    ("002 W16 L489", "low 2-7", "5c4d3h2sAc", "6c4d3h2sAc"),
    ("002 W16 L489", "low 2-7", "5c4d3h2sAc", "2c2d5h4s3c"),
    ("002 L59-61", "low 2-7", "7c5d4h3s2c", "7c6d4h3s2c"),
    ("002 L59-61", "low 2-7", "KcQdJhTs8c", "6c5d4h3s2c"),
    ("003 EX-11 L381", "high, mexican", "7cJdQhKsAc", "6c7dJhQsKc"),
    ("003 EX-11 L381", "high, mexican", "2c3d4h5s6c", "Ac2d3h4s5c"),
    ("003 EX-12 L369-373", "high, mexican", "2c3c4c5c7c", "AcAdAhKsKc"),
    ("004 L10", "high, asian", "7c8c9cTcQc", "AcAdAhKsKc"),
    ("004 E01 L9", "high, asian", "7c8d9hTsJc", "Ac7d8h9sTc"),
    ("004 E01 L9", "high, asian", "Ac7d8h9sTc", "AcAdAhKsQc"),
    ("004 E10R L133", "high, bug", "AcAdAhAsJo", "TsJsQsKsAs"),
    ("000b D19 L4447", "high", "KcQcJcTc9c", "5c4c3c2cAc"),
    ("000b D19 L4455", "high", "AcKdQhJs9c", "7c5d4h3s2c"),
    ("003 L892-913", "badugi", "Kc Qd Jh Ts", "Ac 2d 3h 3s"),
    ("003 L892-913", "badugi", "Ac 2d 3h 3s", "Ac 2d 4h 4s"),
    ("003 L892-913", "badugi", "Ac 2d 3h 4s", "Ac 2d 3h 5s"),
]


@pytest.mark.parametrize(("source", "title", "better", "worse"), BETTER)
def test_the_first_wins(source, title, better, worse):
    assert strength(title, better) > strength(title, worse), source


NAMED = [
    ("001 T-13 L1156", "high, mexican", "Ac2d3h4s5c", "Straight, Five high"),
    ("004 E14 L281", "high, mexican", "4c5d6h7sJc", "Straight, Jack high"),
    ("004 E14 L281", "high, mexican", "5c6d7hJsQc", "Straight, Queen high"),
    ("004 E14 L281", "high, mexican", "6c7dJhQsKc", "Straight, King high"),
    ("004 E14 L281", "high, mexican", "7cJdQhKsAc", "Straight, Ace high"),
    ("HG-A08", "high, mexican", "7cJcQcKcAc", "Royal Flush"),
    ("003 L381", "high, mexican", "Qc Kd Ah 2s 3c", "Ace-King-Queen-Three-Deuce high"),
    ("004 E01 L9", "high, asian", "Ac7d8h9sTc", "Straight, Ten high"),
    ("004 E09 L146", "high, bug", "As Jo Ks Qs Tc", "Straight, Ace high"),
    ("004 E09 L146", "high, bug", "As Jo Ks Qs 2c", "Pair of Aces, King-Queen-Deuce kickers"),
    ("004 E10R L133", "high, bug", "AcAdAhAsJo", "Five Aces"),
    ("004 L149", "high, bug", "As Ks 9s 4s Jo", "Flush, Ace-King-Queen-Nine-Four"),
    ("004 L148", "high, bug", "KsKdQsQd Jo", "Two Pair, Kings and Queens, Ace kicker"),
    ("004 L148", "high, bug", "5s6d8c9h Jo", "Straight, Nine high"),
    ("004 L148", "high, bug", "5s6s8s9s Jo", "Straight Flush, Nine high"),
    ("004 L268", "high, wild", "KsKdQsQd Jo", "Full House, Kings over Queens"),
    ("004 L268", "high, wild", "2s2d2c2h Jo", "Five Deuces"),
    ("004 D11", "high, mexican", "KsKdKh2c Jo", "Four of a Kind, Kings, Deuce kicker"),
    ("004 D11", "high, mexican bug", "KsKdKh2c Jo", "Three of a Kind, Kings, Ace-Deuce kickers"),
    ("001 L1170", "high, mexican bug", "5s6d7cQh Jo", "Straight, Queen high"),
    ("002 W30", "high", "6h7h8h9hTh", "Straight Flush, Ten high"),
    ("002 W30", "high", "5s8s9sQsKs", "Flush, King-Queen-Nine-Eight-Five"),
    ("002 W16", "low 2-7", "5c4d3h2sAc", "Ace-Five-Four-Three-Deuce low"),
    ("002 L51-57", "low A-5, joker", "Jo 2c 3d 4h 8s", "Eight-Four-Three-Deuce-Ace low"),
    ("003 L269", "low A-5, joker", "Jo Ac 2d 4h 8s", "Eight-Four-Three-Deuce-Ace low"),
    ("HG-A12", "low 2-7, joker", "Jo 2c 3d 4h 5s", "Seven-Five-Four-Three-Deuce low"),
    ("HG-A12", "low 2-7, joker", "Jo 7c 5c 4c 2c", "Seven-Five-Four-Three-Deuce low"),
    ("002 L33", "low A-5 8", "9c4d3h2sAc", "no hand"),
    ("000a L11", "high", "AsAd8c8hKs 3d 2c", "Two Pair, Aces and Eights, King kicker"),
    ("000a L11", "high", "QcQdQhTsTc", "Full House, Queens over Tens"),
    ("000a 187", "low A-5 8", "7c5d4h3sAc Kc Kd", "Seven-Five-Four-Three-Ace low"),
    ("003 L892", "badugi", "8c7d5h2s", "Badugi, Eight-Seven-Five-Deuce"),
    ("003 L892", "badugi", "8c8d8h8s", "One-card badugi, Eight"),
]


@pytest.mark.parametrize(("source", "title", "hand", "words"), NAMED)
def test_the_words(source, title, hand, words):
    assert name(title, hand) == words, source


def test_names_of_paired_lows():
    assert name("low A-5", "3c3d5h2sAc") == "Pair of Threes, Five-Deuce-Ace kickers, low"
    assert name("low 2-7", "3c3d5h2sAc") == "Pair of Threes, Ace-Five-Deuce kickers, low"
