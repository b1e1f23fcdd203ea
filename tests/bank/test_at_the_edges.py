"""A millisecond more, the same record again: where the books decide. One database is enough."""

import sys
from datetime import datetime
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from firmware.bank import (
    cage_clock,
    changes,
    clock,
    days,
    heads,
    must_move,
    patrons,
    play,
    schema,
    table_events,
    title31,
    windows,
    witness,
)
from firmware.bank.accounts import Account, check_route
from firmware.bank.amounts import cents
from firmware.bank.attachments import check as check_scan
from firmware.bank.cage_clock import KEPT_MS, NIGHT_MS, SET_MS, VOUCHED_MS
from firmware.bank.desk import new_id
from firmware.bank.details import AGE_MIN, check_age, check_tax_number, sound
from firmware.bank.drafts import Typed
from firmware.bank.explanations import Clue, Document, clue
from firmware.bank.gaming_day import APART_MS, BACK_MS, HouseClock, gaming_day
from firmware.bank.held_cards import _others
from firmware.bank.identity import Identity
from firmware.bank.keys import load_bank_key, make_bank_key
from firmware.bank.ledger import CENTS_MAX, Order, check_amount, number
from firmware.bank.office import Office
from firmware.bank.patrons import check_expiry
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.staff import _good_name
from firmware.bank.waiting_lists import open_interest
from firmware.errors import Fault, Refused
from lab.simulation.demo_cage import demo_form
from lab.simulation.demo_people import STAFF_PIN, at_work, pieces_of, staff_track
from tests.bank.conftest import KEY, NOON_MS, Clock, make_bank


@pytest.fixture
def store(tmp_path):
    store = SqliteStore(tmp_path / "bank.db")
    schema.found(store)
    yield store
    store.close()


def refuses(store, work) -> bool:
    try:
        store.transact(work)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(
    ("ms", "wrong"),
    [(-BACK_MS - 1, True), (-BACK_MS, False), (NIGHT_MS, False), (NIGHT_MS + 1, True)],
)
def test_how_far_from_the_last_document_a_clock_is_believed(store, ms, wrong):
    """REQ-R45."""
    last = "INSERT INTO place (id, documents, last_ms) VALUES ('drawer:1', 1, ?)"
    store.transact(lambda tx: tx.run(last, NOON_MS))

    def check(tx):
        cage_clock.check(tx, NOON_MS + ms, HouseClock(), None)

    assert refuses(store, check) is wrong


@pytest.mark.parametrize(
    ("ms", "wrong"), [(-SET_MS - 1, True), (-SET_MS, False), (SET_MS, False), (SET_MS + 1, True)]
)
def test_how_far_a_clock_may_be_set_between_two_documents(store, ms, wrong):
    """REQ-R45: the machine's own count went on by a second, and the wall clock by more."""
    last = "INSERT INTO place (id, documents, last_ms) VALUES ('drawer:1', 1, ?)"
    store.transact(lambda tx: tx.run(last, NOON_MS))
    store.transact(lambda tx: cage_clock.check(tx, NOON_MS, HouseClock(), lambda: ("boot", 5_000)))

    def check(tx, boot="boot"):
        cage_clock.check(tx, NOON_MS + 1_000 + ms, HouseClock(), lambda: (boot, 6_000))

    assert refuses(store, check) is wrong
    assert not refuses(store, lambda tx: check(tx, "another start"))


@pytest.mark.parametrize(("ms", "wrong"), [(-1, True), (0, False), (VOUCHED_MS, False),
                                           (VOUCHED_MS + 1, True)])  # fmt: skip
def test_who_vouched_for_a_clock_did_so_for_a_day(store, ms, wrong):
    """REQ-R45: no time server keeps it."""

    def check(tx):
        cage_clock.check_kept(tx, NOON_MS + ms, synchronised=False)

    assert refuses(store, check), "nobody has vouched for it"
    store.transact(lambda tx: cage_clock.believe(tx, NOON_MS, None))
    assert refuses(store, check) is wrong


