"""Standard high hands against counts that are known, and against other people's evaluators."""

import random
from collections import Counter
from itertools import chain, combinations, combinations_with_replacement, pairwise, product
from math import comb, prod

import numpy as np
import pytest
from phevaluator import evaluate_cards
from treys import Card, Evaluator

from firmware.games.cards import NAMES
from firmware.games.ranking import RANKINGS, high, keys, make_table
from lab.bench import bulk
from tests.games.ranking.slow import census

HIGH = RANKINGS["high"]
SEVENS = {
    "royal flush": 4_324,
    "straight flush": 37_260,
    "four of a kind": 224_848,
    "full house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three of a kind": 6_461_620,
    "two pair": 31_433_400,
    "pair": 58_627_800,
    "high card": 23_294_460,
}


@pytest.fixture(scope="module")
def fives():
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8, 2_598_960 * 5).reshape(-1, 5)


def kinds(strengths):
    """Counts by kind from counts by strength."""
    counts = Counter()
    for strength, count in strengths:
        counts[HIGH.kind(int(strength))] += int(count)
    return dict(counts)


def rank_sets(count):
    hands = combinations_with_replacement(range(13), count)
    return [h for h in hands if all(h[i] != h[i + 4] for i in range(count - 4))]


def without_flush(ranks):
    """Some cards with these ranks, never five in a suit."""
    return [4 * rank + at % 4 for at, rank in enumerate(ranks)]


def flushes(held):
    """In how many ways can cards of these counts by rank be suited, five or more in one suit?"""
    ways = [1]  # by number of cards in that suit
    for n in held:
        out, inside = comb(3, n), comb(3, n - 1)
        ways = [x * out + y * inside for x, y in zip([*ways, 0], [0, *ways], strict=True)]
    return 4 * sum(ways[5:])


def test_all_five_card_hands(fives):
    """2,598,960 hands, 7,462 strengths, and as many of each kind as can be counted on paper."""
    strengths, counts = np.unique(bulk.rank(fives), return_counts=True)
    assert len(strengths) == 7462
    assert strengths.tolist() == high.STRENGTHS[1:]
    assert kinds(zip(strengths, counts, strict=True)) == census(13, 10)


def test_all_seven_card_hands():
    """133,784,560 hands: each set of ranks times its suits; flushes by the ranks of their suit."""
    counts = Counter()
    for suited in range(1 << 13):
        if 5 <= (inside := suited.bit_count()) <= 7:
            counts[high.FLUSH[suited]] += 4 * comb(39, 7 - inside)
    for ranks in rank_sets(7):
        held = Counter(ranks).values()
        counts[high.rank(without_flush(ranks))] += prod(comb(4, n) for n in held) - flushes(held)
    assert sum(counts.values()) == comb(52, 7)
    assert kinds(counts.items()) == SEVENS


@pytest.mark.soak
def test_all_seven_card_hands_one_by_one(fives):
    """The same count without any thought: two cards, and all fives of the cards above them."""
    counts = np.zeros(10 << 4, np.int64)
    starts = np.searchsorted(fives[:, 0], np.arange(53))
    for a, b in combinations(range(47), 2):
        hands = np.empty((len(fives) - starts[b + 1], 7), np.uint8)
        hands[:, 0], hands[:, 1], hands[:, 2:] = a, b, fives[starts[b + 1] :]
        counts += np.bincount(bulk.rank(hands) >> 16, minlength=len(counts))
    assert kinds((at << 16, n) for at, n in enumerate(counts) if n) == SEVENS


@pytest.mark.parametrize("count", [6, 7])
def test_more_cards_are_worth_their_best_five(count):
    for ranks in rank_sets(count):
        sums = map(sum, combinations([keys.RANK_KEYS5[r] for r in ranks], 5))
        assert high.rank(without_flush(ranks)) == max([high.FIVES[s] for s in sums])


def test_eight_cards_and_more():
    rng = random.Random(8)
    for count in (8, 9, 10):
        hand = rng.sample(range(52), count)
        assert high.rank(hand) == max(map(high.rank, combinations(hand, 5)))
    assert high.rank([0, 4, 8, 12]) == 0


@pytest.mark.parametrize("count", [5, 6, 7])
def test_suit_keys_tell_a_flush_and_its_suit(count):
    suits = keys.flush_suits(count)
    for held in product(range(count + 1), repeat=4):
        if sum(held) == count:
            told = suits[sum(n * key for n, key in zip(held, keys.SUIT_KEYS, strict=True))]
            assert told == next((s + 1 for s in range(4) if held[s] >= 5), 0)


def test_the_table_file_is_what_the_ladder_says():
    assert make_table.table() == (make_table.Path(high.__file__).with_name("high.bin")).read_bytes()


@pytest.mark.parametrize("count", [5, 6, 7])
def test_bulk_and_single_agree(count):
    rng = random.Random(count)
    hands = [rng.sample(range(52), count) for _ in range(20_000)]
    assert bulk.rank(np.array(hands)).tolist() == [high.rank(hand) for hand in hands]


def test_a_board_summed_once():
    rng = random.Random(5)
    for _ in range(2_000):
        *board, a, b = rng.sample(range(52), 7)
        assert high.on_board(board)(a, b) == high.rank([*board, a, b])


def same_order(ours, theirs):
    """Theirs fall as ours rise, and tie where ours tie."""
    falls = dict(zip(ours, theirs, strict=True))
    assert [falls[s] for s in ours] == theirs
    ordered = [falls[s] for s in sorted(falls)]
    assert all(a > b for a, b in pairwise(ordered))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_phevaluator_agrees(count):
    rng = random.Random(100 + count)
    hands = [rng.sample(range(52), count) for _ in range(30_000)]
    theirs = [evaluate_cards(*[NAMES[c] for c in hand]) for hand in hands]
    same_order([high.rank(hand) for hand in hands], theirs)


def test_treys_agrees():
    rng = random.Random(200)
    hands = [rng.sample(range(52), 7) for _ in range(5_000)]
    evaluate = Evaluator().evaluate
    theirs = [evaluate([], [Card.new(NAMES[c]) for c in hand]) for hand in hands]
    same_order([high.rank(hand) for hand in hands], theirs)
