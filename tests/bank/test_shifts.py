"""A shift told again to who reads the books."""

import pytest

from firmware.bank.acts import Correct, PostDifference
from firmware.errors import Refused
from lab.simulation.demo_people import pieces_of, together
from tests.bank.test_windows import FLOAT, shift

DAY_MS = 86_400_000


def test_a_shift_of_a_past_day_is_told_as_it_was(bank, counter, clock):
    """What moved at that drawer the day after is none of it."""
    counter.deposit("100001", 500_00, "drawer:1")
    counter.deposit("100001", 20_00, "drawer:1", "slip")
    counter.withdraw("100001", 100_00, "drawer:1", "2468")
    together(bank, Correct("slip"))
    window = counter.window().id
    counter.count(pieces_of(FLOAT + 395_00))
    together(bank, PostDifference(window))
    sue = shift(bank, "sue")
    day = sue.report().day
    clock.now_ms += DAY_MS // 2
    sue.open_window("drawer:1", pieces_of(FLOAT + 395_00))
    sue.deposit("100001", 7_00, "drawer:1")

    (told,) = [one for one in sue.shifts(day) if one.window.id == window]
    assert (told.window.person, told.float) == ("ann", FLOAT)
    assert (told.cash_in, told.cash_out) == ((2, 520_00), (1, 100_00))
    assert (told.vault, told.corrected) == (0, -20_00)
    assert (told.expected, told.counted, told.difference) == (FLOAT + 400_00, FLOAT + 395_00, -5_00)
    assert [kind for _, kind, *_ in told.documents[:3]] == ["deposit", "deposit", "withdraw"]


def test_a_shift_that_goes_on_has_no_count_yet_and_no_cashier_reads_it(bank, counter):
    window = counter.window().id
    sue = shift(bank, "sue")
    assert sue.shift(window).difference is None
    with pytest.raises(Refused, match="no such shift"):
        sue.shift("another")
    for look in (lambda: counter.shift(window), counter.shifts):
        with pytest.raises(Refused, match="may not read the reports"):
            look()
