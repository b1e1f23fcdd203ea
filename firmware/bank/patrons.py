"""Patrons: opened with every field that the rules ask for (REQ-R34), or not at all."""

import unicodedata
from datetime import date, timedelta

from msgspec import Struct

from firmware.bank import details, papers
from firmware.bank.accounts import open_account
from firmware.bank.cards import next_serial
from firmware.bank.changes import note_change
from firmware.bank.details import Detail
from firmware.bank.gaming_day import HouseClock, gaming_day
from firmware.bank.keys import BankKey
from firmware.bank.papers import plain
from firmware.bank.standing import RAISE_LIMIT_AFTER_MS
from firmware.bank.store import Tx
from firmware.errors import Refused
from firmware.money import show

NAME_MOST = 80


class Application(Struct, frozen=True):
    """What the cage writes down while the patron stands there."""

    name: str
    id_type: str
    id_number: str
    id_expiry: str  # as 2031-05-30
    signed: bool
    detail: Detail = Detail()
    not_same: str = ""  # why those who look alike are other people


class Patron(Struct, frozen=True):
    id: str
    name: str
    status: str
    excluded_until_ms: int
    limit_cents: int | None
    next_limit_cents: int | None
    next_limit_ms: int

    @property
    def account(self) -> str:
        return f"patron:{self.id}"


def shown_name(name: str) -> str:
    """Sandra Keller is Sandra K.: no surname stands on a wall, or at a table."""
    first, *others = name.split()[:8] or [""]
    if not first:
        raise Refused("Write down a name.", rule="REQ-R46")
    return f"{first[:20]} {others[-1][0].upper()}." if others else first[:20]


class LooksAlike(Refused):
    """Somebody has to decide whether it is one person, and to say why not."""

    def __init__(self, found: list[details.Match]) -> None:
        who = ", ".join(f"{one.patron} {one.name} ({one.why})" for one in found)
        super().__init__(f"This may be the same person as: {who}.", rule="REQ-R34")
        self.found = found


def open_patron(
    tx: Tx, form: Application, agent: str, key: BankKey, now_ms: int, house: HouseClock
) -> str:
    _check(form, gaming_day(now_ms, house))
    kind, number = _kind(form.id_type), plain(form.id_number)
    seen = document_of(tx, kind, number)
    if seen:
        raise Refused(f"This document already opened account {seen}.", rule="REQ-R34")
    _check_one_account(tx, form, key)
    patron = f"{100000 + next_serial(tx, 'patrons', now_ms)}"
    tx.run(
        "INSERT INTO patron (id, name, id_type, id_number, id_expiry, opened_ms, agent, status) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, 'active')",
        patron,
        form.name.strip(),
        kind,
        number,
        form.id_expiry,
        now_ms,
        agent,
    )
    open_account(tx, f"patron:{patron}", "patron", now_ms)
    details.write(tx, patron, form.name, form.detail, key)
    note_change(tx, agent, patron, "account", "", "open", form.not_same.strip(), now_ms)
    return patron


# Those of before were kept as they were typed.
_SEEN = """SELECT id FROM patron WHERE LOWER(TRIM(id_type)) = ? AND
    UPPER(REPLACE(REPLACE(REPLACE(id_number, ' ', ''), '-', ''), '.', '')) = ?
    ORDER BY id"""


def document_of(tx: Tx, id_type: str, number: str) -> str | None:
    """Whose account it opened."""
    return next(iter(_documents_of(tx, id_type, number)), None)


def _documents_of(tx: Tx, id_type: str, number: str) -> list[str]:
    """More than one in books of before, where a space made two papers of one."""
    return [who for (who,) in tx.rows(_SEEN, _kind(id_type), plain(number))]


def _kind(id_type: str) -> str:
    return " ".join(id_type.lower().split())


def _check_one_account(tx: Tx, form: Application, key: BankKey) -> None:
    taken = details.holder(tx, form.detail, key)
    if taken:
        raise Refused(f"This number is held by account {taken}.", rule="REQ-R34")
    alike = [*details.matches(tx, form.name, form.detail), *_other_kind(tx, form.id_number)]
    if alike and not form.not_same.strip():
        raise LooksAlike(alike)


