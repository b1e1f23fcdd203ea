"""A bank whose answers come late, twice or in another order, and whoever makes use of it: an answer
is for the person it was asked about, and a transfer crosses once or not at all."""

from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from firmware.bank.bank import Bank
from firmware.errors import Fault, Refused
from firmware.journal.records import Transfer, TransferPosted, TransferRefused
from firmware.machine import window_line
from firmware.screens import protocol as g
from firmware.settlement.transfers import Parcel, carry, order_of
from firmware.settlement.window import TableWindow
from lab.simulation.demo_cage import PIN
from lab.simulation.demo_people import at_work
from tests.bank.conftest import Clock, books_balance, make_bank, sit
from tests.controller.test_slow_bank import Slow
from tests.settlement.test_bank_service import patiently, serve

__all__ = ["serve"]  # fixtures
SEAT, MINE, YOURS = 4, 0, 1  # a reader, and two cards
WRONG = "0000"


# --- at the seat


def asked_and_gone(make_whole):
    """Somebody types a PIN and goes before the bank has looked at it; another one swipes."""
    whole = make_whole()
    ctl = whole.power_on()
    whole.settle()
    ctl.swipe(SEAT, whole.tracks[MINE])
    whole.settle()
    quick, ctl._background._beside = ctl._background._beside, (slow := Slow())
    whole.touch(SEAT, g.EnterPin(WRONG))
    whole.settle()
    whole.touch(SEAT, g.Cancel())
    whole.settle()
    assert ctl.table.seats[SEAT].life == "empty"
    ctl._background._beside = quick
    ctl.swipe(SEAT, whole.tracks[YOURS])
    whole.settle()
    return whole, slow


LATE = {
    "a wrong PIN": lambda whole: None,
    "the last wrong PIN": lambda whole: _try(whole, 4),
    "a locked card": lambda whole: _try(whole, 5),
}


def _try(whole, times: int) -> None:
    for n in range(times):
        with suppress(Refused):
            whole.window.sign_on(whole.tracks[MINE], WRONG, f"1-x{n}", 9)


@pytest.mark.parametrize("late", LATE)
def test_what_is_said_of_who_is_gone_is_not_said_to_who_came(make_whole, late):
    """A friend's card is tried and taken back; the next one at that seat would lose a try, be sent
    home, or read as locked in the journal."""
    whole, slow = asked_and_gone(make_whole)
    LATE[late](whole)
    seat = whole.controller.table.seats[SEAT]
    came = seat.person.account, seat.person.tries
    slow.answer()
    whole.settle()
    assert seat.life == "pin"
    assert (seat.person.account, seat.person.tries) == came
    assert g.view(whole.links[SEAT].waiting).refused == ""
    whole.touch(SEAT, g.EnterPin(PIN))
    whole.settle()
    assert seat.life == "choosing"


# --- on the way to the bank


def seated(connect) -> Bank:
    bank = make_bank(connect(), Clock())
    at_work(bank, "ann").deposit("100001", 900_00, "drawer:1")
    sit(bank, "T1-s1")
    return bank


def test_the_words_of_one_transfer_in_any_order_move_it_once_or_never(connect):
    """Hold, post and call back, each late and again: what was answered for good stays."""
    bank = seated(connect)
    window = TableWindow(bank, "T1")
    moved = 0
    for n, words in enumerate(product("hpv", repeat=4)):
        transfer = Transfer(f"T1-{n}", "buy_in", "patron:100001", "table:T1", 1_00)
        say = {
            "h": lambda transfer=transfer: window.hold(order_of(transfer)),
            "p": lambda transfer=transfer: window.post(transfer.id),
            "v": lambda transfer=transfer: window.void(transfer.id, "called back"),
        }
        ends = []
        for word in words:
            with suppress(Refused):
                ends += [state for state in [say[word]().state] if state != "pending"]
        assert len({*ends}) <= 1, (words, ends)
        moved += "posted" in ends
        assert bank.balance("table:T1").balance == moved * 1_00, words
        with suppress(Refused):
            window.void(transfer.id, "done")  # or what is held would be missing
    assert 10 < moved < 81
    books_balance(bank)


class Mailman:
    """Keeps what the bank answers; delivers it when it likes, as often as it likes."""

    def __init__(self, line) -> None:
        self.kept: list[tuple[str, Any]] = []
        self.deliver = line._asking.answered
        line._asking.answered = self._take

    def _take(self, id: str, answer: Any) -> None:
        self.kept.append((id, answer))
        for each in [*self.kept, *reversed(self.kept)]:  # all that ever came, twice
            self.deliver(*each)


def test_old_answers_come_again_with_each_new_one(connect, serve):
    """Twelve buy-ins and their calls back, each answered with all the answers before it."""
    bank = seated(connect)
    served = serve(bank)
    line = served.line(served.paired("T1"))
    patiently(line.who_must_go, [])
    mail = Mailman(line)
    for n in range(1, 13):
        transfer = Transfer(f"T1-{n}", "buy_in", "patron:100001", "table:T1", 1_00)
        assert patiently(carry, line, Parcel(transfer, "asked")) == TransferPosted(transfer)
        late = patiently(carry, line, Parcel(transfer, "cancelling"))
        assert late == TransferPosted(transfer), "it was posted: too late"
        assert bank.balance("table:T1").balance == n * 1_00
    assert len(mail.kept) >= 36
    books_balance(bank)


def test_an_answer_that_was_given_up_answers_nothing_else(connect, serve, monkeypatch):
    """The table waited in vain and asks again: the first answer comes only then."""
    bank = seated(connect)
    served = serve(bank)
    line = served.line(served.paired("T1"))
    patiently(line.who_must_go, [])
    mail = Mailman(line)
    deliver, mail.deliver = mail.deliver, lambda *answer: None
    transfer = Transfer("T1-1", "buy_in", "patron:100001", "table:T1", 1_00)
    monkeypatch.setattr(window_line, "LATE_S", 0.05)
    while len(mail.kept) < 3:  # holds that were heard at the bank, and never answered here
        with pytest.raises(Fault, match="bank"):
            carry(line, Parcel(transfer, "asked"))
    mail.deliver = deliver
    monkeypatch.setattr(window_line, "LATE_S", 60.0)
    gone = Parcel(transfer, "cancelling")
    assert patiently(carry, line, gone) == TransferRefused(transfer, "cancelled by the player")
    assert bank.balance("table:T1").balance == 0
    with suppress(Refused):  # the bank is asked once more by a question that was under way
        line.post("T1-1")
    assert bank.balance("table:T1").balance == 0
    books_balance(bank)
