"""My limits at a seat: as the bank keeps them, lowered there, held to the cent and the minute."""

import pytest
from msgspec.structs import replace

from firmware.bank.ledger import Order
from firmware.screens import protocol as g
from firmware.settlement import reconcile
from tests.controller.glasses import look, sit_down, until

MINUTE = 60_000


@pytest.fixture
def seated(make_whole):
    whole = make_whole(41)
    whole.power_on()
    return whole, sit_down(whole, 1, 2, 3)


def patron(whole, seat: int) -> str:
    return whole.controller.memory.state.custody.sittings[seat].account.removeprefix("patron:")


def changes(whole, who: str) -> list[tuple]:
    return whole.bank.do(
        lambda tx, now: [
            tuple(row)
            for row in tx.rows(
                "SELECT agent, what, before, after, reason FROM change WHERE about = ?"
                " ORDER BY at_ms",
                who,
            )
        ]
    )


def test_the_page_has_what_the_bank_has_and_nothing_before_it_is_opened(seated):
    whole, glasses = seated
    station = glasses[2]
    assert station.view.limits is None
    station.tap("menu", "tile limits")
    look(whole, glasses)
    bought = whole.controller.table.seats[2].chips.bought
    assert station.view.limits == g.Limits(None, bought, None, 0)
    assert station.says("None set")
    station.tap("page back")
    assert station.view.limits is None


def test_money_falls_at_once_to_the_cent_and_is_in_the_banks_book(seated):
    whole, glasses = seated
    station, who = glasses[2], patron(whole, 2)
    bought = whole.controller.table.seats[2].chips.bought
    whole.touch(2, g.Open("limits"))
    whole.touch(2, g.LowerLimit(cents=bought + 5_00))
    look(whole, glasses)
    assert station.view.limits == g.Limits(bought + 5_00, bought, None, 0)
    assert "lower from now on" in station.view.said
    told = changes(whole, who)[-1]
    assert told == (f"patron:{who}", "limit", "None", str(bought + 5_00), "own wish")
    order = Order("x", "buy_in", f"patron:{who}", "table:1", 5_01, "table:1", who)
    no = whole.bank.hold(order)
    assert (no.state, no.words) == ("refused", "Your own limit leaves $5 for today.")
    assert whole.bank.hold(replace(order, id="y", amount=5_00)).state == "pending"
    whole.bank.void("y", "only tried")
    entries = [*whole.controller.journal.read(1, whole.controller.journal.head.seq)]
    assert reconcile.compare_books(entries, whole.bank, "table:1").problems == []
    assert b"OWN_LIMIT" in b"".join(whole.controller.journal.unseal(one) for one in entries)


def test_it_never_rises_at_the_table(seated):
    whole, glasses = seated
    who = patron(whole, 1)
    whole.touch(1, g.Open("limits"))
    whole.touch(1, g.LowerLimit(cents=900_00))
    whole.touch(1, g.LowerLimit(minutes=120))
    look(whole, glasses)
    before = changes(whole, who)
    for wish in (g.LowerLimit(cents=900_01), g.LowerLimit(minutes=121)):
        whole.touch(1, wish)
        look(whole, glasses)
        assert "can only fall" in glasses[1].view.refused
    whole.touch(1, g.LowerLimit(cents=900_00))  # asked twice: written down once
    look(whole, glasses)
    assert changes(whole, who) == before
    assert glasses[1].view.limits.cents == 900_00
    assert glasses[1].view.limits.minutes == 120


def test_minutes_that_are_used_up_end_the_sitting_after_the_hand(seated):
    whole, glasses = seated
    ctl = whole.controller
    whole.touch(3, g.Open("limits"))
    whole.touch(3, g.LowerLimit(minutes=0))
    look(whole, glasses)
    sitting = ctl.memory.state.custody.sittings[3]
    assert sitting.until_ms == pytest.approx(ctl.now, abs=MINUTE)
    kinds = [one.kind for one in ctl.journal.read(1, ctl.journal.head.seq)]
    assert "PlayUntil" in kinds
    until(whole, glasses, lambda: ctl.table.seats[3].life == "empty")
