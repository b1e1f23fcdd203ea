"""Double entry: balanced by construction, once by id, final by outcome. On both databases."""

import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.bank import ledger
from firmware.bank.accounts import Account
from firmware.bank.acts import Correct, MoveHouseMoney, PayByHand, Settle
from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.sqlite_store import SqliteStore
from firmware.errors import Refused
from lab.simulation.demo_people import STAFF, at_work, pieces_of, together
from tests.bank.conftest import (
    Clock,
    books_balance,
    buy_in,
    cash_out,
    make_bank,
    sit,
)


def test_a_deposit_moves_cash_and_claim_together(counter):
    receipt = counter.deposit("100001", 500_00, "drawer:1")
    assert receipt.balance == 500_00
    assert counter.bank.balance("drawer:1").balance == -50_500_00
    books_balance(counter.bank)


def test_a_transfer_sent_twice_is_posted_once(counter):
    first = counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    again = counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    assert again.answer == first.answer
    assert again.balance == 500_00


def test_one_id_cannot_stand_for_two_transfers(counter):
    counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    with pytest.raises(Refused, match="belongs to another transfer"):
        counter.deposit("100001", 600_00, "drawer:1", id_="d1")
    assert counter.balance("patron:100001").balance == 500_00


def test_documents_have_no_gaps_and_each_place_its_own_book(counter):
    bob = at_work(counter.bank, "bob")
    numbers = [
        who.deposit("100001", 1_00, drawer).answer.document
        for who, drawer in ((counter, "drawer:1"), (bob, "drawer:2"), (counter, "drawer:1"))
    ]
    with pytest.raises(Refused):  # a refusal uses up no number
        counter.withdraw("100001", 999_00, "drawer:1", "2468")
    numbers.append(counter.deposit("100001", 1_00, "drawer:1").answer.document)
    assert numbers == ["1-000002", "2-000002", "1-000003", "1-000004"]


@pytest.mark.parametrize("amount", [0, -5, 10**15])
def test_an_impossible_amount_is_refused(counter, amount):
    with pytest.raises(Refused, match="Choose an amount"):
        counter.deposit("100001", amount, "drawer:1")


def test_nobody_spends_what_is_not_there(counter):
    counter.deposit("100001", 100_00, "drawer:1")
    with pytest.raises(Refused, match=r"Only \$100 is available"):
        counter.withdraw("100001", 100_01, "drawer:1", "2468")
    with pytest.raises(Refused, match="no account drawer:9"):
        counter.withdraw("100001", 1_00, "drawer:9", "2468")


def test_a_drawer_pays_no_more_than_it_holds(bank, counter):
    """And it does not say how much: the count at the end is blind."""
    bank.open_account("drawer:3", "drawer")
    counter.deposit("100001", 100_00, "drawer:1")
    sue = at_work(bank, "sue")
    sue.open_window("drawer:3", pieces_of(0))
    with pytest.raises(Refused, match=r"^The drawer does not hold that much: ask for a fill.$"):
        sue.withdraw("100001", 100_00, "drawer:3", "2468")


def test_a_promise_holds_the_money_and_posting_moves_it(bank, counter):
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    assert bank.hold(buy_in("b1", 200_00)).state == "pending"
    patron = bank.balance("patron:100001")
    assert (patron.balance, patron.available) == (300_00, 100_00)
    assert bank.hold(buy_in("b2", 200_00)).state == "refused"

    assert bank.post("b1").state == "posted"
    patron = bank.balance("patron:100001")
    assert (patron.balance, patron.held) == (100_00, 0)
    assert bank.balance("table:T1").balance == 200_00
    books_balance(bank)


def test_every_order_of_messages_ends_in_one_outcome(bank, counter):
    """Late, twice, swapped: the first final word stands, and everyone hears it."""
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("b1", 100_00))
    assert [
        bank.void("b1").state,
        bank.post("b1").state,
        bank.hold(buy_in("b1", 100_00)).state,
    ] == ["voided"] * 3
    bank.hold(buy_in("b2", 100_00))
    assert [bank.post("b2").state, bank.void("b2").state, bank.post("b2").state] == ["posted"] * 3
    assert bank.void("b3").state == "voided"  # the void overtook the transfer
    assert bank.hold(buy_in("b3", 100_00)).state == "voided"
    with pytest.raises(Refused, match="no transfer b4"):
        bank.post("b4")
    assert bank.balance("patron:100001").available == 200_00
    books_balance(bank)


def test_a_refusal_is_final_even_when_money_comes_later(bank, counter):
    """Or a second copy of the message could take money after the player was told No."""
    sit(bank)
    assert bank.hold(buy_in("b1", 100_00)).words == "Only $0 is available."
    counter.deposit("100001", 300_00, "drawer:1")
    assert bank.hold(buy_in("b1", 100_00)).state == "refused"
    assert bank.balance("patron:100001").available == 300_00


