"""Whoever looks after the bank's database, and has no key: they let a barred friend in, lift a
limit, make themselves a supervisor or two people, and take the line out of the log that tells."""

import pytest
from msgspec import json

from firmware.bank import chain, change_book, heads
from firmware.bank.acts import AcceptBooks, Enrol, TableOrder
from firmware.bank.bank import Bank
from firmware.bank.changes import LINE
from firmware.bank.counter import Counter
from firmware.bank.identity import Identity
from firmware.bank.witness import Head, keys_of
from firmware.errors import Fault, Refused
from firmware.settlement.window import ACCEPT
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track, together
from tests.attacks.test_dishonest_cashier import problems, run, unlock
from tests.bank.conftest import another, buy_in, sit

STANDING = {
    "barred": "UPDATE patron SET status = 'active' WHERE id = '100001'",
    "excluded": "UPDATE patron SET excluded_until_ms = 0 WHERE id = '100001'",
    "limit": "UPDATE patron SET limit_cents = NULL WHERE id = '100001'",
    "limit sooner": "UPDATE patron SET next_limit_ms = 1 WHERE id = '100001'",
    "time limit": "UPDATE patron SET limit_minutes = 1440 WHERE id = '100001'",
}


def stand(how: str, counter: Counter) -> None:
    if how == "barred":
        counter.bar("100001", "fought")
    elif how == "excluded":
        counter.exclude("100001", 30)
    elif how == "time limit":
        counter.set_time_limit("100001", 60)
    else:
        counter.set_limit("100001", 100_00)
        counter.set_limit("100001", 900_00)
    assert problems(counter) == ""


@pytest.mark.parametrize("how", STANDING)
def test_edits_how_a_patron_stands(bank, counter, how):
    """It is named, and the patron does not sit down by it."""
    stand(how, counter)
    run(bank, STANDING[how])
    what = {"barred": "status", "excluded": "exclusion", "limit sooner": "limit"}.get(how, how)
    assert f"patron 100001: {what} is " in problems(counter)
    with pytest.raises(Refused, match="changed here by somebody"):
        sit(bank)


def test_lifts_a_limit_while_the_patron_sits(bank, counter):
    counter.deposit("100001", 500_00, "drawer:1")
    counter.set_limit("100001", 100_00)
    sit(bank)
    run(bank, STANDING["limit"])
    assert "changed here by somebody" in bank.hold(buy_in("b1", 400_00)).words


@pytest.mark.parametrize("both", [False, True])
def test_takes_the_line_out_of_the_log(bank, counter, both):
    """The row fits the log again; the log does not fit its chain."""
    stand("barred", counter)
    counter.set_limit("100001", 50_00)
    unlock(bank)
    run(bank, STANDING["barred"])
    run(bank, "DELETE FROM change WHERE what = 'status'")
    if both:
        run(bank, "DELETE FROM change_link WHERE what = 'status'")
    found = problems(counter)
    told = "was erased, before" if both else "100001, status: active to barred, by ann is gone"
    assert told in found, found


def test_writes_another_line_over_it(bank, counter):
    stand("excluded", counter)
    unlock(bank)
    run(bank, "UPDATE change SET after = '0' WHERE what = 'exclusion'")
    assert "exclusion: 0 to 17" in problems(counter), "the line as it was written is told"
    run(bank, "UPDATE change_link SET line = 'nothing' WHERE what = 'exclusion'")
    assert "(nothing) is not as it was written" in problems(counter)


def test_adds_a_line_of_his_own(bank, counter):
    """As if two people had let the friend in again."""
    stand("barred", counter)
    run(bank, STANDING["barred"])
    run(bank, "INSERT INTO change SELECT at_ms + 1, 'sue, mia', about, what, after, before, 'talk' "
              "FROM change WHERE what = 'status'")  # fmt: skip
    assert "barred to active, by sue, mia was not written by the bank" in problems(counter)
    assert "patron 100001: status is active" in problems(counter)


