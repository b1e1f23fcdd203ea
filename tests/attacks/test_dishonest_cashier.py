"""A cashier, and whoever looks after the bank's database: they can write every row of it, they have
no key. What they try, and how it is found."""

import io
import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from commands import main as stormdeck
from firmware import durable
from firmware.bank import chain, heads, ledger, reports
from firmware.bank.acts import AcceptBooks, ConfirmClock, KnowTable, MoveHouseMoney, PayByHand
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.details import Detail
from firmware.bank.keys import BankKey
from firmware.bank.ledger import Order
from firmware.bank.patrons import Application
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Fault, Refused
from firmware.journal.disk import RealDisk
from firmware.journal.journal import open_journal
from firmware.journal.keys import load_keys
from firmware.journal.records import Transfer, TransferAsked, TransferPosted, to_record
from firmware.settlement.proof import proven
from firmware.settlement.reconcile import missing
from firmware.settlement.transfers import Parcel, carry
from firmware.settlement.window import TableWindow
from lab.simulation.demo_people import at_work, together
from tests.bank.conftest import (
    FORM,
    KEY_BYTES,
    Clock,
    another,
    buy_in,
    cash_out,
    make_bank,
    sit,
    typed,
)

HOUR_MS = 3600_000
ONCE = ("transfer", "outcome", "change", "change_link")  # are written
GUARDS = {
    "sqlite": [f"DROP TRIGGER {t}_no_{v}" for t in ONCE for v in ("update", "delete")],
    "postgresql": [f"DROP TRIGGER {t}_written_once ON {t}" for t in ONCE],
}  # fmt: skip


def unlock(bank: Bank) -> None:
    """Who owns a database owns its triggers, too."""
    for sql in GUARDS[bank.store.dialect]:
        bank.store.transact(lambda tx, sql=sql: tx.run(sql))


def forget_links(bank: Bank) -> None:
    """The change log as in books of the version before it had links."""
    for sql in ("DELETE FROM change_link", "DELETE FROM setting WHERE name LIKE 'changes_%'",
                "DELETE FROM change WHERE about = 'books'"):  # fmt: skip
        run(bank, sql)


def run(bank: Bank, sql: str, *values: object) -> None:
    bank.store.transact(lambda tx: tx.run(sql, *values))


def problems(counter: Counter) -> str:
    return " ".join(counter.reconcile().problems)


def busy(bank: Bank, counter: Counter) -> None:
    counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    counter.withdraw("100001", 200_00, "drawer:1", "2468", id_="w1")
    sit(bank)
    bank.hold(buy_in("b1", 100_00))
    bank.post("b1")
    assert problems(counter) == ""


def erase_withdrawal(bank: Bank) -> None:
    """Every sum and every number is made to fit again: the patron has the cash, and the money."""
    unlock(bank)
    run(bank, "DELETE FROM outcome WHERE transfer = 'w1'")
    run(bank, "DELETE FROM transfer WHERE id = 'w1'")
    run(bank, "UPDATE account SET balance = balance + 20000 WHERE id = 'patron:100001'")
    run(bank, "UPDATE account SET balance = balance - 20000 WHERE id = 'drawer:1'")
    run(bank, "UPDATE place SET documents = documents - 1 WHERE id = 'drawer:1'")


def test_erases_a_withdrawal_and_mends_all_the_sums(bank, counter):
    busy(bank, counter)
    erase_withdrawal(bank)
    assert "The book of drawer:1 ends with line 4; more was written." in problems(counter)


def test_erases_a_line_in_the_middle(bank, counter):
    busy(bank, counter)
    counter.deposit("100001", 1_00, "drawer:1")
    erase_withdrawal(bank)
    assert "line 5 was erased" in problems(counter)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE transfer SET at_ms = at_ms - 86400000, day = '2026-06-09' WHERE id = 'd1'",
        "UPDATE transfer SET patron = '100002' WHERE id = 'd1'",
        "UPDATE transfer SET agent = 'bob' WHERE id = 'w1'",
        "UPDATE outcome SET by_whom = 'bob' WHERE transfer = 'w1'",
    ],
)
def test_dates_a_line_back_or_gives_it_another_name(bank, counter, sql):
    busy(bank, counter)
    unlock(bank)
    run(bank, sql)
    assert "is not as it was written" in problems(counter)


