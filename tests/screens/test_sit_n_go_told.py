"""A sit-n-go on the glass: nobody is invited to what he would be refused, or told of a next hand
that is not his."""

import pytest
from pygame import Surface

from firmware.errors import Refused
from firmware.games.poker import commands as p
from firmware.table import commands as c
from lab.scenes.pictures import Step, centered, played
from lab.simulation.bare_table import BareTable
from lab.simulation.matrix import rows
from tests.screens.seen import everyone, station
from ui.theme import CENTER, STATION

PAGE = next(row.page for row in rows("artichoke-joes") if row.page.tournament)


def entered(count) -> BareTable:
    m = BareTable(PAGE, 4)
    for seat in range(1, count + 1):
        m.sit(seat, PAGE.tournament.entry)
    return m


def seen(m, seat):
    return played(station(m, seat), Step(), Surface(STATION, 0, 32))[0].report


def one_is_out():
    """Two go all-in, until one of them has lost; at the end of that hand."""
    m = entered(PAGE.entrants)
    while True:
        m.next_hand()
        while (hand := m.table.live) is not None:
            if hand.due == "act":
                offer = hand.offer(hand.queue[0])
                most = offer.raise_to and offer.raise_to.most
                plays = p.Raise(offer.seat, most) if most else p.Call(offer.seat)
                m.move(plays if offer.seat < 3 else p.Fold(offer.seat))
            elif not m.step():
                m.wait()
        if not all(one.chips.stack for one in m.table.seats[1:3]):
            return m, next(one.number for one in m.table.seats[1:3] if not one.chips.stack)


def test_a_table_that_waits_for_entrants_is_not_closed():
    """It begins by itself, and read "This table is closed" over "Swipe to sit"."""
    report = centered(everyone(entered(PAGE.entrants - 2)), Surface(CENTER, 0, 32)).report
    assert report.says("Waiting for two more players")
    assert not report.says("closed")


def test_nobody_is_invited_to_a_tournament_that_has_begun():
    m = entered(PAGE.entrants)
    free = PAGE.entrants + 1
    assert seen(m, free).says("to sit down")
    m.next_hand()
    with pytest.raises(Refused, match="has begun"):
        m.ask(c.SwipeCard, free, "late", "late")
    report = seen(m, free)
    assert report.says("A tournament")
    assert not report.says("to sit down")


def test_who_is_out_has_no_next_hand():
    m, out = one_is_out()
    report = seen(m, out)
    assert report.says("You are out")
    assert not report.says("Next hand")
    plays = next(one.number for one in m.table.seats[1:] if one.chips.stack)
    assert seen(m, plays).says("Next hand")


def test_cards_on_their_way_are_not_no_cards():
    m = entered(PAGE.entrants)
    while m.table.live is None:
        if not m.step():
            m.wait()
    assert not station(m, 1).hole
    assert seen(m, 1).says("Cards come here")
    assert not seen(m, 1).says("No cards this hand")
