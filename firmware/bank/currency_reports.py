"""The report to the treasury as work with states: open, complete, filed (REQ-R45).

Who they are is known before the money moves (31 CFR 1010.312): a transaction that takes a day's
cash in, or its cash out, above the line is refused while anything is missing. From then on every
transaction of that day counts, and is in the report. Nothing of it is ever deleted: five years are
asked for. What was filed is kept, sealed, as it was filed: whoever moves later lived there then.
"""

from typing import Any, Literal

from msgspec import Struct, json
from msgspec.structs import replace

from firmware.bank import details, title31
from firmware.bank.changes import note_change
from firmware.bank.gaming_day import HouseClock, gaming_day
from firmware.bank.keys import BankKey
from firmware.bank.ledger import number
from firmware.bank.private import seal, unseal
from firmware.bank.store import Tx
from firmware.errors import Refused
from firmware.money import show

State = Literal["open", "complete", "filed"]
_RULE = "REQ-R45"


class CurrencyReport(Struct, frozen=True):
    patron: str
    day: str
    state: State
    cash_in: int
    cash_out: int
    missing: list[str]
    reference: str = ""  # of the filing


class ReportDue(Refused):
    """Nothing moved: first the report's data."""

    def __init__(self, crossing: title31.Crossing, gaps: list[str]) -> None:
        words = (
            f"Nothing was moved. {crossing.side.capitalize()} today would be "
            f"{show(crossing.after)}: a currency transaction report is due. "
            f"Still missing: {', '.join(gaps)}."
        )
        super().__init__(words, rule=_RULE)
        self.crossing, self.missing = crossing, gaps


def check(tx: Tx, patron: str, kind: str, amount: int, day: str) -> title31.Crossing | None:
    """Would this cross? Then whatever the report needs is there, or the money stays."""
    crossing = title31.would_cross(tx, patron, day, kind, amount)
    if crossing and crossing.report:
        gaps = missing(tx, patron, day)
        if gaps:
            raise ReportDue(crossing, gaps)
    return crossing


def missing(tx: Tx, patron: str, day: str) -> list[str]:
    gaps = []
    if details.known(tx, patron) is None:
        gaps.append("address, birth date and tax number")
    row = tx.row("SELECT id_expiry FROM patron WHERE id = ?", patron)
    if row is None or row[0] < day:
        gaps.append("a document that has not run out")
    given = tx.row(
        "SELECT occupation, on_behalf FROM currency_report WHERE patron = ? AND day = ?",
        patron,
        day,
    )
    return gaps if given else [*gaps, "occupation", "whose money it is"]


def complete(
    tx: Tx, patron: str, day: str, occupation: str, on_behalf: str, employer: str, by: str,
    now_ms: int,
) -> None:  # fmt: skip
    """What only the patron can say; for whom they work they need not. Said again before it is
    filed: the later word holds."""
    if not occupation.strip() or not on_behalf.strip():
        raise Refused("Write down the occupation, and whose money it is.", rule=_RULE)
    _unfiled(tx, patron, day)
    tx.run(
        "INSERT INTO currency_report (patron, day, occupation, on_behalf, employer, by_whom, "
        "at_ms) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (patron, day) DO UPDATE SET "
        "occupation = excluded.occupation, on_behalf = excluded.on_behalf, "
        "employer = excluded.employer, by_whom = excluded.by_whom, at_ms = excluded.at_ms",
        patron, day, occupation.strip(), on_behalf.strip(), employer.strip(), by, now_ms,
    )  # fmt: skip
    tx.run(
        "UPDATE patron_detail SET occupation = ?, employer = ? WHERE patron = ?",
        occupation.strip(), employer.strip(), patron,
    )  # fmt: skip
    note_change(tx, by, patron, f"report {day}", "", "data given", "", now_ms)


