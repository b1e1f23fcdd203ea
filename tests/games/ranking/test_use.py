"""What a hand may use, against every legal combination tried one by one."""

import random
from itertools import combinations, pairwise

import pytest
from phevaluator import evaluate_omaha_cards
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

from firmware.games.cards import NAMES, cards, show
from firmware.games.ranking import RANKINGS
from firmware.games.ranking.cuban import ROWS, TRIPLES
from firmware.games.ranking.use import best, best_cards, legal_hands

HIGH, EIGHT = RANKINGS["high"], RANKINGS["low A-5 8"]


def deals(count, hole, board, seed=9):
    rng = random.Random(seed)
    for _ in range(count):
        dealt = rng.sample(range(52), hole + board)
        yield dealt[:hole], dealt[hole:]


@pytest.mark.parametrize("title", ["high", "low A-5 8", "low A-5", "low 2-7"])
@pytest.mark.parametrize("shown", [3, 4, 5])
def test_omaha_is_the_best_of_sixty(title, shown):
    ranking = RANKINGS[title]
    for hole, board in deals(150, 4, shown):
        hands = [(*h, *b) for h in combinations(hole, 2) for b in combinations(board, 3)]
        assert best("two and three", ranking, hole, board) == max(map(ranking.rank, hands))


def test_omaha_with_five_hole_cards():
    for hole, board in deals(100, 5, 5):
        hands = [(*h, *b) for h in combinations(hole, 2) for b in combinations(board, 3)]
        assert best("two and three", HIGH, hole, board) == max(map(HIGH.rank, hands))


def test_phevaluator_agrees_on_omaha():
    told = {}
    for hole, board in deals(4_000, 4, 5):
        theirs = evaluate_omaha_cards(*[NAMES[c] for c in [*board, *hole]])
        assert told.setdefault(best("two and three", HIGH, hole, board), theirs) == theirs
    ordered = [told[s] for s in sorted(told)]
    assert all(a > b for a, b in pairwise(ordered))


@pytest.mark.parametrize(
    ("ranking", "theirs"), [(HIGH, OmahaHoldemHand), (EIGHT, OmahaEightOrBetterLowHand)]
)
def test_pokerkit_agrees_on_omaha(ranking, theirs):
    before = None
    for hole, board in deals(300, 4, 5):
        ours = best("two and three", ranking, hole, board)
        judged = theirs.from_game_or_none(show(hole), show(board))
        assert (ours == 0) == (judged is None)
        if before and judged:
            assert ((ours > before[0]) - (ours < before[0])) == (
                (judged > before[1]) - (judged < before[1])
            )
        before = (ours, judged) if judged else before


def test_kentucky_uses_one_or_two_of_three():
    """004 L942-948."""
    board = cards("KsQsJsTs 2d")
    assert HIGH.words(best("one or two", HIGH, cards("As3c4h"), board)) == "Royal Flush"
    assert best("one or two", HIGH, cards("3c4h5d"), cards("AsKsQsJsTs")) < HIGH.rank(
        cards("AsKsQsJsTs")
    )  # the board alone is no hand
    three = cards("9c9d9h")
    assert HIGH.words(best("one or two", HIGH, three, cards("9sAs7d4c2h"))) == (
        "Three of a Kind, Nines, Ace-Seven kickers"
    )


SIZES = {
    "little-twenty-one": (4, 2),
    "elevator": (7, 3),
    "watch": (9, 8),
    "string": (3, 1),
    "twenty-one": (8, 6),
    "swing": (8, 8),
}


@pytest.mark.parametrize("variant", SIZES)
def test_cuban_boards(variant):
    """004 L458-552: how many cards lie there, and how many triples are legal."""
    size, legal = SIZES[variant]
    triples = TRIPLES[variant]
    assert len(set(triples)) == legal
    assert {at for triple in triples for at in triple} == set(range(size))
    for hole, board in deals(20, 3, size):
        hands = list(legal_hands(triples, HIGH, hole, board))
        assert len(hands) == 3 * legal
        assert best(triples, HIGH, hole, board) == max(map(HIGH.rank, hands))


@pytest.mark.parametrize("variant", SIZES)
def test_while_a_cuban_board_comes_only_whole_triples_count(variant):
    """Of a board card by card: those of its triples whose three cards lie there."""
    size, _ = SIZES[variant]
    ((hole, board),) = deals(1, 3, size)
    for lying in range(size + 1):
        there = [triple for triple in TRIPLES[variant] if {*triple} <= {*range(lying)}]
        hands = [*legal_hands(TRIPLES[variant], HIGH, hole, board[:lying])]
        assert len(hands) == 3 * len(there)


@pytest.mark.parametrize("variant", ROWS)
def test_a_board_that_is_laid_out_has_each_card_in_one_place(variant):
    laid = [at for row in ROWS[variant] for at in row if at >= 0]
    assert sorted(laid) == list(range(SIZES[variant][0]))


def test_the_watch_pairs_neighbours_only():
    """004 L482-498: 12, 3, 6, 9 o'clock first, then 1:30, 4:30, 7:30, 10:30, then the center."""
    triples = {frozenset(t) for t in TRIPLES["watch"]}
    assert frozenset({0, 4, 8}) in triples  # 12 and 1:30
    assert frozenset({0, 7, 8}) in triples  # 12 and 10:30
    assert frozenset({0, 5, 8}) not in triples
    assert all(min(t) < 4 for t in triples)


def test_the_cards_to_light_up():
    hole, board = cards("As2s7d8c"), cards("KsQs3s3d3h")
    assert show(best_cards("two and three", HIGH, hole, board)) == "As Ks Qs 3s 2s"
    assert show(best_cards("any", HIGH, cards("Kc3c"), board)) == "3s 3h 3d 3c Kc"
    assert best_cards("two and three", EIGHT, hole, board) == ()
    badugi = RANKINGS["badugi"]
    assert show(best_cards("any", badugi, cards("8s7d5h2h"))) == "8s 7d 2h"


@pytest.mark.parametrize("title", ["high", "low A-5", "high, bug"])
def test_the_cards_lit_up_are_the_hand(title):
    ranking = RANKINGS[title]
    for hole, board in deals(100, 2, 5):
        five = best_cards("any", ranking, hole, board)
        assert ranking.rank(five) == best("any", ranking, hole, board)
        assert len(five) == 5


def test_no_hand_before_the_flop():
    assert best("two and three", HIGH, cards("AsKsQsJs")) == 0
    assert best("two and three", EIGHT, cards("As2s3s4s")) == 0
    assert best("any", HIGH, cards("AsKs")) == 0
    assert best(TRIPLES["watch"], HIGH, cards("AsKsQs"), cards("2c3c4c5c")) == 0
