"""An insider who writes on the table's disks and in the bank's database, and has no key: they put
yesterday's journal back, or a log of deals of their own, and make the bank forget that it has seen
more. What the bank has witnessed is held under its key, and how far, beside it."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.bank import testimony
from firmware.bank.acts import AcceptBooks, AllUpdated
from firmware.bank.bank import Bank
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.witness import Head, newest
from firmware.controller.accept import accept_journal
from firmware.errors import Fault, Refused
from firmware.fairness.log import Log
from firmware.fairness.merkle import Frontier, leaf
from firmware.fairness.witness import News
from firmware.journal.journal import open_journal
from firmware.settlement.window import TableWindow
from lab.simulation.company import company, play
from lab.simulation.demo_cage import copy_of
from lab.simulation.demo_people import together
from lab.simulation.view_bots import calls
from tests.attacks.test_dishonest_cashier import problems, run
from tests.attacks.test_rolled_back import evening, put_back, until_between
from tests.bank.conftest import Clock, make_bank
from tests.controller.conftest import KEYS, answered_for

__all__ = ["evening"]

PLACE, JOURNAL, KEY = "table:T1", "0a" * 16, "ab" * 32


class Table:
    """What a table tells the bank after each hand: its journal's head and its log's leaves."""

    def __init__(self, bank: Bank) -> None:
        self.bank, self.window = bank, TableWindow(bank, "T1")
        self.log = Log("T1", Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
        self.tree, self.record = Frontier(), 0

    def hand(self, count: int = 1) -> None:
        for _ in range(count):
            self.record += 10
            self.window.witness(Head(PLACE, JOURNAL, KEY, self.record, f"{self.record:064x}"))
            before, one = self.tree.size, leaf(str(self.record).encode())
            self.tree.append(one)
            sign = self.log.sign(self.tree)
            self.window.hear_log(News("T1", self.log.public_key, before, (one,), sign))


@pytest.fixture
def table(bank, counter, tmp_path) -> Table:
    """Three hands have been told of."""
    bank.heads = tmp_path / "bank.heads"
    made = Table(bank)
    made.hand(3)
    assert problems(counter) == ""
    return made


def stopped(bank: Bank, words: str) -> None:
    """No program starts over it, and no table does."""
    for start in (bank.check_books, lambda: TableWindow(bank, "T1").at_start(PLACE, JOURNAL[:8])):
        with pytest.raises(Fault, match=words) as stop:
            start()
        assert stop.value.name == "LEDGER_ALTERED"


TRICKS = {
    "the journal's row is deleted": ("DELETE FROM witness", "the journal of table:T1 is gone"),
    "the log's row is deleted": ("DELETE FROM log_seen", "the deals of table:T1, key .* is gone"),
    "the journal's row is put back": (
        "UPDATE witness SET record = 20", "the journal of table:T1 was changed: 30 is 20 now"),
    "another story of the same length": ("UPDATE witness SET chain = 'ff'", "was changed"),
    "another key": ("UPDATE witness SET public_key = 'ff'", "was changed"),
    "another journal is made the newest": (
        "INSERT INTO witness (place, journal, public_key, record, chain, at_ms) "
        "SELECT place, 'of last year', public_key, 900, chain, at_ms + 1 FROM witness",
        "the journal of table:T1 was changed"),
    "two journals are reordered": (
        "UPDATE witness SET journal = 'of last year'", "the journal of table:T1 was changed"),
    "the log's row is put back": ("UPDATE log_seen SET size = 2", "was changed: 3 is 2 now"),
    "another log of the same length": ("UPDATE log_seen SET peaks = 'ff'", "was changed"),
    "the log is another table's": ("UPDATE log_seen SET name = 'T2'", "is gone"),
    "the journal goes further than was told": ("UPDATE witness SET record = 31", "30 is 31 now"),
    "a log that nobody told of": (
        "INSERT INTO log_seen (table_key, name, size, peaks) VALUES ('ee', 'T9', 1, 'ee')",
        "table:T9, key ee was not written by the bank"),
    "the line is written over": (
        "UPDATE testimony SET line = '[\"\",0,\"\"]'", "is not as it was written"),
    "the line's number is": ("UPDATE testimony SET number = 1", "is not as it was written"),
}  # fmt: skip


@pytest.mark.parametrize("trick", TRICKS)
def test_writes_in_what_the_bank_has_seen(bank, counter, table, trick):
    """With nothing but the database: the file beside the key is not needed for it."""
    sql, words = TRICKS[trick]
    run(bank, sql)
    bank.heads = None
    assert words.split(" .*")[0] in problems(counter)
    stopped(bank, words)


JUNK = {
    "testimony": ("number", "tag", "chain", "before", "line"),
    "witness": ("record", "chain", "public_key"),
    "log_seen": ("size", "peaks"),
}


@pytest.mark.parametrize("junk", ["x'ff'", "'\u00e9'"], ids=["bytes", "a letter"])
@pytest.mark.parametrize("what", [f"{name}.{one}" for name, all_ in JUNK.items() for one in all_])
def test_writes_what_is_no_number_and_no_word(tmp_path, what, junk):
    """SQLite takes it; the program that read it fell, where somebody has to be told. Two people
    put it right."""
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    told, name, column = Table(bank), *what.split(".")
    told.hand(2)
    run(bank, f"UPDATE {name} SET {column} = {junk}")
    stopped(bank, "What the bank has seen of|What is said of")
    together(bank, AcceptBooks(), "sue", "mia")
    bank.check_books()
    told.hand()


BACK = ("witness", "log_seen", "testimony")


@pytest.mark.parametrize("which", ["deleted", "as an hour ago"])
def test_puts_row_and_line_back_together(bank, counter, table, which):
    """Every tag is true: what is kept beside the key has seen more."""
    kept = {one: bank.do(lambda tx, now, one=one: tx.rows(f"SELECT * FROM {one}")) for one in BACK}
    table.hand(2)
    for name, rows in kept.items():
        run(bank, f"DELETE FROM {name}")
        for row in rows if which == "as an hour ago" else ():
            run(bank, f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", *row)
    stopped(bank, "put back to an older state")
    assert "put back to an older state" in problems(counter)


def test_does_it_while_the_programs_run_and_lets_them_write_on(bank, counter, table):
    """The next word of a table, or the next document of the cage, was kept beside the key in place
    of what stood there: then nothing knew any more."""
    for name in BACK:
        run(bank, f"DELETE FROM {name}")
    with pytest.raises(Fault, match="put back to an older state"):
        table.hand()
    with pytest.raises(Fault, match="put back to an older state"):
        counter.deposit("100001", 1_00, "drawer:1")
    bank.keep_heads()
    stopped(bank, "put back to an older state")


@pytest.mark.parametrize("how", ["UPDATE setting SET value = 'some'", "DELETE FROM setting"])
def test_says_that_an_older_program_still_writes(bank, counter, table, connect, clock, how):
    """Then a row may go further than its line: the journal of another evening that went on longer
    was the one that the bank had seen."""
    counter.deposit("100001", 1_00, "drawer:1")
    run(bank, f"{how} WHERE name = ?", testimony.HELD)
    again = Bank(connect(), bank.key, clock, heads=bank.heads)
    stopped(again, "Every program is updated, says the bank")
    run(bank, "UPDATE witness SET record = 40, chain = 'cd'")
    run(bank, "UPDATE log_seen SET size = 9, peaks = 'cd'")
    assert "30 is 40 now" in problems(counter)
    together(again, AcceptBooks(), "sue", "mia")
    again.check_books()
    assert again.do(lambda tx, now: newest(tx, PLACE)).record == 30


def test_takes_out_the_line_that_all_are_updated_as_well(bank, counter, table, connect, clock):
    counter.deposit("100001", 1_00, "drawer:1")
    run(bank, "DELETE FROM testimony WHERE about = ?", testimony.HELD)
    run(bank, "UPDATE setting SET value = 'some' WHERE name = ?", testimony.HELD)
    stopped(Bank(connect(), bank.key, clock, heads=bank.heads), "put back to an older state")


def test_scribbles_over_the_line_that_all_are_updated(bank, counter, table, connect, clock):
    """And after two people accepted the books a row goes no further than its line either."""
    counter.deposit("100001", 1_00, "drawer:1")
    run(bank, "UPDATE testimony SET line = '[]' WHERE about = ?", testimony.HELD)
    run(bank, "UPDATE setting SET value = 'some' WHERE name = ?", testimony.HELD)
    again = Bank(connect(), bank.key, clock, heads=bank.heads)
    stopped(again, "is not as it was written")
    together(again, AcceptBooks(), "sue", "mia")
    again.check_books()
    run(bank, "UPDATE witness SET record = 40, chain = 'cd'")
    stopped(again, "30 is 40 now")


@pytest.mark.parametrize("sql", ["DELETE FROM witness", "UPDATE log_seen SET size = 1, peaks = ''"])
def test_nothing_goes_on_from_a_row_that_was_edited(bank, table, sql):
    """Or the table's next word would make it true."""
    run(bank, sql)
    with pytest.raises(Fault, match=r"is gone|was changed"):
        table.hand()


