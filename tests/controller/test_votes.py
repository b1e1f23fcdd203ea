"""By consent, from a finger on the glass to an event of the table; off unless turned on."""

import pytest
from msgspec.structs import replace

from firmware.screens import protocol as g
from firmware.screens.projection import votes
from lab.simulation.whole_table import WholeTable
from tests.controller.glasses import Glass, glasses_actor, look, sit_down, until

ON = {"run_twice": True, "rabbit": True, "straddle": True, "bomb_pot": True, "show_cards": True}


@pytest.fixture
def seated(make_whole):
    def make(seed: int, seats=(1, 2, 3), **settings) -> tuple[WholeTable, dict[int, Glass]]:
        whole = make_whole(seed, **settings)
        whole.config = replace(whole.config, bomb_ante=500)
        whole.power_on()
        glasses = sit_down(whole, *seats)
        begin(whole, glasses)
        return whole, glasses

    return make


def begin(whole, glasses) -> None:
    """On to the first turn of the next hand."""
    until(whole, glasses, lambda: whole.controller.table.live is None)
    after = whole.controller.table.this_hand.number
    for _ in range(50):
        look(whole, glasses)
        if whole.controller.table.this_hand.number > after and glasses_actor(glasses):
            return
        assert whole.advance()
    raise AssertionError("no hand began")


def fold_out(whole, glasses) -> Glass:
    """Everybody folds to one; his glass."""
    while whole.controller.table.live is not None:
        station = glasses[glasses_actor(glasses)]
        station.tap("fold")
        look(whole, glasses)
    return glasses[whole.controller.table.play.live[0]]


def everybody(glasses, motion) -> None:
    for station in glasses.values():
        if station.view.ask is not None:
            station.tap(f"pick {motion}/yes")


def test_nothing_is_offered_where_the_house_did_not_turn_it_on(seated):
    whole, glasses = seated(41)
    assert all(station.view.motions == () for station in glasses.values())
    winner = fold_out(whole, glasses)
    assert winner.view.ask is None
    assert "motion rabbit" not in winner.screen.report.targets
    wish = g.Pick(votes.number(whole.controller.table), "straddle/yes")
    whole.touch(winner.seat, wish)
    look(whole, glasses)
    assert winner.says("No straddle at this table.")


@pytest.mark.parametrize(("motion", "posts"), [("straddle", "straddle"), ("bomb pot", "ante")])
def test_a_seat_asks_everybody_agrees_and_the_next_hand_has_it(seated, motion, posts):
    whole, glasses = seated(42, **ON)
    table = whole.controller.table
    asker = glasses[1]
    asker.tap("menu", "tile motions", f"motion {motion}")
    assert table.consent.votes[motion] == [1]
    look(whole, glasses)
    acting = glasses[glasses_actor(glasses)]
    assert acting.view.ask is None  # a turn is not disturbed
    other = next(s for s in glasses.values() if s not in (asker, acting))
    assert other.view.ask.vote
    assert other.says("1 of 3") or other.says("?")
    fold_out(whole, glasses)
    for station in glasses.values():
        if station.view.ask and station.view.ask.kind == "show":
            station.tap("muck")
    everybody(glasses, motion)
    assert sorted(table.consent.votes[motion]) == [1, 2, 3]
    begin_next(whole, glasses)
    assert any(event.kind == posts for event in last_posts(whole))


def begin_next(whole, glasses) -> None:
    number = whole.controller.table.this_hand.number
    whole.posts = []
    memory = whole.controller.memory
    watch = memory.apply

    def apply(happened, entries):
        for each in happened:
            whole.posts += getattr(each, "events", ())
        watch(happened, entries)

    memory.apply = apply
    for _ in range(30):
        whole.advance()
        look(whole, glasses)
        if whole.controller.table.this_hand.number > number and whole.posts:
            return
    raise AssertionError("no hand began")


def last_posts(whole):
    return [event for event in whole.posts if type(event).__name__ == "Posted"]


def test_one_no_ends_it(seated):
    whole, glasses = seated(43, **ON)
    glasses[2].tap("menu", "tile motions", "motion straddle")
    look(whole, glasses)
    other = next(s for s in glasses.values() if s.view.ask and s.view.ask.vote)
    other.tap("pick straddle/no")
    look(whole, glasses)
    assert "straddle" in whole.controller.table.consent.vetoed
    assert all(station.view.ask is None for station in glasses.values())
    assert all("straddle" not in [m.name for m in s.view.motions] for s in glasses.values())


