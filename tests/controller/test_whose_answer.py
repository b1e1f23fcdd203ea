"""An answer of the bank that comes late is for whoever asked, never for who stands there now."""

from types import SimpleNamespace

import pytest

from firmware.bank.bank import Known
from firmware.bank.store import bank_away
from firmware.controller.cards_and_pins import CardsAndPins
from firmware.controller.effects import FaultBegan, FaultEnded, Perform, Refuse
from firmware.controller.own_limits import OwnLimits
from firmware.controller.seat_pages import SeatPages
from firmware.errors import Refused
from firmware.table import events as e

SEAT = 3
AWAY, NO = bank_away("no route to host"), Refused("This card is locked.", "REQ-R38")


def sitting(name: str):
    return SimpleNamespace(session=name, account="patron:1")


@pytest.fixture
def state():
    seats = {SEAT: SimpleNamespace(life="pin")}
    custody = SimpleNamespace(sittings={SEAT: sitting("first")}, sessions={})
    return SimpleNamespace(table=SimpleNamespace(seats=seats), custody=custody)


@pytest.fixture
def bank():
    return SimpleNamespace(recognise=str, sign_on=str, own_limits=str)


def kinds(effects) -> list[type]:
    return [type(one) for one in effects if not isinstance(one, FaultEnded)]


@pytest.mark.parametrize(("gone", "problem", "told"), [
    (False, AWAY, [Refuse]), (False, NO, [Perform, Refuse]),
    (True, AWAY, [FaultBegan]), (True, NO, []),
])  # fmt: skip
def test_a_late_word_about_a_pin(state, bank, gone, problem, told):
    cards = CardsAndPins(bank, state)
    (swiped,) = cards.swipe(SEAT, "track")
    swiped.found(Known("patron:1", "Ada", "0001"), 1)
    cards.after(e.CardSwiped(0, SEAT, "patron:1", "Ada"))
    (asked,) = cards.enter_pin(SEAT, "4711", ())
    if gone:
        state.custody.sittings[SEAT] = sitting("second")
    assert kinds(asked.failed(problem, 2)) == told


def test_of_two_swipes_the_last_one_counts(state, bank):
    cards = CardsAndPins(bank, state)
    (first,), (second,) = cards.swipe(SEAT, "one"), cards.swipe(SEAT, "two")
    assert kinds(second.found(Known("patron:2", "Bao", "0002"), 1)) == [Perform]
    assert kinds(first.found(Known("patron:1", "Ada", "0001"), 2)) == []
    assert kinds(first.failed(NO, 2)) == []
    cards.after(e.CardSwiped(2, SEAT, "patron:2", "Bao"))
    assert cards.tails[SEAT] == "0002"


@pytest.mark.parametrize(("who", "problem", "told"), [
    ("first", AWAY, [Refuse]), ("second", AWAY, [FaultBegan]), ("second", NO, []),
])  # fmt: skip
def test_a_late_word_about_limits(state, bank, who, problem, told):
    (asked,) = OwnLimits(bank, state, None).look(SEAT, ())
    state.custody.sittings[SEAT] = sitting(who)
    assert kinds(asked.failed(problem, 2)) == told


@pytest.fixture
def pages(state):
    return SeatPages(SimpleNamespace(state=state), {SEAT: "0001"}, (), 10, None)


def test_a_balance_is_on_no_other_slip_than_its_owners(pages):
    """The first one's cash-out is booked only after the second one has left the same seat."""
    for transfer in ("of the first", "of the second"):
        pages.after(e.CashedOut(0, SEAT, "patron:1", transfer, 40_00, "left"))
    pages.paid("of the first", 777_00)
    assert not pages.notes[SEAT].slip.done
    pages.paid("of the second", 12_00)
    assert pages.notes[SEAT].slip.balance == 12_00


def test_what_was_refused_is_gone_with_the_next_card(pages):
    pages.notes[SEAT].refused = "Your own limit leaves $5 for today."
    pages.after(e.CardSwiped(0, SEAT, "patron:2", "Bao"))
    assert pages.notes[SEAT].refused == ""
