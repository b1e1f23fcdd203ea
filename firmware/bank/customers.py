"""Whoever stands at the window, on one page: found by swipe, number, document or name."""

from msgspec import Struct

from firmware.bank import cards, held_cards, ledger, papers, patrons, play, play_time, title31
from firmware.bank.keys import BankKey
from firmware.bank.store import Row, Tx
from firmware.errors import Refused

FOUND_MOST = 20
NAME_LEAST = 2


class Customer(Struct, frozen=True):
    patron: patrons.Patron
    balance: int
    card: str  # its last four; "" if there is none
    id_type: str
    id_expiry: str
    opened_ms: int
    opened_by: str
    has_pin: bool
    wrong_tries: int
    born: str
    place: str  # where they sit, or ""
    seat: int
    brought: int  # to that seat, since they sat down
    limit: int | None  # their own, on money: cents a day
    minutes: int | None  # and on time
    cash: title31.CashDay
    documents: list[Row]  # of today: place, document, kind, amount, when


class Receipt(Struct, frozen=True):
    """Of cash at the window; what a customer may hold in the hand."""

    kind: str
    patron: str
    name: str
    answer: ledger.Answer


def found(tx: Tx, text: str, key: BankKey) -> list[Row]:
    """Account, name, status, birth date of each who could be meant."""
    text = text.strip()
    if text.startswith((";", "%")):
        number = cards.read_track(text, key)
        patron = cards.patron_of(tx, number)
        held_cards.check(tx, key, patron, number)
        return _rows(tx, "id = ?", patron)
    plain = papers.plain(text)
    exact = _rows(
        tx,
        "id = ? OR id_number = ? OR id IN (SELECT patron FROM card WHERE number = ?)",
        plain,
        plain,
        plain,
    )
    name = text.lower().replace("%", "").replace("_", "")
    if exact or len(name) < NAME_LEAST:
        return exact
    return _rows(tx, "LOWER(name) LIKE ?", f"%{name}%")


def _rows(tx: Tx, which: str, *given: str) -> list[Row]:
    return tx.rows(
        "SELECT id, name, status, COALESCE(birth_date, '') FROM patron "
        "LEFT JOIN patron_detail ON patron_detail.patron = patron.id "
        f"WHERE {which} ORDER BY name, id LIMIT {FOUND_MOST}",
        *given,
    )


_CUSTOMER = """SELECT p.id_type, p.id_expiry, p.opened_ms, p.agent, p.pin_hash <> '', p.pin_tries,
    a.balance, COALESCE(d.birth_date, ''), COALESCE((SELECT c.number FROM card c
        WHERE c.patron = p.id AND c.status = 'active'
        ORDER BY c.issued_ms DESC, c.number DESC LIMIT 1), '')
    FROM patron p JOIN account a ON a.id = ? LEFT JOIN patron_detail d ON d.patron = p.id
    WHERE p.id = ?"""


def customer(tx: Tx, patron: str, day: str, now_ms: int) -> Customer:
    """In few questions: each is a way to the server and back."""
    who = patrons.patron(tx, patron)
    row = tx.row(_CUSTOMER, who.account, patron)
    assert row is not None
    id_type, expiry, opened, by, has_pin, tries, balance, born, card = row
    live, documents = play.live_session(tx, patron), title31.transactions(tx, patron, day)
    return Customer(
        who, int(balance), card[-4:], id_type, expiry, opened, by, bool(has_pin), tries, born,
        live.place if live else "", live.seat if live else 0, _brought(tx, live) if live else 0,
        patrons.limit_of(who, now_ms), play_time.time_limit(tx, patron, now_ms),
        title31.sums(patron, day, documents), documents,
    )  # fmt: skip


def _brought(tx: Tx, live: play.Session) -> int:
    row = tx.row(
        "SELECT COALESCE(SUM(amount), 0) FROM transfer WHERE patron = ? AND place = ? "
        "AND kind = 'buy_in' AND at_ms >= ?",
        live.patron, live.place, live.opened_ms,
    )  # fmt: skip
    return int(row[0]) if row else 0


def receipt(tx: Tx, transfer: str) -> Receipt:
    row = tx.row(
        "SELECT t.kind, t.patron, p.name FROM transfer t JOIN patron p ON p.id = t.patron "
        "WHERE t.id = ? AND t.kind IN ('deposit', 'withdraw', 'handpay')",
        transfer,
    )
    if row is None:
        raise Refused("Nothing was booked under that id.", rule="REQ-R36")
    kind, patron, name = row
    return Receipt(kind, patron, name, ledger.find(tx, transfer))
