"""Double entry by construction: a transfer has one debit, one credit and one amount.

Idempotent by id: asked twice, done once. Two-phase where the other side may fail: `hold` promises,
then `post` moves or `void` lets go. A transfer is written once and its outcome is written once;
nothing is ever edited. The outcome is final, and whoever asks again hears the same one. Each row is
a link of its place's chain (chain.py).
"""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from firmware.bank import chain
from firmware.bank.accounts import MONEY_OWED, Account, check_route
from firmware.bank.chain import Book, Link
from firmware.bank.change_book import not_as_written
from firmware.bank.gaming_day import HouseClock, gaming_day, page_time
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Statement, Tx
from firmware.errors import Refused
from firmware.money import Cents, show

State = Literal["pending", "posted", "voided", "refused"]
CENTS_MAX = 1_000_000_000_00  # a slip of the finger, not a transfer


class Pen(Struct, frozen=True):
    """What a line in the books is written with: the house's day, and the key that tags it."""

    house: HouseClock
    key: BankKey


class Order(Struct, frozen=True):
    """What someone wants moved. The sender chooses the id."""

    id: str
    kind: str
    debit: str
    credit: str
    amount: Annotated[Cents, Meta(gt=0)]
    place: str  # the drawer or table whose book of documents it enters
    patron: str = ""
    agent: str = ""
    approver: str = ""
    reason: str = ""
    corrects: str | None = None


class Answer(Struct, frozen=True):
    id: str
    state: State
    words: str = ""
    document: str = ""  # as T7-000123; numbers have no gaps
    amount: Cents = Cents(0)
    at_ms: int = 0


class Books(Struct, frozen=True):
    """What the books say before an order is entered."""

    known: Answer | None
    debit: Account | None
    credit: Account | None
    documents: int
    at_ms: int
    book: Book


_KNOWN = """SELECT t.kind, t.debit, t.credit, t.amount, t.place, t.document, t.at_ms,
    o.state, o.words, p.links, p.chain FROM (SELECT CAST(? AS TEXT) AS id) q
    LEFT JOIN transfer t ON t.id = q.id LEFT JOIN outcome o ON o.transfer = q.id
    LEFT JOIN place p ON p.id = t.place"""
# All that an order has to be compared with, in one row: a question costs a server's time.
_BOOKS = """SELECT t.kind, t.debit, t.credit, t.amount, t.place, t.document, t.at_ms,
    o.state, o.words, d.id, d.kind, d.balance, d.held, c.id, c.kind, c.balance, c.held,
    p.documents, p.last_ms, p.links, p.chain FROM (SELECT CAST(? AS TEXT) AS id,
    CAST(? AS TEXT) AS debit, CAST(? AS TEXT) AS credit, CAST(? AS TEXT) AS place) q
    LEFT JOIN transfer t ON t.id = q.id LEFT JOIN outcome o ON o.transfer = q.id
    LEFT JOIN account d ON d.id = q.debit LEFT JOIN account c ON c.id = q.credit
    LEFT JOIN place p ON p.id = q.place"""


def transfer(tx: Tx, order: Order, now_ms: int, pen: Pen) -> Answer:
    """In one step, for money that both sides of stand in these books."""
    books = _read(tx, order, now_ms)
    if books.known:
        return books.known
    _check(order, books)
    answer, entry = _answer(order, books, "posted"), _enter(order, books, pen)
    end = _outcome(answer, order.agent, pen, books.book)
    tx.run_all([_page(order, books), entry, end, _move(order)])
    return answer


def hold(
    tx: Tx, order: Order, now_ms: int, pen: Pen, guard: Callable[[], None] = lambda: None
) -> Answer:
    """Promise the money to this transfer, if `guard` lets it.

    A refusal is an outcome too, and the id is spent: a late second asking cannot succeed behind
    the back of a table that has already told the player No.
    """
    books = _read(tx, order, now_ms)
    if books.known:
        return books.known
    try:
        _check(order, books)
        guard()
    except Refused as no:
        return _refuse(tx, order, books, str(no), pen)
    entry, promise = _enter(order, books, pen), _hold(order.debit, order.amount)
    tx.run_all([_claim(order.id), _page(order, books), entry, promise])
    return _answer(order, books, "pending")