def test_rows_are_written_once(bank, counter):
    counter.deposit("100001", 300_00, "drawer:1", id_="d1")
    sit(bank)
    bank.hold(buy_in("b1", 100_00))
    for sql in (
        "UPDATE transfer SET amount = 1",
        "DELETE FROM transfer",
        "UPDATE outcome SET state = 'voided'",
        "DELETE FROM outcome",
        "DELETE FROM change",
        "DELETE FROM claim",
    ):
        with pytest.raises(Exception, match="written once"):
            bank.store.transact(lambda tx, sql=sql: tx.run(sql))


def test_a_correction_is_a_second_entry_with_two_names(counter):
    """REQ-R37."""
    counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    bank, act = counter.bank, Correct("d1")
    with pytest.raises(Refused, match="Another person must confirm"):
        together(bank, act, "sue", "sue")
    with pytest.raises(Refused, match="may not confirm"):
        together(bank, act, "ann", "bob")
    with pytest.raises(Refused, match="reason"):
        together(bank, act, reason=" ")
    together(bank, act, reason="typed twice")
    assert counter.balance("patron:100001").balance == 0
    assert [line.amount for line in counter.statement("patron:100001")] == [500_00, -500_00]
    with pytest.raises(Refused, match="corrected before"):
        together(bank, act, reason="again")
    books_balance(counter.bank)


@pytest.mark.parametrize("person", STAFF)
def test_only_a_lead_confirms_and_only_the_cage_takes_money(counter, person):
    """REQ-R37, REQ-R46: an attempt by each role."""
    counter.deposit("100001", 500_00, "drawer:1", id_="d1")
    if person not in ("sue", "mia"):
        with pytest.raises(Refused, match=r"may not confirm to correct|You are the first name"):
            together(counter.bank, Correct("d1"), "bob", person)
    if person not in ("ann", "bob", "sue"):
        with pytest.raises(Refused, match="may not take a deposit"):
            at_work(counter.bank, person).deposit("100001", 5_00, "drawer:1")


def test_money_of_a_pool_never_becomes_income(bank, counter):
    """REQ-R43."""
    fund = Order("f", "promotion_in", "vault", "promotion:june", 100_00, "vault")
    together(bank, MoveHouseMoney(fund))
    grab = Order("g", "fees", "promotion:june", "fees", 100_00, "vault")
    with pytest.raises(Refused, match="goes from a table"):
        together(bank, MoveHouseMoney(grab))


def test_a_promise_that_timed_out_is_settled_by_two_people(bank, counter, clock):
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("b1", 200_00))
    assert counter.overdue() == []
    clock.now_ms += 11 * 60 * 1000
    assert [row[0] for row in counter.overdue()] == ["b1"]
    with pytest.raises(Refused, match="Another person"):
        together(bank, Settle("b1", "voided"), "sue", "sue")
    done = together(bank, Settle("b1", "voided"), reason="table burnt")
    assert done.answer.state == "voided"
    assert bank.post("b1").words == "let go by the cage: table burnt"
    assert counter.overdue() == []
    books_balance(bank)


def test_a_failed_cash_out_is_paid_by_hand_once(bank, counter):
    """REQ-R40."""
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("b1", 300_00))
    bank.post("b1")
    with pytest.raises(Refused, match="did not fail"):
        pay_by_hand(counter, id_="b1")
    bank.hold(cash_out("c1", 300_00))
    bank.void("c1", "the card is gone")
    for _ in range(2):
        pay_by_hand(counter)
    assert bank.balance("table:T1").balance == 0
    assert bank.hold(cash_out("c1", 300_00)).state == "voided"
    books_balance(bank)


def at_table(bank, counter) -> None:
    """$300 of account 100001 lie at table T1, which asks for them back as c1."""
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    bank.hold(buy_in("b1", 300_00))
    bank.post("b1")


def pay_by_hand(counter, first="ann", second="sue", drawer="drawer:1", cents=300_00, id_="c1"):
    act = PayByHand(id_, "100001", "table:T1", cents, drawer)
    return together(counter.bank, act, first, second)


def paid_out(counter) -> int:
    """What left the two drawers, and what is on the card."""
    cash = sum(counter.bank.balance(f"drawer:{n}").balance for n in (1, 2)) + 100_300_00
    return cash + counter.balance("patron:100001").balance


def test_what_the_bank_is_only_slow_on_is_made_impossible_before_it_is_paid_by_hand(bank, counter):
    """REQ-R40: cash, and then the card too, would be twice."""
    at_table(bank, counter)
    bank.hold(cash_out("c1", 300_00))
    pay_by_hand(counter)
    assert bank.post("c1").state == "voided"
    assert bank.hold(cash_out("c1", 300_00)).words == "paid by hand"
    assert bank.balance("table:T1").held == 0
    assert bank.paid_by_hand("c1") == ledger.HandPay(
        300_00, "ann and sue, document 1-000003", "patron:100001", "table:T1"
    )
    assert paid_out(counter) == 300_00
    books_balance(bank)


