"""The bank's key: it tags cards and peppers PINs, and lives in a file, never in the database.

Who steals the books cannot make cards nor try PINs; who steals a card reader's output cannot
make a second number that any table accepts.
"""

import hmac
import os
from pathlib import Path

from firmware.errors import Fault

_KEY_BYTES = 32


class BankKey:
    def __init__(self, secret: bytes) -> None:
        assert len(secret) == _KEY_BYTES
        self._secret = secret

    def tag(self, purpose: str, text: str) -> bytes:
        return hmac.digest(self._secret, f"{purpose}\0{text}".encode(), "sha256")


def load_bank_key(path: Path) -> BankKey:
    """The key in this file; made, readable by its owner alone, when there is none yet."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        secret = path.read_bytes()
        if len(secret) != _KEY_BYTES:
            raise wrong_key(path) from None
        return BankKey(secret)
    secret = os.urandom(_KEY_BYTES)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    return BankKey(secret)


def wrong_key(path: Path) -> Fault:
    return Fault(
        "BANK_KEY",
        happened=f"{path} is not a key of the bank.",
        safe="Nothing was changed.",
        do="Put back the key file that the cards were made with.",
    )
