"""A cashier in California reads and writes one kind of date: month, day, year, on every page and
on paper."""

import re

import pytest

from firmware.bank.sqlite_store import SqliteStore
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_people import at_work
from tests.bank.conftest import Clock, make_bank

ZOE, PNG = "/cage/customer/100001", b"\x89PNG\r\n\x1a\n"
OTHER = re.compile(r"\d{4}-\d\d-\d\d|\d\d? (Jan|Jun|Nov)|\d\d\.\d\d\.\d{4}")


@pytest.fixture
def bank(tmp_path):
    return make_bank(SqliteStore(tmp_path / "bank.db"), Clock())


def seen(html: str) -> str:
    """What a person can read, in fields too."""
    fields = re.findall(r'type="date"|(?:value|placeholder)="[^"]*"', re.sub(
        r'<input type="hidden"[^>]*>', "", html))  # fmt: skip
    return " ".join([re.sub(r"<[^>]*>", " ", html), *fields])


def test_every_page_writes_a_day_in_one_way(bank):
    papers = []

    class Printer:
        def print(self, receipt) -> None:
            papers.append(receipt)

    ann = Caller(cage_of(bank, "drawer:1", Printer()), bank, "ann")
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    at_work(bank, "ann").attach("100001", "photo", "image/png", PNG, "p1")
    at_work(bank, "ann").note_suspicion("100001", "two hats", "n1")
    at_work(bank, "ann").complete_report("100001", "baker", "their own")
    ann.post(f"{ZOE}/deposit", amount="10000.01", form_id="d1")
    at_work(bank, "ann").set_limit("100001", 200_00)
    at_work(bank, "ann").exclude("100001", 30)
    window = at_work(bank, "ann").window().id
    report = f"{ZOE}/report?kind=deposit&amount=20000&form_id=d2"
    mine = ("/cage", ZOE, f"{ZOE}/statement", f"{ZOE}/scans", report, "/cage/receipt/d1",
            "/cage/do/document?patron=100001", "/cage/do/details?patron=100001")  # fmt: skip
    hers = ("/cage/house", "/cage/day", f"/cage/shift/{window}", "/cage/limits", "/cage/reports")
    for who, pages in ((ann, mine), (sue, hers)):
        for way in pages:
            answer = who.get(way)
            assert answer.status == 200, way
            assert not (found := OTHER.search(seen(answer.text))), (way, found)
            assert 'type="date"' not in answer.text  # a browser would write it in its own way
            assert "06/10/2026" in answer.text, way
    assert "06/10/2026 12:00:00" in str(papers)
    house = sue.get("/cage/house").text
    assert "07/10/2026" in house, "the end of an exclusion is a day in the change log, too"
    assert "$200" in house


def test_a_days_report_is_asked_for_as_a_day_is_written(bank):
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    for day in ("06/09/2026", "6-9-26", "2026-06-09"):
        assert "Gaming day 06/09/2026" in sue.get(f"/cage/day?day={day}").text
    no = sue.get("/cage/day?day=soon")
    assert (no.status, "12/10/1990: month, day, year" in no.text) == (409, True)


def test_a_birth_date_is_kept_as_it_was_meant_and_a_slip_is_asked_about(bank):
    ann = Caller(cage_of(bank, "drawer:1"), bank, "ann")
    for typed, shown, told in (("8/4/79", "08/04/1979", "08/04/1979, age 46"),
                               ("24/8/1979", "24/8/1979", "as 12/10/1990")):  # fmt: skip
        checks = ann.post("/cage/new/a1/draft", born=typed, id_expiry="9/1/39", id_number="D1").text
        assert told in checks
        assert "to 09/01/2039" in checks
        page = ann.get("/cage/new/a1").text
        assert f'value="{shown}"' in page
        assert 'value="09/01/2039"' in page
