"""A cashier asks surveillance for the minutes of one document: what a camera saw explains a count.

It is a line of the change log, so that whoever gives the second name sees that it was asked for.
"""

from msgspec import Struct

from firmware.bank.changes import note_change
from firmware.bank.explanations import Document, document
from firmware.bank.gaming_day import HouseClock, local
from firmware.bank.store import Tx
from firmware.bank.windows import Window, difference
from firmware.money import Cents, show

ASKED = "surveillance"
_MINUTE_MS = 60_000
_BEFORE, _AFTER = 2, 3  # minutes around the document


class Minutes(Struct, frozen=True):
    """Of the house's clock."""

    day: str
    words: str  # 20:00 to 20:05

    @property
    def line(self) -> str:
        return f"{self.day} {self.words}"


def minutes_of(one: Document, house: HouseClock) -> Minutes:
    began, ended = (
        local(one.at_ms + minutes * _MINUTE_MS, house) for minutes in (-_BEFORE, _AFTER)
    )
    return Minutes(f"{began:%Y-%m-%d}", f"{began:%H:%M} to {ended:%H:%M}")


def ask(tx: Tx, id_: str, transfer: str, by: str, house: HouseClock, now_ms: int) -> bool:
    """For one document of a count that differs. Asked again, it was asked for: False."""
    window, sheet = difference(tx, id_)
    one = document(tx, id_, transfer)
    minutes = minutes_of(one, house).line
    if minutes in asked(tx, window):
        return False
    gap = sheet.difference
    why = f"{one.number}, {'over' if gap > 0 else 'short'} {show(Cents(abs(gap)))}"
    note_change(tx, by, window.drawer, ASKED, "", minutes, why, now_ms)
    return True


def asked(tx: Tx, window: Window) -> list[str]:
    """What was asked for about this window, in order."""
    rows = tx.rows(
        "SELECT after FROM change WHERE about = ? AND what = ? AND at_ms >= ? ORDER BY at_ms",
        window.drawer, ASKED, window.opened_ms,
    )  # fmt: skip
    return [after for (after,) in rows]
