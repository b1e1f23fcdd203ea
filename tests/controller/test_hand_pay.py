"""REQ-R40 at the whole table: what the player reads, what the floor sees, who may sit there, and
when it is over."""

from random import Random

import pytest

from firmware.bank import ledger
from firmware.bank.acts import PayByHand
from firmware.bank.counter import Counter
from firmware.bank.ledger import Answer, Order
from firmware.bank.store import bank_away
from firmware.controller import custody, records
from firmware.controller.to_bank import OWED_MS
from firmware.errors import Refused
from firmware.journal import records as r
from firmware.screens import protocol as g
from firmware.settlement.transfers import order_of
from firmware.table import commands as c
from firmware.table import events as e
from lab.simulation.audit import check
from lab.simulation.company import company, play
from lab.simulation.demo_people import together
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable
from tests.controller.glasses import Glass, look, sit_down
from tests.controller.test_controller import hands

OWED = "Your $200 could not reach your card. It is safe; the cage pays it."


def refuse_cash_outs(whole: WholeTable) -> None:
    """As when the cage has let each of them go."""
    hold = whole.bank.hold

    def refusing(order: Order) -> Answer:
        answer = hold(order)
        refuses = order.kind == "cash_out" and answer.state == "pending"
        return whole.bank.void(order.id, "the account is closed") if refuses else answer

    whole.bank.hold = refusing  # type: ignore[method-assign]


def goes_home(whole: WholeTable, station: Glass) -> str:
    """Nobody else sits there, so no hand is played; the bank's name of the transfer."""
    station.tap("menu", "tile leave", "leave now")
    (parcel,) = whole.controller.custody.outbox.parcels.values()
    return parcel.transfer.id


def pay(whole: WholeTable, name: str) -> None:
    counter = Counter(whole.bank)
    patron, table, cents = counter.cash_out(name)
    together(whole.bank, PayByHand(name, patron, table, cents, "drawer:1"))


def alone(whole: WholeTable) -> Glass:
    whole.power_on()
    (station,) = sit_down(whole, 3).values()
    return station


def test_refused_owed_seen_and_paid_by_two(make_whole):
    whole = make_whole(4)
    station = alone(whole)
    refuse_cash_outs(whole)
    name = goes_home(whole, station)
    ctl = whole.controller
    look(whole, {3: station})
    assert station.says(OWED)
    assert list(ctl.folds.faults.open) == [f"CASH_OUT_REFUSED {name}"]
    assert check(ctl, whole.bank) == []
    ctl.swipe(3, whole.tracks[4])
    look(whole, {3: station})
    assert ctl.table.seats[3].life == "empty", "nobody sits down before the floor has come"

    whole.power_off()
    ctl = whole.power_on()
    assert list(ctl.folds.faults.open) == [f"CASH_OUT_REFUSED {name}"]
    look(whole, {3: station})
    assert station.says(OWED)
    pay(whole, name)
    before = whole.now
    assert whole.advance()
    assert whole.now - before == OWED_MS
    look(whole, {3: station})
    assert ctl.folds.faults.open == {}
    assert ctl.folds.meters.hand_paid == 200_00
    assert ctl.table.books.cashed_out == 200_00
    assert (ctl.custody.outbox.parcels, ctl.table.transit.flying) == ({}, {})
    assert check(ctl, whole.bank) == []
    assert station.says("to sit down")
    assert ctl.next_at() is None, "and nobody is asked any more"


def deposit(whole: WholeTable, name: str) -> None:
    """Under a name that the cage could choose once."""
    order = Order(name, "deposit", "drawer:1", "patron:100005", 200_00, "drawer:1", "100005", "ann")
    bank = whole.bank
    bank.store.transact(lambda tx: ledger.transfer(tx, order, bank.clock(), bank.pen))


def test_a_deposit_is_no_hand_pay(make_whole):
    """REQ-R40: another patron's $200 under its name made an end of what was owed."""
    whole = make_whole(4)
    station = alone(whole)
    refuse_cash_outs(whole)
    name = goes_home(whole, station)
    deposit(whole, f"{name}-handpay")
    assert whole.advance()
    look(whole, {3: station})
    assert station.says(OWED)
    assert list(whole.controller.folds.faults.open) == [f"CASH_OUT_REFUSED {name}"]


def test_other_money_under_its_name_stops_no_table(make_whole):
    """The id is spent: the cash-out is owed, and everybody else plays on."""
    whole = make_whole(4)
    station = alone(whole)
    ctl = whole.controller
    deposit(whole, ctl.custody.name(f"1-{ctl.table.transit.transfers + 1}"))
    name = goes_home(whole, station)
    look(whole, {3: station})
    assert station.says(OWED)
    assert list(ctl.folds.faults.open) == [f"CASH_OUT_REFUSED {name}"]
    assert check(ctl, whole.bank) == []