def test_writes_a_line_of_his_own_with_a_hash_that_fits(bank, counter):
    """The chain alone needs no key; its tags do."""
    busy(bank, counter)
    forger = Bank(bank.store, BankKey(bytes(32)), bank.clock)
    forged = Order("f1", "deposit", "drawer:1", "patron:100001", 900_00, "drawer:1", "100001")
    bank.do(lambda tx, now: ledger.transfer(tx, forged, now, forger.pen))
    assert "was not written by the bank" in problems(counter)


def test_another_banks_key_is_told_from_edited_books(bank, counter):
    """A technician puts the key right; nobody is accused, and nobody accepts anything. Books that
    were edited under the right key are told as before, however many of them."""
    busy(bank, counter)
    with pytest.raises(Fault, match="No book of this bank was written with the key") as stop:
        Bank(bank.store, BankKey(bytes(32)), bank.clock).check_books()
    assert stop.value.name == "BANK_KEY"
    bank.check_books()
    run(bank, "UPDATE place SET tag = 'f00d' WHERE tag <> ''")
    unlock(bank)
    run(bank, "UPDATE transfer SET tag = 'f00d' WHERE tag IS NOT NULL")
    with pytest.raises(Fault, match="was not written by the bank") as stop:
        bank.check_books()
    assert stop.value.name == "LEDGER_ALTERED"


def test_takes_the_chains_away_and_has_them_begun_anew(bank, counter, tmp_path):
    """Then every line would be of the time before there were chains."""
    bank.heads = tmp_path / "bank.heads"
    kept = counter
    kept.deposit("100001", 500_00, "drawer:1", id_="d1")
    kept.withdraw("100001", 200_00, "drawer:1", "2468", id_="w1")
    erase_withdrawal(bank)
    for table in ("transfer", "outcome"):
        run(bank, f"UPDATE {table} SET link = NULL, chain = NULL, tag = NULL")
    run(bank, "UPDATE place SET links = 0, chain = '', tag = ''")
    run(bank, "DELETE FROM setting WHERE name = ?", chain.CHAINED)
    again = Counter(Bank(bank.store, bank.key, bank.clock, heads=tmp_path / "bank.heads"))
    assert again.bank.balance("patron:100001").balance == 500_00
    with pytest.raises(Fault, match="drawer:1 no longer holds its line 6"):
        again.bank.check_books()


def test_cuts_the_last_lines_off_so_that_every_chain_is_whole(bank, counter, tmp_path):
    """Found at the next start, by what is kept beside the key; two people may accept it, in case it
    was a restore."""
    bank.heads = tmp_path / "bank.heads"
    kept = counter
    kept.deposit("100001", 500_00, "drawer:1", id_="d1")
    kept.bank.check_books()
    before = bank.store.transact(heads.now)["drawer:1"]
    page = bank.store.transact(lambda tx: tx.row("SELECT tag FROM place WHERE id = 'drawer:1'"))
    kept.withdraw("100001", 200_00, "drawer:1", "2468", id_="w1")
    erase_withdrawal(bank)
    end = (*before, *page)
    run(bank, "UPDATE place SET links = ?, chain = ?, tag = ? WHERE id = 'drawer:1'", *end)
    bank.heads = None
    assert problems(counter) == "", "nothing inside the database can tell"
    bank.heads = tmp_path / "bank.heads"
    assert "no longer holds its line 6" in problems(kept)
    with pytest.raises(Fault, match="two people accept them") as stop:
        kept.bank.check_books()
    assert stop.value.name == "LEDGER_ALTERED"
    with pytest.raises(Refused):
        together(bank, AcceptBooks(), "ann", "ann")
    together(bank, AcceptBooks(), "sue", "mia")
    kept.bank.check_books()


