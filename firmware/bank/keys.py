"""The bank's key: it tags cards and peppers PINs, and lives in a file, never in the database.

Who steals the books cannot make cards nor try PINs; who steals a card reader's output cannot
make a second number that any table accepts.
"""

import hmac
import os
from pathlib import Path

from firmware.errors import Fault, Refused

_KEY_BYTES = 32
CREATE = "stormdeck bank create"  # what makes books and their key


class BankKey:
    def __init__(self, secret: bytes) -> None:
        assert len(secret) == _KEY_BYTES
        self._secret = secret

    def tag(self, purpose: str, text: str) -> bytes:
        return hmac.digest(self._secret, f"{purpose}\0{text}".encode(), "sha256")


def load_bank_key(path: Path) -> BankKey:
    """The key in this file; a name that was mistyped is never a new key."""
    try:
        secret = path.read_bytes()
    except FileNotFoundError:
        raise no_key(path) from None
    if path.stat().st_mode & 0o077 and not is_sealed(path):
        raise open_key(path)
    if len(secret) != _KEY_BYTES:
        raise wrong_key(path)
    return BankKey(secret)


def is_sealed(path: Path) -> bool:
    """systemd has opened it for this start alone, and lets nobody else read it."""
    return str(path.parent) == os.environ.get("CREDENTIALS_DIRECTORY")


def heads_beside(path: Path) -> Path:
    """Where it is kept how far the books have come (heads.py): beside the key; where systemd has
    unsealed it, or the house keeps it from writing, in the program's own directory."""
    if not is_sealed(path) and os.access(path.parent, os.W_OK):
        return path.with_suffix(".heads")
    return Path(os.environ.get("STATE_DIRECTORY", ".").partition(":")[0]) / "bank.heads"


def make_bank_key(path: Path) -> BankKey:
    """A new one, readable by its owner alone. No key ever replaces another."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        raise Refused(f"{path} exists: a new key never replaces another.") from None
    secret = os.urandom(_KEY_BYTES)
    with os.fdopen(descriptor, "wb") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    return BankKey(secret)


def no_key(path: Path) -> Fault:
    return Fault(
        "BANK_KEY",
        happened=f"There is no key {path}.",
        safe="None was made, and nothing was changed.",
        do="Name the key that the cards were made with; a sealed one comes by the program's unit "
        f"(LoadCredentialEncrypted=). {CREATE} makes one for a new bank.",
    )


def open_key(path: Path) -> Fault:
    return Fault(
        "BANK_KEY",
        happened=f"Others on this machine can read the bank's key, {path}.",
        safe="Nothing was opened.",
        do=f"chmod 600 {path}; who may have read it can make cards: then make new ones.",
    )


def wrong_key(path: Path) -> Fault:
    return Fault(
        "BANK_KEY",
        happened=f"{path} is not a key of the bank.",
        safe="Nothing was changed.",
        do="Put back the key file that the cards were made with.",
    )
