"""The line that stays of the last hand: one's own result first, nobody forgotten, no wrong hand."""

import pygame
import pytest
from msgspec.structs import replace

from center_screen.board import winning
from firmware.screens.protocol import Most, Share
from lab.scenes import CENTERS, VIEWS
from stations.hand.board import winners
from stations.sentences import how_it_ended
from tests.stage import Stage, center_shown, shown
from ui.theme import GOLD

POTS = VIEWS["showdown-pots"]


def told(view) -> str:
    return how_it_ended(Stage(view).screen.state)


def ended(seat: int, won: dict[int, int], *shares: Share):
    """Who won what, with which hands; read at a seat."""
    public = POTS.public
    seats = tuple(replace(one, won=won.get(one.seat, 0)) for one in public.seats)
    most = max(won, key=won.__getitem__)
    hand = next(one.hand for one in shares if most in one.seats)
    result = replace(public.result, shares=shares, most=Most(most, won[most], hand))
    return replace(POTS, seat=seat, public=replace(public, seats=seats, result=result))


def test_who_won_with_two_hands_did_not_win_it_all_with_one():
    low, high = Share("Low", 2850, (7,), "Six-Five low"), Share("High", 1400, (7,), "Straight")
    assert told(ended(7, {7: 4250}, low, high)) == "You win $42.50"
    assert told(ended(7, {7: 4250, 8: 1400}, low, replace(high, seats=(8,)))).startswith(
        "You win $42.50: "
    )


@pytest.mark.parametrize(("seat", "said"), [(9, "{} and {} win $80 each"), (7, "You win $80")])
def test_two_who_won_as_much_are_both_named_to_who_did_not(seat, said):
    view = ended(
        seat, {6: 8000, 7: 8000}, Share("High", 8000, (6,), ""), Share("Low", 8000, (7,), "")
    )
    names = [one.name for one in view.public.seats if one.seat in (6, 7)]
    assert told(view).startswith(said.format(*names))


def test_against_a_bank_ones_own_result_comes_first():
    """Two won $5 each: the second read that the first did."""
    view = VIEWS["banked-result"]
    assert told(replace(view, seat=6)).startswith("You win $80")
    assert told(replace(view, seat=view.public.against.banks[0].seat)) == "You lose $200"


@pytest.mark.parametrize(("seat", "says"), [
    (9, "{0} and {1} win $80 each"), (6, "You win $80"),
])  # fmt: skip
def test_the_headline_of_a_hand_names_all_who_won_as_much(seat, says):
    """ "Ana wins $459.50" where Kenji's low won as much."""
    view = ended(
        seat, {6: 8000, 8: 8000}, Share("Pot, high", 8000, (6,), "Straight, Ten high", (8000,)),
        Share("Pot, low", 8000, (8,), "Eight-Seven low", (8000,)),
    )  # fmt: skip
    names = [one.name for one in view.public.seats if one.seat in (6, 8)]
    assert says.format(*names) in Stage(view).report.words


def test_who_shares_a_pot_reads_of_himself_first_and_what_each_got():
    """ "Marisol and You"."""
    split = Share("Pot, no low", 41_700, (6, 7), "Straight, Ten high", (20_900, 20_800))
    view = ended(7, {6: 20_900, 7: 20_800}, split)
    other = next(one.name for one in view.public.seats if one.seat == 6)
    told = f"Pot, no low $417: You $208 and {other} $209, Straight, Ten high"
    assert told in Stage(view).report.words
    even = replace(split, chips=41_600, each=(20_800, 20_800))
    view = ended(7, {6: 20_800, 7: 20_800}, even)
    assert f"Pot, no low $416: You and {other}, $208 each, Straight, Ten high" in (
        Stage(view).report.words
    )


LIGHT = 150  # the mean of a face that is not shaded


def lit(surface, faces, board):
    """Of the board, wherever a card of it lies: which cards are not in the shade."""
    pixels = pygame.surfarray.array3d(surface)
    seen = [(face.card, pixels[face.rect.x : face.rect.right, face.rect.y : face.rect.bottom])
            for face in faces if face.card in board]  # fmt: skip
    return [card for card, face in seen if face.mean() > LIGHT]


@pytest.mark.parametrize("name", ["showdown", "showdown-lost", "showdown-pots"])
def test_of_the_board_only_the_cards_of_the_named_hand_are_lit(name):
    surface, report, screen = shown(name)
    board = screen.state.public.board
    gold = {*winners(screen.state)} & {*board}
    on_felt = [face for face in report.faces if face.rect.size == (96, 134)]
    assert gold < {*board} == {face.card for face in on_felt}
    assert {*lit(surface, on_felt, board)} == gold


@pytest.mark.parametrize("name", ["showdown", "showdown-pots"])
def test_on_the_center_too(name):
    surface, report = center_shown(name)[:2]
    board, gold = CENTERS[name].board, {*winning(CENTERS[name])} & {*CENTERS[name].board}
    assert gold < {*board}
    assert sorted(lit(surface, report.faces, board)) == sorted([*gold] * 3)  # twice at the ends


def test_of_many_pots_only_ones_own_stand_in_gold():
    texts = shown("showdown-pots")[1].texts
    pots = {text.words.split(" $")[0]: text.ink for text in texts if " pot " in text.words}
    assert {pot for pot, ink in pots.items() if ink == GOLD} == {"Side pot 1"}
    assert len(pots) == 3
