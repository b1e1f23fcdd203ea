"""The change log (REQ-R37): who changed what, when, from what to what, and why. It only grows, and
each line is a link of one chain (change_book.py)."""

from msgspec import Struct
from msgspec.structs import replace

from firmware.bank import days
from firmware.bank.accounts import called
from firmware.bank.gaming_day import HouseClock, local
from firmware.bank.store import Tx
from firmware.money import Cents, show

READ_MAX = 200
LINE = "at_ms, agent, about, what, before, after, reason"


class Change(Struct, frozen=True):
    at_ms: int
    agent: str
    about: str
    what: str
    before: str
    after: str
    reason: str


def note_change(
    tx: Tx, agent: str, about: str, what: str, before: str, after: str, reason: str, now_ms: int
) -> None:
    line = (now_ms, agent, about, what, before, after, reason)
    tx.run(f"INSERT INTO change ({LINE}) VALUES (?, ?, ?, ?, ?, ?, ?)", *line)
    tx.noted.append(line)


def changes(tx: Tx, about: str = "", most: int = READ_MAX) -> list[Change]:
    """The newest first: all of them, or those of one person, patron or account."""
    rows = tx.rows(
        f"SELECT {LINE} FROM change "
        "WHERE ? = '' OR about = ? OR agent = ? ORDER BY at_ms DESC LIMIT ?",
        about,
        about,
        about,
        most,
    )
    return [Change(*row) for row in rows]


def as_read(one: Change, house: HouseClock) -> Change:
    """The books keep cents, milliseconds and names of accounts; people read money, days and
    drawer 1."""
    value = {
        "exclusion": lambda text: _day(text, house), "limit": _money, "cash limit": _money,
        "time limit": _hours,
    }.get(one.what, days.shown_within)  # fmt: skip
    what = days.shown_within(one.what)
    return replace(
        one, about=_about(one.about), what=what, before=value(one.before), after=value(one.after)
    )


def _about(name: str) -> str:
    return called(name) if name.startswith(("drawer:", "table:", "promotion:")) else name


def _day(text: str, house: HouseClock) -> str:
    return days.shown(local(int(text), house)) if int(text) else ""


def _money(text: str) -> str:
    return "none" if text == "None" else show(Cents(int(text)))


def _hours(text: str) -> str:
    return "none" if text == "None" else f"{int(text) // 60}:{int(text) % 60:02d} hours"
