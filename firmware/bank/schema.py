"""The books as tables, from the first day on as migrations.

A floor of tables is never updated at once, so the books grow before they change: what is new comes
as an expansion (expansions.py), which the program before need not know of and works on. MIGRATIONS
are what locks older programs out; a new one there takes away what nobody needs any more, a release
later. Plain SQL that SQLite and PostgreSQL (and its distributed kin) read alike; where they differ,
a statement stands under its dialect.
"""

from firmware.bank.expansions import EXPANSIONS, Script, postgres_guards, sqlite_guards
from firmware.bank.keys import CREATE
from firmware.bank.store import Store, Tx
from firmware.errors import Fault, Refused

_TABLES = [
    # balance = credits - debits; held = promised to pending transfers
    """CREATE TABLE account (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL CHECK (kind IN ('patron', 'drawer', 'vault', 'table', 'fees',
                                           'jackpot', 'promotion', 'suspense')),
        balance BIGINT NOT NULL DEFAULT 0,
        held BIGINT NOT NULL DEFAULT 0 CHECK (held >= 0),
        opened_ms BIGINT NOT NULL,
        CHECK (kind IN ('drawer', 'vault', 'suspense') OR balance >= held),
        CHECK (kind <> 'drawer' OR balance <= 0))""",
    """CREATE TABLE transfer (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        debit TEXT NOT NULL REFERENCES account (id),
        credit TEXT NOT NULL REFERENCES account (id),
        amount BIGINT NOT NULL CHECK (amount > 0),
        place TEXT NOT NULL,
        document BIGINT NOT NULL,
        at_ms BIGINT NOT NULL,
        day TEXT NOT NULL,
        patron TEXT NOT NULL,
        agent TEXT NOT NULL,
        approver TEXT NOT NULL,
        reason TEXT NOT NULL,
        corrects TEXT UNIQUE,
        CHECK (debit <> credit),
        UNIQUE (place, document))""",
    "CREATE INDEX transfer_of_patron ON transfer (patron, day)",
    "CREATE INDEX transfer_of_debit ON transfer (debit)",
    "CREATE INDEX transfer_of_credit ON transfer (credit)",
    # no row: pending. No foreign key: a void may arrive before the transfer it forbids.
    """CREATE TABLE outcome (
        transfer TEXT PRIMARY KEY,
        state TEXT NOT NULL CHECK (state IN ('posted', 'voided', 'refused')),
        at_ms BIGINT NOT NULL,
        by_whom TEXT NOT NULL,
        words TEXT NOT NULL)""",
    """CREATE TABLE place (
        id TEXT PRIMARY KEY,
        documents BIGINT NOT NULL,
        last_ms BIGINT NOT NULL)""",
    """CREATE TABLE patron (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        id_type TEXT NOT NULL,
        id_number TEXT NOT NULL,
        id_expiry TEXT NOT NULL,
        opened_ms BIGINT NOT NULL,
        agent TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('active', 'locked', 'barred', 'closed')),
        excluded_until_ms BIGINT NOT NULL DEFAULT 0,
        limit_cents BIGINT,
        next_limit_cents BIGINT,
        next_limit_ms BIGINT NOT NULL DEFAULT 0,
        pin_hash TEXT NOT NULL DEFAULT '',
        pin_tries BIGINT NOT NULL DEFAULT 0,
        UNIQUE (id_type, id_number))""",
    """CREATE TABLE card (
        number TEXT PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patron (id),
        status TEXT NOT NULL CHECK (status IN ('active', 'lost', 'retired')),
        issued_ms BIGINT NOT NULL,
        agent TEXT NOT NULL)""",
    """CREATE TABLE session (
        id TEXT PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patron (id),
        place TEXT NOT NULL,
        seat BIGINT NOT NULL,
        opened_ms BIGINT NOT NULL,
        closed_ms BIGINT)""",
    "CREATE UNIQUE INDEX one_live_session ON session (patron) WHERE closed_ms IS NULL",
    """CREATE TABLE staff (
        id TEXT PRIMARY KEY,
        role TEXT NOT NULL,
        active BIGINT NOT NULL,
        added_ms BIGINT NOT NULL)""",
    """CREATE TABLE change (
        at_ms BIGINT NOT NULL,
        agent TEXT NOT NULL,
        about TEXT NOT NULL,
        what TEXT NOT NULL,
        before TEXT NOT NULL,
        after TEXT NOT NULL,
        reason TEXT NOT NULL)""",
    "CREATE INDEX change_of ON change (about)",
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "INSERT INTO setting (name, value) VALUES ('zone', 'America/Los_Angeles')",
    "INSERT INTO setting (name, value) VALUES ('day_starts', '06:00')",
]
_WRITTEN_ONCE = ("transfer", "outcome", "change")