def test_what_is_only_slow_is_not_paid_at_the_table(make_whole):
    """The bank is away for the table, and says nothing: cash now could be twice."""
    whole = make_whole(5)
    station = alone(whole)
    hold = whole.bank.hold

    def away(order: Order) -> Answer:
        raise bank_away("no route to host")

    whole.bank.hold = away  # type: ignore[method-assign]
    name = goes_home(whole, station)
    ctl = whole.controller
    with pytest.raises(Refused, match="may still reach the card"):
        ctl.perform(c.HandPay(ctl.now, "rosa", "he waits", ctl.custody.name_at_table(name)))
    whole.bank.hold = hold  # type: ignore[method-assign]
    assert whole.advance()
    whole.settle()
    assert ctl.custody.outbox.parcels == {}
    assert ctl.folds.meters.money_out == 200_00
    assert check(ctl, whole.bank) == []


def test_the_floor_sees_it_from_afar_and_the_amount_is_nobody_elses(make_whole):
    whole = make_whole(6)
    station = alone(whole)
    refuse_cash_outs(whole)
    goes_home(whole, station)
    whole.settle()
    center = g.public(whole.links[0].pop())
    assert center.notice == "Floor, please: a cash-out of seat 3 is paid by hand"


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_with_a_moody_bank_and_power_cuts(make_whole, seed):
    """Some cash-outs are refused, some are slow; the cage pays what it is owed, now and then; and
    the power goes in between. At the end every cent is on a card or was paid in cash, once."""
    rng, whole = Random(seed), make_whole(30 + seed)
    hold = whole.bank.hold

    def moody(order: Order) -> Answer:
        if order.kind == "cash_out" and rng.random() < 0.3:
            raise bank_away("no route to host")
        answer = hold(order)
        refuses = order.kind == "cash_out" and answer.state == "pending" and rng.random() < 0.6
        return whole.bank.void(order.id, "the account is closed") if refuses else answer

    whole.bank.hold = moody  # type: ignore[method-assign]
    whole.power_on()
    players = company(whole, calls)
    for _ in range(6):
        assert play(whole, players, hands(whole, 2))
        for player in rng.sample(players, 2):
            player.go_home()
        for name, *_ in Counter(whole.bank).owed():
            if rng.random() < 0.5:
                pay(whole, name)
        if rng.random() < 0.5:
            whole.power_off()
            whole.power_on()
        assert custody.stranded(whole.controller.custody, whole.controller.table) == []

    def over() -> bool:
        for name, *_ in Counter(whole.bank).owed():
            pay(whole, name)
        ctl = whole.controller
        empty = all(seat.life == "empty" for seat in ctl.table.seats[1:])
        return empty and not ctl.custody.outbox.parcels

    for player in players:
        player.go_home()
    assert play(whole, players, over)
    ctl, meters = whole.controller, whole.controller.folds.meters
    assert meters.hand_paid > 0
    assert meters.money_in == meters.money_out + meters.hand_paid
    assert [name for name in ctl.folds.faults.open if name.startswith("CASH_OUT")] == []
    assert check(ctl, whole.bank) == []


@pytest.mark.parametrize("paid_at_table", [False, True])
def test_what_an_earlier_version_left_owed_is_paid_too(make_whole, paid_at_table):
    """It told the table nothing of a refusal and opened no fault; and it let the floor pay at the
    table, of which the bank's books knew nothing."""
    whole = make_whole(7)
    station = alone(whole)
    ctl = whole.controller
    (left,) = ctl.perform(c.Leave(ctl.now, 3))
    (parcel,) = ctl.custody.outbox.parcels.values()
    name, refused = parcel.transfer.id, r.TransferRefused(parcel.transfer, "closed")
    whole.bank.hold(order_of(parcel.transfer))
    whole.bank.void(name, "closed")
    ctl.journal.append([records.to_record(refused)])
    if paid_at_table:
        by_hand = e.PaidByHand(ctl.now, left.transfer, "rosa", "as before")
        ctl.journal.append([records.to_record(by_hand)])
    whole.power_off()

    ctl = whole.power_on()
    assert ctl.custody.outbox.parcels[name].life == "owed"
    assert list(ctl.folds.faults.open) == ["MONEY_STRANDED"] * paid_at_table
    look(whole, {3: station})
    assert f"CASH_OUT_REFUSED {name}" in ctl.folds.faults.open
    assert station.says(OWED) is not paid_at_table
    pay(whole, name)
    assert whole.advance()
    whole.settle()
    ctl.snapshot()
    assert (ctl.custody.outbox.parcels, ctl.table.transit.flying) == ({}, {})
    assert (ctl.folds.faults.open, ctl.folds.meters.hand_paid) == ({}, 200_00)
    assert check(ctl, whole.bank) == []


def test_what_was_refused_is_no_cash_out_on_its_way_when_it_is_paid(make_whole):
    whole = make_whole(4)
    station = alone(whole)
    refuse_cash_outs(whole)
    name = goes_home(whole, station)
    look(whole, {3: station})
    assert station.says(OWED)
    pay(whole, name)
    whole.advance()
    look(whole, {3: station})
    assert station.says("to sit down")
    assert not station.says("The bank is asked")
