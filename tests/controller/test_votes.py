"""By consent, from a finger on the glass to an event of the table; off unless turned on."""

import pytest
from msgspec.structs import replace

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.screens import protocol as g
from firmware.screens.projection import votes
from lab.simulation.whole_table import WholeTable
from tests.controller.glasses import Glass, glasses_actor, look, sit_down, until

ON = {"run_twice": True, "rabbit": True, "straddle": True, "bomb_pot": True, "show_cards": True}


@pytest.fixture
def seated(make_desk):
    def make(seed: int, seats=(1, 2, 3), **settings) -> tuple[WholeTable, dict[int, Glass]]:
        desk = make_desk(seed, **settings)
        desk.config = replace(desk.config, bomb_ante=500)
        desk.power_on()
        glasses = sit_down(desk, *seats)
        begin(desk, glasses)
        return desk, glasses

    return make


def begin(desk, glasses) -> None:
    """On to the first turn of the next hand."""
    until(desk, glasses, lambda: desk.controller.table.live is None)
    after = desk.controller.table.this_hand.number
    for _ in range(50):
        look(desk, glasses)
        if desk.controller.table.this_hand.number > after and glasses_actor(glasses):
            return
        assert desk.advance()
    raise AssertionError("no hand began")


def fold_out(desk, glasses) -> Glass:
    """Everybody folds to one; his glass."""
    while desk.controller.table.live is not None:
        station = glasses[glasses_actor(glasses)]
        station.tap("fold")
        look(desk, glasses)
    return glasses[desk.controller.table.play.live[0]]


def everybody(glasses, motion) -> None:
    for station in glasses.values():
        if station.view.ask is not None:
            station.tap(f"pick {motion}/yes")


def test_nothing_is_offered_where_the_house_did_not_turn_it_on(seated):
    desk, glasses = seated(41)
    assert all(station.view.motions == () for station in glasses.values())
    winner = fold_out(desk, glasses)
    assert winner.view.ask is None
    assert "motion rabbit" not in winner.screen.report.targets
    wish = g.Pick(votes.number(desk.controller.table), "straddle/yes")
    desk.touch(winner.seat, wish)
    look(desk, glasses)
    assert winner.says("No straddle at this table.")


@pytest.mark.parametrize(("motion", "posts"), [("straddle", "straddle"), ("bomb pot", "ante")])
def test_a_seat_asks_everybody_agrees_and_the_next_hand_has_it(seated, motion, posts):
    desk, glasses = seated(42, **ON)
    table = desk.controller.table
    asker = glasses[1]
    asker.tap("menu", "tile motions", f"motion {motion}")
    assert table.consent.votes[motion] == [1]
    look(desk, glasses)
    acting = glasses[glasses_actor(glasses)]
    assert acting.view.ask is None  # a turn is not disturbed
    other = next(s for s in glasses.values() if s not in (asker, acting))
    assert other.view.ask.vote
    assert other.says("1 of 3") or other.says("?")
    fold_out(desk, glasses)
    for station in glasses.values():
        if station.view.ask and station.view.ask.kind == "show":
            station.tap("muck")
    everybody(glasses, motion)
    assert sorted(table.consent.votes[motion]) == [1, 2, 3]
    begin_next(desk, glasses)
    assert any(event.kind == posts for event in last_posts(desk))


def begin_next(desk, glasses) -> None:
    number = desk.controller.table.this_hand.number
    desk.posts = []
    memory = desk.controller.memory
    watch = memory.apply

    def apply(happened, entries):
        for each in happened:
            desk.posts += getattr(each, "events", ())
        watch(happened, entries)

    memory.apply = apply
    for _ in range(30):
        desk.advance()
        look(desk, glasses)
        if desk.controller.table.this_hand.number > number and desk.posts:
            return
    raise AssertionError("no hand began")


def last_posts(desk):
    return [event for event in desk.posts if type(event).__name__ == "Posted"]


def test_one_no_ends_it(seated):
    desk, glasses = seated(43, **ON)
    glasses[2].tap("menu", "tile motions", "motion straddle")
    look(desk, glasses)
    other = next(s for s in glasses.values() if s.view.ask and s.view.ask.vote)
    other.tap("pick straddle/no")
    look(desk, glasses)
    assert "straddle" in desk.controller.table.consent.vetoed
    assert all(station.view.ask is None for station in glasses.values())
    assert all("straddle" not in [m.name for m in s.view.motions] for s in glasses.values())


