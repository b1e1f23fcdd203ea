"""A table whose bank is a service: the same window through a real socket, on both databases. It is
away as books are that do not open, and what was asked twice happens once."""

import time

import pytest

from drivers.link.keys import Book, new_identity
from firmware.bank.acts import TableOrder
from firmware.bank.bank import Bank
from firmware.bank.pins import WrongPin
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.witness import Head
from firmware.errors import Fault, Refused
from firmware.journal.records import Transfer, TransferPosted
from firmware.machine import window_line, window_service
from firmware.machine.window_line import bank_window
from firmware.machine.window_words import Ask, No, Words
from firmware.settlement.at_start import Books, compare
from firmware.settlement.transfers import Outbox, Parcel, carry
from firmware.settlement.window import TableWindow
from lab.faults.breaking_store import BreakingStore
from lab.simulation.company import company, play
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track
from lab.simulation.view_bots import calls
from lab.twins.served import ServedBank
from tests.bank.conftest import (
    KEY,
    Clock,
    books_balance,
    connect,
    make_bank,
    server,
    sit,
)
from tests.controller.conftest import house, make_whole  # noqa: F401

__all__ = ["connect", "server"]  # fixtures


@pytest.fixture
def serve(tmp_path, monkeypatch):
    monkeypatch.setattr(window_line, "LATE_S", 60.0)  # only ends what would never end
    made: list[ServedBank] = []

    def one(bank: Bank) -> ServedBank:
        made.append(ServedBank(bank, tmp_path / f"bank{len(made)}"))
        return made[-1]

    yield one
    for each in made:
        each.close()


def patiently(work, *words):
    """As a table does: BANK_AWAY means later."""
    for _ in range(3000):
        try:
            return work(*words)
        except Fault as away:
            if away.name != "BANK_AWAY":
                raise
            time.sleep(0.02)
    raise AssertionError("the bank never came back")


def test_a_session_from_card_to_cash_out_by_the_service_alone(connect, serve):
    bank = make_bank(connect(), Clock())
    ann = at_work(bank, "ann")
    ann.deposit("100001", 100_00, "drawer:1")
    track, served = ann.issue_card("100001"), serve(bank)
    table = served.line(served.paired("T1"))
    assert patiently(compare, table, Books("table:T1", "0" * 8, {}, {}, Outbox())) == (None, {})
    assert table.recognise(track).account == "patron:100001"
    with pytest.raises(WrongPin) as wrong:
        table.sign_on(track, "1357", "00000000-T1-s1", 3)
    assert wrong.value.left == 4
    assert table.sign_on(track, "2468", "00000000-T1-s1", 3).available == 100_00
    came = Transfer("00000000-T1-1", "buy_in", "patron:100001", "table:T1", 60_00)
    went = Transfer("00000000-T1-2", "cash_out", "table:T1", "patron:100001", 60_00)
    for transfer in (came, went):
        assert carry(table, Parcel(transfer, "asked")) == TransferPosted(transfer)
    assert table.balance("patron:100001").available == 100_00
    assert table.who_must_go(["00000000-T1-s1"]) == {}
    table.witness(Head("table:T1", "ab" * 16, "cd" * 32, 7, "ef" * 32, 0))
    table.sign_off("00000000-T1-s1")
    books_balance(bank)


def test_the_service_loses_its_database_at_each_step_and_each_transfer_crosses_once(connect, serve):
    bank = make_bank(connect(), Clock())
    ann = at_work(bank, "ann")
    ann.deposit("100001", 100_00, "drawer:1")
    track, wire = ann.issue_card("100001"), BreakingStore(connect())
    served = serve(Bank(wire, KEY, Clock()))
    table = served.line(served.paired("T1"))
    patiently(table.sign_on, track, "2468", "T1-s1", 3)
    n = broke = 0
    while True:
        n += 1
        wire.breaks_at = wire.step + n
        transfer = Transfer(f"T1-{n}", "buy_in", "patron:100001", "table:T1", 1_00)
        assert patiently(carry, table, Parcel(transfer, "asked")) == TransferPosted(transfer)
        if wire.step < wire.breaks_at:
            break
        broke += 1
    assert broke > 5
    assert bank.balance("table:T1").balance == n * 1_00
    books_balance(bank)


