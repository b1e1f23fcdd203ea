"""The change log as one chain: no line of it is erased, changed or added unseen.

Each line stands a second time as a link: word for word, with a hash over the link before it and a
tag that only the bank's key can make, as in the books of money (chain.py). So a line that is gone
is told in full. What was written before there were links is linked when these books are first
opened; what an older program writes beside this one has none and is counted, until two people have
said that all are updated: then it is linked, and from there on whatever has no link is found. That
they said so is a line of the log itself, in new books the first: nobody sets it back unseen.

Whoever is let in by a line is let in by one that the key has tagged. A line that was taken out is
found at the next start and by `reconcile`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress

from msgspec import DecodeError, json

from firmware.bank import chain
from firmware.bank.changes import LINE, Change, note_change
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx
from firmware.errors import Refused

BOOK = "the change log"
LINKED = "changes_linked"  # a setting: "all", where every program links its lines
ALL, SOME = "all", "some"
HOUSE, UPDATED = "books", "all updated"  # about what, and what, the line is that says so
_Line = tuple[int, str, str, str, str, str, str]
Lines = dict[tuple[str, str], list[Change]]  # whom it is about, what: lines; none: a forged one
_TOGETHER = 500  # links in one statement: a year of lines is linked in seconds
_LINKS = """SELECT number, about, what, line, chain, tag FROM change_link WHERE number > ?
    ORDER BY number"""


def begin(tx: Tx, key: BankKey, now_ms: int) -> None:
    """Once: books that have a link had begun, whatever their settings say. In new books no older
    program has ever written, and none will."""
    row = tx.row("SELECT value FROM setting WHERE name = ?", LINKED)
    if row is None:
        older = [] if head(tx)[0] else _without_link(tx)
        link(tx, key, older)
        new = not (older or head(tx)[0] or tx.row("SELECT 1 FROM transfer"))
        row = (ALL if new else SOME,)
        tx.run("INSERT INTO setting (name, value) VALUES (?, ?)", LINKED, *row)
    if row == (ALL,) and not _said_all(tx):
        note_change(tx, "bank", HOUSE, UPDATED, "", "0", "no older program writes in them", now_ms)
        link(tx, key, tx.noted)


def all_updated(tx: Tx, key: BankKey) -> int:
    """No older program writes any more: how many lines of theirs got their link now."""
    older = _without_link(tx)
    link(tx, key, older)
    set_all(tx)
    return len(older)


def set_all(tx: Tx) -> None:
    tx.run("UPDATE setting SET value = ? WHERE name = ?", ALL, LINKED)


def is_all(tx: Tx) -> bool:
    return _said_all(tx) or _set_all(tx)


def set_back(tx: Tx) -> list[str]:
    """Once it was said it stands."""
    if not _said_all(tx) or (_set_all(tx) and chain.is_all(tx)):
        return []
    return ["Every program is updated, says the change log, and the books no longer say so."]


def _said_all(tx: Tx) -> bool:
    words = "SELECT 1 FROM change_link WHERE about = ? AND what = ? LIMIT 1"
    return tx.row(words, HOUSE, UPDATED) is not None


def _set_all(tx: Tx) -> bool:
    return tx.row("SELECT value FROM setting WHERE name = ?", LINKED) == (ALL,)


def link(tx: Tx, key: BankKey, lines: Sequence[Row]) -> None:
    """At the end of the unit of work that wrote them; two at once take the same number, and one of
    them is run again."""
    if not lines:
        return
    book = chain.Book(BOOK, *head(tx))
    links = [(book.write(key, [_told(line)]), line) for line in lines]
    for at in range(0, len(links), _TOGETHER):
        part = links[at : at + _TOGETHER]
        rows = [(one.number, line[2], line[3], _told(line), one.chain, one.tag)
                for one, line in part]  # fmt: skip
        marks = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(rows))
        words = f"INSERT INTO change_link (number, about, what, line, chain, tag) VALUES {marks}"
        tx.run(words, *(value for row in rows for value in row))


def head(tx: Tx) -> tuple[int, str]:
    """How many links there are, and the last one's hash."""
    row = tx.row("SELECT number, chain FROM change_link ORDER BY number DESC LIMIT 1")
    return (int(row[0]), str(row[1])) if row else (0, "")


def ends(tx: Tx) -> list[tuple[str, int, str, str]]:
    """The first and the last link, as chain.ends has those of the books."""
    some = "SELECT MIN(number) FROM change_link UNION SELECT MAX(number) FROM change_link"
    rows = tx.rows(f"SELECT number, chain, tag FROM change_link WHERE number IN ({some})")
    return [(BOOK, *row) for row in rows]


def holds(tx: Tx, links: int, hash_: str) -> bool:
    """Is this head, known from outside of the books, still in them?"""
    row = tx.row("SELECT chain FROM change_link WHERE number = ?", links)
    return not links or (row is not None and row[0] == hash_)


