"""A millisecond more, the same record again: where the books decide. One database is enough."""

import pytest

from firmware.bank import cage_clock, schema, witness
from firmware.bank.attachments import check as check_scan
from firmware.bank.cage_clock import NIGHT_MS, SET_MS, VOUCHED_MS
from firmware.bank.gaming_day import BACK_MS, HouseClock
from firmware.bank.keys import load_bank_key, make_bank_key
from firmware.bank.patrons import check_expiry
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Fault, Refused
from lab.simulation.demo_people import at_work
from tests.bank.conftest import NOON_MS, Clock, make_bank


@pytest.fixture
def store(tmp_path):
    store = SqliteStore(tmp_path / "bank.db")
    schema.found(store)
    yield store
    store.close()


def refuses(store, work) -> bool:
    try:
        store.transact(work)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(
    ("ms", "wrong"),
    [(-BACK_MS - 1, True), (-BACK_MS, False), (NIGHT_MS, False), (NIGHT_MS + 1, True)],
)
def test_how_far_from_the_last_document_a_clock_is_believed(store, ms, wrong):
    """REQ-R45."""
    last = "INSERT INTO place (id, documents, last_ms) VALUES ('drawer:1', 1, ?)"
    store.transact(lambda tx: tx.run(last, NOON_MS))

    def check(tx):
        cage_clock.check(tx, NOON_MS + ms, HouseClock(), None)

    assert refuses(store, check) is wrong


@pytest.mark.parametrize(
    ("ms", "wrong"), [(-SET_MS - 1, True), (-SET_MS, False), (SET_MS, False), (SET_MS + 1, True)]
)
def test_how_far_a_clock_may_be_set_between_two_documents(store, ms, wrong):
    """REQ-R45: the machine's own count went on by a second, and the wall clock by more."""
    last = "INSERT INTO place (id, documents, last_ms) VALUES ('drawer:1', 1, ?)"
    store.transact(lambda tx: tx.run(last, NOON_MS))
    store.transact(lambda tx: cage_clock.check(tx, NOON_MS, HouseClock(), lambda: ("boot", 5_000)))

    def check(tx, boot="boot"):
        cage_clock.check(tx, NOON_MS + 1_000 + ms, HouseClock(), lambda: (boot, 6_000))

    assert refuses(store, check) is wrong
    assert not refuses(store, lambda tx: check(tx, "another start"))


@pytest.mark.parametrize(("ms", "wrong"), [(-1, True), (0, False), (VOUCHED_MS, False),
                                           (VOUCHED_MS + 1, True)])  # fmt: skip
def test_who_vouched_for_a_clock_did_so_for_a_day(store, ms, wrong):
    """REQ-R45: no time server keeps it."""

    def check(tx):
        cage_clock.check_kept(tx, NOON_MS + ms, synchronised=False)

    assert refuses(store, check), "nobody has vouched for it"
    store.transact(lambda tx: cage_clock.believe(tx, NOON_MS, None))
    assert refuses(store, check) is wrong


def test_what_a_table_holds_is_heard_with_the_same_head_and_not_with_an_older_one(store):
    """REQ-R41: told while some of it was on its way, and again when all had arrived."""

    def told(record: int, cents: int | None) -> int | None:
        head = witness.Head("table:T1", "journal", "key", record, f"chain {record}", cents)
        store.transact(lambda tx: witness.tell(tx, head, NOON_MS))
        (heard,) = store.transact(lambda tx: tx.row("SELECT cents FROM witness"))
        return heard

    heard = [told(7, None), told(7, 303_00), told(6, 1), told(8, None)]
    assert heard == [None, 303_00, 303_00, 303_00]
    assert store.transact(lambda tx: witness.newest(tx, "table:T1")).record == 8


def test_a_key_that_others_can_read_opens_nothing(tmp_path, monkeypatch):
    key = tmp_path / "bank.key"
    make_bank_key(key)
    key.chmod(0o640)
    with pytest.raises(Fault, match=r"Others on this machine can read .* chmod 600"):
        load_bank_key(key)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert load_bank_key(key).tag("card", "1"), "systemd's own way to let one user read it"


def test_a_document_is_good_on_its_last_day():
    check_expiry("2026-06-09", "2026-06-09")
    with pytest.raises(Refused, match="run out"):
        check_expiry("2026-06-08", "2026-06-09")


def test_a_scan_of_just_four_megabytes_is_taken():
    check_scan("photo", "image/png", b"\x89PNG".ljust(4_000_000, b"."))
    with pytest.raises(Refused, match="at most 4 megabytes"):
        check_scan("photo", "image/png", b"\x89PNG".ljust(4_000_001, b"."))


def test_books_that_others_could_read_are_closed_to_them(tmp_path):
    path = tmp_path / "bank.db"
    path.touch()
    path.chmod(0o664)
    SqliteStore(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_receipt_is_of_what_was_booked(tmp_path):
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    counter = at_work(bank, "ann")
    booked = counter.deposit("100001", 40_00, "drawer:1")
    found = counter.receipt(booked.answer.id)
    assert (found.kind, found.patron, found.answer) == ("deposit", "100001", booked.answer)
    with pytest.raises(Refused, match="Nothing was booked under that id"):
        counter.receipt("another")
