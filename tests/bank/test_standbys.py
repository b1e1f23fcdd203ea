"""Of a server that has standbys nothing is read before they hold it."""

from threading import Thread

import psycopg

from firmware.bank.postgres_store import PostgresStore
from lab.twins.postgres_server import Server

WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def test_a_reader_waits_until_a_standby_holds_what_it_would_read():
    """The server fell and came back, and its standby is still away: what it wrote last may be lost
    with it, and must not be told to anybody as done."""
    found = []

    def read() -> None:
        found.append(PostgresStore(server.url).transact(lambda tx: tx.row("SELECT 1")))

    with Server() as server, psycopg.connect(server.url, autocommit=True) as db:
        db.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        db.execute("SELECT pg_reload_conf()")
        while db.execute("SHOW synchronous_standby_names").fetchone() == ("",):
            pass
        reader = Thread(target=read)
        reader.start()
        while db.execute(WAITS).fetchone() == (0,) and reader.is_alive():
            pass
        assert not found
        db.execute("ALTER SYSTEM RESET synchronous_standby_names")
        db.execute("SELECT pg_reload_conf()")
        reader.join()
    assert found == [(1,)]
