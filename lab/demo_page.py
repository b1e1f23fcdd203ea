"""table.toml of the simulated table: no-limit hold'em, $1/$2, for ten, on cables of our own."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

GAME = """\
table = "1"
house = "artichoke-joes"

[[spreads]]
game = "lightning-holdem"
limit = "no-limit"
stakes = { small = 200, blinds = [100, 200], chip = 100 }
buy_in = [4000, 40000]
"""
HOLDERS = ("auditor", "manager", "house_auditor")


def page(home: Path, run: Path, seats: int, settings: Mapping[str, object]) -> str:
    """`home`: what the table keeps; `run`: where its cables end."""
    stations = {str(n): str(run / f"seat{n}.table") for n in range(1, seats + 1)}
    readers = {str(n): str(run / f"reader{n}") for n in range(1, seats + 1)}
    sections: dict[str, Mapping[str, object]] = {
        "settings": {"approval": False, **settings},
        "machine": {
            "journal": [str(home / "a"), str(home / "b")],
            "secrets": str(home / "secrets"),
            "bank": str(home / "bank.db"),
            "bank_key": str(home / "bank.key"),
            "simulation": True,
            "opens_with": 2,
        },
        "keyholders": {name: _nobody(name) for name in HOLDERS},
        "sockets.stations": stations,
        "sockets.readers": readers,
        "sockets.others": {"center": str(run / "center.table")},
    }
    return GAME + "".join(f"\n[{name}]\n{_lines(rows)}" for name, rows in sections.items())


def _lines(rows: Mapping[str, object]) -> str:
    """Texts, numbers, truths and lists of texts are written in TOML as in JSON."""
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in rows.items())


def _nobody(name: str) -> str:
    """A key that nobody holds: what is sealed for the simulation's auditors stays sealed."""
    secret = hashlib.sha256(f"simulated {name}".encode()).digest()
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()
