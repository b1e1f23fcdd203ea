"""A player whose chips are on their way changes his mind (REQ-R40: the bank decides, once)."""

from firmware.bank.store import bank_away
from tests.controller.glasses import Glass


def funding(make_whole, monkeypatch, after: bool):
    """At the bank that does not answer: `after` it has posted, or before it has heard."""
    whole = make_whole()
    whole.power_on()
    glass = Glass(whole, 4)
    whole.settle()
    glass.sign_on()
    bank, verb = whole.controller.cards.bank, "post" if after else "hold"
    real = getattr(bank, verb)

    def away(*asked):
        if after:
            real(*asked)
        raise bank_away("no route to host")

    monkeypatch.setattr(bank, verb, away)
    glass.tap("sit down")
    assert whole.controller.table.seats[4].life == "funding"
    assert glass.says("Your chips are on their way.")
    monkeypatch.undo()
    return whole, glass


def later(whole, glass):
    whole.now += 2_000
    whole.settle()
    glass.look()


def test_a_player_in_funding_calls_his_chips_back(make_whole, monkeypatch):
    whole, glass = funding(make_whole, monkeypatch, after=False)
    glass.tap("cancel")
    assert glass.says("Your chips are being called back.")
    later(whole, glass)
    assert glass.view.mode == "buy-in"
    assert glass.view.buy_in.balance == 500_000
    glass.tap("cancel")
    assert glass.view.mode == "attract"
    assert not whole.controller.custody.outbox.parcels


def test_chips_that_the_bank_has_sent_are_not_called_back(make_whole, monkeypatch):
    whole, glass = funding(make_whole, monkeypatch, after=True)
    glass.tap("cancel")
    later(whole, glass)
    assert glass.view.mode == "seated"
    assert whole.controller.table.seats[4].chips.stack > 0
