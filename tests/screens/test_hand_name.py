"""One wording for hands on every screen, and none that has to be squeezed under a few cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.games.ranking import RANKINGS
from firmware.screens.projection.hand_name import spoken
from tests.tables import HANDS
from ui.hand_words import in_signs
from ui.sizes import FINE
from ui.text import width

LONGEST = max(width(one.split(",")[0], *FINE.medium) for one in HANDS)  # that pictures are tried on


@pytest.mark.parametrize(
    ("whole", "said"),
    [
        ("Pair of Nines, Ace-King-Four kickers", "Pair of Nines"),
        ("Ace-Jack-Nine-Four-Deuce high", "Ace high, Jack next"),
        ("Flush, Ace-Jack-Nine-Four-Deuce", "Flush, Ace high"),
        ("Two Pair, Queens and Jacks, Nine kicker", "Two pair, Queens and Jacks"),
        ("Eight-Five-Four-Three-Ace low", "Eight-Five low"),
        ("Pair of Nines, Ace-King-Four kickers, low", "Pair of Nines, low"),
        ("Three-card badugi, King-Nine-Deuce", "Three-card badugi, King-Nine-Deuce"),
        ("", ""),
    ],
)
def test_a_hand_is_called_by_what_it_is(whole, said):
    assert spoken(whole) == said


NAMED = [title for title in RANKINGS if "match" not in title]


@given(st.sampled_from(NAMED), st.permutations(range(52)))
def test_no_hand_of_any_game_has_a_longer_name_than_the_pictures_are_tried_on(title, deck):
    ranking = RANKINGS[title]
    hand = spoken(ranking.name(deck[: ranking.size]))
    assert width(hand.split(",")[0], *FINE.medium) <= LONGEST, hand


def test_where_there_is_little_room_ranks_are_signs():
    assert in_signs("Queen-Seven low") == "Q-7 low"
    assert in_signs("Three-card badugi") == "3-card badugi"
    assert in_signs("Two-card badugi") == "2-card badugi"
    assert in_signs("Three of a kind") == "Three of a kind"
