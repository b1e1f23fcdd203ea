"""What a player may do has its button: each of these was a rule that no touch could reach."""

from firmware.machine import device_faults
from firmware.table import commands as c
from tests.controller.glasses import Glass, look, sit_down, until


def in_play(make_whole, *seats: int, **settings):
    whole = make_whole(**settings)
    whole.power_on()
    glasses = sit_down(whole, *seats)
    until(whole, glasses, lambda: whole.controller.table.this_hand.number >= 2)
    return whole, glasses


def at(whole, seat: int):
    return whole.controller.table.seats[seat]


def has_missed(make_whole):
    """Seat 3 sits out until both blinds have passed him, and comes back."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    glasses[3].tap("menu", "tile sit out")
    until(whole, glasses, lambda: at(whole, 3).blinds.missed)
    glasses[3].tap("back in")
    look(whole, glasses)
    return whole, glasses


def test_R30_a_returning_player_posts_his_missed_blinds_by_touch(make_whole):
    """000 L1855: both blinds, the small one dead."""
    whole, glasses = has_missed(make_whole)
    assert glasses[3].says("Post $3")
    glasses[3].tap("enter post")
    assert at(whole, 3).blinds.entry == "post"
    assert glasses[3].view.entry == "post"
    until(whole, glasses, lambda: whole.controller.table.in_hand(3))
    assert not at(whole, 3).blinds.missed


def test_R28_a_newcomer_lets_the_blind_pass_by_touch(make_whole):
    """000 L1844."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    late = glasses[8] = Glass(whole, 8)
    late.sit_down()
    look(whole, glasses)
    late.tap("enter pass")
    until(whole, glasses, lambda: at(whole, 8).blinds.passes == 1)


def test_R31_a_mover_posts_by_touch(make_whole):
    """000 L1858."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    glasses[9] = Glass(whole, 9)
    glasses[3].tap("menu", "tile seats", "seat 9")
    until(whole, glasses, lambda: glasses[9].says("Post $2"))
    glasses[9].tap("enter post")
    assert at(whole, 9).blinds.entry == "post"


def test_L311_the_button_is_bought_by_touch(make_whole):
    """002 L311, where the house sells it."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, buy_button=True)
    late = glasses[8] = Glass(whole, 8)
    late.sit_down()
    look(whole, glasses)
    assert late.says("Buy button $3")
    late.tap("enter buy the button")
    assert at(whole, 8).blinds.entry == "buy the button"


def test_R31d_the_queue_for_a_seat_by_touch(make_whole):
    """000 L1861: by the order players requested a change."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    glasses[2].tap("menu", "tile seats", "seat 1")
    glasses[3].tap("menu", "tile seats", "seat 1")
    glasses[3].tap("menu")
    assert glasses[3].says("You asked for seat 1: number 2 in line")
    glasses[3].tap("menu")
    whole.controller.perform(c.CashIn(whole.controller.now, "floor", "because", 1))
    until(whole, glasses, lambda: at(whole, 1).person.name == "Dutch")
    glasses[3].tap("menu", "tile seats", "seat 1")
    assert not whole.controller.table.people.wishes


def test_R16_thirty_minutes_for_a_meal_by_touch(make_whole):
    """000 L1824: and the floor is told."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    log = []
    whole.controller.listeners.recorded = lambda told: log.append(device_faults.log_line(told))
    until(whole, glasses, lambda: whole.controller.table.live is None)
    glasses[3].tap("menu", "tile lobby", "meal")
    seat = at(whole, 3)
    assert (seat.absence.kind, seat.until - whole.now) == ("meal", 30 * 60_000)
    assert "MEAL: Seat 3 is away for a meal or for money." in log


def test_R16_a_seat_is_called_after_a_power_cut_before_it_is_lost(make_whole):
    """000 L1824: the clock of the wall went on for an hour, and nobody could come back. He is
    called when what he had left of his time is nearly over."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    until(whole, glasses, lambda: whole.controller.table.live is None)
    glasses[3].tap("menu", "tile lobby", "lobby now")
    left = at(whole, 3).until - whole.now
    whole.power_off()
    whole.now += 3_600_000
    whole.power_on()
    whole.settle()
    seat = at(whole, 3)
    assert (seat.life, seat.absence.warned, seat.until) == ("away", False, whole.now + left)
    whole.now += left - 120_000
    whole.settle()
    seat = at(whole, 3)
    assert (seat.life, seat.absence.warned, seat.until) == ("away", True, whole.now + 120_000)
