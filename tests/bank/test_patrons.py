"""People, cards, PINs, sessions and what they asked of us. On both databases."""

import re
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.bank.acts import ConfirmClock, EndSession, ResetPin
from firmware.bank.bank import Bank
from firmware.bank.cards import card_number, check_digit, read_track, track_of
from firmware.bank.keys import BankKey, load_bank_key, make_bank_key
from firmware.bank.ledger import Order
from firmware.bank.pins import hash_pin, is_pin
from firmware.errors import Fault, Refused
from lab.live.trays import FOREIGN
from lab.simulation.demo_people import together
from tests.bank.conftest import FORM, KEY, another, books_balance, buy_in, sit
from tests.conftest import SHIPPED_COST

DAY_MS = 86_400_000


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (replace(FORM, name=" "), "the name"),
        (replace(FORM, id_type=""), "kind of identity document"),
        (replace(FORM, id_number=""), "number of the document"),
        (replace(FORM, id_expiry=""), "date the document ends"),
        (replace(FORM, signed=False), "signature"),
        (replace(FORM, id_number="2", id_expiry="soon"), "05/30/2031"),
        (replace(FORM, id_number="2", id_expiry="2020-01-01"), "run out"),
        (FORM, "already opened account 100001"),
    ],
)
def test_an_account_opens_whole_or_not_at_all(counter, form, words):
    """REQ-R34."""
    with pytest.raises(Refused, match=words):
        counter.open_patron(form)
    with pytest.raises(Refused, match="no account"):
        counter.balance("patron:100002")


WRITTEN = (
    "X1", " x1", "X 1\t", "X\u00a01", "X\u200b1", "\u202eX1", "X-.1", "\uff38\uff11", "X\u0661",
)  # fmt: skip


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("kind", ["passport", " PASSPORT\u00a0"])
def test_one_document_is_one_person_however_it_is_written(counter, kind, written):
    counter.open_patron(another("X1"))
    twice = replace(another("Z9"), id_number=written, id_type=kind)
    with pytest.raises(Refused, match="already opened account 100002"):
        counter.open_patron(twice)
    with pytest.raises(Refused, match="is another account's"):
        counter.new_document("100001", kind, written, "2039-12-31")
    counter.new_document("100002", kind, written, "2039-12-31")


@pytest.mark.parametrize("who", ["100001", "100002"])
def test_books_in_which_a_space_made_two_papers_of_one(bank, counter, who):
    """Whoever renewed the first of them had a traceback, or a bank that did not answer."""
    counter.open_patron(another("X7"))
    old = "UPDATE patron SET id_number = 'x 7' WHERE id = '100001'"
    bank.do(lambda tx, now: tx.run(old))
    with pytest.raises(Refused, match="is another account's"):
        counter.new_document(who, "passport", "X7", "2039-12-31")
    counter.new_document(who, "passport", "X8", "2039-12-31")


def test_patrons_and_cards_are_numbered_and_a_patron_may_have_several(counter):
    assert counter.open_patron(another("Y")) == "100002"
    tracks = {counter.issue_card("100002") for _ in range(3)}
    assert len(tracks) == 3


@given(st.integers(0, 10**12 - 1), st.integers(0, 15), st.integers(1, 9))
def test_any_one_wrong_digit_of_a_card_is_noticed(serial, at, by):
    number = card_number(serial)
    wrong = number[:at] + str((int(number[at]) + by) % 10) + number[at + 1 :]
    assert check_digit(number[:-1]) == number[-1]
    assert check_digit(wrong[:-1]) != wrong[-1]


@given(st.integers(0, 10**12 - 1), st.integers(0, 14))
def test_two_neighbours_swapped_are_noticed(serial, at):
    """All but 0 and 9, which the doubling sum cannot tell apart."""
    number = card_number(serial)
    left, right = number[at], number[at + 1]
    wrong = number[:at] + right + left + number[at + 2 :]
    if left != right and {left, right} != {"0", "9"}:
        assert check_digit(wrong[:-1]) != wrong[-1]


def test_a_card_without_our_tag_is_not_ours():
    number = card_number(7)
    assert read_track(track_of(number, KEY), KEY) == number
    with pytest.raises(Refused, match="not made here"):
        read_track(track_of(number, BankKey(bytes(32))), KEY)
    other = track_of(card_number(8), KEY)
    with pytest.raises(Refused, match="not made here"):
        read_track(f";{number}={other[-13:]}", KEY)


def test_a_banks_card_is_sent_to_the_cage_and_not_swiped_again():
    """The one in the lab's pocket; our own with a digit of its tag lost is swiped again."""
    with pytest.raises(Refused, match="not made here: please ask at the cage"):
        read_track(FOREIGN, KEY)
    with pytest.raises(Refused, match="swipe it again"):
        read_track(track_of(card_number(7), KEY)[:-2] + "?", KEY)


@pytest.mark.parametrize("track", ["", ";123=456?", "%B4111^X?", ";" + "9" * 16 + "=" + "1" * 12])
def test_a_bad_swipe_asks_for_another(track):
    with pytest.raises(Refused, match="swipe it again"):
        read_track(track, KEY)


