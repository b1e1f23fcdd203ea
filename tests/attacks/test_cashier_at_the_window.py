"""A cashier who is signed on, has a drawer and a friend before the glass, and no second person."""

import pytest
from msgspec.structs import replace

from firmware.bank.acts import (
    Correct,
    Enrol,
    MoveHouseMoney,
    NewCredentials,
    PayByHand,
    PayWithoutPin,
    PostDifference,
    ResetPin,
    Settle,
    UnbarPatron,
    UnlockAccount,
)
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.currency_reports import ReportDue
from firmware.bank.identity import Identity
from firmware.bank.ledger import Order
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF_PIN, at_work, pieces_of, staff_track, together
from tests.bank.conftest import FORM, another, books_balance, buy_in, cash_out, sit
from tests.bank.test_ledger import at_once

FLOAT = 50_000_00


def funded(counter: Counter, cents: int = 1_000_00) -> None:
    counter.deposit("100001", cents, "drawer:1")


# Paying twice


def test_presses_pay_again_in_every_way_there_is(bank, counter, connect, clock):
    """Double Enter, Back, a second tab, a second desk: one form, one id, one payment."""
    funded(counter)
    first = counter.withdraw("100001", 300_00, "drawer:1", "2468", "form1")
    again = counter.withdraw("100001", 300_00, "drawer:1", "2468", "form1")
    assert (again.answer, again.repeated) == (first.answer, True)
    tabs = [at_work(Bank(connect(), bank.key, clock), "ann") for _ in range(4)]
    at_once(*(lambda t=t: t.withdraw("100001", 300_00, "drawer:1", "2468", "form2") for t in tabs))
    assert bank.balance("patron:100001").balance == 400_00
    with pytest.raises(Refused, match="belongs to another transfer"):
        counter.withdraw("100001", 400_00, "drawer:1", "2468", "form2")


def test_has_a_proposal_confirmed_twice(bank, counter):
    funded(counter)
    act = PayWithoutPin("w1", "100001", 300_00, "drawer:1", "X123")
    asked = counter.propose(act, STAFF_PIN, "forgot the PIN")
    sue = at_work(bank, "sue")
    assert sue.confirm(asked.id, STAFF_PIN) == sue.confirm(asked.id, STAFF_PIN)
    assert bank.balance("patron:100001").balance == 700_00


def test_pays_by_hand_what_is_on_the_card_already(bank, counter):
    funded(counter, 300_00)
    sit(bank)
    bank.hold(buy_in("b1", 300_00))
    bank.post("b1")
    bank.hold(cash_out("c1", 300_00))
    bank.post("c1")
    with pytest.raises(Refused, match="did not fail"):
        together(bank, PayByHand("c1", "100001", "table:T1", 300_00, "drawer:1"))


# Voiding after paying


def test_voids_what_was_paid_and_keeps_the_cash(bank, counter):
    """A second person has to agree, the log has both, and the drawer is short at its count."""
    funded(counter)
    counter.withdraw("100001", 300_00, "drawer:1", "2468", "w1")
    with pytest.raises(Refused, match="not pending"):
        together(bank, Settle("w1", "voided"))
    assert bank.void("w1").state == "posted"
    asked = counter.propose(Correct("w1"), STAFF_PIN, "a slip")
    with pytest.raises(Refused, match="You are the first name"):
        counter.confirm(asked.id, STAFF_PIN)
    at_work(bank, "sue").confirm(asked.id, STAFF_PIN)
    with pytest.raises(Refused, match="corrected before"):
        together(bank, Correct("w1"))
    assert counter.count(pieces_of(FLOAT + 700_00)).difference == -300_00
    books_balance(bank)


def test_counts_again_until_it_fits(counter):
    """Each sheet is signed; after the second one only a lead goes on."""
    for _ in range(2):
        counter.count(pieces_of(FLOAT - 100_00))
    with pytest.raises(Refused, match="counted twice"):
        counter.count(pieces_of(FLOAT))


