"""Other decks and the joker, against counts on paper and against slow.Rules."""

import itertools
import random
from collections import Counter

import pytest
from pokerkit import ShortDeckHoldemHand

from firmware.games.cards import DECKS, JOKER, NAMES, STANDARD, UNKNOWN, card, cards
from firmware.games.ranking import RANKINGS
from firmware.games.ranking.ladder import SHORT_DECK
from tests.games.ranking.slow import FLUSH_FIRST, Rules, census, joker_census, suit_classes

STANDARD_RULES = Rules("23456789TJQKA")
MEXICAN_RULES = Rules("234567JQKA", FLUSH_FIRST)
ASIAN_RULES = Rules("789TJQKA", FLUSH_FIRST)
SHORT_RULES = Rules("6789TJQKA", FLUSH_FIRST)


def named(hand):
    return [NAMES[c] for c in hand]


def same_order(pairs):
    """(ours, theirs) rise together and tie together."""
    told = dict(pairs)
    ordered = [told[s] for s in sorted(told)]
    assert all(told[s] == t for s, t in pairs)
    assert all(a < b for a, b in itertools.pairwise(ordered))


@pytest.mark.parametrize(
    ("title", "deck", "rules", "straights"),
    [
        ("high, asian", "32", ASIAN_RULES, 5),
        ("high, short deck", "36", SHORT_RULES, 6),
        ("high, mexican", "40 + joker", MEXICAN_RULES, 7),
    ],
)
def test_all_five_card_hands_without_a_joker(title, deck, rules, straights):
    naturals = [c for c in DECKS[deck] if c != JOKER]
    ranking, counts, told = RANKINGS[title], Counter(), set()
    for hand, times in suit_classes(naturals, 5).items():
        strength = ranking.rank(hand)
        counts[ranking.kind(strength)] += times
        told.add((strength, rules.five(named(hand))))
    assert counts == census(len(rules.ranks), straights)
    same_order(sorted(told))


@pytest.mark.parametrize(
    ("title", "rules"),
    [
        ("high, wild", STANDARD_RULES),
        ("high, bug", STANDARD_RULES),
        ("high, mexican", MEXICAN_RULES),
        ("high, mexican bug", MEXICAN_RULES),
    ],
)
def test_all_five_card_hands_with_a_joker(title, rules):
    ranking, bug, counts = RANKINGS[title], title.endswith("bug"), Counter()
    fours = suit_classes([c for c in STANDARD if NAMES[c][0] in rules.ranks], 4)
    for four, times in fours.items():
        kind = ranking.kind(ranking.rank((*four, JOKER)))
        counts["straight flush" if kind == "royal flush" else kind] += times
    assert counts == joker_census(rules, bug)
    asked = random.Random(41).sample(sorted(fours), 2_500)
    try_all = rules.with_bug if bug else rules.with_wild
    same_order([(ranking.rank((*four, JOKER)), try_all(named(four))) for four in asked])


@pytest.mark.parametrize("title", ["high, wild", "high, bug"])
def test_seven_cards_with_a_joker(title):
    rng, ranking = random.Random(53), RANKINGS[title]
    try_all = STANDARD_RULES.with_bug if title.endswith("bug") else STANDARD_RULES.with_wild
    pairs = []
    for _ in range(60):
        six = rng.sample(STANDARD, 6)
        fours = [
            [c for c in named(six) if c not in (a, b)]
            for a in named(six)
            for b in named(six)
            if a < b
        ]
        naturals = [[c for c in named(six) if c != a] for a in named(six)]
        theirs = max([try_all(f) for f in fours] + [STANDARD_RULES.five(f) for f in naturals])
        pairs.append((ranking.rank([*six, JOKER]), theirs))
    same_order(pairs)


def test_several_jokers():
    """003 L488-546: up to three jokers; A-A-A and two of them are five aces."""
    wild = RANKINGS["high, wild"]
    assert wild.name([51, 50, 49, JOKER, JOKER]) == "Five Aces"
    assert wild.name([51, 50, JOKER, JOKER, JOKER]) == "Five Aces"
    assert wild.name([47, 43, JOKER, JOKER, JOKER]) == "Royal Flush"
    assert wild.name(cards("2c3d4h KdJs JoJo")) == "Straight, Six high"


def test_pokerkit_agrees_on_the_short_deck():
    rng, ranking = random.Random(36), RANKINGS["high, short deck"]
    hands = [rng.sample(DECKS["36"], 7) for _ in range(500)]
    theirs = [ShortDeckHoldemHand.from_game("".join(named(hand))) for hand in hands]
    ours = [ranking.rank(hand) for hand in hands]
    for s, t, u, v in zip(ours, theirs, ours[1:], theirs[1:], strict=False):
        assert ((s > u) - (s < u)) == ((t > v) - (t < v))


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("52", "23456789TJQKA"),
        ("52 + joker", "23456789TJQKA"),
        ("40 + joker", "234567JQKA"),  # 001 L1110
        ("32", "789TJQKA"),  # 004 L11
        ("36", "6789TJQKA"),
        ("36, no 7 to 10", "23456JQKA"),  # 003 L548
        ("44, tens twice", "23456TTJQKA"),  # 003 L1356
        ("20", "TJQKA"),  # 003 L2075
    ],
)
def test_the_cards_of_a_deck(name, ranks):
    """Each of them in four suits, and the joker where the name has one."""
    jokers = (JOKER,) * ("joker" in name)
    deck = sorted(card(rank + suit) for rank in ranks for suit in "cdhs")
    assert DECKS[name] == (*deck, *jokers)


def test_a_card_is_read_as_people_type_it():
    assert card("tH") == card("Th") == card("TH")
    assert card("??") == UNKNOWN


def test_six_of_a_suit_are_the_flush_of_the_best_five_and_four_are_none():
    best, sixth = 0b1_0110_1100_0000, 0b1_0110_1101_0000  # A J T 8 7, and a six
    assert SHORT_DECK.by_suit(sixth) == SHORT_DECK.by_suit(best) > 0
    assert SHORT_DECK.by_suit(0b1_0110_1000_0000) == 0
