"""Somebody has taken over the program of one table, whose bank is a service. He has its paired key
and says whatever he likes. He holds no key of the bank, and what is not this table's he cannot
move, try or learn; the other tables do not wait for him."""

import asyncio
import re
from threading import Event

import pytest
from msgspec import msgpack

from drivers.budget import Budget
from drivers.link.keys import Book, Peer, new_identity
from firmware.bank.acts import TableOrder
from firmware.bank.bank import Bank
from firmware.bank.identity import Identity
from firmware.bank.ledger import Order
from firmware.bank.order_slips import GOOD_MS
from firmware.bank.sqlite_store import SqliteStore
from firmware.bank.witness import Head
from firmware.errors import Fault, Refused
from firmware.fairness.witness import News
from firmware.machine import window_line, window_service
from firmware.machine.window_words import Ask, Broke, Good, No, Words
from firmware.settlement.window import TableWindow
from lab.simulation.demo_people import STAFF_PIN, at_work
from lab.twins.served import ServedBank
from tests.bank.conftest import Clock, books_balance, buy_in, cash_out, make_bank
from tests.settlement.test_bank_service import patiently

EARS_S = 60.0  # only ends what would never end


@pytest.fixture
def room(tmp_path, monkeypatch):
    """T1 is honest, and somebody plays there with $60; T2 is not."""
    monkeypatch.setattr(window_line, "LATE_S", EARS_S)
    bank = make_bank(SqliteStore(tmp_path / "bank.db"), Clock())
    ann = at_work(bank, "ann")
    ann.deposit("100001", 100_00, "drawer:1")
    served = ServedBank(bank, tmp_path / "socket")
    served.track = ann.issue_card("100001")
    served.honest, served.hacked = (served.line(served.paired(name)) for name in ("T1", "T2"))
    for line in (served.honest, served.hacked):
        patiently(line.who_must_go, [])
    served.honest.sign_on(served.track, "2468", "T1-s1", 3)
    served.honest.hold(buy_in("T1-1", 60_00))
    served.honest.post("T1-1")
    yield served
    served.close()


def says(line, verb: str, body: bytes, id: str = ""):
    ask = Ask(id or verb, verb, body)
    return asyncio.run_coroutine_threadsafe(line._answer(ask), line._loop).result(EARS_S)


def cents(room) -> dict[str, int]:
    rows = room.bank.store.transact(lambda tx: tx.rows("SELECT id, balance, held FROM account"))
    return {name: (balance, held) for name, balance, held in rows}


def test_moves_another_tables_chips(room):
    before, hacked = cents(room), room.hacked
    for work, words in (
        (hacked.hold, (cash_out("T1-2", 60_00),)),  # under its name
        (hacked.hold, (cash_out("T2-2", 60_00),)),  # out of its account
        (hacked.hold, (Order("T2-3", "cash_out", "table:T1", "patron:100001", 1, "table:T2"),)),
        (hacked.post, ("T1-1",)),
        (hacked.void, ("T1-2", "gone")),  # a name that T1 would use next
        (hacked.void, ("00000000-T1-2", "gone")),
        (hacked.paid_by_hand, ("T1-1",)),
        (hacked.sign_off, ("T1-s1",)),
        (hacked.who_must_go, (["T1-s1"],)),
    ):
        with pytest.raises(Refused, match=r"not table T2's|may not move"):
            work(*words)
    assert cents(room) == before
    room.honest.hold(cash_out("T1-2", 60_00))
    assert room.honest.post("T1-2").state == "posted", "its name was not spent by another"
    assert any("table T2" in line for line in room.log), "and the bank's log names him"


def test_shows_the_floor_s_slip_elsewhere_later_or_for_something_else(room):
    """What the floor sends a table is good there, for that order, for two minutes. It is no
    session: neither at a desk nor for a second name."""
    bank, people = room.bank, Identity(room.bank)
    slip = people.slip(at_work(bank, "mia").token, "T2", "Pause one")
    assert room.hacked.person(slip).person == "mia"
    with pytest.raises(Refused, match="not given to this table"):
        room.honest.person(slip)
    session, until, order, tag = slip.split(".")[1:]
    later = str(int(until) + 1)
    for forged in (
        f"slip.{session}.{later}.{order}.{tag}", f"slip.{session}.{until}.{'0' * 32}.{tag}",
        f"slip.{session}.{until}.{order}.", "slip.", "slip....", f"slip.{session}",
        slip.replace("slip.", "slip.."), slip[:-1] + "é",
    ):  # fmt: skip
        with pytest.raises(Refused, match="not given to this table"):
            room.hacked.person(forged)
    for text in (slip, session):
        with pytest.raises(Refused, match="Please sign on first"):
            people.session(text)
        with pytest.raises(Refused, match="Please sign on first"):
            room.hacked.propose(text, STAFF_PIN, TableOrder("T2", "VoidHand", ""), "for a friend")
    bank.clock.now_ms += GOOD_MS
    with pytest.raises(Refused, match="too late"):
        room.hacked.person(slip)


