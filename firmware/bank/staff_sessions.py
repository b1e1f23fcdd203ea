"""Signed-on people: a token that only its holder knows; the books keep what it hashes to.

A session ends by itself, at its holder's wish, and at once when its holder is dismissed. A desk
that is left alone is locked: the session lives, and answers to nothing but its holder's PIN.
"""

import os

from msgspec import Struct

from firmware.bank import change_book, staff, standing
from firmware.bank.changes import note_change
from firmware.bank.gaming_day import is_over
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.errors import Refused

SESSION_MS = 10 * 3600 * 1000  # a long shift


class Locked(Refused):
    """Left alone: the session lives, and waits for its holder's PIN."""

    def __init__(self) -> None:
        super().__init__("This desk is locked: enter your PIN.", rule="REQ-R46")


class Session(Struct, frozen=True):
    token: str
    person: str
    role: str
    until: int  # ms


class Signed(Struct, frozen=True):
    person: str
    role: str
    until: int  # ms
    id: str  # what the books call this session
    place: str = ""  # where it was signed on


def begin(tx: Tx, person: str, place: str, key: BankKey, now_ms: int) -> Session:
    standing.check(tx, key, "person", person)
    role, token, until = staff.person(tx, person).role, os.urandom(32).hex(), now_ms + SESSION_MS
    tx.run(
        "INSERT INTO staff_session (token, person, place, began_ms, until_ms, seal) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        tag(token, key),
        person,
        place,
        now_ms,
        until,
        _seal(tag(token, key), person, key),
    )
    note_change(tx, person, person, "sign-on", "", place, "", now_ms)
    return Session(token, person, role, until)


def signed(tx: Tx, token: str, key: BankKey, now_ms: int, locked: bool = False) -> Signed:
    """Who holds this token now. `locked`: even of a desk that is locked."""
    return of_session(tx, tag(token, key), key, now_ms, locked)


def of_session(tx: Tx, session: str, key: BankKey, now_ms: int, locked: bool = False) -> Signed:
    """By what the books call it."""
    row = tx.row(
        "SELECT s.person, p.role, s.began_ms, s.until_ms, s.place, s.ended_ms, s.locked, p.active, "
        "s.seal FROM staff_session s JOIN person p ON p.id = s.person WHERE s.token = ?",
        session,
    )
    if row is None:
        raise Refused("Please sign on first.", rule="REQ-R46")
    person, role, began, until, place, ended, is_locked, active, seal = row
    if seal != _seal(session, person, key) and (seal or change_book.is_all(tx)):
        raise Refused("Please sign on first.", rule="REQ-R46")  # put under another's name
    if ended is not None or not active:
        raise Refused("You are signed off: please sign on again.", rule="REQ-R46")
    if is_over(began, until, now_ms):
        raise Refused("Your sign-on has run out: please sign on again.", rule="REQ-R46")
    if is_locked and not locked:
        raise Locked
    standing.check(tx, key, "person", person)
    return Signed(person, role, until, session, place)


def last_here(tx: Tx, signed: Signed) -> int:
    """When this person left this place the last time, or came to it; 0: never."""
    row = tx.row(
        "SELECT MAX(COALESCE(ended_ms, began_ms)) FROM staff_session "
        "WHERE person = ? AND place = ? AND token <> ?",
        signed.person,
        signed.place,
        signed.id,
    )
    return int(row[0]) if row is not None and row[0] is not None else 0


def last_at(tx: Tx, place: str) -> tuple[str, int] | None:
    row = tx.row(
        "SELECT person, ended_ms FROM staff_session WHERE place = ? AND ended_ms IS NOT NULL "
        "ORDER BY ended_ms DESC LIMIT 1",
        place,
    )
    return (row[0], int(row[1])) if row else None


def end(tx: Tx, token: str, key: BankKey, now_ms: int) -> None:
    """Ending it twice is ending it once."""
    who = tag(token, key)
    over = "UPDATE staff_session SET ended_ms = ? WHERE token = ? AND ended_ms IS NULL"
    if tx.run(over, now_ms, who):
        row = tx.row("SELECT person, place FROM staff_session WHERE token = ?", who)
        assert row is not None
        note_change(tx, row[0], row[0], "sign-off", row[1], "", "", now_ms)


def set_locked(tx: Tx, session: str, locked: bool) -> None:
    tx.run("UPDATE staff_session SET locked = ? WHERE token = ?", int(locked), session)


def _seal(session: str, person: str, key: BankKey) -> str:
    return key.tag("whose session", f"{session}\0{person}").hex()


def tag(token: str, key: BankKey) -> str:
    return key.tag("staff session", token).hex()