def test_cuts_the_end_of_the_log_off(bank, counter, tmp_path):
    """What is kept beside the key knows how far it had come."""
    bank.heads = tmp_path / "bank.heads"
    stand("barred", counter)
    bank.keep_heads()  # as after any document
    unlock(bank)
    run(bank, STANDING["barred"])
    for table in ("change", "change_link"):
        run(bank, f"DELETE FROM {table} WHERE what = 'status'")
    with pytest.raises(Fault, match="The change log") as stop:
        bank.check_books()
    assert stop.value.name == "LEDGER_ALTERED"


def test_says_that_older_programs_still_write(bank, counter, tmp_path):
    bank.heads = tmp_path / "bank.heads"
    counter.deposit("100001", 1_00, "drawer:1")
    run(bank, "UPDATE setting SET value = 'some' WHERE name = 'changes_linked'")
    with pytest.raises(Fault, match="Every program is updated"):
        bank.check_books()


FRIEND_IN = (1, "sue, mia", "100001", "status", "barred", "active", "talk")


def forge_link(bank, line) -> None:
    """Everything of a link but what takes the key."""
    number, last = bank.do(lambda tx, now: change_book.head(tx))
    text = json.encode(line).decode()
    link = (number + 1, line[2], line[3], text, chain.follow(last, [text]), "00" * 16)
    words = (
        "INSERT INTO change_link (number, about, what, line, chain, tag) VALUES (?, ?, ?, ?, ?, ?)"
    )
    run(bank, words, *link)


def add_line(bank, line) -> None:
    run(bank, f"INSERT INTO change ({LINE}) VALUES (?, ?, ?, ?, ?, ?, ?)", *line)


@pytest.mark.parametrize("how", ["a new one", "over the true one", "under another name"])
def test_forges_a_link_of_the_log(bank, counter, how):
    """Row, line and link fit each other: nobody is let in by a link that the key has not tagged."""
    stand("barred", counter)
    unlock(bank)
    run(bank, STANDING["barred"])
    if how == "a new one":
        add_line(bank, FRIEND_IN)
        forge_link(bank, FRIEND_IN)
    elif how == "over the true one":
        run(bank, "UPDATE change SET after = 'active' WHERE what = 'status'")
        run(bank, "UPDATE change_link SET line = REPLACE(line, 'barred', 'active') "
                  "WHERE what = 'status'")  # fmt: skip
    else:
        run(bank, "UPDATE change_link SET about = '100009' WHERE what = 'status'")
    assert "is not as it was written" in problems(counter)
    with pytest.raises(Fault, match="is not as it was written"):
        bank.check_books()
    if how != "under another name":
        with pytest.raises(Refused, match="changed here by somebody"):
            sit(bank)


@pytest.mark.parametrize("how", ["set back", "begun anew"])
def test_sets_all_updated_back_where_no_heads_are_kept(bank, counter, connect, how):
    """That every program is updated stands in the log, too: a line without a link lets nobody in,
    and is not linked by the next program that opens the books."""
    assert bank.heads is None
    stand("barred", counter)
    run(bank, STANDING["barred"])
    add_line(bank, FRIEND_IN)
    for name in (chain.CHAINED, change_book.LINKED):
        if how == "set back":
            run(bank, "UPDATE setting SET value = 'some' WHERE name = ?", name)
        else:
            run(bank, "DELETE FROM setting WHERE name = ?", name)
    again = Bank(connect(), bank.key, bank.clock)
    assert "Every program is updated, says the change log" in problems(Counter(again))
    assert "was not written by the bank" in problems(Counter(again))
    with pytest.raises(Fault, match="Every program is updated"):
        again.check_books()
    with pytest.raises(Refused, match="changed here by somebody"):
        sit(again)
    together(again, AcceptBooks(), "sue", "mia")
    again.check_books()
    with pytest.raises(Refused, match="barred"):
        sit(again)
    assert "was not written by the bank" in problems(Counter(again)), "nor was it linked meanwhile"