def test_what_a_table_holds_is_heard_with_the_same_head_and_not_with_an_older_one(store):
    """REQ-R41: told while some of it was on its way, and again when all had arrived."""

    def told(record: int, cents: int | None) -> int | None:
        head = witness.Head("table:T1", "journal", "key", record, f"chain {record}", cents)
        store.transact(lambda tx: witness.tell(tx, KEY, head, NOON_MS))
        (heard,) = store.transact(lambda tx: tx.row("SELECT cents FROM witness"))
        return heard

    heard = [told(7, None), told(7, 303_00), told(6, 1), told(8, None)]
    assert heard == [None, 303_00, 303_00, 303_00]
    assert store.transact(lambda tx: witness.newest(tx, "table:T1")).record == 8


def test_a_key_that_others_can_read_opens_nothing(tmp_path, monkeypatch):
    key = tmp_path / "bank.key"
    make_bank_key(key)
    key.chmod(0o640)
    with pytest.raises(Fault, match=r"Others on this machine can read .* chmod 600"):
        load_bank_key(key)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert load_bank_key(key).tag("card", "1"), "systemd's own way to let one user read it"


def test_a_document_is_good_on_its_last_day():
    check_expiry("2026-06-09", "2026-06-09")
    with pytest.raises(Refused, match="run out"):
        check_expiry("2026-06-08", "2026-06-09")


def test_a_scan_of_just_four_megabytes_is_taken():
    check_scan("photo", "image/png", b"\x89PNG".ljust(4_000_000, b"."))
    with pytest.raises(Refused, match="at most 4 megabytes"):
        check_scan("photo", "image/png", b"\x89PNG".ljust(4_000_001, b"."))


def test_books_that_others_could_read_are_closed_to_them(tmp_path):
    path = tmp_path / "bank.db"
    path.touch()
    path.chmod(0o664)
    SqliteStore(path).close()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_receipt_is_of_what_was_booked(tmp_path):
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    counter = at_work(bank, "ann")
    booked = counter.deposit("100001", 40_00, "drawer:1")
    found = counter.receipt(booked.answer.id)
    assert (found.kind, found.patron, found.answer) == ("deposit", "100001", booked.answer)
    with pytest.raises(Refused, match="Nothing was booked under that id"):
        counter.receipt("another")


def test_that_a_table_is_there_is_written_down_now_and_then(store):
    """Every table says so every second; a clock that was set back is written too."""
    told = play._TOLD_MS
    for at, known in ((0, 0), (told - 1, 0), (told, told), (told + 1, told), (5, 5)):
        store.transact(lambda tx, at=at: play.note_contact(tx, "table:T1", NOON_MS + at))
        assert store.transact(lambda tx: play.heard(tx, "table:T1")) == NOON_MS + known


def test_on_his_birthday_he_is_old_enough_and_after_120_years_it_is_a_slip():
    for born in (f"{2026 - AGE_MIN}-06-10", "1906-01-01"):
        check_age(born, today="2026-06-10")
    for born, why in ((f"{2026 - AGE_MIN}-06-11", "Under"), ("1905-12-31", "Write the birth date")):
        with pytest.raises(Refused, match=why):
            check_age(born, today="2026-06-10")


@pytest.fixture
def bank(tmp_path):
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    bank.open_account("drawer:3", "drawer")
    return bank


def test_a_drawer_pays_all_that_it_holds_and_not_a_cent_more(bank):
    at_work(bank, "ann").deposit("100001", 100_00, "drawer:1")
    sue = at_work(bank, "sue")
    sue.open_window("drawer:3", pieces_of(0))
    sue.deposit("100001", 40_00, "drawer:3")
    with pytest.raises(Refused, match="does not hold that much"):
        sue.withdraw("100001", 40_01, "drawer:3", "2468")
    sue.withdraw("100001", 40_00, "drawer:3", "2468")
    with pytest.raises(Refused, match="does not hold that much"):
        sue.withdraw("100001", 1, "drawer:3", "2468")


def test_a_document_is_found_as_its_receipt_prints_it(bank):
    ann = at_work(bank, "ann")
    id_ = ann.deposit("100001", 40_00, "drawer:1").answer.id
    row = "SELECT place, document FROM transfer WHERE id = ?"
    paper = number(*bank.store.transact(lambda tx: tx.row(row, id_)))
    office = Office(bank, ann.token)
    assert office.by_document(f" {paper} ") == id_
    for text in ("", "1-", "1-12a", "1-\u00b2", f"1-{'1' * 12}"):
        with pytest.raises(Refused, match="Write the document as on the receipt"):
            office.by_document(text)
    with pytest.raises(Refused, match="There is no document"):
        office.by_document(f"1-{'1' * 11}")


