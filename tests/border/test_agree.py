"""The table's journal and the bank's books, compared transfer by transfer."""

from firmware.agree import agree
from firmware.bank.ledger import Order
from firmware.border import order_of
from firmware.journal.records import Transfer, TransferAsked, TransferPosted, to_record
from lab.table_day import PIN, Day
from tests.border.conftest import SITTING, new_day, run_without_bank


def compare(day: Day):
    return agree(day.journal.read(1, day.journal.head.seq), day.bank, "table:T1")


def test_an_honest_day_agrees(house):
    day = new_day(house)
    day.run()
    agreed = compare(day)
    assert (agreed.transfers, agreed.problems, agreed.on_its_way) == (7, [], [])


def test_money_on_its_way_is_named_and_is_no_problem(house):
    day = new_day(house, SITTING)
    run_without_bank(day)
    (first, *_) = day.desk.book.outbox.parcels.values()
    day.bank.hold(order_of(first.transfer))
    day.bank.post(first.transfer.id)
    agreed = compare(day)
    assert agreed.problems == []
    assert "T1-1: Your $60 is on its way to the table." in agreed.on_its_way


def test_what_only_one_side_knows_is_a_problem(house):
    day = new_day(house)
    day.run()
    day.bank.sign_on(day.tracks[0], PIN, "later", "table:T1", 1)
    day.bank.hold(Order("T1-98", "buy_in", "patron:100001", "table:T1", 5_00, "table:T1", "100001"))
    day.bank.post("T1-98")
    (problem,) = compare(day).problems
    assert problem.startswith("T1-98: the bank posted a buy_in of $5 (T1-0000")

    made_up = Transfer("T1-99", "buy_in", "patron:100001", "table:T1", 5_00, 0, "s0")
    day.journal.append([to_record(TransferAsked(made_up)), to_record(TransferPosted(made_up))])
    assert "T1-99: the table counts $5, the bank does not know of it." in compare(day).problems
