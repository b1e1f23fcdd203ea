"""What a store promises whoever works with it, on every database."""

import pytest

from firmware.bank import schema
from firmware.errors import Fault

AWKWARD = [
    "O'Neil",
    "back\\slash",
    "100 %s",
    "what?",
    "a; DROP TABLE setting; --",
    "",
    "$1",
    "Žofie ♠",
]
SET = "INSERT INTO setting (name, value) VALUES (?, ?)"
GET = "SELECT value FROM setting WHERE name = ?"


@pytest.fixture
def store(connect):
    store = connect()
    schema.found(store)
    return store


@pytest.mark.parametrize("text", AWKWARD)
def test_text_comes_back_as_it_went_in(store, text):
    store.transact(lambda tx: tx.run_all([(SET, (f"a {text}", text)), (SET, (f"b {text}", text))]))
    for name in (f"a {text}", f"b {text}"):
        assert store.transact(lambda tx, name=name: tx.row(GET, name)) == (text,)


def test_a_question_sees_what_was_changed_before_it(store):
    def work(tx):
        tx.run_all([(SET, ("a", "1"))])
        assert tx.row(GET, "a") == ("1",)
        assert tx.run("UPDATE setting SET value = ? WHERE name = ?", "2", "a") == 1
        tx.run_all([(SET, ("b", "3"))])
        return tx.rows("SELECT name, value FROM setting WHERE name IN (?, ?) ORDER BY 1", "a", "b")

    assert store.transact(work) == [("a", "2"), ("b", "3")]


def test_what_fails_leaves_nothing_and_the_store_goes_on(store, connect):
    def work(tx):
        tx.run_all([(SET, ("a", "1"))])
        assert tx.row(GET, "a") == ("1",)
        tx.run_all([(SET, ("b", "2"))])
        raise LookupError

    with pytest.raises(LookupError):
        store.transact(work)
    for each in (store, connect()):
        assert each.transact(lambda tx: tx.rows(GET, "a") + tx.rows(GET, "b")) == []


def test_a_change_that_the_books_forbid_takes_the_others_with_it(store):
    odd = "INSERT INTO outcome (transfer, state, at_ms, by_whom, words) VALUES (?, ?, ?, ?, ?)"
    with pytest.raises(Exception, match=r"(?i)check constraint") as no:
        store.transact(lambda tx: tx.run_all([(SET, ("a", "1")), (odd, ("x", "lost", 0, "", ""))]))
    assert not isinstance(no.value, Fault), "our own mistake, and no word about a bank that is away"
    assert store.transact(lambda tx: tx.row(GET, "a")) is None