@pytest.mark.parametrize("how", ["erased", "cut off", "dated back"])
@pytest.mark.parametrize("kept", [False, True])
def test_a_table_that_starts_finds_it_too(bank, counter, tmp_path, how, kept):
    """Beside the books or through their service: the window asks before anything else. What a
    program that holds the key saw last time is kept there, also by one that never paid cash."""
    window = TableWindow(bank, "T1")
    busy(bank, counter)
    bank.heads = tmp_path / "bank.heads" if kept else None
    window.at_start("table:T1", "0" * 8)
    if how == "cut off":
        erase_withdrawal(bank)
    else:
        unlock(bank)
        back = "UPDATE transfer SET at_ms = at_ms - 86400000, day = '2026-06-09' WHERE id = 'd1'"
        run(bank, back if how == "dated back" else "DELETE FROM outcome WHERE transfer = 'w1'")
    with pytest.raises(Fault, match="The book of drawer:1") as stop:
        window.at_start("table:T1", "0" * 8)
    assert stop.value.name == "LEDGER_ALTERED"


EDITED = pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("DELETE FROM outcome WHERE transfer = 'w1'", "The book of drawer:1"),
        ("UPDATE person SET role = 'cage supervisor' WHERE id = 'bob'", "person bob"),
    ],
)


@pytest.fixture
def kept_books(tmp_path):
    """With a key beside them, for programs that open them."""
    durable.replace(tmp_path / "bank.key", KEY_BYTES)
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    busy(bank, at_work(bank, "ann"))
    return bank


@EDITED
def test_the_service_for_tables_opens_no_door_over_it(
    kept_books, tmp_path, capsys, monkeypatch, sql, says
):
    """Whoever starts it reads what was edited; no table is listened to."""
    path, key, doors = tmp_path / "bank.db", tmp_path / "bank.key", []
    monkeypatch.setattr("commands.bank.serve", lambda *door: doors.append(door) or 0)
    words = ["bank", "--db", str(path), "--key", str(key), "serve", "--links", "no", "unix:no.sock"]
    assert (stormdeck(words), len(doors)) == (0, 1)
    unlock(kept_books)
    run(kept_books, sql)
    assert (stormdeck(words), len(doors)) == (1, 1)
    assert says in capsys.readouterr().err


@EDITED
def test_no_page_of_the_floor_or_the_cage_is_served_over_it(
    kept_books, tmp_path, capsys, monkeypatch, sql, says
):
    served = []

    async def listen(app: object, at: str) -> None:
        served.append(at)

    monkeypatch.setattr("commands.desk_program.listen", listen)
    books = 'bank = "bank.db"\nbank_key = "bank.key"\n'
    (tmp_path / "floor.toml").write_text(f'desk = "F"\nlinks = "links"\n{books}[tables]\n')
    (tmp_path / "cage.toml").write_text(f'window = "W"\ndrawer = "drawer:1"\n{books}')
    programs = ["floor", str(tmp_path / "floor.toml")], ["cage", str(tmp_path / "cage.toml")]
    assert [stormdeck(one) for one in programs] == [0, 0], capsys.readouterr().err
    unlock(kept_books)
    run(kept_books, sql)
    assert [stormdeck(one) for one in programs] == [2, 2]
    assert capsys.readouterr().err.count(says) == len(served) == 2


@EDITED
def test_no_table_starts_over_it(kept_books, sql, says):
    window = TableWindow(kept_books, "T1")
    window.at_start("table:T1", "0" * 8)
    unlock(kept_books)
    run(kept_books, sql)
    with pytest.raises(Fault, match=says):
        window.at_start("table:T1", "0" * 8)


