"""The clock of a machine with several windows: asked about at each of them, written down seldom."""

import pytest

from firmware.bank import cage_clock, schema
from firmware.bank.acts import Correct, MoveHouseMoney, PayComp, PayWithoutPin
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.postgres_store import PostgresStore
from firmware.errors import Refused
from lab.simulation.demo_people import at_work, together
from tests.bank.conftest import KEY, NOON_MS, fresh_schema


def test_windows_of_one_machine_do_not_wait_for_each_other(server):
    """Each deposit wrote the same line of the books: twenty windows turned each other back."""
    url = fresh_schema(server)
    schema.found(PostgresStore(url))
    house, tries = Bank(PostgresStore(url), KEY).house, []

    def asks(tx) -> None:
        cage_clock.check(tx, NOON_MS, house, lambda: ("boot", 7_000))

    def while_another_does(tx) -> None:
        tries.append(tx.row("SELECT 1"))
        PostgresStore(url).transact(asks)
        asks(tx)

    PostgresStore(url).transact(asks)
    PostgresStore(url).transact(while_another_does)
    assert len(tries) == 1


def test_a_clock_that_was_set_is_still_noticed(bank):
    def asks(now_ms: int, count: int):
        return bank.do(lambda tx, now: cage_clock._was_set(tx, now_ms, lambda: ("boot", count)))

    bank.do(lambda tx, now: cage_clock._keep(tx, NOON_MS, lambda: ("boot", 0)))
    assert asks(NOON_MS + 60_000, 60_000) == 0
    assert asks(NOON_MS + 300_000, 60_000) == 240_000


@pytest.mark.parametrize(
    "act",
    [
        Correct("d1"),
        PayComp("c1", "100001", 5_00, "promotion:june"),
        PayWithoutPin("w1", "100001", 5_00, "drawer:1", "X123"),
        MoveHouseMoney(Order("f1", "fill", "drawer:1", "vault", 5_00, "drawer:1")),
    ],
    ids=lambda act: type(act).__name__,
)
def test_no_money_of_the_cage_moves_by_a_clock_that_nobody_keeps(
    bank, counter, connect, clock, act
):
    """By two people neither: what they book would stand in the wrong day."""
    counter.deposit("100001", 50_00, "drawer:1", id_="d1")
    to = Order("p1", "promotion_in", "vault", "promotion:june", 50_00, "vault")
    together(bank, MoveHouseMoney(to))
    lost = Bank(connect(), KEY, clock, synchronised=lambda: False)
    before = at_work(bank, "sue").overview()
    first = "sue" if isinstance(act, PayComp) else "ann"
    with pytest.raises(Refused, match="clock"):
        together(lost, act, first, "mia")
    assert at_work(bank, "sue").overview().cards == before.cards
