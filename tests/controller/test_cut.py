"""The players' cut: sealed on the glass, opened together, and never a reason to wait."""

import pytest

from firmware.controller.players_cut import FIRST, OPEN_MS
from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.screens import protocol as g
from tests.controller.glasses import look, sit_down, until


def over(desk, number):
    table = desk.controller.table
    return lambda: table.this_hand.number >= number and table.live is None


@pytest.fixture
def pause(make_desk):
    """Three players, the pause after the first hand; those in `cutters` want to cut."""

    def make(seed: int, cutters=(), **settings):
        desk = make_desk(seed, **{"player_cut": True, **settings})
        desk.power_on()
        glasses = sit_down(desk, 1, 2, 3)
        for seat in cutters:
            glasses[seat].tap("menu", "tile proof", "switch cut", "page back", "menu")
        until(desk, glasses, over(desk, 1))
        look(desk, glasses)
        return desk, glasses

    return make


def next_hand(desk, glasses) -> list[int]:
    """Time until the next hand begins; the moments at which it did not."""
    waited, table = [], desk.controller.table
    while table.live is None:
        waited.append(desk.now)
        assert desk.advance()
        look(desk, glasses)
    return waited


def receipt(desk, glasses, seat) -> verify.Hand:
    until(desk, glasses, over(desk, 2))
    return verify.Hand(canonical(desk.controller.deal.receipts[seat]))


def test_who_asked_for_it_cuts_and_the_receipt_proves_it(pause):
    desk, glasses = pause(61, cutters=(1, 2))
    assert glasses[3].view.ask is None
    for seat in (1, 2):
        assert glasses[seat].view.ask.kind == "cut"
        assert glasses[seat].says("Touch the deck where you want to cut it")
        glasses[seat].tap("cut")
        assert isinstance(glasses[seat].sent[-1], g.SealCut)
    code = desk.controller.deal.waiting.code
    assert glasses[3].view.public.notice == f"Next deck {code}: you may cut"
    next_hand(desk, glasses)
    assert glasses[3].view.public.seal == code  # the deck that stood on the screen is played
    mine = receipt(desk, glasses, 1)
    assert mine.touched == [1, 2]
    glasses[1].tap("menu", "tile proof")
    assert glasses[1].says("Two seats touched to cut")
    assert glasses[1].says("Your cut: yes")
    glasses[3].tap("menu", "tile proof")
    assert glasses[3].says("Your cut: no")


def test_the_touch_decides_and_nothing_of_it_leaves_before_the_seals_are_logged(pause):
    desk, glasses = pause(62, cutters=(1,))
    station = glasses[1]
    station.tap("cut")
    assert not any(isinstance(wish, g.Cut) for wish in station.sent)
    hand = desk.controller.deal.waiting
    assert hand.window.touches == {}
    assert list(hand.window.seals) == [1]
    next_hand(desk, glasses)
    cut = next(wish for wish in station.sent if isinstance(wish, g.Cut))
    kinds = [entry["kind"] for entry in hand.entries]
    assert kinds[:3] == ["commit", "seals", "cut"]
    assert hand.entries[2]["touches"] == [[1, cut.at, cut.nonce.hex()]]


@pytest.mark.parametrize("cutters", [(), (1, 2, 3)], ids=["nobody asked", "all were asked"])
def test_when_nobody_cuts_the_hand_begins_when_it_is_due(pause, cutters):
    desk, glasses = pause(63, cutters=cutters)
    due = desk.controller.table.pace.next_hand_at
    next_hand(desk, glasses)
    assert desk.controller.memory.recorder.began.at == due
    assert receipt(desk, glasses, 1).touched == []


def test_a_sealed_touch_that_is_never_opened_is_left_out_in_time(pause):
    desk, glasses = pause(64, cutters=(1,))
    due = desk.controller.table.pace.next_hand_at
    glasses[1].tap("cut")
    glasses[1].screen.state.own_cut = None  # the station was changed for another one
    next_hand(desk, glasses)
    assert due < desk.controller.memory.recorder.began.at <= due + OPEN_MS + 5
    assert receipt(desk, glasses, 2).touched == []


def test_another_touch_than_the_sealed_one_is_not_taken(pause):
    desk, glasses = pause(65, cutters=(1,))
    glasses[1].tap("cut")
    own = glasses[1].screen.state.own_cut
    glasses[1].screen.state.own_cut = g.Cut(own.decision, own.at ^ 1, own.nonce)
    next_hand(desk, glasses)
    assert receipt(desk, glasses, 1).touched == []


@pytest.mark.parametrize("when", ["committed", "sealed", "playing"])
def test_the_power_goes_and_the_same_deck_comes_back(pause, when):
    desk, glasses = pause(66, cutters=(1,))
    code = desk.controller.deal.waiting.code
    if when != "committed":
        glasses[1].tap("cut")
        desk.now = desk.controller.table.pace.next_hand_at
        if when == "sealed":
            desk.controller.decks.cut.open = lambda seat, intent: None  # the answer is on its way
        look(desk, glasses)
        desk.settle()
    if when == "playing":
        next_hand(desk, glasses)
    life = desk.controller.deal.hand.life
    assert life == when
    desk.controller.deal.close()
    desk.power_on()
    assert desk.controller.deal.hand.code == code
    assert desk.controller.deal.hand.life == when
    look(desk, glasses)
    if when != "playing":
        next_hand(desk, glasses)
    assert desk.controller.deal.code == code
    assert receipt(desk, glasses, 2).touched == ([1] if when == "playing" else [])


def test_no_cut_where_the_house_did_not_turn_it_on(pause):
    desk, glasses = pause(67, player_cut=False)
    assert desk.controller.deal.waiting is None
    desk.touch(1, g.SealCut(FIRST + 2, bytes(32)))
    look(desk, glasses)
    assert glasses[1].says("The deck is cut.")
    glasses[1].tap("menu", "tile proof")
    assert "switch cut" not in glasses[1].screen.report.targets


def test_an_empty_seat_cuts_nothing(pause):
    desk, glasses = pause(68)
    desk.touch(7, g.SealCut(desk.controller.decks.cut.number, bytes(32)))
    look(desk, glasses)
    assert desk.controller.deal.waiting.window.seals == {}
