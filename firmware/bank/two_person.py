"""What an act of two people does, once the second has confirmed it: in the same unit of work."""

from msgspec import Struct
from msgspec.structs import replace

from firmware.bank import (
    acts,
    apart,
    cage_clock,
    cash,
    chain,
    change_book,
    gaming_day,
    held_cards,
    ledger,
    patrons,
    play,
    staff,
    standing,
    testimony,
    windows,
    witness,
)
from firmware.bank.accounts import BANKROLL, called, open_account
from firmware.bank.bank import Bank
from firmware.bank.changes import note_change
from firmware.bank.done import Done
from firmware.bank.ledger import Order
from firmware.bank.papers import plain
from firmware.bank.store import Tx
from firmware.errors import Refused
from firmware.money import Cents, show


class Names(Struct, frozen=True):
    """Who agreed, and why."""

    first: str
    second: str
    reason: str

    @property
    def both(self) -> str:
        return f"{self.first}, {self.second}"


def perform(tx: Tx, bank: Bank, act: acts.Act, by: Names, now: int) -> Done:
    match act:
        case acts.MoveHouseMoney():
            return _move(tx, bank, act, by, now)
        case acts.Correct():
            return _correct(tx, bank, act, by, now)
        case acts.PayByHand():
            return _pay_by_hand(tx, bank, act, by, now)
        case acts.Settle():
            return _settle(tx, bank, act, by, now)
        case acts.EndSession(patron):
            return _end_session(tx, patron, by, now)
        case acts.EnterAgain(orders):
            return _enter_again(tx, bank, orders, by, now)
        case acts.UnlockAccount(patron):
            return _let_in(tx, patron, "locked", by, now)
        case acts.UnbarPatron(patron):
            return _let_in(tx, patron, "barred", by, now)
        case acts.ResetPin(patron):
            return _reset_pin(tx, patron, by, now)
        case acts.PayWithoutPin():
            return _pay_without_pin(tx, bank, act, by, now)
        case acts.PayComp():
            return _pay_comp(tx, bank, act, by, now)
        case acts.PostDifference(window):
            return _post_difference(tx, bank, window, by, now)
        case acts.Enrol(person, role):
            given = staff.enrol(tx, person, role, by.both, bank.key, now)
            return Done(f"{person} is enrolled as {role}.", credentials=given)
        case acts.ChangeRole(person, role):
            staff.change_role(tx, person, role, by.both, by.reason, now)
            return Done(f"{person} is {role} from now on.")
        case acts.NewCredentials(person):
            given = staff.renew(tx, person, by.both, bank.key, now)
            return Done(f"{person} has a new card and a first PIN.", credentials=given)
        case acts.ConfirmClock():
            return _confirm_clock(tx, bank, by, now)
        case acts.AcceptBooks():
            standing.put_back(tx, bank.key, by.both, by.reason, now)
            held_cards.put_back(tx, bank.key, by.both, by.reason, now)
            testimony.put_back(tx, bank.key)
            if change_book.set_back(tx):
                chain.all_updated(tx, bank.key)
                change_book.set_all(tx)
            note_change(tx, by.both, "books", "restored", "", "accepted", by.reason, now)
            return Done("The books are accepted as they are.")
        case acts.KnowTable(table, public_key):
            head = witness.Head(f"table:{table}", f"key {public_key[:16]}", public_key, 0, "")
            witness.keep(tx, bank.key, head, now, by.both, by.reason)
            return Done(f"Table {table} is known by this key.")
        case acts.ClearTable(table, cents):
            apart.clear(tx, table, cents, by.both, by.reason, now)
            return Done(f"Money crosses again at table {table}.")
        case acts.AllUpdated():
            lines = chain.all_updated(tx, bank.key) + change_book.all_updated(tx, bank.key)
            testimony.all_updated(tx, bank.key)
            note_change(tx, by.both, change_book.HOUSE, change_book.UPDATED, "", str(lines),
                        by.reason, now)  # fmt: skip
            return Done(f"{lines} lines of the version before stay; no more are written.")
        case acts.TableOrder(table, order):
            return Done(f"{order} goes to {table}.")


_OWN_WAY = ("deposit", "withdraw", "buy_in", "cash_out", "handpay", "correction", "over", "short")


