"""Low hands and badugi against published counts, their own definition, and pokerkit."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from pokerkit import BadugiHand, EightOrBetterLowHand, RegularLowHand, StandardLowHand

from firmware.games.cards import ACE, NAMES, STANDARD, cards
from firmware.games.ranking import RANKINGS, high, low
from firmware.games.ranking.ladder import DEUCE_TO_SEVEN
from tests.games.ranking.slow import suit_classes

A5, EIGHT, D7, BADUGI = (RANKINGS[n] for n in ("low A-5", "low A-5 8", "low 2-7", "badugi"))
WHEEL = {0, 1, 2, 3, 12}


def rank_sets(count):
    hands = combinations_with_replacement(range(13), count)
    return [h for h in hands if all(h[i] != h[i + 4] for i in range(count - 4))]


def test_every_set_of_five_ranks_is_its_own_ace_to_five_low():
    lows = {h: A5.rank([4 * r for r in h]) for h in rank_sets(5)}
    assert len(set(lows.values())) == 6175
    paired = [s for h, s in lows.items() if len(set(h)) < 5]
    assert max(paired) < min(s for h, s in lows.items() if len(set(h)) == 5)
    assert min(paired) > 0
    assert A5.words(max(lows.values())) == "Five-Four-Three-Deuce-Ace low"
    assert sum(EIGHT.rank([4 * r for r in h]) > 0 for h in lows) == comb(8, 5)


def test_all_seven_card_ace_to_five_lows():
    """Published counts of 133,784,560 hands by their top card."""
    tops = Counter()
    for ranks in rank_sets(7):
        low = A5.rank([4 * r for r in ranks])
        hands = prod(comb(4, n) for n in Counter(ranks).values())
        tops[A5.words(low).split("-")[0] if A5.kind(low) == "low" else "paired"] += hands
        eights = {r for r in ranks if r <= 6 or r == ACE}
        assert EIGHT.rank([4 * r for r in ranks]) == (low if len(eights) >= 5 else 0)
    assert tops == {
        "Five": 781_824,
        "Six": 3_151_360,
        "Seven": 7_426_560,
        "Eight": 13_171_200,
        "Nine": 19_174_400,
        "Ten": 23_675_904,
        "Jack": 24_837_120,
        "Queen": 21_457_920,
        "King": 13_939_200,
        "paired": 6_169_072,
    }


@pytest.mark.parametrize(
    ("hand", "low"), [("8c7d6h5s4c", True), ("9c4d3h2sAc", False), ("8c8d7h6s5c", False)]
)
def test_the_worst_eight_is_a_low_and_the_best_nine_is_none(hand, low):
    """002 L283, 003 L1315: five ranks, none above an eight."""
    assert bool(EIGHT.rank(cards(hand))) == low


@pytest.mark.parametrize("ranking", [A5, EIGHT, D7])
def test_more_than_seven_cards(ranking):
    rng = random.Random(9)
    for _ in range(40):
        hand = rng.sample(range(52), 9)
        assert ranking.rank(hand) == max(map(ranking.rank, combinations(hand, 5)))


def test_deuce_to_seven_by_its_own_law():
    for ranks in rank_sets(5):
        mixed = [4 * r + at % 4 for at, r in enumerate(ranks)]
        assert low.D7_CEILING - D7.rank(mixed) == DEUCE_TO_SEVEN.by_ranks(ranks)
        if len(set(ranks)) == 5:
            suited = low.D7_CEILING - D7.rank([4 * r for r in ranks])
            assert suited == DEUCE_TO_SEVEN.by_suit(sum(1 << r for r in ranks))


def test_deuce_to_seven_is_high_upside_down_but_for_the_wheel():
    hands = [[4 * r + at % 4 for at, r in enumerate(h)] for h in rank_sets(5)]
    hands += [[4 * r for r in h] for h in rank_sets(5) if len(set(h)) == 5]
    assert len({D7.rank(h) for h in hands}) == 7462
    others = [h for h in hands if {c >> 2 for c in h} != WHEEL]
    assert sorted(others, key=high.rank) == sorted(others, key=D7.rank, reverse=True)
    wheel = D7.rank(cards("5c4d3h2sAc"))
    ace_highs = [D7.rank(h) for h in others if D7.name(h).startswith("Ace-") and D7.rank(h)]
    assert wheel > max(ace_highs)
    assert wheel < D7.rank(cards("KcQdJhTs8c"))
    assert D7.kind(D7.rank(cards("5c4c3c2cAc"))) == "flush"


def test_all_badugis():
    """270,725 hands of four cards: 13*12*11*10 badugis; one card only of one suit or one rank."""
    counts = Counter()
    for hand, times in suit_classes(STANDARD, 4).items():
        counts[BADUGI.kind(BADUGI.rank(hand))] += times
    assert counts == {
        "badugi": 13 * 12 * 11 * 10,
        "three-card badugi": 154_440,
        "two-card badugi": 96_252,
        "one-card badugi": 4 * comb(13, 4) + 13,
    }


@pytest.mark.parametrize(
    ("ours", "theirs", "count"),
    [
        (A5, RegularLowHand, 5),
        (A5, RegularLowHand, 7),
        (EIGHT, EightOrBetterLowHand, 7),
        (D7, StandardLowHand, 5),
        (D7, StandardLowHand, 7),
        (BADUGI, BadugiHand, 4),
    ],
)
def test_pokerkit_agrees(ours, theirs, count):
    rng = random.Random(count)
    hands = [rng.sample(range(52), count) for _ in range(600 if count == 7 else 3_000)]
    judged = [theirs.from_game_or_none("".join(NAMES[c] for c in hand)) for hand in hands]
    ranked = [ours.rank(hand) for hand in hands]
    for (s, t), (u, v) in zip(
        zip(ranked, judged, strict=True), zip(ranked[1:], judged[1:], strict=True), strict=False
    ):
        assert (s == 0) == (t is None)
        if t is not None and v is not None:
            assert ((s > u) - (s < u)) == ((t > v) - (t < v))
