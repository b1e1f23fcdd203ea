"""Two people agree (REQ-R37, REQ-R47): one proposes, another confirms, each in a session of their
own and by their own PIN, before the time is up. No clock ever confirms anything.

A proposal is confirmed once. Whoever confirmed it and is in doubt asks again and hears the same.
"""

from msgspec import Struct, json

from firmware.bank import roles, standing
from firmware.bank.acts import Act, name_of
from firmware.bank.change_book import is_all, lines_of, not_as_written
from firmware.bank.changes import note_change
from firmware.bank.gaming_day import is_over
from firmware.bank.keys import BankKey
from firmware.bank.staff_sessions import Signed
from firmware.bank.store import Row, Tx
from firmware.errors import Refused

PROPOSED, CONFIRMED = "proposed", "confirmed"
REASON_MOST = 300
OPEN_MS = 2 * 60 * 1000


class Proposal(Struct, frozen=True):
    id: str
    act: Act
    reason: str
    first: str
    session: str
    at_ms: int
    until_ms: int
    second: str = ""
    answered_ms: int | None = None
    answer: str = ""

    def is_over(self, now_ms: int) -> bool:
        return is_over(self.at_ms, self.until_ms, now_ms)


_COLUMNS = (
    "SELECT id, what, reason, first, first_session, at_ms, until_ms, second, answered_ms, answer "
    "FROM proposal "
)


def propose(tx: Tx, id_: str, act: Act, reason: str, who: Signed, now_ms: int) -> Proposal:
    name = name_of(act)
    if name not in roles.ACTS or not roles.needs_two(name):
        raise Refused(f"{name} is no act for two people.", rule="REQ-R37")
    roles.require(who.person, who.role, name)
    if not reason.strip():
        raise Refused("Write down the reason.", rule="REQ-R37")
    if len(reason) > REASON_MOST:
        raise Refused(f"Write the reason in {REASON_MOST} letters.", rule="REQ-R37")
    known = tx.row(_COLUMNS + "WHERE id = ?", id_)
    if known:
        return _same(_proposal(known), act, who)
    fresh = Proposal(id_, act, reason.strip(), who.person, who.id, now_ms, now_ms + OPEN_MS)
    tx.run(
        "INSERT INTO proposal (id, act, what, reason, first, first_session, at_ms, until_ms) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        id_,
        name,
        json.encode(act).decode(),
        fresh.reason,
        who.person,
        who.id,
        now_ms,
        fresh.until_ms,
    )
    told = standing.marked(PROPOSED, json.encode(act).decode())
    note_change(tx, who.person, id_, name, "", told, fresh.reason, now_ms)
    return fresh


def _same(known: Proposal, act: Act, who: Signed) -> Proposal:
    if (known.act, known.first) != (act, who.person):
        raise Refused(f"The id {known.id} belongs to another proposal.", rule="REQ-R36")
    return known


def find(tx: Tx, key: BankKey, id_: str) -> Proposal:
    row = tx.row(_COLUMNS + "WHERE id = ?", id_)
    if row is None:
        raise Refused("There is nothing of that name to confirm.", rule="REQ-R37")
    found = _proposal(row)
    _is_as_told(tx, key, found, row[1])
    return found


def _is_as_told(tx: Tx, key: BankKey, asked: Proposal, what: str) -> None:
    """By the change log: this act, by this first name and, where it has one, this second."""
    lines = lines_of(tx, key, asked.id, name_of(asked.act))
    if not lines and not is_all(tx):
        return  # of the version before
    first = [line.agent for line in lines if standing.fits(line, PROPOSED, what)]
    second = [line.agent for line in lines if line.after == CONFIRMED]
    if first != [asked.first] or second != ([asked.second] if asked.second else []):
        raise not_as_written()


def waiting(tx: Tx, now_ms: int) -> list[Proposal]:
    """The newest first."""
    rows = tx.rows(
        _COLUMNS + "WHERE answered_ms IS NULL AND until_ms > ? ORDER BY at_ms DESC", now_ms
    )
    return [one for one in map(_proposal, rows) if not one.is_over(now_ms)]


def check_second(asked: Proposal, who: Signed, now_ms: int) -> None:
    name = name_of(asked.act)
    if who.person == asked.first or who.id == asked.session:
        words = "You are the first name. Another person must confirm."
        raise Refused(words, rule="REQ-R37")
    roles.require_second(who.person, who.role, name)
    if asked.answered_ms is not None and asked.second != who.person:
        raise Refused(f"{asked.second} has confirmed it already.", rule="REQ-R37")
    if asked.answered_ms is None and asked.is_over(now_ms):
        raise Refused("The time to confirm it is up: nothing happened.", rule="REQ-R37")


def close(tx: Tx, asked: Proposal, who: Signed, answer: str, now_ms: int) -> None:
    """In the unit of work that does what was agreed: both stand, or neither."""
    done = tx.run(
        "UPDATE proposal SET second = ?, answered_ms = ?, answer = ? "
        "WHERE id = ? AND answered_ms IS NULL",
        who.person,
        now_ms,
        answer,
        asked.id,
    )
    assert done == 1, "the proposal was open when this unit of work began"
    name = name_of(asked.act)
    note_change(tx, who.person, asked.id, name, PROPOSED, CONFIRMED, asked.reason, now_ms)


def _proposal(row: Row) -> Proposal:
    id_, what, *others = row
    return Proposal(id_, json.decode(what, type=Act), *others)