def test_fills_the_disk_beside_the_key(bank, counter, table, tmp_path):
    """Whoever pays cash is told in three sentences, and so is the table's list of faults."""
    bank.heads = tmp_path / "gone" / "bank.heads"
    for act in table.hand, lambda: counter.deposit("100001", 1_00, "drawer:1"):
        with pytest.raises(Fault, match="cannot be kept") as stop:
            act()
        assert stop.value.name == "HEADS_NOT_KEPT"


def test_two_people_put_back_what_the_bank_has_seen(bank, counter, table):
    """The table is held to it, not to what somebody made of it."""
    run(bank, "DELETE FROM witness")
    run(bank, "UPDATE log_seen SET size = 1")
    with pytest.raises(Refused):
        together(bank, AcceptBooks(), "ann", "ann")
    together(bank, AcceptBooks(), "sue", "mia")
    assert problems(counter) == ""
    seen = table.window.at_start(PLACE, JOURNAL[:8]).seen
    assert (seen.record, seen.journal) == (30, JOURNAL)
    assert table.window.log_known(table.log.public_key).size == 3
    table.hand()
    assert problems(counter) == ""


def test_two_people_take_the_books_of_a_backup(bank, counter, table):
    """Older ones, put back in one piece; from there on all is held again."""
    for name in BACK:
        run(bank, f"DELETE FROM {name}")
    together(bank, AcceptBooks(), "sue", "mia")
    bank.check_books()
    again = Table(bank)
    again.hand(2)
    run(bank, "DELETE FROM witness")
    stopped(bank, "the journal of table:T1 is gone")


