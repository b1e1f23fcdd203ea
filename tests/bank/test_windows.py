"""A shift at a window: a counted float, cash only there, a blind count, and a second name for what
differs."""

import pytest
from msgspec.structs import astuple

from firmware.bank import windows
from firmware.bank.acts import Correct, MoveHouseMoney, PostDifference
from firmware.bank.counter import Counter
from firmware.bank.explanations import clue
from firmware.bank.ledger import Order
from firmware.errors import Refused
from lab.simulation.demo_people import at_work, pieces_of, together
from tests.bank.conftest import books_balance
from tests.bank.test_ledger import at_once

FLOAT = 50_000_00


def shift(bank, name: str = "ann") -> Counter:
    return at_work(bank, name)


def test_a_sheet_is_counted_whole_or_not_at_all():
    """Blank is not nought."""
    whole = dict.fromkeys(windows.DENOMINATIONS, 0)
    assert windows.total(whole) == 0
    assert windows.total({**whole, 100_00: 3, 25: 7}) == 301_75
    with pytest.raises(Refused, match=r"Still to count: \$20\."):
        windows.total({value: n for value, n in whole.items() if value != 20_00})
    for wrong in ({**whole, 20_00: -1}, {**whole, 3_00: 1}, {**whole, 1: 10**9}):
        with pytest.raises(Refused):
            windows.total(wrong)


def test_cash_moves_only_at_ones_own_open_window(bank, counter):
    with pytest.raises(Refused, match="Your window at drawer 2 is not open"):
        counter.deposit("100001", 1_00, "drawer:2")
    with pytest.raises(Refused, match="You are at drawer 1"):
        counter.open_window("drawer:2", pieces_of(FLOAT))
    with pytest.raises(Refused, match="ann is at drawer 1"):
        shift(bank, "sue").open_window("drawer:1", pieces_of(FLOAT))
    counter.count(pieces_of(FLOAT))
    with pytest.raises(Refused, match="is counting: no cash moves there"):
        counter.deposit("100001", 1_00, "drawer:1")
    counter.close_window()
    with pytest.raises(Refused, match="not open"):
        counter.deposit("100001", 1_00, "drawer:1")
    with pytest.raises(Refused, match="no window"):
        counter.count(pieces_of(FLOAT))


def test_one_drawer_is_handed_over_by_a_count_on_each_side(bank, counter):
    counter.deposit("100001", 500_00, "drawer:1")
    assert counter.count(pieces_of(FLOAT + 500_00)).difference == 0
    counter.close_window()
    sue = shift(bank, "sue")
    assert sue.open_window("drawer:1", pieces_of(FLOAT + 500_00)).difference == 0
    sue.deposit("100001", 1_00, "drawer:1")


def test_a_window_has_its_end_when_it_is_closed_and_not_before(bank, counter):
    ends = "SELECT closed_ms IS NOT NULL FROM cage_window WHERE drawer = 'drawer:1'"

    def ended() -> list[bool]:
        return [bool(one) for (one,) in bank.store.transact(lambda tx: tx.rows(ends))]

    counter.count(pieces_of(FLOAT))
    assert ended() == [False]
    counter.close_window()
    assert ended() == [True]


def test_nobody_who_counts_is_told_what_it_should_be(bank, counter):
    for look in (counter.balance, counter.statement):
        with pytest.raises(Refused, match="may not see what a drawer should hold"):
            look("drawer:1")
    assert FLOAT not in astuple(counter.window())
    assert shift(bank, "sue").balance("drawer:1").balance == -FLOAT


