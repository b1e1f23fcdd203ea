"""REQ-R40, the whole way: refused, owed, seen, paid by hand by two people; in meters, books and
bank; and the power may go at any step of it. Never both cash and card, and never neither."""

import io
import sqlite3
from collections.abc import Iterable, Sequence
from random import Random

import pytest

from commands import main as stormdeck
from firmware import durable
from firmware.bank.acts import KnowTable, PayByHand
from firmware.bank.bank import Bank
from firmware.bank.counter import Counter
from firmware.bank.ledger import Answer, Order
from firmware.errors import Refused
from firmware.money import Cents
from firmware.settlement import transfers
from firmware.settlement.reconcile import asked_cash_out, compare_books
from lab.faults.faulty_disk import AFTERMATHS, Aftermath, PowerCut
from lab.simulation.day_script import Leave
from lab.simulation.demo_people import together
from lab.simulation.power_cut_day import Day
from tests.bank.conftest import typed
from tests.settlement.conftest import CASH_IN, PEOPLE, SITTING, check_folds, new_day

SAT = SITTING[:-1]  # the table is not opened: nobody plays
HOME = (*SAT, Leave(1), Leave(2))
BOTH = 100_00  # what the two of them bought in for, and take home


class RefusingBank(Bank):
    """No cash-out reaches a card: the cage has let each of them go."""

    def hold(self, order: Order) -> Answer:
        answer = super().hold(order)
        refuses = order.kind == "cash_out" and answer.state == "pending"
        return self.void(order.id, "the account is closed") if refuses else answer


def day_of(house, kind: type[Bank] = RefusingBank) -> Day:
    day = new_day(house, HOME)
    day.bank.__class__ = kind
    return day


def pay_all(day: Day) -> None:
    """The cage pays whatever its books say is owed."""
    counter = Counter(day.bank)
    for id_, patron, table, cents, _ in counter.owed():
        together(day.bank, PayByHand(id_, patron, table, Cents(cents), "drawer:1"))


def evening(day: Day) -> None:
    day.run()
    pay_all(day)
    day.run()


def cash(day: Day) -> int:
    """Out of the drawer since the evening began."""
    (drawer,) = day.bank.store.transact(
        lambda tx: tx.row("SELECT SUM(amount) FROM transfer WHERE kind = 'handpay'")
    )
    return drawer or 0


def check_paid(day: Day) -> None:
    """By hand, once: at the table, in the meters, the sessions, the journal and the bank."""
    meters, totals = day.folds.meters, day.folds.sessions.closed
    assert cash(day) == meters.hand_paid == sum(one.hand_paid for one in totals) == BOTH
    assert meters.money_out == 0
    assert day.folds.faults.open == {}
    assert (day.custody.outbox.parcels, day.table.transit.flying) == ({}, {})
    assert day.table.transit.owed == {}
    assert day.bank.balance("table:T1").balance == 0
    assert sum(day.bank.balance(name).balance for name in PEOPLE) == CASH_IN - BOTH
    entries = day.journal.read(1, day.journal.head.seq)
    assert compare_books(entries, day.bank, "table:T1").problems == []
    assert Counter(day.bank).reconcile().problems == []
    check_folds(day)


def test_owed_until_two_people_paid_it(house):
    day = day_of(house)
    day.run()
    first, second = day.custody.outbox.parcels.values()
    assert (first.life, second.life) == ("owed", "owed")
    assert transfers.words(first) == (
        "Your $60 could not reach your card. It is safe; the cage pays it."
    )
    assert set(day.folds.faults.open) == {f"CASH_OUT_REFUSED {one}" for one in ("T1-3", "T1-4")}
    words = day.folds.faults.open["CASH_OUT_REFUSED T1-3"].words
    assert words == (
        "Seat 1: $60 did not reach the card (the account is closed). The money is safe at the "
        "table, and owed to the player. Two people pay it in cash at the cage: "
        "stormdeck bank handpay T1-3"
    )
    assert list(day.table.transit.owed) == ["T1-3", "T1-4"]
    day.audit()
    day.pump()
    assert day.folds.meters.hand_paid == 0, "nobody has paid it yet"
    pay_all(day)
    day.audit()
    day.pump()
    check_paid(day)


