"""The books of each place as one chain: nothing in them is erased, changed, added or dated back
unseen.

Every transfer and every outcome is a link of its place's book: a hash over the link before it and
the whole row, and a tag over that, which only the bank's key can make. A chain for each drawer and
table, so that fifty tables never wait for each other. How far each book has come is also kept
beside the key (`heads.py`): who cuts the last rows off the database does not reach that.

What was written before there were chains is the ground that the first link stands on. While tables
are updated one by one, an older program goes on writing lines without a link: they are counted, and
once two people have said that all are updated, whatever has no link is found.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from hmac import compare_digest
from itertools import groupby

from msgspec import Struct, json

from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Statement, Tx
from firmware.errors import Fault

TAG_BYTES = 16  # RFC 2104: no less than half of the hash
TRANSFER = "t.id, t.kind, t.debit, t.credit, t.amount, t.place, t.document, t.at_ms, t.day, " \
           "t.patron, t.agent, t.approver, t.reason, t.corrects"  # fmt: skip
OUTCOME = "o.transfer, o.state, o.at_ms, o.by_whom, o.words"
CHAINED = "ledger_chained"  # a setting, once what was there before stands under the chains
BEGUN = "_since"  # another: when, in books that are older
ALL = "all "  # its value, where every program makes links
NO_LINES = sha256().hexdigest()


class Link(Struct, frozen=True):
    number: int
    chain: str
    tag: str


class Book(Struct):
    """A place's book, open at its end; moved on by `write` alone."""

    place: str
    links: int = 0
    chain: str = ""
    tag: str = ""

    def write(self, key: BankKey, facts: Iterable[object]) -> Link:
        self.links, self.chain = self.links + 1, follow(self.chain, facts)
        self.tag = tag(key, self.place, self.links, self.chain)
        return Link(self.links, self.chain, self.tag)


def follow(chain: str, facts: Iterable[object]) -> str:
    return sha256(chain.encode() + json.encode([*facts])).hexdigest()


def tag(key: BankKey, place: str, links: int, chain: str) -> str:
    return key.tag("ledger", f"{place}\0{links}\0{chain}")[:TAG_BYTES].hex()


def is_tag(written: object, key: BankKey, place: str, links: int, chain: str) -> bool:
    """Whatever somebody wrote there: SQLite takes anything in any column."""
    return compare_digest(str(written).encode(), tag(key, place, links, chain).encode())


def begin(tx: Tx, key: BankKey, now_ms: int) -> None:
    """Once: what was written before stands under the chains from here on. In new books no older
    program has ever written, and none will."""
    if tx.row("SELECT 1 FROM setting WHERE name = ?", CHAINED):
        return
    tx.run("UPDATE place SET grounded = documents")
    for place, ground in _grounds(tx, now_ms).items():
        page = (ground, ground, tag(key, place, 0, ground), place)
        tx.run("UPDATE place SET ground = ?, links = 0, chain = ?, tag = ? WHERE id = ?", *page)
    older = tx.row("SELECT 1 FROM transfer") is not None
    tx.run("DELETE FROM setting WHERE name = ?", CHAINED + BEGUN)
    tx.run("INSERT INTO setting (name, value) VALUES (?, ?)", CHAINED + BEGUN, str(now_ms))
    since = "some" if older else _all(key, NO_LINES)
    tx.run("INSERT INTO setting (name, value) VALUES (?, ?)", CHAINED, since)


def all_updated(tx: Tx, key: BankKey) -> int:
    """No older program writes any more: how many lines without a link there were, at last."""
    lines, told = _older(tx)
    tx.run("UPDATE setting SET value = ? WHERE name = ?", _all(key, told), CHAINED)
    return lines


def is_all(tx: Tx) -> bool:
    row = tx.row("SELECT value FROM setting WHERE name = ?", CHAINED)
    return bool(row and row[0].startswith(ALL))


def unlinked(tx: Tx) -> int:
    """Lines of older programs, while there may be any."""
    return 0 if is_all(tx) else _older(tx)[0]


def _all(key: BankKey, told: str) -> str:
    return f"{ALL}{told} {key.tag('chained', told)[:TAG_BYTES].hex()}"


def close(book: Book) -> Statement:
    """For a place that has a page already."""
    values = (book.links, book.chain, book.tag, book.place)
    return "UPDATE place SET links = ?, chain = ?, tag = ? WHERE id = ?", values


# Reading them again


_BOOKS = "SELECT id, ground, links, chain, tag FROM place WHERE tag <> ''"
_LINKS = f"""SELECT t.place, t.link, t.chain, t.tag, {TRANSFER}
    FROM transfer t WHERE t.link IS NOT NULL"""
_ENDS = f"""SELECT t.place, o.link, o.chain, o.tag, {OUTCOME}
    FROM outcome o JOIN transfer t ON t.id = o.transfer WHERE o.link IS NOT NULL"""


def problems(tx: Tx, key: BankKey, place: str = "", after: int = 0) -> list[str]:
    """What is not as it was written: in every book, or in one and from a link on that is known."""
    books = {row[0]: row for row in tx.rows(_BOOKS)}
    found = [] if place else [*_ground_moved(tx, books), *_added(tx, key)]
    seen = set()
    for name, rows in groupby(_in_order(tx, place, after), key=lambda row: row[0]):
        seen.add(name)
        found += _walk(name, [*rows], books.get(name), key, after)
    for name in books.keys() - seen if not place else ():
        if books[name][2]:
            found.append(f"The book of {name} is gone: {books[name][2]} lines were written.")
        elif not is_tag(books[name][4], key, name, 0, books[name][3]):
            found.append(f"The book of {name} was not begun with the bank's key.")
    return found


