"""The bank at the end of a wire: the power may go before it hears us and after it acted."""

from collections.abc import Callable
from typing import TypeVar

from firmware.bank.bank import Bank, SignedOn
from firmware.bank.ledger import Answer, HandPay, Order
from firmware.bank.store import bank_away
from lab.faults.faulty_disk import Fuse

PIN = "2468"
T = TypeVar("T")


class FusedBank:
    def __init__(self, bank: Bank, fuse: Fuse) -> None:
        self.bank, self.fuse = bank, fuse
        self.away = False

    def hold(self, order: Order) -> Answer:
        return self._ask("hold", lambda: self.bank.hold(order))

    def post(self, transfer: str) -> Answer:
        return self._ask("post", lambda: self.bank.post(transfer))

    def void(self, transfer: str, words: str = "cancelled") -> Answer:
        return self._ask("void", lambda: self.bank.void(transfer, words))

    def paid_by_hand(self, transfer: str) -> HandPay | None:
        return self._ask("paid_by_hand", lambda: self.bank.paid_by_hand(transfer))

    def sign_on(self, track: str, session: str, seat: int) -> SignedOn:
        return self._ask(
            "sign_on", lambda: self.bank.sign_on(track, PIN, session, "table:T1", seat)
        )

    def sign_off(self, session: str) -> None:
        self._ask("sign_off", lambda: self.bank.sign_off(session))

    def _ask(self, verb: str, work: Callable[[], T]) -> T:
        if self.away:
            raise bank_away("no route to host")
        self.fuse.burn(f"bank {verb} sent")
        answer = work()
        self.fuse.burn(f"bank {verb} answered")
        return answer