def test_erases_what_is_older_than_a_start_reads(bank, counter, tmp_path, monkeypatch):
    """Of old lines a start counts how many there are; what was changed in one `reconcile` finds."""
    monkeypatch.setattr(heads, "AGAIN", 1)
    bank.heads = tmp_path / "bank.heads"
    busy(bank, counter)
    bank.check_books()
    counter.deposit("100001", 1_00, "drawer:1")
    unlock(bank)
    run(bank, "UPDATE transfer SET agent = 'bob' WHERE id = 'd1'")
    bank.check_books()
    assert "is not as it was written" in problems(counter)
    run(bank, "DELETE FROM outcome WHERE transfer = 'd1'")
    with pytest.raises(Fault, match="drawer:1 has 7 lines; 8 were written"):
        bank.check_books()


def test_edits_the_first_line_after_what_is_kept(bank, counter, tmp_path):
    """It was the only one of which no hash was told again."""
    bank.heads = tmp_path / "bank.heads"
    counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    bank.heads = None
    counter.deposit("100001", 100_00, "drawer:1", id_="d2")
    bank.heads = tmp_path / "bank.heads"
    unlock(bank)
    run(bank, "UPDATE transfer SET agent = 'bob' WHERE id = 'd2'")
    with pytest.raises(Fault, match=r"\(d2\) is not as it was written"):
        bank.check_books()


def test_several_programs_keep_the_heads_at_once(tmp_path):
    """Two windows and a table on one machine: nobody's half-written page, and nobody fails."""
    path, told = tmp_path / "bank.heads", {f"drawer:{n}": (n, "ab" * 32) for n in range(200)}

    def keep() -> None:
        for _ in range(20):
            heads.keep(path, lambda: told)
            assert heads.read(path) == told

    with ThreadPoolExecutor(4) as several:
        for done in [several.submit(keep) for _ in range(4)]:
            done.result()


def test_edits_what_was_written_before_there_were_chains(bank, counter):
    """Books of an earlier version stand under the chains from the first start on."""
    busy(bank, counter)
    unlock(bank)
    for table in ("transfer", "outcome"):
        run(bank, f"UPDATE {table} SET link = NULL, chain = NULL, tag = NULL")
    run(bank, "UPDATE place SET links = 0, chain = '', tag = ''")
    run(bank, "DELETE FROM setting WHERE name = ?", chain.CHAINED)
    forget_links(bank)
    Bank(bank.store, bank.key, bank.clock)  # as at an update
    assert problems(counter) == ""
    counter.deposit("100001", 1_00, "drawer:1")
    assert problems(counter) == ""
    run(bank, "UPDATE transfer SET agent = 'bob' WHERE id = 'w1'")
    assert "what was written before its chain was changed" in problems(counter)
    found = bank.store.transact(lambda tx: reports.reconcile(tx, bank.key)).problems
    assert "what was written before its chain was changed" in " ".join(found), "in a backup, too"


# Paying


def owed(bank: Bank, counter: Counter) -> None:
    """$300 that could not reach the card of 100001."""
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("b1", 300_00))
    bank.post("b1")
    bank.hold(cash_out("c1", 300_00))
    bank.void("c1", "the card is gone")


def test_pays_a_friend_what_is_owed_to_another(bank, counter):
    owed(bank, counter)
    counter.open_patron(another("Y"))
    for patron, cents in (("100002", 300_00), ("100001", 300_01)):
        with pytest.raises(Refused, match="c1 is a cash_out of"):
            together(bank, PayByHand("c1", patron, "table:T1", cents, "drawer:1"))
    assert bank.balance("table:T1").balance == 300_00


def test_pays_by_hand_what_nobody_ever_asked_for(bank, counter):
    """An id that was voided before it came has no amount: whatever was typed was paid."""
    owed(bank, counter)
    bank.void("c9")
    with pytest.raises(Refused, match="knows no cash-out c9"):
        together(bank, PayByHand("c9", "100001", "table:T1", 300_00, "drawer:1"))


def test_enters_a_hand_pay_as_house_money(bank, counter):
    owed(bank, counter)
    order = Order("c1-handpay", "handpay", "table:T1", "drawer:1", 300_00, "drawer:1")
    with pytest.raises(Refused, match="a way of its own"):
        together(bank, MoveHouseMoney(order))


