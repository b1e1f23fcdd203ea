"""The change log as one chain: no line of it is erased, changed or added unseen.

Each line stands a second time as a link: word for word, with a hash over the link before it and a
tag that only the bank's key can make, as in the books of money (chain.py). So a line that is gone
is told in full. What was written before there were links is linked when these books are first
opened; what an older program writes beside this one has none and is counted, until two people have
said that all are updated: then it is linked, and from there on whatever has no link is found.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hmac import compare_digest

from msgspec import DecodeError, json

from firmware.bank import chain
from firmware.bank.changes import LINE, Change
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx

BOOK = "the change log"
LINKED = "changes_linked"  # a setting: "all", where every program links its lines
ALL, SOME = "all", "some"
_Line = tuple[int, str, str, str, str, str, str]
Lines = dict[tuple[str, str], list[Change]]  # whom it is about, what: lines
_TOGETHER = 500  # links in one statement: a year of lines is linked in seconds
_LINKS = "SELECT number, line, chain, tag FROM change_link WHERE number > ? ORDER BY number"


def begin(tx: Tx, key: BankKey) -> None:
    """Once. In new books no older program has ever written, and none will."""
    if tx.row("SELECT 1 FROM setting WHERE name = ?", LINKED):
        return
    older = _without_link(tx)
    link(tx, key, older)
    since = SOME if older or tx.row("SELECT 1 FROM transfer") else ALL
    tx.run("INSERT INTO setting (name, value) VALUES (?, ?)", LINKED, since)


def all_updated(tx: Tx, key: BankKey) -> int:
    """No older program writes any more: how many lines of theirs got their link now."""
    older = _without_link(tx)
    link(tx, key, older)
    tx.run("UPDATE setting SET value = ? WHERE name = ?", ALL, LINKED)
    return len(older)


def is_all(tx: Tx) -> bool:
    row = tx.row("SELECT value FROM setting WHERE name = ?", LINKED)
    return row is not None and row[0] == ALL


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


def holds(tx: Tx, links: int, hash_: str) -> bool:
    """Is this head, known from outside of the books, still in them?"""
    row = tx.row("SELECT chain FROM change_link WHERE number = ?", links)
    return not links or (row is not None and row[0] == hash_)


def unlinked(tx: Tx) -> int:
    """Lines of older programs, while there may be any."""
    return 0 if is_all(tx) else len(_without_link(tx))


def lines_of(tx: Tx, about: str, what: str) -> list[Change]:
    """All that is linked, in order."""
    words = "SELECT line FROM change_link WHERE about = ? AND what = ? ORDER BY number"
    return [line for (text,) in tx.rows(words, about, what) if (line := _read(text))]


def last_lines(tx: Tx, whats: Sequence[str], about: str = "") -> Lines:
    """The last line of each kind about each; beside it each that an older program wrote, whose
    place among them is not known."""
    where = f"WHERE what IN ({', '.join('?' * len(whats))})" + (" AND about = ?" if about else "")
    values = [*whats, *([about] if about else [])]
    linked = tx.rows(f"SELECT line FROM change_link {where} ORDER BY number", *values)
    lines: Lines = {}
    for line in (_read(text) for (text,) in linked):
        if line:
            lines[line.about, line.what] = [line]
    if not is_all(tx):
        told = {text for (text,) in linked}
        for row in tx.rows(f"SELECT {LINE} FROM change {where}", *values):
            if _told(row) not in told:
                lines.setdefault((row[2], row[3]), []).append(Change(*row))
    return lines


def problems(tx: Tx, key: BankKey) -> list[str]:
    """Every link, and every line against its link."""
    links = tx.rows(_LINKS, 0)
    lines = Counter(map(_told, tx.rows(f"SELECT {LINE} FROM change")))
    written = Counter(line for _, line, _, _ in links)
    found = _walk(links, "", key)
    found += [f"{_show(line)} is gone or was changed." for line in (written - lines)]
    if is_all(tx):
        found += [f"{_show(line)} was not written by the bank." for line in (lines - written)]
    return found


def after(tx: Tx, key: BankKey, links: int, hash_: str) -> list[str]:
    """What was linked since a head that is known: as it was written?"""
    return _walk(tx.rows(_LINKS, links), hash_, key, links)


def _walk(links: Iterable[Row], so_far: str, key: BankKey, number: int = 0) -> list[str]:
    for link_number, line, its_chain, its_tag in links:
        number += 1
        if link_number != number:
            return [f"The change log: line {number} was erased, before {_words(line)}."]
        so_far = chain.follow(so_far, [line])
        whole = chain.tag(key, BOOK, number, so_far)
        if so_far != its_chain or not compare_digest(its_tag, whole):
            return [f"The change log: line {number} ({_words(line)}) is not as it was written."]
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
