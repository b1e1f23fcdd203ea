"""A card is a name for an account, never money: losing it loses nothing.

On the stripe (track 2): `;NNNNNNNNNNNNNNNN=TTTTTTTTTTTT?`. Sixteen digits, the last of them a
check digit (ISO/IEC 7812, the doubling sum), and a tag that only the bank's key can make.
"""

import hmac
import re

from firmware.bank.changes import note_change
from firmware.bank.held_cards import what
from firmware.bank.keys import BankKey
from firmware.bank.store import Tx
from firmware.errors import Refused

_TRACK = re.compile(r"^;?(\d{16})=(\d{12})\??$", re.ASCII)
_ANY = re.compile(r"^;?(\d{12,19})=\d{4,}\??$", re.ASCII)  # whoever made it (ISO/IEC 7813)
_ISSUER = "990"  # ISO/IEC 7812 leaves numbers beginning with 9 to national use
_TAG_DIGITS = 12


def check_digit(digits: str) -> str:
    doubled = (int(d) * (2 - n % 2) for n, d in enumerate(reversed(digits)))
    return str(-sum(value // 10 + value % 10 for value in doubled) % 10)


def card_number(serial: int) -> str:
    body = f"{_ISSUER}{serial:012d}"
    return body + check_digit(body)


def track_of(number: str, key: BankKey) -> str:
    """What the encoder writes onto the stripe."""
    tag = int.from_bytes(key.tag("card", number), "big") % 10**_TAG_DIGITS
    return f";{number}={tag:0{_TAG_DIGITS}d}?"


def read_track(track: str, key: BankKey) -> str:
    """The number on a card that this house made."""
    match = _TRACK.match(track.strip())
    if match is None or not _is_whole(match[1]):
        raise (
            _foreign()
            if _is_foreign(track.strip())
            else Refused("The card could not be read: swipe it again.", rule="REQ-R38")
        )
    if not hmac.compare_digest(track_of(match[1], key), f";{match[1]}={match[2]}?"):
        raise _foreign()
    return match[1]


def _is_whole(number: str) -> bool:
    return check_digit(number[:-1]) == number[-1]


def _is_foreign(track: str) -> bool:
    """Read well, and another's: swiping it again changes nothing."""
    match = _ANY.match(track)
    return match is not None and _is_whole(match[1]) and not match[1].startswith(_ISSUER)


def _foreign() -> Refused:
    return Refused("This card was not made here: please ask at the cage.", rule="REQ-R38")


def issue(tx: Tx, patron: str, agent: str, now_ms: int) -> str:
    """A new number for this patron; other cards of theirs stay good."""
    serial = next_serial(tx, "cards", now_ms)
    number = card_number(serial)
    tx.run(
        "INSERT INTO card (number, patron, status, issued_ms, agent) VALUES (?, ?, ?, ?, ?)",
        number,
        patron,
        "active",
        now_ms,
        agent,
    )
    return number


def give(tx: Tx, patron: str, agent: str, now_ms: int) -> str:
    """The same, and the log knows it."""
    number = issue(tx, patron, agent, now_ms)
    note_change(tx, agent, patron, what(number), "", "active", "", now_ms)
    return number


def next_serial(tx: Tx, name: str, now_ms: int) -> int:
    row = tx.row(
        "INSERT INTO place (id, documents, last_ms) VALUES (?, 1, ?) ON CONFLICT (id) "
        "DO UPDATE SET documents = place.documents + 1 RETURNING documents",
        name,
        now_ms,
    )
    assert row is not None
    return int(row[0])


def patron_of(tx: Tx, number: str) -> str:
    row = tx.row("SELECT patron, status FROM card WHERE number = ?", number)
    if row is None:
        raise Refused("This card is not known: please ask at the cage.", rule="REQ-R38")
    if row[1] != "active":
        words = "was reported lost" if row[1] == "lost" else "is no longer good"
        raise Refused(f"This card {words}: please ask at the cage.", rule="REQ-R38")
    return str(row[0])


def end_all(tx: Tx, patron: str, status: str, agent: str, now_ms: int) -> int:
    """Every card of this patron is dead, everywhere, from now on: how many."""
    rows = tx.rows("SELECT number FROM card WHERE patron = ? AND status = 'active'", patron)
    for (number,) in rows:
        end_card(tx, number, status, agent, now_ms)
    return len(rows)


def end_card(
    tx: Tx, number: str, status: str, agent: str, now_ms: int, whose: str = ""
) -> str:  # fmt: skip
    """Report it lost or retire it; the patron whose it was."""
    row = tx.row("SELECT patron, status FROM card WHERE number = ?", number)
    if row is None or (whose and row[0] != whose):
        raise Refused(f"There is no card {number} of theirs.", rule="REQ-R38")
    if row[1] != "active":
        raise Refused(f"That card is {row[1]} already.", rule="REQ-R38")
    tx.run("UPDATE card SET status = ? WHERE number = ?", status, number)
    note_change(tx, agent, row[0], what(number), "active", status, "", now_ms)
    return str(row[0])
