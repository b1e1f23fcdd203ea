"""Cash at the window: in, out, and home with all of it. Who asks again with the same id hears the
same answer, and the money moves once."""

from msgspec.structs import replace

from firmware.bank import accounts, cash, changes, pins
from firmware.bank.desk import Desk
from firmware.bank.done import Done
from firmware.bank.ledger import Order
from firmware.bank.store import Tx
from firmware.money import Cents


class CashDesk(Desk):
    def deposit(
        self, patron: str, amount: Cents, drawer: str, id_: str = "", reason: str = ""
    ) -> Done:
        account = f"patron:{patron}"
        order = Order(
            cash.own(id_), "deposit", drawer, account, amount, drawer, patron, reason=reason
        )
        return self._cash("Deposit", order)

    def withdraw(
        self, patron: str, amount: Cents, drawer: str, pin: str, id_: str = "", reason: str = ""
    ) -> Done:
        """By the patron's own PIN, typed on the pad. Who has none to type: two people and the
        document (PayWithoutPin)."""
        self._check_pin("Withdraw", patron, pin)
        account = f"patron:{patron}"
        order = Order(
            cash.own(id_), "withdraw", account, drawer, amount, drawer, patron, reason=reason
        )
        return self._cash("Withdraw", order)

    def close_account(
        self, patron: str, drawer: str, pin: str, id_: str = "", agreed: Cents | None = None
    ) -> Done:
        """All of it is paid, and every card of theirs is dead."""
        self._check_pin("CloseAccount", patron, pin)
        name = cash.own(id_)

        def work(tx: Tx, now: int, by: str) -> Done:
            return cash.close(tx, self.bank, patron, drawer, name, by, now, agreed)

        return self._enter(lambda tx, now: self._as_signed(tx, now, "CloseAccount", work))

    def _cash(self, act: str, order: Order) -> Done:
        def work(tx: Tx, now: int, by: str) -> Done:
            return cash.move(tx, self.bank, replace(order, agent=by), now)

        return self._enter(lambda tx, now: self._as_signed(tx, now, act, work))

    def _check_pin(self, act: str, patron: str, pin: str) -> None:
        """First whether whoever stands here may ask for it at all."""
        self._act(act, lambda tx, now, by: None)
        pins.check_pin(self.bank.store, pins.PATRONS, patron, pin, self.bank.key)

    def add_account(self, account: str, kind: str) -> None:
        """Of the house: a drawer, a table, a pool."""

        def work(tx: Tx, now: int, by: str) -> None:
            accounts.open_account(tx, account, kind, now)
            changes.note_change(tx, by, account, "account", "", kind, "", now)

        self._act("AddAccount", work)