def test_a_lost_card_stops_and_the_others_go_on(bank, counter):
    lost, kept = counter.issue_card("100001"), counter.issue_card("100001")
    counter.end_card(lost[1:17], "lost")
    with pytest.raises(Refused, match="reported lost"):
        bank.sign_on(lost, "2468", "s1", "table:T1", 1)
    assert bank.sign_on(kept, "2468", "s1", "table:T1", 1).name == "Ada L."
    with pytest.raises(Refused, match="not known"):
        bank.sign_on(track_of(card_number(999), KEY), "2468", "s2", "table:T1", 1)
    with pytest.raises(Refused, match="no card 12"):
        counter.end_card("12", "lost")


def test_a_table_is_told_no_surname(bank, counter):
    """What it is told stands on its center and at every seat; the cage reads the whole name."""
    track = counter.issue_card("100001")
    assert bank.recognise(track).name == "Ada L."
    assert bank.sign_on(track, "2468", "s1", "table:T1", 1).name == "Ada L."
    assert counter.customer("100001").patron.name == "Ada Lovelace"


def test_the_fifth_wrong_pin_locks_at_every_table(bank, counter, connect, clock):
    """REQ-R38."""
    track = counter.issue_card("100001")
    elsewhere = Bank(connect(), bank.key, clock)
    for left in ("4 tries are", "3 tries are", "2 tries are", "1 try is"):
        with pytest.raises(Refused, match=f"Wrong PIN; {left} left"):
            bank.sign_on(track, "0000", "s1", "table:T1", 1)
    with pytest.raises(Refused, match="locked"):
        elsewhere.sign_on(track, "1111", "s2", "table:T2", 1)
    with pytest.raises(Refused, match="locked"):
        bank.sign_on(track, "2468", "s1", "table:T1", 1)
    with pytest.raises(Refused, match="locked"):
        counter.set_pin("100001", "1357", "2468")
    together(bank, ResetPin("100001"))
    counter.set_pin("100001", "1357")
    assert bank.sign_on(track, "1357", "s1", "table:T1", 1).session.seat == 1


def test_a_good_pin_gives_the_tries_back(bank, counter):
    track = counter.issue_card("100001")
    for _ in range(3):
        for _ in range(4):
            with pytest.raises(Refused, match="Wrong PIN"):
                bank.sign_on(track, "abcd", "s1", "table:T1", 1)
        bank.sign_on(track, "2468", "s1", "table:T1", 1)


def test_guessing_at_ten_tables_at_once_still_has_five_tries(bank, counter, connect, clock):
    track = counter.issue_card("100001")
    banks = [Bank(connect(), bank.key, clock) for _ in range(10)]
    said: list[str] = []

    def guess(one):
        try:
            one.sign_on(track, "0000", "s", "table:T1", 1)
        except Refused as no:
            said.append(str(no))

    threads = [threading.Thread(target=guess, args=[one]) for one in banks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum("Wrong PIN" in words for words in said) == 4
    assert sum("locked" in words for words in said) == 6


def test_a_pin_is_kept_as_a_memory_hard_hash_and_peppered(bank):
    (stored,) = bank.store.transact(lambda tx: tx.row("SELECT pin_hash FROM patron"))
    assert "2468" not in stored
    assert re.match(r"^\d+\$[0-9a-f]{32}\$[0-9a-f]{64}$", stored)
    assert is_pin("2468", stored, KEY)
    assert not is_pin("2469", stored, KEY)
    assert not is_pin("2468", stored, BankKey(bytes(32)))
    assert hash_pin("2468", KEY) != hash_pin("2468", KEY), "salted"


def test_the_shipped_cost_of_a_guess_is_sixteen_megabytes():
    assert SHIPPED_COST * 8 * 128 == 16 * 1024 * 1024
    assert is_pin("2468", hash_pin("2468", KEY, cost=SHIPPED_COST), KEY)


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "", "١٢٣٤"])
def test_a_pin_is_four_to_eight_digits(counter, pin):
    with pytest.raises(Refused, match="4 to 8 digits"):
        counter.set_pin("100001", pin)


def test_a_patron_without_a_pin_is_sent_to_the_cage(bank, counter):
    counter.open_patron(another("Y"))
    with pytest.raises(Refused, match="no PIN yet"):
        bank.sign_on(counter.issue_card("100002"), "1234", "s", "table:T1", 1)


def test_one_live_session_across_all_tables(bank, counter, connect, clock):
    track = sit(bank, "s1", "T1")
    elsewhere = Bank(connect(), bank.key, clock)
    with pytest.raises(Refused, match="already in play at table T1, seat 3"):
        elsewhere.sign_on(track, "2468", "s2", "table:T2", 5)
    assert bank.sign_on(track, "2468", "s1", "table:T1", 3).session.id == "s1"  # asked again
    bank.sign_off("s1")
    bank.sign_off("s1")
    assert elsewhere.sign_on(track, "2468", "s2", "table:T2", 5).session.place == "table:T2"
    with pytest.raises(Refused, match="already in play at table T2"):
        bank.sign_on(track, "2468", "s1", "table:T1", 3)


