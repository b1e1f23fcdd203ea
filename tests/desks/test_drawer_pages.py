"""A drawer on the supervisor's page, and a count that differs on the cashier's."""

import pytest

from firmware.bank.sqlite_store import SqliteStore
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_people import STAFF_PIN, at_work, pieces_of
from tests.bank.conftest import Clock, make_bank


@pytest.fixture
def bank(tmp_path):
    return make_bank(SqliteStore(tmp_path / "bank.db"), Clock())


def caller(bank, name: str, printer=None) -> Caller:
    return Caller(cage_of(bank, "drawer:1", printer), bank, name)


def test_a_drawer_above_its_limit_is_told_to_the_supervisor_and_to_no_cashier(bank):
    sue, ann = caller(bank, "sue"), caller(bank, "ann")
    form = {"form_id": "l1", "account": "drawer:1", "limit": "30,000", "why": "busy evening"}
    assert "may not" in ann.post("/cage/do/drawer-limit", **form).text
    assert "Above limit" not in sue.get("/cage/house").text
    assert sue.post("/cage/do/drawer-limit", **form).status == 200
    page = sue.get("/cage/house").text
    for words in ("$30,000", "Above limit", "drawer 1, cash limit", "busy evening"):
        assert words in page
    assert "/cage/do/drawer-limit?account=drawer:1" in page
    assert "/cage/do/drawer-limit" not in caller(bank, "mia").get("/cage/house").text
    assert "imit" not in ann.get("/cage").text + ann.get("/cage/count").text


@pytest.mark.parametrize(("typed", "account"), [
    ("2", "drawer 2"), ("Drawer 2", "drawer 2"), ("drawer:2", "drawer 2"), ("Vault", "vault"),
])  # fmt: skip
def test_a_drawer_is_named_as_people_name_it(bank, typed, account):
    form = {"form_id": "l1", "account": typed, "limit": "30000", "why": "busy"}
    assert caller(bank, "sue").post("/cage/do/drawer-limit", **form).status == 200
    assert f"{account}, cash limit" in caller(bank, "sue").get("/cage/house").text


def test_surveillance_is_asked_from_the_count_on_one_slip_and_the_second_name_sees_it(bank):
    printed = []

    class Printer:
        def print(self, receipt) -> None:
            printed.append(receipt)

    counter = at_work(bank, "ann")
    counter.deposit("100001", 500_00, "drawer:1", "d1")
    window = counter.count(pieces_of(50_480_00)).window
    ann, sue = caller(bank, "ann", Printer()), caller(bank, "sue")
    assert "Ask surveillance for 11:58 to 12:03" in ann.get("/cage").text
    page = "/cage/document/d1"
    assert "Ask surveillance for 11:58 to 12:03" in ann.get(page).text
    for back in (page, "//evil.example", "/cage"):
        to = ann.post("/cage/surveillance", transfer="d1", back=back).to
        assert to == (page if back == page else "/cage")
    for way in ("/cage", page):
        assert "Surveillance is asked for 11:58 to 12:03" in ann.get(way).text
    (slip,) = printed
    assert (slip.title, slip.total) == ("For surveillance", "11:58 to 12:03")
    assert "Lovelace" not in "".join(slip.lines)
    form = {"window": window, "reason": "tray", "pin": STAFF_PIN, "form_id": "p1"}
    ann.post("/cage/difference", **form)
    assert "surveillance asked for 06/10/2026 11:58 to 12:03" in sue.get("/cage/waiting").text
    assert "Short $20" in sue.get("/cage/house").text
