"""Who leaves, or is out, sees how his last hand ended; then what became of his chips."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from firmware.money import show as dollars
from firmware.table import commands as c
from firmware.table.config import Spread
from lab.scenes.pictures import centered
from stations.state import SHOWDOWN_MS
from tests.controller.glasses import look, push, sat_down, sit_down, to_act
from tests.controller.test_contest import SHOW
from ui.theme import CENTER


def all_in(whole, glasses) -> None:
    while whole.controller.table.live is None or not all(
        seat.all_in for seat in next(iter(glasses.values())).view.public.seats if seat.down
    ):
        glass = to_act(whole, glasses)
        assert glass is not None
        push(glass)
        look(whole, glasses)


def to_the_end(whole, glasses) -> None:
    for _ in range(60):
        look(whole, glasses)
        if whole.controller.table.this_hand.result is not None:
            return
        whole.advance()
    raise AssertionError("it never ended")


def test_an_all_in_player_who_leaves_sees_the_showdown_and_then_his_slip(make_whole):
    whole, glasses = sat_down(make_whole, 10_000, 10_000, run_twice=False)
    all_in(whole, glasses)
    for glass in glasses.values():
        glass.tap("menu", "tile leave", "leave now")
    to_the_end(whole, glasses)
    won = whole.controller.table.this_hand.result.won
    mine = {n: sum(one.chips for one in won if one.seat == n) for n in glasses}
    for glass in glasses.values():
        told = f"You win {dollars(mine[glass.seat])}" if mine[glass.seat] else " wins "
        assert glass.says(told), glass.words
        assert not glass.says("You left the table")
        assert "sit out" not in glass.screen.report.targets
    for _ in range(10):
        whole.advance()
        look(whole, glasses)
        if whole.controller.table.seats[1].life == whole.controller.table.seats[2].life == "empty":
            break
    winner = next(glass for glass in glasses.values() if mine[glass.seat])
    assert winner.says("You left the table")
    assert winner.says(dollars(mine[winner.seat]))


@pytest.mark.parametrize("breaks", [True, False])
def test_how_a_hand_ended_is_read_before_a_break(make_whole, breaks):
    """Who had lost all read "your chips are kept", and who had won was not told at all."""
    whole, glasses = sat_down(make_whole, 10_000, 10_000, 20_000, run_twice=False)
    all_in(whole, glasses)
    ctl = whole.controller
    if breaks:
        ctl.perform(c.TakeBreak(ctl.now, "floor", "coffee", 600_000))
    to_the_end(whole, glasses)
    if not breaks:
        ctl.perform(c.Pause(ctl.now, "floor", "a dispute"))
        look(whole, glasses)
    title = "Break" if breaks else "Paused"
    won = {one.seat for one in ctl.table.this_hand.result.won}
    for glass in glasses.values():
        assert glass.says("You win $" if glass.seat in won else " wins $")
        assert title in glass.words
        assert not glass.says("chips are kept")
        assert not glass.says("Next hand")
    center = centered(glasses[1].view.public, Surface(CENTER, 0, 32)).report
    assert center.says(" wins $")
    for glass in glasses.values():
        has = ctl.table.seats[glass.seat].chips.stack
        assert glass.screen.next_wake(glass.now) <= glass.now + SHOWDOWN_MS
        glass.now += SHOWDOWN_MS
        glass.look()
        assert glass.says("chips are kept" if has else "Adding chips")


def test_the_last_hand_of_a_closing_table_says_that_it_closes(make_whole):
    """Not "Waiting for players": nobody will come."""
    whole, glasses = sat_down(make_whole, 10_000, 10_000, run_twice=False)
    all_in(whole, glasses)
    ctl = whole.controller
    ctl.perform(c.CloseTable(ctl.now, "floor", "end of the day"))
    to_the_end(whole, glasses)
    for glass in glasses.values():
        assert glass.says("The table closes")
        assert not glass.says("Waiting")
        has = ctl.table.seats[glass.seat].chips.stack
        assert glass.says("Your chips go to your card" if has else "Your seat becomes free")


def test_who_is_out_of_a_tournament_sees_the_showdown_and_then_his_place(make_whole):
    whole = make_whole(82)
    stakes = replace(whole.config.spreads[0].stakes, chip=1)
    spread = Spread("lightning-sit-n-go", stakes, "no-limit")
    show = replace(SHOW, level_ms=3_600_000)
    whole.config = replace(whole.config, spreads=(spread,), tournament=show)
    whole.power_on()
    glasses = sit_down(whole, 1, 2)
    ctl = whole.controller
    ctl.perform(c.StartTournament(ctl.now, "floor", "full"))
    while all(seat.chips.stack for seat in ctl.table.seats[1:3]):
        all_in(whole, glasses)
        to_the_end(whole, glasses)
    for glass in glasses.values():
        assert glass.says(" win")
        assert glass.says("Tournament over")
        assert not glass.says("Waiting")
        assert not glass.says("You finished")
        assert not glass.says("You won the tournament")
    for _ in range(10):
        whole.advance()
        look(whole, glasses)
    for words in ("You won the tournament", "You finished 2nd"):
        assert sorted(glass.says(words) for glass in glasses.values()) == [False, True]
