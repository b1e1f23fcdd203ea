"""A cashier who does not press buttons but sends forms: twice, edited, from another window, under a
colleague's name, after signing off. No cent moves that should not, and every No is in words."""

import asyncio
import re

import pytest

from drivers.receipt import not_printed
from firmware.bank.bank import Bank
from firmware.bank.sqlite_store import SqliteStore
from lab.simulation.cashier import Caller, cage_of
from lab.simulation.demo_people import STAFF_PIN, at_work
from tests.bank.conftest import Clock, another, books_balance, make_bank

ZOE = "/cage/customer/100001"


@pytest.fixture
def bank(tmp_path):
    return make_bank(SqliteStore(tmp_path / "bank.db"), Clock())


@pytest.fixture
def window(bank):
    return cage_of(bank, "drawer:1")


@pytest.fixture
def ann(bank, window):
    return Caller(window, bank, "ann")


@pytest.fixture
def pad(bank, window):
    return Caller.pad(window, bank, "drawer:1")


def on_card(bank) -> int:
    return bank.balance("patron:100001").balance


def test_one_form_is_one_deposit_however_often_it_is_sent(bank, window, ann):
    """Double Enter, Back, a second tab: the first answer, again."""
    id_ = ann.type(ZOE, "form_id")
    tabs = [ann, Caller(window, bank, "ann"), ann]
    answers = [tab.post(f"{ZOE}/deposit", amount="500", form_id=id_) for tab in tabs]
    assert {one.to for one in answers} == {f"/cage/receipt/{id_}"}
    assert on_card(bank) == 500_00


def test_an_edited_amount_under_the_same_form_moves_nothing(bank, ann):
    id_ = ann.type(ZOE, "form_id")
    ann.post(f"{ZOE}/deposit", amount="500", form_id=id_)
    again = ann.post(f"{ZOE}/deposit", amount="900", form_id=id_)
    assert "belongs to another transfer" in again.text
    other = ann.post("/cage/customer/100001/deposit", amount="500", form_id="../x")
    assert "has no id" in other.text
    assert on_card(bank) == 500_00


@pytest.mark.parametrize("amount", ["-5", "0", "1e9", "5.5", "٥٠", "", "9" * 30, "1,00"])
def test_an_amount_that_is_none(bank, ann, amount):
    said = ann.post(f"{ZOE}/deposit", amount=amount, form_id=ann.type(ZOE, "form_id"))
    assert (said.status, "Nothing was moved." in said.text) == (409, True)
    assert on_card(bank) == 0


def test_small_sums_under_the_line_meet_the_report_at_every_window(bank, ann):
    bob = Caller(cage_of(bank, "drawer:2"), bank, "bob")
    for who in (ann, bob, ann, bob):
        last = who.post(f"{ZOE}/deposit", amount="2500.01", form_id=who.type(ZOE, "form_id"))
    assert last.to.startswith(f"{ZOE}/report?")
    assert on_card(bank) == 7_500_03
    assert "asked: deposit $2,500.01" in str(at_work(bank, "sue").changes("100001"))


def test_less_is_asked_for_and_that_it_was_is_kept(bank, ann):
    form = {"kind": "deposit", "amount": "$10,200", "form_id": "f1"}
    said = ann.post(f"{ZOE}/attempt", **form, how="asked for less")
    assert said.to == f"{ZOE}?kind=deposit"
    ann.post(f"{ZOE}/attempt", **form, how="left")
    told = str(at_work(bank, "sue").changes("100001"))
    assert "asked for less: deposit $10,200" in told
    assert "left: deposit $10,200" in told
    assert on_card(bank) == 0


def test_the_report_page_takes_no_money_before_the_document_is_seen_and_both_answers_are_there(
    bank, ann
):
    form = {"kind": "deposit", "amount": "$10,200", "form_id": "f1", "occupation": "baker",
            "seen": "yes"}  # fmt: skip
    unseen = {"whose": "Own", "seen": ""}
    for whose in ({}, {"whose": "A company's"}, {"whose": "Own", "occupation": " "}, unseen):
        assert ann.post(f"{ZOE}/report", **{**form, **whose}).status == 409
    assert on_card(bank) == 0
    paid = ann.post(f"{ZOE}/report", **form, whose="Own")
    assert paid.to == "/cage/receipt/f1"
    assert ann.post(f"{ZOE}/report", **form, whose="Own").to == "/cage/receipt/f1"
    assert on_card(bank) == 10_200_00


