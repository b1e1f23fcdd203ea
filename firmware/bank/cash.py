"""A patron's cash in one unit of work: may it move, then it moves; then what the cashier hears."""

import re
import uuid

from firmware.bank import (
    accounts,
    cards,
    currency_reports,
    gaming_day,
    ledger,
    patrons,
    play,
    reports,
    standing,
    title31,
    windows,
)
from firmware.bank.bank import Bank
from firmware.bank.done import Done
from firmware.bank.ledger import Order
from firmware.bank.store import Tx
from firmware.errors import Refused
from firmware.money import Cents, show


def move(tx: Tx, bank: Bank, order: Order, now: int) -> Done:
    """Deposit, withdrawal or hand pay. What moved before is only told again."""
    known = ledger.is_known(tx, order.id)
    if not known:
        _may_move(tx, bank, order, now)
    answer = ledger.transfer(tx, order, now, bank.pen)
    day = gaming_day.gaming_day(answer.at_ms, bank.house)
    said = title31.alerts(tx, order.patron, day, order.kind, order.amount)
    balance = accounts.account_of(tx, f"patron:{order.patron}").balance
    return Done(answer=answer, balance=balance, alerts=said, repeated=known)


def close(
    tx: Tx, bank: Bank, patron: str, drawer: str, id_: str, by: str, now: int,
    agreed: Cents | None = None,
) -> Done:  # fmt: skip
    """Not while they sit at a table, nor while money of theirs is on its way or owed by hand; nor
    for another sum than the one they `agreed` to."""
    who = patrons.patron(tx, patron)
    account = accounts.account_of(tx, who.account)
    live = play.live_session(tx, patron)
    if live:
        raise Refused(f"They sit at {live.place}: first they leave.", rule="REQ-R35")
    owed = [row for row in reports.owed(tx) if row[1] == patron]
    if account.held or owed:
        raise Refused("Money of theirs is on its way or owed by hand: settle it first.", "REQ-R35")
    amount, done = Cents(account.balance), Done(f"Account {patron} is closed.")
    if agreed not in (None, amount) and not ledger.is_known(tx, id_):
        raise Refused(f"There is {show(amount)} on the card now: ask once more.", "REQ-R35")
    if amount or ledger.is_known(tx, id_):
        paid = Cents(amount or ledger.find(tx, id_).amount)
        order = Order(
            id_, "withdraw", who.account, drawer, paid, drawer, patron, by, reason="closed"
        )
        done = move(tx, bank, order, now)
    if who.status != "closed":
        cards.end_all(tx, patron, "retired", by, now)
        patrons.set_status(tx, patron, "closed", by, f"{show(amount)} paid", now)
    return done


def _may_move(tx: Tx, bank: Bank, order: Order, now: int) -> None:
    """What is checked here nobody else changes meanwhile: they all write the patron's account."""
    ledger.check_amount(order.amount)
    tx.run("UPDATE account SET held = held WHERE id = ?", f"patron:{order.patron}")
    bank.check_clock(tx, now)
    _is_free(patrons.patron(tx, order.patron), order.kind, now)
    standing.check(tx, bank.key, "patron", order.patron)
    if order.kind == "withdraw":
        ledger.check_told(tx, order.debit)
    windows.require_open(tx, order.place, order.agent)
    day = ledger.day_of(tx, order.place, now, bank.house)
    currency_reports.check(tx, order.patron, order.kind, order.amount, day)


ID = re.compile("[A-Za-z0-9]{0,64}")


def own(id_: str) -> str:
    """An id of the cage's. A dash makes the name of a table's transfer, or of what the bank made of
    one: entered here first, its money could never move (REQ-R36)."""
    if not ID.fullmatch(id_):
        words = f"{id_[:20]!a} is no id of the cage: letters and digits only, 64 at most."
        raise Refused(words, rule="REQ-R36")
    return id_ or uuid.uuid4().hex


def _is_free(who: patrons.Patron, kind: str, now: int) -> None:
    """Whoever may not play brings no money. What is theirs they may take and go; but from a locked
    account nothing moves, and a closed one holds nothing."""
    if kind == "deposit":
        patrons.may_play(who, now)
    if who.status in ("locked", "closed"):
        raise Refused(f"The account of {who.name} is {who.status}.", rule="REQ-R38")
