"""The floor's powers, each with a name and a reason in the journal.

AJ-R9, AJ-R14, AJ-R15, AJ-R33, AJ-R34.
"""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Raise
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import evolve
from firmware.table.state import balance
from lab.simulation.bare_table import BareTable, config, no_limit


def playing(page=None) -> BareTable:
    return BareTable(page or config()).open(1, 2, 3, 4, button=1).next_hand()


@pytest.mark.parametrize(("by", "reason"), [("", "x"), ("x", ""), (" ", "x")])
def test_R33_an_order_needs_a_name_and_a_reason(by, reason):
    with pytest.raises(Refused, match="name and a reason"):
        playing().do(c.Pause(2_000_000, by, reason))


def test_LP_11_two_players_sit_before_the_table_opens():
    m = BareTable(config())
    m.sit(1)
    with pytest.raises(Refused, match="2 players"):
        m.order(c.OpenTable)
    m.sit(2)
    m.order(c.OpenTable)


def test_R14_play_stops_in_mid_hand_and_goes_on_with_the_same_clock():
    m = playing()
    m.now += 10_000
    m.order(c.Pause)
    with pytest.raises(Refused, match="stopped the table"):
        m.move(Call(4))
    m.now += 500_000
    assert m.do(c.Tick(m.now)) == []
    m.order(c.Resume)
    assert m.table.clock.until == m.now + 20_000
    m.move(Call(4))


def test_R9_a_fouled_hand_is_dead_and_its_wagers_stay():
    m = playing()
    m.move(Raise(4, 400))
    pot = m.table.play.pot
    m.do(c.FoulHand(m.now, "Smith", "signals", 4))
    assert m.table.play.pot == pot
    assert 4 not in m.table.play.live
    order = next(x for x in m.events if isinstance(x, e.FoulOrdered))
    assert (order.by, order.reason) == ("Smith", "signals")


def test_R9_the_last_hand_cannot_be_fouled():
    m = playing()
    for seat in (1, 2, 3):
        m.order(c.FoulHand, seat)
    with pytest.raises(Refused):
        m.order(c.FoulHand, 4)


@pytest.mark.parametrize("calls", range(0, 16, 3))
def test_void_gives_every_stack_back_as_at_the_start(calls):
    m = playing()
    m.fold_out()
    m.next_hand()
    before = [seat.chips.stack for seat in m.table.seats]
    button, fees = m.table.this_hand.before.button, m.table.books.fees
    for _ in range(calls):
        if m.table.live and m.table.play.due == "act":
            m.move(Call(m.table.play.queue[0]))
    if m.table.live is None:
        return
    m.order(c.VoidHand)
    assert [seat.chips.stack for seat in m.table.seats] == before
    assert (m.table.position.button, m.table.books.fees) == (button, fees)
    began = [x for x in m.events if isinstance(x, e.HandBegan)][-1]
    m.next_hand()
    again = [x for x in m.events if isinstance(x, e.HandBegan)][-1]
    assert (again.button, again.posts, again.dealt) == (began.button, began.posts, began.dealt)


def test_void_of_a_multiway_all_in():
    m = playing(no_limit())
    m.move(Raise(4, 10_000))
    m.move(Call(1))
    m.order(c.VoidHand)
    assert all(m.table.seats[s].chips.stack == 10_000 for s in (1, 2, 3, 4))


def test_the_floor_moves_a_player_between_hands():
    m = playing()
    m.fold_out()
    m.order(c.MovePlayer, 2, 8)
    assert m.table.seats[8].person.name == "p2"


def test_R34_barring_a_seated_player_cashes_him_in_after_the_hand():
    m = playing()
    m.order(c.Bar, "p2")
    m.fold_out()
    m.settle()
    assert m.table.seats[2].life == "empty"
    with pytest.raises(Refused):
        m.ask(c.SwipeCard, 2, "p2", "p2")
    m.order(c.Unbar, "p2")
    m.ask(c.SwipeCard, 2, "p2", "p2")


def test_the_floor_extends_the_clock_of_the_seat_to_act_only():
    m = playing()
    until = m.table.clock.until
    m.order(c.ExtendClock, 4, 60_000)
    assert m.table.clock.until == until + 60_000
    with pytest.raises(Refused, match="No clock"):
        m.order(c.ExtendClock, 2, 60_000)


def bigger(page):
    stakes = replace(page.spreads[0].stakes, small=400, big=800, blinds=(200, 400))
    game = replace(page.spreads[0], stakes=stakes, buy_in=(4_000, 0), fees=())
    return replace(page, spreads=(game,))


def test_House_Rule_14_stakes_change_between_hands_by_the_floor():
    m = playing()
    with pytest.raises(Refused, match="Not during a hand"):
        m.order(c.ChangeGame, bigger(config()))
    m.fold_out()
    m.order(c.ChangeGame, bigger(config()))
    m.next_hand()
    assert m.table.play.stakes.blinds == (200, 400)


def test_002_L124_delta_new_stakes_need_every_players_yes():
    m = playing(config("delta-downtown"))
    m.fold_out()
    m.order(c.ChangeGame, bigger(config("delta-downtown")))
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "stakes")
    m.settle()
    assert m.table.config.spreads[0].stakes.small == 200
    m.ask(c.Propose, 4, "stakes")
    m.settle()
    assert m.table.config.spreads[0].stakes.small == 400


