"""What the cage reads: statements, the day's report, whether the books agree with themselves."""

from msgspec import Struct

from firmware.bank import apart, chain, change_book, heads, held_cards, standing, testimony
from firmware.bank.accounts import MONEY_OWED
from firmware.bank.gaming_day import HouseClock, day_began_ms
from firmware.bank.keys import BankKey
from firmware.bank.ledger import by_hand, number
from firmware.bank.store import Row, Tx
from firmware.bank.title31 import CashDay, cash_days
from firmware.money import show


class Line(Struct, frozen=True):
    id: str
    document: str
    at_ms: int
    kind: str
    amount: int  # signed, as the account sees it
    state: str
    agent: str
    reason: str


class DayReport(Struct, frozen=True):
    day: str
    kinds: dict[str, tuple[int, int]]  # kind -> how many, how much
    drawers: dict[str, int]  # cash that should have lain in each when the day ended, or now
    owed: dict[str, int]  # to whom, by kind of account, then
    cash_days: list[CashDay]


class Reconciled(Struct, frozen=True):
    problems: list[str]
    accounts: int
    transfers: int
    pending: int
    unlinked: int = 0  # lines of the version before, while tables are updated one by one


_LINES = """SELECT t.id, t.place, t.document, t.at_ms, t.kind, t.amount, t.credit,
    COALESCE(o.state, 'pending'), t.agent, t.reason
    FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id
    WHERE t.debit = ? OR t.credit = ? ORDER BY t.at_ms, t.place, t.document"""


def statement(tx: Tx, account: str) -> list[Line]:
    return [_line(row, account) for row in tx.rows(_LINES, account, account)]


def _line(row: Row, account: str) -> Line:
    id_, place, document, at_ms, kind, amount, credit, state, agent, reason = row
    signed = amount if credit == account else -amount
    return Line(id_, number(place, document), at_ms, kind, signed, state, agent, reason)


def pending(tx: Tx, before_ms: int) -> list[Row]:
    """Promises older than this that nobody kept or let go: id, kind, from, to, amount, since."""
    return tx.rows(
        "SELECT t.id, t.kind, t.debit, t.credit, t.amount, t.at_ms FROM transfer t "
        "LEFT JOIN outcome o ON o.transfer = t.id "
        "WHERE o.transfer IS NULL AND t.at_ms <= ? ORDER BY t.at_ms",
        before_ms,
    )


def owed(tx: Tx) -> list[Row]:
    """What the cage must pay by hand: id, patron, table, amount, why."""
    return tx.rows(
        "SELECT t.id, t.patron, t.debit, t.amount, o.words FROM transfer t "
        "JOIN outcome o ON o.transfer = t.id AND o.state <> 'posted' WHERE t.kind = 'cash_out' "
        "AND NOT EXISTS (SELECT 1 FROM transfer p WHERE p.id = t.id || ?) ORDER BY t.at_ms, t.id",
        by_hand(""),
    )


# A past day as it was. Money counts on the day it moved: what was promised on one day and posted on
# another counts on the other, and what the first day's report said stays as it said it.
_MOVED = """FROM transfer t JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
    WHERE t.day = ? AND (o.at_ms = t.at_ms OR o.at_ms < ?)
    OR t.day < ? AND o.at_ms <> t.at_ms AND o.at_ms >= ? AND o.at_ms < ?"""
_LATER = """FROM transfer t JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
    WHERE t.day > ? OR o.at_ms <> t.at_ms AND o.at_ms >= ?"""
_KINDS = f"SELECT t.kind, COUNT(*), SUM(t.amount) {_MOVED} GROUP BY t.kind ORDER BY t.kind"
# At its end: what is there now, less what has moved since.
_AT_END_OF = f"""SELECT a.id, a.kind, a.balance - COALESCE(m.cents, 0) FROM account a LEFT JOIN (
        SELECT id, SUM(cents) AS cents FROM (
            SELECT t.credit AS id, t.amount AS cents {_LATER}
            UNION ALL SELECT t.debit, -t.amount {_LATER}) each_side GROUP BY id) m ON m.id = a.id
    ORDER BY a.id"""


