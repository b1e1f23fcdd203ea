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

_PATRONS = [
    # Of a patron whom the program before opened there is no row yet: it is completed later.
    """CREATE TABLE patron_detail (
        patron TEXT PRIMARY KEY REFERENCES patron (id),
        birth_date TEXT NOT NULL,
        street TEXT NOT NULL,
        city TEXT NOT NULL,
        region TEXT NOT NULL,
        postcode TEXT NOT NULL,
        country TEXT NOT NULL,
        tax_kind TEXT NOT NULL,
        tax_sealed TEXT NOT NULL,
        tax_tag TEXT NOT NULL UNIQUE,
        tax_last4 TEXT NOT NULL,
        sound TEXT NOT NULL,
        occupation TEXT NOT NULL DEFAULT '')""",
    "CREATE INDEX patron_born ON patron_detail (birth_date)",
    """CREATE TABLE attachment (
        id TEXT PRIMARY KEY,
        patron TEXT NOT NULL REFERENCES patron (id),
        kind TEXT NOT NULL,
        media TEXT NOT NULL,
        sealed TEXT NOT NULL,
        added_ms BIGINT NOT NULL,
        by_whom TEXT NOT NULL)""",
    "CREATE INDEX attachment_of ON attachment (patron)",
]

_CAGE = [
    """CREATE TABLE cage_window (
        id TEXT PRIMARY KEY,
        drawer TEXT NOT NULL REFERENCES account (id),
        person TEXT NOT NULL REFERENCES person (id),
        state TEXT NOT NULL,
        opened_ms BIGINT NOT NULL,
        closed_ms BIGINT)""",
    "CREATE UNIQUE INDEX one_person_a_drawer ON cage_window (drawer) WHERE state <> 'closed'",
    "CREATE UNIQUE INDEX one_drawer_a_person ON cage_window (person) WHERE state <> 'closed'",
    """CREATE TABLE count_sheet (
        window_id TEXT NOT NULL REFERENCES cage_window (id),
        kind TEXT NOT NULL,
        person TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        pieces TEXT NOT NULL,
        counted BIGINT NOT NULL,
        expected BIGINT NOT NULL,
        PRIMARY KEY (window_id, at_ms))""",
    """CREATE TABLE currency_report (
        patron TEXT NOT NULL REFERENCES patron (id),
        day TEXT NOT NULL,
        occupation TEXT NOT NULL,
        on_behalf TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        filed_ms BIGINT,
        filed_by TEXT NOT NULL DEFAULT '',
        reference TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (patron, day))""",
    """CREATE TABLE suspicion (
        id TEXT PRIMARY KEY,
        patron TEXT NOT NULL,
        sealed TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        at_ms BIGINT NOT NULL)""",
    "CREATE INDEX transfer_of_day ON transfer (day)",
]

_HEARD = [
    # which table asked about its players, and when: one that answers is not gone
    "CREATE TABLE table_heard (place TEXT PRIMARY KEY, at_ms BIGINT NOT NULL)",
]

_CHAINS = [
    # chain.py: each row is a link of its place's book; rows from before have none
    *(
        f"ALTER TABLE {table} ADD COLUMN {column}"
        for table in ("transfer", "outcome")
        for column in ("link BIGINT", "chain TEXT", "tag TEXT")
    ),
    "ALTER TABLE place ADD COLUMN ground TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE place ADD COLUMN grounded BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE place ADD COLUMN links BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE place ADD COLUMN chain TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE place ADD COLUMN tag TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX transfer_link ON transfer (place, link)",
    # the head of each table's journal, as the table last told it, and the key that signs it
    """CREATE TABLE witness (
        place TEXT NOT NULL,
        journal TEXT NOT NULL,
        public_key TEXT NOT NULL,
        record BIGINT NOT NULL,
        chain TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        PRIMARY KEY (place, journal))""",
]

_LOGS = [
    # how far the bank has followed each table's log of deals, by the key that signs it
    """CREATE TABLE log_seen (
        table_key TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        size BIGINT NOT NULL,
        peaks TEXT NOT NULL)""",
]

_LISTS = [
    # Who waits for which game, house-wide.
    """CREATE TABLE waiting (
        id TEXT PRIMARY KEY,
        list TEXT NOT NULL,
        shown TEXT NOT NULL,
        patron TEXT NOT NULL,
        wants TEXT NOT NULL,
        joined_ms BIGINT NOT NULL,
        place_ms BIGINT NOT NULL,
        by_whom TEXT NOT NULL,
        called_ms BIGINT,
        called_to TEXT NOT NULL DEFAULT '',
        seat BIGINT NOT NULL DEFAULT 0,
        left_ms BIGINT,
        left_why TEXT NOT NULL DEFAULT '',
        left_by TEXT NOT NULL DEFAULT '')""",
    "CREATE INDEX waiting_now ON waiting (left_ms, list)",
    """CREATE TABLE interest (
        list TEXT PRIMARY KEY,
        opens_at BIGINT NOT NULL,
        since_ms BIGINT NOT NULL)""",
]

_DRAFTS = [
    # Accounts that are being opened, sealed: drafts.py.
    """CREATE TABLE draft (
        id TEXT NOT NULL,
        part TEXT NOT NULL,
        sealed TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        PRIMARY KEY (id, part))""",
]

