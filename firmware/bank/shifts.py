"""A shift told again for who reads the books, from its float to its last count: of a past day as it
was that day."""

from msgspec import Struct, json

from firmware.bank.gaming_day import HouseClock, day_began_ms
from firmware.bank.ledger import number
from firmware.bank.store import Row, Tx
from firmware.bank.title31 import CASH_IN, CASH_OUT
from firmware.bank.windows import NEVER_MS, VAULT, Moved, Window
from firmware.errors import Refused

PAST_SHIFTS = 30
_SHIFT = "SELECT id, drawer, person, state, opened_ms, closed_ms FROM cage_window WHERE "


class Shift(Struct, frozen=True):
    window: Window
    closed_ms: int | None
    float: int  # as it was counted
    cash_in: tuple[int, int]  # documents, cents
    cash_out: tuple[int, int]
    vault: int
    corrected: int
    counted: int | None  # at the end; nothing: it is not counted yet
    pieces: dict[int, int]
    documents: list[Row]  # number, kind, cents, when

    @property
    def expected(self) -> int:
        moved = self.cash_in[1] - self.cash_out[1] + self.vault + self.corrected
        return self.float + moved

    @property
    def difference(self) -> int | None:
        return None if self.counted is None else self.counted - self.expected


def shifts_of_day(tx: Tx, day: str, house: HouseClock) -> list[Shift]:
    """Those that began on this gaming day."""
    bounds = day_began_ms(day, house), day_began_ms(day, house, 1)
    rows = tx.rows(_SHIFT + "opened_ms >= ? AND opened_ms < ? ORDER BY opened_ms, id", *bounds)
    return [_told(tx, row) for row in rows]


def past_gaps(tx: Tx, person: str) -> list[int]:
    """What the last shifts of a cashier differed by, the newest first."""
    rows = tx.rows(
        _SHIFT + "person = ? AND state = 'closed' ORDER BY opened_ms DESC LIMIT ?",
        person, PAST_SHIFTS,
    )  # fmt: skip
    return [_told(tx, row).difference or 0 for row in rows]


def shift(tx: Tx, window: str) -> Shift:
    row = tx.row(_SHIFT + "id = ?", window)
    if row is None:
        raise Refused("There is no such shift.", rule="REQ-R41")
    return _told(tx, row)


def _told(tx: Tx, row: Row) -> Shift:
    window, closed_ms = Window(*row[:5]), row[5]
    until_ms = NEVER_MS if closed_ms is None else int(closed_ms)
    moved, sheets = Moved(tx, window, until_ms), _sheets(tx, window.id)
    closing = [(counted, pieces) for kind, counted, pieces in sheets if kind == "closing"]
    last = closing[-1] if closing else (None, "{}")
    out = moved.of(*CASH_OUT)
    return Shift(
        window, closed_ms, int(sheets[0][1]), moved.of(*CASH_IN), (out[0], -out[1]),
        moved.of(*VAULT)[1], moved.of("correction")[1], last[0],
        json.decode(last[1], type=dict[int, int]), _documents(tx, window, until_ms),
    )  # fmt: skip


def _sheets(tx: Tx, window: str) -> list[Row]:
    return tx.rows(
        "SELECT kind, counted, pieces FROM count_sheet WHERE window_id = ? ORDER BY at_ms", window
    )


def _documents(tx: Tx, window: Window, until_ms: int) -> list[Row]:
    rows = tx.rows(
        "SELECT place, document, kind, amount, at_ms FROM transfer "
        "WHERE place = ? AND at_ms BETWEEN ? AND ? ORDER BY document",
        window.drawer, window.opened_ms, until_ms,
    )  # fmt: skip
    return [(number(place, document), *rest) for place, document, *rest in rows]
