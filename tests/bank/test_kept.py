"""What the law wants kept for five years (31 CFR 1010.430, 1021.410), and reports of a past day as
that day was: nothing of the books is ever taken away, and nothing later changes them."""

import ast
import re
from pathlib import Path

import pytest

from firmware.bank.acts import ConfirmClock, Correct
from firmware.bank.details import Detail
from firmware.bank.table_events import TableEvent
from firmware.settlement.window import TableWindow
from lab.simulation.demo_people import at_work, together
from tests.bank.conftest import buy_in, sit
from tests.bank.test_details import PNG

ROOT = Path(__file__).parents[2]
DAY_MS = 86_400_000
FIVE_YEARS_MS = 5 * 366 * DAY_MS
# Rows that somebody takes away, and why they are no records.
PASSING = {
    "setting": "the one-time code of a fresh house; when the chains began",
    "staff_key": "a key that opens nothing any more; that it was there is in the change log",
    "interest": "who would like a game",
    "key_question": "asked of a security key, answered or void after minutes",
    "draft": "an account that is being typed; it opens, or is forgotten after a day",
    "feeder": "which table feeds which",
    "log_seen": "how far a log was followed; the log itself is the table's",
}
FORGETS = re.compile(r"\b(?:DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?|DROP\s+TABLE)\s+(\w+)", re.I)


def _sql(path: Path) -> list[str]:
    """Every text in a module, docstrings too: f-strings by their fixed parts."""
    tree = ast.parse(path.read_text())
    return [one.value for one in ast.walk(tree)
            if isinstance(one, ast.Constant) and isinstance(one.value, str)]  # fmt: skip


def test_nothing_of_the_books_is_ever_taken_away():
    taken = {
        found.lower()
        for folder in ("firmware", "desks", "commands")
        for path in (ROOT / folder).rglob("*.py")
        for text in _sql(path)
        for found in FORGETS.findall(text)
    }
    assert taken == set(PASSING)


@pytest.mark.parametrize(
    "table",
    ["transfer", "outcome", "change", "count_sheet", "suspicion", "attachment", "table_event"],
)
def test_the_database_itself_refuses_to_forget(bank, counter, table):
    """Its own guard, whatever program asks."""
    counter.deposit("100001", 3_000_01, "drawer:1")
    counter.note_suspicion("100001", "many small notes")
    event = TableEvent(1, 1, 0, "door", "opened")
    TableWindow(bank, "T1").hear_events("j1", [event])
    counter.attach("100001", "photo", "image/png", PNG)
    with pytest.raises(Exception, match="written once"):
        bank.do(lambda tx, now: tx.run(f"DELETE FROM {table}"))


def test_five_years_later_everything_is_there_as_it_was(bank, counter, clock):
    sue = at_work(bank, "sue")
    done = counter.deposit("100001", 3_000_01, "drawer:1")
    counter.note_suspicion("100001", "many small notes")
    day, shifts = sue.report(), sue.shifts()
    statement, changes = sue.statement("patron:100001"), sue.changes("100001")
    seen = sue.suspicions()
    clock.now_ms += FIVE_YEARS_MS
    sue = at_work(bank, "sue")
    together(bank, ConfirmClock())
    at_work(bank, "ann").deposit("100001", 20_00, "drawer:1")
    together(bank, Correct(done.answer.id))
    assert sue.report(day.day) == day
    assert sue.shifts(day.day)[0].documents[: len(shifts[0].documents)] == shifts[0].documents
    assert sue.statement("patron:100001")[: len(statement)] == statement
    assert set(changes) <= set(sue.changes("100001"))
    assert sue.suspicions() == seen


def test_money_counts_on_the_day_it_moved(bank, counter, clock):
    """Promised before the day ended, posted after it: the first day's report stays as it was."""
    counter.deposit("100001", 500_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("j1-b1", 300_00))
    first = at_work(bank, "sue").report()
    clock.now_ms += DAY_MS
    bank.post("j1-b1")
    sue = at_work(bank, "sue")
    assert sue.report(first.day) == first
    second = sue.report()
    assert second.kinds == {"buy_in": (1, 300_00)}
    assert (first.owed["patron"], second.owed["patron"]) == (500_00, 200_00)


def test_a_report_that_was_filed_is_kept_as_it_was_filed(bank, counter, clock):
    """Whoever moves house later lived there then; and what is corrected later was cash that day."""
    sue = at_work(bank, "sue")
    counter.complete_report("100001", "cook", "their own")
    done = counter.deposit("100001", 10_000_01, "drawer:1")
    day = sue.report().day
    before = sue.report_data("100001", day)
    clock.now_ms += DAY_MS
    sue = at_work(bank, "sue")
    sue.file_report("100001", day, "BSA 1")
    together(bank, Correct(done.answer.id))
    ann = at_work(bank, "ann")
    detail = Detail(
        "1990-12-10", "9 New Street", "Gardena", "CA", "90249", tax_number="219-09-9999"
    )
    ann.complete_patron("100001", detail)
    ann.new_document("100001", "passport", "X999", "2036-06-09")
    kept = sue.report_data("100001", day)
    assert kept == before | {"state": "filed", "reference": "BSA 1"}
    rows = bank.do(lambda tx, now: tx.rows("SELECT * FROM currency_report"))
    assert before["tax_number"] not in str(rows)
    was = {one.what: one.before for one in sue.changes("100001") if one.before}
    assert before["address"][0] in was["details"]
    assert before["id_number"] in was["document"]


def test_a_report_is_read_and_taken_out_after_five_years(bank, counter, clock):
    """31 CFR 1010.430: as it was filed, with every transaction of its day."""
    sue = at_work(bank, "sue")
    counter.complete_report("100001", "cook", "their own")
    counter.deposit("100001", 10_000_01, "drawer:1")
    day = sue.report().day
    clock.now_ms += DAY_MS
    at_work(bank, "sue").file_report("100001", day, "BSA 1")
    filed = at_work(bank, "sue").report_data("100001", day)
    clock.now_ms += FIVE_YEARS_MS
    assert at_work(bank, "sue").report_data("100001", day) == filed
    assert filed["state"] == "filed"