def test_in_or_out_is_logged_above_the_line_and_both_together_are_not(bank):
    ann = at_work(bank, "ann")
    ann.deposit("100001", title31.LOG_ABOVE, "drawer:1")
    ann.withdraw("100001", 1_00, "drawer:1", "2468")
    above = lambda tx: title31.days_above(tx, title31.LOG_ABOVE)  # noqa: E731
    assert bank.store.transact(above) == []
    ann.deposit("100001", 1, "drawer:1")
    assert [day.patron for day in bank.store.transact(above)] == ["100001"]


@pytest.mark.parametrize("ends", [("table:T1", "nowhere"), ("nowhere", "table:T1")])
def test_of_two_accounts_the_one_that_is_missing_is_named(bank, ends):
    answer = bank.hold(Order("T1-1", "fees", *ends, 100, "table:T1"))
    assert (answer.state, answer.words) == ("refused", "There is no account nowhere.")


@pytest.mark.parametrize(("ms", "kept"), [(KEPT_MS, False), (KEPT_MS + 1, True)])
def test_how_far_a_clock_goes_before_it_is_written_down_again(store, ms, kept):
    now, house = NOON_MS + 60_000 + ms, HouseClock()

    def steady():
        return "boot", 60_000

    store.transact(lambda tx: cage_clock._keep(tx, NOON_MS, lambda: ("boot", 0)))
    store.transact(lambda tx: cage_clock.check(tx, now, house, steady))
    assert store.transact(lambda tx: cage_clock._was_set(tx, now, steady)) == (0 if kept else ms)


def test_the_newest_head_is_the_last_one_that_came_whatever_the_clock_says(store):
    for journal, now_ms in ("before", NOON_MS), ("after", NOON_MS - 5_000):
        head = witness.Head("table:T1", journal, "key", 8, "chain")
        store.transact(lambda tx, head=head, now=now_ms: witness.keep(tx, KEY, head, now))
    assert store.transact(lambda tx: witness.newest(tx, "table:T1")).journal == "after"


def test_money_of_a_pool_is_never_turned_round_into_fees():
    pool, fees, vault = (Account(kind, kind, 0, 0) for kind in ("jackpot", "fees", "vault"))
    with pytest.raises(Refused, match="belongs to the players"):
        check_route("correction", pool, fees)
    check_route("correction", pool, vault)
    check_route("correction", vault, fees)


def test_an_amount_of_twenty_signs_is_the_longest():
    assert cents("20".zfill(20)) == 20_00
    with pytest.raises(Refused, match="not an amount"):
        cents("20".zfill(21))


def test_the_least_amount_is_a_cent_and_the_largest_is_one():
    for amount in (1, CENTS_MAX):
        check_amount(amount)
    for amount in (-1, 0, CENTS_MAX + 1):
        with pytest.raises(Refused, match="Choose an amount"):
            check_amount(amount)


def test_how_many_notes_of_a_document_are_one_too_few():
    deposit = Document("d1", "1-0001", "deposit", 60_00, 0, "Ada", "ann", "", "", "")
    assert clue(deposit, -20_00) == Clue(3, "notes", 3)
    assert clue(replace(deposit, cents=2_000_00), -20_00) == Clue(3, "notes", 100)
    assert clue(replace(deposit, cents=2_020_00), -20_00) == Clue(4), "more are a strap"


@pytest.mark.parametrize(
    ("name", "good"), [("", False), (" ", False), ("n" * 40, True), ("n" * 41, False)]
)
def test_a_name_of_forty_letters_is_the_longest(name, good):
    if good:
        assert _good_name(name) == name
    else:
        with pytest.raises(Refused, match="40 letters at most"):
            _good_name(name)


def test_a_table_feeds_another_and_never_itself(store):
    assert refuses(store, lambda tx: must_move.feed(tx, "T2", "T2", "flo", NOON_MS))
    store.transact(lambda tx: must_move.feed(tx, "T2", "T1", "flo", NOON_MS))
    assert store.transact(must_move.feeders) == {"T2": "T1"}