def _move(tx: Tx, bank: Bank, act: acts.MoveHouseMoney, by: Names, now: int) -> Done:
    order = replace(act.order, agent=by.first, approver=by.second, reason=by.reason)
    bank.check_clock(tx, now)
    if order.kind in _OWN_WAY:
        raise Refused(f"A {order.kind} has a way of its own.", rule="REQ-R36")
    if order.kind in ("vault_in", "vault_out"):
        open_account(tx, BANKROLL, "suspense", now)
    if order.kind == "park":
        order = replace(order, id=_in_the_name_of(tx, order))
    return Done(answer=ledger.transfer(tx, order, now, bank.pen))


def _in_the_name_of(tx: Tx, order: Order) -> str:
    """What leaves a table's account counts in the story that the table tells: its book and ours
    differ by it from then on, and two people have to look."""
    seen = witness.newest(tx, order.debit)
    return f"{witness.short(seen.journal)}-park-{order.id}" if seen else order.id


def _correct(tx: Tx, bank: Bank, act: acts.Correct, by: Names, now: int) -> Done:
    bank.check_clock(tx, now)
    order = ledger.reversal(tx, act.transfer, f"{act.transfer}-corrected")
    order = replace(order, agent=by.first, approver=by.second, reason=by.reason)
    return Done(answer=ledger.transfer(tx, order, now, bank.pen))


def _pay_by_hand(tx: Tx, bank: Bank, act: acts.PayByHand, by: Names, now: int) -> Done:
    """Of a way that is only slow this makes an end first, in the same unit of work: whatever comes
    later under its id finds itself voided. Never both, and never neither."""
    order = Order(
        ledger.by_hand(act.transfer), "handpay", act.table, act.drawer, act.amount, act.drawer,
        act.patron, by.first, by.second, f"hand pay of {act.transfer}",
    )  # fmt: skip
    _paid_by_no_other(tx, order, act.transfer)
    failed = ledger.find(tx, act.transfer)
    if failed.state == "posted":
        raise Refused(f"The transfer {act.transfer} did not fail.", rule="REQ-R40")
    _what_is_owed(tx, order, act.transfer)
    if failed.state == "pending":
        ledger.void(tx, act.transfer, now, bank.pen, by.both, "paid by hand")
    return cash.move(tx, bank, order, now)


def _paid_by_no_other(tx: Tx, order: Order, id_: str) -> None:
    """Two pairs at once: one pays. Whoever paid and is in doubt may ask again."""
    row = tx.row("SELECT agent, approver FROM transfer WHERE id = ?", order.id)
    if row and row != (order.agent, order.approver):
        raise Refused(f"{row[0]} and {row[1]} have paid {id_}: pay nothing.", rule="REQ-R40")


def _what_is_owed(tx: Tx, order: Order, id_: str) -> None:
    row = tx.row("SELECT kind, debit, patron, amount FROM transfer WHERE id = ?", id_)
    if row is None:
        words = f"The bank knows no cash-out {id_}: name the table's journal (--journal)."
        raise Refused(words, rule="REQ-R40")
    if row != ("cash_out", order.debit, order.patron, order.amount):
        kind, debit, patron, amount = row
        words = f"The transfer {id_} is a {kind} of {show(amount)}, {debit}, account {patron}."
        raise Refused(words, rule="REQ-R40")


def _settle(tx: Tx, bank: Bank, act: acts.Settle, by: Names, now: int) -> Done:
    if ledger.find(tx, act.transfer).state != "pending":
        raise Refused(f"The transfer {act.transfer} is not pending.", rule="REQ-R40")
    who = f"{by.both}: {by.reason}"
    if act.to == "posted":
        return Done(answer=ledger.post(tx, act.transfer, now, bank.pen, who))
    words = f"let go by the cage: {by.reason}"
    return Done(answer=ledger.void(tx, act.transfer, now, bank.pen, who, words))


def _end_session(tx: Tx, patron: str, by: Names, now: int) -> Done:
    live = play.end_of_dead_table(tx, patron, now)
    note_change(tx, by.both, patron, "session", live.place, "ended", by.reason, now)
    return Done(f"Account {patron} no longer sits at {live.place}.")


