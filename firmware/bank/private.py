"""What only few may read, sealed at rest (AES-256-GCM) with a key that is not in the books.

Each sealed text is bound to what it is about: copied to another row it opens no more.
"""

import os
from base64 import b64decode, b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from firmware.bank.keys import BankKey
from firmware.errors import Fault

_NONCE_BYTES = 12


def seal(key: BankKey, about: str, data: bytes) -> str:
    nonce = os.urandom(_NONCE_BYTES)
    return b64encode(nonce + _cipher(key).encrypt(nonce, data, about.encode())).decode()


def unseal(key: BankKey, about: str, sealed: str) -> bytes:
    data = b64decode(sealed)
    nonce, rest = data[:_NONCE_BYTES], data[_NONCE_BYTES:]
    try:
        return _cipher(key).decrypt(nonce, rest, about.encode())
    except InvalidTag:
        raise sealed_otherwise(about) from None


def _cipher(key: BankKey) -> AESGCM:
    return AESGCM(key.tag("private data", ""))


def sealed_otherwise(about: str) -> Fault:
    return Fault(
        "BANK_PRIVATE",
        happened=f"The private data of {about} do not open with this key.",
        safe="Nothing was shown and nothing was changed.",
        do="Put back the key file that the bank was made with; if it is there, call the auditor.",
    )