@pytest.mark.parametrize(("names", "no"), [(1, True), (2, False), (10, False), (11, True)])
def test_two_to_ten_names_open_a_game(store, names, no):
    assert refuses(store, lambda tx: open_interest(tx, "Stud", names, NOON_MS)) == no


def test_seconds_are_shown_where_they_are_asked_for():
    noon = datetime(2026, 6, 10, 12, 0, 7)
    assert days.shown_at(noon) == "06/10/2026 12:00"
    assert days.shown_at(noon, seconds=True) == "06/10/2026 12:00:07"


def test_an_older_line_names_a_card_by_its_last_digits():
    """Of a patron with one such card; which of two it meant, nobody knows."""
    lines = {("100001", "card 1111"): [SimpleNamespace(after="retired")]}
    one, two = ("900011110001111", "100001", "active"), ("900022220001111", "100001", "active")
    assert [told for *_, told in _others([one], lines)] == ["retired"]
    assert [*_others([one, two], lines)] == []


def test_a_document_of_another_account_is_not_taken(tmp_path):
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock(NOON_MS))
    ann = at_work(bank, "ann")
    ann.open_patron(demo_form("X777", "Grace Hopper"))
    with pytest.raises(Refused, match="another account"):
        ann.new_document("100001", "passport", "X777", "2036-06-09")


def test_a_limit_that_rises_has_risen_at_its_moment(bank):
    """A day after it was asked for, to the millisecond."""
    patron = at_work(bank, "ann").set_limit
    patron("100001", 50_00)
    patron("100001", 90_00)
    who = bank.do(lambda tx, _: patrons.patron(tx, "100001"))
    at = who.next_limit_ms
    assert [patrons.limit_of(who, ms) for ms in (at - 1, at, at + 1)] == [50_00, 90_00, 90_00]


@pytest.mark.parametrize(
    ("answer", "status", "kept"),
    [(0, 0x2001, True), (5, 0x2041, False), (-1, 0, False), (5, 0x40, False)],
    ids=["kept", "not kept", "not asked", "never"],
)
def test_the_kernel_says_whether_somebody_keeps_the_clock(monkeypatch, answer, status, kept):
    """adjtimex(2): -1 is an error, and what stands in the answer then is nobody's word."""

    def adjtimex(into) -> int:
        into[clock._STATUS_AT : clock._STATUS_AT + 4] = status.to_bytes(4, sys.byteorder)
        return answer

    kernel = SimpleNamespace(adjtimex=adjtimex)
    monkeypatch.setattr(clock.ctypes, "CDLL", lambda *_, **__: kernel)
    assert clock.is_synchronised() is kept
    monkeypatch.setattr(clock.ctypes, "CDLL", lambda *_, **__: SimpleNamespace())
    assert not clock.is_synchronised(), "a kernel that cannot be asked"


def test_a_tax_number_is_one_persons_and_none_is_nobodys(bank):
    """Another document, another name, another birthday: by the number alone."""
    ann = at_work(bank, "ann")
    form = demo_form("Z9", "Grace Hopper")
    whose = demo_form("X123", "Ada Lovelace").detail.tax_number
    for tax, same in ((whose, [("100001", "tax number")]), ("", [])):
        detail = replace(form.detail, birth_date="1950-01-02", tax_number=tax)
        id_ = new_id()
        ann.type_draft(id_, Typed("Grace", "Hopper", form.id_type, "Z9", form.id_expiry, detail))
        found = ann.alike(ann.draft(id_))
        assert [(one.patron, one.why) for one in found if one.is_same] == same


def test_who_signed_off_last_at_a_place_is_told_with_the_moment(bank):
    identity, place = Identity(bank), "the floor's desk"
    assert identity.last_at(place) is None
    moments = []
    for name in ("flo", "mia"):
        token = identity.sign_on(staff_track(bank, name), STAFF_PIN, place).token
        identity.sign_off(token)
        moments.append(bank.clock.now_ms)
        assert identity.last_at(place) == (name, pytest.approx(moments[-1], abs=5))
    assert identity.last_at("another desk") is None