def test_rabbit_cards_come_out_of_the_same_sealed_deck(seated):
    desk, glasses = seated(44, **ON)
    table = desk.controller.table
    winner = fold_out(desk, glasses)
    assert desk.controller.deal.playing  # the deck waits: somebody may ask
    if winner.view.ask and winner.view.ask.kind == "show":
        winner.tap("muck")
    winner.tap("motion rabbit")
    look(desk, glasses)
    everybody(glasses, "rabbit")
    look(desk, glasses)
    rabbit = table.this_hand.result.rabbit
    assert len(rabbit) == 5
    drawn = [face.card for face in winner.screen.report.faces if not face.private]
    assert [card for card in drawn if card in rabbit] == list(rabbit)
    assert not desk.controller.deal.playing
    receipt = verify.Hand(canonical(desk.controller.deal.receipts[winner.seat]))
    seen = [receipt.open[n] for n, to in enumerate(receipt.dealt) if to == -2]
    assert seen == list(rabbit)
    assert receipt.dealt.count(-1) == 3  # a burn before each street, as it would have been


def test_the_deck_is_put_away_when_nobody_asked_and_each_has_his_receipt(seated):
    desk, glasses = seated(45, **ON)
    winner = fold_out(desk, glasses)
    hand = desk.controller.table.this_hand.number
    if winner.view.ask:
        winner.tap("muck")
    begin_next(desk, glasses)
    actor = glasses[glasses_actor(glasses)]
    idle = next(station for station in glasses.values() if station is not actor)
    idle.tap("menu", "tile proof")
    assert idle.view.proof.hand == hand
    assert all(check.good for check in idle.view.proof.checks)


def test_the_power_goes_while_the_rabbit_may_still_be_asked_for(seated):
    desk, glasses = seated(46, **ON)
    fold_out(desk, glasses)
    desk.controller.deal.close()
    desk.power_on()
    look(desk, glasses)
    assert desk.controller.deal.playing
    begin_next(desk, glasses)
    assert desk.controller.deal.playing
    assert desk.controller.deal.hand.number == desk.controller.table.this_hand.number


def test_all_in_players_are_asked_to_run_it_twice(seated):
    desk, glasses = seated(47, (1, 2), **ON)
    table = desk.controller.table
    first = glasses[glasses_actor(glasses)]
    first.tap(f"preset {first.view.turn.raise_to.most}", "raise")
    look(desk, glasses)
    glasses[glasses_actor(glasses)].tap("call")
    look(desk, glasses)
    for station in glasses.values():
        assert station.says("Run it twice?")
        assert station.says("YOUR VOTE")
        assert station.view.public.clock.left_ms > 0
    everybody(glasses, "run it twice")
    until(desk, glasses, lambda: table.live is None)
    assert len(table.play.second) == 5
    assert {won.run for won in table.this_hand.result.won} == {0, 1}
    look(desk, glasses)
    assert glasses[1].view.public.second == tuple(table.play.second)


@pytest.mark.parametrize(("tap", "count"), [("show 0", 1), ("show 1", 1), ("show", 2), ("muck", 0)])
def test_show_one_show_both_or_muck(seated, tap, count):
    desk, glasses = seated(48, show_cards=True)
    winner = fold_out(desk, glasses)
    other = next(station for station in glasses.values() if station is not winner)
    held = desk.controller.table.play.down[winner.seat]
    assert winner.view.ask.kind == "show"
    winner.tap(tap)
    look(desk, glasses)
    shown = other.view.public.seats[winner.seat - 1].shown
    wanted = {"show 0": held[:1], "show 1": held[1:], "show": held, "muck": []}[tap]
    assert list(shown) == list(wanted)
    if count != 1:
        assert winner.view.ask is None
    else:
        winner.tap("show")  # the other one too
        look(desk, glasses)
        assert set(other.view.public.seats[winner.seat - 1].shown) == set(held)


def test_a_late_answer_counts_for_no_other_hand(seated):
    desk, glasses = seated(49, **ON)
    old = votes.number(desk.controller.table)
    fold_out(desk, glasses)
    begin_next(desk, glasses)
    desk.touch(1, g.Pick(old, "straddle/yes"))
    look(desk, glasses)
    assert glasses[1].says("The situation has changed")
    assert not desk.controller.table.consent.votes.get("straddle")
