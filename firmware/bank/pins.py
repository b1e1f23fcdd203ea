"""PINs: a memory-hard hash, peppered with the bank's key, and five tries for all tables together.

A try is counted and committed before the PIN is compared (REQ-R38): who pulls the plug, or asks at
ten tables at once, has used it up.
"""

import hmac
import os

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from msgspec import Struct

from firmware.bank import standing
from firmware.bank.keys import BankKey
from firmware.bank.store import Store, Tx
from firmware.errors import Refused

TRIES_MAX = 5
DIGITS_MIN, DIGITS_MAX = 4, 8
COST = 2**14  # 16 MiB of memory a guess; tests turn it down


class WrongPin(Refused):
    """The card is good, the person may play; only the digits are wrong, or there were too many."""

    def __init__(self, words: str, left: int) -> None:
        super().__init__(words, rule="REQ-R38")
        self.left = left  # tries; 0: the PIN is locked


def check_digits(pin: str) -> None:
    if not (pin.isascii() and pin.isdigit() and DIGITS_MIN <= len(pin) <= DIGITS_MAX):
        raise Refused(f"A PIN has {DIGITS_MIN} to {DIGITS_MAX} digits.", rule="REQ-R38")


def hash_pin(pin: str, key: BankKey, salt: bytes | None = None, cost: int | None = None) -> str:
    check_digits(pin)
    salt = salt or os.urandom(16)
    cost = cost or COST
    scrypt = Scrypt(salt=salt, length=32, n=cost, r=8, p=1)
    return f"{cost}${salt.hex()}${scrypt.derive(key.tag('pin', pin)).hex()}"


def is_pin(pin: str, stored: str, key: BankKey) -> bool:
    cost, salt, _ = stored.split("$")
    return hmac.compare_digest(hash_pin(pin, key, bytes.fromhex(salt), int(cost)), stored)


class Owners(Struct, frozen=True):
    """Whose PINs they are: a table of the books, and whom its people ask for help."""

    table: str
    ask: str


PATRONS = Owners("patron", "please ask at the cage")
STAFF = Owners("person", "two leads give you a new card and PIN")


def check_pin(store: Store, owners: Owners, who: str, pin: str, key: BankKey) -> None:
    stored, left = store.transact(lambda tx: _spend_try(tx, key, owners, who))
    try:
        good = is_pin(pin, stored, key)
    except Refused:
        good = False  # not even a PIN: a wrong one like any other
    if not good:
        raise _wrong(left, owners)
    again = f"UPDATE {owners.table} SET pin_tries = 0 WHERE id = ?"
    store.transact(lambda tx: tx.run(again, who))


def _spend_try(tx: Tx, key: BankKey, owners: Owners, who: str) -> tuple[str, int]:
    row = tx.row(f"SELECT pin_hash, pin_tries FROM {owners.table} WHERE id = ?", who)
    if row is None or not row[0]:
        raise Refused(f"This account has no PIN yet: {owners.ask}.", rule="REQ-R38")
    if row[1] >= TRIES_MAX:
        raise _locked(owners)
    standing.check_pin(tx, key, owners.table, who)
    tx.run(f"UPDATE {owners.table} SET pin_tries = pin_tries + 1 WHERE id = ?", who)
    return str(row[0]), TRIES_MAX - int(row[1]) - 1


def _wrong(left: int, owners: Owners) -> WrongPin:
    if left == 0:
        return _locked(owners)
    tries = "1 try is" if left == 1 else f"{left} tries are"
    return WrongPin(f"Wrong PIN; {tries} left.", left)


def _locked(owners: Owners) -> WrongPin:
    return WrongPin(f"The PIN is locked: {owners.ask}.", left=0)