def test_a_slip_ends_with_its_giver_s_session(room):
    people, token = Identity(room.bank), at_work(room.bank, "mia").token
    slip = people.slip(token, "T2", "Pause one")
    people.lock(token)
    with pytest.raises(Refused, match="locked"):
        room.hacked.person(slip)
    people.sign_off(token)
    with pytest.raises(Refused, match="signed off"):
        room.hacked.person(slip)


CAGES = ["deposit", "withdraw", "fees_out", "handpay", "correction", "park"]


@pytest.mark.parametrize("kind", CAGES)
def test_moves_what_is_the_cages(room, kind):
    before = cents(room)
    ends = ("table:T2", "drawer:1") if kind != "deposit" else ("drawer:1", "table:T2")
    with pytest.raises(Refused, match="may not move"):
        room.hacked.hold(Order("T2-9", kind, *ends, 100, "table:T2"))
    signed = Order("T2-9", "fees", "table:T2", "fees", 100, "table:T2", agent="ann", approver="sue")
    with pytest.raises(Refused, match="may not move"):
        room.hacked.hold(signed)
    assert cents(room) == before


def test_buys_in_for_somebody_who_never_swiped_there(room):
    answer = room.hacked.hold(buy_in("T2-1", 10_00, table="T2"))
    assert answer.state == "refused"
    assert answer.words == "Please swipe your card at this table first."


def test_fetches_a_jackpot_that_other_tables_filled(room):
    """A pool is everybody's at the bank; a table gets back what it brought, and no more."""
    bank = room.bank

    def move(line, id: str, kind: str, cents: int, table: str):
        place, pool = f"table:{table}", "jackpot:bad-beat"
        ends = (place, pool) if kind == "jackpot_in" else (pool, place)
        answer = line.hold(Order(id, kind, *ends, cents, place))
        return answer.words or line.post(id).state

    assert move(room.honest, "T1-sweep-1", "jackpot_in", 40_00, "T1") == "posted"
    no = "Of jackpot:bad-beat only $0 came from table:T2."
    assert move(room.hacked, "T2-sweep-1", "jackpot_out", 1, "T2") == no
    assert move(room.honest, "T1-sweep-2", "jackpot_out", 30_00, "T1") == "posted"
    assert move(room.hacked, "T2-sweep-2", "jackpot_out", 10_00, "T2") == no
    assert bank.balance("jackpot:bad-beat").balance == 10_00
    assert move(room.honest, "T1-sweep-3", "jackpot_out", 10_00, "T1") == "posted"
    books_balance(bank)


def test_tries_pins_without_the_card(room):
    """The tag on a stripe is made with a key that no table has; a guess costs no try."""
    number = room.track[1:17]
    for tag in ("000000000000", "123456789012"):
        for verb, rest in (("recognise", ()), ("sign_on", ("2468", "T2-s1", 1))):
            with pytest.raises(Refused, match="not made here"):
                getattr(room.hacked, verb)(f";{number}={tag}?", *rest)
    row = room.bank.store.transact(lambda tx: tx.row("SELECT pin_tries FROM patron"))
    assert row == (0,)
    with pytest.raises(Refused, match="does not play at table T2"):
        room.hacked.balance("patron:100001")
    with pytest.raises(Refused, match="does not play"):
        room.hacked.balance("fees")


@pytest.mark.parametrize(
    "verb", ["deposit", "do", "_bank", "__init__", "__class__", "open_account", "x" * 5000]
)
def test_asks_for_what_no_table_may(room, verb):
    answer = says(room.hacked, verb, msgpack.encode(()))
    assert isinstance(answer, No)
    assert re.match(r"A table may not ask for '", answer.words)
    assert len(answer.words) < 200


def test_sends_bodies_that_nobody_reads(room):
    no_words = b"\x94" + b"\xa2\xa3\xa3" * 4  # texts that are none
    empty = msgpack.encode(())
    nothing = (b"", b"\xc1", b"\x91" * 3000, msgpack.encode((1, 2)), empty, no_words)
    for n, body in enumerate(nothing):
        for verb in Words(TableWindow).verbs:
            if (verb, body) == ("pools", empty):
                continue  # it is asked just like that
            answer = says(room.hacked, verb, body, f"{verb}{n}")
            told = (answer.words, answer.rule) if isinstance(answer, No) else answer
            assert told == (f"{verb} cannot be asked like that.", "REQ-R47")
    assert room.honest.recognise(room.track).name


def test_lies_about_who_it_is(room):
    with pytest.raises(Fault, match="calls itself T1; the bank knows its key as T2's"):
        room.hacked.at_start("table:T1", "0" * 8)
    assert room.hacked.crossed(["T1-1", "T1-1-handpay"]) == [], "nor hears of what crossed"
    head = Head("table:T1", "ab" * 16, "cd" * 32, 7, "ef" * 32, 0)
    for work, words in (
        (room.hacked.witness, (head,)),
        (room.hacked.hear_log, (News("T1", b"k" * 32, 0, (), b"s" * 64),)),
        (room.hacked.propose, ("", "", TableOrder("T1", "AcceptJournal", "x"), "why not")),
    ):
        with pytest.raises(Refused, match=r"the window of table:T2, not of table:T1"):
            work(*words)