def file(
    tx: Tx, patron: str, day: str, reference: str, by: str, now_ms: int, house: HouseClock,
    key: BankKey,
) -> None:  # fmt: skip
    """Sent to the treasury, under its reference; a day that is not over can still grow."""
    found = report(tx, patron, day)
    if found.state != "complete":
        gaps = ", ".join(found.missing) or "it was filed"
        raise Refused(f"This report cannot be filed: {gaps}.", rule=_RULE)
    if gaming_day(now_ms, house) <= day:
        raise Refused("The gaming day is not over: its sums can still grow.", rule=_RULE)
    if not reference.strip():
        raise Refused("Write down the reference of the filing.", rule=_RULE)
    as_filed = replace(found, state="filed", reference=reference.strip())
    kept = json.encode(_data(tx, as_filed, key))
    tx.run(
        "UPDATE currency_report SET filed_ms = ?, filed_by = ?, reference = ?, kept = ? "
        "WHERE patron = ? AND day = ?",
        now_ms, by, as_filed.reference, seal(key, _about(patron, day), kept), patron, day,
    )  # fmt: skip
    note_change(tx, by, patron, f"report {day}", "complete", "filed", reference, now_ms)


def report(tx: Tx, patron: str, day: str) -> CurrencyReport:
    sums = title31.cash_day(tx, patron, day)
    if max(sums.cash_in, sums.cash_out) <= title31.REPORT_ABOVE:
        raise Refused(f"No report is due for account {patron} on {day}.", rule=_RULE)
    gaps, row = missing(tx, patron, day), _filed(tx, patron, day)
    state: State = "filed" if row else "open" if gaps else "complete"
    return CurrencyReport(patron, day, state, sums.cash_in, sums.cash_out, gaps, row)


def unfiled(tx: Tx) -> list[CurrencyReport]:
    """Every report that is due and not filed, the oldest first; also of cash that a program took
    which did not ask."""
    due = [
        report(tx, sums.patron, sums.day) for sums in title31.days_above(tx, title31.REPORT_ABOVE)
    ]
    return [one for one in due if one.state != "filed"]


def data(tx: Tx, patron: str, day: str, by: str, key: BankKey, now_ms: int) -> dict[str, Any]:
    """All that the form asks for, the whole tax number included: who took it stands in the log."""
    row = tx.row("SELECT kept FROM currency_report WHERE patron = ? AND day = ?", patron, day)
    if row and row[0]:
        told: dict[str, Any] = json.decode(unseal(key, _about(patron, day), row[0]))
    else:
        found = report(tx, patron, day)
        if found.state == "open":
            raise Refused(f"Still missing: {', '.join(found.missing)}.", rule=_RULE)
        told = _data(tx, found, key)
    note_change(tx, by, patron, f"report {day}", "", "data taken out", "tax number seen", now_ms)
    return told


def _about(patron: str, day: str) -> str:
    return f"currency report of {patron}, {day}"


def _data(tx: Tx, found: CurrencyReport, key: BankKey) -> dict[str, Any]:
    patron, day = found.patron, found.day
    who, known = _patron(tx, patron), details.known(tx, patron)
    given = tx.row(
        "SELECT occupation, on_behalf, employer FROM currency_report WHERE patron = ? AND day = ?",
        patron,
        day,
    )
    assert known is not None
    assert given is not None
    return {
        "account": patron,
        "gaming_day": day,
        "state": found.state,
        "reference": found.reference,
        **who,
        "birth_date": known.birth_date,
        "address": [known.street, known.city, known.region, known.postcode, known.country],
        "tax_kind": known.tax_kind,
        "tax_number": details.tax_number(tx, patron, key),
        "occupation": given[0],
        "on_behalf_of": given[1],
        "employer": given[2],
        "cash_in_cents": found.cash_in,
        "cash_out_cents": found.cash_out,
        "transactions": _transactions(tx, patron, day),
    }


def _transactions(tx: Tx, patron: str, day: str) -> list[dict[str, Any]]:
    return [
        {"document": number(place, document), "kind": kind, "cents": amount, "at_ms": at_ms}
        for place, document, kind, amount, at_ms in title31.transactions(tx, patron, day)
    ]


def _patron(tx: Tx, patron: str) -> dict[str, Any]:
    row = tx.row("SELECT name, id_type, id_number, id_expiry FROM patron WHERE id = ?", patron)
    assert row is not None
    return dict(zip(("name", "id_type", "id_number", "id_expiry"), row, strict=True))


def _filed(tx: Tx, patron: str, day: str) -> str:
    row = tx.row("SELECT reference FROM currency_report WHERE patron = ? AND day = ?", patron, day)
    return str(row[0]) if row else ""


def _unfiled(tx: Tx, patron: str, day: str) -> None:
    if _filed(tx, patron, day):
        raise Refused("This report is filed: it is not changed any more.", rule=_RULE)
