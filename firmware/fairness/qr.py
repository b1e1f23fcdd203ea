"""A receipt as a row of QR codes: any phone reads them, the verifier takes their text as it is.

Each text is `SR3/part/parts/check/…`: only signs that QR packs tightest, and that may stand behind
the # of an address. What the verifier can compute is left out, and what is no hash is squeezed.
"""

import copy
import re
import zlib
from typing import Any

import segno

from firmware.fairness.digest import canonical, sha256
from firmware.fairness.receipt import Receipt
from firmware.fairness.verify import COMMON, SIGNS, complete, earlier, spread

# Version 21, or 22 behind an address: a phone reads it off a receipt printer's paper.
PART_CHARS = 1320
HASHES = re.compile(rb'"(?:[0-9a-f]{128}|[0-9a-f]{64})"')


def texts(receipt: Receipt, part_chars: int = PART_CHARS) -> list[str]:
    return written(lean(receipt), part_chars)


def written(receipt: Receipt, part_chars: int = PART_CHARS) -> list[str]:
    """As it is, with what was left out of it."""
    packed = _signs(_packed(receipt))
    check = sha256(packed.encode()).hex()[:8].upper()
    parts = [packed[at : at + part_chars] for at in range(0, len(packed), part_chars)]
    return [f"SR3/{n}/{len(parts)}/{check}/{part}" for n, part in enumerate(parts, start=1)]


def codes(receipt: Receipt, part_chars: int = PART_CHARS) -> list[segno.QRCode]:
    return [
        segno.make_qr(text, error="l", boost_error=False) for text in texts(receipt, part_chars)
    ]


def lean(receipt: Receipt) -> Receipt:
    """Without what `complete` finds again; whole, if it would find something else."""
    made = copy.deepcopy(receipt)
    for mine in spread(made["log"]["entries"]):
        _leave_out(mine)
    found = copy.deepcopy(made)
    complete(found["log"])
    return made if found == receipt else receipt


def _leave_out(mine: list[dict[str, Any]]) -> None:
    """Of one attempt."""
    commit, opened = mine[0], dict[int, tuple[int, str]]()
    seeds: list[str] = []
    for entry in reversed(mine):
        seeds = entry.get("seeds") or seeds
        for one in entry.get("links", entry.get("shares", [])):
            n, link = entry.get("n", 0), one[1]
            known = one[0] in opened and opened[one[0]][0] > n
            one[1] = "" if known and earlier(opened, one[0], n) == link else link
            opened[one[0]] = n, link
        for one in entry.get("seals", []):
            one[1] = "" if one[0] in opened else one[1]
    commit["prev"] = ""
    commit["roots"] = [
        "" if seed else root for root, seed in zip(commit["roots"], seeds or [""] * 8, strict=False)
    ]


def _packed(receipt: Receipt) -> bytes:
    """A hash cannot be squeezed: a mark stands where it was, and it follows as it is."""
    plain = canonical(receipt)
    hashes = [bytes.fromhex(found[1:-1].decode()) for found in HASHES.findall(plain)]
    words = HASHES.sub(lambda found: bytes([len(found[0]) // 64]), plain)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=COMMON)
    squeezed = squeeze.compress(words) + squeeze.flush()
    return len(squeezed).to_bytes(2, "big") + squeezed + b"".join(hashes)


def _signs(data: bytes) -> str:
    """Two bytes are three signs, a last one two."""
    return "".join(
        _number(int.from_bytes(data[at : at + 2], "big"), len(data[at : at + 2]) + 1)
        for at in range(0, len(data), 2)
    )


def _number(number: int, length: int) -> str:
    signs = ""
    for _ in range(length):
        number, sign = divmod(number, len(SIGNS))
        signs = chr(SIGNS[sign]) + signs
    return signs