def test_at_a_colleagues_window(bank):
    theirs = Caller(cage_of(bank, "drawer:2"), bank, "ann")
    said = theirs.get("/cage")
    assert (said.status, "You are at drawer 1" in said.text) == (409, True)
    said = theirs.post(f"{ZOE}/deposit", amount="100", form_id="f1")
    assert "You are at drawer 1" in said.text
    assert on_card(bank) == 0


def test_signed_off_or_nobody_at_all(bank, window):
    nobody, ann = Caller(window, bank), Caller(window, bank, "ann")
    ann.post("/signoff")
    for who in (nobody, ann):
        assert who.get("/cage").to.startswith("/signon")
        said = who.post(f"{ZOE}/deposit", amount="100", form_id="f1")
        assert (said.status, "Nothing was done." in said.text) == (409, True)
    assert on_card(bank) == 0


def test_left_alone_the_window_takes_no_form(bank, ann):
    ann.post("/lock")
    assert ann.get(ZOE).to.startswith("/locked")
    assert "locked" in ann.post(f"{ZOE}/deposit", amount="100", form_id="f1").text
    assert on_card(bank) == 0


def test_the_pad_is_asked_one_amount_and_no_later_form_changes_it(bank, ann, pad):
    at_work(bank, "ann").deposit("100001", 1_000_00, "drawer:1")
    ann.post(f"{ZOE}/withdraw", amount="100", form_id="w1")
    ann.post(f"{ZOE}/withdraw", amount="900", form_id="w1")
    busy = ann.post(f"{ZOE}/withdraw", amount="900", form_id="w2")
    assert "let that end first" in busy.text
    shown = pad.get("/pad").text
    assert "$100" in shown
    assert "Lovelace" not in shown
    for _ in range(2):  # a double touch
        pad.post("/pad/answer", form_id="w1", step="pin", pin="2468")
    assert on_card(bank) == 900_00


def test_only_the_paired_pad_sees_a_customer_or_takes_a_pin(bank, window, ann, pad):
    """Anybody on the house's network who opens the page; the cashier's own browser; the pad of
    another window; a pad whose place another took."""
    at_work(bank, "ann").deposit("100001", 1_000_00, "drawer:1")
    taken = Caller.pad(window, bank, "drawer:1")
    pad = Caller.pad(window, bank, "drawer:1")
    ann.post(f"{ZOE}/withdraw", amount="100", form_id="w1")
    for one in (Caller(window, bank), ann, Caller.pad(window, bank, "drawer:2"), taken):
        shown = one.get("/pad").text
        assert ("$100" in shown, "Ada" in shown, "Not paired" in shown) == (False, False, True)
        said = one.post("/pad/answer", form_id="w1", step="pin", pin="2468")
        assert (said.status, "Nothing was done" in said.text) == (409, True)
        assert one.post("/pad/no", form_id="w1").status == 409
    assert on_card(bank) == 1_000_00
    pad.post("/pad/answer", form_id="w1", step="pin", pin="2468")
    assert on_card(bank) == 900_00


def test_a_pad_is_paired_by_the_code_that_the_window_shows_once(bank, window, ann):
    def typed(code: str) -> int:
        return Caller(window, bank).post("/pad/pair", pin=code).status

    def shown() -> str:
        return re.search(r'code">(\d{3} \d{3})<', ann.get("/cage/pair").text)[1].replace(" ", "")

    assert typed("000000") == 409  # nobody has asked for one
    code = shown()
    assert shown() == code
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert (typed(wrong), typed(code), typed(code)) == (409, 303, 409)
    told = at_work(bank, "sue").changes("drawer:1")
    assert [one.agent for one in told if one.what == "pad"] == ["ann"]
    code = shown()
    assert {typed(f"{(int(code) + n) % 10**6:06}") for n in range(1, 6)} == {409}
    assert typed(code) == 409  # guessed at too often: the window shows another
    assert Caller(window, bank).get("/cage/pair").to.startswith("/signon")


