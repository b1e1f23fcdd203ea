"""A comp is paid out of its own account, by two people, once, and never more than there is."""

import pytest

from firmware.bank.acts import MoveHouseMoney, PayComp
from firmware.bank.ledger import Order
from firmware.errors import Refused
from lab.simulation.demo_people import together
from tests.bank.conftest import books_balance

PROMOTION, PATRON = "promotion:birthday", "100001"


@pytest.fixture
def funded(bank, counter):
    bank.open_account(PROMOTION, "promotion")
    fill = Order("fill-1", "promotion_in", "vault", PROMOTION, 50_00, "vault")
    together(bank, MoveHouseMoney(fill))
    return bank


def comp(id_: str = "comp-1", cents: int = 20_00) -> PayComp:
    return PayComp(id_, PATRON, cents, PROMOTION)


def test_the_floor_and_a_lead_pay_a_comp(funded):
    before = funded.balance(f"patron:{PATRON}").balance
    done = together(funded, comp(), "flo", "mia", "birthday")
    assert done.answer.state == "posted"
    assert funded.balance(f"patron:{PATRON}").balance == before + 20_00
    assert funded.balance(PROMOTION).balance == 30_00
    books_balance(funded)


def test_paid_twice_under_one_id_it_is_paid_once(funded):
    for _ in range(2):
        together(funded, comp(), "flo", "mia", "birthday")
    assert funded.balance(PROMOTION).balance == 30_00


def test_a_promotion_never_pays_more_than_it_holds(funded):
    with pytest.raises(Refused, match=r"Only \$50 is available"):
        together(funded, comp(cents=60_00), "flo", "mia", "birthday")
    assert funded.balance(PROMOTION).balance == 50_00


def test_a_cashier_pays_no_comp(funded):
    with pytest.raises(Refused, match="may not pay a comp"):
        together(funded, comp(), "ann", "sue", "friend")