def _enter_again(tx: Tx, bank: Bank, orders: tuple[Order, ...], by: Names, now: int) -> Done:
    """What is refused now, before anything of it is written, can be asked again later."""
    lines, refused = [], 0
    for each in orders:
        order = replace(each, agent=by.first, approver=by.second, reason=by.reason)
        try:
            answer = ledger.transfer(tx, order, now, bank.pen)
            if answer.state == "pending":
                answer = ledger.post(tx, order.id, now, bank.pen, by.both)
            words = f"{answer.state}, document {answer.document}"
        except Refused as no:
            refused, words = refused + 1, f"NOT entered: {no}"
        lines.append(f"{order.id}  {order.kind} {show(order.amount)}  {words}")
    return Done(lines=lines, refused=refused)


def _confirm_clock(tx: Tx, bank: Bank, by: Names, now: int) -> Done:
    cage_clock.believe(tx, now, bank.steady)
    said = gaming_day.local_text(now, bank.house)
    note_change(tx, by.both, "clock", "confirmed", "", said, by.reason, now)
    return Done(f"It is {said} from here on.")


def _let_in(tx: Tx, patron: str, stopped: str, by: Names, now: int) -> Done:
    if patrons.patron(tx, patron).status != stopped:
        raise Refused(f"Account {patron} is not {stopped}.", rule="REQ-R38")
    patrons.set_status(tx, patron, "active", by.both, by.reason, now)
    return Done(f"Account {patron} is active.")


def _reset_pin(tx: Tx, patron: str, by: Names, now: int) -> Done:
    """The patron then chooses a first one, as on the first day."""
    patrons.patron(tx, patron)
    tx.run("UPDATE patron SET pin_hash = '', pin_tries = 0 WHERE id = ?", patron)
    note_change(tx, by.both, patron, "PIN", "", standing.marked("taken back", ""), by.reason, now)
    return Done(f"Account {patron} has no PIN: the patron chooses one now.")


def _pay_without_pin(tx: Tx, bank: Bank, act: acts.PayWithoutPin, by: Names, now: int) -> Done:
    """Whose document it is they have both seen: its number is typed, and must be the one known."""
    row = tx.row("SELECT id_number FROM patron WHERE id = ?", act.patron)
    if row is None or plain(row[0]) != plain(act.document):
        raise Refused("This is not the document of that account.", rule="REQ-R35")
    order = Order(
        cash.own(act.id), "withdraw", f"patron:{act.patron}", act.drawer, act.amount, act.drawer,
        act.patron, by.first, by.second, by.reason,
    )  # fmt: skip
    return cash.move(tx, bank, order, now)


def _pay_comp(tx: Tx, bank: Bank, act: acts.PayComp, by: Names, now: int) -> Done:
    patrons.patron(tx, act.patron)
    bank.check_clock(tx, now)
    order = Order(
        act.id, "promotion_out", act.promotion, f"patron:{act.patron}", act.amount, act.promotion,
        act.patron, by.first, by.second, by.reason,
    )  # fmt: skip
    answer = ledger.transfer(tx, order, now, bank.pen)
    return Done(f"{show(act.amount)} of {called(act.promotion)} are on the card.", answer)


def _post_difference(tx: Tx, bank: Bank, id_: str, by: Names, now: int) -> Done:
    """Over or short: the drawer is what was counted, and the house carries the rest."""
    bank.check_clock(tx, now)
    window, sheet = windows.difference(tx, id_)
    gap, drawer = sheet.difference, window.drawer
    open_account(tx, windows.OVER_SHORT, "suspense", now)
    kind, debit, credit = (
        ("over", drawer, windows.OVER_SHORT) if gap > 0 else ("short", windows.OVER_SHORT, drawer)
    )
    order = Order(
        f"{id_}-{window.state}", kind, debit, credit, Cents(abs(gap)), drawer, "", by.first,
        by.second, by.reason,
    )  # fmt: skip
    answer = ledger.transfer(tx, order, now, bank.pen)
    windows.posted(tx, window, by.both, now)
    return Done(f"{show(Cents(abs(gap)))} {kind} at {called(drawer)}.", answer=answer)