def test_the_pad_shows_what_was_paid_in_and_nothing_of_the_law(bank, ann, pad, monkeypatch):
    """And forgets it by itself: the next customer sees nothing of this one."""
    ann.post(f"{ZOE}/deposit", amount="4000", form_id="d1")
    shown = pad.get("/pad").text
    for words in ("You paid in", "$4,000", "On your card now", "Ada L."):
        assert words in shown
    assert not re.search(r"Lovelace|\blog\b|report|3,000", shown)
    ann.post(f"{ZOE}/deposit", amount="9000", form_id="d2")
    ann.get(f"{ZOE}/report?kind=deposit&amount=9000&form_id=d2")
    shown = pad.get("/pad").text
    assert ("Please wait a moment" in shown, "$" in shown, "Ada" in shown) == (True, False, False)
    monkeypatch.setattr("desks.cage.pad.RESTS_S", {"wait": 0.0})
    assert "Welcome" in pad.get("/pad").text


def test_a_closed_account_pays_what_its_owner_saw_and_nothing_else(bank, ann, pad):
    """Money that came meanwhile: the page would say one sum, and the books another."""
    counter = at_work(bank, "ann")
    counter.deposit("100001", 80_00, "drawer:1")
    ann.post(f"{ZOE}/close", form_id="x1")
    assert "$80" in pad.get("/pad").text
    counter.deposit("100001", 20_00, "drawer:1")
    pad.post("/pad/answer", form_id="x1", step="pin", pin="2468")
    assert on_card(bank) == 100_00
    assert "There is $100 on the card now" in ann.get("/cage/pad/x1").text
    ann.post(f"{ZOE}/close", form_id="x2")
    pad.post("/pad/answer", form_id="x2", step="pin", pin="2468")
    assert "Hand out $100" in ann.get("/cage/pad/x2").text
    assert on_card(bank) == 0
    books_balance(bank)


def test_the_pad_pays_nothing_for_a_cashier_who_was_dismissed_meanwhile(bank, ann, pad):
    at_work(bank, "ann").deposit("100001", 1_000_00, "drawer:1")
    ann.post(f"{ZOE}/withdraw", amount="100", form_id="w1")
    at_work(bank, "sue").dismiss("ann", "caught")
    pad.post("/pad/answer", form_id="w1", step="pin", pin="2468")
    assert on_card(bank) == 1_000_00
    assert "Nothing was moved" in pad.get("/pad").text


def test_a_choice_that_no_page_offers_is_no_choice(bank, ann):
    form = {"form_id": "s1", "transfer": "t-1", "to": "mine", "pin": STAFF_PIN, "reason": "as told"}
    assert "It is: kept or let go." in ann.post("/cage/do/settle", **form).text


def test_a_cashier_guesses_at_the_pad(bank, ann, pad):
    at_work(bank, "ann").deposit("100001", 1_000_00, "drawer:1")
    ann.post(f"{ZOE}/withdraw", amount="100", form_id="w1")
    for guess in ("0000", "1111", "2222", "3333", "4444", "2468"):
        pad.post("/pad/answer", form_id="w1", step="pin", pin=guess)
    assert on_card(bank) == 1_000_00


def test_a_new_pin_wants_the_old_one_on_the_pad(bank, ann, pad):
    ann.post(f"{ZOE}/pin", form_id="p1")
    for step, pin in (("choose", "1111"), ("old", "0000"), ("choose", "1111"), ("again", "1111")):
        pad.post("/pad/answer", form_id="p1", step=step, pin=pin)
    card = at_work(bank, "ann").issue_card("100001")
    assert bank.sign_on(card, "2468", "s1", "table:T1", 1)