def test_a_session_of_a_dead_table_is_ended_by_two_people(bank, counter):
    sit(bank)
    with pytest.raises(Refused, match="Another person"):
        together(bank, EndSession("100001"), "sue", "sue")
    assert "no longer sits at table:T1" in together(bank, EndSession("100001")).words
    with pytest.raises(Refused, match="not in play"):
        together(bank, EndSession("100001"))


def test_no_buy_in_without_a_session_at_that_table(bank, counter):
    counter.deposit("100001", 100_00, "drawer:1")
    assert "swipe your card" in bank.hold(buy_in("b1", 1_00)).words
    sit(bank, table="T2")
    assert "swipe your card" in bank.hold(buy_in("b2", 1_00)).words
    counter.open_patron(another("Y"))
    theft = Order("b3", "buy_in", "patron:100002", "table:T2", 1_00, "table:T2", "100001")
    assert bank.hold(theft).state == "refused"


@pytest.mark.parametrize("status", ["locked", "barred"])
def test_a_stopped_account_neither_sits_nor_buys_in(bank, counter, status):
    counter.deposit("100001", 100_00, "drawer:1")
    track = sit(bank)
    stop = counter.lock if status == "locked" else counter.bar
    stop("100001", "asked by the floor")
    assert status in bank.hold(buy_in("b1", 1_00)).words
    bank.sign_off("s1")
    with pytest.raises(Refused, match=status):
        bank.sign_on(track, "2468", "s2", "table:T1", 3)
    if status == "barred":  # may take the money and go
        counter.withdraw("100001", 100_00, "drawer:1", "2468")
    else:
        with pytest.raises(Refused, match=status):
            counter.withdraw("100001", 100_00, "drawer:1", "2468")


def test_a_change_of_status_needs_a_reason_and_leaves_a_trace(bank, counter):
    with pytest.raises(Refused, match="reason"):
        counter.bar("100001", "")
    counter.bar("100001", "fight")
    rows = bank.store.transact(
        lambda tx: tx.rows("SELECT agent, about, what, before, after, reason FROM change")
    )
    assert ("ann", "100001", "status", "active", "barred", "fight") in rows


def test_self_exclusion_holds_and_never_shrinks(bank, counter, clock):
    counter.deposit("100001", 100_00, "drawer:1")
    track = sit(bank)
    until = counter.exclude("100001", 30)
    assert counter.exclude("100001", 1) == until
    assert "not to let you play" in bank.hold(buy_in("b1", 1_00)).words
    bank.sign_off("s1")
    clock.now_ms += 29 * DAY_MS
    with pytest.raises(Refused, match="not to let you play"):
        bank.sign_on(track, "2468", "s2", "table:T1", 3)
    together(bank, ConfirmClock())  # a month without a document
    counter.withdraw("100001", 100_00, "drawer:1", "2468")  # their money is theirs
    clock.now_ms += DAY_MS
    bank.sign_on(track, "2468", "s2", "table:T1", 3)


def test_own_limit_counts_what_is_on_its_way_and_what_came_back(bank, counter, clock):
    counter.deposit("100001", 900_00, "drawer:1")
    counter.set_limit("100001", 200_00)
    sit(bank)
    assert bank.hold(buy_in("b1", 150_00)).state == "pending"
    assert "leaves $50 for today" in bank.hold(buy_in("b2", 60_00)).words
    bank.post("b1")
    out = Order("c1", "cash_out", "table:T1", "patron:100001", 100_00, "table:T1", "100001")
    bank.hold(out)
    assert "leaves $50" in bank.hold(buy_in("b3", 60_00)).words  # not back before it is posted
    bank.post("c1")
    assert bank.hold(buy_in("b4", 150_00)).state == "pending"
    bank.void("b4")
    clock.now_ms += DAY_MS
    assert bank.hold(buy_in("b5", 200_00)).state == "pending"
    books_balance(bank)


def test_a_limit_falls_at_once_and_rises_a_day_later(bank, counter, clock):
    counter.deposit("100001", 900_00, "drawer:1")
    sit(bank)
    counter.set_limit("100001", 50_00)
    counter.set_limit("100001", 500_00)
    assert "leaves $50" in bank.hold(buy_in("b1", 100_00)).words
    clock.now_ms += DAY_MS
    assert bank.hold(buy_in("b2", 100_00)).state == "pending"


def test_the_banks_key_is_made_once_and_kept_tight(tmp_path):
    """A name that was mistyped is an error, never a new key."""
    path = tmp_path / "bank.key"
    with pytest.raises(Fault, match=r"There is no key .* None was made"):
        load_bank_key(path)
    made = make_bank_key(path)
    with pytest.raises(Refused, match="never replaces"):
        make_bank_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert load_bank_key(path).tag("card", "1") == made.tag("card", "1")
    path.chmod(0o600)
    path.write_bytes(b"short")
    with pytest.raises(Fault, match="not a key"):
        load_bank_key(path)
