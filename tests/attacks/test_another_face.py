"""A controller that seals one card and draws another. The log is whole, every signature fits: but
the station remembers what it was given to draw, and says so, on its glass and at the table."""

import pytest
from msgspec.structs import replace

from firmware.controller.faults import DOUBTS
from firmware.screens import protocol as g
from lab.simulation.any_game import page_of
from lab.simulation.company import company, play
from lab.simulation.view_bots import any_game
from tests.controller.glasses import look, sit_down, until


def other_board(view: g.View) -> g.View:
    board = tuple((card + 1) % 52 for card in view.public.board)
    return replace(view, public=replace(view.public, board=board))


def other_own(view: g.View) -> g.View:
    return replace(view, hole=tuple((card + 1) % 52 for card in view.hole))


def one_card_more(view: g.View) -> g.View:
    more = () if not view.hole else ((view.hole[0] + 5) % 52,)
    return replace(view, hole=(*view.hole, *more))


def other_winner(view: g.View) -> g.View:
    seats = tuple(
        replace(seat, shown=tuple((card + 1) % 52 for card in seat.shown))
        if seat.seat != view.seat
        else seat
        for seat in view.public.seats
    )
    return replace(view, public=replace(view.public, seats=seats))


def lies(whole, seat: int, change) -> None:
    link = whole.links[seat]
    pop = link.pop

    def popped():
        body = pop()
        return None if body is None else g.pack(change(g.view(body)))

    link.pop = popped


TRICKS = {
    "The board on this glass": other_board,
    "Your cards in the log": other_own,
    "More cards lay before you": one_card_more,
    "showed other cards": other_winner,
}


@pytest.mark.parametrize("words", TRICKS)
def test_what_lay_on_the_glass_is_not_what_the_log_says(make_whole, words):
    whole = make_whole(63)
    ctl = whole.power_on()
    for seat in (1, 2, 3):
        lies(whole, seat, TRICKS[words])
    glasses = sit_down(whole, 1, 2, 3)
    until(whole, glasses, lambda: any(name.startswith(DOUBTS) for name in ctl.folds.faults.open))
    look(whole, glasses)
    doubting = [glass for glass in glasses.values() if glass.screen.state.log.fault]
    assert doubting
    glass = doubting[0]
    assert words in glass.screen.state.log.fault
    fault = ctl.folds.faults.open[f"{DOUBTS} seat {glass.seat}"]
    assert words in str(fault)
    assert "auditor" in str(fault)
    assert glass.says("A deal does not check")
    sealed = len([one for one in glass.sent if isinstance(one, g.SealShare)])
    for _ in range(40):
        whole.advance()
        look(whole, glasses)
    assert len([one for one in glass.sent if isinstance(one, g.SealShare)]) == sealed
    glass.tap("menu", "tile proof")
    assert glass.says("This station checked, and it does not hold")


def test_an_honest_evening_is_doubted_by_nobody(make_whole):
    whole = make_whole(63)
    ctl = whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    until(whole, glasses, lambda: ctl.table.this_hand.number >= 4)
    assert ctl.folds.faults.open == {}
    assert not any(glass.screen.state.log.fault for glass in glasses.values())


def test_a_receipt_that_does_not_fit_the_glass_is_found_when_it_is_read(make_whole):
    """Own folded cards are in no log; they are in the receipt."""
    whole = make_whole(64)
    ctl = whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    until(whole, glasses, lambda: glasses[1].screen.state.turn and ctl.deal.playing)
    sight = glasses[1].screen.state.log.sight(ctl.table.this_hand.number)
    sight.own = {(card + 1) % 52 for card in sight.own}  # as if these had lain there
    glasses[1].tap("fold")
    until(whole, glasses, lambda: ctl.table.live is None)
    look(whole, glasses)
    assert not glasses[1].screen.state.log.fault
    glasses[1].tap("menu", "tile proof")
    look(whole, glasses)
    assert "Your cards in the log" in glasses[1].screen.state.log.fault
    assert f"{DOUBTS} seat 1" in ctl.folds.faults.open


@pytest.mark.parametrize("game", ["mexican-poker", "caribbean-stud", "lightning-sit-n-go"])
def test_rolled_cards_a_banks_cards_and_a_tournament_are_doubted_by_nobody(make_whole, game):
    whole = make_whole(3)
    whole.config = page_of(game)
    ctl = whole.power_on()
    players = company(whole, any_game())
    play(whole, players, lambda: ctl.table.this_hand.number >= 3)
    assert ctl.table.this_hand.number >= 3
    assert [log.fault for log in whole.logs.values() if log.fault] == []