def test_what_a_cashier_did_today_is_counted_at_his_own_drawer(bank):
    ann = at_work(bank, "ann")
    assert ann.done_today("drawer:1") == (0, 0, 0)
    for cents_ in (100_00, 50_00):
        ann.deposit("100001", cents_, "drawer:1")
    ann.withdraw("100001", 20_00, "drawer:1", "2468")
    ann.issue_card("100001")
    assert ann.done_today("drawer:1") == (2, 1, 1)
    assert ann.done_today("drawer:2")[:2] == (0, 0)
    bank.clock.now_ms += 24 * 3600_000
    assert at_work(bank, "ann").done_today("drawer:1") == (0, 0, 0)


def test_when_a_drawer_was_closed_last(bank):
    def closed_ms(drawer: str) -> int:
        return bank.do(lambda tx, _: windows.last_closed_ms(tx, drawer))

    assert closed_ms("drawer:1") == 0
    for at in (NOON_MS + 9, NOON_MS + 5):
        bank.do(
            lambda tx, _, at=at: tx.run(
                "INSERT INTO cage_window (id, drawer, person, state, opened_ms, closed_ms) "
                "VALUES (?, 'drawer:1', 'bob', 'closed', ?, ?)", f"w{at}", at - 1, at,
            )
        )  # fmt: skip
    assert (closed_ms("drawer:1"), closed_ms("drawer:2")) == (NOON_MS + 9, 0)


@pytest.mark.parametrize("other", [{"record": 8}, {"kind": "FAULT"}, {"words": "is shut"}])
def test_an_event_that_comes_again_is_the_same_or_refused(store, other):
    told = table_events.TableEvent(1, 7, NOON_MS, "DOOR", "is open")

    def hear(one):
        return store.transact(lambda tx: table_events.receive(tx, "T1", "j", [one], NOON_MS))

    assert hear(told) == hear(told) == table_events.Heard(1, 7)
    with pytest.raises(Refused, match="Event 1 was another one before"):
        hear(replace(told, **other))


@pytest.mark.parametrize(
    ("what", "before", "after", "read"),
    [
        ("limit", "None", "12345", ("none", "$123.45")),
        ("cash limit", "0", "50000", ("$0", "$500")),
        ("time limit", "None", "95", ("none", "1:35 hours")),
        ("time limit", "600", "5", ("10:00 hours", "0:05 hours")),
        ("exclusion", "0", str(NOON_MS), ("", "06/10/2026")),
        ("birth date", "1990-12-10", "1990-12-11", ("12/10/1990", "12/11/1990")),
    ],
)
def test_a_line_of_the_change_log_is_read_as_people_write(what, before, after, read):
    """The books keep cents, minutes and milliseconds."""
    line = changes.Change(NOON_MS, "ann", "100001", what, before, after, "")
    shown = changes.as_read(line, HouseClock())
    assert (shown.before, shown.after) == read


def test_why_it_cannot_be_kept_how_far_the_books_have_come(tmp_path, monkeypatch):
    def fails(why: OSError):
        def replace_(*_) -> None:
            raise why

        monkeypatch.setattr("firmware.durable.replace", replace_)
        with pytest.raises(Fault) as no:
            heads.keep(tmp_path / "bank.heads", lambda: None)
        return str(no.value)

    assert "bank.heads: No space left on device" in fails(OSError(28, "No space left on device"))
    assert "bank.heads: no reason given" in fails(OSError())


@pytest.mark.parametrize(
    ("why", "told"),
    [(OSError(5, "Input/output error"), "Input/output error"), (OSError(), "no reason given")],
)
def test_why_it_cannot_be_read_how_far_the_books_have_come(tmp_path, monkeypatch, why, told):
    def read(_) -> bytes:
        raise why

    monkeypatch.setattr("firmware.durable.read", read)
    with pytest.raises(Fault, match=f"bank.heads: {told}"):
        heads.read(tmp_path / "bank.heads")


