"""The table's journal and the bank's books, compared transfer by transfer."""

import io
import sqlite3

from commands import main as stormdeck
from firmware import durable
from firmware.bank.acts import EnterAgain
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.sqlite_store import SqliteStore
from firmware.journal.records import Transfer, TransferAsked, TransferPosted, to_record
from firmware.settlement.reconcile import compare_books
from firmware.settlement.transfers import order_of
from lab.faults.fused_bank import PIN
from lab.simulation.demo_people import together
from lab.simulation.power_cut_day import Day
from tests.bank.conftest import KEY, typed
from tests.settlement.conftest import HOUSE, PEOPLE, SITTING, new_day, run_without_bank


def compare(day: Day):
    return compare_books(day.journal.read(1, day.journal.head.seq), day.bank, "table:T1")


def test_an_honest_day_agrees(house):
    day = new_day(house)
    day.run()
    compared = compare(day)
    assert (compared.transfers, compared.problems, compared.on_its_way) == (7, [], [])


def test_money_on_its_way_is_named_and_is_no_problem(house):
    day = new_day(house, SITTING)
    run_without_bank(day)
    (first, *_) = day.custody.outbox.parcels.values()
    day.bank.hold(order_of(first.transfer))
    day.bank.post(first.transfer.id)
    compared = compare(day)
    assert compared.problems == []
    assert "T1-1: Your $60 is on its way to the table." in compared.on_its_way


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


def test_after_a_restore_the_journal_gives_back_what_the_bank_forgot(
    house, tmp_path, capsys, monkeypatch
):
    """REQ-R50: yesterday's books, today's journal; the transfers in between are entered once."""
    backup, home = tmp_path / "bank.db", tmp_path / "table"
    with sqlite3.connect(backup) as copy:
        house.db.backup(copy)  # as it was before the day began
    day = new_day(house)
    day.run()
    day.journal.sign()
    for disk in day.disks:
        (home / disk.name).mkdir(parents=True)
        for name, data in disk.files().items():
            (home / disk.name / name).write_bytes(data)
    where = ["bank", "--db", str(backup), "--key", str(tmp_path / "bank.key")]
    table = ["--journal", str(home), "--table", "T1"]
    durable.replace(tmp_path / "bank.key", bytes(range(32)))
    catch_up, words = [*where, "catch-up", *table, "--reason"], typed(day.bank, "ann", "sue")

    def two(reason: str) -> int:
        monkeypatch.setattr("sys.stdin", io.StringIO(words))
        return stormdeck([*catch_up, reason])

    assert stormdeck([*where, "reconcile", *table]) == 1
    assert two("restored") == 1
    assert "does not know the key of table T1" in capsys.readouterr().err
    know = [*where, "know", "T1", day.journal.public_key, "--reason", "as on its label"]
    monkeypatch.setattr("sys.stdin", io.StringIO(typed(day.bank, "sue", "mia")))
    assert stormdeck(know) == 0
    assert two(" ") == 1  # no reason, nothing moves
    capsys.readouterr()

    assert two("restored") == 0
    assert capsys.readouterr().out.endswith("7 transfers were missing, 7 are entered.\n")
    assert two("restored") == 0
    assert capsys.readouterr().out == "Nothing is missing.\n"
    assert stormdeck([*where, "reconcile", *table]) == 0
    restored = Bank(SqliteStore(backup), KEY)
    for name in (*PEOPLE, *HOUSE, "table:T1"):
        assert restored.balance(name).balance == day.bank.balance(name).balance


def test_what_the_restored_books_only_promised_is_entered_to_its_end(house):
    """REQ-R50: the copy was made between the promise and the posting."""
    day = new_day(house, SITTING)
    run_without_bank(day)
    (first, *_) = day.custody.outbox.parcels.values()
    order = order_of(first.transfer)
    assert day.bank.hold(order).state == "pending"
    done = together(day.bank, EnterAgain((order,)))
    assert done.lines[0].startswith(f"{order.id}  buy_in $60  posted, document T1-")
    assert day.bank.balance("table:T1").balance == 60_00


def test_what_the_bank_refuses_is_counted_and_the_others_are_entered(house):
    """REQ-R50: each line says what became of it; it can be asked again later."""
    bank = new_day(house, SITTING).bank
    good = Order("T1-70", "buy_in", "patron:100001", "table:T1", 5_00, "table:T1", "100001")
    lost = [Order(f"T1-{n}", "buy_in", "patron:9", "table:T1", 5_00, "table:T1") for n in (71, 72)]
    done = together(bank, EnterAgain((lost[0], good, lost[1])))
    assert done.refused == 2
    assert ["NOT entered" in line for line in done.lines] == [True, False, True]
