"""A banked game at the table: the same interface, end to end (000 L2386, L2898)."""

import pytest
from msgspec.structs import replace

from firmware.games.banked.commands import Choose, PassBank, TakeBank, Wager
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.asking import asked
from firmware.table.beginning import _bank_order
from firmware.table.config import Spread
from firmware.table.evolve import in_hand
from firmware.table.state import balance
from lab.simulation.banked_rows import BankedRow
from lab.simulation.bare_table import BareTable, config
from lab.simulation.evening import Evening
from tests.screens.seen import everyone, station

ANTE = (("ante", 500),)


def page():
    stakes = replace(config().spreads[0].stakes, small=500, big=0, blinds=())
    spread = Spread("three-card-poker", stakes, buy_in=(10_000, 0), fees=(1,))
    return config(spreads=(spread,), schedule="")


def machine() -> BareTable:
    m = BareTable(page())
    m.open(2, 5, 8, chips=50_000)
    return m.next_hand()


def play_round(m, bank: int) -> None:
    while (hand := m.table.live) is not None:
        if hand.due == "bank":
            seat = hand.queue[0]
            m.move(TakeBank(seat, 5_000) if seat == bank else PassBank(seat))
        elif hand.due == "wager":
            m.move(Wager(hand.queue[0], ANTE))
        elif hand.due == "choose":
            m.move(Choose(hand.queue[0], "play", 500))
        else:
            m.settle()


def test_a_round_end_to_end():
    m = machine()
    play_round(m, m.table.play.queue[0])
    here, should = balance(m.table)
    assert here == should
    assert m.table.books.fees == 500  # two antes of $5 pay a dollar each, the bank three
    assert m.replay() == m.table


def test_the_bank_is_offered_clockwise_and_held_twice_at_most():
    m = machine()
    holders = []
    for _ in range(6):
        first = m.table.play.queue[0]
        play_round(m, first)
        holders.append(first)
        m.next_hand()
    assert holders[0] == holders[1] != holders[2] == holders[3] != holders[4] == holders[5]
    assert {holders[0], holders[2], holders[4]} == {2, 5, 8}


def test_wagers_are_made_at_the_same_time_under_one_decision():
    m = machine()
    first = m.table.play.queue[0]
    m.move(TakeBank(first, 5_000))
    decision = m.table.decision
    others = [seat for seat in (2, 5, 8) if seat != first]
    for seat in others:
        ante = station(m, seat).ask.circles[0]
        assert (ante.name, ante.least, ante.most) == ("ante", 500, 20000)
    for seat in reversed(others):
        m.do(c.Play(m.now, decision, Wager(seat, ANTE)))
    m.settle()
    assert m.table.play.due == "choose"


def test_who_has_wagered_may_change_it_while_others_are_asked():
    m = machine()
    m.move(TakeBank(m.table.play.queue[0], 5_000))
    first, second = m.table.play.queue
    m.move(Wager(first, ANTE))
    table = m.table
    assert (asked(table, first), asked(table, second)) == (0, table.decision)
    assert [station(m, seat).ask.decision for seat in (first, second)] == [table.decision] * 2


def test_the_public_view_shows_the_bank_and_no_card_before_the_end():
    m = machine()
    bank = m.table.play.queue[0]
    m.move(TakeBank(bank, 5_000))
    for seat in [s for s in (2, 5, 8) if s != bank]:
        m.move(Wager(seat, ANTE))
    view = everyone(m)
    assert [x.seat for x in view.seats if x.mark == "B"] == [bank]
    assert all(x.shown == () for x in view.seats)
    assert len(station(m, 2).hole) == 3
    for seat in list(m.table.play.queue):
        m.move(Choose(seat, "fold"))
    assert everyone(m).seats[bank - 1].shown


def test_a_sleeping_seat_wagers_nothing():
    m = machine()
    bank = m.table.play.queue[0]
    m.move(TakeBank(bank, 5_000))
    awake, sleeper = [s for s in (2, 5, 8) if s != bank]
    m.move(Wager(awake, ANTE))
    while m.table.play.due == "wager":
        m.wait()
        m.step()
    assert m.table.play.bets[sleeper] == {}


def test_a_newcomer_buys_in_while_a_round_is_played():
    """He has no chips yet, and is not all-in."""
    m = machine()
    m.sit(4)
    assert (m.table.seats[4].life, m.table.seats[4].chips.stack) == ("playing", 10_000)


def test_the_floor_may_void_a_round():
    m = machine()
    bank = m.table.play.queue[0]
    m.move(TakeBank(bank, 5_000))
    m.order(c.VoidHand)
    assert all(m.table.seats[s].chips.stack == 50_000 for s in (2, 5, 8))


