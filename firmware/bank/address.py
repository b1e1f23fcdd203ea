"""Where a bank is: a SQLite file, or the address of a PostgreSQL server."""

from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.store import Store
from firmware.errors import Refused

POSTGRES = ("postgresql://", "postgres://")


def store_of(address: str) -> Store:
    if not address.startswith(POSTGRES):
        return SqliteStore(address)
    try:
        from firmware.bank.postgres_store import PostgresStore
    except ImportError:
        raise Refused("PostgreSQL needs one more package: pip install 'stormdeck[floor]'") from None
    return PostgresStore(address)
