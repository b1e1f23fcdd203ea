"""What the house earned leaves the table for the bank: in one batch with its order, and resent
until it has arrived. Nothing flies that no parcel carries."""

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from firmware.bank.ledger import Answer, Order
from firmware.bank.store import bank_away
from firmware.controller import custody
from firmware.controller.records import TableState
from firmware.journal.records import Transfer
from firmware.settlement.transfers import Parcel
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import new_table
from firmware.table.jackpot import Jackpot
from firmware.table.state import Transfer as Flight
from lab.simulation.audit import check
from lab.simulation.bare_table import no_limit
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable
from tests.controller.test_controller import hands


def some_hands(whole: WholeTable) -> int:
    """What they brought to the house."""
    page = whole.config
    spreads = (replace(page.spreads[0], fees=(77,)),)
    whole.config = replace(page, spreads=spreads, schedule="board-2018-12")
    whole.power_on()
    assert play(whole, company(whole, calls), hands(whole, 3))
    fees = whole.controller.table.books.fees
    assert fees > 0
    return fees


def swept(whole: WholeTable) -> int:
    return whole.bank.balance("fees").balance


def test_swept_fees_arrive(make_whole):
    whole = make_whole(8)
    fees = some_hands(whole)
    ctl = whole.controller
    for _ in range(2):  # what lies there no more does not leave twice
        ctl.perform(c.SweepFees(ctl.now, "mia", "end of shift"))
        whole.settle()
        assert (swept(whole), ctl.table.transit.flying, ctl.custody.outbox.parcels) == (
            fees,
            {},
            {},
        )
        assert check(ctl, whole.bank) == []
    ctl.snapshot()  # which sweeps by itself
    whole.settle()
    assert (swept(whole), check(ctl, whole.bank)) == (fees, [])


def test_swept_fees_are_resent_after_a_power_cut(make_whole):
    whole = make_whole(9)
    fees = some_hands(whole)
    hold = whole.bank.hold

    def away(order: Order) -> Answer:
        raise bank_away("no route to host")

    whole.bank.hold = away  # type: ignore[method-assign]
    ctl = whole.controller
    ctl.perform(c.SweepFees(ctl.now, "mia", "end of shift"))
    whole.settle()
    assert swept(whole) == 0
    whole.power_off()
    whole.bank.hold = hold  # type: ignore[method-assign]
    ctl = whole.power_on()
    whole.settle()
    assert (swept(whole), ctl.custody.outbox.parcels) == (fees, {})
    assert check(ctl, whole.bank) == []


def test_fees_that_an_earlier_version_stranded_come_home(make_whole):
    """It took them off the books and sent them with nobody."""
    whole = make_whole(10)
    fees = some_hands(whole)
    ctl = whole.controller
    ctl.record([e.FeesSwept(ctl.now, "1-99", fees, "mia", "as before")])
    assert check(ctl, whole.bank) == [
        f"{ctl.custody.name('1-99')}: ${fees // 100} on its way, $0 carried"
    ]
    whole.power_off()
    ctl = whole.power_on()
    assert (ctl.table.books.fees, ctl.table.transit.flying) == (fees, {})
    ctl.snapshot()
    whole.settle()
    assert (swept(whole), check(ctl, whole.bank)) == (fees, [])


def test_a_pool_that_is_won_while_the_bank_is_away_is_paid_once_it_is_back(make_whole):
    """REQ-R43: a drop on its way to the pool, the pool won before it came there, a power cut."""
    whole = make_whole(12)
    whole.config = replace(
        whole.config, jackpot=Jackpot(bad_beat=0, high_hand="pair", pocket=False)
    )
    ctl, players, hold = whole.power_on(), company(whole, calls), whole.bank.hold

    def away(order: Order) -> Answer:
        raise bank_away("no route to host")

    assert play(whole, players, hands(whole, 1))
    ctl.snapshot()
    whole.settle()
    assert whole.bank.balance("jackpot:high-hand").balance == ctl.table.books.high_hand > 0
    assert play(whole, players, hands(whole, 1))
    whole.bank.hold = away  # type: ignore[method-assign]
    ctl.snapshot()
    ctl.perform(c.PayHighHand(ctl.now, "mia", "the hour is over"))
    kinds = [parcel.transfer.kind for parcel in ctl.custody.outbox.parcels.values()]
    assert kinds == ["jackpot_in", "jackpot_out", "cash_out"]
    whole.power_off()
    ctl = whole.power_on()
    whole.bank.hold = hold  # type: ignore[method-assign]
    while ctl.custody.outbox.parcels:
        assert whole.advance()
        whole.settle()
    assert (whole.bank.balance("jackpot:high-hand").balance, check(ctl, whole.bank)) == (0, [])