def test_gives_both_names_to_a_fill(bank, ann):
    given = {"amount": "500", "reason": "busy", "pin": STAFF_PIN, "form_id": "f1", "patron": ""}
    assert ann.post("/cage/do/fill", **given).to.startswith("/cage/asked/f1")
    said = ann.post("/cage/confirm", proposal="f1", pin=STAFF_PIN)
    assert "You are the first name" in said.text
    before = bank.balance("drawer:1").balance
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    for _ in range(2):
        assert "$500" in sue.post("/cage/confirm", proposal="f1", pin=STAFF_PIN).text
    assert before - bank.balance("drawer:1").balance == 500_00
    books_balance(bank)


def test_a_correction_turns_the_whole_document_once(bank, ann):
    ann.post(f"{ZOE}/deposit", amount="500", form_id="d1")
    number = at_work(bank, "ann").receipt("d1").answer.document
    for form in ("c1", "c2"):
        given = {"document": number, "reason": "slip", "pin": STAFF_PIN, "form_id": form}
        ann.post("/cage/do/correct", patron="", **given)
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    assert f"{number}" in sue.get("/cage/waiting").text
    sue.post("/cage/confirm", proposal="c1", pin=STAFF_PIN)
    assert "corrected before" in sue.post("/cage/confirm", proposal="c2", pin=STAFF_PIN).text
    assert on_card(bank) == 0
    books_balance(bank)


@pytest.mark.parametrize("page", ["/cage/house", "/cage/day", "/cage/day.csv", "/cage/reports"])
def test_what_a_drawer_should_hold_is_on_no_page_of_a_cashier(ann, page):
    said = ann.get(page)
    assert (said.status, "may not" in said.text) == (409, True)
    assert "50,000" not in said.text


def test_a_supervisor_reads_the_house(bank):
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    assert "Cage and tables agree" in sue.get("/cage/house").text
    assert "drawer 1 should hold,1,50000.00" in sue.get("/cage/day.csv").text
    more = "UPDATE account SET balance = balance + 4000 WHERE id = 'patron:100001'"
    bank.store.transact(lambda tx: tx.run(more))  # somebody with the disk
    assert "do not add up: $40" in sue.get("/cage/house").text


def test_a_supervisor_reads_a_shift_and_takes_it_along(bank, ann):
    ann.post(f"{ZOE}/deposit", amount="12.34", form_id="d1")
    window = at_work(bank, "ann").window().id
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    assert f"/cage/shift/{window}" in sue.get("/cage/day").text
    assert "Not counted yet" in sue.get(f"/cage/shift/{window}").text
    lines = sue.get(f"/cage/shift/{window}/csv").text.splitlines()
    assert "cash in,1,12.34" in lines
    assert "should be there,1,50012.34" in lines
    ways = [f"/cage/shift/{window}{part}" for part in ("", "/csv", "/pdf")]
    for way in (*ways, "/cage/day", "/cage/day.pdf"):
        assert "may not" in ann.get(way).text


def test_a_reports_data_are_taken_out_by_a_supervisor_and_that_is_logged(bank, ann):
    at_work(bank, "ann").complete_report("100001", "baker", "their own")
    ann.post(f"{ZOE}/deposit", amount="10000.01", form_id="d1")
    day = at_work(bank, "sue").report().day
    form = {"patron": "100001", "day": day}
    assert "may not" in ann.post("/cage/reports/data", **form).text
    sue = Caller(cage_of(bank, "drawer:2"), bank, "sue")
    told = sue.post("/cage/reports/data", **form).text
    assert '"cash_in_cents": 1000001' in told
    assert any(one.after == "data taken out" for one in at_work(bank, "sue").changes("100001"))


def test_a_clock_that_nobody_keeps_is_told_first_and_two_people_vouch_for_it_at_the_window(
    bank, tmp_path
):
    """Who counts a float or swipes a card hears it before; the way out is a button beside it."""
    store, clock = SqliteStore(tmp_path / "bank.db"), bank.clock
    window = cage_of(Bank(store, bank.key, clock, synchronised=lambda: False), "drawer:1")
    ann, sue = Caller(window, bank, "ann"), Caller(window, bank, "sue")
    for page in (ann.get("/cage").text, sue.get("/cage?window=1").text):
        assert "not synchronised: cage money is shut" in page
        assert 'href="/cage/do/clock"' in page
    assert ann.post(f"{ZOE}/deposit", amount="5", form_id="d1").status == 409
    assert on_card(bank) == 0
    ann.post("/cage/do/clock", form_id="c1", reason="by the wall clock", pin=STAFF_PIN)
    assert sue.post("/cage/confirm", proposal="c1", pin=STAFF_PIN).status == 200
    assert "not synchronised" not in ann.get("/cage").text
    assert ann.post(f"{ZOE}/deposit", amount="5", form_id="d1").status == 303