@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_the_power_is_cut_at_every_step_of_the_way(house, aftermath):
    """Each step with two of the four aftermaths, turn and turn about; with all of them in the
    soak."""
    turn = AFTERMATHS.index(aftermath) % 2
    cut_at(house, aftermath, [at for at in every_step(house) if at // 2 % 2 == turn])


@pytest.mark.soak
@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_soak_the_power_is_cut_at_every_step_with_every_aftermath(house, aftermath):
    cut_at(house, aftermath, every_step(house))


def every_step(house) -> Sequence[int]:
    whole = day_of(house)
    evening(whole)
    check_paid(whole)
    return range(1, whole.fuse.step + 1)


def cut_at(house, aftermath: Aftermath, steps: Iterable[int]) -> None:
    for at in steps:
        day = day_of(house)
        day.fuse.blows_at = at
        with pytest.raises(PowerCut):
            evening(day)
        day.cut(aftermath, Random(at))
        evening(day)
        check_paid(day)


@pytest.mark.parametrize("reached", ["nothing", "hold", "post"])
def test_cash_at_the_cage_while_the_bank_is_slow_for_the_table(house, reached):
    """However far the transfer got: the cage brings the table's words itself, makes an end of it
    and pays; or hears that the card has it. What the table delivers later changes nothing."""
    day = day_of(house, Bank)
    day.script = SAT
    day.run()
    day.wire.away, day.script = True, HOME
    day.run()
    entries = list(day.journal.read(1, day.journal.head.seq))
    counter = Counter(day.bank)
    for parcel in list(day.custody.outbox.parcels.values()):
        asked = asked_cash_out(entries, parcel.transfer.id)
        assert asked == parcel.transfer
        if reached != "nothing":
            day.bank.hold(transfers.order_of(asked))
        if reached == "post":
            day.bank.post(asked.id)
        day.bank.hold(transfers.order_of(asked))
        whose, cents = counter.cash_out(asked.id)[:2], asked.amount
        if reached != "post":
            together(day.bank, PayByHand(asked.id, *whose, cents, "drawer:1"))
            assert day.bank.post(asked.id).words == "paid by hand"
    day.wire.away = False
    day.pump()  # the refusal
    day.pump()  # and that it is paid
    if reached == "post":
        assert (cash(day), day.folds.meters.money_out) == (0, BOTH)
        assert day.custody.outbox.parcels == {}
        with pytest.raises(Refused, match="T1-3 did not fail"):
            asked_cash_out(day.journal.read(1, day.journal.head.seq), "T1-3")
    else:
        check_paid(day)
    day.audit()


def test_a_day_at_the_cage_with_a_table_that_the_bank_cannot_hear(
    house, tmp_path, capsys, monkeypatch
):
    """Nobody types an amount: it stands in the books, or in the table's journal."""
    books, home = tmp_path / "bank.db", tmp_path / "table"
    day = day_of(house, Bank)
    day.script = SAT
    day.run()
    day.wire.away, day.script = True, HOME
    day.run()
    together(day.bank, KnowTable("T1", day.journal.public_key), "sue", "mia")
    day.journal.sign()
    with sqlite3.connect(books) as copy:
        day.bank.store._db.backup(copy)
    for disk in day.disks:
        (home / disk.name).mkdir(parents=True)
        for name, data in disk.files().items():
            (home / disk.name / name).write_bytes(data)
    where = ["bank", "--db", str(books), "--key", str(tmp_path / "bank.key")]

    durable.replace(tmp_path / "bank.key", bytes(range(32)))

    def cage(*words: str, who: str = "ann sue") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed(day.bank, *who.split())))
        code = stormdeck([*where, *words])
        said = capsys.readouterr()
        return code, said.out + said.err

    one = ("--drawer", "1")
    assert cage("clock", "--reason", "a new year")[0] == 0
    code, said = cage("handpay", "T1-3", *one)
    assert (code, "name the table's journal" in said) == (1, True)
    code, said = cage("handpay", "T1-9", *one, "--journal", str(home))
    assert (code, "knows no cash-out T1-9" in said) == (1, True)
    code, said = cage("handpay", "T1-3", *one, "--journal", str(home), who="ann ann")
    assert (code, "Another person must confirm" in said) == (1, True)
    code, said = cage("handpay", "T1-3", *one, "--journal", str(home))
    assert code == 0
    assert said.startswith("Hand pay to account 100001, $60  document 1-0000")
    code, said = cage("handpay", "T1-3", "--drawer", "2", who="sue mia")
    assert (code, "ann and sue have paid T1-3: pay nothing." in said) == (1, True)
    assert "Nothing waits." in cage("pending")[1]
    code, said = cage("reconcile", "--journal", str(home), "--table", "T1")
    assert (code, "The books agree." in said) == (0, True)
    assert "T1-3: Your $60 is on its way to your card." in said
    assert "T1-4: Your $40 is on its way to your card." in said
