"""What the bank has witnessed of its tables, under its key: the head of each one's journal and of
each log of deals (`witness`, `log_seen`).

Each is a book of its own, chained and tagged as the books of money are (chain.py): every word that
a table tells is a line. Only the last line is kept, with the hash of all before it, for the words
are many and the whole story is the table's own. Who takes a row away, edits it or puts an older one
in its place has that line against him; who puts the line back, too, what is kept beside the key
(heads.py). So no journal is rolled back, and no log forked, by whoever has the database as well as
the table's disks.

While tables are updated one by one, an older program goes on writing rows without a line: a row may
be further on than its line, until two people have said that all are updated. Never behind it. That
it was said is a line, too: who takes it back lets nobody's row go further.
"""

from collections.abc import Iterator

from msgspec import DecodeError, Struct, json

from firmware.bank import chain
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx

HELD = "witnessed_held"  # a setting: "all", where every program writes the line as well
ALL, SOME = "all", "some"


class Word(Struct, frozen=True, array_like=True):
    """What a table told last: whose story, how far it goes, and its hash there."""

    story: str
    far: int
    hash: str


NOTHING = Word("", 0, "")
_ALL = Word(ALL, 0, "")  # said once, as a line under its setting's name
_SET_ALL = (
    "INSERT INTO setting (value, name) VALUES (?, ?) ON CONFLICT (name) "
    "DO UPDATE SET value = excluded.value"
)
Words = dict[str, Word]  # about which journal or log


def of_journal(place: str) -> str:
    return f"the journal of {place}"


def of_deals(table: str, key: str) -> str:
    return f"the deals of table:{table}, key {key}"


def begin(tx: Tx, key: BankKey) -> None:
    """Once: what older books have seen is believed as it stands there. In new ones no older program
    has ever written, and none will."""
    if tx.row("SELECT 1 FROM setting WHERE name = ?", HELD) is None:
        older = bool(_rows(tx)) or tx.row("SELECT 1 FROM transfer") is not None
        if not _lines(tx):
            put_back(tx, key)
        tx.run("INSERT INTO setting (name, value) VALUES (?, ?)", HELD, SOME if older else ALL)
    if _set_all(tx) and HELD not in _lines(tx):
        write(tx, key, HELD, _ALL)


def put_back(tx: Tx, key: BankKey) -> None:
    """Each row as its line says, so that the table is held to it; where somebody wrote in the line,
    nobody knows, and the row is believed."""
    rows, lines = _rows(tx), _lines(tx)
    if HELD in lines:
        _say_all(tx, key)
    for about in {**lines, **rows}.keys() - {HELD}:
        row, told = rows.get(about), _read(key, about, lines.get(about))
        if told is None:
            write(tx, key, about, row or NOTHING)
        elif _wrong(tx, key, about, row) and told.far:
            _set(tx, about, told)
        elif _wrong(tx, key, about, row):
            write(tx, key, about, row or NOTHING)


def forget_deals(tx: Tx, key: BankKey, table: str) -> None:
    """Two people answer for its log of deals as it is."""
    for about in ends(tx):
        if about.startswith(of_deals(table, "")):
            write(tx, key, about, NOTHING)
    tx.run("DELETE FROM log_seen WHERE name = ?", table)


def all_updated(tx: Tx, key: BankKey) -> None:
    """No older program writes any more. What they wrote gets its line; what is wrong stays so."""
    rows, lines = _rows(tx), _lines(tx)
    for about, row in rows.items():
        if about not in lines or not _wrong(tx, key, about, row):
            write(tx, key, about, row)
    _say_all(tx, key)


def write(tx: Tx, key: BankKey, about: str, word: Word) -> None:
    """Beside the row, in the same unit of work."""
    last = tx.row("SELECT number, chain FROM testimony WHERE about = ?", about)
    book = chain.Book(about, _number(last[0]), str(last[1])) if last else chain.Book(about)
    before, line = book.chain, json.encode(word).decode()
    link = book.write(key, [line])
    tx.run(
        "INSERT INTO testimony (about, number, before, line, chain, tag) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (about) DO UPDATE SET number = excluded.number, before = excluded.before, "
        "line = excluded.line, chain = excluded.chain, tag = excluded.tag",
        about, link.number, before, line, link.chain, link.tag,
    )  # fmt: skip


def problems(tx: Tx, key: BankKey) -> list[str]:
    """Rows of which the bank said something else."""
    rows = _rows(tx)
    found = [_wrong(tx, key, about, rows.get(about)) for about in sorted({**_lines(tx), **rows})]
    if _said_all(tx, key) and not _set_all(tx):
        found.append("Every program is updated, says the bank, and the books no longer say so.")
    return [words for words in found if words]


