"""A cashier's window: one person, one drawer, counted by denominations at both ends of a shift.

The count is blind: what the drawer should hold is said only after a sheet is signed, and a signed
sheet is never changed. What differs goes to over/short with a second name. The life of a window:

    opening ──(equal, or difference posted)── open ──(count signed)── counting ──(the same)── closed
"""

from msgspec import Struct, json
from msgspec.structs import replace

from firmware.bank.accounts import account_of, called
from firmware.bank.changes import note_change
from firmware.bank.store import Tx
from firmware.bank.title31 import CASH_IN, CASH_OUT
from firmware.errors import Refused
from firmware.money import Cents, show

DENOMINATIONS = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1)
OVER_SHORT = "over-short"
SHEETS_MAX = 2  # a count, and one recount
_PIECES_MAX = 100_000
NEVER_MS = 2**62
VAULT = ("fill", "empty")
_RULE = "REQ-R41"


class Window(Struct, frozen=True):
    id: str
    drawer: str
    person: str
    state: str
    opened_ms: int


class Sheet(Struct, frozen=True):
    """Signed. The difference is what lies there more than the books say."""

    window: str
    counted: int
    expected: int
    pieces: dict[int, int] = {}
    person: str = ""  # who signed it, and when
    at_ms: int = 0
    number: str = ""  # as it is printed: 2-C-0007

    @property
    def difference(self) -> int:
        return self.counted - self.expected


def total(pieces: dict[int, int]) -> Cents:
    """What was counted. A line left blank is not a nought: nobody has counted it."""
    blank = [value for value in DENOMINATIONS if value not in pieces]
    if blank:
        raise Refused(f"Still to count: {', '.join(show(Cents(one)) for one in blank)}.", _RULE)
    if set(pieces) - set(DENOMINATIONS):
        raise Refused("There is no such note or coin.", _RULE)
    if not all(0 <= number <= _PIECES_MAX for number in pieces.values()):
        raise Refused("A number of notes or coins is 0 or more.", _RULE)
    return Cents(sum(value * number for value, number in pieces.items()))


def window_of(tx: Tx, person: str) -> Window | None:
    row = tx.row(_WINDOW + "WHERE person = ? AND state <> 'closed'", person)
    return Window(*row) if row else None


def last_closed_ms(tx: Tx, drawer: str) -> int:
    """When it was last counted and closed; 0: never."""
    row = tx.row("SELECT MAX(closed_ms) FROM cage_window WHERE drawer = ?", drawer)
    return int(row[0] or 0) if row else 0


def at_drawer(tx: Tx, drawer: str) -> Window | None:
    row = tx.row(_WINDOW + "WHERE drawer = ? AND state <> 'closed'", drawer)
    return Window(*row) if row else None


_WINDOW = "SELECT id, drawer, person, state, opened_ms FROM cage_window "


def open_window(
    tx: Tx, id_: str, drawer: str, pieces: dict[int, int], person: str, now_ms: int
) -> Sheet:
    mine, taken = window_of(tx, person), at_drawer(tx, drawer)
    if mine and mine.id == id_:
        return _last_sheet(tx, id_)  # asked again
    if mine:
        raise Refused(f"You are at {called(mine.drawer)}: close it first.", _RULE)
    if taken:
        raise Refused(f"{taken.person} is at {called(drawer)}.", _RULE)
    if account_of(tx, drawer).kind != "drawer":
        raise Refused(f"{drawer} is no drawer.", _RULE)
    counted = total(pieces)
    tx.run(
        "INSERT INTO cage_window (id, drawer, person, state, opened_ms) VALUES (?, ?, ?, ?, ?)",
        id_,
        drawer,
        person,
        "opening",
        now_ms,
    )
    sheet = _sign(tx, id_, drawer, "opening", pieces, counted, person, now_ms)
    if sheet.difference == 0:
        _become(tx, id_, "open", person, now_ms)
    return sheet


