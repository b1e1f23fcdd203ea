"""Every verb of the cage has its place on a page, or a reason why it has none; and cash that leaves
without a card and its PIN takes two people."""

import re
from pathlib import Path

import pytest

import desks
from desks.cage import doings
from firmware.bank import acts, roles
from firmware.bank.accounts import ROUTES
from firmware.bank.counter import Counter
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Refused
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_people import STAFF_PIN, at_work
from tests.bank.conftest import Clock, another, make_bank

ELSEWHERE = {  # and where
    "enrol_alone": "`stormdeck staff`: the office's",
    "dismiss": "`stormdeck staff`: the office's",
    "tax_number": "`stormdeck bank`: a whole number is on no page",
    "reconcile": "`stormdeck bank`: reads all the books",
    "issue_card": "replace_card, which ends the others",
    "open_patron": "open_draft",
    "balance": "overview and customer, with everything else",
    "today": "the gaming day, of the house's clock",
    "would_cross": "title31.crossing, of the customer that the page has read",
}
ZOE, PNG = "/cage/customer/100001", b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def bank(tmp_path):
    return make_bank(SqliteStore(tmp_path / "bank.db"), Clock())


def caller(bank, name: str) -> Caller:
    return Caller(cage_of(bank, "drawer:1"), bank, name)


def test_every_verb_has_a_page():
    text = "".join(one.read_text() for one in Path(desks.__file__).parent.rglob("*.py"))
    verbs = {name for name in dir(Counter) if not name.startswith("_")}
    lost = {name for name in verbs if not re.search(rf"counter(\(request\))?\.{name}\b", text)}
    assert lost == set(ELSEWHERE)


def test_every_way_of_money_is_some_act_or_a_tables():
    """By hand, at a table or at the cage: what a person moves goes with an act of two, or by the
    customer's own card and PIN."""
    by_tables = {"buy_in", "cash_out", "fees", "jackpot_in", "jackpot_out"}
    by_acts = dict.fromkeys(doings._WAYS, "MoveHouseMoney")
    by_acts |= dict.fromkeys(("over", "short"), "PostDifference")
    by_acts |= {"handpay": "PayByHand", "promotion_out": "PayComp"}
    by_card = {"deposit", "withdraw"}
    assert set(ROUTES) == by_tables | by_card | set(by_acts)
    assert all(roles.needs_two(act) for act in by_acts.values())
    assert roles.needs_two("PayWithoutPin")


def test_whatever_two_agree_to_is_told_to_the_second():
    """A page that asks for a PIN under an empty line asks for too much."""
    told = {name for name, act in vars(acts).items() if isinstance(act, type)
            and issubclass(act, acts.Act.__args__) and name in roles.ACTS}  # fmt: skip
    shown = set(re.findall(r"acts\.(\w+)\(", Path(doings.__file__).read_text()))
    proposed = {one.act for one in {**doings.CUSTOMER, **doings.HOUSE}.values()
                if isinstance(one, doings.Proposal)}  # fmt: skip
    assert proposed <= told & shown


def test_a_card_that_is_handed_back_is_retired_and_only_theirs(bank):
    ann = at_work(bank, "ann")
    ann.open_patron(another("Y"))
    mine, other = ann.issue_card("100001"), ann.issue_card("100002")
    desk = caller(bank, "ann")
    no = desk.post("/cage/do/card-back", form_id="c1", patron="100001", card=other)
    assert (no.status, "There is no card" in no.text) == (409, True)
    done = desk.post("/cage/do/card-back", form_id="c2", patron="100001", card=mine)
    assert "That card is retired" in done.text
    again = desk.post("/cage/do/card-back", form_id="c3", patron="100001", card=mine)
    assert "That card is retired already" in again.text
    with pytest.raises(Refused, match="no longer good"):
        bank.recognise(mine)
    bank.recognise(other)


def test_a_promotion_begins_on_a_page_of_a_lead(bank):
    form = {"form_id": "n1", "kind": "promotion", "name": "july"}
    assert "may not" in caller(bank, "ann").post("/cage/do/new-account", **form).text
    sue = caller(bank, "sue")
    for wrong in ({"kind": "fees"}, {"name": "ju ly"}, {"name": "'; --"}):
        assert sue.post("/cage/do/new-account", **form | wrong).status == 409
    assert "has its account" in sue.post("/cage/do/new-account", **form).text
    assert bank.balance("promotion:july").balance == 0


@pytest.mark.parametrize("amount", ["1,000,000,000.01", "99999999999999999999"])
def test_a_sum_that_no_transfer_can_be_is_none_anywhere(bank, amount):
    """As an own limit it was more than the books' columns hold, and the page broke."""
    ann, sue = caller(bank, "ann"), caller(bank, "sue")
    form = {"form_id": "m1", "reason": "r", "pin": STAFF_PIN, "why": "busy"}
    answers = [
        ann.post("/cage/do/limit", patron="100001", limit=amount, **form),
        ann.post(f"{ZOE}/deposit", form_id="m2", amount=amount),
        ann.post(f"{ZOE}/withdraw", form_id="m3", amount=amount),
        sue.post("/cage/do/fill", amount=amount, **form),
        sue.post("/cage/do/drawer-limit", account="1", limit=amount, **form),
    ]
    for answer in answers:
        assert (answer.status, "is more than $1,000,000,000" in answer.text) == (409, True)
    assert at_work(bank, "sue").waiting() == []


@pytest.mark.parametrize(("name", "reason"), [("a" * 31, "ok"), ("july", "r" * 301)])
def test_words_that_fill_a_page_are_not_kept(bank, name, reason):
    sue = caller(bank, "sue")
    made = sue.post("/cage/do/new-account", form_id="n1", kind="promotion", name=name)
    form = {"form_id": "n2", "amount": "5", "reason": reason, "pin": STAFF_PIN}
    assert 409 in (made.status, sue.post("/cage/do/fill", **form).status)


def test_a_look_at_a_scan_is_logged_and_another_customers_is_none(bank):
    at_work(bank, "ann").attach("100001", "photo", "image/png", PNG, "p1")
    desk = caller(bank, "ann")
    assert f"{ZOE}/scan/p1" in desk.get(f"{ZOE}/scans").text
    assert desk.get(f"{ZOE}/scan/p1").body == PNG
    assert desk.get("/cage/customer/100002/scan/p1").status == 409
    seen = [one for one in at_work(bank, "sue").changes("100001") if one.after == "seen"]
    assert [(one.agent, one.what) for one in seen] == [("ann", "attachment photo")]


def test_a_supervisor_sees_every_limit_that_a_customer_asked_for(bank):
    ann = at_work(bank, "ann")
    ann.open_patron(another("Y"))
    ann.set_limit("100001", 200_00)
    ann.set_time_limit("100001", 90)
    ann.exclude("100002", 30)
    sue = caller(bank, "sue")
    assert "/cage/limits" in sue.get("/cage/house").text
    page = sue.get("/cage/limits").text
    for words in ("$0 of $200", "0:00 of 1:30", f'href="{ZOE}"'):
        assert words in page
    assert len(re.findall("<td>\\d\\d/\\d\\d/20\\d\\d<", page)) == 1
    assert caller(bank, "ann").get("/cage/limits").status == 409
