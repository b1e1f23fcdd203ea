"""PINs: a memory-hard hash, peppered with the bank's key, and five tries for all tables together.

A try is counted and committed before the PIN is compared (REQ-R38): who pulls the plug, or asks at
ten tables at once, has used it up.
"""

import hmac
import os

from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

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


def hash_pin(pin: str, key: BankKey, salt: bytes | None = None, cost: int | None = None) -> str:
    if not (pin.isascii() and pin.isdigit() and DIGITS_MIN <= len(pin) <= DIGITS_MAX):
        raise Refused(f"A PIN has {DIGITS_MIN} to {DIGITS_MAX} digits.", rule="REQ-R38")
    salt = salt or os.urandom(16)
    cost = cost or COST
    scrypt = Scrypt(salt=salt, length=32, n=cost, r=8, p=1)
    return f"{cost}${salt.hex()}${scrypt.derive(key.tag('pin', pin)).hex()}"


def is_pin(pin: str, stored: str, key: BankKey) -> bool:
    cost, salt, _ = stored.split("$")
    return hmac.compare_digest(hash_pin(pin, key, bytes.fromhex(salt), int(cost)), stored)


def check_pin(store: Store, patron: str, pin: str, key: BankKey) -> None:
    stored, left = store.transact(lambda tx: _spend_try(tx, patron))
    try:
        good = is_pin(pin, stored, key)
    except Refused:
        good = False  # not even a PIN: a wrong one like any other
    if not good:
        raise _wrong(left)
    store.transact(lambda tx: tx.run("UPDATE patron SET pin_tries = 0 WHERE id = ?", patron))


def _spend_try(tx: Tx, patron: str) -> tuple[str, int]:
    row = tx.row("SELECT pin_hash, pin_tries FROM patron WHERE id = ?", patron)
    if row is None or not row[0]:
        raise Refused("This account has no PIN yet: please ask at the cage.", rule="REQ-R38")
    if row[1] >= TRIES_MAX:
        raise _locked()
    tx.run("UPDATE patron SET pin_tries = pin_tries + 1 WHERE id = ?", patron)
    return str(row[0]), TRIES_MAX - int(row[1]) - 1


def _wrong(left: int) -> WrongPin:
    if left == 0:
        return _locked()
    tries = "1 try is" if left == 1 else f"{left} tries are"
    return WrongPin(f"Wrong PIN; {tries} left.", left)


def _locked() -> WrongPin:
    return WrongPin("The PIN is locked: please ask at the cage.", left=0)
