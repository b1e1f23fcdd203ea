"""A receipt as a row of QR codes: any phone reads them, the verifier takes their text as it is.

Each text is `SR2/part/parts/check/BASE32`: capitals and digits only, which QR packs tightest.
"""

import base64
import zlib

import segno

from firmware.fairness.digest import canonical, sha256
from firmware.fairness.receipt import Receipt

PART_CHARS = 1200  # about version 22: a phone reads it off a receipt printer's paper


def texts(receipt: Receipt, part_chars: int = PART_CHARS) -> list[str]:
    packed = base64.b32encode(zlib.compress(canonical(receipt), 9)).decode().rstrip("=")
    check = sha256(packed.encode()).hex()[:8].upper()
    parts = [packed[at : at + part_chars] for at in range(0, len(packed), part_chars)]
    return [f"SR2/{n}/{len(parts)}/{check}/{part}" for n, part in enumerate(parts, start=1)]


def codes(receipt: Receipt, part_chars: int = PART_CHARS) -> list[segno.QRCode]:
    return [
        segno.make_qr(text, error="l", boost_error=False) for text in texts(receipt, part_chars)
    ]