def test_rabbit_cards_come_out_of_the_same_sealed_deck(seated):
    whole, glasses = seated(44, **ON)
    table = whole.controller.table
    winner = fold_out(whole, glasses)
    assert whole.controller.deal.playing  # the deck waits: somebody may ask
    if winner.view.ask and winner.view.ask.kind == "show":
        winner.tap("muck")
    winner.tap("motion rabbit")
    look(whole, glasses)
    everybody(glasses, "rabbit")
    look(whole, glasses)
    rabbit = table.this_hand.result.rabbit
    assert len(rabbit) == 5
    drawn = [face.card for face in winner.screen.report.faces if not face.private]
    assert [card for card in drawn if card in rabbit] == list(rabbit)
    assert not whole.controller.deal.playing
    receipt = winner.receipt()
    seen = [receipt.open[n] for n, to in enumerate(receipt.walk.to) if to == -2]
    assert seen == list(rabbit)
    assert receipt.walk.to.count(-1) == 3  # a burn before each street, as it would have been


def test_the_deck_is_put_away_when_nobody_asked_and_each_has_his_receipt(seated):
    whole, glasses = seated(45, **ON)
    winner = fold_out(whole, glasses)
    hand = whole.controller.table.this_hand.number
    if winner.view.ask:
        winner.tap("muck")
    begin_next(whole, glasses)
    actor = glasses[glasses_actor(glasses)]
    idle = next(station for station in glasses.values() if station is not actor)
    idle.tap("menu", "tile proof")
    assert idle.view.proof.hand == hand
    assert idle.screen.state.log.proved.codes


def test_the_power_goes_while_the_rabbit_may_still_be_asked_for(seated):
    whole, glasses = seated(46, **ON)
    fold_out(whole, glasses)
    whole.controller.deal.close()
    whole.power_on()
    look(whole, glasses)
    assert whole.controller.deal.playing
    begin_next(whole, glasses)
    assert whole.controller.deal.playing
    assert whole.controller.deal.hand.number == whole.controller.table.this_hand.number


def test_all_in_players_are_asked_to_run_it_twice(seated):
    whole, glasses = seated(47, (1, 2), **ON)
    table = whole.controller.table
    first = glasses[glasses_actor(glasses)]
    first.tap(f"preset {first.view.turn.raise_to.most}", "raise")
    look(whole, glasses)
    glasses[glasses_actor(glasses)].tap("call")
    look(whole, glasses)
    for station in glasses.values():
        assert station.says("Run it twice?")
        assert station.says("YOUR VOTE")
        assert station.view.public.clock.left_ms > 0
    everybody(glasses, "run it twice")
    until(whole, glasses, lambda: table.live is None)
    assert len(table.play.second) == 5
    assert {won.run for won in table.this_hand.result.won} == {0, 1}
    look(whole, glasses)
    assert glasses[1].view.public.second == tuple(table.play.second)


@pytest.mark.parametrize(("tap", "count"), [("show 0", 1), ("show 1", 1), ("show", 2), ("muck", 0)])
def test_show_one_show_both_or_muck(seated, tap, count):
    whole, glasses = seated(48, show_cards=True)
    winner = fold_out(whole, glasses)
    other = next(station for station in glasses.values() if station is not winner)
    held = whole.controller.table.play.down[winner.seat]
    assert winner.view.ask.kind == "show"
    winner.tap(tap)
    look(whole, glasses)
    shown = other.view.public.seats[winner.seat - 1].shown
    wanted = {"show 0": held[:1], "show 1": held[1:], "show": held, "muck": []}[tap]
    assert list(shown) == list(wanted)
    if count != 1:
        assert winner.view.ask is None
    else:
        winner.tap("show")  # the other one too
        look(whole, glasses)
        assert set(other.view.public.seats[winner.seat - 1].shown) == set(held)


def test_a_late_answer_counts_for_no_other_hand(seated):
    whole, glasses = seated(49, **ON)
    old = votes.number(whole.controller.table)
    fold_out(whole, glasses)
    begin_next(whole, glasses)
    whole.touch(1, g.Pick(old, "straddle/yes"))
    look(whole, glasses)
    assert glasses[1].says("The situation has changed")
    assert not whole.controller.table.consent.votes.get("straddle")