def erased(tx: Tx) -> list[str]:
    """Numbers have no gap, however old."""
    row = tx.row("SELECT COUNT(*), COALESCE(MAX(number), 0) FROM change_link")
    assert row is not None
    there, links = row
    return [f"The change log has {there} lines; {links} were written."] if there != links else []


def unlinked(tx: Tx) -> int:
    """Lines of older programs, while there may be any."""
    return 0 if is_all(tx) else len(_without_link(tx))


_BESIDE = """SELECT l.number, l.about, l.what, l.line, l.chain, l.tag, p.chain FROM change_link l
    LEFT JOIN change_link p ON p.number = l.number - 1"""


def lines_of(tx: Tx, key: BankKey, about: str, what: str) -> list[Change]:
    """All that is linked, in order."""
    rows = tx.rows(f"{_BESIDE} WHERE l.about = ? AND l.what = ? ORDER BY l.number", about, what)
    if not all(_is_true(key, row[:-1], row[-1]) for row in rows):
        raise not_as_written()
    return [line for row in rows if (line := _read(row[3]))]


def last_lines(tx: Tx, key: BankKey, whats: Sequence[str], about: str = "") -> Lines:
    """The last line of each kind, or of one pattern of kinds, about each; beside it each that an
    older program wrote, whose place among them is not known."""
    one_of = f"IN ({', '.join('?' * len(whats))})" if "%" not in whats[0] else "LIKE ?"
    where = f"WHERE what {one_of}" + (" AND about = ?" if about else "")
    values = [*whats, *([about] if about else [])]
    last = f"SELECT MAX(number) FROM change_link {where} GROUP BY about, what"
    lines: Lines = {}
    for row in tx.rows(f"{_BESIDE} WHERE l.number IN ({last})", *values):
        line = _read(row[3]) if _is_true(key, row[:-1], row[-1]) else None
        lines[row[1], row[2]] = [line] if line else []
    if not is_all(tx):
        told = {text for (text,) in tx.rows(f"SELECT line FROM change_link {where}", *values)}
        for row in tx.rows(f"SELECT {LINE} FROM change {where}", *values):
            if _told(row) not in told:
                lines.setdefault((row[2], row[3]), []).append(Change(*row))
    return lines


def _is_true(key: BankKey, link: Row, before: str | None) -> bool:
    """Written by the bank, after the link before it, about whom it is found by."""
    number, about, what, line, its_chain, its_tag = link
    so_far = chain.follow(before or "", [line])
    whole = so_far == its_chain and chain.is_tag(its_tag, key, BOOK, number, so_far)
    told = _read(line)
    return whole and told is not None and (told.about, told.what) == (about, what)


def not_as_written() -> Refused:
    words = "The books were changed here by somebody: please ask at the cage."
    return Refused(words, rule="REQ-R37")


def problems(tx: Tx, key: BankKey) -> list[str]:
    """Every link, and every line against its link."""
    links = tx.rows(_LINKS, 0)
    lines = Counter(map(_told, tx.rows(f"SELECT {LINE} FROM change")))
    written = Counter(row[3] for row in links)
    found = _walk(links, "", key)
    found += [f"{_show(line)} is gone or was changed." for line in (written - lines)]
    if is_all(tx):
        found += [f"{_show(line)} was not written by the bank." for line in (lines - written)]
    return found + set_back(tx)


def after(tx: Tx, key: BankKey, links: int) -> list[str]:
    """What was linked since: as it was written?"""
    row = tx.row("SELECT chain FROM change_link WHERE number = ?", links)
    return _walk(tx.rows(_LINKS, links), row[0] if row else "", key, links)


def _walk(links: Iterable[Row], so_far: str, key: BankKey, number: int = 0) -> list[str]:
    for link in links:
        number += 1
        line = link[3]
        if link[0] != number:
            return [f"The change log: line {number} was erased, before {_words(line)}."]
        if not _is_true(key, link, so_far):
            return [f"The change log: line {number} ({_words(line)}) is not as it was written."]
        so_far = link[4]
    return []


def _without_link(tx: Tx) -> list[Row]:
    """In the order of their times, as far as there is one."""
    linked = Counter(line for (line,) in tx.rows("SELECT line FROM change_link"))
    missing = []
    for line in tx.rows(f"SELECT {LINE} FROM change ORDER BY at_ms"):
        told = _told(line)
        if linked[told]:
            linked[told] -= 1
        else:
            missing.append(line)
    return missing


def _told(line: Sequence[object]) -> str:
    return json.encode([*line]).decode()


def _show(line: str) -> str:
    return f"The change log: {_words(line)}"


def _read(line: str) -> Change | None:
    """None: somebody's own words. The chain tells."""
    with suppress(DecodeError):
        return Change(*json.decode(line, type=_Line))
    return None


def _words(line: str) -> str:
    one = _read(line)
    if one is None:
        return line
    return f"{one.about}, {one.what}: {one.before or '-'} to {one.after or '-'}, by {one.agent}"
