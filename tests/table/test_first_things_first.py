"""Between two hands: what is due at once is done in its order, and nothing that waits holds up what
comes before it."""

import pytest
from msgspec.structs import replace

from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import rabbit_open, voters, wants
from firmware.table.evolve import evolve
from firmware.table.state import balance, new_table
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.fuzz import SHOW
from tests.table.ruling import AJ, DELTA, free

MINUTE = 60_000


def over(house=AJ, seats=(1, 2, 3, 4), **changes) -> BareTable:
    """The first hand is over, the next has not begun."""
    page = replace(config(house, schedule="", spreads=free(house)), **changes)
    return BareTable(page).open(*seats, button=seats[0]).next_hand().fold_out()


def proposed() -> BareTable:
    m = over(DELTA)
    dearer = config(DELTA, schedule="", spreads=free(DELTA), bomb_ante=100)
    m.order(c.ChangeGame, dearer)
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "stakes")
    return m


def wished() -> BareTable:
    m = over()
    m.ask(c.AskSeat, 2, 8)
    return m


def on_break() -> BareTable:
    m = over()
    m.order(c.TakeBreak, 1)
    m.now += 1
    return m


@pytest.mark.parametrize("waiting", [over, proposed, wished, on_break])
def test_who_leaves_is_paid_before_anything_else(waiting):
    m = waiting()
    m.order(c.CashIn, 4)
    assert wants(m.table).tick_at == m.now
    (first,) = m.ask(c.Tick)
    assert (type(first), first.seat) == (e.CashedOut, 4)


@pytest.mark.parametrize(
    ("waiting", "first"), [(wished, e.Moved), (on_break, e.BreakEnded), (proposed, e.GameChanged)]
)
def test_then_it_is_their_turn(waiting, first):
    m = waiting()
    if waiting is proposed:
        assert not any(isinstance(x, first) for x in m.ask(c.Tick))  # one yes is missing
        m.ask(c.Propose, 4, "stakes")
    assert first in map(type, m.ask(c.Tick))


def test_a_closing_table_pays_everybody_and_lets_nobody_wait():
    m = over()
    m.order(c.Reserve, 6, "x", "x")
    m.ask(c.SwipeCard, 7, "y", "y")
    m.order(c.CloseTable)
    m.now = m.table.pace.next_hand_at  # who was in the hand to its end has seen it
    done = []
    while events := m.ask(c.Tick):
        done += events
    kinds = [(type(x), getattr(x, "seat", 0)) for x in done]
    paid = [(e.CashedOut, seat) for seat in (1, 2, 3, 4)]
    assert kinds == [*paid, (e.SeatReleased, 6), (e.EntryCancelled, 7), (e.Closed, 0)]


def test_a_seat_whose_chips_are_on_their_way_is_neither_broke_nor_closed():
    m = over()
    m.table.books.bought_in -= m.table.seats[4].chips.stack
    m.table.seats[4].chips.stack = 0
    m.ask(c.BuyIn, 4, 2_000)
    m.now = m.table.pace.next_hand_at
    m.shuffle()
    m.ask(c.Tick)
    assert m.table.seats[4].life == "playing"
    m.order(c.CashIn, 4)
    m.fold_out()
    assert not any(isinstance(x, e.CashedOut) for x in m.events)
    m.bank()
    (paid,) = (x for x in m.ask(c.Tick) if isinstance(x, e.CashedOut))
    assert (paid.seat, paid.chips) == (4, 2_000)


@pytest.mark.parametrize(("what", "kind"), [("broke", "broke"), ("next hand", "sit out")])
def test_who_is_not_dealt_in_is_away_before_the_hand(what, kind):
    m = over()
    if what == "broke":
        m.table.books.bought_in -= m.table.seats[4].chips.stack
        m.table.seats[4].chips.stack = 0
    else:
        m.ask(c.SitOut, 4, what)
    (gone,) = m.ask(c.Tick)
    assert (type(gone), gone.seat, gone.kind) == (e.WentAway, 4, kind)


def test_the_big_blind_comes_to_who_sits_out_then():
    m = over()  # the blinds were 2 and 3
    m.ask(c.SitOut, 4, "next big blind")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert (m.table.seats[4].life, began.big) == ("away", (1,))


# Votes