def test_the_service_goes_away_in_an_evening_and_the_table_plays_on(make_whole, serve, monkeypatch):  # noqa: F811
    """Chips wait in the outbox; when it is back, under their one id, they cross."""
    monkeypatch.setattr(window_line, "LOST_S", 0.3)
    whole = make_whole(3)
    served = serve(whole.bank)
    line = served.line(served.paired("1"))
    monkeypatch.setattr(type(whole), "window", line)
    patiently(line.who_must_go, [])
    ctl = whole.power_on()
    players = company(whole, calls)[:4]
    assert play(whole, players, lambda: ctl.table.this_hand.number >= 2)
    served.shut()
    number = ctl.table.this_hand.number
    assert play(whole, players, lambda: ctl.table.this_hand.number >= number + 2)
    assert "BANK_AWAY" in ctl.folds.faults.open
    served.open()
    for one in players:
        one.going = True
    assert play(whole, players, lambda: not ctl.custody.outbox.parcels and not ctl.custody.sittings)
    assert "BANK_AWAY" not in ctl.folds.faults.open
    books_balance(whole.bank)
    assert whole.bank.balance("table:1").balance == ctl.table.books.fees - sum(
        ctl.custody.swept.values()
    )


def test_a_question_that_comes_twice_is_answered_once(serve, connect):
    """The link fell after the bank had looked at a PIN: the same question costs no second try."""
    bank = make_bank(connect(), Clock())
    track, served = at_work(bank, "ann").issue_card("100001"), serve(bank)
    line = served.line(served.paired("T1"))
    patiently(line.who_must_go, [])
    ask = Ask("a1", "sign_on", window_line.msgpack.encode((track, "1357", "T1-s1", 3)))
    first, again = (
        window_line.asyncio.run_coroutine_threadsafe(line._answer(ask), line._loop).result(60)
        for _ in range(2)
    )
    assert first == again == No("a1", "Wrong PIN; 4 tries are left.", "REQ-R38", 4)


def test_a_table_whose_bank_was_away_for_days_is_compared_in_pieces(serve, tmp_path):
    """Thousands of parcels are more than one message; some crossed, and only the bank knows."""
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    at_work(bank, "ann").deposit("100001", 100_00, "drawer:1")
    track = sit(bank)
    assert track
    served, outbox = serve(bank), Outbox()
    for n in range(1, 2001):
        chips = Transfer(f"00000000-T1-{n}", "buy_in", "patron:100001", "table:T1", 1)
        outbox.parcels[chips.id] = Parcel(chips, "asked")
    for n in (1, 777, 2000):
        carry(bank, outbox.parcels[f"00000000-T1-{n}"])
    table = served.line(served.paired("T1"))
    patiently(table.who_must_go, [])
    assert compare(table, Books("table:T1", "0" * 8, {}, {}, outbox)) == (None, {})
    assert compare(table, Books("table:T1", "0" * 8, {}, {}, Outbox()))[1] == {"buy_in": 3}


def test_two_people_answer_for_a_journal_through_the_service(serve, connect):
    bank = make_bank(connect(), Clock())
    served = serve(bank)
    table = served.line(served.paired("T1"))
    on = [
        patiently(table.begin_shift, staff_track(bank, name), STAFF_PIN, "terminal", "")
        for name in ("flo", "mia")
    ]
    order = TableOrder("T1", "AcceptJournal", "as it is")
    asked = table.propose(on[0].token, STAFF_PIN, order, "a disk was swapped")
    head = Head("table:T1", "ab" * 16, "cd" * 32, 7, "ef" * 32, 0)
    with pytest.raises(Refused, match="not confirmed"):
        table.accept(asked, head)
    assert table.confirm(on[1].token, STAFF_PIN, asked).names == "flo, mia"
    table.accept(asked, head)
    seen, _ = compare(table, Books("table:T1", "0" * 8, {}, {}, Outbox()))
    assert seen.record == 7
    for one in on:
        table.end_shift(one.token)


def test_a_table_that_was_never_paired_with_a_bank_says_so(tmp_path):
    with pytest.raises(Fault, match="never paired"):
        bank_window(Book(new_identity(), []), f"unix:{tmp_path / 'bank'}")


def test_every_word_of_the_window_can_be_said():
    assert {"recognise", "sign_on", "hold", "post", "void", "hear_log", "accept"} <= Words(
        TableWindow
    ).verbs.keys()
    assert window_service.OPEN_MOST < window_service.ASKS_AT_ONCE
