"""Whoever acts for the house (REQ-R46): a name, a role, a card and a PIN of their own.

A new person gets a first PIN that is good only for choosing another. Who is dismissed is signed
off everywhere in the same moment. Nobody is ever deleted: the books keep their names.
"""

import hmac
import os

from msgspec import Struct

from firmware.bank import cards, pins, standing
from firmware.bank.changes import note_change
from firmware.bank.details import drawn
from firmware.bank.keys import BankKey
from firmware.bank.roles import MANAGER, ROLES
from firmware.bank.store import Tx
from firmware.errors import Refused

PIN_DIGITS = 6
_CODE = "first person's code"  # of the table `setting`
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is taken for another


class Person(Struct, frozen=True):
    id: str
    role: str
    active: bool
    pin_tries: int
    pin_is_first: bool


class Credentials(Struct, frozen=True):
    """Handed over once, and kept nowhere in the clear."""

    track: str
    first_pin: str


def people(tx: Tx) -> list[Person]:
    rows = tx.rows("SELECT id, role, active, pin_tries, pin_is_first FROM person ORDER BY id")
    return [Person(id_, role, bool(on), tries, bool(first)) for id_, role, on, tries, first in rows]


def person(tx: Tx, name: str) -> Person:
    found = [each for each in people(tx) if each.id == name and each.active]
    if not found:
        raise Refused(f"{name or 'Nobody'} does not work here.", rule="REQ-R46")
    return found[0]


def enrol(tx: Tx, name: str, role: str, by: str, key: BankKey, now_ms: int) -> Credentials:
    name = _good_name(name)
    if role not in ROLES:
        raise Refused(f"There is no role {role}; there are: {', '.join(ROLES)}.", rule="REQ-R46")
    _is_one_person(tx, name)
    tx.run(
        "INSERT INTO person (id, role, active, enrolled_ms, pin_hash) VALUES (?, ?, 1, ?, '') "
        "ON CONFLICT (id) DO UPDATE SET role = excluded.role, active = 1",
        name,
        role,
        now_ms,
    )
    note_change(tx, by, name, "role", "", role, "enrolled", now_ms)
    return renew(tx, name, by, key, now_ms)


def _is_one_person(tx: Tx, name: str) -> None:
    """A name that looks like a colleague's would be the second name beside his own; and the books
    keep the names of who has left."""
    for each in people(tx):
        if each.id == name and each.active:
            raise Refused(f"{name} works here already.", rule="REQ-R46")
        if each.id != name and drawn(each.id).casefold() == drawn(name).casefold():
            words = f"{name} looks like {each.id} in the books: write the name with something more."
            raise Refused(words, rule="REQ-R46")


def renew(tx: Tx, name: str, by: str, key: BankKey, now_ms: int) -> Credentials:
    """A new card and a first PIN; the old card is dead, and nobody stays signed on by it."""
    person(tx, name)
    end_access(tx, name, now_ms)
    first_pin = f"{int.from_bytes(os.urandom(8), 'big') % 10**PIN_DIGITS:0{PIN_DIGITS}d}"
    stored = set_pin(tx, name, first_pin, key, first=True)
    number = cards.card_number(cards.next_serial(tx, "cards", now_ms))
    tx.run(
        "INSERT INTO staff_card (number, person, active, issued_ms) VALUES (?, ?, 1, ?)",
        number,
        name,
        now_ms,
    )
    note_change(tx, by, name, "card and PIN", "", f"card {number[-4:]}", "", now_ms)
    note_change(tx, by, name, "PIN", "", standing.marked("first", stored), "", now_ms)
    return Credentials(cards.track_of(number, key), first_pin)


def set_pin(tx: Tx, name: str, pin: str, key: BankKey, first: bool = False) -> str:
    """As it is kept."""
    stored = pins.hash_pin(pin, key)
    if len(pin) != PIN_DIGITS:
        raise Refused("A PIN of staff has six digits.", rule="REQ-R38")
    tx.run(
        "UPDATE person SET pin_hash = ?, pin_tries = 0, pin_is_first = ? WHERE id = ?",
        stored,
        int(first),
        name,
    )
    return stored


def change_role(tx: Tx, name: str, role: str, by: str, reason: str, now_ms: int) -> None:
    before = person(tx, name).role
    if role not in ROLES:
        raise Refused(f"There is no role {role}; there are: {', '.join(ROLES)}.", rule="REQ-R46")
    tx.run("UPDATE person SET role = ? WHERE id = ?", role, name)
    note_change(tx, by, name, "role", before, role, reason, now_ms)


def dismiss(tx: Tx, name: str, by: str, reason: str, now_ms: int) -> None:
    if name == by:
        raise Refused("Another person dismisses you.", rule="REQ-R46")
    role = person(tx, name).role
    tx.run("UPDATE person SET active = 0, pin_hash = '' WHERE id = ?", name)
    end_access(tx, name, now_ms)
    note_change(tx, by, name, "role", role, standing.DISMISSED, reason, now_ms)


def end_access(tx: Tx, name: str, now_ms: int) -> None:
    """No card and no key of theirs opens anything, and every session of theirs is over."""
    tx.run("UPDATE staff_card SET active = 0 WHERE person = ?", name)
    tx.run("DELETE FROM staff_key WHERE person = ?", name)
    end_sessions(tx, name, now_ms)


def end_sessions(tx: Tx, name: str, now_ms: int) -> None:
    tx.run(
        "UPDATE staff_session SET ended_ms = ? WHERE person = ? AND ended_ms IS NULL", now_ms, name
    )


def person_of(tx: Tx, key: BankKey, number: str) -> Person:
    row = tx.row("SELECT person, active FROM staff_card WHERE number = ?", number)
    if row is None or not row[1]:
        raise Refused("This card signs nobody on.", rule="REQ-R46")
    standing.check_card(tx, key, row[0], number)
    return person(tx, row[0])


def new_first_code(tx: Tx, key: BankKey) -> str:
    """Printed once, when a house is set up; only what it hashes to is kept."""
    if people(tx):
        raise Refused("This house has its people: two of them enrol others.", rule="REQ-R46")
    letters = [_CODE_LETTERS[byte % len(_CODE_LETTERS)] for byte in os.urandom(12)]
    code = "".join(letters)
    tx.run("DELETE FROM setting WHERE name = ?", _CODE)
    tx.run("INSERT INTO setting (name, value) VALUES (?, ?)", _CODE, _code_tag(code, key))
    return "-".join(code[at : at + 4] for at in (0, 4, 8))


def first_person(tx: Tx, code: str, name: str, key: BankKey, now_ms: int) -> Credentials:
    """Whoever set the house up is its first floor manager; the code is good once."""
    row = tx.row("SELECT value FROM setting WHERE name = ?", _CODE)
    typed = _code_tag(code.replace("-", "").replace(" ", "").upper(), key)
    if row is None or people(tx) or not hmac.compare_digest(row[0], typed):
        raise Refused("This code enrols nobody.", rule="REQ-R46")
    tx.run("DELETE FROM setting WHERE name = ?", _CODE)
    return enrol(tx, name, MANAGER, "set-up", key, now_ms)


def _code_tag(code: str, key: BankKey) -> str:
    return key.tag(_CODE, code).hex()


def _good_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > 40 or not name.isprintable():
        raise Refused("Write down a name, of 40 letters at most.", rule="REQ-R46")
    return name
