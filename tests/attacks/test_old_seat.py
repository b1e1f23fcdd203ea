"""Whoever sits where another one sat, or sat where another one sits now: what was his is not the
next one's to see or to show, and his old station speaks for nobody."""

import copy
from typing import get_args

from msgspec.structs import replace

from firmware.screens import protocol as g
from lab.scenes import SEATED
from lab.simulation.company import company, play
from lab.simulation.demo_cage import PIN
from lab.simulation.view_bots import calls
from tests.controller.test_controller import middle
from tests.screens.privacy import cards_in
from tests.stage import Stage

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
        g.LowerLimit(cents=1), g.Pick(decision, "yes"), g.CallFloor(), g.Close("rules"),
        g.Choose(g.Prefs(left=True)), g.KeepFor(bytes(32)),
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


def test_a_touch_that_was_on_its_way_is_for_who_sat_there(make_whole):
    """Seats are traded, or taken anew, between the finger and the table: the next one neither
    leaves nor buys by it, and reads no answer to it."""
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, calls)[:2]
    assert play(whole, players, middle(whole, 0))
    seat = ctl.table.clock.seat
    mine, anothers = ctl.custody.sitting(seat), ctl.custody.sitting(3 - seat)
    assert len({mine, anothers, 0}) == 3
    ctl.pages.say(seat, "The floor is on the way.")
    notes = copy.deepcopy(ctl.pages.notes[seat])
    for intent in every_touch(ctl.table.decision):
        for sitting in (anothers, 0):
            late = replace(intent, sitting=sitting)
            assert ctl._intents.read(ctl.table, seat, late, ctl.now, ()) == []
    assert ctl.pages.notes[seat] == notes
    assert ctl.pages._keys.get(seat) != bytes(32)
    whole.touch(seat, g.Leave(sitting=anothers))
    whole.settle()
    assert ctl.table.seats[seat].life == "playing"
    whole.touch(seat, g.Leave(sitting=mine))
    whole.settle()
    assert ctl.table.seats[seat].life == "empty"


def test_only_what_no_finger_asks_for_is_of_the_station_whoever_sits_there():
    free = {one for one in get_args(g.Intent) if not issubclass(one, g.OfASitting)}
    assert free == {g.SealShare, g.OpenShare, g.Doubt}


def test_an_older_station_that_does_not_say_whose_touch_it_was_is_understood():
    assert g.to_controller(g.pack(["Leave"])) == g.Leave()
    assert g.to_controller(g.pack(["Buy", 4_000, True])) == g.Buy(4_000, post=True)
    assert g.to_controller(g.pack(g.Buy(1, sitting=7))) == g.Buy(1, sitting=7)


def test_who_traded_seats_finds_nothing_of_the_other_on_the_glass():
    """A page that was open, a finger that was down, and the cards of the one before; both are
    called the same."""
    stage = Stage(replace(SEATED, sitting=5, hole=(1, 2)))
    log = stage.screen.state.log
    key, hand = log.own_receipts.key, SEATED.public.hand
    assert g.KeepFor(key, sitting=5) in stage.sent
    stage.tap("menu", "tile leave")
    assert log.own_receipts.cards(hand) == (1, 2)
    stage.down("leave now")
    stage.send(replace(SEATED, sitting=6, hole=()))
    assert "leave now" not in stage.report.targets
    assert log.own_receipts.cards(hand) == ()
    assert g.KeepFor(log.own_receipts.key, sitting=6) in stage.sent
    assert log.own_receipts.key != key
    stage.wait(1000)
    assert stage.tap("menu", "tile leave", "leave now") == [g.Leave(sitting=6)]