def day_report(tx: Tx, day: str, house: HouseClock) -> DayReport:
    begins, ends = day_began_ms(day, house), day_began_ms(day, house, 1)
    kinds = tx.rows(_KINDS, day, ends, day, begins, ends)
    balances = tx.rows(_AT_END_OF, day, ends, day, ends)
    owed: dict[str, int] = {}
    for _, kind, cents in balances:
        if kind in MONEY_OWED:
            owed[kind] = owed.get(kind, 0) + int(cents)
    return DayReport(
        day,
        {kind: (int(count), int(cents)) for kind, count, cents in kinds},
        {account: -int(cents) for account, kind, cents in balances if kind == "drawer"},
        owed,
        cash_days(tx, day),
    )


def reconcile(tx: Tx, key: BankKey) -> Reconciled:
    """Every balance told again from the transfers; the sum of all; documents without a gap; every
    line as it was written; whoever is barred, limited or works here as the change log says."""
    problems = [*_sum_is_zero(tx), *_balances(tx), *_gaps(tx), *_orphans(tx)]
    problems += [*chain.problems(tx, key), *change_book.problems(tx, key)]
    problems += [*standing.problems(tx, key), *held_cards.problems(tx, key)]
    problems += [*apart.problems(tx, key), *testimony.problems(tx, key)]
    if problems and heads.strange_key(tx, key):
        problems.insert(0, heads.STRANGE_KEY)
    counts = tx.row(
        "SELECT (SELECT COUNT(*) FROM account), (SELECT COUNT(*) FROM transfer), "
        "(SELECT COUNT(*) FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id "
        "WHERE o.transfer IS NULL)"
    )
    assert counts is not None
    accounts, transfers, waiting = (int(count) for count in counts)
    unlinked = chain.unlinked(tx) + change_book.unlinked(tx)
    return Reconciled(problems, accounts, transfers, waiting, unlinked)


def _sum_is_zero(tx: Tx) -> list[str]:
    (total,) = tx.row("SELECT COALESCE(SUM(balance), 0) FROM account") or (0,)
    return [f"All accounts together are {show(int(total))}, not $0."] if total else []


_TOLD = """SELECT a.id, a.balance, a.held,
    COALESCE((SELECT SUM(CASE WHEN t.credit = a.id THEN t.amount ELSE -t.amount END)
        FROM transfer t JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
        WHERE t.credit = a.id OR t.debit = a.id), 0),
    COALESCE((SELECT SUM(t.amount) FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id
        WHERE t.debit = a.id AND o.transfer IS NULL), 0)
    FROM account a"""


def _balances(tx: Tx) -> list[str]:
    problems = []
    for account, balance, held, told, promised in tx.rows(_TOLD):
        if balance != told:
            problems.append(f"{account} has {show(balance)}, its transfers say {show(int(told))}.")
        if held != promised:
            problems.append(
                f"{account} holds {show(held)}, its promises are {show(int(promised))}."
            )
    return problems


def _gaps(tx: Tx) -> list[str]:
    rows = tx.rows(
        "SELECT t.place, COUNT(*), MAX(t.document), p.documents FROM transfer t "
        "LEFT JOIN place p ON p.id = t.place GROUP BY t.place, p.documents"
    )
    return [
        f"The documents of {place} have a gap."
        for place, count, last, documents in rows
        if not count == last == documents
    ]


def _orphans(tx: Tx) -> list[str]:
    rows = tx.rows(
        "SELECT o.transfer FROM outcome o LEFT JOIN transfer t ON t.id = o.transfer "
        "WHERE t.id IS NULL AND o.state = 'posted'"
    )
    return [f"The transfer {transfer} was posted but is not in the books." for (transfer,) in rows]
