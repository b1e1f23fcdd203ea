"""Who waits for which game: lists of the house, not of a table, first come, first called.

Somebody who is called has five minutes; after that the name stands below all others until he is
back in. Nothing is written when the time runs out: it is read off the clock. A name is never
deleted, it leaves, with the reason.
"""

from msgspec import Struct

from firmware.bank import patrons
from firmware.bank.gaming_day import is_over
from firmware.bank.store import Tx
from firmware.errors import Refused

ANSWER_MS = 5 * 60 * 1000
TAKE_BACK_MS = 10 * 1000
SEATED = "seated"  # why a name leaves the list that was called
WHY_MOST = 120


class Name(Struct, frozen=True):
    id: str
    list: str  # the game and stakes, as on the placard: NL $1/$3
    shown: str  # first name and initial
    patron: str  # "": no card
    wants: str
    joined_ms: int
    place_ms: int  # his place in the line
    called_ms: int | None
    table: str
    seat: int

    def missed(self, now_ms: int) -> bool:
        called = self.called_ms
        return called is not None and is_over(called, called + ANSWER_MS, now_ms)

    def called(self, now_ms: int) -> bool:
        return self.called_ms is not None and not self.missed(now_ms)


_SELECT = (
    "SELECT id, list, shown, patron, wants, joined_ms, place_ms, called_ms, called_to, seat "
    "FROM waiting "
)


def waiting(tx: Tx, now_ms: int) -> list[Name]:
    """All who wait, in their order; who missed his call comes last."""
    names = [Name(*row) for row in tx.rows(_SELECT + "WHERE left_ms IS NULL")]
    return sorted(names, key=lambda name: (name.list, name.missed(now_ms), name.place_ms, name.id))


def put_down(
    tx: Tx, id_: str, game: str, name: str, patron: str, wants: str, by: str, now_ms: int
) -> Name:
    """`id_` is born with the form: sent twice, one name stands there."""
    who = patrons.patron(tx, patron) if patron else None
    if not who:
        patrons.check_name(name)  # it stands on the wall
    shown = patrons.shown_name(who.name if who else name)
    if known := tx.row(_SELECT + "WHERE id = ?", id_):
        return _same(Name(*known), shown, patron)
    if who:
        patrons.may_play(who, now_ms)
    same = "WHERE left_ms IS NULL AND list = ? AND patron = ? AND patron <> ''"
    if tx.row("SELECT 1 FROM waiting " + same, game, patron):
        raise Refused(f"{shown} waits for {game} already.", rule="REQ-R46")
    tx.run(
        "INSERT INTO waiting (id, list, shown, patron, wants, joined_ms, place_ms, by_whom) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        id_, game, shown, patron, wants.strip()[:60], now_ms, now_ms, by,
    )  # fmt: skip
    return find(tx, id_)


def _same(known: Name, shown: str, patron: str) -> Name:
    if (known.shown, known.patron) != (shown, patron):
        words = f"{shown} is not on the list: this page was not drawn anew. Press again."
        raise Refused(words, rule="REQ-R46")
    return known


def call(tx: Tx, id_: str, table: str, seat: int, now_ms: int) -> Name:
    """Called again after a missed call, the five minutes begin anew."""
    name = find(tx, id_)
    if not name.called(now_ms):
        tx.run(
            "UPDATE waiting SET called_ms = ?, called_to = ?, seat = ? WHERE id = ?",
            now_ms, table, seat, id_,
        )  # fmt: skip
    return find(tx, id_)


def back_in(tx: Tx, id_: str, now_ms: int) -> Name:
    """He missed his call and is here now: at the end of those who wait."""
    if find(tx, id_).missed(now_ms):
        tx.run(
            "UPDATE waiting SET called_ms = NULL, called_to = '', seat = 0, place_ms = ? "
            "WHERE id = ?",
            now_ms, id_,
        )  # fmt: skip
    return find(tx, id_)


def change_list(tx: Tx, id_: str, game: str, now_ms: int) -> Name:
    """To the end of another list."""
    find(tx, id_)
    tx.run(
        "UPDATE waiting SET list = ?, place_ms = ?, called_ms = NULL, called_to = '', seat = 0 "
        "WHERE id = ?",
        game, now_ms, id_,
    )  # fmt: skip
    return find(tx, id_)


def take_off(tx: Tx, id_: str, why: str, by: str, now_ms: int) -> None:
    """Seated, gone home, or in error: said with it. Twice is once."""
    if not why.strip():
        raise Refused("Say why the name leaves the list.", rule="REQ-R46")
    tx.run(
        "UPDATE waiting SET left_ms = ?, left_why = ?, left_by = ? "
        "WHERE id = ? AND left_ms IS NULL",
        now_ms, why.strip()[:WHY_MOST], by, id_,
    )  # fmt: skip


class Left(Struct, frozen=True):
    """A name that left a list, and why."""

    id: str
    list: str
    shown: str
    at_ms: int
    by: str
    why: str


def left(tx: Tx, since_ms: int) -> list[Left]:
    """The newest first; who was seated left for no other reason."""
    rows = tx.rows(
        "SELECT id, list, shown, left_ms, left_by, left_why FROM waiting "
        "WHERE left_ms >= ? AND left_why <> ? ORDER BY left_ms DESC, id",
        since_ms, SEATED,
    )  # fmt: skip
    return [Left(*row) for row in rows]


def take_back(tx: Tx, id_: str, now_ms: int) -> Name:
    """A name that was taken off by mistake, a moment ago."""
    row = tx.row("SELECT left_ms FROM waiting WHERE id = ?", id_)
    if row is None or row[0] is None or is_over(row[0], row[0] + TAKE_BACK_MS + 1, now_ms):
        raise Refused("It was taken off too long ago: put the name down again.", rule="REQ-R46")
    tx.run("UPDATE waiting SET left_ms = NULL, left_why = '', left_by = '' WHERE id = ?", id_)
    return find(tx, id_)


def find(tx: Tx, id_: str) -> Name:
    row = tx.row(_SELECT + "WHERE id = ? AND left_ms IS NULL", id_)
    if row is None:
        raise Refused("That name is off the list.", rule="REQ-R46")
    return Name(*row)


# ---- Games that are not open yet


class Interest(Struct, frozen=True):
    list: str
    opens_at: int  # names
    since_ms: int


def open_interest(tx: Tx, game: str, opens_at: int, now_ms: int) -> None:
    if not game.strip() or not 2 <= opens_at <= 10:
        raise Refused("Name the game, and how many names open it: two to ten.", rule="REQ-R46")
    patrons.check_name(game)
    tx.run(
        "INSERT INTO interest (list, opens_at, since_ms) VALUES (?, ?, ?) "
        "ON CONFLICT (list) DO UPDATE SET opens_at = excluded.opens_at",
        game.strip()[:40], opens_at, now_ms,
    )  # fmt: skip


def interests(tx: Tx) -> list[Interest]:
    rows = tx.rows("SELECT list, opens_at, since_ms FROM interest ORDER BY since_ms")
    return [Interest(*row) for row in rows]


def close_interest(tx: Tx, game: str) -> None:
    tx.run("DELETE FROM interest WHERE list = ?", game)
