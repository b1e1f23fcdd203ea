"""Between the last bet and what follows it: everybody sees the chips go in."""

from firmware.games.poker.commands import Call, Fold
from firmware.games.poker.events import Called
from firmware.table import commands as c
from firmware.table.engine import wants
from lab.simulation.bare_table import BareTable, no_limit


def heads_up(**settings) -> BareTable:
    return BareTable(no_limit(settings=settings)).open(1, 2, button=1).next_hand()


def act(m, move) -> None:
    m.do(c.Play(m.now, m.table.decision, move(m.table.play.queue[0])))


def test_the_flop_waits_until_the_last_chips_are_in():
    m = heads_up(gather_ms=250)
    act(m, Call)
    act(m, Call)
    want = wants(m.table)
    assert (want.cards > 0, want.deal_at) == (True, m.now + 250)


def test_the_showdown_waits_until_the_last_chips_are_in():
    m = heads_up(gather_ms=250)
    while len(m.table.play.board) < 5 or len(m.table.play.queue) == 2:
        m.move(Call(m.table.play.queue[0]))
    act(m, Call)
    assert m.table.play.due == "settle"
    assert wants(m.table).tick_at == m.now + 250
    assert m.ask(c.Tick) == [], "too early: nothing happens"
    m.now += 250
    assert m.ask(c.Tick)
    assert m.table.this_hand.result.shown


def test_a_pot_that_nobody_wants_is_given_at_once():
    m = heads_up(gather_ms=250)
    act(m, Fold)
    assert wants(m.table).tick_at <= m.now


def test_what_each_seat_did_last_stays_until_the_next_street_begins():
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    for seat in (1, 2):
        m.move(Call(seat))
    assert m.table.this_hand.last[1:3] == [Called(1, 200), Called(2, 100)]
    m.move(Call(3))
    while not m.table.live.board:
        m.wait()
    assert m.table.this_hand.last == [None] * len(m.table.seats)
