"""A player looks at a past hand again, step by step, on his own glass: what everyone saw."""

import pytest

from firmware.screens import protocol as g
from firmware.screens.sending import changed
from tests.controller.glasses import look, sit_down, until
from tests.controller.test_kept import again
from tests.controller.test_proof import BAUD_BYTES, hand_over
from tests.screens.privacy import cards_in


@pytest.fixture
def folded(make_whole):
    """Seat 3 folds the first hand, the others go to its end; then a second is over."""
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    until(whole, glasses, lambda: glasses[3].screen.state.turn is not None)
    hidden = set(glasses[3].view.hole)
    fold = "fold" if "fold" in glasses[3].screen.report.targets else "call"
    glasses[3].tap(fold)
    if glasses[3].says("Fold anyway"):
        glasses[3].tap("fold anyway")
    until(whole, glasses, hand_over(whole, 2))
    return whole, glasses, hidden


def test_a_hand_again_from_its_blinds_to_who_won_it_without_the_cards_that_nobody_saw(folded):
    _whole, glasses, hidden = folded
    other = glasses[1]
    other.tap("menu", "tile history", "past 1")
    told = other.view.replay
    assert {one.public.hand for one in told} == {1}
    assert told[0].words.startswith("Posted $")
    assert "folds" in " ".join(one.words for one in told)
    assert " wins $" in told[-1].words
    assert told[-1].public.board
    assert len(hidden) == 2
    assert not cards_in(told) & hidden
    assert not any(seat.shown for one in told[:-1] for seat in one.public.seats)
    glasses[3].tap("menu", "tile history", "past 1")  # to his own glass they come apart
    assert set(glasses[3].screen.state.log.own_receipts.cards(1)) == hidden
    assert glasses[3].view.replay == told


def test_the_fold_that_ends_a_hand_is_a_step_before_the_win(make_whole):
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)

    def acts() -> bool:
        return any(one.screen.state.turn is not None for one in glasses.values())

    folded = []
    for _ in range(2):
        until(whole, glasses, acts)
        seat = next(n for n, one in glasses.items() if one.screen.state.turn is not None)
        glasses[seat].tap("fold")
        folded.append(seat)
    until(whole, glasses, hand_over(whole, 2))
    glasses[1].tap("menu", "tile history", "past 1")
    *_, first, last, won = glasses[1].view.replay
    names = [first.public.name(seat) for seat in folded]
    assert [first.words, last.words] == [f"{name} folds" for name in names]
    assert " wins $" in won.words
    assert last.public.result is None
    lying = {seat.seat: (seat.life, seat.did, seat.down) for seat in last.public.seats}
    assert [lying[seat] for seat in folded] == [("folded", "fold", 0)] * 2
    assert sum(seat.bet for seat in last.public.seats) == 300  # the blinds are not won yet


def test_it_is_on_the_wire_only_while_it_is_looked_at_and_short(folded):
    _whole, glasses, _ = folded
    station = glasses[2]
    before = station.view
    assert before.replay == ()
    station.tap("menu", "tile history")
    assert len(changed(1, before, station.view).own) < BAUD_BYTES / 2  # half a second
    station.tap("page back")
    assert station.sent[-1] == g.Close("history", sitting=station.view.sitting)
    assert station.view.replay == ()


def test_only_hands_of_ones_own_sitting(folded):
    whole, glasses, _ = folded
    whole.touch(1, g.Open("history", 99))
    look(whole, glasses)
    assert glasses[1].view.replay == ()


def test_after_a_power_cut_the_words_are_left(folded):
    whole, glasses, _ = folded
    again(whole, glasses)
    glasses[1].tap("menu", "tile history")
    assert glasses[1].view.replay == ()
    assert glasses[1].says("only the words are left")
    assert glasses[1].view.past[0].lines
