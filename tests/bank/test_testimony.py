"""What the bank has witnessed is held to its lines; two people put back what they say."""

import pytest

from firmware.bank import schema, testimony, witness
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.testimony import Word
from firmware.bank.witness import Head
from tests.bank.conftest import KEY, NOON_MS

PLACE, JOURNAL, PUBLIC = "table:T1", "0a" * 16, "ab" * 32
DEALS = testimony.of_deals("T1", "ee")


@pytest.fixture
def store():
    store = SqliteStore(":memory:")
    schema.found(store)
    yield store
    store.close()


def run(store, sql: str, *values: object) -> None:
    store.transact(lambda tx: tx.run(sql, *values))


def begin(store) -> None:
    store.transact(lambda tx: testimony.begin(tx, KEY))


def tell(store, record: int, journal: str = JOURNAL, at_ms: int = NOON_MS) -> None:
    head = Head(PLACE, journal, PUBLIC, record, f"{record:064x}")
    store.transact(lambda tx: witness.keep(tx, KEY, head, at_ms))


def follow_deals(store, size: int) -> None:
    def work(tx):
        tx.run("DELETE FROM log_seen")
        tx.run("INSERT INTO log_seen (table_key, name, size, peaks) VALUES ('ee', 'T1', ?, 'dd')",
               size)  # fmt: skip
        testimony.write(tx, KEY, DEALS, Word("ee T1", size, "dd"))

    store.transact(work)


def problems(store) -> list[str]:
    return store.transact(lambda tx: testimony.problems(tx, KEY))


def put_back(store) -> None:
    store.transact(lambda tx: testimony.put_back(tx, KEY))
    assert problems(store) == []


def seen(store) -> witness.Seen | None:
    return store.transact(lambda tx: witness.newest(tx, PLACE))


def deals(store) -> list[tuple]:
    return store.transact(lambda tx: tx.rows("SELECT table_key, name, size, peaks FROM log_seen"))


@pytest.mark.parametrize(
    "trick",
    [
        "DELETE FROM witness",
        "UPDATE witness SET record = 20",
        "UPDATE witness SET record = 40",
        "UPDATE witness SET chain = 'ff'",
    ],
)
def test_a_journals_row_is_put_back_as_its_line_says(store, trick):
    begin(store)
    tell(store, 30)
    run(store, trick)
    assert len(problems(store)) == 1
    put_back(store)
    assert seen(store) == witness.Seen(30, f"{30:064x}", JOURNAL)


@pytest.mark.parametrize(
    "trick",
    ["DELETE FROM log_seen", "UPDATE log_seen SET size = 2", "UPDATE log_seen SET size = 9"],
)
def test_a_log_of_deals_is_put_back_as_its_line_says(store, trick):
    begin(store)
    tell(store, 30)
    follow_deals(store, 3)
    run(store, trick)
    assert len(problems(store)) == 1
    put_back(store)
    assert deals(store) == [("ee", "T1", 3, "dd")]
    assert seen(store).record == 30


def test_the_journal_that_is_put_back_is_the_newest_again(store):
    begin(store)
    tell(store, 30)
    run(store, "INSERT INTO witness (place, journal, public_key, record, chain, at_ms) "
        "SELECT place, 'of last year', public_key, 900, chain, at_ms + 1 FROM witness")  # fmt: skip
    put_back(store)
    assert seen(store) == witness.Seen(30, f"{30:064x}", JOURNAL)


@pytest.mark.parametrize("column", ["number", "line", "chain", "tag"])
def test_where_somebody_wrote_in_the_line_the_row_is_believed(store, column):
    """Nobody knows what the line said; two people have looked at the row."""
    begin(store)
    tell(store, 30)
    follow_deals(store, 3)
    run(store, "UPDATE witness SET record = 40")
    run(store, f"UPDATE testimony SET {column} = 7 WHERE about <> ?", testimony.HELD)
    assert len(problems(store)) == 2
    put_back(store)
    assert (seen(store).record, deals(store)) == (40, [("ee", "T1", 3, "dd")])
    run(store, "UPDATE witness SET record = 30")
    assert problems(store) == ["What the bank has seen of the journal of table:T1 was changed: "
                               "40 is 30 now."]  # fmt: skip


def test_a_row_that_has_no_line_is_believed_when_two_people_say_so(store):
    begin(store)
    run(store, "INSERT INTO log_seen (table_key, name, size, peaks) VALUES ('ee', 'T1', 3, 'dd')")
    assert problems(store) == [f"What is said of {DEALS} was not written by the bank."]
    put_back(store)
    assert deals(store) == [("ee", "T1", 3, "dd")]


def test_a_log_that_was_forgotten_may_not_come_back(store):
    """Its line says that nothing is known: a row would be somebody's own."""
    begin(store)
    follow_deals(store, 3)
    store.transact(lambda tx: testimony.forget_deals(tx, KEY, "T1"))
    assert (deals(store), problems(store)) == ([], [])
    run(store, "INSERT INTO log_seen (table_key, name, size, peaks) VALUES ('ee', 'T1', 3, 'dd')")
    assert len(problems(store)) == 1
    assert store.transact(lambda tx: testimony.ends(tx))[DEALS][0] == 2


def older_books(store) -> None:
    """An older program has told of a record, and may still go on."""
    run(store, "INSERT INTO witness (place, journal, public_key, record, chain, at_ms) "
        "VALUES (?, ?, ?, 30, 'cc', ?)", PLACE, JOURNAL, PUBLIC, NOON_MS)  # fmt: skip
    begin(store)
    assert problems(store) == []


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("record = 31, chain = 'dd'", False),
        ("record = 29", True),
        ("chain = 'dd'", True),
        ("record = 31, journal = 'another'", True),
    ],
)
def test_an_older_program_writes_rows_that_are_further_on_and_never_behind(store, change, wrong):
    """Not to the same record with another hash, and of no other story."""
    older_books(store)
    run(store, f"UPDATE witness SET {change}")
    assert bool(problems(store)) is wrong


def test_once_all_are_updated_a_row_goes_no_further_than_its_line(store):
    older_books(store)
    run(store, "UPDATE witness SET record = 31")
    store.transact(lambda tx: testimony.all_updated(tx, KEY))
    assert problems(store) == [], "what it had written until then gets its line"
    run(store, "UPDATE witness SET record = 32")
    assert len(problems(store)) == 1


def test_what_was_wrong_when_all_were_updated_stays_so(store):
    older_books(store)
    run(store, "UPDATE witness SET record = 29")
    store.transact(lambda tx: testimony.all_updated(tx, KEY))
    assert problems(store) == ["What the bank has seen of the journal of table:T1 was changed: "
                               "30 is 29 now."]  # fmt: skip


def test_what_was_known_outside_is_in_the_books_or_further_on(store):
    begin(store)
    follow_deals(store, 3)
    number, hash_ = store.transact(testimony.ends)[DEALS]
    asked = ((number, hash_), (number, "ff"), (number + 1, hash_), (number - 1, "ff"))
    gone = [store.transact(lambda tx, one=one: testimony.gone(tx, DEALS, *one)) for one in asked]
    assert [bool(words) for words in gone] == [False, True, True, False]
