"""The report to the treasury: asked for before the money moves, complete or shut, filed once."""

import pytest

from firmware.bank.acts import Correct
from firmware.bank.currency_reports import ReportDue
from firmware.bank.details import Detail
from firmware.errors import Refused
from lab.simulation.demo_people import at_work, together
from tests.bank.test_title31 import ms

DAY = "2026-06-10"


@pytest.mark.parametrize(
    ("amount", "log", "report"),
    [
        (3_000_00, False, False),
        (3_000_01, True, False),
        (10_000_00, True, False),
        (10_000_01, True, True),
    ],
)
def test_would_this_cross_at_the_cent(counter, amount, log, report):
    for kind, side in (("deposit", "cash in"), ("withdraw", "cash out")):
        crossing = counter.would_cross("100001", kind, amount)
        assert (crossing.side, crossing.log, crossing.report) == (side, log, report)
    if report:
        with pytest.raises(ReportDue):
            counter.deposit("100001", amount, "drawer:1")
        assert counter.balance("patron:100001").balance == 0
    else:
        counter.deposit("100001", amount, "drawer:1")


def test_the_money_stays_until_every_word_is_there(counter):
    counter.deposit("100001", 10_000_00, "drawer:1")
    with pytest.raises(ReportDue, match=r"would be \$10,000.01") as due:
        counter.deposit("100001", 1, "drawer:1")
    assert due.value.missing == ["occupation", "whose money it is"]
    for empty in (("", "own"), ("cook", " ")):
        with pytest.raises(Refused, match="Write down"):
            counter.complete_report("100001", *empty)
    counter.complete_report("100001", "cook", "their own")
    counter.deposit("100001", 1, "drawer:1", id_="d2")
    counter.deposit("100001", 5_000_00, "drawer:1")  # every later one counts, too
    (report,) = at_work(counter.bank, "sue").unfiled_reports()
    assert (report.state, report.cash_in, report.cash_out) == ("complete", 15_000_01, 0)


def test_a_deposit_asked_again_hears_the_same_though_the_day_has_crossed(counter):
    counter.deposit("100001", 6_000_00, "drawer:1", id_="d1")
    counter.deposit("100001", 4_000_00, "drawer:1", id_="d2")
    again = counter.deposit("100001", 6_000_00, "drawer:1", id_="d1")
    assert (again.repeated, again.balance) == (True, 10_000_00)


def test_a_patron_of_the_program_before_is_completed_first(bank, counter):
    """It opened accounts without an address, and takes cash without asking: both are found."""
    bank.do(lambda tx, now: tx.run("DELETE FROM patron_detail"))
    assert counter.details("100001") is None
    counter.complete_report("100001", "cook", "their own")
    with pytest.raises(ReportDue, match="Still missing: address, birth date and tax number"):
        counter.deposit("100001", 10_000_01, "drawer:1")
    detail = Detail("1990-12-10", "1 Main", "Gardena", "CA", "90249", tax_number="219-09-9999")
    counter.complete_patron("100001", detail)
    counter.deposit("100001", 10_000_01, "drawer:1")


def test_a_document_that_ran_out_is_renewed_first(bank, counter):
    bank.do(lambda tx, now: tx.run("UPDATE patron SET id_expiry = '2026-06-09'"))
    counter.complete_report("100001", "cook", "their own")
    with pytest.raises(ReportDue, match="a document that has not run out"):
        counter.deposit("100001", 10_000_01, "drawer:1")
    with pytest.raises(Refused, match="run out"):
        counter.new_document("100001", "passport", "X124", "2026-06-09")
    counter.new_document("100001", "passport", "X124", "2036-06-09")
    counter.deposit("100001", 10_000_01, "drawer:1")


def test_a_report_is_filed_once_when_its_day_is_over_and_then_stands(bank, counter, clock):
    sue = at_work(bank, "sue")
    counter.complete_report("100001", "cook", "their own", "Blue Diner")
    counter.deposit("100001", 10_000_01, "drawer:1")
    with pytest.raises(Refused, match="not over"):
        sue.file_report("100001", DAY, "BSA 1")
    clock.now_ms = ms(2026, 6, 11, 6)
    with pytest.raises(Refused, match="may not file"):
        counter.file_report("100001", DAY, "BSA 1")
    with pytest.raises(Refused, match="reference"):
        sue.file_report("100001", DAY, " ")
    sue.file_report("100001", DAY, "BSA 1")
    assert sue.unfiled_reports() == []
    with pytest.raises(Refused, match="cannot be filed: it was filed"):
        sue.file_report("100001", DAY, "BSA 2")
    clock.now_ms = ms(2026, 6, 11, 5, 59)
    with pytest.raises(Refused, match="not changed any more"):
        counter.complete_report("100001", "barber", "a friend's")
    data = sue.report_data("100001", DAY)
    assert (data["state"], data["reference"], data["occupation"]) == ("filed", "BSA 1", "cook")
    assert data["employer"] == "Blue Diner"  # they need not say
    with pytest.raises(Refused, match="No report is due"):
        sue.report_data("100001", "2026-06-01")


def test_the_data_have_the_whole_number_and_the_log_says_who_took_them(bank, counter):
    sue = at_work(bank, "sue")
    counter.complete_report("100001", "cook", "their own")
    counter.deposit("100001", 10_000_01, "drawer:1")
    counter.withdraw("100001", 500_00, "drawer:1", "2468")
    data = sue.report_data("100001", DAY)
    assert len(data["tax_number"]) == 9
    assert [one["cents"] for one in data["transactions"]] == [10_000_01, 500_00]
    assert (data["cash_in_cents"], data["cash_out_cents"]) == (10_000_01, 500_00)
    seen = [one for one in sue.changes("100001") if one.after == "data taken out"]
    assert [one.agent for one in seen] == ["sue"]
    with pytest.raises(Refused, match="may not file a currency report"):
        counter.report_data("100001", DAY)


def test_a_past_day_is_reported_as_that_day_was(bank, counter, clock):
    """What is put right a day later was cash on the day itself; the drawer as it ended."""
    counter.deposit("100001", 9_000_00, "drawer:1", id_="typo")
    clock.now_ms = ms(2026, 6, 11, 12)
    together(bank, Correct("typo"))
    counter.deposit("100001", 100_00, "drawer:1")
    sue = at_work(bank, "sue")
    then, now = sue.report(DAY), sue.report("2026-06-11")
    assert [one.cash_in for one in then.cash_days] == [9_000_00]
    assert (then.drawers["drawer:1"], then.owed["patron"]) == (59_000_00, 9_000_00)
    assert (now.drawers["drawer:1"], now.owed["patron"]) == (50_100_00, 100_00)
    assert sue.report("2026-06-01").drawers == {"drawer:1": 0, "drawer:2": 0}


def test_only_supervisors_read_what_is_suspicious_and_no_log_tells_it(bank, counter):
    for _ in range(2):
        counter.note_suspicion("100001", "asked for less after the question", "s1")
    with pytest.raises(Refused, match="what you saw"):
        counter.note_suspicion("100001", " ")
    for name in ("ann", "mia", "aud", "rex", "tom"):
        with pytest.raises(Refused, match="may not read what is suspicious"):
            at_work(bank, name).suspicions()
    (seen,) = at_work(bank, "sue").suspicions()
    assert (seen.by, seen.words) == ("ann", "asked for less after the question")
    assert "asked for less" not in str(at_work(bank, "mia").changes())
    rows = bank.do(lambda tx, now: tx.rows("SELECT * FROM suspicion"))
    assert "asked" not in str(rows)