def count(tx: Tx, pieces: dict[int, int], person: str, now_ms: int, sheet_no: int = 0) -> Sheet:
    """At the end, and once more if it differs. From here on no cash moves at this window.
    `sheet_no`: which count it is, 1 or 2; asked for again, the sheet that was signed answers."""
    mine = _mine(tx, person)
    if mine.state not in ("open", "counting"):
        raise Refused("A lead posts the difference of the float first.", _RULE)
    sheets = closing_sheets(tx, mine.id)
    if 0 < sheet_no <= sheets:
        return _last_sheet(tx, mine.id)
    if sheets >= SHEETS_MAX:
        raise Refused("It was counted twice: a lead posts the difference.", _RULE)
    sheet = _sign(tx, mine.id, mine.drawer, "closing", pieces, total(pieces), person, now_ms)
    if mine.state == "open":
        _become(tx, mine.id, "counting", person, now_ms)
    return sheet


def closing_sheets(tx: Tx, id_: str) -> int:
    (sheets,) = tx.row(
        "SELECT COUNT(*) FROM count_sheet WHERE window_id = ? AND kind = 'closing'", id_
    ) or (0,)
    return int(sheets)


def signed_sheet(tx: Tx, person: str) -> Sheet:
    """The last one, for who signed it. While the window is open nobody there sees one."""
    mine = _mine(tx, person)
    if mine.state == "open":
        raise Refused("The count is blind: sign a sheet first.", _RULE)
    return _against_the_books(tx, mine)


def close(tx: Tx, person: str, now_ms: int) -> None:
    mine = _mine(tx, person)
    if mine.state != "counting":
        raise Refused("Count the drawer first.", _RULE)
    if _against_the_books(tx, mine).difference:
        raise Refused("It differs: a lead posts the difference.", _RULE)
    _become(tx, mine.id, "closed", person, now_ms)


def difference(tx: Tx, id_: str) -> tuple[Window, Sheet]:
    """What waits for a second name at this window."""
    row = tx.row(_WINDOW + "WHERE id = ?", id_)
    if row is None:
        raise Refused("There is no such window.", _RULE)
    found = Window(*row)
    sheet = _against_the_books(tx, found)
    if found.state not in ("opening", "counting") or not sheet.difference:
        raise Refused("No difference waits there.", _RULE)
    return found, sheet


def posted(tx: Tx, found: Window, by: str, now_ms: int) -> None:
    """The difference is in the books: the window goes on."""
    _become(tx, found.id, "open" if found.state == "opening" else "closed", by, now_ms)


def require_open(tx: Tx, drawer: str, person: str) -> None:
    """Cash moves only at one's own window, and only while it is open."""
    found = at_drawer(tx, drawer)
    if found is None or found.person != person:
        account_of(tx, drawer)
        raise Refused(f"Your window at {called(drawer)} is not open.", _RULE)
    if found.state != "open":
        words = f"The window at {called(drawer)} is {found.state}: no cash moves there."
        raise Refused(words, _RULE)


def done_today(tx: Tx, drawer: str, person: str, day: str, began_ms: int) -> tuple[int, int, int]:
    row = tx.row(
        "SELECT COALESCE(SUM(CASE WHEN kind = 'deposit' THEN 1 ELSE 0 END), 0), "
        "COALESCE(SUM(CASE WHEN kind = 'withdraw' THEN 1 ELSE 0 END), 0), "
        "(SELECT COUNT(*) FROM card WHERE agent = ? AND issued_ms >= ?) "
        "FROM transfer WHERE day = ? AND place = ?",
        person, began_ms, day, drawer,
    )  # fmt: skip
    assert row is not None
    return int(row[0]), int(row[1]), int(row[2])


class Way(Struct, frozen=True):
    """How the books come to what should be there."""

    opened: int
    cash_in: tuple[int, int]  # documents, cents
    cash_out: tuple[int, int]
    vault: int
    corrected: int


def way_of(tx: Tx, id_: str) -> Way:
    """Of a window that is counted: never before its sheet is signed."""
    found, sheet = difference(tx, id_)
    moved = Moved(tx, found, NEVER_MS)
    paid_in, paid_out = moved.of(*CASH_IN), moved.of(*CASH_OUT)
    vault = moved.of(*VAULT)[1]
    other = moved.of("correction", "over", "short")[1]
    opened = sheet.expected - paid_in[1] - paid_out[1] - vault - other
    return Way(opened, paid_in, (paid_out[0], -paid_out[1]), vault, other)