@pytest.mark.parametrize(
    ("then", "now", "hint"),
    [
        (4_000_00, 6_000_00, False),
        (4_000_00, 6_000_01, True),
        (10_000_00, 1, True),
        (1, 10_000_01, False),
        (0, 10_000_00, False),
    ],
)
def test_two_days_that_are_together_more_than_the_line_look_split_up(bank, then, now, hint):
    """Not where one of them is above it: that is reported by itself."""
    ann = at_work(bank, "ann")
    if then:
        ann.deposit("100001", then, "drawer:1")
    bank.clock.now_ms += 24 * 3600_000
    ann = at_work(bank, "ann")
    day = gaming_day(bank.clock.now_ms, bank.house)
    told = bank.do(lambda tx, _: title31._split_up(tx, "100001", day, "cash in", now))
    assert bool(told) is hint


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Robert", "R163"), ("Rupert", "R163"), ("Rubin", "R150"), ("Ashcraft", "A261"),
        ("Ashcroft", "A261"), ("Tymczak", "T522"), ("Pfister", "P236"), ("Honeyman", "H555"),
        ("Lee", "L000"), ("Gutierrez", "G362"), ("Jackson", "J250"), ("VanDeusen", "V532"),
        ("Washington", "W252"),
    ],
)  # fmt: skip
def test_names_sound_as_the_national_archives_spell_them(name, code):
    """Their own examples of the Soundex system: h and w part nothing, vowels do."""
    assert sound(name) == code


def test_an_account_is_closed_for_the_sum_that_was_agreed_to_and_once(bank):
    """Sent again, it is the same answer: the card is empty by then."""
    ann = at_work(bank, "ann")
    ann.deposit("100001", 150_00, "drawer:1")
    with pytest.raises(Refused, match=r"There is \$150 on the card now"):
        ann.close_account("100001", "drawer:1", "2468", "close1", 100_00)
    first = ann.close_account("100001", "drawer:1", "2468", "close1", 150_00)
    again = ann.close_account("100001", "drawer:1", "2468", "close1", 150_00)
    assert (first.repeated, again.repeated) == (False, True)
    assert first.answer == again.answer
    assert bank.balance("patron:100001").balance == 0


@pytest.mark.parametrize(
    ("number", "good"),
    [("1234", False), ("12345", True), ("A" * 20, True), ("A" * 21, False), ("1234\u00e9", False)],
)
def test_a_passports_number_has_five_to_twenty_signs(number, good):
    detail = replace(demo_form("Z9", "Grace Hopper").detail, tax_kind="passport", tax_number=number)
    if good:
        check_tax_number(detail)
        return
    with pytest.raises(Refused):
        check_tax_number(detail)


@pytest.mark.parametrize(
    ("ms", "free"),
    [
        (play.HEARD_MS - 1, False),
        (play.HEARD_MS, True),
        (0, False),
        (-APART_MS, False),
        (-APART_MS - 1, True),
    ],
)
def test_an_account_is_free_again_when_its_table_was_silent_for_a_minute(bank, ms, free):
    """Or told of itself by a clock that was set back since: nobody knows when that was."""

    def work(tx):
        play.open_session(tx, "s1", "100001", "table:T1", 3, NOON_MS)
        play.note_contact(tx, "table:T1", NOON_MS)
        return play.end_of_dead_table(tx, "100001", NOON_MS + ms)

    if not free:
        with pytest.raises(Refused, match="Table T1 answers"):
            bank.store.transact(work)
        return
    assert bank.store.transact(work).id == "s1"
    assert bank.store.transact(lambda tx: play.live_session(tx, "100001")) is None


def test_an_account_at_a_table_that_was_never_heard_is_free_again(bank):
    def work(tx):
        play.open_session(tx, "s1", "100001", "table:T1", 3, NOON_MS)
        return play.end_of_dead_table(tx, "100001", NOON_MS)

    assert bank.store.transact(work).id == "s1"


def test_what_was_known_of_the_books_is_still_in_them_when_they_have_moved_on(bank):
    """Of a book that has not moved nothing is asked; of one that has, the line that was known."""
    ann, drawer = at_work(bank, "ann"), "drawer:1"
    ann.deposit("100001", 5_00, drawer)
    known = bank.do(lambda tx, _: heads.now(tx))
    links, head = known[drawer]

    def gone(of: dict) -> list[str]:
        return bank.do(lambda tx, _: heads.gone(tx, of))

    assert gone(known) == []
    ann.deposit("100001", 6_00, drawer)
    assert gone(known) == []
    lost = [f"The book of {drawer} no longer holds its line {links}."]
    assert gone(known | {drawer: (links, "ff" * 32)}) == lost
    assert gone({drawer: (links + 99, head)})[0].startswith(f"The book of {drawer} no longer")