def test_who_asked_not_to_play_or_is_barred_is_seen_first_and_the_deposit_is_shut(bank, ann):
    """Before an amount is typed, and while it is."""
    at_work(bank, "ann").exclude("100001", 30)
    for way in (ZOE, f"{ZOE}/would?kind=deposit&amount=50"):
        page = ann.get(way).text
        assert "No deposit<small>Excluded at their own wish, until 07/10/2026.</small>" in page
    assert "No deposit" not in ann.get(f"{ZOE}?kind=withdraw").text  # their money is theirs
    at_work(bank, "ann").bar("100001", "cheating")
    assert "No deposit<small>This account is barred.</small>" in ann.get(ZOE).text


def test_nothing_of_the_law_or_a_surname_is_on_the_slip(bank):
    papers = []

    class Printer:
        def print(self, receipt) -> None:
            papers.append(receipt)

    ann = Caller(cage_of(bank, "drawer:1", Printer()), bank, "ann")
    ann.post(f"{ZOE}/deposit", amount="4000", form_id="d1")
    ann.post(f"{ZOE}/deposit", amount="4000", form_id="d1")
    assert [one.duplicate for one in papers] == [False]
    assert "A duplicate was printed." in ann.post("/cage/receipt/d1").text
    assert [one.duplicate for one in papers] == [False, True]
    for word in ("Lovelace", "log", "report", "Title"):
        assert word not in str(papers)


def test_a_slip_that_was_not_printed_is_said_and_the_money_is_booked(bank):
    class Printer:
        def print(self, receipt) -> None:
            raise not_printed("lp0", "no paper")

    ann = Caller(cage_of(bank, "drawer:1", Printer()), bank, "ann")
    ann.post(f"{ZOE}/deposit", amount="40", form_id="d1")
    assert "did not print: no paper" in ann.get("/cage/receipt/d1").text
    assert on_card(bank) == 40_00


def test_who_goes_before_his_form_was_read_moves_nothing_and_breaks_nothing(bank, ann):
    """A line that is cut in the middle of a form: no trace of it in the server's log."""
    way, sent = f"{ZOE}/deposit", []
    heard = iter([{"type": "http.request", "body": b"amount=50", "more_body": True}])

    async def receive():
        return next(heard, {"type": "http.disconnect"})

    async def send(message):
        sent.append(message)

    asyncio.run(ann.app(ann._scope("POST", way), receive, send))
    assert on_card(bank) == 0


def test_an_account_is_closed_by_the_pin_alone_and_paid_once(bank, ann, pad):
    at_work(bank, "ann").deposit("100001", 80_00, "drawer:1")
    for _ in range(2):
        ann.post(f"{ZOE}/close", form_id="x1")
        assert on_card(bank) == 80_00
    for _ in range(2):
        pad.post("/pad/answer", form_id="x1", step="pin", pin="2468")
    assert on_card(bank) == 0
    assert "This account is closed." in ann.get(ZOE).text
    assert "Nothing was moved." in ann.post(f"{ZOE}/deposit", amount="5", form_id="d9").text
    books_balance(bank)


@pytest.mark.parametrize("typed", ["x1", " X1", "X 1", "X\u00a01", "\uff38\uff11", "X\u200b1"])
def test_opens_a_second_account_by_a_space_in_the_documents_number(bank, ann, typed):
    """One document is one person: the page says whose it is, and opens nothing."""
    at_work(bank, "ann").open_patron(another("X1"))
    checks = ann.post("/cage/new/a1/draft", id_type="Passport", id_number=typed).text
    assert "has an account" in checks
    assert "100002" in checks
    no = ann.post("/cage/new/a1/open")
    assert (no.status, "Nothing was opened" in no.text) == (409, True)
