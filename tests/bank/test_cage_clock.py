"""The clock of a machine with several windows: asked about at each of them, written down seldom."""

from firmware.bank import cage_clock, schema
from firmware.bank.bank import Bank
from firmware.bank.postgres_store import PostgresStore
from tests.bank.conftest import KEY, NOON_MS, fresh_schema


def test_windows_of_one_machine_do_not_wait_for_each_other(server):
    """Each deposit wrote the same line of the books: twenty windows turned each other back."""
    url = fresh_schema(server)
    schema.found(PostgresStore(url))
    house, tries = Bank(PostgresStore(url), KEY).house, []

    def asks(tx) -> None:
        cage_clock.check(tx, NOON_MS, house, lambda: ("boot", 7_000))

    def while_another_does(tx) -> None:
        tries.append(tx.row("SELECT 1"))
        PostgresStore(url).transact(asks)
        asks(tx)

    PostgresStore(url).transact(asks)
    PostgresStore(url).transact(while_another_does)
    assert len(tries) == 1


def test_a_clock_that_was_set_is_still_noticed(bank):
    def asks(now_ms: int, count: int):
        return bank.do(lambda tx, now: cage_clock._was_set(tx, now_ms, lambda: ("boot", count)))

    bank.do(lambda tx, now: cage_clock._keep(tx, NOON_MS, lambda: ("boot", 0)))
    assert asks(NOON_MS + 60_000, 60_000) == 0
    assert asks(NOON_MS + 300_000, 60_000) == 240_000
