"""How a person stands with the house, as the change log tells it, held against the row that the
bank goes by: bars, exclusions, own limits and cards of patrons, roles of staff, PINs of both.

Who can write the database can write those rows; the log they cannot (change_book.py). A row that
was edited is named by `reconcile` and at the start, and who it is about is not let in meanwhile.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256

from msgspec import Struct

from firmware.bank.change_book import is_all, last_lines, lines_of, not_as_written
from firmware.bank.changes import Change, note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx

RAISE_LIMIT_AFTER_MS = 24 * 3600 * 1000  # a limit falls at once and rises a day later
DISMISSED, KEY = "dismissed", "security key"
NOBODY = ("nobody",)  # has enrolled them, as far as the log knows
FORGED = ("what the bank did not write",)
_MARK = " #"


class Held(Struct, frozen=True):
    """What the last line of a kind says of a row's columns."""

    what: str
    columns: tuple[str, ...]
    told: Callable[[Change], Row]
    at_first: Row  # before there was such a line


class Difference(Struct, frozen=True):
    table: str
    who: str
    held: Held
    has: Row
    told: Row


def _after(line: Change) -> Row:
    return (line.after,)


def _until(line: Change) -> Row:
    return (int(line.after),)


def _limit(line: Change) -> Row:
    """What holds, what will, from when."""
    was, wanted = _number(line.before), _number(line.after)
    if was is None or (wanted is not None and wanted <= was):
        return (wanted, None, 0)
    return (was, wanted, line.at_ms + RAISE_LIMIT_AFTER_MS)


def _number(text: str) -> int | None:
    return None if text == "None" else int(text)


_NO_LIMIT: Row = (None, None, 0)
_CENTS = ("limit_cents", "next_limit_cents", "next_limit_ms")
_MINUTES = ("limit_minutes", "next_limit_minutes", "next_limit_minutes_ms")
_WORKS_AS = "CASE active WHEN 1 THEN role ELSE 'dismissed' END"
HELD = {
    "patron": (
        Held("status", ("status",), _after, ("active",)),
        Held("exclusion", ("excluded_until_ms",), _until, (0,)),
        Held("limit", _CENTS, _limit, _NO_LIMIT),
        Held("time limit", _MINUTES, _limit, _NO_LIMIT),
    ),
    "person": (Held("role", (_WORKS_AS,), _after, NOBODY),),
}
_PIN = "PIN"


def check(tx: Tx, key: BankKey, table: str, who: str) -> None:
    """Before somebody is let in by their row."""
    if next(_differences(tx, key, table, who), None):
        raise not_as_written()


def check_pin(tx: Tx, key: BankKey, table: str, who: str) -> None:
    """A PIN that was copied out of another's row opens nothing."""
    if next(_other_pins(tx, key, table, who), None):
        raise not_as_written()


def check_card(tx: Tx, key: BankKey, who: str, number: str) -> None:
    """A card of staff that was put under another name."""
    given = last_lines(tx, key, ("card and PIN",), who)
    lines = given.get((who, "card and PIN"), [])
    if given and not any(line.after.startswith(f"card {number[-4:]}") for line in lines):
        raise not_as_written()


def check_key(tx: Tx, key: BankKey, who: str, name: str, data: str) -> None:
    """A security key that was laid under another name."""
    if is_all(tx) and not any(fits(line, name, data) for line in lines_of(tx, key, who, KEY)):
        raise not_as_written()


def marked(words: str, stored: str) -> str:
    """For the log: which one it was, a PIN or an act of two people, and not what it is."""
    return f"{words}{_MARK}{_mark(stored)}"


def fits(line: Change, words: str, stored: str) -> bool:
    """Whether a line is about just this; one of the version before says only the words."""
    said, _, mark = line.after.partition(_MARK)
    return said == words and mark in ("", _mark(stored))


def problems(tx: Tx, key: BankKey) -> list[str]:
    found = [
        f"{one.table} {one.who}: {one.held.what} is {_show(one.has)}, "
        f"the change log says {_show(one.told)}."
        for table in HELD
        for one in _differences(tx, key, table)
    ]
    pins = [(table, who) for table in HELD for who in _other_pins(tx, key, table)]
    return found + [f"{table} {who}: the PIN is not the one that was set." for table, who in pins]


def put_back(tx: Tx, key: BankKey, by: str, reason: str, now_ms: int) -> None:
    """Patrons as the log says; who of the staff was edited is out until two people enrol them; a
    PIN that was put there is none. Where the log itself was written in, nobody knows."""
    for one in [*_differences(tx, key, "patron")]:
        if one.told != FORGED:
            columns = ", ".join(f"{column} = ?" for column in one.held.columns)
            tx.run(f"UPDATE patron SET {columns} WHERE id = ?", *one.told, one.who)
            note_change(tx, by, one.who, f"{one.held.what} put back", _show(one.has),
                        _show(one.told), reason, now_ms)  # fmt: skip
    for one in [*_differences(tx, key, "person")]:
        tx.run("UPDATE person SET active = 0, pin_hash = '' WHERE id = ?", one.who)
        note_change(tx, by, one.who, "role", _show(one.has), DISMISSED, reason, now_ms)
    for table in HELD:
        for who in [*_other_pins(tx, key, table)]:
            tx.run(f"UPDATE {table} SET pin_hash = '' WHERE id = ?", who)
            note_change(tx, by, who, _PIN, "", marked("taken back", ""), reason, now_ms)


def _differences(tx: Tx, key: BankKey, table: str, who: str = "") -> Iterator[Difference]:
    lines = last_lines(tx, key, [held.what for held in HELD[table]], who)
    for held in HELD[table]:
        for id_, *values in _rows(tx, table, held.columns, who):
            has = _settled(values)
            told = _told(held, lines.get((id_, held.what)))
            if has not in told and (told != [NOBODY] or is_all(tx)):
                yield Difference(table, id_, held, has, told[-1])


def _told(held: Held, lines: list[Change] | None) -> list[Row]:
    if lines is None:
        return [held.at_first]
    return [held.told(line) for line in lines] or [FORGED]


def _other_pins(tx: Tx, key: BankKey, table: str, who: str = "") -> Iterator[str]:
    """Not of who has one that was set before there were marks."""
    lines = last_lines(tx, key, (_PIN,), who)
    for id_, stored in _rows(tx, table, ("pin_hash",), who):
        known = lines.get((id_, _PIN))
        marks = [line.after.partition(_MARK)[2] for line in known or ()]
        if stored and known is not None and all(marks) and _mark(stored) not in marks:
            yield id_


def _mark(stored: str) -> str:
    return sha256(stored.encode()).hexdigest()[:16]


def _rows(tx: Tx, table: str, columns: tuple[str, ...], who: str) -> list[Row]:
    words = f"SELECT id, {', '.join(columns)} FROM {table}"
    return tx.rows(f"{words} WHERE id = ?", who) if who else tx.rows(f"{words} ORDER BY id")


def _settled(values: list[object]) -> Row:
    """What will hold is nothing while there is no time from when."""
    return (values[0], None, 0) if len(values) > 1 and not values[-1] else tuple(values)


def _show(values: Row) -> str:
    return " / ".join(str(value) for value in values)