def test_signs_another_sheet_under_the_second_name(bank, counter, clock):
    """$20 were seen short, and $5,000 would have been posted."""
    window = counter.count(pieces_of(FLOAT - 20_00), 1).window
    asked = counter.propose(PostDifference(window), STAFF_PIN, "the tray")
    for again in (2, 0):
        with pytest.raises(Refused, match="A second name is asked"):
            counter.count(pieces_of(FLOAT - 5_000_00), again)
    assert counter.count(pieces_of(FLOAT), 1).difference == -20_00, "the answer of the first press"
    clock.now_ms = asked.until_ms
    assert counter.count(pieces_of(FLOAT - 5_000_00), 2).difference == -5_000_00
    with pytest.raises(Refused):
        at_work(bank, "sue").confirm(asked.id, STAFF_PIN)
    assert counter.sheet().difference == -5_000_00, "nothing is posted"


def test_asks_the_books_before_the_count(counter):
    with pytest.raises(Refused, match="may not see"):
        counter.balance("drawer:1")
    with pytest.raises(Refused, match="may not read the reports"):
        counter.report()


def test_is_a_supervisor_and_reads_what_the_own_drawer_should_hold(bank):
    """Open, it is counted blind, whoever counts; what all other drawers hold tells it, too."""
    bank.open_account("drawer:3", "drawer")
    fill = Order("f3", "fill", "drawer:3", "vault", 1_234_00, "drawer:3")
    together(bank, MoveHouseMoney(fill), "ann", "mia")
    sue = at_work(bank, "sue")
    window = sue.open_window("drawer:3", pieces_of(1_234_00)).window
    reads = sue.overview, sue.report, lambda: sue.shift(window)
    reads += lambda: sue.balance("drawer:3"), lambda: sue.statement("drawer:3")
    for read in reads:
        with pytest.raises(Refused, match="drawer 3 is open: until you have signed its count"):
            read()
    assert at_work(bank, "mia").overview().cash
    assert sue.count(pieces_of(1_230_00)).difference == -4_00
    assert [one.gap for one in sue.overview().drawers] == [0, 0, -4_00]


# Back-dating


@pytest.mark.parametrize("hours", [2, 20, 24 * 30])
def test_dates_cash_into_another_day(counter, clock, hours):
    funded(counter, 9_000_00)
    clock.now_ms -= hours * 3600_000
    with pytest.raises(Refused, match="two people say that it is right"):
        counter.deposit("100001", 9_000_00, "drawer:1")


# A friend's PIN, and a stranger's account


def test_sets_a_pin_of_somebody_who_is_not_there(bank, counter):
    funded(counter)
    for old in ("", "0000"):
        with pytest.raises(Refused, match="Wrong PIN"):
            counter.set_pin("100001", "1111", old)
    asked = counter.propose(ResetPin("100001"), STAFF_PIN, "forgot it")
    with pytest.raises(Refused, match="You are the first name"):
        counter.confirm(asked.id, STAFF_PIN)
    with pytest.raises(Refused, match="may not confirm"):
        at_work(bank, "bob").confirm(asked.id, STAFF_PIN)
    assert bank.sign_on(counter.issue_card("100001"), "2468", "s1", "table:T1", 1)


def test_guesses_a_patrons_pin_at_the_window(bank, counter):
    funded(counter)
    for _ in range(5):
        with pytest.raises(Refused, match=r"Wrong PIN|locked"):
            counter.withdraw("100001", 1_00, "drawer:1", "0000")
    with pytest.raises(Refused, match="locked"):
        counter.withdraw("100001", 1_00, "drawer:1", "2468")


def test_pays_a_strangers_money_by_a_document_that_nobody_showed(bank, counter):
    funded(counter)
    act = PayWithoutPin("w1", "100001", 1_000_00, "drawer:1", "X999")
    with pytest.raises(Refused, match="not the document of that account"):
        together(bank, act)


# Structuring


def test_cuts_a_large_sum_into_small_ones_over_two_windows(bank, counter):
    bob = at_work(bank, "bob")
    for window, drawer in ((counter, "drawer:1"), (bob, "drawer:2"), (counter, "drawer:1")):
        window.deposit("100001", 2_500_01, drawer)
    with pytest.raises(ReportDue, match=r"would be \$10,000.04"):
        bob.deposit("100001", 2_500_01, "drawer:2")


def test_cuts_it_over_two_accounts_of_one_person(counter):
    again = replace(another("Y"), name=FORM.name, detail=FORM.detail)
    with pytest.raises(Refused, match="held by account 100001"):
        counter.open_patron(again)


