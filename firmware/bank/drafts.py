"""An account that is being opened: kept as it is typed, sealed, until it is opened or given up.

A draft is parts under one id: what was typed, pictures, the signature, the hash of the PIN that the
patron chose on the pad. Opened, only the number of its account stays: asked again, it is that one.
"""

from typing import Literal

from msgspec import Struct, json

from firmware.bank import attachments, cards, details, patrons, standing
from firmware.bank.changes import note_change
from firmware.bank.details import Detail
from firmware.bank.gaming_day import HouseClock
from firmware.bank.keys import BankKey
from firmware.bank.private import seal, unseal
from firmware.bank.store import Tx
from firmware.errors import Refused

Part = Literal["typed", "document", "photo", "signature", "pin", "opened"]
KEPT_MS = 24 * 3600 * 1000  # who has not come back by then begins anew
Picture = Literal["document", "photo", "signature"]
_PICTURES: tuple[Picture, ...] = ("document", "photo", "signature")
_RULE = "REQ-R34"


class Typed(Struct, frozen=True):
    given: str = ""
    family: str = ""
    id_type: str = "driver license"
    id_number: str = ""
    id_expiry: str = ""
    detail: Detail = Detail()
    not_same: str = ""

    @property
    def name(self) -> str:
        return f"{self.given} {self.family}".strip()


class Draft(Struct, frozen=True):
    id: str
    typed: Typed = Typed()
    parts: frozenset[str] = frozenset()
    opened: str = ""  # its account

    @property
    def application(self) -> patrons.Application:
        one, signed = self.typed, "signature" in self.parts
        seen = one.id_type, one.id_number, one.id_expiry
        return patrons.Application(one.name, *seen, signed, one.detail, one.not_same)


class Alike(Struct, frozen=True):
    """An account that may be, or is, the same person's."""

    patron: str
    name: str
    why: str
    is_same: bool  # the same document or tax number: nothing to decide
    stopped: str  # why that person may not play: seen first


def keep(tx: Tx, id_: str, part: Part, data: bytes, by: str, key: BankKey, now_ms: int) -> None:
    """The later word holds; of an account that is open nothing is changed here."""
    if read(tx, id_, key, now_ms).opened:
        raise Refused("This account is open already.", rule=_RULE)
    tx.run(
        "INSERT INTO draft (id, part, sealed, by_whom, at_ms) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (id, part) DO UPDATE SET sealed = excluded.sealed, "
        "by_whom = excluded.by_whom, at_ms = excluded.at_ms",
        id_,
        part,
        seal(key, f"draft {id_} {part}", data),
        by,
        now_ms,
    )


def keep_picture(
    tx: Tx, id_: str, part: Picture, media: str, data: bytes, by: str, key: BankKey, now_ms: int
) -> None:
    attachments.check(part, media, data)
    keep(tx, id_, part, media.encode() + b"\n" + data, by, key, now_ms)


def part_of(tx: Tx, id_: str, part: Part, key: BankKey) -> bytes:
    row = tx.row("SELECT sealed FROM draft WHERE id = ? AND part = ?", id_, part)
    if row is None:
        raise Refused("There is no such draft, or nothing of that in it.", rule=_RULE)
    return unseal(key, f"draft {id_} {part}", row[0])


def picture(tx: Tx, id_: str, part: Picture, key: BankKey) -> tuple[str, bytes]:
    media, _, data = part_of(tx, id_, part, key).partition(b"\n")
    return media.decode(), data


def read(tx: Tx, id_: str, key: BankKey, now_ms: int) -> Draft:
    """One of which nothing was kept yet, or not for a day, is empty."""
    _forget_old(tx, now_ms)
    return _read(tx, id_, key)


def _read(tx: Tx, id_: str, key: BankKey) -> Draft:
    parts = frozenset(row[0] for row in tx.rows("SELECT part FROM draft WHERE id = ?", id_))
    typed = Typed()
    if "typed" in parts:
        typed = json.decode(part_of(tx, id_, "typed", key), type=Typed)
    opened = part_of(tx, id_, "opened", key).decode() if "opened" in parts else ""
    return Draft(id_, typed, parts, opened)


def kept(tx: Tx, key: BankKey, now_ms: int) -> list[Draft]:
    """Those that wait for their patron to come back, the newest first."""
    _forget_old(tx, now_ms)
    rows = tx.rows("SELECT id FROM draft WHERE part = 'typed' ORDER BY at_ms DESC LIMIT 20")
    return [_read(tx, id_, key) for (id_,) in rows]


def _forget_old(tx: Tx, now_ms: int) -> None:
    """Whole, counted from the last of its parts: a PIN without a name is nobody's."""
    tx.run(
        "DELETE FROM draft WHERE part <> 'opened' AND id IN "
        "(SELECT id FROM draft GROUP BY id HAVING MAX(at_ms) < ?)",
        now_ms - KEPT_MS,
    )


def discard(tx: Tx, id_: str) -> None:
    tx.run("DELETE FROM draft WHERE id = ? AND part <> 'opened'", id_)


def alike(tx: Tx, draft: Draft, key: BankKey, now_ms: int) -> list[Alike]:
    """Whose document or number it is already; who was born that day and is called alike."""
    one, found = draft.typed, {}
    for match in details.matches(tx, one.name, one.detail) if one.detail.birth_date else []:
        found[match.patron] = (match.why, False)
    same = {
        patrons.document_of(tx, one.id_type, one.id_number): "document",
        details.holder(tx, one.detail, key) if one.detail.tax_number else None: "tax number",
    }
    found |= {patron: (why, True) for patron, why in same.items() if patron}
    return [_alike(tx, patron, why, is_same, now_ms) for patron, (why, is_same) in found.items()]


def _alike(tx: Tx, patron: str, why: str, is_same: bool, now_ms: int) -> Alike:
    who = patrons.patron(tx, patron)
    return Alike(patron, who.name, why, is_same, patrons.stopped(who, now_ms))


def open_account(
    tx: Tx, id_: str, by: str, key: BankKey, now_ms: int, house: HouseClock
) -> tuple[str, str]:
    """Person, pictures, PIN and a first card in one unit of work: all of it, or nothing.
    The account, and the card's number; none if it was opened before."""
    draft = read(tx, id_, key, now_ms)
    if draft.opened:
        return draft.opened, ""
    if not draft.parts & {"document", "photo"}:
        raise Refused("Still missing: a scan of the document, or a photo.", rule=_RULE)
    if "pin" not in draft.parts:
        raise Refused("Still missing: the PIN, chosen on the pad.", rule=_RULE)
    patron = patrons.open_patron(tx, draft.application, by, key, now_ms, house)
    for kind in (one for one in _PICTURES if one in draft.parts):
        media, data = picture(tx, id_, kind, key)
        attachments.attach(tx, f"{id_}-{kind}", patron, kind, media, data, by, key, now_ms)
    pin = part_of(tx, id_, "pin", key).decode()
    tx.run("UPDATE patron SET pin_hash = ? WHERE id = ?", pin, patron)
    note_change(tx, by, patron, "PIN", "", standing.marked("first", pin), "", now_ms)
    number = cards.give(tx, patron, by, now_ms)
    keep(tx, id_, "opened", patron.encode(), by, key, now_ms)
    discard(tx, id_)
    return patron, number
