"""The supervisor's reports as PDF files: what page and CSV say stands on the paper, of a past day
too, and a long shift goes on to the next page."""

import csv
import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from firmware.bank.sqlite_store import SqliteStore
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_people import at_work
from tests.bank.conftest import Clock, make_bank

DAY, DAY_MS = "2026-06-10", 86_400_000


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def bank(tmp_path, clock):
    return make_bank(SqliteStore(tmp_path / "bank.db"), clock)


@pytest.fixture
def sue(bank):
    return Caller(cage_of(bank, "drawer:2"), bank, "sue")


def paper(sue: Caller, way: str) -> list[str]:
    """Its pages, in words, by a reader that is not ours."""
    made = sue.get(way)
    assert (made.status, made.body[:5]) == (200, b"%PDF-")
    pages = PdfReader(BytesIO(made.body)).pages
    return [re.sub(r"\s+", " ", page.extract_text()) for page in pages]


def in_order(text: str, *words: str) -> bool:
    return re.search(".*".join(map(re.escape, words)), text) is not None


def test_a_day_stands_on_paper_as_it_stands_in_the_csv(bank, sue, clock):
    at_work(bank, "ann").deposit("100001", 3_000_01, "drawer:1")
    (page,) = paper(sue, "/cage/day.pdf")
    assert "This day goes on" in page
    clock.now_ms += DAY_MS
    later = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    (page,) = paper(later, f"/cage/day.pdf?day={DAY}")
    assert "Gaming day 06/10/2026" in page
    assert "This day goes on" not in page
    rows = csv.reader(later.get(f"/cage/day.csv?day={DAY}").text.splitlines()[1:])
    for what, count, dollars in rows:
        shown = f"{float(dollars):,.2f}".removesuffix(".00")
        assert in_order(page, what.capitalize(), count, shown), what
    assert in_order(page, "above $3,000", "Account 100001", "$3,000.01", "$0")
    assert in_order(page, "ann", "drawer 1", "Not counted yet")
    assert in_order(page, "Cage supervisor", "Second person", "by sue", "Page 1 of 1")


def test_a_long_shift_goes_on_to_the_next_page_with_every_document(bank, sue):
    ann = at_work(bank, "ann")
    for number in range(60):
        ann.deposit("100001", 1_00 + number, "drawer:1")
    pages = paper(sue, f"/cage/shift/{ann.window().id}/pdf")
    assert len(pages) > 1
    assert all(f"Page {n} of {len(pages)}" in page for n, page in enumerate(pages, 1))
    assert in_order(pages[0], "Shift of ann, drawer 1", "Float, counted", "$50,000")
    whole = " ".join(pages)
    for number in range(60):
        assert f"${1 + number / 100:.2f}".removesuffix(".00") in whole
    assert in_order(pages[-1], "Cashier", "Cage supervisor")
