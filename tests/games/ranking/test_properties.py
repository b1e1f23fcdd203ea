"""What no order of cards, no naming of suits and no further card can change."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from firmware.games.cards import DECKS, JOKER
from firmware.games.ranking import RANKINGS

FITS = {"high, asian": "32", "high, short deck": "36"}
FITS |= {"high, mexican": "40 + joker", "high, mexican bug": "40 + joker"}
FITS |= {t: "52 + joker" for t in RANKINGS if t.endswith(("joker", "wild", ", bug"))}


@st.composite
def hands(draw, least=1, most=7):
    title = draw(st.sampled_from(sorted(RANKINGS)))
    deck = DECKS[FITS.get(title, "52")]
    hand = draw(st.lists(st.sampled_from(deck), min_size=least, max_size=most, unique=True))
    return RANKINGS[title], hand


@given(hands(), st.randoms())
def test_the_order_of_the_cards_is_nothing(dealt, rng):
    ranking, hand = dealt
    assert ranking.rank(rng.sample(hand, len(hand))) == ranking.rank(tuple(hand))


@given(hands(), st.sampled_from(list(permutations(range(4)))))
def test_suits_have_no_rank(dealt, suits):
    """002 L281: suits never decide a pot."""
    ranking, hand = dealt
    renamed = [c if c == JOKER else c & ~3 | suits[c & 3] for c in hand]
    assert ranking.rank(renamed) == ranking.rank(hand)


@given(hands(least=2))
def test_a_further_card_never_weakens(dealt):
    ranking, hand = dealt
    assert ranking.rank(hand) >= ranking.rank(hand[:-1])


@given(hands(least=5))
def test_every_hand_has_words(dealt):
    ranking, hand = dealt
    words, kind = ranking.name(hand), ranking.kind(ranking.rank(hand))
    assert (words == "no hand") == (kind == "") == (ranking.rank(hand) == 0)