def test_a_hand_pay_of_another_table_or_patron_makes_no_end_of_what_is_owed(bank, counter):
    owed(bank, counter)
    together(bank, PayByHand("c1", "100001", "table:T1", 300_00, "drawer:1"))
    mine = Transfer("c1", "cash_out", "table:T1", "patron:100001", 300_00)
    for other in (replace(mine, credit="patron:100002"), replace(mine, debit="table:T2")):
        assert carry(bank, Parcel(other, "owed")) is None
    assert carry(bank, Parcel(mine, "owed")) is not None


def test_prints_a_receipt_twice_for_one_deposit(bank, counter, tmp_path, capsys, monkeypatch):
    path = tmp_path / "other.db"
    other = make_bank(SqliteStore(path), bank.clock)
    durable.replace(tmp_path / "bank.key", KEY_BYTES)
    cage = ["bank", "--db", str(path), "--key", str(tmp_path / "bank.key")]

    def say(*words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed(other, "ann", "sue")))
        assert stormdeck([*cage, *words]) == 0
        return capsys.readouterr().out

    say("clock", "--reason", "a new year")
    deposit = ("deposit", "100001", "50", "--drawer", "1", "--id", "d7")
    assert "DUPLICATE" not in say(*deposit)
    assert "DUPLICATE: this was done before, and no money moved" in say(*deposit)


# People and papers


@pytest.mark.parametrize(
    "number",
    ["x123", "X123 ", " X 123", "X-123", "Ｘ１２３", "X\u200b123", "X12\u0663", "\u2169 1.2/3"],
)
def test_opens_a_second_account_with_the_same_document_typed_otherwise(counter, number):
    """Two accounts are two halves of a day's cash, each below the line."""
    with pytest.raises(Refused, match="already opened account 100001"):
        counter.open_patron(replace(FORM, id_type="Passport ", id_number=number))


@pytest.mark.parametrize("number", ["\u0425123", "\u03a7123"])  # looks like X: Cyrillic, Greek
def test_types_a_letter_of_another_alphabet_that_looks_like_ours(counter, number):
    with pytest.raises(Refused, match="in letters A to Z"):
        counter.open_patron(replace(another("Y"), id_number=number))
    with pytest.raises(Refused, match="in letters A to Z"):
        counter.new_document("100001", "passport", number, "2031-05-30")
    other = replace(another("Y").detail, tax_kind="passport", tax_number=f"{number}456")
    with pytest.raises(Refused, match="no number of a passport"):
        counter.open_patron(replace(another("Y"), detail=other))


@pytest.mark.parametrize(
    "name",
    ["x" * 1_000_000, "\u202eeilrahC", "Walt\u2066", "Wa\u200blt", "A\nB", "A\0B", "A\x1b[2J"],
    ids=["a megabyte", "turned", "isolated", "hidden", "two lines", "nothing", "a terminal's"],
)
def test_gives_a_friend_a_name_that_no_glass_or_paper_shows_as_it_is(counter, name):
    """Or that is longer than a message to a station."""
    detail = Detail("1990-12-10", "1 Main", "Gardena", "CA", "90249", tax_number="219-09-9999")
    with pytest.raises(Refused, match="one line of up to 80"):
        counter.open_patron(Application(name, "passport", "Z9", "2039-01-01", True, detail, "no"))
    fine = "Iñés Ó\u2019Connor-Łukasz Ελένη 陳"
    counter.open_patron(Application(fine, "passport", "Z9", "2039-01-01", True, detail, "no"))


def test_calls_the_same_paper_another_kind(counter):
    """Somebody looks: a state's ID and its license may have one number, and be one person's."""
    form = replace(another("Y"), id_type="pass port", id_number="x 123")
    with pytest.raises(Refused, match="100001"):
        counter.open_patron(form)