def test_what_reached_the_card_is_not_paid_by_hand(bank, counter):
    at_table(bank, counter)
    bank.hold(cash_out("c1", 300_00))
    bank.post("c1")
    with pytest.raises(Refused, match="did not fail"):
        pay_by_hand(counter)
    with pytest.raises(Refused, match="There is no transfer c2"):
        pay_by_hand(counter, id_="c2")
    assert bank.paid_by_hand("c1") is None
    assert paid_out(counter) == 300_00


def test_a_cash_out_that_was_refused_stands_in_the_books_until_it_is_paid_by_hand(bank, counter):
    at_table(bank, counter)
    refused = bank.hold(cash_out("c1", 300_01))
    assert (refused.state, refused.document) == ("refused", "T1-000002")
    assert bank.hold(cash_out("c1", 300_01)) == refused, "asked twice, refused once"
    why = "Only $300 is available."
    assert counter.owed() == [("c1", "100001", "table:T1", 300_01, why)]
    with pytest.raises(Refused, match=r"c1 is a cash_out of \$300.01, table:T1, account 100001"):
        pay_by_hand(counter)
    counter.deposit("100001", 1, "drawer:1")
    bank.hold(buy_in("b2", 1))
    bank.post("b2")
    pay_by_hand(counter, cents=300_01)
    assert counter.owed() == []
    books_balance(bank)


@pytest.mark.parametrize("whose", [{"patron": "999999"}, {"table": "T9"}])
def test_a_cash_out_between_places_that_are_none_is_refused_and_owed_to_nobody(
    bank, counter, whose
):
    at_table(bank, counter)
    assert bank.hold(cash_out("c1", 300_00, **whose)).state == "refused"
    assert counter.owed() == []


def test_a_hand_pay_takes_two_people_and_stands(bank, counter):
    """REQ-R37, REQ-R40."""
    at_table(bank, counter)
    bank.hold(cash_out("c1", 300_00))
    bank.void("c1")
    for pair in (("ann", "ann"), ("sue", "sue"), ("ann", "bob")):
        with pytest.raises(Refused):
            pay_by_hand(counter, *pair)
    assert bank.balance("table:T1").balance == 300_00
    pay_by_hand(counter)
    with pytest.raises(Refused, match="what comes back is a deposit"):
        together(bank, Correct("c1-handpay"))


def test_what_a_table_counts_too_is_not_corrected_here(bank, counter):
    """REQ-R37: the chips of a corrected buy-in stayed on the table, and were paid a second time out
    of the other players' money."""
    at_table(bank, counter)
    with pytest.raises(Refused, match="The table counts it, too"):
        together(bank, Correct("b1"))
    assert bank.balance("table:T1").balance == 300_00


@pytest.mark.parametrize(
    "id_",
    ["9f2c01aa-T1-17", "c1-handpay", "d1-corrected", "a b", "a\nBALANCE $9", "\x1b[2J", "x" * 65],
)
def test_the_cage_takes_no_name_of_a_tables_transfer(counter, id_):
    """REQ-R36: one deposit under the next name of a table stopped that table for good. And none
    that would print a line of its own on the receipt."""
    for cash, secret in ((counter.deposit, {}), (counter.withdraw, {"pin": "2468"})):
        with pytest.raises(Refused, match="no id of the cage"):
            cash("100001", 100, "drawer:1", **secret, id_=id_)


@pytest.mark.parametrize("voided", [False, True])
def test_two_cashiers_and_the_card_at_once_are_one_payment(bank, counter, connect, clock, voided):
    """Each on a connection of its own: one of them pays, the others hear that it is paid."""
    at_table(bank, counter)
    bank.hold(cash_out("c1", 300_00))
    if voided:
        bank.void("c1")
    banks = [Bank(connect(), bank.key, clock) for _ in range(3)]
    ann, sue, card = at_once(
        lambda: pay_by_hand(at_work(banks[0], "ann")),
        lambda: pay_by_hand(at_work(banks[1], "bob"), "bob", "mia", "drawer:2"),
        lambda: banks[2].post("c1"),
    )
    by_hand = [one for one in (ann, sue) if not isinstance(one, Refused)]
    by_card = [] if isinstance(card, Refused) or card.state != "posted" else [card]
    assert len(by_hand + by_card) == 1
    assert paid_out(counter) == 300_00
    assert bank.balance("table:T1") == Account("table:T1", "table", 0, 0)
    books_balance(bank)


