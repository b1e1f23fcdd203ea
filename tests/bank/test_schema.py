"""Migrations from the first day: once, together, never backwards."""

from pathlib import Path

import pytest

from firmware.bank import schema
from firmware.bank.bank import Bank
from firmware.errors import Fault, Refused
from tests.bank.conftest import KEY, Clock
from tests.bank.test_ledger import at_once

MORE: schema.Script = {"both": ["ALTER TABLE patron ADD COLUMN nickname TEXT NOT NULL DEFAULT ''"]}


def test_migrating_twice_is_migrating_once(connect):
    schema.found(connect())
    assert schema.migrate(connect()) == schema.migrate(connect()) == len(schema.MIGRATIONS)


def test_a_place_that_was_mistyped_is_no_new_bank_and_no_bank_is_made_twice(connect):
    with pytest.raises(Fault, match="There is no bank") as stop:
        Bank(connect(), KEY, Clock())
    assert stop.value.name == "BANK_MISSING"
    assert not schema.is_founded(connect())
    schema.found(connect())
    with pytest.raises(Refused, match="never replaces"):
        schema.found(connect())


def test_two_programs_that_start_at_once_migrate_once(connect):
    schema.found(connect())
    stores = [connect() for _ in range(4)]
    more = [*schema.MIGRATIONS, MORE]
    versions = at_once(*(lambda s=s: schema.migrate(s, more) for s in stores))
    assert versions == [len(more)] * 4


def test_old_books_grow_and_keep_what_they_hold(bank, counter, connect):
    counter.deposit("100001", 5_00, "drawer:1")
    schema.migrate(connect(), [*schema.MIGRATIONS, MORE])
    row = bank.store.transact(lambda tx: tx.row("SELECT name, nickname FROM patron"))
    assert row == ("Ada Lovelace", "")
    assert counter.balance("patron:100001").balance == 5_00


def test_what_a_newer_program_added_stays_and_locks_nobody_out(connect):
    """A floor of tables is never updated at once: the books grow first."""
    schema.found(connect())
    schema.migrate(connect(), expansions={**schema.EXPANSIONS, "nickname": MORE})
    assert Bank(connect(), KEY, Clock()).house.day_starts == "06:00"
    row = connect().transact(lambda tx: tx.rows("SELECT nickname FROM patron"))
    assert row == []


def test_books_without_the_houses_settings_are_left_as_they_are(connect):
    schema.found(connect())
    connect().transact(lambda tx: tx.run("DELETE FROM setting WHERE name = 'zone'"))
    with pytest.raises(Fault, match="when this house's day begins") as stop:
        Bank(connect(), KEY, Clock())
    assert stop.value.name == "BANK_DAMAGED"


def test_newer_books_are_left_alone(bank, connect):
    schema.migrate(connect(), [*schema.MIGRATIONS, MORE])
    with pytest.raises(Fault, match="Update this program") as stop:
        Bank(connect(), KEY, Clock())
    assert stop.value.name == "BANK_NEWER"


def test_a_migration_that_fails_leaves_nothing_behind(connect):
    broken: schema.Script = {"both": ["CREATE TABLE half (x BIGINT)", "THIS IS NOT SQL"]}
    store = connect()
    schema.found(store)
    with pytest.raises(Exception, match=r"syntax|near"):
        schema.migrate(store, [*schema.MIGRATIONS, broken])
    assert schema.migrate(store) == len(schema.MIGRATIONS)
    with pytest.raises(Exception, match="half"):
        store.transact(lambda tx: tx.rows("SELECT x FROM half"))


def test_the_sql_is_plain():
    """So that another database than these two can be tried."""
    rooms = [*Path(schema.__file__).parent.glob("*.py")]
    text = "".join(path.read_text() for path in rooms)
    for words in ("FOR UPDATE", "advisory", "nextval", "SEQUENCE", "SERIAL "):
        assert words not in text, words
    assert text.count("LANGUAGE plpgsql") == 1