def _other_kind(tx: Tx, number: str) -> list[details.Match]:
    """One paper under two names of its kind: a state's ID and its license have one number."""
    rows = tx.rows("SELECT id, name FROM patron WHERE id_number = ? ORDER BY id", plain(number))
    return [details.Match(patron, name, "the document's number") for patron, name in rows]


def complete(
    tx: Tx, patron_id: str, detail: Detail, agent: str, key: BankKey, now_ms: int,
    house: HouseClock,
) -> None:  # fmt: skip
    """What is known of a patron changed, or was never asked."""
    who = patron(tx, patron_id)
    missing = details.missing(detail)
    if missing:
        raise Refused(f"Still missing: {', '.join(missing)}.", rule="REQ-R34")
    details.check(detail, gaming_day(now_ms, house))
    taken = details.holder(tx, detail, key)
    if taken not in (None, patron_id):
        raise Refused(f"This number is held by account {taken}.", rule="REQ-R34")
    before = details.known(tx, patron_id)
    details.write(tx, patron_id, who.name, detail, key)
    was = details.told(before) if before else ""
    note_change(tx, agent, patron_id, "details", was, "new", "", now_ms)


def new_document(
    tx: Tx, patron_id: str, id_type: str, number: str, expiry: str, agent: str, now_ms: int,
    house: HouseClock,
) -> None:  # fmt: skip
    """Seen at the window, in place of one that ran out."""
    patron(tx, patron_id)
    papers.check(number)
    check_expiry(expiry, gaming_day(now_ms, house))
    kind, digits, was = _kind(id_type), plain(number), _document(tx, patron_id)
    if not digits or {*_documents_of(tx, kind, digits)} - {patron_id}:
        raise Refused("This document is another account's, or has no number.", rule="REQ-R34")
    change = "UPDATE patron SET id_type = ?, id_number = ?, id_expiry = ? WHERE id = ?"
    tx.run(change, kind, digits, expiry, patron_id)
    note_change(tx, agent, patron_id, "document", was, f"{kind}, to {expiry}", "", now_ms)


def _document(tx: Tx, patron_id: str) -> str:
    """The one before is kept where nothing is lost: five years are asked for."""
    row = tx.row("SELECT id_type, id_number, id_expiry FROM patron WHERE id = ?", patron_id)
    return "{} {}, to {}".format(*row) if row else ""


def check_name(name: str) -> None:
    """It stands on plates, slips and in logs: one line, and no sign turns it round or hides."""
    if len(name) > NAME_MOST or any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise Refused(f"A name is one line of up to {NAME_MOST} letters.", rule="REQ-R34")


def _check(form: Application, today: str) -> None:
    check_name(form.name.strip())
    fields = {
        "the name": form.name,
        "the kind of identity document": form.id_type,
        "the number of the document": plain(form.id_number),
        "the date the document ends": form.id_expiry,
    }
    missing = [words for words, value in fields.items() if not value.strip()]
    missing += details.missing(form.detail)
    if not form.signed:
        missing.append("the patron's signature")
    if missing:
        raise Refused(f"Still missing: {', '.join(missing)}.", rule="REQ-R34")
    papers.check(form.id_number)
    check_expiry(form.id_expiry, today)
    details.check(form.detail, today)


def check_expiry(expiry: str, today: str) -> None:
    try:
        ends = date.fromisoformat(expiry)
    except ValueError:
        raise Refused("Write the day the document ends as 05/30/2031.", rule="REQ-R34") from None
    if ends.isoformat() < today:
        raise Refused("The identity document has run out.", rule="REQ-R34")


def patron(tx: Tx, patron_id: str) -> Patron:
    row = tx.row(
        "SELECT id, name, status, excluded_until_ms, limit_cents, next_limit_cents, "
        "next_limit_ms FROM patron WHERE id = ?",
        patron_id,
    )
    if row is None:
        raise Refused(f"There is no patron {patron_id}.", rule="REQ-R38")
    return Patron(*row)


def has_pin(tx: Tx, patron_id: str) -> bool:
    row = tx.row("SELECT pin_hash FROM patron WHERE id = ?", patron_id)
    if row is None:
        raise Refused(f"There is no patron {patron_id}.", rule="REQ-R38")
    return bool(row[0])


