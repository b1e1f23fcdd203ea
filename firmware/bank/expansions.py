"""What the books have grown since their last migration, by name.

An expansion adds: tables, indexes, columns with a default. It changes nothing that the program
before reads or writes, for that one goes on beside the new one until its table is updated.
"""

Script = dict[str, list[str]]  # dialect or "both" -> statements


def sqlite_guards(*tables: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} rows are written once'); END"
        for table in tables
        for verb in ("update", "delete")
    ]


def postgres_guards(*tables: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_written_once BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION written_once()"
        for table in tables
    ]


_PEOPLE = [
    # Whoever acts for the house. `staff`, names by word alone, is of programs before this.
    """CREATE TABLE person (
        id TEXT PRIMARY KEY,
        role TEXT NOT NULL,
        active BIGINT NOT NULL,
        enrolled_ms BIGINT NOT NULL,
        pin_hash TEXT NOT NULL,
        pin_tries BIGINT NOT NULL DEFAULT 0,
        pin_is_first BIGINT NOT NULL DEFAULT 1)""",
    """CREATE TABLE staff_card (
        number TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES person (id),
        active BIGINT NOT NULL,
        issued_ms BIGINT NOT NULL)""",
    """CREATE TABLE staff_session (
        token TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES person (id),
        place TEXT NOT NULL,
        began_ms BIGINT NOT NULL,
        until_ms BIGINT NOT NULL,
        locked BIGINT NOT NULL DEFAULT 0,
        ended_ms BIGINT)""",
    "CREATE INDEX staff_session_of ON staff_session (person)",
    """CREATE TABLE proposal (
        id TEXT PRIMARY KEY,
        act TEXT NOT NULL,
        what TEXT NOT NULL,
        reason TEXT NOT NULL,
        first TEXT NOT NULL REFERENCES person (id),
        first_session TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        until_ms BIGINT NOT NULL,
        second TEXT NOT NULL DEFAULT '',
        answered_ms BIGINT,
        answer TEXT NOT NULL DEFAULT '')""",
    "CREATE INDEX proposal_at ON proposal (at_ms)",
    "CREATE INDEX change_at ON change (at_ms)",
]

_SECURITY_KEYS = [
    """CREATE TABLE staff_key (
        credential TEXT PRIMARY KEY,
        person TEXT NOT NULL REFERENCES person (id),
        data TEXT NOT NULL,
        uses BIGINT NOT NULL,
        added_ms BIGINT NOT NULL)""",
    """CREATE TABLE key_question (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        state TEXT NOT NULL,
        until_ms BIGINT NOT NULL)""",
]

EXPANSIONS: dict[str, Script] = {
    "people": {"both": _PEOPLE},
    "security keys": {"both": _SECURITY_KEYS},
}