def test_in_simulation():
    evening = Evening(replace(page(), seats=8), seed=3, restless=0)
    report = evening.run(1, chips=50_000)
    assert report.hands > 50
    assert report.fees > 0
    ends = [x for x in evening.m.events if isinstance(x, e.InHand)]
    assert ends
    assert evening.m.replay() == evening.m.table


def test_who_folds_does_not_see_his_cards_any_more():
    m = machine()
    m.move(TakeBank(m.table.play.queue[0], 5_000))
    for seat in list(m.table.play.queue):
        m.move(Wager(seat, ANTE))
    m.step()
    seat = m.table.play.queue[0]
    assert station(m, seat).hole
    m.move(Choose(seat, "fold"))
    assert m.table.live
    assert station(m, seat).hole == ()


def test_a_round_that_nobody_banks_says_itself_when_the_next_one_begins(monkeypatch):
    """Deriving it is for journals of versions whose events did not say so."""

    def derived(*_):
        raise AssertionError("an event of today was taken for one from before")

    monkeypatch.setattr(in_hand, "before_ends_said_it", derived)
    m = machine()
    while m.table.play.due == "bank":
        m.move(PassBank(m.table.play.queue[0]))
    assert not m.table.live
    assert m.table.pace.next_hand_at > m.now


def bank_round(m, bank: int, *bettors: int) -> tuple[int, ...]:
    """Who is offered the bank; then `bank` takes it, and `bettors` bet."""
    offers = tuple(m.table.play.queue)
    while (hand := m.table.live) is not None:
        seat = hand.queue[0] if hand.queue else 0
        if hand.due == "bank":
            m.move(TakeBank(seat, 5_000) if seat == bank else PassBank(seat))
        elif hand.due == "wager":
            m.move(Wager(seat, ANTE if seat in bettors else ()))
        elif hand.due == "choose":
            m.move(Choose(seat, "play", 500))
        else:
            m.settle()
    return offers


def test_who_bet_in_the_last_round_is_offered_the_bank_and_then_who_is_new():
    """002 L1427: at Delta Downtown; 003 L526 and others at Hawaiian Gardens."""
    m = BareTable(BankedRow("delta-downtown", "three-card-poker").page)
    m.open(2, 4, 5, 7, chips=50_000)
    first, second, *others = m.next_hand().table.play.queue
    assert len(others) == 2, "nobody has bet: everybody is asked"
    bank_round(m, first, second)
    m.sit(1, 50_000)
    assert bank_round(m.next_hand(), first, others[0]) == (first, second, 1)
    assert bank_round(m.next_hand(), others[0], 1) == (others[0],)
    assert m.replay() == m.table


def test_after_a_round_without_bets_everybody_is_offered_the_bank():
    m = BareTable(BankedRow("delta-downtown", "three-card-poker").page)
    m.open(2, 4, 5, chips=50_000)
    bank_round(m.next_hand(), 0)
    assert len(m.next_hand().table.play.queue) == 3


@pytest.mark.parametrize(
    ("ready", "last", "order"),
    [
        ([2, 5, 7], 5, [2, 7]),  # to the right of who held it
        ([2, 3, 5, 7], 2, [7, 5, 3]),
        ([2, 5, 7], 6, [5, 2, 7]),  # he has left
    ],
)
def test_L1172_the_bank_goes_to_the_right_where_the_filing_says_so(ready, last, order):
    """000 L1172; also from the place of who has left with it."""
    m = BareTable(page())
    m.open(2, 3, 5, 7, chips=50_000)
    law = replace(m.table.config.law(0).page, bank_counterclockwise=True)
    m.table.banker.seat, m.table.banker.hands = last, law.bank_hands
    offered = _bank_order(m.table, law, ready)
    assert [seat for seat in offered if seat != last] == order
    assert offered[-1:] == ([last] if last in ready else order[-1:])
    clockwise = _bank_order(m.table, replace(law, bank_counterclockwise=False), ready)
    assert clockwise[:1] != offered[:1]


def test_who_held_it_holds_it_once_more_and_then_is_the_last():
    m = BareTable(page())
    m.open(2, 3, 5, chips=50_000)
    law = m.table.config.law(0).page
    m.table.banker.seat = 3
    for hands, order in ((law.bank_hands - 1, [3, 5, 2]), (law.bank_hands, [5, 2, 3])):
        m.table.banker.hands = hands
        assert _bank_order(m.table, law, [2, 3, 5]) == order
    assert _bank_order(m.table, replace(law, breaks=True), [2, 3, 5]) == [5, 2]
    assert _bank_order(m.table, replace(law, breaks=True), [3]) == [3]
