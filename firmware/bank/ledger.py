"""Double entry by construction: a transfer has one debit, one credit and one amount.

Idempotent by id: asked twice, done once. Two-phase where the other side may fail: `hold` promises,
then `post` moves or `void` lets go. A transfer is written once and its outcome is written once;
nothing is ever edited. The outcome is final, and whoever asks again hears the same one.
"""

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from firmware.bank.accounts import MONEY_OWED, Account, check_route
from firmware.bank.gaming_day import HouseClock, gaming_day
from firmware.bank.store import Row, Statement, Tx
from firmware.errors import Refused
from firmware.money import Cents, show

State = Literal["pending", "posted", "voided", "refused"]
CENTS_MAX = 1_000_000_000_00  # a slip of the finger, not a transfer


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


_KNOWN = """SELECT t.kind, t.debit, t.credit, t.amount, t.place, t.document, t.at_ms,
    o.state, o.words FROM (SELECT CAST(? AS TEXT) AS id) q
    LEFT JOIN transfer t ON t.id = q.id LEFT JOIN outcome o ON o.transfer = q.id"""
# All that an order has to be compared with, in one row: a question costs a server's time.
_BOOKS = """SELECT t.kind, t.debit, t.credit, t.amount, t.place, t.document, t.at_ms,
    o.state, o.words, d.id, d.kind, d.balance, d.held, c.id, c.kind, c.balance, c.held,
    p.documents, p.last_ms FROM (SELECT CAST(? AS TEXT) AS id, CAST(? AS TEXT) AS debit,
    CAST(? AS TEXT) AS credit, CAST(? AS TEXT) AS place) q
    LEFT JOIN transfer t ON t.id = q.id LEFT JOIN outcome o ON o.transfer = q.id
    LEFT JOIN account d ON d.id = q.debit LEFT JOIN account c ON c.id = q.credit
    LEFT JOIN place p ON p.id = q.place"""


def transfer(tx: Tx, order: Order, now_ms: int, house: HouseClock) -> Answer:
    """In one step, for money that both sides of stand in these books."""
    books = _read(tx, order, now_ms)
    if books.known:
        return books.known
    _check(order, books)
    answer = _answer(order, books, "posted")
    tx.run_all([*_enter(order, books, house), _outcome(answer, order.agent), _move(order)])
    return answer