def _refuse(tx: Tx, order: Order, books: Books, words: str, pen: Pen) -> Answer:
    """What a table cannot bring home it owes: that is entered, for the cage to pay it by hand."""
    refused = Answer(order.id, "refused", words, at_ms=books.at_ms)
    if order.kind != "cash_out" or not books.debit or not books.credit:
        tx.run_all([_outcome(refused, "", pen)])
        return refused
    document = number(order.place, books.documents + 1)
    refused = replace(refused, document=document, amount=order.amount)
    entry = _enter(order, books, pen)
    end = _outcome(refused, "", pen, books.book)
    tx.run_all([_page(order, books), entry, end])
    return refused


def post(tx: Tx, transfer_id: str, now_ms: int, pen: Pen, by: str = "") -> Answer:
    """The money moves now, unless it moved or was let go before."""
    order, answer, book = _pending(tx, transfer_id)
    if order is None:
        return answer
    posted = Answer(transfer_id, "posted", "", answer.document, answer.amount, now_ms)
    end = _outcome(posted, by, pen, book)
    tx.run_all([end, chain.close(book), _move(order, promised=order.amount)])
    return posted


def void(
    tx: Tx, transfer_id: str, now_ms: int, pen: Pen, by: str = "", words: str = "cancelled"
) -> Answer:
    """Let it go, even before it arrives: a transfer that comes later finds itself voided."""
    known = _known(transfer_id, tx.row(_KNOWN, transfer_id))
    if known and known.state != "pending":
        return known
    voided = Answer(transfer_id, "voided", words, at_ms=now_ms)
    if known is None:  # it stands in no book: nothing was entered under its name
        tx.run_all([_outcome(voided, by, pen), _claim(transfer_id)])
        return voided
    order, _, book = _pending(tx, transfer_id)
    assert order is not None
    end, back = _outcome(voided, by, pen, book), _hold(order.debit, Cents(-order.amount))
    tx.run_all([end, chain.close(book), back])
    return voided


def day_of(tx: Tx, place: str, now_ms: int, house: HouseClock) -> str:
    """The gaming day in which this place's next document will stand."""
    row = tx.row("SELECT last_ms FROM place WHERE id = ?", place)
    return gaming_day(page_time(now_ms, int(row[0])) if row else now_ms, house)


def is_known(tx: Tx, transfer_id: str) -> bool:
    return _known(transfer_id, tx.row(_KNOWN, transfer_id)) is not None


def find(tx: Tx, transfer_id: str) -> Answer:
    known = _known(transfer_id, tx.row(_KNOWN, transfer_id))
    if known is None:
        raise Refused(f"There is no transfer {transfer_id}.", rule="REQ-R36")
    return known


class HandPay(Struct, frozen=True):
    amount: int
    by: str  # both names, and the document
    account: str  # whose it was
    table: str  # the account it left


def by_hand(transfer_id: str) -> str:
    """The id under which a cash-out that failed is paid in cash: once."""
    return f"{transfer_id}-handpay"


def paid_by_hand(tx: Tx, transfer_id: str) -> HandPay | None:
    row = tx.row(
        "SELECT t.amount, t.agent, t.approver, t.place, t.document, t.patron, t.debit "
        "FROM transfer t "
        "JOIN outcome o ON o.transfer = t.id AND o.state = 'posted' "
        "WHERE t.id = ? AND t.kind = 'handpay'",
        by_hand(transfer_id),
    )
    if row is None:
        return None
    amount, agent, approver, place, document, patron, table = row
    by = f"{agent} and {approver}, document {number(place, document)}"
    return HandPay(amount, by, f"patron:{patron}", table)


def check_told(tx: Tx, account: str) -> None:
    """Before somebody's money goes out: what the account has is what its transfers say."""
    row = tx.row(_TOLD, account, account, account)
    if row and row[0] != int(row[1]):
        raise not_as_written()


