"""31 CFR 1021: cash in and cash out, apart, for each patron and gaming day (REQ-R45).

A report to the treasury is due when a day's cash in, or its cash out, is more than $10,000; above
$3,000 it enters the log. Sums are read from the transfers themselves, so they cannot drift.
"""

from datetime import date, timedelta

from msgspec import Struct

from firmware.bank.store import Row, Tx
from firmware.money import show

LOG_ABOVE = 3_000_00
REPORT_ABOVE = 10_000_00
CASH_IN, CASH_OUT = ("deposit",), ("withdraw", "handpay")
_SIDES = {"cash in": CASH_IN, "cash out": CASH_OUT}


class CashDay(Struct, frozen=True):
    patron: str
    day: str
    cash_in: int
    cash_out: int


class Crossing(Struct, frozen=True):
    """What a transaction would make of a day, before it does."""

    side: str  # cash in, or cash out
    before: int
    after: int

    @property
    def log(self) -> bool:
        return self.after > LOG_ABOVE

    @property
    def report(self) -> bool:
        return self.after > REPORT_ABOVE


_SUMS = """SELECT COALESCE(SUM(CASE WHEN t.kind = 'deposit' THEN t.amount ELSE 0 END), 0),
    COALESCE(SUM(CASE WHEN t.kind IN ('withdraw', 'handpay') THEN t.amount ELSE 0 END), 0)
    FROM transfer t JOIN outcome o ON o.transfer = t.id AND o.state = 'posted'
    WHERE t.patron = ? AND t.day = ? AND t.kind IN ('deposit', 'withdraw', 'handpay')
    AND NOT EXISTS (SELECT 1 FROM transfer c WHERE c.corrects = t.id AND c.day = t.day)"""


def cash_day(tx: Tx, patron: str, day: str) -> CashDay:
    """As that day was: what was put right on a later one was cash on this."""
    row = tx.row(_SUMS, patron, day)
    assert row is not None
    return CashDay(patron, day, int(row[0]), int(row[1]))


def sums(patron: str, day: str, found: list[Row]) -> CashDay:
    """Of the transactions of that day."""
    cash = {side: sum(row[3] for row in found if row[2] in kinds) for side, kinds in _SIDES.items()}
    return CashDay(patron, day, cash["cash in"], cash["cash out"])


def would_cross(tx: Tx, patron: str, day: str, kind: str, amount: int) -> Crossing | None:
    """None: this kind of transfer is no cash."""
    return crossing(cash_day(tx, patron, day), kind, amount) if _side_of(kind) else None


def crossing(before: CashDay, kind: str, amount: int) -> Crossing | None:
    side = _side_of(kind)
    if side is None:
        return None
    cash = _side(before, side)
    return Crossing(side, cash, cash + amount)


def _side_of(kind: str) -> str | None:
    return next((name for name, kinds in _SIDES.items() if kind in kinds), None)


def transactions(tx: Tx, patron: str, day: str) -> list[Row]:
    """Every one of that day, as they are summed: place, document, kind, amount, when."""
    return tx.rows(
        "SELECT t.place, t.document, t.kind, t.amount, t.at_ms FROM transfer t "
        "JOIN outcome o ON o.transfer = t.id AND o.state = 'posted' "
        "WHERE t.patron = ? AND t.day = ? AND t.kind IN ('deposit', 'withdraw', 'handpay') "
        "AND NOT EXISTS (SELECT 1 FROM transfer c WHERE c.corrects = t.id AND c.day = t.day) "
        "ORDER BY t.at_ms, t.place, t.document",
        patron,
        day,
    )


def alerts(tx: Tx, patron: str, day: str, kind: str, amount: int) -> list[str]:
    """What the cashier must hear after this transaction, which is already in the sums."""
    side = _side_of(kind)
    if side is None:
        return []
    now = _side(cash_day(tx, patron, day), side)
    found = [_crossed(side, level, now - amount, now) for level in (REPORT_ABOVE, LOG_ABOVE)]
    return [words for words in (*found, _split_up(tx, patron, day, side, now)) if words][:1]


def _side(sums: CashDay, side: str) -> int:
    return sums.cash_in if side == "cash in" else sums.cash_out


def _crossed(side: str, level: int, before: int, now: int) -> str:
    if not before <= level < now:
        return ""
    duty = (
        "a currency transaction report is due" if level == REPORT_ABOVE else "enter it in the log"
    )
    return f"Title 31: {side} today is {show(now)}, more than {show(level)}: {duty}."


def _split_up(tx: Tx, patron: str, day: str, side: str, now: int) -> str:
    """A sum that looks cut in two to stay below the line: a hint to a person, not a verdict."""
    before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    then = _side(cash_day(tx, patron, before), side)
    if max(now, then) > REPORT_ABOVE or now + then <= REPORT_ABOVE or min(now, then) == 0:
        return ""
    return f"Title 31: {side} of two days is {show(now + then)}: look whether it was split up."


def cash_days(tx: Tx, day: str) -> list[CashDay]:
    """Every patron whose cash in or cash out of that day is more than the log line."""
    return days_above(tx, LOG_ABOVE, day)


def days_above(tx: Tx, line: int, day: str = "") -> list[CashDay]:
    """The oldest first; all of them, or those of one day."""
    rows = tx.rows(
        "SELECT patron, day FROM transfer WHERE patron <> '' AND (? = '' OR day = ?) "
        "AND kind IN ('deposit', 'withdraw', 'handpay') "
        "GROUP BY patron, day HAVING SUM(amount) > ? ORDER BY day, patron",
        day,
        day,
        line,
    )
    sums = [cash_day(tx, patron, day) for patron, day in rows]
    return [each for each in sums if max(each.cash_in, each.cash_out) > line]
