"""One live session for each account, across all tables: one card cannot sit in two seats."""

from msgspec import Struct

from firmware.bank.store import Tx
from firmware.errors import Refused


class Session(Struct, frozen=True):
    id: str
    patron: str
    place: str
    seat: int
    opened_ms: int


def live_session(tx: Tx, patron: str) -> Session | None:
    row = tx.row(
        "SELECT id, patron, place, seat, opened_ms FROM session "
        "WHERE patron = ? AND closed_ms IS NULL",
        patron,
    )
    return Session(*row) if row else None


def open_session(tx: Tx, session: str, patron: str, place: str, seat: int, now_ms: int) -> Session:
    """The table chooses the id: asking twice opens once."""
    live = live_session(tx, patron)
    if live and live.id == session:
        return live
    if live:
        where = f"{live.place.partition(':')[2]}, seat {live.seat}"
        raise Refused(f"This account is already in play at table {where}.", rule="REQ-R35")
    if tx.row("SELECT 1 FROM session WHERE id = ?", session):
        raise Refused("That session is over: please swipe again.", rule="REQ-R35")
    tx.run(
        "INSERT INTO session (id, patron, place, seat, opened_ms) VALUES (?, ?, ?, ?, ?)",
        session,
        patron,
        place,
        seat,
        now_ms,
    )
    return Session(session, patron, place, seat, now_ms)


def close_session(tx: Tx, session: str, now_ms: int) -> None:
    """Closing it twice is closing it once."""
    tx.run("UPDATE session SET closed_ms = ? WHERE id = ? AND closed_ms IS NULL", now_ms, session)
