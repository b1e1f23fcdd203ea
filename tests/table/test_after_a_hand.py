"""Who is told what of a hand that is over: who still sits there, who showed, who was beaten."""

import pytest

from firmware.games.play import live_seats
from firmware.games.poker.commands import Call, Fold
from firmware.table import commands as c
from firmware.table import engine as t
from firmware.table.fee import Fee
from firmware.table.jackpot import Jackpot
from firmware.table.leaving import looks_on
from firmware.table.receipt import Line, Receipt, Recorder
from lab.simulation.bare_table import BareTable, config
from tests.table.ruling import free


def playing(**changes) -> BareTable:
    page = config(schedule="", spreads=free(), **changes)
    return BareTable(page).open(1, 2, 3, 4, button=1).next_hand()


def showdown() -> BareTable:
    """Seats 1 and 4 to the end; 2 and 3 fold."""
    m = playing()
    for seat in (4, 1):
        m.move(Call(seat))
    for seat in (2, 3):
        m.move(Fold(seat))
    return m.call_down()


def test_who_was_dealt_in_still_sits_there_or_has_left():
    m = playing()
    assert [t.left(m.table, seat) for seat in (1, 4, 7)] == [False, False, True]
    m.fold_out()
    assert not t.left(m.table, 4)
    m.now += 1
    m.ask(c.Leave, 4)
    assert t.left(m.table, 4)
    m.bank()
    m.sit(4, name="somebody else")
    assert t.left(m.table, 4)
    assert not t.left(m.table, 1)


def test_who_left_and_came_back_to_his_seat_holds_no_hand_of_before():
    m = playing().fold_out()
    chips = m.table.seats[4].chips.stack
    m.now += 1
    m.ask(c.Leave, 4)
    m.bank()
    m.sit(4, chips)
    assert t.left(m.table, 4)


def test_before_any_hand_nobody_has_left_one():
    m = BareTable(config()).open(1, 2)
    assert not t.left(m.table, 1)
    assert (t.winners(m.table), t.best_beaten(m.table)) == ((), 0)
    assert (t.shown_words(m.table, 1), t.shown_cards(m.table, 1)) == ("", ())
    assert t.dealt_names(m.table) == {}


def looking_on(m: BareTable, now: int) -> list[int]:
    return [seat for seat in range(1, 5) if looks_on(m.table, seat, now)]


def test_who_goes_and_was_in_the_hand_to_its_end_sees_how_it_ended():
    """Not who folded, not who stays, and not for ever."""
    m = playing()
    for seat in (1, 2):
        m.order(c.CashIn, seat)
    m.move(Call(4))
    m.move(Call(1))
    m.move(Fold(2))
    m.call_down()
    cleared = m.table.pace.next_hand_at
    assert looking_on(m, cleared - 1) == [1]
    assert looking_on(m, cleared) == []
    m.table.seats[4].chips.stack = 0  # out of chips: he may buy some
    assert looking_on(m, cleared - 1) == [1]
    m.table.seats[1].chips.asked = 100  # chips are on their way to him
    assert looking_on(m, cleared - 1) == []


def test_when_the_table_closes_everybody_who_was_in_the_hand_looks_on():
    m = playing()
    m.order(c.CloseTable)
    for seat in (4, 1):
        m.move(Call(seat))
    m.move(Fold(2))
    m.call_down()
    cleared = m.table.pace.next_hand_at
    assert looking_on(m, cleared - 1) == [1, 3, 4]
    assert looking_on(m, cleared) == []


def test_of_a_showdown_everybody_knows_who_showed_and_who_was_beaten():
    m = showdown()
    won = {one.seat for one in t.winners(m.table)}
    assert won <= {1, 4}
    assert {s for s in (1, 2, 3, 4) if t.shown_words(m.table, s)} == {1, 4}
    assert [len(t.shown_cards(m.table, seat)) for seat in (1, 2, 3, 4)] == [2, 0, 0, 2]
    assert t.best_beaten(m.table) == next(iter({1, 4} - won), 0)
    assert t.dealt_names(m.table) == {seat: f"p{seat}" for seat in (1, 2, 3, 4)}


def test_where_all_but_one_folded_nothing_was_shown_and_nobody_beaten():
    m = playing()
    assert t.winners(m.table) == ()
    m.fold_out()
    (won,) = t.winners(m.table)
    assert (t.shown_words(m.table, won.seat), t.best_beaten(m.table)) == ("", 0)
    assert t.shown_cards(m.table, won.seat) == ()


