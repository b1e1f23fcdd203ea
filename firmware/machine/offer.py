"""An update that somebody offers: what it is, and the two who approved it. Pure.

A bundle is installed when the house and the lab both signed the same page about it, and when it is
newer, for this board, fits, and the clock can be believed. Whatever it is refused for has a name.
The page holds the digest of the bundle: no other bytes are ever written.
"""

import re
from collections.abc import Mapping
from typing import Literal, get_args

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from firmware.errors import Refused

Side = Literal["house", "lab"]
SIDES: tuple[Side, ...] = get_args(Side)
DOMAIN = b"stormdeck update\0"
DAY_MS = 86_400_000
_VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){1,3}")


class Offer(Struct, frozen=True):
    version: str  # 4.3.0
    board: str  # amd64, arm64
    digest: str  # SHA-256 of the bundle, hex
    size: int  # of the bundle, bytes
    made_ms: int
    changes: tuple[str, ...] = ()  # in words, for whoever approves it and whoever installs it


class Approval(Struct, frozen=True):
    side: Side
    name: str  # who signed
    at_ms: int
    signature: str  # Ed25519, hex


class Approved(Struct, frozen=True):
    """What lies beside a bundle, as approved.json."""

    offer: Offer
    approvals: tuple[Approval, ...] = ()


class Here(Struct, frozen=True):
    """The machine that it is offered to."""

    version: str  # that is good here
    board: str
    room: int  # bytes free where a bundle lies
    now_ms: int
    keys: Mapping[str, str]  # whose signatures count here: side -> Ed25519 public key, hex
    clock_set: bool = True  # by a time server, since this machine was started


def approve(offer: Offer, side: Side, name: str, at_ms: int, key: Ed25519PrivateKey) -> Approval:
    unsigned = Approval(side, name, at_ms, "")
    return Approval(side, name, at_ms, key.sign(_page(offer, unsigned)).hex())


def _page(offer: Offer, approval: Approval) -> bytes:
    """What is signed: the offer, and whose signature it is."""
    whose = (approval.side, approval.name, approval.at_ms)
    return DOMAIN + msgspec.json.encode((offer, whose), order="deterministic")


def check(approved: Approved, here: Here, digest: str) -> None:
    """May these bytes be written? Refused: why not, by name."""
    offer = approved.offer
    for side in SIDES:
        _check_side(approved, side, here.keys.get(side, ""))
    if digest != offer.digest:
        raise _no("DAMAGED", "The bundle is not the one that was approved: its bytes differ.")
    if offer.board != here.board:
        words = f"It is for boards of the kind {offer.board}; this is {here.board}."
        raise _no("OTHER_BOARD", words)
    if order(offer.version) <= order(here.version):
        words = f"Version {offer.version} is not newer than {here.version}, which is good here."
        raise _no("OLDER_VERSION", words)
    newest_ms = max(one.at_ms for one in approved.approvals)
    if not here.clock_set or newest_ms > here.now_ms + DAY_MS:
        words = "This machine's clock cannot be right: no time server has set it, or it is behind."
        raise _no("CLOCK_WRONG", words)


def check_room(size: int, here: Here) -> None:
    """Before a bundle is taken in."""
    if size > here.room:
        words = f"It needs {size >> 20:,} MB; {here.room >> 20:,} MB are free on the data disk."
        raise _no("NO_ROOM", words)


def _check_side(approved: Approved, side: Side, key: str) -> None:
    signed = [one for one in approved.approvals if one.side == side]
    if not key:
        words = f"This table knows no key of the {side}: updates.{side} in table.toml."
        raise _no("NO_KEY", words)
    if not signed:
        raise _no("ONE_SIGNATURE", f"The {side} has not approved it. One side alone is not enough.")
    if not all(_holds(approved.offer, one, key) for one in signed):
        raise _no("WRONG_SIGNATURE", f"What is signed for the {side} is not by the {side}'s key.")


def _holds(offer: Offer, approval: Approval, key: str) -> bool:
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(approval.signature), _page(offer, approval))
    except (InvalidSignature, ValueError):
        return False
    return True


def order(version: str) -> tuple[int, ...]:
    """Versions in order: 4.10 comes after 4.9, and 4.3 is 4.3.0."""
    if not _VERSION.fullmatch(version):
        raise _no("NO_VERSION", f"{version[:40]!r} is no version, such as 4.3.0.")
    numbers = [int(part) for part in version.split(".")]
    while numbers[-1:] == [0]:
        numbers.pop()
    return tuple(numbers)


def _no(name: str, words: str) -> Refused:
    return Refused(words, f"update {name}")