def check(tx: Tx, key: BankKey, about: str) -> None:
    """The same of one, before it goes on from there."""
    if words := _wrong(tx, key, about, _rows(tx).get(about)):
        raise chain.ledger_altered(words)


def ends(tx: Tx) -> dict[str, tuple[int, str]]:
    """How far each has come: its last line's number and hash."""
    rows = tx.rows("SELECT about, number, chain FROM testimony ORDER BY about")
    return {about: (_number(number), str(hash_)) for about, number, hash_ in rows}


def gone(tx: Tx, about: str, number: int, hash_: str) -> list[str]:
    """Is what was known from outside of the books still in them?"""
    there, has = ends(tx).get(about, (0, ""))
    if there > number or (there, has) == (number, hash_):
        return []
    return [f"What the bank has seen of {about} was put back to an older state."]


def _wrong(tx: Tx, key: BankKey, about: str, row: Word | None) -> str:
    line = _lines(tx).get(about)
    told = _read(key, about, line)
    if line is None:
        added = f"What is said of {about} was not written by the bank."
        return added if row is not None and _is_all(tx, key) else ""
    if told is None:
        return f"What the bank has seen of {about} is not as it was written."
    if row is None:
        return f"What the bank has seen of {about} is gone." if told.far else ""
    on = row.far > told.far and told.story in ("", row.story)
    if row == told or (on and not _is_all(tx, key)):
        return ""
    return f"What the bank has seen of {about} was changed: {told.far:,} is {row.far:,} now."


def _read(key: BankKey, about: str, line: Row | None) -> Word | None:
    """None: there is none, or somebody wrote in it."""
    if line is None:
        return None
    number, before, words, its_chain, its_tag = line
    true = chain.follow(str(before), [str(words)]) == its_chain
    if not true or not chain.is_tag(its_tag, key, about, number, its_chain):
        return None
    try:
        return json.decode(words, type=Word)
    except DecodeError:
        return None


def _lines(tx: Tx) -> dict[str, Row]:
    rows = tx.rows("SELECT about, number, before, line, chain, tag FROM testimony")
    return {row[0]: row[1:] for row in rows}


def _rows(tx: Tx) -> Words:
    return {**dict(_deals(tx)), **dict(_journals(tx))}


def _journals(tx: Tx) -> Iterator[tuple[str, Word]]:
    """The newest of each table, as a table's start asks for it (witness.py)."""
    for place, journal, public_key, record, its_chain in tx.rows(
        "SELECT place, journal, public_key, record, chain FROM witness WHERE record > 0 "
        "ORDER BY place, at_ms, record"
    ):
        yield of_journal(place), Word(f"{journal} {public_key}", _number(record), str(its_chain))


def _deals(tx: Tx) -> Iterator[tuple[str, Word]]:
    for table_key, name, size, peaks in tx.rows(
        "SELECT table_key, name, size, peaks FROM log_seen"
    ):
        yield of_deals(name, table_key), Word(f"{table_key} {name}", _number(size), str(peaks))


def _number(written: object) -> int:
    """SQLite takes anything in any column: what is no number is none that a table told."""
    return written if isinstance(written, int) else -1


def _set(tx: Tx, about: str, told: Word) -> None:
    first, second = told.story.split(" ", 1)
    if about == of_deals(second, first):
        tx.run(
            "INSERT INTO log_seen (table_key, name, size, peaks) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (table_key) DO UPDATE SET name = excluded.name, size = excluded.size, "
            "peaks = excluded.peaks",
            first, second, told.far, told.hash,
        )  # fmt: skip
        return
    place = about.removeprefix(of_journal(""))
    (newest,) = tx.row("SELECT COALESCE(MAX(at_ms), 0) FROM witness WHERE place = ?", place) or (0,)
    tx.run(
        "INSERT INTO witness (place, journal, public_key, record, chain, at_ms) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (place, journal) DO UPDATE SET "
        "public_key = excluded.public_key, record = excluded.record, chain = excluded.chain, "
        "at_ms = excluded.at_ms",
        place, first, second, told.far, told.hash, newest + 1,
    )  # fmt: skip


def _is_all(tx: Tx, key: BankKey) -> bool:
    return _set_all(tx) or _said_all(tx, key)


def _say_all(tx: Tx, key: BankKey) -> None:
    tx.run(_SET_ALL, ALL, HELD)
    write(tx, key, HELD, _ALL)


def _said_all(tx: Tx, key: BankKey) -> bool:
    return _read(key, HELD, _lines(tx).get(HELD)) == _ALL


def _set_all(tx: Tx) -> bool:
    return tx.row("SELECT value FROM setting WHERE name = ?", HELD) == (ALL,)