_TOLD = """SELECT a.balance, COALESCE((SELECT SUM(m.cents) FROM (
        SELECT t.amount AS cents FROM transfer t JOIN outcome o
        ON o.transfer = t.id AND o.state = 'posted' WHERE t.credit = ? UNION ALL
        SELECT -t.amount FROM transfer t JOIN outcome o
        ON o.transfer = t.id AND o.state = 'posted' WHERE t.debit = ?) m), 0)
    FROM account a WHERE a.id = ?"""


def brought(tx: Tx, place: str, pool: str) -> Cents:
    """What this table has brought into a pool, less what it fetched back or asked for."""
    row = tx.row(
        "SELECT SUM(CASE WHEN t.credit = ? AND o.state = 'posted' THEN t.amount "
        "WHEN t.debit = ? AND COALESCE(o.state, 'posted') = 'posted' THEN -t.amount ELSE 0 END) "
        "FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id "
        "WHERE t.place = ? AND t.kind IN ('jackpot_in', 'jackpot_out')",
        pool,
        pool,
        place,
    )
    return Cents(int(row[0] or 0)) if row else Cents(0)


def _read(tx: Tx, order: Order, now_ms: int) -> Books:
    row = tx.row(_BOOKS, order.id, order.debit, order.credit, order.place)
    answer = _known(order.id, row)
    assert row is not None
    if answer and row[0] is not None:
        _same(order, row)
    debit, credit = (
        Account(*side) if side[0] is not None else None for side in (row[9:13], row[13:17])
    )
    book = Book(order.place, row[19] or 0, row[20] or "")
    return Books(answer, debit, credit, row[17] or 0, page_time(now_ms, row[18] or 0), book)


def _known(transfer_id: str, row: Row | None) -> Answer | None:
    assert row is not None, "the left side of the join always gives a row"
    if row[0] is None and row[7] is None:
        return None
    document = number(row[4], row[5]) if row[0] is not None else ""
    state: State = row[7] or "pending"
    return Answer(transfer_id, state, row[8] or "", document, Cents(row[3] or 0), int(row[6] or 0))


def _same(order: Order, row: Row) -> None:
    if (order.kind, order.debit, order.credit, order.amount) != row[:4]:
        raise Refused(f"The id {order.id} belongs to another transfer.", rule="REQ-R36")


def check_amount(amount: Cents) -> None:
    if not 0 < amount <= CENTS_MAX:
        raise Refused(f"Choose an amount from $0.01 to {show(CENTS_MAX)}.", rule="REQ-R36")


def _check(order: Order, books: Books) -> None:
    check_amount(order.amount)
    debit, credit = books.debit, books.credit
    if debit is None or credit is None:
        missing = order.credit if debit else order.debit
        raise Refused(f"There is no account {missing}.", rule="REQ-R35")
    check_route(order.kind, debit, credit)
    if debit.kind in MONEY_OWED and order.amount > debit.available:
        raise Refused(f"Only {show(debit.available)} is available.", rule="REQ-R35")
    if credit.kind == "drawer" and order.amount > -credit.balance:
        # Never how much: the count at the end of the shift is blind.
        raise Refused("The drawer does not hold that much: ask for a fill.", rule="REQ-R35")
    if credit.kind == "vault" and order.amount > -credit.balance:
        words = f"The vault holds {show(max(0, -credit.balance))}: enter what was brought into it."
        raise Refused(words, rule="REQ-R35")


def _answer(order: Order, books: Books, state: State) -> Answer:
    document = number(order.place, books.documents + 1)
    return Answer(order.id, state, "", document, order.amount, books.at_ms)


def number(place: str, document: int) -> str:
    return f"{place.partition(':')[2] or place}-{document:06d}"


def _enter(order: Order, books: Books, pen: Pen) -> Statement:
    row = (
        order.id,
        order.kind,
        order.debit,
        order.credit,
        order.amount,
        order.place,
        books.documents + 1,
        books.at_ms,
        gaming_day(books.at_ms, pen.house),
        order.patron,
        order.agent,
        order.approver,
        order.reason,
        order.corrects,
    )
    values = (*row, *_linked(books.book.write(pen.key, row)))
    marks = ", ".join("?" * len(values))
    return (
        "INSERT INTO transfer (id, kind, debit, credit, amount, place, document, at_ms, day, "
        f"patron, agent, approver, reason, corrects, link, chain, tag) VALUES ({marks})",
        values,
    )