@pytest.mark.parametrize("bytes_", [
    b"", b"{", b'{"\xa3\xa3":[1,"x"]}', b'{"drawer:1":1}', b'{"drawer:1":[9223372036854775808,""]}',
    b'{"drawer:1":[-1,""]}', rb'{"\nchanges":[0,"x"]}', rb'{"\nchanges":[0,"x y z"]}',
    rb'{"\nseen it":[0,"x"]}', rb'{"\nseen it":[0,"99999999999999999999 x"]}',
])  # fmt: skip
def test_scribbles_over_the_heads_beside_the_key(tmp_path, bytes_):
    path = tmp_path / "heads"
    path.write_bytes(bytes_)
    with pytest.raises(Fault, match="is damaged"):
        heads.read(path)


@pytest.mark.parametrize("what", ["a folder", "a pipe", "a link to itself"])
def test_puts_something_else_in_the_place_of_the_heads(
    bank, counter, connect, clock, tmp_path, what
):
    """No program waits for it, and whoever asks is told what to do. Out of the way, all goes on."""
    bank.heads = path = tmp_path / "bank.heads"
    if what == "a folder":
        path.mkdir()
    elif what == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(path.name)
    again = Bank(connect(), bank.key, clock, heads=path)
    for act in again.check_books, lambda: counter.deposit("100001", 1_00, "drawer:1"):
        with pytest.raises(Fault, match=r"bank\.heads") as stop:
            act()
        assert stop.value.name in ("HEADS_NOT_KEPT", "LEDGER_ALTERED")
    path.rmdir() if what == "a folder" else path.unlink()
    again.check_books()
    counter.deposit("100001", 1_00, "drawer:1")
    assert problems(counter) == ""


def test_takes_the_houses_settings_out_of_the_books(tmp_path):
    """Told in words, with what to do: no table and no window is left with a traceback."""
    store = SqliteStore(tmp_path / "bank.db")
    bank = make_bank(store, Clock())
    run(bank, "DELETE FROM setting")
    with pytest.raises(Fault, match="when this house's day begins"):
        Bank(store, bank.key, Clock())


