"""Where a bank is: a SQLite file, or the address of a PostgreSQL server."""

from pathlib import Path

from firmware.bank.schema import no_books
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.store import Store
from firmware.errors import Refused

POSTGRES = ("postgresql://", "postgres://")


def store_of(address: str, new: bool = False) -> Store:
    """`new`: it is to be made; else a name that was mistyped is an error, never a new bank."""
    if not address.startswith(POSTGRES):
        if not new and not Path(address).exists():
            raise no_books(address)
        return SqliteStore(address)
    try:
        from firmware.bank.postgres_store import PostgresStore
    except ImportError:
        raise Refused("PostgreSQL needs one more package: pip install 'stormdeck[floor]'") from None
    return PostgresStore(address)