def test_cuts_it_over_two_days(counter, clock):
    funded(counter, 9_000_00)
    clock.now_ms += 24 * 3600_000
    said = counter.deposit("100001", 2_000_00, "drawer:1").alerts
    assert "look whether it was split up" in said[0]


def test_makes_room_below_the_line_by_a_correction(bank, counter):
    """Alone nobody corrects; and what is paid in again counts again."""
    counter.deposit("100001", 10_000_00, "drawer:1", "d1")
    with pytest.raises(ReportDue):
        counter.deposit("100001", 1, "drawer:1")
    together(bank, Correct("d1"), reason="it was another account's")
    counter.deposit("100001", 10_000_00, "drawer:1", "d2")
    with pytest.raises(ReportDue):
        counter.deposit("100001", 1, "drawer:1")


# Approving oneself


def test_signs_on_twice_and_confirms_at_the_second_desk(bank):
    identity = Identity(bank)
    desks = [
        Counter(bank, identity.sign_on(staff_track(bank, "sue"), STAFF_PIN, place).token)
        for place in ("window 1", "phone")
    ]
    asked = desks[0].propose(ResetPin("100001"), STAFF_PIN, "mine")
    with pytest.raises(Refused, match="You are the first name"):
        desks[1].confirm(asked.id, STAFF_PIN)


def test_invents_a_colleague_to_be_the_second_name(bank):
    with pytest.raises(Refused, match="Two people enrol"):
        at_work(bank, "sue").enrol_alone("zed", "floor manager")
    with pytest.raises(Refused, match="may not enrol staff"):
        at_work(bank, "ann").propose(Enrol("zed", "floor manager"), STAFF_PIN, "help")


def test_takes_over_a_colleagues_card(bank):
    asked = at_work(bank, "sue").propose(NewCredentials("mia"), STAFF_PIN, "she lost it")
    with pytest.raises(Refused, match="You are the first name"):
        at_work(bank, "sue").confirm(asked.id, STAFF_PIN)


# Un-barring


def test_lets_a_barred_friend_in(bank, counter):
    counter.bar("100001", "a fight")
    with pytest.raises(Refused, match="may not let a barred patron in again"):
        counter.propose(UnbarPatron("100001"), STAFF_PIN, "a friend")
    with pytest.raises(Refused, match="is not locked"):
        together(bank, UnlockAccount("100001"))
    with pytest.raises(Refused, match="is barred"):
        counter.lock("100001", "so that two can unlock it")
    with pytest.raises(Refused, match="barred"):
        counter.deposit("100001", 1_00, "drawer:1")
    with pytest.raises(Refused, match="barred"):
        counter.replace_card("100001")
    with pytest.raises(Refused, match="held by account 100001"):
        counter.open_patron(replace(another("NEW"), detail=FORM.detail))
    together(bank, UnbarPatron("100001"), "mia", "sue")
    counter.deposit("100001", 1_00, "drawer:1")


def test_takes_money_of_somebody_who_asked_not_to_play(bank, counter):
    funded(counter)
    counter.exclude("100001", 30)
    with pytest.raises(Refused, match="asked us not to let you play"):
        counter.deposit("100001", 1_00, "drawer:1")
    counter.withdraw("100001", 1_000_00, "drawer:1", "2468")


def test_uses_a_card_that_was_replaced_or_an_account_that_was_closed(bank, counter):
    funded(counter)
    old = counter.issue_card("100001")
    new = counter.replace_card("100001")
    with pytest.raises(Refused, match="no longer good"):
        bank.recognise(old)
    sit(bank)
    with pytest.raises(Refused, match="They sit at table:T1"):
        counter.close_account("100001", "drawer:1", "2468")
    bank.sign_off("s1")
    done = counter.close_account("100001", "drawer:1", "2468", "close1")
    assert (done.answer.amount, done.balance) == (1_000_00, 0)
    assert counter.close_account("100001", "drawer:1", "2468", "close1").answer == done.answer
    with pytest.raises(Refused, match="no longer good"):
        bank.recognise(new)
    with pytest.raises(Refused, match="closed"):
        counter.deposit("100001", 1_00, "drawer:1")
    books_balance(bank)