class Moved:
    """What came into a drawer while its window was open, kind by kind; what left it is less."""

    def __init__(self, tx: Tx, window: Window, until_ms: int) -> None:
        rows = tx.rows(
            "SELECT t.kind, COUNT(*), SUM(CASE WHEN t.debit = ? THEN t.amount ELSE -t.amount END) "
            "FROM transfer t JOIN outcome o ON o.transfer = t.id AND o.state = 'posted' "
            "WHERE (t.debit = ? OR t.credit = ?) AND o.at_ms BETWEEN ? AND ? GROUP BY t.kind",
            window.drawer, window.drawer, window.drawer, window.opened_ms, until_ms,
        )  # fmt: skip
        self._kinds = {kind: (int(count), int(cents)) for kind, count, cents in rows}

    def of(self, *kinds: str) -> tuple[int, int]:
        """Documents, cents."""
        found = [self._kinds.get(kind, (0, 0)) for kind in kinds]
        return sum(count for count, _ in found), sum(cents for _, cents in found)


def _mine(tx: Tx, person: str) -> Window:
    mine = window_of(tx, person)
    if mine is None:
        raise Refused("You have no window.", _RULE)
    return mine


def _sign(
    tx: Tx, window: str, drawer: str, kind: str, pieces: dict[int, int], counted: int, person: str,
    now_ms: int,
) -> Sheet:  # fmt: skip
    expected = -account_of(tx, drawer).balance
    tx.run(
        "INSERT INTO count_sheet (window_id, kind, person, at_ms, pieces, counted, expected) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        window,
        kind,
        person,
        now_ms,
        json.encode(pieces).decode(),
        counted,
        expected,
    )
    named = sheet_number(drawer, _sheets_until(tx, drawer, now_ms))
    return Sheet(window, counted, expected, pieces, person, now_ms, named)


def _last_sheet(tx: Tx, window: str) -> Sheet:
    row = tx.row(
        "SELECT s.counted, s.expected, s.pieces, s.person, s.at_ms, w.drawer FROM count_sheet s "
        "JOIN cage_window w ON w.id = s.window_id WHERE s.window_id = ? "
        "ORDER BY s.at_ms DESC LIMIT 1",
        window,
    )
    assert row is not None, "a window begins with a count"
    counted, expected, pieces, person, at_ms, drawer = row
    named = sheet_number(drawer, _sheets_until(tx, drawer, at_ms))
    found = json.decode(pieces, type=dict[int, int])
    return Sheet(window, counted, expected, found, person, at_ms, named)


def next_sheet(tx: Tx, drawer: str) -> str:
    """The number of the sheet that is counted now."""
    return sheet_number(drawer, _sheets_until(tx, drawer, NEVER_MS) + 1)


def sheet_number(drawer: str, sheets: int) -> str:
    """Beside its documents, in the book of the drawer."""
    return f"{drawer.partition(':')[2]}-C-{sheets:04d}"


def _sheets_until(tx: Tx, drawer: str, at_ms: int) -> int:
    (sheets,) = tx.row(
        "SELECT COUNT(*) FROM count_sheet s JOIN cage_window w ON w.id = s.window_id "
        "WHERE w.drawer = ? AND s.at_ms <= ?",
        drawer, at_ms,
    ) or (0,)  # fmt: skip
    return int(sheets)


def _against_the_books(tx: Tx, window: Window) -> Sheet:
    """As it was signed, beside what the books say now: a slip that was corrected since explains
    what it explains."""
    return replace(_last_sheet(tx, window.id), expected=-account_of(tx, window.drawer).balance)


def _become(tx: Tx, id_: str, state: str, by: str, now_ms: int) -> None:
    row = tx.row("SELECT drawer, state FROM cage_window WHERE id = ?", id_)
    assert row is not None
    closed = now_ms if state == "closed" else None
    tx.run("UPDATE cage_window SET state = ?, closed_ms = ? WHERE id = ?", state, closed, id_)
    note_change(tx, by, row[0], "window", row[1], state, "", now_ms)
