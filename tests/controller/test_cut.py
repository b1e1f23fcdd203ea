"""The players' cut: sealed on the glass, opened together, and never a reason to wait."""

import pytest

from firmware.controller.players_cut import FIRST, OPEN_MS
from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.screens import protocol as g
from tests.controller.glasses import look, sit_down, until


def over(whole, number):
    table = whole.controller.table
    return lambda: table.this_hand.number >= number and table.live is None


@pytest.fixture
def pause(make_whole):
    """Three players, the pause after the first hand; those in `cutters` want to cut."""

    def make(seed: int, cutters=(), **settings):
        whole = make_whole(seed, **{"player_cut": True, **settings})
        whole.power_on()
        glasses = sit_down(whole, 1, 2, 3)
        for seat in cutters:
            glasses[seat].tap("menu", "tile proof", "switch cut", "page back", "menu")
        until(whole, glasses, over(whole, 1))
        look(whole, glasses)
        return whole, glasses

    return make


def next_hand(whole, glasses) -> list[int]:
    """Time until the next hand begins; the moments at which it did not."""
    waited, table = [], whole.controller.table
    while table.live is None:
        waited.append(whole.now)
        assert whole.advance()
        look(whole, glasses)
    return waited


def receipt(whole, glasses, seat) -> verify.Hand:
    until(whole, glasses, over(whole, 2))
    return verify.Hand(canonical(whole.controller.deal.write_receipts()[seat]))


def test_who_asked_for_it_cuts_and_the_receipt_proves_it(pause):
    whole, glasses = pause(61, cutters=(1, 2))
    assert glasses[3].view.ask is None
    for seat in (1, 2):
        assert glasses[seat].view.ask.kind == "cut"
        assert glasses[seat].says("Touch the deck where you want to cut it")
        glasses[seat].tap("cut")
        assert isinstance(glasses[seat].sent[-1], g.SealCut)
    code = whole.controller.deal.waiting.code
    assert glasses[3].view.public.notice == f"Next deck {code}: you may cut"
    next_hand(whole, glasses)
    assert glasses[3].view.public.seal == code  # the deck that stood on the screen is played
    mine = receipt(whole, glasses, 1)
    assert mine.touched == [1, 2]
    glasses[1].tap("menu", "tile proof")
    assert glasses[1].says("Two seats touched to cut")
    assert glasses[1].says("Your cut: yes")
    glasses[3].tap("menu", "tile proof")
    assert glasses[3].says("Your cut: no")


def test_the_touch_decides_and_nothing_of_it_leaves_before_the_seals_are_logged(pause):
    whole, glasses = pause(62, cutters=(1,))
    station = glasses[1]
    station.tap("cut")
    assert not any(isinstance(wish, g.Cut) for wish in station.sent)
    hand = whole.controller.deal.waiting
    assert hand.window.touches == {}
    assert list(hand.window.seals) == [1]
    next_hand(whole, glasses)
    cut = next(wish for wish in station.sent if isinstance(wish, g.Cut))
    kinds = [entry["kind"] for entry in hand.entries]
    assert kinds[:3] == ["commit", "seals", "cut"]
    assert hand.entries[2]["touches"] == [[1, cut.at, cut.nonce.hex()]]


@pytest.mark.parametrize("cutters", [(), (1, 2, 3)], ids=["nobody asked", "all were asked"])
def test_when_nobody_cuts_the_hand_begins_when_it_is_due(pause, cutters):
    whole, glasses = pause(63, cutters=cutters)
    due = whole.controller.table.pace.next_hand_at
    next_hand(whole, glasses)
    assert whole.controller.memory.recorder.began.at == due
    assert receipt(whole, glasses, 1).touched == []


def test_a_sealed_touch_that_is_never_opened_is_left_out_in_time(pause):
    whole, glasses = pause(64, cutters=(1,))
    due = whole.controller.table.pace.next_hand_at
    glasses[1].tap("cut")
    glasses[1].screen.state.own_cut = None  # the station was changed for another one
    next_hand(whole, glasses)
    assert due < whole.controller.memory.recorder.began.at <= due + OPEN_MS + 5
    assert receipt(whole, glasses, 2).touched == []


def test_another_touch_than_the_sealed_one_is_not_taken(pause):
    whole, glasses = pause(65, cutters=(1,))
    glasses[1].tap("cut")
    own = glasses[1].screen.state.own_cut
    glasses[1].screen.state.own_cut = g.Cut(own.decision, own.at ^ 1, own.nonce)
    next_hand(whole, glasses)
    assert receipt(whole, glasses, 1).touched == []


@pytest.mark.parametrize("when", ["committed", "sealed", "playing"])
def test_the_power_goes_and_the_same_deck_comes_back(pause, when):
    whole, glasses = pause(66, cutters=(1,))
    code = whole.controller.deal.waiting.code
    if when != "committed":
        glasses[1].tap("cut")
        whole.now = whole.controller.table.pace.next_hand_at
        if when == "sealed":
            whole.controller.decks.cut.open = lambda seat, intent: None  # the answer is on its way
        look(whole, glasses)
        whole.settle()
    if when == "playing":
        next_hand(whole, glasses)
    life = whole.controller.deal.hand.life
    assert life == when
    whole.controller.deal.close()
    whole.power_on()
    assert whole.controller.deal.hand.code == code
    assert whole.controller.deal.hand.life == when
    look(whole, glasses)
    if when != "playing":
        next_hand(whole, glasses)
    assert whole.controller.deal.code == code
    assert receipt(whole, glasses, 2).touched == ([1] if when == "playing" else [])


def test_no_cut_where_the_house_did_not_turn_it_on(pause):
    whole, glasses = pause(67, player_cut=False)
    assert whole.controller.deal.waiting is None
    whole.touch(1, g.SealCut(FIRST + 2, bytes(32)))
    look(whole, glasses)
    assert glasses[1].says("The deck is cut.")
    glasses[1].tap("menu", "tile proof")
    assert "switch cut" not in glasses[1].screen.report.targets


def test_an_empty_seat_cuts_nothing(pause):
    whole, glasses = pause(68)
    whole.touch(7, g.SealCut(whole.controller.decks.cut.number, bytes(32)))
    look(whole, glasses)
    assert whole.controller.deal.waiting.window.seals == {}