def _page(order: Order, books: Books) -> Statement:
    """After its lines are written: where the place's book ends now."""
    book = books.book
    return (
        "INSERT INTO place (id, documents, last_ms, links, chain, tag) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET documents = excluded.documents, "
        "last_ms = excluded.last_ms, links = excluded.links, chain = excluded.chain, "
        "tag = excluded.tag",
        (order.place, books.documents + 1, books.at_ms, book.links, book.chain, book.tag),
    )


def _outcome(answer: Answer, by: str, pen: Pen, book: Book | None = None) -> Statement:
    """Without a book: of a transfer that was never entered."""
    row = (answer.id, answer.state, answer.at_ms, by, answer.words)
    link = _linked(book.write(pen.key, row)) if book else (None, None, None)
    return (
        "INSERT INTO outcome (transfer, state, at_ms, by_whom, words, link, chain, tag) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, *link),
    )


def _linked(link: Link) -> tuple[int, str, str]:
    return link.number, link.chain, link.tag


def _claim(transfer_id: str) -> Statement:
    """A hold and a void that do not see each other both write this row: one of them looks again."""
    return "INSERT INTO claim (transfer) VALUES (?)", (transfer_id,)


def _hold(account: str, amount: Cents) -> Statement:
    return "UPDATE account SET held = held + ? WHERE id = ?", (amount, account)


def _move(order: Order, promised: int = 0) -> Statement:
    """Both sides in one statement: there is no moment between debit and credit.

    What was promised to this transfer is no longer held.
    """
    debit, credit, amount = order.debit, order.credit, order.amount
    return (
        "UPDATE account SET "
        "held = held - CASE WHEN id = ? THEN CAST(? AS BIGINT) ELSE 0 END, "
        "balance = balance + CASE WHEN id = ? THEN -CAST(? AS BIGINT) ELSE CAST(? AS BIGINT) END "
        "WHERE id IN (?, ?)",
        (debit, promised, debit, amount, amount, debit, credit),
    )


def _pending(tx: Tx, transfer_id: str) -> tuple[Order | None, Answer, Book]:
    row = tx.row(_KNOWN, transfer_id)
    answer = _known(transfer_id, row)
    if answer is None or row is None:
        raise Refused(f"There is no transfer {transfer_id}.", rule="REQ-R36")
    kind, debit, credit, amount, place = row[:5]
    book = Book(place, row[9] or 0, row[10] or "")
    if answer.state != "pending":
        return None, answer, book
    return Order(transfer_id, kind, debit, credit, amount, place), answer, book


def reversal(tx: Tx, transfer_id: str, correction_id: str) -> Order:
    """The compensating entry of a posted transfer: the same money, the other way."""
    row = tx.row(
        "SELECT t.kind, t.debit, t.credit, t.amount, t.place, t.patron, o.state FROM transfer t "
        "LEFT JOIN outcome o ON o.transfer = t.id WHERE t.id = ?",
        transfer_id,
    )
    if row is None or row[6] != "posted":
        raise Refused(f"There is no posted transfer {transfer_id}.", rule="REQ-R37")
    if row[0] == "handpay":
        raise Refused("The cash is paid: what comes back is a deposit.", rule="REQ-R40")
    if row[0] in ("buy_in", "cash_out", "fees", "jackpot_in", "jackpot_out"):
        raise Refused("The table counts it, too: chips go home by a cash-out.", rule="REQ-R37")
    if tx.row("SELECT 1 FROM transfer WHERE corrects = ?", transfer_id):
        raise Refused(f"The transfer {transfer_id} was corrected before.", rule="REQ-R37")
    _, debit, credit, amount, place, patron, _ = row
    return Order(
        correction_id, "correction", credit, debit, amount, place, patron, corrects=transfer_id
    )