def test_a_clock_that_goes_back_does_not_turn_the_pages_around(counter, clock):
    first = counter.deposit("100001", 1_00, "drawer:1").answer
    clock.now_ms -= 3_000_000
    second = counter.deposit("100001", 1_00, "drawer:1").answer
    assert second.at_ms >= first.at_ms
    lines = counter.statement("patron:100001")
    assert [line.document for line in lines] == ["1-000002", "1-000003"]


def at_once(*works) -> list[object]:
    """All start together, each on its own connection; their answers, or what they raised."""
    gate, results = threading.Barrier(len(works)), [None] * len(works)

    def run(n, work):
        gate.wait()
        try:
            results[n] = work()
        except Exception as raised:
            results[n] = raised

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_two_tables_race_for_one_account(bank, counter, connect, clock):
    """The same money at two tables: one gets it, the other is told why not."""
    counter.deposit("100001", 300_00, "drawer:1")
    track = sit(bank)
    other = Bank(connect(), bank.key, clock)
    sat, held = at_once(
        lambda: other.sign_on(track, "2468", "s2", "table:T2", 1),
        lambda: bank.hold(buy_in("b1", 300_00)),
    )
    assert isinstance(sat, Refused)
    assert held.state == "pending"
    bank.sign_off("s1")
    answers = at_once(
        *(lambda n=n: other.hold(buy_in(f"x{n}", 100_00, table="T2")) for n in range(3))
    )
    assert [answer.state for answer in answers] == ["refused"] * 3
    books_balance(bank)


def test_ten_messengers_with_one_id_move_money_once(bank, counter, connect, clock):
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    banks = [Bank(connect(), bank.key, clock) for _ in range(5)]
    at_once(*(lambda b=b: b.hold(buy_in("b1", 200_00)) for b in banks))
    answers = at_once(*(lambda b=b: b.post("b1") for b in banks))
    assert [answer.state for answer in answers] == ["posted"] * 5
    assert bank.balance("table:T1").balance == 200_00
    books_balance(bank)


def test_a_void_that_overtakes_its_hold_leaves_nothing_promised(bank, counter, connect, clock):
    """A table loses its connection while the bank still works on the hold, and takes it back by
    another: whichever comes first, no chip stays promised to a transfer that is void."""
    counter.deposit("100001", 300_00, "drawer:1")
    sit(bank)
    other = Bank(connect(), bank.key, clock)
    entered, voided = threading.Event(), threading.Event()

    def slow_hold():
        def work(tx):
            answer = ledger.hold(tx, buy_in("b1", 200_00), clock(), bank.pen)
            entered.set()
            voided.wait(0.5)  # it may have to wait for us
            return answer

        return bank.store.transact(work)

    def void():
        entered.wait()
        answer = other.void("b1")
        voided.set()
        return answer

    _, answer = at_once(slow_hold, void)
    assert answer.state == "voided"
    assert bank.balance("patron:100001").held == 0
    assert bank.post("b1").state == "voided"
    books_balance(bank)


def test_two_drawers_serve_one_patron_at_once(bank, counter, connect, clock):
    """Each dollar is paid out once, and the day's sums count both drawers."""
    counter.deposit("100001", 1000_00, "drawer:1")
    counters = [
        at_work(Bank(connect(), bank.key, clock), name) for name in ("ann", "bob", "ann", "bob")
    ]
    answers = at_once(
        *(
            lambda c=c, n=n: c.withdraw("100001", 400_00, f"drawer:{1 + n % 2}", "2468")
            for n, c in enumerate(counters)
        )
    )
    paid = [answer for answer in answers if not isinstance(answer, Exception)]
    assert len(paid) == 2
    assert all(isinstance(a, Refused) for a in answers if isinstance(a, Exception))
    assert counter.balance("patron:100001").balance == 200_00
    books_balance(bank)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["deposit", "withdraw", "hold", "hold out", "post", "void", "correct"]),
        st.integers(1, 5),
        st.integers(1, 400_00),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS)
def test_whatever_is_asked_the_books_balance(steps):
    bank = make_bank(SqliteStore(":memory:"), Clock())
    counter, bob = at_work(bank, "ann"), at_work(bank, "bob")
    sit(bank)
    for verb, n, amount in steps:
        try:
            match verb:
                case "deposit":
                    counter.deposit("100001", amount, "drawer:1", id_=f"d{n}")
                case "withdraw":
                    bob.withdraw("100001", amount, "drawer:2", "2468", id_=f"w{n}")
                case "hold":
                    bank.hold(buy_in(f"b{n}", amount))
                case "hold out":
                    bank.hold(cash_out(f"c{n}", amount))
                case "post":
                    bank.post(f"{'bc'[n % 2]}{n}")
                case "void":
                    bank.void(f"{'bc'[n % 2]}{n}")
                case "correct":
                    together(bank, Correct(f"d{n}"))
        except Refused:
            pass
        books_balance(bank)
        assert bank.balance("patron:100001").available >= 0