_TOLD = [
    # what a table holds by its own book, as it last told it: overview.py
    "ALTER TABLE witness ADD COLUMN cents BIGINT",
    "ALTER TABLE witness ADD COLUMN cents_ms BIGINT",
]

_APART = [
    # what the bank's book of a table said more than the table's, when it last told; and since when
    # the two differ, until two people cleared it: apart.py
    "ALTER TABLE witness ADD COLUMN gap BIGINT",
    "ALTER TABLE witness ADD COLUMN gap_ms BIGINT",
    """CREATE TABLE books_apart (
        place TEXT NOT NULL,
        journal TEXT NOT NULL,
        since_ms BIGINT NOT NULL,
        cents BIGINT NOT NULL,
        cleared_ms BIGINT,
        cleared_by TEXT NOT NULL DEFAULT '')""",
    "CREATE UNIQUE INDEX one_stop_a_table ON books_apart (place) WHERE cleared_ms IS NULL",
]

_FILED = [
    # what was sent to the treasury, sealed, as it was sent: currency_reports.py
    "ALTER TABLE currency_report ADD COLUMN kept TEXT NOT NULL DEFAULT ''",
]

_EMPLOYERS = [
    # for whom a patron works, where a report was due: they need not say
    "ALTER TABLE currency_report ADD COLUMN employer TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE patron_detail ADD COLUMN employer TEXT NOT NULL DEFAULT ''",
]

_NOTES = [
    # What the floor writes down for the next shift.
    """CREATE TABLE day_note (
        id TEXT PRIMARY KEY,
        at_ms BIGINT NOT NULL,
        by_whom TEXT NOT NULL,
        words TEXT NOT NULL)""",
    "CREATE INDEX day_note_at ON day_note (at_ms)",
]

_FEEDERS = [
    # A table whose players must move to another: must_move.py.
    """CREATE TABLE feeder (
        feeder TEXT PRIMARY KEY,
        main TEXT NOT NULL,
        by_whom TEXT NOT NULL,
        since_ms BIGINT NOT NULL)""",
]

_TABLE_EVENTS = [
    # What happened at the tables, each line once: table_events.py.
    """CREATE TABLE table_event (
        journal TEXT NOT NULL,
        number BIGINT NOT NULL,
        record BIGINT NOT NULL,
        table_name TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        heard_ms BIGINT NOT NULL,
        kind TEXT NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (table_name, journal, number))""",
    "CREATE INDEX table_event_heard ON table_event (heard_ms)",
]

_CHANGE_LINKS = [
    # change_book.py: each line of the change log as it was written, as a link of one chain
    """CREATE TABLE change_link (
        number BIGINT PRIMARY KEY,
        about TEXT NOT NULL,
        what TEXT NOT NULL,
        line TEXT NOT NULL,
        chain TEXT NOT NULL,
        tag TEXT NOT NULL)""",
    "CREATE INDEX change_link_of ON change_link (about)",
    # whose session it is, sealed: staff_sessions.py
    "ALTER TABLE staff_session ADD COLUMN seal TEXT NOT NULL DEFAULT ''",
]

_CHANGE_KINDS = [
    # the last line of a kind about somebody, however many there are of other kinds
    "CREATE INDEX change_link_kind ON change_link (what, about, number)",
    "DROP INDEX change_link_of",
]

_TESTIMONY = [
    # testimony.py: the last line about each row of witness and log_seen
    """CREATE TABLE testimony (
        about TEXT PRIMARY KEY,
        number BIGINT NOT NULL,
        before TEXT NOT NULL,
        line TEXT NOT NULL,
        chain TEXT NOT NULL,
        tag TEXT NOT NULL)""",
]

EXPANSIONS: dict[str, Script] = {
    "chains": {"both": _CHAINS},
    "heard": {"both": _HEARD},
    "people": {"both": _PEOPLE},
    "cage": {
        "both": _CAGE,
        "sqlite": sqlite_guards("count_sheet", "suspicion"),
        "postgresql": postgres_guards("count_sheet", "suspicion"),
    },
    "patrons": {
        "both": _PATRONS,
        "sqlite": sqlite_guards("attachment"),
        "postgresql": postgres_guards("attachment"),
    },
    "drafts": {"both": _DRAFTS},
    "security keys": {"both": _SECURITY_KEYS},
    "told": {"both": _TOLD},
    "books apart": {"both": _APART},
    "filed": {"both": _FILED},
    "employers": {"both": _EMPLOYERS},
    "waiting lists": {"both": _LISTS},
    "feeders": {"both": _FEEDERS},
    "logs of deals": {"both": _LOGS},
    "testimony": {"both": _TESTIMONY},
    "events of tables": {
        "both": _TABLE_EVENTS,
        "sqlite": sqlite_guards("table_event"),
        "postgresql": postgres_guards("table_event"),
    },
    "change links": {
        "both": _CHANGE_LINKS,
        "sqlite": sqlite_guards("change_link"),
        "postgresql": postgres_guards("change_link"),
    },
    "change kinds": {"both": _CHANGE_KINDS},
    "day notes": {
        "both": _NOTES,
        "sqlite": sqlite_guards("day_note"),
        "postgresql": postgres_guards("day_note"),
    },
}
