"""The database goes away in a shift, at any statement, at the commit, or with the answer on its
way: the cashier asks again with the same form. No cent is lost and none is doubled."""

from random import Random

import pytest

from firmware.bank.sqlite_store import SqliteStore
from lab.faults.breaking_store import BreakingStore
from lab.simulation.cashier import Caller, cage_of
from tests.bank.conftest import Clock, books_balance, make_bank

ZOE, FLOAT = "/cage/customer/100001", 50_000_00
STEPS_MOST = 70  # of a deposit with its pages: a cut falls before, in or after it


class Shift:
    def __init__(self, path, seed: int) -> None:
        self.store = BreakingStore(SqliteStore(path))
        self.bank = make_bank(self.store, Clock())
        window = cage_of(self.bank, "drawer:1")
        self.ann = Caller(window, self.bank, "ann")
        self.pad = Caller.pad(window, self.bank, "drawer:1")
        self.luck, self.card, self.cuts = Random(seed), 0, 0

    def one(self, number: int) -> None:
        """Cash in or out, with a cut somewhere; pressed again until the receipt is there."""
        cents = self.luck.randrange(1, 5_00)
        kind = "withdraw" if self.card >= cents and self.luck.random() < 0.5 else "deposit"
        id_, amount = f"cut{number}", f"{cents // 100}.{cents % 100:02d}"
        cut = self.store.breaks_at = self.store.step + self.luck.randrange(1, STEPS_MOST)
        while self.ann.get(f"/cage/receipt/{id_}").status != 200:
            self.ann.post(f"{ZOE}/{kind}", amount=amount, form_id=id_)
            if kind == "withdraw":
                self.pad.post("/pad/answer", form_id=id_, step="pin", pin="2468")
        self.cuts += self.store.step >= cut
        self.store.breaks_at = 0
        self.card += cents if kind == "deposit" else -cents
        assert self.bank.balance("patron:100001").balance == self.card
        assert -self.bank.balance("drawer:1").balance == FLOAT + self.card


@pytest.mark.parametrize("orders", [660, pytest.param(10_000, marks=pytest.mark.soak)])
def test_no_cut_loses_or_doubles_a_cent(tmp_path, orders):
    shift = Shift(tmp_path / "bank.db", seed=orders)
    for number in range(orders):
        shift.one(number)
    assert shift.cuts > orders // 2
    books_balance(shift.bank)
