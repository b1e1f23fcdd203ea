"""A table's window at the bank: what is its own, and nothing that only nearly is."""

import pytest

from firmware.bank.acts import MoveHouseMoney, TableOrder
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Refused
from firmware.settlement.window import LEFT_MS, TableWindow
from lab.faults.fused_bank import PIN
from lab.simulation.demo_cage import copy_of
from lab.simulation.demo_people import STAFF_PIN, at_work
from tests.bank.conftest import KEY, Clock

MINE = Order("T1-1", "fees", "table:T1", "fees", 100, "table:T1")


@pytest.fixture
def window(house) -> TableWindow:
    store = SqliteStore(":memory:")
    store._db.close()
    store._db = copy_of(house.db)
    return TableWindow(Bank(store, KEY, Clock()), "T1")


@pytest.mark.parametrize(
    "order",
    [
        Order("T1-1", "fees", "table:T1", "fees", 100, "table:T2"),
        Order("T1-1", "fees", "table:T1", "fees", 100, "table:T1", agent="ann"),
        Order("T1-1", "deposit", "table:T1", "drawer:1", 100, "table:T1"),
        Order("T1-1", "fees", "table:T2", "fees", 100, "table:T1"),
    ],
    ids=["elsewhere", "signed by an agent", "the cage's", "of another table"],
)
def test_one_thing_that_is_not_its_own_is_enough(window, order):
    with pytest.raises(Refused, match="Table T1 may not move that"):
        window.hold(order)
    assert window.hold(MINE).words != "", "the bank's own answer: there are no fees yet"


def test_what_a_patron_has_is_told_while_he_plays_and_ten_minutes_more(window, house):
    bank, patron = window._bank, "patron:100002"
    with pytest.raises(Refused, match="does not play at table T1"):
        window.balance(patron)
    window.sign_on(house.tracks[1], PIN, "T1-s1", 3)
    bank.clock.now_ms += 2 * LEFT_MS
    assert window.balance(patron).balance == 1000_00
    window.sign_off("T1-s1")
    left = bank.clock.now_ms
    bank.clock.now_ms = left + LEFT_MS - 10
    assert window.balance(patron).balance == 1000_00
    bank.clock.now_ms = left + LEFT_MS + 10
    with pytest.raises(Refused, match="does not play at table T1"):
        window.balance(patron)


@pytest.mark.parametrize(
    ("by", "act"),
    [
        ("flo", TableOrder("T2", "AcceptJournal", "as it is")),
        ("ann", MoveHouseMoney(Order("fill-1", "fill", "drawer:1", "vault", 100, "drawer:1"))),
    ],
    ids=["another table's", "the cage's"],
)
def test_two_people_agree_here_to_orders_for_this_table_only(window, by, act):
    asked = at_work(window._bank, by).propose(act, STAFF_PIN, "a swapped disk")
    with pytest.raises(Refused, match="no order to table T1"):
        window.confirm(at_work(window._bank, "mia").token, STAFF_PIN, asked.id)
