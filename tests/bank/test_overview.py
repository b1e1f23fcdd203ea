"""The whole house in one moment: what is owed is there in cash, and every table's own book says the
same as ours, or it is said where not."""

import pytest

from firmware.bank.acts import PostDifference
from firmware.bank.witness import Head
from firmware.errors import Refused
from lab.simulation.demo_people import VAULT, at_work, pieces_of, together
from tests.bank.conftest import buy_in, cash_out, sit


def house(bank):
    return at_work(bank, "sue").overview()


def tells(bank, cents: int | None, record: int = 7) -> None:
    bank.witness(Head("table:T1", "j1", "ab" * 32, record, "cd", cents))


def two_books(bank):
    return next(one for one in house(bank).two_books if one.account == "table:T1")


@pytest.fixture
def seated(bank, counter):
    counter.deposit("100001", 500_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("j1-b1", 300_00))
    return bank


def test_what_is_owed_is_on_cards_at_tables_in_pools_or_on_its_way(seated):
    found = house(seated)
    assert (found.cards, found.tables, found.on_the_way) == (200_00, 0, 300_00)
    assert (found.transfers_on_the_way, found.owed, found.sum) == (1, 500_00, 0)
    seated.post("j1-b1")
    found = house(seated)
    assert (found.cards, found.tables, found.on_the_way) == (200_00, 300_00, 0)
    assert (found.cash - VAULT, found.owed) == (500_00, 500_00)


def test_drawers_say_who_sits_at_them_and_what_they_should_hold(bank):
    shown = {one.account: (one.person, one.holds, one.state) for one in house(bank).drawers}
    assert shown["drawer:1"] == ("ann", 50_000_00, "open")


def test_a_table_that_counts_the_same_agrees_also_when_more_moved_since(seated):
    seated.post("j1-b1")
    assert two_books(seated).theirs is None
    tells(seated, 300_00)
    assert (two_books(seated).theirs, two_books(seated).difference) == (300_00, 0)
    seated.hold(cash_out("j1-c1", 100_00))
    seated.post("j1-c1")
    assert (two_books(seated).ours, two_books(seated).difference) == (200_00, 0)
    tells(seated, None, record=9)  # some of it on its way: what was told before stands
    assert two_books(seated).theirs == 300_00


def test_a_table_that_counts_otherwise_is_named(seated):
    seated.post("j1-b1")
    tells(seated, 260_00)
    assert two_books(seated).difference == 40_00


def test_a_cashier_sees_none_of_it(bank, counter):
    with pytest.raises(Refused, match="may not read the reports"):
        counter.overview()


def test_a_drawer_has_the_limit_that_a_supervisor_said_last(bank, counter):
    sue = at_work(bank, "sue")
    with pytest.raises(Refused, match="may not say how much cash"):
        counter.set_drawer_limit("drawer:1", 30_000_00, "as I like")
    with pytest.raises(Refused, match="There is no cash at table T1"):
        sue.set_drawer_limit("table:T1", 30_000_00, "busy")
    with pytest.raises(Refused, match="Say why"):
        sue.set_drawer_limit("drawer:1", 30_000_00, " ")
    for cents in (25_000_00, 30_000_00, 30_000_00):
        sue.set_drawer_limit("drawer:1", cents, "busy evening")
    sue.set_drawer_limit("vault", 400_000_00, "insured for it")
    seen = sue.overview()
    assert [one.limit for one in seen.drawers] == [30_000_00, None]
    assert seen.vault_limit == 400_000_00
    said = [(one.before, one.after) for one in sue.changes("drawer:1") if one.what == "cash limit"]
    assert said == [("2500000", "3000000"), ("None", "2500000")], "said twice, it stands there once"
    sue.set_drawer_limit("drawer:1", None, "no longer")
    assert sue.overview().drawers[0].limit is None


def test_a_count_that_differs_is_told_until_it_is_posted(bank, counter):
    sheet = counter.count(pieces_of(50_000_00 - 20_00))
    assert [one.gap for one in house(bank).drawers] == [-20_00, 0]
    together(bank, PostDifference(sheet.window))
    assert [one.gap for one in house(bank).drawers] == [0, 0]
