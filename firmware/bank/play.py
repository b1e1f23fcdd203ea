"""One live session for each account, across all tables: one card cannot sit in two seats.

A table asks every few seconds who of its players may stay. Who was barred, excluded themselves or
was freed for another table by the cage goes home from it when the hand is over.
"""

from msgspec import Struct

from firmware.bank.gaming_day import is_over
from firmware.bank.patrons import may_play, patron
from firmware.bank.store import Tx
from firmware.errors import Refused

HEARD_MS = 60_000  # a table that was silent for longer may be gone
_TOLD_MS = 20_000  # so often it is written down that it was not


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


def was_here(tx: Tx, place: str, patron: str, since_ms: int) -> bool:
    """Plays at this table, or has left it since."""
    row = tx.row(
        "SELECT 1 FROM session WHERE place = ? AND patron = ? "
        "AND (closed_ms IS NULL OR closed_ms > ?)",
        place,
        patron,
        since_ms,
    )
    return row is not None


def note_contact(tx: Tx, place: str, now_ms: int) -> None:
    """This table is there."""
    last = heard(tx, place)
    if last is None or now_ms - last not in range(_TOLD_MS):
        tx.run(
            "INSERT INTO table_heard (place, at_ms) VALUES (?, ?) ON CONFLICT (place) "
            "DO UPDATE SET at_ms = excluded.at_ms",
            place,
            now_ms,
        )


def heard(tx: Tx, place: str) -> int | None:
    row = tx.row("SELECT at_ms FROM table_heard WHERE place = ?", place)
    return int(row[0]) if row else None


def who_must_go(tx: Tx, sessions: list[str], now_ms: int) -> dict[str, str]:
    """Of these sessions, those whose players may not stay, and why. One that is not known here yet
    is somebody at the PIN."""
    gone = {}
    for session in sessions:
        row = tx.row("SELECT patron, closed_ms FROM session WHERE id = ?", session)
        if row and row[1] is not None:
            gone[session] = "the cage has ended this session"
        elif row:
            try:
                may_play(patron(tx, row[0]), now_ms)
            except Refused as no:
                gone[session] = str(no)
    return gone


def end_of_dead_table(tx: Tx, who: str, now_ms: int) -> Session:
    """The account is free again; never while its table answers, or one card sits at two."""
    live = live_session(tx, who)
    if live is None:
        raise Refused(f"Patron {who} is not in play.", rule="REQ-R35")
    last = heard(tx, live.place)
    if last is not None and not is_over(last, last + HEARD_MS, now_ms):
        table = live.place.partition(":")[2]
        words = f"Table {table} answers: the floor cashes seat {live.seat} in there."
        raise Refused(words, rule="REQ-R35")
    close_session(tx, live.id, now_ms)
    return live