@pytest.mark.parametrize(("gap", "kind"), [(20_00, "over"), (-20_00, "short")])
def test_what_differs_is_posted_by_two_and_the_drawer_is_what_was_counted(bank, counter, gap, kind):
    sheet = counter.count(pieces_of(FLOAT + gap))
    assert sheet.difference == gap
    with pytest.raises(Refused, match="It differs"):
        counter.close_window()
    with pytest.raises(Refused, match="Another person"):
        together(bank, PostDifference(sheet.window), "sue", "sue")
    done = together(bank, PostDifference(sheet.window), "ann", "sue")
    assert done.words == f"$20 {kind} at drawer 1."
    assert bank.balance("drawer:1").balance == -(FLOAT + gap)
    assert bank.balance(windows.OVER_SHORT).balance == gap
    with pytest.raises(Refused, match="No difference waits"):
        together(bank, PostDifference(sheet.window), "ann", "sue")
    shift(bank, "ann").open_window("drawer:1", pieces_of(FLOAT + gap))
    books_balance(bank)


def test_it_is_counted_twice_at_most_and_a_signed_sheet_stays(bank, counter):
    first = counter.count(pieces_of(FLOAT - 1), 1)
    assert counter.count(pieces_of(FLOAT), 1) == first  # the answer did not arrive: no second one
    assert counter.count(pieces_of(FLOAT), 2).difference == 0
    with pytest.raises(Refused, match="counted twice"):
        counter.count(pieces_of(FLOAT))
    sheets = bank.do(
        lambda tx, now: tx.rows("SELECT counted FROM count_sheet WHERE person = 'ann'")
    )
    assert sorted(row[0] for row in sheets) == [FLOAT - 1, FLOAT, FLOAT]
    with pytest.raises(Exception, match="written once"):
        bank.do(lambda tx, now: tx.run("UPDATE count_sheet SET counted = 0"))
    counter.close_window()


def test_a_float_that_differs_opens_after_a_second_name(bank, counter):
    counter.count(pieces_of(FLOAT))
    counter.close_window()
    sheet = counter.open_window("drawer:1", pieces_of(FLOAT - 5_00), "w1")
    assert sheet.difference == -5_00
    assert counter.open_window("drawer:1", pieces_of(FLOAT - 5_00), "w1") == sheet, "asked again"
    with pytest.raises(Refused, match="is opening"):
        counter.deposit("100001", 1_00, "drawer:1")
    with pytest.raises(Refused, match="posts the difference of the float"):
        counter.count(pieces_of(FLOAT))
    together(bank, PostDifference("w1"), "ann", "sue")
    counter.deposit("100001", 1_00, "drawer:1")


def test_the_documents_that_could_explain_it_come_first(bank, counter):
    for amount in (70_00, 40_00, 20_00, 50_00):
        counter.deposit("100001", amount, "drawer:1")
    sheet = counter.count(pieces_of(FLOAT + 180_00 - 40_00))
    amounts = [one.cents for one in counter.explanations(sheet.window)]
    assert amounts[:2] == [40_00, 20_00], "the amount itself; then half of it, the wrong way round"


def test_a_note_too_many_is_looked_for_where_its_notes_were_paid(bank, counter):
    """Short $20: 19 twenties were to be paid. Twice the same, and what was turned round, before."""
    counter.deposit("100001", 500_00, "drawer:1")
    counter.withdraw("100001", 380_00, "drawer:1", "2468", "paid")
    counter.deposit("100001", 120_00, "drawer:1", "slip")
    together(bank, Correct("slip"))
    counter.deposit("100001", 5_00, "drawer:1")
    sheet = counter.count(pieces_of(FLOAT + 125_00 - 20_00))
    found = counter.explanations(sheet.window)
    told = [(one.transfer, clue(one, -20_00).what) for one in found]
    assert told[0] == ("slip", "corrected")
    assert ("paid", "notes") in told
    assert told[-1][1] == "", "nothing to look for in $5"
    assert found[0].corrected == found[0].number[:-1] + str(int(found[0].number[-1]) + 1)
    paid = counter.document(sheet.window, "paid")
    assert (paid.cents, paid.name, paid.agent) == (-380_00, "Ada Lovelace", "ann")
    with pytest.raises(Refused, match="no document of this shift"):
        counter.document(sheet.window, "another")


