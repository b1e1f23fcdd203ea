"""A day as people here write it, whichever way that is; shown in one."""

import pytest

from firmware.bank import days
from firmware.errors import Refused

TODAY = "2026-11-18"


@pytest.mark.parametrize(
    "text",
    ["12/10/1990", "12-10-1990", "12.10.1990", " 12 10 1990 ", "12101990", "121090", "12/10/90",
     "1990-12-10", "Dec 10, 1990", "10 december 1990", "DEC 10 90"],
)  # fmt: skip
def test_one_day_in_many_ways(text):
    assert days.read(text, not_after=TODAY) == "1990-12-10"


@pytest.mark.parametrize(
    "text",
    ["", "soon", "25/12/1990", "2/30/1990", "12/10", "1210199", "12/10/199", "0/1/1990",
     "12/10/1890", "1/2/3/4", "٠١/٠٢/١٩٩٠"],
)  # fmt: skip
def test_what_is_no_day_is_asked_for_again_in_words(text):
    """Never guessed at: 25/12 is no December."""
    with pytest.raises(Refused, match=r"Write the birth date as 12/10/1990: month, day, year\."):
        days.read(text, "the birth date", TODAY)
    assert days.shown(days.typed(text)) == text


def test_two_digits_of_a_year_are_behind_of_a_birth_and_ahead_of_a_document():
    assert days.read("11/18/26", not_after=TODAY) == "2026-11-18"
    assert days.read("11/19/26", not_after=TODAY) == "1926-11-19"
    assert days.read("11/19/39") == "2039-11-19"


def test_a_day_is_shown_month_first():
    assert (days.shown("1979-08-04"), days.shown("")) == ("08/04/1979", "")
    assert days.shown_within("report of 2026-06-10, asked") == "report of 06/10/2026, asked"