def older(bank: Bank) -> None:
    """Books that a program of the version before has written in until now."""
    run(bank, "DELETE FROM testimony")
    run(bank, "DELETE FROM setting WHERE name = ?", testimony.HELD)
    bank.heads = None


def test_older_books_are_held_from_the_moment_they_are_opened(bank, counter, table, connect, clock):
    counter.deposit("100001", 1_00, "drawer:1")
    older(bank)
    again = Bank(connect(), bank.key, clock)
    again.check_books()
    run(bank, "UPDATE witness SET record = 20")
    stopped(again, "30 is 20 now")


def test_a_table_of_the_version_before_goes_on_until_all_are_updated(
    bank, counter, table, connect, clock
):
    """It writes rows without a line, and further on they may be; back they may not."""
    counter.deposit("100001", 1_00, "drawer:1")
    older(bank)
    again = Bank(connect(), bank.key, clock)
    run(bank, "UPDATE witness SET record = 40, chain = 'cd'")
    run(bank, "INSERT INTO log_seen (table_key, name, size, peaks) VALUES ('ee', 'T9', 1, 'ee')")
    again.check_books()
    together(again, AllUpdated(), "sue", "mia")
    again.check_books()
    assert again.do(lambda tx, now: newest(tx, PLACE)).record == 40
    run(bank, "UPDATE witness SET record = 41")
    stopped(again, "40 is 41 now")


@pytest.mark.parametrize("rows", ["deleted", "as an hour ago"])
def test_puts_the_table_s_disks_back_and_the_bank_s_rows_with_them(evening, rows):
    """The chips of an hour's hands went back to those who had lost them, and nobody was told."""
    whole, bank = evening, evening.bank
    whole.power_off()
    put_back(whole)
    if rows == "deleted":
        run(bank, "DELETE FROM witness")
        run(bank, "DELETE FROM log_seen")
    else:
        opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
        head = opened.journal.head
        run(bank, "UPDATE witness SET record = ?, chain = ?", head.seq, head.chain.hex())
        opened.journal.close()
    whole.power_on()
    with pytest.raises(Fault, match=r"(journal|deals) of table:1") as stop:
        whole.controller.to_bank.compare()
    assert stop.value.name == "LEDGER_ALTERED"
    whole.power_off()

    together(bank, AcceptBooks(), "sue", "mia")
    whole.power_on()
    with pytest.raises(Fault) as stop:
        whole.controller.to_bank.compare()
    assert stop.value.name == "JOURNAL_ROLLED_BACK"
    whole.power_off()
    opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    accept_journal(whole.config, opened, whole.window, answered_for(whole, "the disks are gone"))
    opened.journal.close()
    whole.logs.clear()
    ctl = whole.power_on()
    ctl.to_bank.compare()
    players, hand = company(whole, calls)[:4], ctl.table.this_hand.number
    assert play(whole, players, lambda: ctl.table.this_hand.number >= hand + 2)


def test_a_backup_of_the_books_opens_the_table_again_with_two_people_and_only_then(
    make_whole, tmp_path
):
    """The lawful way: the books of Monday, the table's disks and the heads of today."""
    whole = make_whole(7)
    bank = whole.bank
    bank.heads = tmp_path / "bank.heads"
    whole.power_on()
    players = company(whole, calls)[:4]
    until_between(whole, players, 2)
    monday = copy_of(bank.store._db)
    until_between(whole, players, 4)
    whole.power_off()
    bank.keep_heads()
    bank.store._db = monday

    def starts() -> str:
        whole.power_on()
        try:
            whole.controller.to_bank.compare()
        except Fault as no:
            whole.power_off()
            return no.name
        return "it starts"

    assert starts() == "LEDGER_ALTERED"
    for pair, why in (("sue", "sue"), "You are the first name"), (("ann", "bob"), "may not accept"):
        with pytest.raises(Refused, match=why):
            together(bank, AcceptBooks(), *pair)
        assert starts() == "LEDGER_ALTERED"
    together(bank, AcceptBooks(), "sue", "mia")
    bank.accept_heads()
    assert starts() == "it starts"
    hand = whole.controller.table.this_hand.number
    again = company(whole, calls)[:4]
    assert play(whole, again, lambda: whole.controller.table.this_hand.number >= hand + 2)
    bank.check_books()
