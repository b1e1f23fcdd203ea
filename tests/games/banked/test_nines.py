"""Super 9 and its kin: who draws, when the bank is opened, and what it does then (003 L548-600,
004 L809-868). "Must draw 0-4, option 5-6, must stand 7-9", players and bank alike."""

import pytest

from firmware.games.banked.engine import kind_of
from firmware.games.cards import cards
from firmware.games.play import BANK, BANK_UP
from firmware.games.poker.commands import Deal, Timeout
from tests.games.banked.spots import deal, do, play, round_of

CC = "club-caribe"


def first_cards(mine, bank):
    """Three each; nothing more is dealt yet."""
    r = round_of("super-pan-nine", CC, {2: {"base": 10}})
    assert r.wants().targets == (2, BANK) * 3
    come = {2: [*cards(mine)], BANK: [*cards(bank)]}
    play(r, Deal(tuple(come[to].pop(0) for to in r.wants().targets), (1, 1, 1)))
    return r


@pytest.mark.parametrize(
    ("mine", "due", "draws"),
    [
        ("Kc Kd Kh", "deal", True),  # nought
        ("2c 2d Kh", "deal", True),  # four
        ("2c 3d Kh", "choose", False),
        ("3c 3d Kh", "choose", False),
        ("3c 4d Kh", "settle", False),
        ("4c 5d Kh", "settle", False),
    ],
)
def test_who_is_low_draws_and_who_is_high_stands(mine, due, draws):
    """The bank has seven and stands."""
    r = first_cards(mine, "3h 4h Kc")
    assert (r.due, 2 in r.wants().targets) == (due, draws)


def test_the_bank_is_opened_when_everybody_has_what_he_wants_and_not_before():
    r = first_cards("Kc Kd Kh", "2h 2s Kc")
    assert (r.faces(1), r.backs(1)) == ((), 3)
    play(r, Deal(cards("5c")))
    assert (r.faces(1), r.backs(1)) == (cards("2h 2s Kc"), 0)


@pytest.mark.parametrize("mine", ["Kc Kd Kh", "3c 4d Kh"])
@pytest.mark.parametrize(
    ("bank", "draws"), [("Ks Qs Qc", True), ("2h 2s Kc", True), ("3h 4h Kc", False)]
)
def test_then_a_bank_of_four_or_less_draws_and_of_seven_or_more_stands(mine, bank, draws):
    r = first_cards(mine, bank)
    if 2 in r.wants().targets:
        play(r, Deal(cards("5c")))
    assert (r.wants().targets == (BANK_UP,)) == draws
    deal(r, bank="6h")
    assert (r.due, len(r.bank)) == ("settle", 4 if draws else 3)


@pytest.mark.parametrize(("verb", "more"), [("draw", 4), ("stand", 3)])
def test_on_five_and_six_whoever_holds_the_bank_chooses(verb, more):
    """004 L840."""
    r = first_cards("3c 4d Kh", "2h 3h Kc")
    assert (r.due, r.queue) == ("choose", [1])
    deal(do(r, 1, verb), bank="6h")
    assert (r.due, len(r.bank)) == ("settle", more)


@pytest.mark.parametrize(
    ("mine", "bank", "found"),
    [
        ("3c 4d Kh", "3h 4h Kc", {"tie", "three-card tie on 7"}),
        ("Kc 3d Kh 4s", "3h 4h Kc", {"tie"}),
        ("3c 4d Kh", "Ks 3h Kc 4c", {"tie"}),
        ("Kc 3d Kh 4s", "Ks 3h Kc 4c", {"tie"}),
        ("4c 4d Kh", "3h 4h Kc", {"win"}),
        ("Kc 2d Kh 4s", "3h 4h Kc", {"lose"}),
    ],
)
def test_a_three_card_tie_is_one_of_three_cards_each(mine, bank, found):
    """003 L3064-3151: the bonus is paid by the total of a tie, if neither of the two drew."""
    r = deal(round_of("super-pan-nine", CC, {2: {"base": 10}}), s2=mine, bank=bank)
    assert kind_of(r).marks(r, 2) == found


def test_who_chose_to_draw_has_one_card_more_and_the_bank_waits_for_it():
    r = first_cards("2c 3d Kh", "3h 4h Kc")
    assert r.backs(1) == 3
    do(r, 2, "draw")
    assert (r.wants().targets, r.backs(1)) == ((2,), 3)
    play(r, Deal(cards("4c")))
    assert (r.words(2), r.backs(1), r.due) == ("9", 0, "settle")
    r = first_cards("2c 3d Kh", "3h 4h Kc")
    play(r, Timeout(2))
    assert r.answers[2] == ["draw"], "five or less draws (004 L842)"