def test_reads_the_books_as_another_user_of_the_machine(tmp_path):
    old = os.umask(0)
    try:
        store = SqliteStore(tmp_path / "bank.db")
        make_bank(store, Clock())
        modes = {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(old)
    assert modes == {0o600}


# The clock of the cage


def test_sets_the_clock_ahead_to_begin_a_new_day_of_cash(bank, counter, clock):
    """A drawer's day followed a wrong clock for ever: everything after it was in that day, too."""
    counter.deposit("100001", 9_000_00, "drawer:1")
    clock.now_ms += 48 * HOUR_MS
    with pytest.raises(Refused, match="two people say that it is right"):
        counter.deposit("100001", 9_000_00, "drawer:1")
    assert "It is 06/12/2026" in together(bank, ConfirmClock()).words
    counter.deposit("100001", 1_00, "drawer:1")
    clock.now_ms -= 48 * HOUR_MS
    with pytest.raises(Refused, match="two people say that it is right"):
        counter.deposit("100001", 9_000_00, "drawer:1")
    together(bank, ConfirmClock())
    with pytest.raises(Refused, match="a currency transaction report is due"):
        counter.deposit("100001", 9_000_00, "drawer:1")
    counter.complete_report("100001", "cook", "their own")
    assert "more than $10,000" in counter.deposit("100001", 9_000_00, "drawer:1").alerts[0]


@pytest.mark.parametrize("by_ms", [HOUR_MS, -HOUR_MS // 2, 24 * HOUR_MS, 20 * 8766 * HOUR_MS])
def test_sets_the_clock_while_the_machine_runs(connect, clock, by_ms):
    """However little: the machine's own count tells."""
    up = [0]
    bank = make_bank(connect(), clock)
    bank.steady = lambda: ("this start", up[0])
    counter = at_work(bank, "ann")
    counter.deposit("100001", 1_00, "drawer:1")
    for _ in range(2):  # time that passed is no glitch
        up[0] += 5 * HOUR_MS
        clock.now_ms += 5 * HOUR_MS
        counter.deposit("100001", 1_00, "drawer:1")
    clock.now_ms += by_ms
    with pytest.raises(Refused, match="two people say that it is right"):
        counter.deposit("100001", 1_00, "drawer:1")
    clock.now_ms -= by_ms
    counter.deposit("100001", 1_00, "drawer:1")


@pytest.mark.parametrize("asked", ["exclusion", "money", "minutes"])
@pytest.mark.parametrize("by_ms", [2 * HOUR_MS, 24 * HOUR_MS, 20 * 8766 * HOUR_MS])
def test_sets_the_clock_ahead_to_end_what_somebody_is_held_to(connect, clock, asked, by_ms):
    """A year without cards was over at once; so was the day of a limit."""
    up = [0]
    bank = make_bank(connect(), clock)
    bank.steady = lambda: ("this start", up[0])
    counter = at_work(bank, "ann")
    counter.deposit("100001", 900_00, "drawer:1")
    track = counter.issue_card("100001")
    if asked == "exclusion":
        at_work(bank, "sue").exclude("100001", 1)
    elif asked == "money":
        counter.set_limit("100001", 100_00)
    else:
        counter.set_time_limit("100001", 60)
    clock.now_ms += by_ms
    with pytest.raises(Refused, match=r"wait for the house.s clock|not to let you play yet"):
        bank.sign_on(track, "2468", "s1", "table:T1", 3)
    together(bank, ConfirmClock())
    if asked != "exclusion" or by_ms >= 24 * HOUR_MS:
        bank.sign_on(track, "2468", "s1", "table:T1", 3)


# Journals that somebody brings along


def brought(tmp_path, bank, *records, keys=None, sign=True):
    """A directory that looks like a table's journal."""
    home = tmp_path / "brought"
    disks = RealDisk(home / "a"), RealDisk(home / "b")
    journal = open_journal(disks, keys or load_keys(tmp_path / "t.key"), table="T1").journal
    for record in records:
        journal.append([to_record(record)])
    if sign:
        journal.sign()
    journal.close()
    return home, journal.public_key


MADE_UP = Transfer("x-T1-1", "cash_out", "table:T1", "patron:100001", 9_000_00, 3, "s")


def test_brings_a_journal_of_his_own_to_catch_up(bank, tmp_path):
    """Any folder with the right hashes was entered: the bank now knows each table by its key."""
    home, key = brought(tmp_path, bank, TransferAsked(MADE_UP), TransferPosted(MADE_UP))
    with pytest.raises(Refused, match="does not know the key of table T1"):
        [*proven(home, bank, "table:T1")]
    together(bank, KnowTable("T1", "ab" * 32), "sue", "mia")
    with pytest.raises(Refused, match="not signed by table T1"):
        [*proven(home, bank, "table:T1")]
    together(bank, KnowTable("T1", key), "sue", "mia")
    assert missing(proven(home, bank, "table:T1"), bank, "table:T1") == [MADE_UP]


def test_appends_a_transfer_to_the_tables_own_journal(bank, tmp_path):
    """What stands under no signature is not believed, however well its hashes fit."""
    home, key = brought(tmp_path, bank, TransferAsked(MADE_UP))
    together(bank, KnowTable("T1", key), "sue", "mia")
    forged = [TransferPosted(MADE_UP)]
    disks = RealDisk(home / "a"), RealDisk(home / "b")
    journal = open_journal(disks, load_keys(tmp_path / "t.key"), table="T1").journal
    journal.append([to_record(one) for one in forged])
    journal.close()
    assert missing(proven(home, bank, "table:T1"), bank, "table:T1") == []


def test_edits_it(bank, tmp_path):
    home, key = brought(tmp_path, bank, TransferAsked(MADE_UP), TransferPosted(MADE_UP))
    together(bank, KnowTable("T1", key), "sue", "mia")
    for copy in "ab":
        file = home / copy / "0000000000000001.log"
        file.write_bytes(file.read_bytes().replace(b"patron:100001", b"patron:100002"))
    with pytest.raises(Refused, match="not as it was written"):
        [*proven(home, bank, "table:T1")]