def ends(tx: Tx) -> list[tuple[str, int, str, str]]:
    """The last line of each book: place, number, chain and tag."""
    return [(row[0], row[2], row[3], row[4]) for row in tx.rows(_BOOKS)]


def _in_order(tx: Tx, place: str, after: int) -> list[Row]:
    only = " AND t.place = ?" if place else ""
    bounds: tuple[object, ...] = (*((place,) if place else ()), after)
    entries = tx.rows(f"{_LINKS}{only} AND t.link >= ?", *bounds)
    ends = tx.rows(f"{_ENDS}{only} AND o.link >= ?", *bounds)
    return sorted((*entries, *ends), key=lambda row: (row[0], row[1]))


def _walk(place: str, rows: list[Row], book: Row | None, key: BankKey, after: int) -> list[str]:
    chain = None if after else book[1] if book else ""
    number = max(0, after - 1)
    for _, link, its_chain, its_tag, *facts in rows:
        number += 1
        if link != number:
            return [f"The book of {place}: line {number} was erased, before {facts[0]}."]
        told = its_chain if chain is None else follow(chain, facts)
        if told != its_chain:
            return [f"The book of {place}: line {number} ({facts[0]}) is not as it was written."]
        if not is_tag(its_tag, key, place, number, its_chain):
            return [f"The book of {place}: line {number} ({facts[0]}) was not written by the bank."]
        chain = its_chain
    if book is None or (book[2], book[3]) != (number, chain):
        return [f"The book of {place} ends with line {number}; more was written."]
    return []


def erased(tx: Tx) -> list[str]:
    """Each book has as many lines as were written, however old."""
    rows = tx.rows(_COUNTED)
    return [f"The book of {place} has {there} lines; {links} were written."
            for place, links, there in rows if links != there]  # fmt: skip


_COUNTED = """SELECT p.id, p.links, COUNT(l.place) FROM place p LEFT JOIN (
        SELECT place FROM transfer WHERE link IS NOT NULL UNION ALL
        SELECT t.place FROM outcome o JOIN transfer t ON t.id = o.transfer
        WHERE o.link IS NOT NULL) l ON l.place = p.id
    WHERE p.tag <> '' GROUP BY p.id, p.links"""


def _ground_moved(tx: Tx, books: dict[str, Row]) -> Iterator[str]:
    now = _grounds(tx, _begun(tx))
    for place, row in books.items():
        if row[1] != now.get(place, ""):
            yield f"The book of {place}: what was written before its chain was changed."


def _begun(tx: Tx) -> int:
    """Till when an outcome without a link is of the time before; in new books there was none."""
    row = tx.row("SELECT value FROM setting WHERE name = ?", CHAINED + BEGUN)
    return int(row[0]) if row else 0


def _grounds(tx: Tx, begun_ms: int) -> dict[str, str]:
    """A hash over all that was there when the chains began, place by place."""
    rows = tx.rows(
        f"SELECT {TRANSFER}, {OUTCOME} FROM transfer t JOIN place p ON p.id = t.place "
        "LEFT JOIN outcome o ON o.transfer = t.id AND o.link IS NULL AND o.at_ms <= ? "
        "WHERE t.link IS NULL AND t.document <= p.grounded ORDER BY t.place, t.document",
        begun_ms,
    )
    grounds: dict[str, str] = {}
    for row in rows:
        grounds[row[5]] = follow(grounds.get(row[5], ""), row)
    return grounds


def _added(tx: Tx, key: BankKey) -> list[str]:
    """Lines without a link, though every program makes one."""
    row = tx.row("SELECT value FROM setting WHERE name = ?", CHAINED)
    lines, told = _older(tx)
    if row is None or not row[0].startswith(ALL) or row[0] == _all(key, told):
        return []
    return [f"Lines without a chain were added, were changed or are gone: there are {lines}."]


def _older(tx: Tx) -> tuple[int, str]:
    """What programs wrote that make no links, since the chains began: how many, and a hash."""
    rows = tx.rows(
        f"SELECT {TRANSFER}, {OUTCOME} FROM transfer t JOIN place p ON p.id = t.place "
        "LEFT JOIN outcome o ON o.transfer = t.id AND o.link IS NULL AND "
        "(o.at_ms > ? OR t.document > p.grounded) WHERE (t.link IS NULL AND "
        "t.document > p.grounded) OR o.transfer IS NOT NULL ORDER BY t.place, t.document",
        _begun(tx),
    )
    told = NO_LINES
    for row in rows:
        told = follow(told, row)
    return len(rows), told


def ledger_altered(words: str) -> Fault:
    return Fault(
        "LEDGER_ALTERED",
        happened=f"The bank's books are not as they were written: {words}",
        safe="Nothing was changed, and no money moves until somebody has looked.",
        do="Run stormdeck bank reconcile. Put the right books back, or, after a restore, two people"
        " accept them: stormdeck bank restored --reason …",
    )