def test_may_show_is_for_who_did_not_fold_and_has_cards_that_nobody_saw():
    m = playing(settings={"show_cards": True})
    assert not any(t.may_show(m.table, seat) for seat in (1, 2, 3, 4))  # not before its end
    m.fold_out()
    (winner,) = live_seats(m.table.play)
    assert [s for s in (1, 2, 3, 4, 7) if t.may_show(m.table, s)] == [winner]
    numbers = m.table.play.held(winner)
    m.ask(c.ShowCards, winner, numbers[:1])
    assert t.may_show(m.table, winner)
    m.ask(c.ShowCards, winner, numbers[1:])
    assert not t.may_show(m.table, winner)
    assert not t.may_show(playing().fold_out().table, winner)


def test_asked_is_who_is_to_act_and_nobody_between_hands():
    m = playing()
    first, second = m.table.live.queue[:2]
    assert (t.asked(m.table, first), t.asked(m.table, second)) == (m.table.decision, 0)
    assert [t.may_ask_time(m.table, seat) for seat in (first, second)] == [True, False]
    m.ask(c.AskTime, first)
    assert not t.may_ask_time(m.table, first)
    m.fold_out()
    assert t.asked(m.table, first) == 0


def test_a_receipt_in_words():
    lines = (Line(1, "Ann", 10_000, 10_450), Line(2, "Bob", 5_000, 4_250))
    receipt = Receipt("t1", 7, "hold'em", "$2-$4", 1, lines, fee=200, jackpot=100)
    assert receipt.words().splitlines() == [
        "t1, hand 7, hold'em, $2-$4",
        "seat 1 Ann: $100 -> $104.50",
        "seat 2 Bob: $50 -> $42.50",
        "fee $2",
        "jackpot $1",
    ]
    assert [line.net for line in lines] == [450, -750]
    void = Receipt("t1", 7, "hold'em", "$2-$4", 1, (), voided="misdeal").words()
    assert void.splitlines()[1:] == ["void: misdeal; all chips as before"]


@pytest.mark.parametrize("void", [False, True])
def test_a_receipt_has_the_fee_and_the_jackpot_of_its_hand(void):
    m, done, recorder = BareTable(config(jackpot=Jackpot())), [], Recorder()

    def look(machine, events):
        done.extend(found for x in events if (found := recorder.look(machine.table, x)))

    m.watch = look
    m.open(1, 2, 3, 4, button=1).next_hand()
    m.order(c.VoidHand) if void else m.call_down()
    (receipt,) = (one.receipt for one in done)
    assert (receipt.fee > 0, receipt.jackpot) == (not void, 0 if void else 100)
    assert sum(line.net for line in receipt.seats) == -receipt.fee - receipt.jackpot


def test_a_fee_grows_with_the_turn_and_with_the_river():
    """Each is due when its card comes, and not a street before."""
    m = playing()
    m.table.this_hand.fee = Fee(1, ("limit",), (2, 10), fee=300, turn=100, river=50)
    taken = {}
    while (hand := m.table.live) is not None:
        taken[len(hand.board)] = hand.fees
        if hand.due == "act":
            m.move(Call(hand.queue[0]))
        elif not m.step():
            m.wait()
    assert taken == {0: 0, 3: 300, 4: 400, 5: 450}
    assert m.table.books.fees == 450


def test_why_a_seat_is_away_is_its_clock_or_something_else():
    """Who was too slow reads so while he is out; who then goes by himself does not."""
    m = playing()
    slow = m.table.clock.seat
    m.now = m.table.clock.until
    m.ask(c.Tick)
    m.fold_out().next_hand()
    assert (m.table.seats[slow].life, bool(m.table.seats[slow].absence.late)) == ("away", True)
    m.ask(c.ComeBack, slow)
    assert m.table.seats[slow].absence.late == ""
    m = playing(settings={"not_ready_sits_out": False})
    slow = m.table.clock.seat
    m.now = m.table.clock.until
    m.ask(c.Tick)
    m.fold_out()
    assert m.table.seats[slow].absence.late
    m.ask(c.GoAway, slow)
    assert m.table.seats[slow].absence.late == ""
