"""31 CFR 1021: cash in and out, apart, by gaming day, through every trick of the clock."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from firmware.bank.acts import ConfirmClock, Correct
from firmware.bank.bank import Bank
from firmware.bank.gaming_day import HouseClock, gaming_day
from lab.simulation.demo_people import at_work, together
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
    for amount in amounts:
        receipt = counter.deposit("100001", amount, "drawer:1")
    assert bool(receipt.alerts) == bool(heard)
    if heard:
        import re

        assert re.search(heard, receipt.alerts[0])


def test_in_and_out_are_summed_apart(counter):
    counter.deposit("100001", 9_000_00, "drawer:1")
    receipt = counter.withdraw("100001", 2_000_00, "drawer:1")
    assert receipt.alerts == []
    (day,) = counter.report().cash_days
    assert (day.cash_in, day.cash_out) == (9_000_00, 2_000_00)
    receipt = counter.withdraw("100001", 1_000_01, "drawer:2")
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
    assert [d.cash_in for d in counter.report("2026-06-10").cash_days] == [6_000_00]
    assert [d.cash_in for d in counter.report("2026-06-11").cash_days] == [4_600_00]


@pytest.mark.parametrize("first_half", [ms(2026, 11, 1, 1, 30, fold=0), ms(2026, 3, 8, 1, 30)])
def test_the_night_the_clocks_change_is_one_day(counter, clock, first_half):
    clock.now_ms = first_half
    together(counter.bank, ConfirmClock())
    counter.deposit("100001", 6_000_00, "drawer:1")
    clock.now_ms = first_half + 3_600_000
    receipt = counter.deposit("100001", 4_000_01, "drawer:1")
    assert "more than $10,000" in receipt.alerts[0]


def test_a_clock_set_back_over_the_boundary_does_not_split_the_day(counter, clock):
    clock.now_ms = ms(2026, 6, 11, 6, 1)
    counter.deposit("100001", 6_000_00, "drawer:1")
    clock.now_ms = ms(2026, 6, 11, 5, 50)
    receipt = counter.deposit("100001", 4_000_01, "drawer:1")
    assert "more than $10,000" in receipt.alerts[0]


def test_a_corrected_deposit_was_no_cash(counter):
    counter.deposit("100001", 9_000_00, "drawer:1", id_="typo")
    together(counter.bank, Correct("typo"), reason="one zero too many")
    assert counter.deposit("100001", 900_00, "drawer:1").alerts == []


def test_two_drawers_at_once_raise_the_alarm_exactly_once(bank, counter, connect, clock):
    for n in range(4):
        clock.now_ms += 86_400_000
        counters = [at_work(Bank(connect(), bank.key, clock), "ann") for _ in range(2)]
        receipts = at_once(
            *(
                lambda c=c, d=d: c.deposit("100001", 6_000_00, f"drawer:{d}")
                for d, c in enumerate(counters, 1)
            )
        )
        reports = [r for r in receipts if any("currency" in words for words in r.alerts)]
        assert len(reports) == 1, n
