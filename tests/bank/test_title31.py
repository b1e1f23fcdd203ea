"""31 CFR 1021: cash in and out, apart, by gaming day, through every trick of the clock."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from firmware.bank.acts import ConfirmClock, Correct, PayByHand
from firmware.bank.bank import Bank
from firmware.bank.currency_reports import ReportDue
from firmware.bank.gaming_day import HouseClock, gaming_day
from lab.simulation.demo_people import STAFF_PIN, at_work, together
from tests.bank.conftest import buy_in, cash_out, sit
from tests.bank.test_ledger import at_once

PACIFIC = ZoneInfo("America/Los_Angeles")


def ms(*when: int, fold: int = 0) -> int:
    return int(datetime(*when, tzinfo=PACIFIC, fold=fold).timestamp() * 1000)


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (ms(2026, 6, 10, 5, 59, 59), "2026-06-09"),
        (ms(2026, 6, 10, 6), "2026-06-10"),
        (ms(2026, 1, 1, 0, 30), "2025-12-31"),
        (ms(2026, 3, 8, 1, 59), "2026-03-07"),  # clocks go forward at 2
        (ms(2026, 3, 8, 3, 0), "2026-03-07"),
        (ms(2026, 3, 8, 6, 0), "2026-03-08"),
        (ms(2026, 11, 1, 1, 30, fold=0), "2026-10-31"),  # clocks go back at 2
        (ms(2026, 11, 1, 1, 30, fold=1), "2026-10-31"),
        (ms(2026, 11, 1, 6, 0), "2026-11-01"),
    ],
)
def test_the_gaming_day_starts_at_six_by_the_clock_on_the_wall(at, day):
    assert gaming_day(at, HouseClock()) == day


def test_a_house_that_starts_its_day_at_half_past_one_has_one_day_not_two_when_clocks_go_back():
    house = HouseClock(day_starts="01:30")
    hours = [ms(2026, 11, 1, 0, 0) + n * 600_000 for n in range(60)]
    days = [gaming_day(at, house) for at in hours]
    assert set(days) == {"2026-10-31", "2026-11-01"}


def test_a_day_has_as_many_hours_as_the_clocks_say():
    def hours(year, month, day):
        start, name = ms(year, month, day, 6), f"{year}-{month:02d}-{day:02d}"
        return sum(gaming_day(start + n * 3_600_000, HouseClock()) == name for n in range(-2, 30))

    assert (hours(2026, 3, 7), hours(2026, 10, 31), hours(2026, 6, 10)) == (23, 25, 24)


@pytest.mark.parametrize(
    ("amounts", "heard"),
    [
        ([3_000_00], None),
        ([3_000_01], r"cash in today is \$3,000.01, more than \$3,000: enter it in the log"),
        ([2_000_00, 1_000_01], r"\$3,000.01, more than \$3,000"),
        ([10_000_00, 1], r"\$10,000.01, more than \$10,000: a currency transaction report is due"),
        ([10_000_01], r"more than \$10,000: a currency"),
        ([4_000_00, 6_000_00], None),
        ([4_000_00, 7_000_00, 500_00], None),
    ],
)
def test_alerts_at_the_cent(counter, amounts, heard):
    counter.complete_report("100001", "cook", "their own")
    for amount in amounts:
        receipt = counter.deposit("100001", amount, "drawer:1")
    assert bool(receipt.alerts) == bool(heard)
    if heard:
        import re

        assert re.search(heard, receipt.alerts[0])


def test_in_and_out_are_summed_apart(counter):
    counter.deposit("100001", 9_000_00, "drawer:1")
    receipt = counter.withdraw("100001", 2_000_00, "drawer:1", "2468")
    assert receipt.alerts == []
    (day,) = at_work(counter.bank, "sue").report().cash_days
    assert (day.cash_in, day.cash_out) == (9_000_00, 2_000_00)
    receipt = at_work(counter.bank, "bob").withdraw("100001", 1_000_01, "drawer:2", "2468")
    assert "cash out today is $3,000.01" in receipt.alerts[0]


def test_a_new_gaming_day_starts_from_zero_and_hints_at_a_split(counter, clock):
    clock.now_ms = ms(2026, 6, 11, 5, 59)
    counter.deposit("100001", 6_000_00, "drawer:1")
    clock.now_ms = ms(2026, 6, 11, 6, 0)
    receipt = counter.deposit("100001", 2_500_00, "drawer:1")
    assert receipt.alerts == []
    receipt = counter.deposit("100001", 2_000_00, "drawer:1")
    assert "more than $3,000" in receipt.alerts[0]
    receipt = counter.deposit("100001", 100_00, "drawer:1")
    assert "look whether it was split up" in receipt.alerts[0]
    assert [d.cash_in for d in at_work(counter.bank, "sue").report("2026-06-10").cash_days] == [
        6_000_00
    ]
    assert [d.cash_in for d in at_work(counter.bank, "sue").report("2026-06-11").cash_days] == [
        4_600_00
    ]


def test_a_sum_of_just_ten_thousand_is_no_report_and_so_may_be_a_split(counter, clock):
    """31 CFR 1021.311: more than $10,000 is reported; just so much is not."""
    clock.now_ms = ms(2026, 6, 11, 5, 59)
    counter.deposit("100001", 5_000_00, "drawer:1")
    clock.now_ms = ms(2026, 6, 11, 6, 0)
    for amount in (2_900_00, 7_099_00):
        counter.deposit("100001", amount, "drawer:1")
    (alert,) = counter.deposit("100001", 1_00, "drawer:1").alerts
    assert "cash in of two days is $15,000: look whether it was split up" in alert


@pytest.mark.parametrize("first_half", [ms(2026, 11, 1, 1, 30, fold=0), ms(2026, 3, 8, 1, 30)])
def test_the_night_the_clocks_change_is_one_day(counter, clock, first_half):
    clock.now_ms = first_half
    together(counter.bank, ConfirmClock())
    counter.deposit("100001", 6_000_00, "drawer:1")
    clock.now_ms = first_half + 3_600_000
    with pytest.raises(ReportDue, match=r"would be \$10,000.01"):
        counter.deposit("100001", 4_000_01, "drawer:1")
    counter.complete_report("100001", "cook", "their own")
    receipt = counter.deposit("100001", 4_000_01, "drawer:1")
    assert "more than $10,000" in receipt.alerts[0]


def test_a_clock_set_back_over_the_boundary_does_not_split_the_day(counter, clock):
    clock.now_ms = ms(2026, 6, 11, 6, 1)
    counter.deposit("100001", 6_000_00, "drawer:1")
    clock.now_ms = ms(2026, 6, 11, 5, 50)
    with pytest.raises(ReportDue, match=r"would be \$10,000.01"):
        counter.deposit("100001", 4_000_01, "drawer:1")
    clock.now_ms = ms(2026, 6, 11, 6, 2)
    counter.complete_report("100001", "cook", "their own")
    clock.now_ms = ms(2026, 6, 11, 5, 50)
    receipt = counter.deposit("100001", 4_000_01, "drawer:1")
    assert "more than $10,000" in receipt.alerts[0]


def test_a_corrected_deposit_was_no_cash(counter):
    counter.deposit("100001", 9_000_00, "drawer:1", id_="typo")
    together(counter.bank, Correct("typo"), reason="one zero too many")
    assert counter.deposit("100001", 900_00, "drawer:1").alerts == []


def test_two_windows_at_once_cannot_both_stay_below_the_line(bank, connect, clock):
    """Each alone would be below it: one is served, the other asks for the report's data first."""
    for n in range(4):
        clock.now_ms += 86_400_000
        banks = [Bank(connect(), bank.key, clock) for _ in range(2)]
        windows = [at_work(banks[0], "ann"), at_work(banks[1], "bob")]
        answers = at_once(
            *(
                lambda one=one, d=d: one.deposit("100001", 6_000_00, f"drawer:{d}")
                for d, one in enumerate(windows, 1)
            )
        )
        assert sum(isinstance(answer, ReportDue) for answer in answers) == 1, n
        windows[0].complete_report("100001", "cook", "their own")
        alerts = windows[0].deposit("100001", 6_000_00, "drawer:1").alerts
        assert "more than $10,000" in alerts[0]


def test_a_hand_pay_and_a_withdrawal_at_once_are_one_days_cash_out(bank, counter, connect, clock):
    """They share neither drawer nor account: the patron's own row is what both must write."""
    for _ in range(2):  # two days of $9,000 in, so that $12,000 can go out
        counter.deposit("100001", 9_000_00, "drawer:1")
        clock.now_ms += 86_400_000
    sit(bank)
    bank.hold(buy_in("b1", 6_000_00))
    bank.post("b1")
    bank.hold(cash_out("c1", 6_000_00))
    bank.void("c1", "the card is gone")
    asked = counter.propose(
        PayByHand("c1", "100001", "table:T1", 6_000_00, "drawer:1"), STAFF_PIN, "owed"
    )
    sue = at_work(Bank(connect(), bank.key, clock), "sue")
    bob = at_work(Bank(connect(), bank.key, clock), "bob")
    answers = at_once(
        lambda: sue.confirm(asked.id, STAFF_PIN),
        lambda: bob.withdraw("100001", 6_000_00, "drawer:2", "2468"),
    )
    assert sum(isinstance(answer, ReportDue) for answer in answers) == 1
    assert sum(isinstance(answer, Exception) for answer in answers) == 1
