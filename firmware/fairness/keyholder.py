"""The file of somebody who may open a played deck: on a stick in a safe, under a passphrase, and on
no table. The table knows its public half (`keyholders` in table.toml)."""

from pathlib import Path

from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from firmware import durable

WORDS_MIN = 12  # letters of a passphrase: the stick may be lost


class NoKey(Exception):
    """In words for whoever holds it."""


def make(path: Path, passphrase: str) -> str:
    """A new one; the public half, for table.toml. No key ever replaces another."""
    if len(passphrase) < WORDS_MIN:
        raise NoKey(f"A passphrase has {WORDS_MIN} letters or more: four words are easy to keep.")
    key = X25519PrivateKey.generate()
    locked = form.BestAvailableEncryption(passphrase.encode())
    data = key.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, locked)
    if path.exists():
        raise NoKey(f"{path} exists: a new key never replaces another.")
    durable.replace(path, data)
    return key.public_key().public_bytes_raw().hex()


def read(path: Path, passphrase: str) -> X25519PrivateKey:
    try:
        key = form.load_pem_private_key(path.read_bytes(), passphrase.encode())
    except FileNotFoundError:
        raise NoKey(f"There is no key {path}.") from None
    except (ValueError, TypeError):
        raise NoKey(f"{path} does not open: another passphrase, or no keyholder's file.") from None
    if not isinstance(key, X25519PrivateKey):
        raise NoKey(f"{path} is a key of another kind.")
    return key
