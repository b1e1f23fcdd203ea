"""A bank that takes its time, or is not there: the glass says so, and for how long it takes."""

from concurrent.futures import Executor, Future

import pytest

from firmware.bank.play import live_session
from firmware.bank.store import bank_away
from lab.simulation.demo_cage import PIN
from tests.controller.glasses import Glass, look
from tests.controller.test_says import between_hands, in_play


class Slow(Executor):
    """What the bank is asked waits until it is let go."""

    def __init__(self) -> None:
        self.waiting = []

    def submit(self, fn, /, *args, **kwargs):
        self.waiting.append((future := Future(), lambda: fn(*args, **kwargs)))
        return future

    def answer(self) -> None:
        waiting, self.waiting = self.waiting, []
        for future, work in waiting:
            try:
                future.set_result(work())
            except Exception as problem:
                future.set_exception(problem)


@pytest.fixture
def typing(make_whole):
    whole = make_whole()
    whole.power_on()
    glass = Glass(whole, 4)
    whole.settle()
    glass.look()
    glass.swipe()
    background = whole.controller._background
    background._beside = slow = Slow()
    return whole, glass, slow


def keys(glass: Glass) -> list[str]:
    return [name for name in glass.screen.report.targets if name.startswith("key ")]


def test_the_pad_takes_no_digit_while_the_bank_looks_at_the_pin(typing):
    whole, glass, slow = typing
    assert len(keys(glass)) == 12
    glass.tap(*(f"key {digit}" for digit in PIN))
    for _ in range(10):  # longer than an answer that got lost
        glass.look()
        assert glass.says("Checking your PIN")
        assert glass.says("The bank is asked. This takes a moment.")
        assert not keys(glass)
    slow.answer()
    whole.settle()
    glass.look()
    assert glass.view.mode == "buy-in"


def test_a_bank_that_went_away_meanwhile_gives_the_pad_back_empty(typing):
    whole, glass, slow = typing
    glass.tap(*(f"key {digit}" for digit in PIN))

    def away(*asked):
        raise bank_away("no route to host")

    slow.waiting = [(future, away) for future, _ in slow.waiting]
    slow.answer()
    whole.settle()
    glass.look()
    assert len(keys(glass)) == 12
    assert glass.screen.state.entry.pin == ""


def leaves(make_whole, monkeypatch, *verbs: str):
    """Seat 3 goes, at a bank that does not answer these."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    between_hands(whole, glasses)

    def away(*asked):
        raise bank_away("no route to host")

    for verb in verbs:
        monkeypatch.setattr(whole.controller.cards.bank, verb, away)
    glasses[3].tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    return whole, glasses[3]


def test_the_cash_out_page_stays_until_the_bank_has_answered(make_whole, monkeypatch):
    whole, one = leaves(make_whole, monkeypatch, "hold", "post")
    for _ in range(60):
        whole.now += 1_000
        whole.settle()
        one.now += 1_000
        one.look()
        assert one.says("Goes to your card")
        assert one.says("The bank is asked.")
    monkeypatch.undo()
    whole.now += 2_000
    whole.settle()
    one.look()
    assert one.says("Is on your card")
    assert one.says("The card holds $")


def test_the_bank_has_it_also_where_it_does_not_say_what_the_card_holds(make_whole, monkeypatch):
    _, one = leaves(make_whole, monkeypatch, "balance")
    assert one.says("Is on your card")
    assert one.says("The bank has it.")


def test_a_power_cut_in_a_cash_out_leaves_its_page_on_the_glass(make_whole, monkeypatch):
    """Nobody knows who stands there now: what the card holds is not told."""
    whole, one = leaves(make_whole, monkeypatch, "hold", "post")
    chips = one.view.slip.chips
    whole.power_off()
    monkeypatch.undo()
    real = whole.bank.hold
    monkeypatch.setattr(whole.bank, "hold", lambda *asked: (_ for _ in ()).throw(bank_away("no")))
    whole.power_on()
    one = Glass(whole, 3)
    whole.settle()
    one.look()
    assert one.view.slip.chips == chips
    assert one.says("You left the table, and the power went")
    assert one.says("The bank is asked.")
    monkeypatch.setattr(whole.bank, "hold", real)
    whole.now += 2_000
    whole.settle()
    one.look()
    assert one.says("Is on your card")
    assert not one.says("The card holds")


def test_a_session_ends_when_its_chips_are_on_the_card(make_whole):
    """Two questions at once may overtake each other: the cage would see neither seat nor money."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    between_hands(whole, glasses)
    patron = whole.controller.custody.sittings[3].account.removeprefix("patron:")
    chips = whole.controller.table.seats[3].chips.stack
    before = whole.bank.balance(f"patron:{patron}").balance
    whole.controller._background._beside = slow = Slow()
    glasses[3].tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    while whole.bank.do(lambda tx, now: live_session(tx, patron)):
        on_card = whole.bank.balance(f"patron:{patron}").balance - before
        slow.waiting.reverse()  # whatever was asked last is answered first
        slow.answer()
        whole.settle()
    assert on_card == chips