def test_a_sheet_has_a_number_of_its_drawer_and_the_last_shifts_are_told(bank, counter):
    first = counter.window()
    assert counter.past_gaps() == []
    for gap in (0, -20_00):
        assert counter.next_sheet("drawer:1") == counter.count(pieces_of(held(bank) + gap)).number
        if gap:
            together(bank, PostDifference(counter.window().id))
        else:
            counter.close_window()
        counter.open_window("drawer:1", pieces_of(held(bank)))
    assert counter.past_gaps() == [-20_00, 0]
    assert counter.next_sheet("drawer:1") == "1-C-0006"
    assert counter.tables_agree()
    assert counter.window().id != first.id


def held(bank) -> int:
    return -bank.balance("drawer:1").balance


def test_a_fill_takes_two_people_and_no_difference_is_a_fill(bank):
    over = Order("x", "over", "drawer:1", "suspense", 1_00, "drawer:1")
    with pytest.raises(Refused, match="a way of its own"):
        together(bank, MoveHouseMoney(over))
    credit = Order("e1", "empty", "vault", "drawer:1", 100_00, "drawer:1")
    together(bank, MoveHouseMoney(credit))
    assert bank.balance("drawer:1").balance == -(FLOAT - 100_00)


def test_two_people_at_one_drawer_at_once_are_one(bank, counter, connect, clock):
    from firmware.bank.bank import Bank

    counter.count(pieces_of(FLOAT))
    counter.close_window()
    shift(bank, "bob").count(pieces_of(FLOAT))
    shift(bank, "bob").close_window()
    banks = [Bank(connect(), bank.key, clock) for _ in range(2)]
    people = [shift(one, name) for one, name in zip(banks, ("ann", "bob"), strict=True)]
    got = at_once(
        *(lambda one=one: one.open_window("drawer:1", pieces_of(FLOAT)) for one in people)
    )
    assert sum(isinstance(one, Refused) for one in got) == 1


def test_a_slip_that_is_corrected_after_the_count_explains_its_difference(bank, counter):
    """$40 were typed as $60: short $20 until two people put it right; the sheet stays as signed."""
    counter.deposit("100001", 60_00, "drawer:1", "slip")
    counter.count(pieces_of(FLOAT + 40_00))
    assert counter.sheet().difference == -20_00
    together(bank, Correct("slip"), reason="typed wrong")
    assert counter.sheet().difference == 40_00
    together(bank, PostDifference(counter.window().id))
    assert -bank.balance("drawer:1").balance == FLOAT + 40_00
    books_balance(bank)


def test_how_the_books_get_to_what_should_be_there(bank, counter):
    """Only after the count is signed, and only where it differs."""
    counter.deposit("100001", 500_00, "drawer:1")
    counter.deposit("100001", 20_00, "drawer:1", "slip")
    counter.withdraw("100001", 100_00, "drawer:1", "2468")
    together(bank, Correct("slip"))
    window = counter.window().id
    with pytest.raises(Refused, match="No difference waits"):
        counter.way_of(window)
    counter.count(pieces_of(FLOAT + 395_00))
    way = counter.way_of(window)
    assert (way.opened, way.cash_in, way.cash_out) == (FLOAT, (2, 520_00), (1, 100_00))
    assert (way.vault, way.corrected) == (0, -20_00)
    assert counter.sheet().expected == FLOAT + 400_00


def test_surveillance_is_asked_for_the_minutes_of_a_document_once(bank, counter):
    counter.deposit("100001", 500_00, "drawer:1", "d1")
    with pytest.raises(Refused, match="No difference waits"):
        counter.ask_surveillance(counter.window().id, "d1")
    sheet = counter.count(pieces_of(FLOAT + 480_00))
    with pytest.raises(Refused, match="no document of this shift"):
        counter.ask_surveillance(sheet.window, "another")
    assert [counter.ask_surveillance(sheet.window, "d1") for _ in range(2)] == [True, False]
    assert counter.surveillance_asked(counter.window()) == ["2026-06-10 11:58 to 12:03"]
    (line,) = [one for one in shift(bank, "sue").changes("drawer:1") if one.what == "surveillance"]
    assert (line.agent, line.reason.split(", ")[1]) == ("ann", "short $20")