def hold(
    tx: Tx, order: Order, now_ms: int, house: HouseClock, guard: Callable[[], None] = lambda: None
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
        return _refuse(tx, order, books, str(no), house)
    promise = _hold(order.debit, order.amount)
    tx.run_all([_claim(order.id), *_enter(order, books, house), promise])
    return _answer(order, books, "pending")


def _refuse(tx: Tx, order: Order, books: Books, words: str, house: HouseClock) -> Answer:
    """What a table cannot bring home it owes: that is entered, for the cage to pay it by hand."""
    refused = Answer(order.id, "refused", words, at_ms=books.at_ms)
    entry: list[Statement] = []
    if order.kind == "cash_out" and books.debit and books.credit:
        document = number(order.place, books.documents + 1)
        refused = replace(refused, document=document, amount=order.amount)
        entry = _enter(order, books, house)
    tx.run_all([*entry, _outcome(refused, "")])
    return refused


def post(tx: Tx, transfer_id: str, now_ms: int, by: str = "") -> Answer:
    """The money moves now, unless it moved or was let go before."""
    order, answer = _pending(tx, transfer_id)
    if order is None:
        return answer
    posted = Answer(transfer_id, "posted", "", answer.document, answer.amount, now_ms)
    tx.run_all([_outcome(posted, by), _move(order, promised=order.amount)])
    return posted


def void(tx: Tx, transfer_id: str, now_ms: int, by: str = "", words: str = "cancelled") -> Answer:
    """Let it go, even before it arrives: a transfer that comes later finds itself voided."""
    known = _known(transfer_id, tx.row(_KNOWN, transfer_id))
    if known and known.state != "pending":
        return known
    voided = Answer(transfer_id, "voided", words, at_ms=now_ms)
    if known:
        order, _ = _pending(tx, transfer_id)
        assert order is not None
        other = _hold(order.debit, Cents(-order.amount))
    else:
        other = _claim(transfer_id)
    tx.run_all([_outcome(voided, by), other])
    return voided


def find(tx: Tx, transfer_id: str) -> Answer:
    known = _known(transfer_id, tx.row(_KNOWN, transfer_id))
    if known is None:
        raise Refused(f"There is no transfer {transfer_id}.", rule="REQ-R36")
    return known


class HandPay(Struct, frozen=True):
    amount: int
    by: str  # both names, and the document


def by_hand(transfer_id: str) -> str:
    """The id under which a cash-out that failed is paid in cash: once."""
    return f"{transfer_id}-handpay"


def paid_by_hand(tx: Tx, transfer_id: str) -> HandPay | None:
    row = tx.row(
        "SELECT t.amount, t.agent, t.approver, t.place, t.document FROM transfer t "
        "JOIN outcome o ON o.transfer = t.id AND o.state = 'posted' "
        "WHERE t.id = ? AND t.kind = 'handpay'",
        by_hand(transfer_id),
    )
    if row is None:
        return None
    amount, agent, approver, place, document = row
    return HandPay(amount, f"{agent} and {approver}, document {number(place, document)}")


def _read(tx: Tx, order: Order, now_ms: int) -> Books:
    row = tx.row(_BOOKS, order.id, order.debit, order.credit, order.place)
    answer = _known(order.id, row)
    assert row is not None
    if answer and row[0] is not None:
        _same(order, row)
    debit, credit = (
        Account(*side) if side[0] is not None else None for side in (row[9:13], row[13:17])
    )
    documents, last_ms = row[17] or 0, row[18] or 0
    # A clock that went back must not turn the pages of a place's book around.
    return Books(answer, debit, credit, documents, max(now_ms, last_ms))


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


def _check(order: Order, books: Books) -> None:
    if not 0 < order.amount <= CENTS_MAX:
        raise Refused(f"Choose an amount from $0.01 to {show(CENTS_MAX)}.", rule="REQ-R36")
    debit, credit = books.debit, books.credit
    if debit is None or credit is None:
        missing = order.credit if debit else order.debit
        raise Refused(f"There is no account {missing}.", rule="REQ-R35")
    check_route(order.kind, debit, credit)
    if debit.kind in MONEY_OWED and order.amount > debit.available:
        raise Refused(f"Only {show(debit.available)} is available.", rule="REQ-R35")
    if credit.kind == "drawer" and order.amount > -credit.balance:
        raise Refused(f"The drawer holds only {show(-credit.balance)}.", rule="REQ-R35")


def _answer(order: Order, books: Books, state: State) -> Answer:
    document = number(order.place, books.documents + 1)
    return Answer(order.id, state, "", document, order.amount, books.at_ms)


def number(place: str, document: int) -> str:
    return f"{place.partition(':')[2] or place}-{document:06d}"


def _enter(order: Order, books: Books, house: HouseClock) -> list[Statement]:
    document, at_ms = books.documents + 1, books.at_ms
    page: Statement = (
        "INSERT INTO place (id, documents, last_ms) VALUES (?, ?, ?) ON CONFLICT (id) "
        "DO UPDATE SET documents = excluded.documents, last_ms = excluded.last_ms",
        (order.place, document, at_ms),
    )
    values = (
        order.id,
        order.kind,
        order.debit,
        order.credit,
        order.amount,
        order.place,
        document,
        at_ms,
        gaming_day(at_ms, house),
        order.patron,
        order.agent,
        order.approver,
        order.reason,
        order.corrects,
    )
    marks = ", ".join("?" * len(values))
    entry: Statement = (
        "INSERT INTO transfer (id, kind, debit, credit, amount, place, document, at_ms, day, "
        f"patron, agent, approver, reason, corrects) VALUES ({marks})",
        values,
    )
    return [page, entry]


def _outcome(answer: Answer, by: str) -> Statement:
    return (
        "INSERT INTO outcome (transfer, state, at_ms, by_whom, words) VALUES (?, ?, ?, ?, ?)",
        (answer.id, answer.state, answer.at_ms, by, answer.words),
    )


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


def _pending(tx: Tx, transfer_id: str) -> tuple[Order | None, Answer]:
    row = tx.row(_KNOWN, transfer_id)
    answer = _known(transfer_id, row)
    if answer is None or row is None:
        raise Refused(f"There is no transfer {transfer_id}.", rule="REQ-R36")
    if answer.state != "pending":
        return None, answer
    kind, debit, credit, amount, place = row[:5]
    return Order(transfer_id, kind, debit, credit, amount, place), answer


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