def stopped(who: Patron, now_ms: int) -> str:
    """For a desk: why this person may not play; nothing, if they may."""
    if who.status != "active":
        return f"This account is {who.status}."
    return "Excluded at their own wish." if who.excluded_until_ms > now_ms else ""


def may_play(who: Patron, now_ms: int) -> None:
    if who.status != "active":
        raise Refused(f"This account is {who.status}: please ask at the cage.", rule="REQ-R38")
    if who.excluded_until_ms > now_ms:
        raise Refused("You asked us not to let you play yet. Take care.", rule="own limits")


def set_status(tx: Tx, patron_id: str, status: str, agent: str, reason: str, now_ms: int) -> None:
    before = patron(tx, patron_id).status
    tx.run("UPDATE patron SET status = ? WHERE id = ?", status, patron_id)
    note_change(tx, agent, patron_id, "status", before, status, reason, now_ms)


class Barred(Struct, frozen=True):
    """Somebody who may not come in, and who said so."""

    patron: str
    name: str
    at_ms: int
    by: str
    reason: str


def barred(tx: Tx) -> list[Barred]:
    """From the whole house; the latest first."""
    rows = tx.rows(
        "SELECT p.id, p.name, c.at_ms, c.agent, c.reason FROM patron p JOIN change c "
        "ON c.about = p.id AND c.what = 'status' AND c.after = 'barred' "
        "WHERE p.status = 'barred' ORDER BY c.at_ms DESC"
    )
    latest: dict[str, Barred] = {}
    for row in rows:
        latest.setdefault(row[0], Barred(*row))
    return [*latest.values()]


def exclude(tx: Tx, patron_id: str, days: int, agent: str, now_ms: int) -> int:
    """Self-exclusion only ever grows."""
    if days < 1:
        raise Refused("Name how many days, one or more.", rule="own limits")
    before = patron(tx, patron_id).excluded_until_ms
    until = max(before, now_ms + int(timedelta(days=days).total_seconds() * 1000))
    tx.run("UPDATE patron SET excluded_until_ms = ? WHERE id = ?", until, patron_id)
    note_change(tx, agent, patron_id, "exclusion", str(before), str(until), "own wish", now_ms)
    return until


def set_limit(tx: Tx, patron_id: str, cents: int | None, agent: str, now_ms: int) -> None:
    """The patron's own limit on what a gaming day may cost. None: no limit."""
    if cents is not None and cents < 0:
        raise Refused("A limit is $0 or more.", rule="own limits")
    now = limit_of(patron(tx, patron_id), now_ms)
    if now is None or (cents is not None and cents <= now):
        tx.run(
            "UPDATE patron SET limit_cents = ?, next_limit_ms = 0 WHERE id = ?", cents, patron_id
        )
    else:
        tx.run(
            "UPDATE patron SET limit_cents = ?, next_limit_cents = ?, next_limit_ms = ? "
            "WHERE id = ?",
            now,
            cents,
            now_ms + RAISE_LIMIT_AFTER_MS,
            patron_id,
        )
    note_change(tx, agent, patron_id, "limit", str(now), str(cents), "own wish", now_ms)


def limit_of(who: Patron, now_ms: int) -> int | None:
    if who.next_limit_ms and now_ms >= who.next_limit_ms:
        return who.next_limit_cents
    return who.limit_cents


def check_limit(tx: Tx, who: Patron, amount: int, now_ms: int, house: HouseClock) -> None:
    limit = limit_of(who, now_ms)
    if limit is None:
        return
    used = spent(tx, who.id, gaming_day(now_ms, house))
    if used + amount > limit:
        left = max(0, limit - used)
        raise Refused(f"Your own limit leaves {show(left)} for today.", rule="own limits")


def spent(tx: Tx, patron_id: str, day: str) -> int:
    """Carried to tables less what came back, counting what is still on its way there."""
    row = tx.row(
        "SELECT COALESCE(SUM(CASE WHEN t.kind = 'buy_in' THEN t.amount ELSE -t.amount END), 0) "
        "FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id "
        "WHERE t.patron = ? AND t.day = ? AND t.kind IN ('buy_in', 'cash_out') "
        "AND (o.state = 'posted' OR (o.state IS NULL AND t.kind = 'buy_in'))",
        patron_id,
        day,
    )
    return int(row[0]) if row else 0
