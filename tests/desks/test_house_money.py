"""Money of the house at a window: every way that it can go has its page, takes two people, and is
told to the second in words. What is owed by hand is found without its number."""

import pytest

from firmware.bank.sqlite_store import SqliteStore
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_people import STAFF_PIN
from tests.bank.conftest import Clock, buy_in, cash_out, make_bank, sit


@pytest.fixture
def bank(tmp_path):
    made = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    caller(made).post("/cage/customer/100001/deposit", amount="500", form_id="d1")
    sit(made)
    made.hold(buy_in("j1-b1", 300_00))
    made.post("j1-b1")
    return made


def caller(bank, name: str = "ann") -> Caller:
    return Caller(cage_of(bank, "drawer:1"), bank, name)


def together(bank, name: str, patron: str = "", **form: str) -> str:
    """Proposed by ann, confirmed by sue, on their pages; what sue was told."""
    id_ = f"h{name.replace('-', '')}"
    given = {"form_id": id_, "patron": patron, "reason": "as agreed", "pin": STAFF_PIN} | form
    assert caller(bank).post(f"/cage/do/{name}", **given).to.startswith(f"/cage/asked/{id_}")
    sue = caller(bank, "sue")
    told = sue.get("/cage/waiting").text
    done = sue.post("/cage/confirm", proposal=id_, pin=STAFF_PIN)
    assert done.status == 200, done.text
    return told


@pytest.mark.parametrize(("name", "form", "said", "moved"), [
    ("vault-in", {}, "$20 in cash into the vault", {"vault": -20_00, "bankroll": 20_00}),
    ("vault-out", {}, "$20 in cash out of the vault", {"vault": 20_00, "bankroll": -20_00}),
    ("fill", {}, "$20 in cash from the vault into drawer 1", {"vault": 20_00}),
    ("credit", {}, "$20 in cash from drawer 1 into the vault", {"vault": -20_00}),
    ("promotion", {"promotion": "june"}, "for promotion june", {"promotion:june": 20_00}),
    ("park", {"table": "T1"}, "$20 of table T1 is parked", {"suspense": 20_00}),
])  # fmt: skip
def test_every_way_of_the_house_s_money(bank, name, form, said, moved):
    before = {account: _balance(bank, account) for account in moved}
    assert said in together(bank, name, amount="20", **form)
    assert {account: _balance(bank, account) - before[account] for account in moved} == moved


def _balance(bank, account: str) -> int:
    row = bank.do(lambda tx, now: tx.row("SELECT balance FROM account WHERE id = ?", account))
    return row[0] if row else 0


def test_what_was_parked_goes_to_whose_it_is(bank):
    together(bank, "park", amount="20", table="T1")
    together(bank, "unpark", "100001", amount="20")
    assert _balance(bank, "patron:100001") == 220_00


def test_what_is_owed_by_hand_is_on_a_page_and_paid_from_there(bank):
    bank.hold(cash_out("j1-c1", 100_00))
    bank.void("j1-c1", "the card was closed")
    page = caller(bank).get("/cage/owed").text
    assert "$100" in page
    assert 'href="/cage/do/by-hand?transfer=j1-c1"' in page
    form = caller(bank).get("/cage/do/by-hand?transfer=j1-c1").text
    assert 'value="j1-c1"' in form
    assert "$100 in cash to account 100001" in together(bank, "by-hand", transfer="j1-c1")
    assert "Nothing is owed." in caller(bank).get("/cage/owed").text


def test_whoever_has_no_window_open_can_sign_off(bank):
    assert 'action="/signoff"' in caller(bank, "sue").get("/cage/house").text
    assert 'action="/signoff"' not in caller(bank).get("/cage").text  # first it is counted