def test_nobody_is_asked_where_nothing_is_proposed():
    m = over(DELTA)
    assert voters(m.table, "stakes") == []
    assert voters(m.table, "run it twice") == []
    assert voters(m.table, "chop") == []
    assert voters(m.table, "kill") == []
    assert voters(m.table, "straddle") == [1, 2, 3, 4]
    assert voters(proposed().table, "stakes") == [1, 2, 3, 4]


def test_cards_that_did_not_come_are_asked_for_once_and_where_the_house_has_it():
    m = over()
    assert (voters(m.table, "rabbit"), rabbit_open(m.table)) == ([2, 3, 4, 1], False)
    m = over(settings={"rabbit": True})
    assert rabbit_open(m.table)
    m.ask(c.Propose, 1, "rabbit", False)
    assert not rabbit_open(m.table)
    m = over(settings={"rabbit": True})
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "rabbit")
    assert len(wants(m.table).rabbit) >= 5
    m.step()
    assert (len(m.table.this_hand.result.rabbit), rabbit_open(m.table)) == (5, False)
    assert not wants(m.table).rabbit


# What older journals left unsaid


def test_a_fee_within_an_older_buy_in_is_the_house_s():
    """Before entries said their fee (`entry_fee`), it was in the buy-in's own."""
    table = new_table(no_limit(tournament=SHOW))
    for event in (
        e.CardSwiped(1, 5, "x", "x"),
        e.PinAccepted(1, 5, 50_000),
        e.EntryApproved(1, 5, "house", "x"),
        e.BuyInAsked(1, 5, "x", "t1-1", SHOW.entry, SHOW.fee),
        e.BoughtIn(1, 5, "t1-1", SHOW.entry, SHOW.fee),
    ):
        evolve(table, event)
    assert (table.books.bought_in, table.books.fees) == (SHOW.entry + SHOW.fee, SHOW.fee)
    assert table.seats[5].person.balance == 50_000 - SHOW.entry - SHOW.fee
    assert table.seats[5].chips.stack == SHOW.chips
    here, should = balance(table)
    assert here == should


def test_who_left_before_a_contest_began_is_remembered_nowhere():
    m = BareTable(no_limit(tournament=SHOW))
    m.sit(5, SHOW.entry)
    m.ask(c.Leave, 5)
    assert m.table.people.departed == {}
    assert BareTable(config()).table.people.departed == {}


@pytest.mark.parametrize(("missed", "keeps"), [(True, True), (False, False)])
def test_a_debt_is_remembered_with_who_left(missed, keeps):
    m = over()
    m.table.seats[4].blinds.missed = missed
    m.ask(c.Leave, 4)
    left = m.table.people.departed["p4"]
    assert (left.missed, left.at) == (keeps, m.now)


def test_a_no_changes_its_own_question_and_no_other():
    m = proposed()
    m.table.config = replace(m.table.config, settings={"straddle": True}, rulebook=None).posted
    m.table.pace.deal_at = 123
    m.ask(c.Propose, 1, "straddle")
    m.ask(c.Propose, 4, "straddle", False)
    assert m.table.consent.votes == {"stakes": [1, 2, 3], "straddle": []}
    assert (m.table.consent.vetoed, m.table.pace.deal_at) == (["straddle"], 123)
    assert m.table.consent.proposed is not None
    m.ask(c.Propose, 4, "stakes", False)
    assert (m.table.consent.proposed, m.table.consent.votes["stakes"]) == (None, [])


def test_a_proposal_of_the_floor_is_asked_for_longer_than_a_hand():
    """002 L124: its votes stay until everybody has answered; other questions are asked anew."""
    m = proposed()
    m.table.consent.votes |= {"straddle": [1], "chop": [2]}
    m.next_hand()
    assert m.table.consent.votes == {"stakes": [1, 2, 3], "chop": [2]}
    m.fold_out()
    m.ask(c.Propose, 4, "stakes", False)
    m.table.consent.votes |= {"straddle": [1], "chop": [2]}
    m.next_hand()
    assert m.table.consent.votes == {"chop": [2]}


def test_who_left_is_remembered_as_long_as_the_house_says_and_no_longer():
    m = BareTable(config()).open(1, 2, 3, 4)
    keep, known = m.table.config.ways.return_ms, []
    for seat, later in ((1, 0), (2, keep - 1), (3, 1)):
        m.now += later
        m.ask(c.Leave, seat)
        m.bank()
        known.append({*m.table.people.departed})
    assert known == [{"p1"}, {"p1", "p2"}, {"p2", "p3"}]