@pytest.mark.parametrize("moved", [False, True])
def test_makes_a_lost_card_good_again(bank, counter, moved):
    """Or lays a card of his own into the account of another, whose PIN he has seen."""
    lost, friend = counter.issue_card("100001"), counter.open_patron(another("Y"))
    if moved:
        run(bank, "UPDATE card SET patron = ? WHERE number = ?", friend, lost[1:17])
    else:
        counter.end_card(lost, "lost")
        run(bank, "UPDATE card SET status = 'active' WHERE number = ?", lost[1:17])
    for opens in (bank.recognise, counter.find):
        with pytest.raises(Refused, match="changed here by somebody"):
            opens(lost)
    with pytest.raises(Refused, match="changed here by somebody"):
        bank.sign_on(lost, "2468", "s1", "table:T1", 3)
    says = "another's, or not the bank's" if moved else "lost"
    assert f"is active, the change log says {says}." in problems(counter)
    with pytest.raises(Fault, match=f"card {lost[1:17]} of"):
        bank.check_books()
    together(bank, AcceptBooks(), "sue", "mia")
    assert problems(counter) == ""
    with pytest.raises(Refused, match="is no longer good" if moved else "was reported lost"):
        bank.recognise(lost)


def test_unlocks_an_account_to_take_the_money_at_the_window(bank, counter):
    counter.deposit("100001", 100_00, "drawer:1")
    counter.lock("100001", "card and PIN were stolen")
    run(bank, STANDING["barred"])
    with pytest.raises(Refused, match="changed here by somebody"):
        counter.withdraw("100001", 100_00, "drawer:1", "2468")


def test_makes_himself_a_supervisor(bank, counter):
    run(bank, "UPDATE person SET role = 'cage supervisor' WHERE id = 'bob'")
    assert "person bob: role is cage supervisor, the change log says cashier." in problems(counter)
    with pytest.raises(Refused, match="changed here by somebody"):
        at_work(bank, "bob").waiting()


def test_brings_somebody_in_whom_nobody_enrolled(bank, counter):
    run(bank, "INSERT INTO person SELECT 'eve', role, 1, enrolled_ms, pin_hash, 0, 0 FROM person "
              "WHERE id = 'sue'")  # fmt: skip
    assert "person eve: role is cage supervisor, the change log says nobody." in problems(counter)


def test_puts_his_own_pin_under_another_name(bank, counter):
    """A PIN that he knows, and the card of a colleague; or of a patron with money."""
    counter.set_pin("100001", "1357", "2468")
    given = together(bank, Enrol("eve", "cashier"), "mia", "sue").credentials
    Identity(bank).sign_on(given.track, given.first_pin, "desk", "424242")
    run(bank, "UPDATE patron SET pin_hash = (SELECT pin_hash FROM person WHERE id = 'eve')")
    assert "patron 100001: the PIN is not the one that was set." in problems(counter)
    with pytest.raises(Refused, match="changed here by somebody"):
        counter.withdraw("100001", 1_00, "drawer:1", "424242")


def test_puts_his_own_card_under_another_name(bank, counter):
    given = together(bank, Enrol("eve", "cashier"), "mia", "sue").credentials
    other = together(bank, Enrol("moe", "floor manager"), "mia", "sue").credentials
    run(bank, "UPDATE staff_card SET person = 'moe' WHERE person = 'eve'")
    with pytest.raises(Refused, match="changed here by somebody"):
        Identity(bank).sign_on(given.track, other.first_pin, "desk", "424242")


def test_takes_over_the_session_of_a_colleague(bank, counter):
    """His own token, under her name."""
    mine = Identity(bank).sign_on(staff_track(bank, "bob"), STAFF_PIN, "desk")
    assert Identity(bank).session(mine.token).person == "bob"
    run(bank, "UPDATE staff_session SET person = 'sue' WHERE person = 'bob'")
    with pytest.raises(Refused, match="sign on"):
        Identity(bank).session(mine.token)


def test_writes_money_onto_a_card(bank, counter):
    """Nothing in the ledger, only in what the account has; and at once to the window or a table."""
    counter.deposit("100001", 100_00, "drawer:1")
    sit(bank)
    run(bank, "UPDATE account SET balance = balance + 90000 WHERE id = 'patron:100001'")
    with pytest.raises(Refused, match="changed here by somebody"):
        counter.withdraw("100001", 500_00, "drawer:1", "2468")
    assert "changed here by somebody" in bank.hold(buy_in("b1", 500_00)).words
    assert "patron:100001 has $1,000, its transfers say $100." in problems(counter)


