"""Cage and tables proven equal (REQ-R41): where a table's own book differs from ours no money
crosses until two people have looked, and it is said where, by how much and since when."""

from datetime import UTC, datetime

import pytest

from desks.cage import supervisor_words as words
from firmware.bank.acts import ClearTable, MoveHouseMoney, PayByHand
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.witness import Head
from firmware.errors import Fault, Refused
from firmware.settlement.at_start import at_bank
from lab.simulation.demo_people import STAFF_PIN, at_work, together
from tests.bank.conftest import KEY, NOON_MS, buy_in, cash_out, sit

T1 = "table:T1"


def tells(bank, cents: int | None, record: int = 7, table: str = "T1") -> None:
    bank.witness(Head(f"table:{table}", "j1", "ab" * 32, record, "cd", cents))


def two_books(bank, account: str = T1):
    return next(one for one in at_work(bank, "sue").overview().two_books if one.account == account)


def clear(bank, first="sue", second="mia", reason="as agreed"):
    """Of what it differs by now."""
    return together(bank, ClearTable("T1", at_work(bank, "sue").apart("T1").cents), first, second,
                    reason)  # fmt: skip


def local(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


@pytest.fixture
def seated(bank, counter):
    """$300 at table T1."""
    counter.deposit("100001", 500_00, "drawer:1")
    sit(bank)
    assert bank.hold(buy_in("j1-b1", 300_00)).state == "pending"
    bank.post("j1-b1")
    return bank


@pytest.fixture
def apart(seated):
    """The table says $260."""
    tells(seated, 260_00)
    return seated


def test_the_line_names_the_table_the_difference_and_since_when(apart, clock):
    house = at_work(apart, "sue").overview()
    since = two_books(apart).since_ms
    assert NOON_MS < since <= clock.now_ms
    said = f"Cage and tables differ by $40: Table T1 since {local(since):%H:%M:%S}"
    assert words.differs(house, local) == said
    assert words.stops(house) == "No money crosses at Table T1 until two people have cleared it"
    clock.now_ms += 60_000
    tells(apart, 260_00, record=8)
    assert two_books(apart).since_ms == since
    (change, *_) = [one for one in at_work(apart, "sue").changes(T1) if one.what == "books"]
    assert (change.before, change.after) == ("agree", "differ by $40")


def test_a_buy_in_is_refused_and_what_was_promised_before_still_crosses(seated):
    assert seated.hold(buy_in("j1-b2", 10_00)).state == "pending"
    tells(seated, 260_00)
    no = seated.hold(buy_in("j1-b3", 10_00))
    assert (no.state, "checking the money of table T1" in no.words) == ("refused", True)
    assert seated.post("j1-b2").state == "posted"


def test_a_cash_out_is_owed_and_two_people_pay_it(apart):
    assert apart.hold(cash_out("j1-c1", 100_00)).state == "refused"
    assert [row[0] for row in at_work(apart, "sue").owed()] == ["j1-c1"]
    together(apart, PayByHand("j1-c1", "100001", T1, 100_00, "drawer:1"))
    assert apart.paid_by_hand("j1-c1") is not None


def test_what_is_swept_stays_and_a_prize_waits(seated):
    pool, prize = (
        "jackpot:bad-beat",
        Order("j1-p1", "jackpot_out", "jackpot:bad-beat", T1, 5_00, T1),
    )
    seated.hold(Order("j1-i1", "jackpot_in", T1, pool, 5_00, T1))
    seated.post("j1-i1")
    tells(seated, 255_00)
    assert seated.hold(Order("j1-f1", "fees", T1, "fees", 5_00, T1)).state == "refused"
    with pytest.raises(Fault, match="a prize waits"):
        seated.hold(prize)
    clear(seated)
    assert seated.hold(prize).state == "pending"


def test_parked_money_of_a_table_that_plays_is_missing_in_its_book(seated):
    """Two people take chips away that players have: both books know it, at once and at a start."""
    tells(seated, 300_00)
    assert two_books(seated).since_ms == 0
    together(seated, MoveHouseMoney(Order("p1", "park", T1, "suspense", 20_00, T1)))
    tells(seated, 300_00, record=8)
    assert two_books(seated).difference == -20_00
    assert seated.hold(buy_in("j1-b2", 10_00)).state == "refused"
    assert seated.do(lambda tx, now: at_bank(tx, T1, "j1")).posted["park"] == 20_00


def test_what_nobody_s_book_but_ours_knows_is_parked_and_they_agree(apart):
    together(apart, MoveHouseMoney(Order("p1", "park", T1, "suspense", 40_00, T1)))
    tells(apart, 260_00, record=8)
    assert two_books(apart).difference == 0


def test_another_table_goes_on(apart):
    apart.sign_off("s1")
    sit(apart, "s2", "T2")
    assert apart.hold(buy_in("k1-b1", 10_00, table="T2")).state == "pending"


def test_that_they_agree_again_ends_nothing(apart):
    since = two_books(apart).since_ms
    tells(apart, 300_00, record=8)
    found = two_books(apart)
    assert (found.difference, found.since_ms) == (0, since)
    house = at_work(apart, "sue").overview()
    assert words.differs(house, local) == "The books differed, and agree again: Table T1"
    assert apart.hold(buy_in("j1-b2", 10_00)).state == "refused"


def test_two_people_clear_it_and_answer_for_what_is_left(apart):
    clear(apart, "flo", "sue", "counted with the table's journal")
    assert (two_books(apart).difference, two_books(apart).since_ms) == (0, 0)
    tells(apart, 260_00, record=8)
    assert (two_books(apart).difference, two_books(apart).since_ms) == (0, 0)
    assert apart.hold(buy_in("j1-b2", 10_00)).state == "pending"
    apart.post("j1-b2")
    tells(apart, 250_00, record=9)  # the $10 did not arrive either
    assert two_books(apart).difference == 20_00
    assert apart.hold(buy_in("j1-b3", 10_00)).state == "refused"


def test_nobody_clears_it_alone_and_no_cashier_at_all(apart):
    with pytest.raises(Refused, match="Another person must confirm"):
        clear(apart, "sue", "sue")
    with pytest.raises(Refused, match="may not let money cross again"):
        clear(apart, "ann", "sue")
    clear(apart)
    with pytest.raises(Refused, match="Nothing is stopped at table T1"):
        clear(apart)


def test_a_table_with_something_on_its_way_proves_nothing(seated):
    tells(seated, None)
    assert (two_books(seated).theirs, two_books(seated).since_ms) == (None, 0)


def test_a_clock_that_is_ahead_makes_no_difference(seated, connect):
    """The cage's machine posts, by its own clock; the bank's hears the table, by another."""
    assert seated.hold(cash_out("j1-c1", 100_00)).state == "pending"
    Bank(connect(), KEY, lambda: NOON_MS + 3_600_000).post("j1-c1")
    tells(seated, 200_00)
    assert (two_books(seated).difference, two_books(seated).since_ms) == (0, 0)


def test_two_people_answer_for_just_the_sum_they_saw(apart):
    asked = at_work(apart, "sue").propose(ClearTable("T1", 40_00), STAFF_PIN, "counted")
    tells(apart, 100_00, record=8)
    with pytest.raises(Refused, match=r"differs by \$200 by now: look again"):
        at_work(apart, "mia").confirm(asked.id, STAFF_PIN)
    assert apart.hold(buy_in("j1-b2", 10_00)).state == "refused"
