"""Whoever sits where another one sat, or sat where another one sits now: what was his is not the
next one's to see or to show, and his old station speaks for nobody."""

import copy

from firmware.screens import protocol as g
from lab.simulation.company import company, play
from lab.simulation.demo_cage import PIN
from lab.simulation.view_bots import calls
from tests.controller.test_controller import middle
from tests.screens.privacy import cards_in

OLD, NEW = 2, 6


def folds(view, rng) -> g.Act:
    return g.Act(view.turn.decision, "fold")


def every_touch(decision: int) -> list[g.Intent]:
    return [
        g.Act(decision, "fold"), g.Act(decision, "call"), g.Act(decision, "raise", 400),
        g.Draw(decision), g.Show(decision, show=True), g.Show(decision, True, (0, 1)),
        g.Buy(4_000), g.Buy(4_000, adding=True), g.Cancel(), g.UseTime(decision), g.SitOut(),
        g.GoLobby(), g.ComeBack(), g.Leave(), g.ChangeSeat(9), g.ChangeSeat(NEW), g.Enter("post"),
        g.EnterPin(PIN), g.Open("history"), g.Open("proof"), g.Open("limits"),
        g.LowerLimit(cents=1), g.Pick(decision, "yes"),
    ]  # fmt: skip


def unseen(view: g.View | g.Public, cards: set[int]) -> None:
    assert not cards_in(view) & cards


def moved(make_whole):
    """Seat 2 went to seat 6 between two hands; it is his turn there."""
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, calls)
    assert play(whole, players[:4], middle(whole, 3))
    account = ctl.table.seats[OLD].person.account
    whole.touch(OLD, g.ChangeSeat(NEW))
    assert play(whole, players[:4], lambda: ctl.table.seats[NEW].person.account == account)
    others = [players[seat - 1] for seat in (1, 3, 4, NEW)]
    assert play(whole, others, lambda: ctl.table.clock.seat == NEW)
    return whole, account


def test_the_station_that_was_left_speaks_for_nobody(make_whole):
    """It knows the number of the decision that its player is asked for at his new seat."""
    whole, account = moved(make_whole)
    table = whole.controller.table
    before, on_card = copy.deepcopy(table.seats[NEW]), whole.bank.balance(account)
    hole, decision = {*table.play.hole(NEW)}, table.decision
    whole.links[OLD].watch = lambda body: unseen(g.view(body), hole)
    for intent in every_touch(decision):
        whole.touch(OLD, intent)
        whole.settle()
    assert table.seats[NEW] == before
    assert (table.decision, table.clock.seat) == (decision, NEW)
    assert table.seats[OLD].life == "empty"
    assert whole.bank.balance(account) == on_card


def test_who_traded_seats_shows_no_card_of_the_one_before(make_whole):
    """Everybody folds to seat 1, nobody sees his cards; he trades seats while the pot is paid."""
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 0, 2))
    held = {card for seat in ctl.table.play.seats for card in ctl.table.play.hole(seat)}
    assert ctl.table.play.hole(1)
    accounts = [ctl.table.seats[seat].person.account for seat in (1, 3)]
    for player in players:
        player.policy = folds
    whole.touch(1, g.ChangeSeat(3))
    whole.touch(3, g.ChangeSeat(1))

    def traded() -> bool:
        return [ctl.table.seats[seat].person.account for seat in (3, 1)] == accounts

    assert play(whole, players, traded)
    assert ctl.table.this_hand.number == 2, "the hand still lies there"
    whole.links[0].watch = lambda body: unseen(g.public(body), held)
    for seat in (1, 3):
        whole.links[seat].watch = lambda body: unseen(g.view(body), held)
        for intent in every_touch(ctl.table.decision):
            whole.touch(seat, intent)
            whole.settle()