def test_writes_down_what_two_people_never_agreed(bank, counter):
    """Both names under an order to a table; or another order under names that stood there."""
    sue, table = at_work(bank, "sue"), TableOrder("T1", ACCEPT, "")
    asked = at_work(bank, "flo").propose(table, STAFF_PIN, "a disk was swapped").id
    answered = "UPDATE proposal SET second = 'mia', answered_ms = at_ms WHERE id = ?"
    run(bank, answered, asked)
    with pytest.raises(Refused, match="changed here by somebody"):
        Identity(bank).agreed(asked)
    run(bank, "UPDATE proposal SET second = '', answered_ms = NULL WHERE id = ?", asked)
    run(bank, "UPDATE proposal SET what = ? WHERE id = ?",
        json.encode(TableOrder("T2", ACCEPT, "")).decode(), asked)  # fmt: skip
    with pytest.raises(Refused, match="changed here by somebody"):
        sue.confirm(asked, STAFF_PIN)
    run(bank, "INSERT INTO proposal SELECT 'p9', act, ?, reason, first, first_session, at_ms, "
              "until_ms, 'mia', at_ms, '' FROM proposal WHERE id = ?", json.encode(table).decode(),
        asked)  # fmt: skip
    with pytest.raises(Refused, match="changed here by somebody"):
        Identity(bank).agreed("p9")


def test_makes_a_key_of_his_own_a_table_s(bank, counter):
    """A journal under it would be entered by `catch-up`."""
    bank.witness(Head("table:T1", "j1", "ab" * 32, 7, "cd", None))
    run(bank, "INSERT INTO witness (place, journal, public_key, record, chain, at_ms) "
              "VALUES ('table:T1', 'mine', ?, 1, '', 1)", "cd" * 32)  # fmt: skip
    assert bank.do(lambda tx, now: keys_of(tx, bank.key, "table:T1")) == {"ab" * 32}
    with pytest.raises(Refused, match="known by another key"):
        bank.witness(Head("table:T1", "mine", "cd" * 32, 9, "cd", None))


def test_lifts_the_stop_of_a_table_alone(bank, counter):
    bank.witness(Head("table:T1", "j1", "ab" * 32, 7, "cd", 5_00))
    assert problems(counter) == ""
    run(bank, "DELETE FROM books_apart")
    assert "Table T1: its books differed, and nobody has cleared it." in problems(counter)


def test_begins_the_gaming_day_at_another_hour(bank, counter, tmp_path):
    """Cash of one evening in two days, each below the line."""
    bank.heads = tmp_path / "bank.heads"
    counter.deposit("100001", 1_00, "drawer:1")
    run(bank, "UPDATE setting SET value = '22:00' WHERE name = 'day_starts'")
    with pytest.raises(Fault, match="The gaming day was 06:00"):
        bank.check_books()


def test_two_people_put_everybody_back_as_the_log_says(bank, counter, tmp_path):
    bank.heads = tmp_path / "bank.heads"
    for how in ("barred", "limit", "time limit", "excluded"):
        stand(how, counter)
    for sql in STANDING.values():
        run(bank, sql)
    run(bank, "UPDATE person SET role = 'cage supervisor' WHERE id = 'bob'")
    with pytest.raises(Fault, match="patron 100001: status is active"):
        bank.check_books()
    together(bank, AcceptBooks(), "sue", "mia")
    assert problems(counter) == ""
    bank.check_books()
    with pytest.raises(Refused, match="barred"):
        sit(bank)
    with pytest.raises(Refused, match="does not work here"):
        Identity(bank).sign_on(staff_track(bank, "bob"), STAFF_PIN, "desk")


def test_the_version_before_passes_over_what_is_kept_of_the_log(bank, counter, tmp_path):
    """Of no links, it is skipped there."""
    bank.heads = tmp_path / "bank.heads"
    counter.deposit("100001", 1_00, "drawer:1")
    known = heads.read(bank.heads)
    assert known[heads.CHANGES][0] == 0
    assert known[heads.CHANGES][1].endswith(" all")