_POSTGRES_GUARD = (
    "CREATE FUNCTION written_once() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'these rows are written once'; END $$"
)

_TIME_LIMITS = [
    "ALTER TABLE patron ADD COLUMN limit_minutes BIGINT",
    "ALTER TABLE patron ADD COLUMN next_limit_minutes BIGINT",
    "ALTER TABLE patron ADD COLUMN next_limit_minutes_ms BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX session_of_patron ON session (patron)",
]

_CLAIMS = [
    # The first word about an id: a hold, or a void that came before it. Both write it, so that
    # two that do not see each other cannot both be the first.
    "CREATE TABLE claim (transfer TEXT PRIMARY KEY)",
]

MIGRATIONS: list[Script] = [
    {
        "both": _TABLES,
        "sqlite": sqlite_guards(*_WRITTEN_ONCE),
        "postgresql": [_POSTGRES_GUARD, *postgres_guards(*_WRITTEN_ONCE)],
    },
    {"both": _TIME_LIMITS},
    {
        "both": _CLAIMS,
        "sqlite": sqlite_guards("claim"),
        "postgresql": postgres_guards("claim"),
    },
]


def found(store: Store) -> None:
    """New books, where there are none."""
    if is_founded(store):
        raise Refused("There is a bank already: a new one never replaces another.")
    store.transact(lambda tx: tx.run(_VERSIONS))
    migrate(store)


def migrate(
    store: Store,
    migrations: list[Script] = MIGRATIONS,
    expansions: dict[str, Script] = EXPANSIONS,
) -> int:
    """Bring the books to the newest version; the version that they now have.

    One unit of work: two programs that start at once migrate once. Where there are no books none
    are made: somebody mistyped where they are.
    """
    if not is_founded(store):
        raise no_books("this place")

    def work(tx: Tx) -> int:
        version = _migrate(tx, store.dialect, migrations)
        _expand(tx, store.dialect, expansions)
        return version

    return store.transact(work)


_VERSIONS = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)"
_TABLES_OF = {
    "sqlite": "SELECT 1 FROM sqlite_master WHERE name = 'schema_version'",
    "postgresql": "SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL",
}


def is_founded(store: Store) -> bool:
    return store.transact(lambda tx: tx.row(_TABLES_OF[store.dialect])) is not None


def _migrate(tx: Tx, dialect: str, migrations: list[Script]) -> int:
    (have,) = tx.row("SELECT COALESCE(MAX(version), 0) FROM schema_version") or (0,)
    if have > len(migrations):
        raise newer_books(have, len(migrations))
    for version, script in enumerate(migrations[have:], have + 1):
        # First the row: whoever migrates at the same time waits here, and looks again.
        tx.run("INSERT INTO schema_version (version) VALUES (?)", version)
        _run(tx, dialect, script)
    return len(migrations)


def _expand(tx: Tx, dialect: str, expansions: dict[str, Script]) -> None:
    """What a newer program has added is none of ours, and stays."""
    tx.run("CREATE TABLE IF NOT EXISTS expansion (name TEXT PRIMARY KEY)")
    have = {name for (name,) in tx.rows("SELECT name FROM expansion")}
    for name in [name for name in expansions if name not in have]:
        tx.run("INSERT INTO expansion (name) VALUES (?)", name)
        _run(tx, dialect, expansions[name])


def _run(tx: Tx, dialect: str, script: Script) -> None:
    for sql in (*script.get("both", ()), *script.get(dialect, ())):
        tx.run(sql)


def no_books(where: str) -> Fault:
    return Fault(
        "BANK_MISSING",
        happened=f"There is no bank at {where}.",
        safe="None was made, and nothing was changed.",
        do=f"Name the right place; {CREATE} makes a new bank.",
    )


def half_books() -> Fault:
    return Fault(
        "BANK_DAMAGED",
        happened="The bank's books do not say any more when this house's day begins.",
        safe="No money moved: without it no line can be written.",
        do="Somebody has been at the books: keep them as they are, and restore the last backup.",
    )


def newer_books(have: int, know: int) -> Fault:
    return Fault(
        "BANK_NEWER",
        happened=f"The bank's books have version {have}; this program knows version {know}.",
        safe="Nothing was read and nothing was changed.",
        do="Update this program before it touches them.",
    )
