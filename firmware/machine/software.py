"""Which software this is: every file hashed, and held against what the house and the lab signed
(REQ-R28). A table with one other byte does not open.

The signed list (`stormdeck software --sign`) is made where the image is built; its key never comes
near a table, which knows the public half from table.toml. An installed table has all that Python
reads beside its own modules, compiled files too; in a folder of sources only the product's own are
counted.
"""

from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from firmware.errors import Fault
from firmware.machine.plan import Plan

HERE = Path(__file__).resolve().parents[2]
INSTALLED = ("site-packages", "dist-packages")
OURS = ("firmware", "drivers", "ui", "stations", "center_screen", "desks", "console", "commands")
NAMED = 3  # files in one sentence


class Software(Struct, frozen=True):
    """Every file by its path, with its SHA-256."""

    files: dict[str, str]

    @property
    def hash(self) -> str:
        lines = (f"{digest}  {name}\n" for name, digest in sorted(self.files.items()))
        return sha256("".join(lines).encode()).hexdigest()


class Signed(Struct, frozen=True):
    files: dict[str, str]
    signature: str  # Ed25519 of the hash of all, in hex


_signed = msgspec.json.Decoder(Signed).decode


def found(root: Path = HERE) -> Software:
    """As it lies on this machine now. Raises OSError."""
    folders = [root] if root.name in INSTALLED else [root / name for name in OURS]
    whole = root.name in INSTALLED
    files = (
        file
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file() and (whole or "__pycache__" not in file.parts)
    )
    return Software({str(file.relative_to(root)): _digest(file) for file in files})


def _digest(file: Path) -> str:
    with file.open("rb") as source:
        digest = sha256()
        while piece := source.read(1 << 18):
            digest.update(piece)
    return digest.hexdigest()


def sign(software: Software, key: Ed25519PrivateKey) -> bytes:
    signature = key.sign(bytes.fromhex(software.hash)).hex()
    return msgspec.json.format(msgspec.json.encode(Signed(software.files, signature))) + b"\n"


def check(plan: Plan, here: Software) -> None:
    """Is it what was signed? Raises Fault; where nobody signed any there is nothing to compare."""
    if not plan.machine.software:
        return
    listed = _listed(plan.beside(plan.machine.software), plan.machine.software_key)
    if wrong := differences(here, listed):
        raise changed(wrong)


def _listed(path: Path, key: str) -> Software:
    try:
        told = _signed(path.read_bytes())
        listed = Software(told.files)
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(told.signature), bytes.fromhex(listed.hash))
    except OSError as no:
        raise unsigned(path, no.strerror or "it cannot be read") from no
    except (msgspec.DecodeError, ValueError) as no:
        raise unsigned(path, "it is no list of files") from no
    except InvalidSignature as no:
        raise unsigned(path, "its signature is not by the key of table.toml") from no
    return listed


def differences(here: Software, listed: Software) -> list[str]:
    """In words, one a file."""
    names = sorted({*here.files, *listed.files})
    told = []
    for name in names:
        if name not in listed.files:
            told.append(f"{name} is not on the list")
        elif name not in here.files:
            told.append(f"{name} is missing")
        elif here.files[name] != listed.files[name]:
            told.append(f"{name} was changed")
    return told


CHANGED, UNSIGNED = "SOFTWARE_CHANGED", "SOFTWARE_UNSIGNED"


def changed(wrong: list[str]) -> Fault:
    more = f", and {len(wrong) - NAMED} more" if len(wrong) > NAMED else ""
    return Fault(
        CHANGED,
        happened=f"This is not the software that was signed: {', '.join(wrong[:NAMED])}{more}.",
        safe="No hand begins; the journal and all chips are as they were.",
        do="Install the approved version again, and find out who changed it.",
    )


def unsigned(path: Path, why: str) -> Fault:
    return Fault(
        UNSIGNED,
        happened=f"The signed list of the software, {path}, does not hold: {why}.",
        safe="No hand begins; the journal and all chips are as they were.",
        do="Install the approved version again, with its list, and check machine.software_key.",
    )