def test_002_L124_one_no_is_enough():
    m = playing(config("delta-downtown"))
    m.fold_out()
    m.order(c.ChangeGame, bigger(config("delta-downtown")))
    m.ask(c.Propose, 1, "stakes")
    m.do(c.Propose(m.now, 2, "stakes", yes=False))
    assert m.table.consent.proposed is None


def test_a_bad_page_is_refused_in_words():
    m = playing()
    m.fold_out()
    page = config()
    wrong = replace(page, spreads=(replace(page.spreads[0], fees=(56,)),))
    with pytest.raises(Refused, match="no-limit"):
        m.order(c.ChangeGame, wrong)


def gone(m) -> str:
    """Seat 1 leaves; the name of its transfer."""
    m.fold_out()
    m.ask(c.Leave, 1)
    return next(iter(m.table.transit.flying))


def test_a_cash_out_that_the_bank_refuses_stays_in_flight_until_two_people_paid_it():
    """REQ-R40."""
    m = playing()
    name = gone(m)
    chips = m.table.transit.flying[name].chips
    (refused,) = m.ask(c.BankAnswered, name, False, "account closed")
    assert (refused.transfer, refused.words) == (name, "account closed")
    assert m.ask(c.BankAnswered, name, False, "account closed") == [], "answered twice, told once"
    assert m.ask(c.BankAnswered, name, True) == [], "what was refused never arrives"
    assert m.table.transit.flying[name].chips == chips
    with pytest.raises(Refused, match="Two people pay it at the cage"):
        m.order(c.HandPay, name)
    m.order(c.HandPay, name, True)
    assert m.table.books.cashed_out == chips
    assert (m.table.transit.flying, m.table.transit.owed) == ({}, {})
    with pytest.raises(Refused, match="No such transfer"):
        m.order(c.HandPay, name)


def test_a_cash_out_that_is_only_slow_is_not_paid_by_hand():
    """REQ-R40: cash now, and the card an hour later, would be twice."""
    m = playing()
    name = gone(m)
    with pytest.raises(Refused, match="may still reach the card"):
        m.order(c.HandPay, name)
    m.ask(c.BankAnswered, name, True)
    assert m.table.transit.flying == {}


def test_nobody_takes_a_seat_whose_last_player_is_owed_his_money():
    """REQ-R40: the seat waits for the floor, by card, by list and by a move."""
    m = playing()
    name = gone(m)
    m.ask(c.BankAnswered, name, False, "account closed")
    for come in (
        lambda: m.ask(c.SwipeCard, 1, "new", "new"),
        lambda: m.order(c.Reserve, 1, "new", "new"),
        lambda: m.order(c.MovePlayer, 2, 1),
    ):
        with pytest.raises(Refused, match="paid by hand first"):
            come()
    m.order(c.HandPay, name, True)
    m.ask(c.SwipeCard, 1, "new", "new")
    assert m.table.seats[1].life == "pin"


def test_fees_that_are_swept_fly_nowhere_by_themselves():
    """Custody carries them (tests/settlement): the table's books count what was earned."""
    m = BareTable(config()).open(1, 2, 3, 4, button=1)
    with pytest.raises(Refused, match="No fees"):
        m.order(c.SweepFees)
    m.next_hand().call_down()
    fees = m.table.books.fees
    (ordered,) = m.order(c.SweepFees)
    assert (ordered.by, ordered.reason) == ("floor", "because")
    assert (m.table.books.fees, m.table.transit.flying) == (fees, {})


def test_fees_that_an_earlier_version_stranded_are_fees_again():
    m = playing()
    m.call_down()
    fees = m.table.books.fees
    evolve(m.table, e.FeesSwept(m.now, "T1-9", fees, "floor", "as before"))
    assert m.table.books.fees == 0
    m.ask(c.BankAnswered, "T1-9", False, "it was never sent")
    assert (m.table.books.fees, m.table.transit.flying) == (fees, {})
    assert balance(m.table)[0] == balance(m.table)[1]


def test_the_floor_does_not_end_a_test_of_the_technician_s():
    """REQ-R27: who began it ends it."""
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand()
    service = next(by for by, who in c.STOPPERS.items() if who == "service")
    m.do(c.Pause(m.now, service, "a test of the devices"))
    with pytest.raises(Refused, match="under test"):
        m.order(c.Resume)
    m.do(c.Resume(m.now, service, "the test is over"))
    assert not m.table.paused


def test_nobody_shows_cards_that_he_does_not_hold():
    """002 L292: his own, of a hand that he did not fold; another's are nobody's to show."""
    page = config(settings={"show_cards": True})
    m = BareTable(page).open(1, 2, 3, button=1).next_hand().fold_out()
    (won,) = m.table.this_hand.result.won
    winner = won.seat
    folded = next(seat for seat in (1, 2, 3) if seat != winner)
    others = [n for n in range(52) if n not in m.table.play.held(winner)][:2]
    for seat, numbers in ((folded, m.table.play.held(folded)), (winner, others)):
        with pytest.raises(Refused, match=r"did not fold|Choose the cards"):
            m.ask(c.ShowCards, seat, tuple(numbers))
    m.ask(c.ShowCards, winner, tuple(m.table.play.held(winner)))
