"""What each player brought, wagered, won and took away in one sitting (REQ-R41). A fold."""

from msgspec import Struct

from firmware.journal.records import (
    HandEnded,
    HandPaid,
    SeatResult,
    SessionClosed,
    SessionOpened,
    Told,
    TransferPosted,
)

CLOSED_KEPT = 1000  # older ones are still in the journal


class SessionTotals(Struct):
    session: str
    patron: str
    seat: int
    opened_ms: int
    closed_ms: int = 0
    bought_in: int = 0
    cashed_out: int = 0
    wagered: int = 0
    won: int = 0
    hands: int = 0
    hand_paid: int = 0  # what did not reach the card (REQ-R40)


class Sessions(Struct):
    open: dict[str, SessionTotals] = {}
    closed: list[SessionTotals] = []


def tally(sessions: Sessions, at_ms: int, told: Told) -> None:
    match told:
        case SessionOpened(session, patron, seat):
            sessions.open[session] = SessionTotals(session, patron, seat, at_ms)
        case TransferPosted(transfer):
            if totals := totals_of(sessions, transfer.session):
                totals.bought_in += transfer.amount * (transfer.kind == "buy_in")
                totals.cashed_out += transfer.amount * (transfer.kind == "cash_out")
        case HandPaid(transfer):
            if totals := totals_of(sessions, transfer.session):
                totals.hand_paid += transfer.amount
        case HandEnded():
            for result in told.results:
                _add_hand(sessions, result, told.in_chips)
        case SessionClosed(session) if session in sessions.open:
            totals = sessions.open.pop(session)
            totals.closed_ms = at_ms
            sessions.closed.append(totals)
            del sessions.closed[:-CLOSED_KEPT]


def _add_hand(sessions: Sessions, result: SeatResult, in_chips: bool) -> None:
    totals = sessions.open.get(result.session)
    if totals is None:
        return
    totals.hands += 1
    if not in_chips:
        totals.wagered += result.wagered
        totals.won += result.won


def totals_of(sessions: Sessions, session: str) -> SessionTotals | None:
    """A cash-out may reach the bank after the player has left: look among the closed ones too."""
    if session in sessions.open:
        return sessions.open[session]
    return next((t for t in reversed(sessions.closed) if t.session == session), None)