def test_has_two_people_confirm_an_act_of_the_cage_at_its_own_terminal(room):
    """Who stands at a table agrees to orders for that table, whatever it was told to show them."""
    flo = at_work(room.bank, "flo")
    asked = flo.propose(TableOrder("T1", "AcceptJournal", "as it is"), STAFF_PIN, "a swapped disk")
    mia = at_work(room.bank, "mia")
    with pytest.raises(Refused, match="no order to table T2"):
        room.hacked.confirm(mia.token, STAFF_PIN, asked.id)
    mia.confirm(asked.id, STAFF_PIN)
    with pytest.raises(Refused, match="agreed to something else"):
        room.hacked.accept(asked.id, Head("table:T2", "ab" * 16, "cd" * 32, 7, "ef" * 32, 0))


def flood(room, many: int, at_last=lambda: None, verb="recognise", words=()) -> list[Good | Broke]:
    """All at once; `at_last`: when no more are open than a table may have."""

    async def ask() -> list[Good | Broke]:
        body = msgpack.encode(words or (room.track,))
        asks = [Ask(f"f{many}-{i}", verb, body) for i in range(many)]
        done, waiting = set(), {asyncio.ensure_future(room.hacked._answer(one)) for one in asks}
        while waiting:
            ended, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done |= ended
            if len(waiting) <= window_service.OPEN_MOST:
                at_last()
        return [one.result() for one in done]

    return asyncio.run_coroutine_threadsafe(ask(), room.hacked._loop).result(EARS_S)


def taken(answers: list[Good | Broke]) -> int:
    """The others were told to wait, and not even looked at."""
    assert {one.name for one in answers if isinstance(one, Broke)} == {"BANK_AWAY"}
    return len([one for one in answers if isinstance(one, Good)])


def test_asks_without_end(room, monkeypatch):
    """While none of its questions comes to an end, eight of them are taken, however long the others
    have been asked for; and another table is answered."""
    asked, end, do = [], Event(), window_service.WindowService._do

    def slowly(service, table, ask):
        asked.append(table.name)
        assert table.name != "T2" or end.wait(EARS_S)
        return do(service, table, ask)

    def meanwhile() -> None:
        if not end.is_set():
            honest.append(asyncio.run_coroutine_threadsafe(room.honest._answer(other), theirs))
            honest[0].result(EARS_S)
            end.set()

    monkeypatch.setattr(window_service.WindowService, "_do", slowly)
    honest, theirs = [], room.honest._loop
    other = Ask("h1", "recognise", msgpack.encode((room.track,)))
    answers = flood(room, 2 * window_service.OPEN_MOST, meanwhile)
    assert taken(answers) == asked.count("T2") == window_service.OPEN_MOST
    assert isinstance(honest[0].result(), Good)
    table = room.service._tables["T2"]
    assert len(table.answers) <= window_service.KEPT
    assert not table.asked_by


def test_asks_more_than_its_budget(room):
    """What a table may ask at once is counted, not timed: here nothing comes back."""
    room.hacked.recognise(room.track)  # so that the service knows it
    room.service._tables["T2"].budget = Budget(3, 0.0)
    assert taken(flood(room, 8)) == 3


def test_starts_without_end(room, monkeypatch):
    """At each start the books are read again, and nobody writes in them meanwhile."""
    looked, look = [], Bank.check_books
    monkeypatch.setattr(Bank, "check_books", lambda bank: (looked.append(1), look(bank))[1])
    room.service._tables["T2"].starts = Budget(3, 0.0)
    answers = flood(room, 8, verb=window_service.START, words=("table:T2", "0" * 8))
    assert taken(answers) == len(looked) == 3
    assert room.hacked.recognise(room.track).name, "it is served in all else"


@pytest.mark.parametrize("kind", ["", "desk", "station", "controller"])
def test_calls_with_a_key_that_is_no_tables(room, kind):
    book = Book(new_identity(), [Peer(room.book.me.public, "bank", "Bank")])
    if kind:
        room.book.add(Peer(book.me.public, kind, "T1"))
    stranger = room.line(book)
    for _ in range(3):
        with pytest.raises(Fault, match="does not answer"):
            stranger.recognise(room.track)
    assert any(("never paired" in line) or ("no order of it is read" in line) for line in room.log)


def test_comes_back_with_the_key_of_a_machine_that_was_replaced(room, monkeypatch):
    """A table that is paired anew has one key: the stolen old one opens nothing."""
    monkeypatch.setattr(window_line, "LOST_S", 0.5)
    old = room.paired("T3")
    room.line(room.paired("T3"))
    with pytest.raises(Fault, match="does not answer"):
        room.line(old).recognise(room.track)


def test_leaves_the_books_as_they_were(room):
    books_balance(room.bank)
