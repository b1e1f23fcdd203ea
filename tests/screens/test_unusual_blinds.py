"""Chips that lie there before anybody acted: the glass says what they are."""

from firmware.games.poker import commands as p
from firmware.table import commands as c
from lab.scenes.pictures import Step, centered, played
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import everyone, station
from tests.stage import dot
from tests.table.test_extras import holdem, overs


def words(m, seat):
    """On the center, and at this seat."""
    told = centered(everyone(m), dot()).report
    return told, played(station(m, seat), Step(), dot())[0].report


def test_a_bomb_pot_is_called_one_and_has_no_blinds():
    """SB and BB lay before two who had anted like everybody, and nothing said why."""
    page = no_limit(settings={"bomb_pot": True}, bomb_ante=500)
    m = BareTable(page).open(1, 2, 3, 4, button=4).next_hand()
    assert {seat.mark for seat in everyone(m).seats} >= {"SB", "BB"}
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "bomb pot")
    m.next_hand()
    assert {seat.mark for seat in everyone(m).seats} == {""}
    assert all(report.says("Bomb pot $5") for report in words(m, 3))
    m.fold_out()
    assert {seat.mark for seat in everyone(m).seats} == {""}
    m.next_hand()
    assert {seat.mark for seat in everyone(m).seats} >= {"SB", "BB"}
    assert not any(report.says("Bomb pot") for report in words(m, 3))


def test_a_straddle_and_an_over_are_called_by_their_names():
    """They were bare amounts, like a blind of nobody's."""
    m = holdem()
    m.ask(c.ChooseExtra, 4, "straddle")
    m.fold_out().next_hand()
    assert all(report.says("Straddle $8") for report in words(m, 1))
    m = overs()
    m.ask(c.ChooseExtra, 5, "over", 4_000)
    m.fold_out().next_hand()
    assert all(report.says("Over $40") for report in words(m, 2))


def test_who_has_nobody_to_bet_against_is_not_told_that_his_turn_comes():
    """Everybody else was all-in: no turn came, and the cards were out."""
    m = BareTable(no_limit())
    for seat, chips in ((1, 4_000), (2, 4_000), (3, 20_000)):
        m.sit(seat, chips)
    m.order(c.OpenTable)
    m.next_hand()
    while not m.table.play.runs_out:
        offer = m.table.live.offer(m.table.live.queue[0])
        most = offer.raise_to.most if offer.raise_to and offer.seat != 3 else 0
        m.move(p.Raise(offer.seat, most) if most else p.Call(offer.seat))
    report = words(m, 3)[1]
    assert report.says("Everybody else is all-in")
    assert not report.says("Your turn comes")