def test_a_prize_waits_alone_while_two_people_look_at_the_books(make_whole):
    """The bank is there, and says what it waits for; who is paid meanwhile is paid at the cage."""
    whole = make_whole(12)
    whole.config = replace(
        whole.config, jackpot=Jackpot(bad_beat=0, high_hand="pair", pocket=False)
    )
    ctl, players = whole.power_on(), company(whole, calls)
    assert play(whole, players, hands(whole, 1))
    ctl.snapshot()
    whole.settle()
    apart = "INSERT INTO books_apart (place, journal, since_ms, cents) VALUES (?, 'x', ?, 1)"
    whole.bank.do(lambda tx, now: tx.run(apart, "table:1", now))
    ctl.perform(c.PayHighHand(ctl.now, "mia", "the hour is over"))
    whole.settle()
    lives = {one.transfer.kind: one.life for one in ctl.custody.outbox.parcels.values()}
    assert lives == {"jackpot_out": "asked", "cash_out": "owed"}
    assert {name.partition(" ")[0] for name in ctl.folds.faults.open} >= {"BOOKS_APART"}
    assert "BANK_AWAY" not in ctl.folds.faults.open
    whole.bank.do(lambda tx, now: tx.run("DELETE FROM books_apart"))
    while [one for one in ctl.custody.outbox.parcels.values() if one.life != "owed"]:
        assert whole.advance()
        whole.settle()
    assert whole.bank.balance("jackpot:high-hand").balance == 0
    assert "BOOKS_APART" not in ctl.folds.faults.open


@pytest.mark.parametrize("kind", ["buy_in", "cash_out", "flying", "asked", "amount"])
def test_whatever_is_stranded_is_seen(make_whole, kind):
    """Chips without a parcel, a parcel without its chips, and two sums that differ."""
    whole = make_whole(11)
    ctl = whole.power_on()
    copy = msgpack.decode(msgpack.encode(ctl.memory.state), type=TableState)
    transit, parcels = copy.table.transit, copy.custody.outbox.parcels
    assert custody.stranded(copy.custody, copy.table) == []
    flight, name = Flight(1, "patron:100001", 5_00, 1_00), copy.custody.name("1-7")
    parcel = Parcel(Transfer(name, "cash_out", "table:1", "patron:100001", 5_00), "owed")
    if kind in ("flying", "amount"):
        transit.flying["1-7"] = flight
    if kind == "asked":
        transit.asked["1-7"] = flight
    if kind == "cash_out":
        parcels[name] = parcel
    if kind in ("buy_in", "amount"):
        parcels[name] = Parcel(Transfer(name, "buy_in", "patron:1", "table:1", 6_00), "asked")
    (found,) = custody.stranded(copy.custody, copy.table)
    assert found.startswith(f"{name}: ")


def test_what_a_table_holds_is_what_came_less_what_left():
    """Told to the bank with every head of the journal; not while a parcel is on its way."""
    posted = {"buy_in": 500_00, "jackpot_out": 20_00, "cash_out": 200_00, "fees": 5_00,
              "jackpot_in": 2_00, "handpay": 10_00}  # fmt: skip
    books = custody.Custody(posted=posted)
    assert custody.holds(books) == 303_00
    sent = Transfer("x", "fees", "table:1", "fees", 1_00)
    books.outbox.parcels["x"] = Parcel(sent, "asked")
    assert custody.holds(books) is None


def test_a_jackpot_without_an_account_is_said_at_the_start_with_what_opens_it(make_whole):
    """REQ-R43: players' money has an account of its own; until it has, it stays on the table."""
    whole = make_whole(4)
    whole.config = replace(whole.config, jackpot=Jackpot(bad_beat=50))
    whole.bank.do(lambda tx, now: tx.run("DELETE FROM account WHERE id = ?", custody.HIGH_HAND))
    whole.power_on()
    whole.settle()
    fault = whole.controller.folds.faults.open["NO_POOL_ACCOUNT"]
    assert "no account jackpot:high-hand." in str(fault)
    assert "stormdeck bank add jackpot high-hand" in str(fault)
    whole.bank.open_account(custody.HIGH_HAND, "jackpot")
    assert play(whole, company(whole, calls)[:3], hands(whole, 1))
    assert whole.controller.folds.faults.open == {}


@pytest.mark.parametrize(
    ("jackpot", "pools"),
    [
        (None, ()),
        (Jackpot(bad_beat=100), (custody.BAD_BEAT,)),
        (Jackpot(bad_beat=0), (custody.HIGH_HAND,)),
        (Jackpot(bad_beat=70), (custody.BAD_BEAT, custody.HIGH_HAND)),
    ],
)
def test_a_table_asks_for_no_more_pools_than_it_collects_for(jackpot, pools):
    assert custody.pools_of(new_table(no_limit(jackpot=jackpot))) == pools
