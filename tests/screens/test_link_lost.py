"""Who is not dealt in, or is folded, because his seat had no link, reads that when it is back."""

from firmware.games.poker import commands as p
from firmware.table import commands as c
from lab.scenes.pictures import Step, played
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import station
from tests.stage import dot


def three_play():
    return BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()


def reads(m, seat):
    return played(station(m, seat), Step(), dot())[0].report


def goes_on(m, until):
    for _ in range(40):
        if until():
            return
        if not m.step():
            m.wait()
    raise AssertionError("it never happened")


def test_a_link_that_goes_on_ones_turn_is_named():
    m = three_play()
    seat = m.table.live.queue[0]
    m.ask(c.LoseLink, seat)
    goes_on(m, lambda: m.table.seats[seat].absence.late)
    m.ask(c.RegainLink, seat)
    assert station(m, seat).why == "This seat lost its link in hand #1: your hand was folded"
    m.fold_out()
    goes_on(m, lambda: m.table.seats[seat].life == "away")
    m.next_hand()
    m.now += 60_000
    assert reads(m, seat).says("in hand #1: your hand was folded, ")


def test_a_link_that_was_there_all_the_time_is_not_named():
    m = three_play()
    seat = m.table.live.queue[0]
    m.ask(c.LoseLink, seat)
    m.now += 400
    m.ask(c.RegainLink, seat)
    goes_on(m, lambda: m.table.seats[seat].absence.late)
    assert station(m, seat).why == "Your time ran out in hand #1: your hand was folded"


def between_two_hands():
    m = three_play().fold_out()
    m.ask(c.LoseLink, 2)
    goes_on(m, lambda: m.table.seats[2].life == "away")
    return m


def test_a_moment_without_a_link_between_two_hands_is_told():
    m = between_two_hands()
    m.now += 1_600
    m.ask(c.RegainLink, 2)
    assert station(m, 2).why == "This seat lost its link for a moment"
    m.next_hand()  # long enough to be read
    assert station(m, 2).why == "This seat lost its link for a moment"
    m.fold_out().next_hand()
    assert station(m, 2).why == ""


def test_a_missed_hand_is_told_with_its_reason():
    m = between_two_hands().next_hand()
    assert station(m, 2).why == "This seat lost its link"
    m.ask(c.RegainLink, 2)
    assert station(m, 2).why == "This seat lost its link: you missed hand #2"
    assert reads(m, 2).says("This seat lost its link: you missed hand #2.")
    m.move(p.Fold(m.table.live.queue[0]))
    m.fold_out().next_hand().fold_out().next_hand()
    assert station(m, 2).why == ""
