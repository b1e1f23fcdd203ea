"""The whole house on one page: what is owed, what cash is there, and whether every table's own book
says the same as ours. Read in one unit of work, so that it is one moment."""

from msgspec import Struct

from firmware.bank import drawer_limits
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx
from firmware.bank.windows import OVER_SHORT
from firmware.money import Cents

ON_CARDS, ON_TABLES, POOLS = ("patron",), ("table",), ("jackpot", "promotion")
CASH = ("drawer", "vault")


class Drawer(Struct, frozen=True):
    account: str
    person: str
    holds: int
    state: str  # of its window; "": closed
    limit: int | None = None
    gap: int = 0  # what its signed count differs by, until that is posted


class TwoBooks(Struct, frozen=True):
    """A table's money by our book, and by its own as it last told us; what the two differed by at
    that moment, less what two people answer for (apart.py)."""

    account: str
    ours: int
    theirs: int | None  # nothing told yet
    difference: int
    told_ms: int
    since_ms: int  # no money crosses there since then; 0: it does


class Overview(Struct, frozen=True):
    at_ms: int
    cards: int
    tables: int
    pools: int
    on_the_way: int
    transfers_on_the_way: int
    cash: int
    sum: int  # of all accounts: nought, or something was written past us
    drawers: list[Drawer]
    vault: int
    two_books: list[TwoBooks]
    over_short: int
    vault_limit: int | None = None

    @property
    def owed(self) -> int:
        return self.cards + self.tables + self.pools + self.on_the_way


def overview(tx: Tx, key: BankKey, now_ms: int) -> Overview:
    kinds = {
        kind: (int(balance), int(held))
        for kind, balance, held in tx.rows(
            "SELECT kind, SUM(balance), SUM(held) FROM account GROUP BY kind"
        )
    }
    (waiting,) = tx.row(
        "SELECT COUNT(*) FROM transfer t LEFT JOIN outcome o ON o.transfer = t.id "
        "WHERE o.transfer IS NULL"
    ) or (0,)
    most = drawer_limits.limits(tx, key)
    return Overview(
        now_ms,
        _free(kinds, ON_CARDS),
        _free(kinds, ON_TABLES),
        _free(kinds, POOLS),
        sum(held for _, held in kinds.values()),
        int(waiting),
        -sum(kinds.get(kind, (0, 0))[0] for kind in CASH),
        sum(balance for balance, _ in kinds.values()),
        [_drawer(row, most) for row in tx.rows(_DRAWERS)],
        -kinds.get("vault", (0, 0))[0],
        [_two_books(row) for row in tx.rows(_TOLD)],
        _balance(tx, OVER_SHORT),
        most.get("vault"),
    )


def tables_agree(tx: Tx) -> bool:
    return not any(one.difference or one.since_ms for one in map(_two_books, tx.rows(_TOLD)))


def _free(kinds: dict[str, tuple[int, int]], names: tuple[str, ...]) -> int:
    return sum(balance - held for balance, held in (kinds.get(name, (0, 0)) for name in names))


_DRAWERS = """SELECT a.id, w.person, -a.balance, w.state, (
        SELECT s.counted FROM count_sheet s WHERE s.window_id = w.id AND w.state <> 'open'
        ORDER BY s.at_ms DESC LIMIT 1) FROM account a
    LEFT JOIN cage_window w ON w.drawer = a.id AND w.state <> 'closed'
    WHERE a.kind = 'drawer' ORDER BY a.id"""


def _drawer(row: Row, most: dict[str, Cents]) -> Drawer:
    account, person, holds, state, counted = row
    gap = 0 if counted is None else int(counted) - int(holds)
    return Drawer(account, person or "", int(holds), state or "", most.get(account), gap)


# The newest journal of each table that has told what it holds; what a program of the version before
# heard it held against nothing.
_TOLD = """SELECT a.id, a.balance, w.cents, w.gap, w.cents_ms, b.since_ms FROM account a
    LEFT JOIN witness w ON w.place = a.id AND w.gap_ms = w.cents_ms AND NOT EXISTS (
        SELECT 1 FROM witness n WHERE n.place = a.id AND n.cents_ms > w.cents_ms)
    LEFT JOIN books_apart b ON b.place = a.id AND b.cleared_ms IS NULL
    WHERE a.kind = 'table' ORDER BY a.id"""


def _two_books(row: Row) -> TwoBooks:
    account, ours, theirs, gap, told_ms, since_ms = row
    if theirs is None:
        return TwoBooks(account, int(ours), None, 0, 0, int(since_ms or 0))
    told = int(theirs), int(gap), int(told_ms)
    return TwoBooks(account, int(ours), *told, int(since_ms or 0))


def _balance(tx: Tx, account: str) -> int:
    row = tx.row("SELECT balance FROM account WHERE id = ?", account)
    return int(row[0]) if row else 0
