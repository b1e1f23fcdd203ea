"""How a seat may come into the game, and what each way costs: every house, newcomers and who missed
a blind, side by side."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table.config import Config, Spread
from firmware.table.engine import entries, post_costs
from lab.simulation.bare_table import BareTable

AJ, CR, DD = "artichoke-joes", "casino-royale", "delta-downtown"
HG, CC = "hawaiian-gardens", "club-caribe"
LOW = "lowball-ace-to-five"
FOUR, TWENTY = (
    Stakes(400, 800, (200, 400), chip=100),
    Stakes(2_000, 4_000, (1_000, 2_000), chip=100),
)
ONE, THREE = Stakes(400, 800, (400,), chip=100), Stakes(1_000, 0, (500, 500, 1_000), chip=100)
BUTTON, STRADDLE = "buy the button", "straddle"


def playing(house, game, stakes, limit="limit", **settings) -> BareTable:
    page = Config("t1", house, (Spread(game, stakes, limit, (10_000, 0)),), 8, settings=settings)
    return BareTable(page).open(1, 2, 3, 4, 5, chips=50_000, button=1).next_hand()


def missed(m) -> BareTable:
    """Seat 3 sat out while the blinds went by, and is back."""
    m.ask(c.SitOut, 3)
    for _ in range(4):
        m.fold_out().next_hand()
    m.ask(c.ComeBack, 3)
    return m


def ways(m, seat) -> dict[str, int]:
    first, *others = entries(m.table, seat)
    assert first == ("wait", 0)
    return dict(others)


WAYS = {
    # house, game, stakes: what a newcomer may, after a round of the button; who missed a blind
    (AJ, "texas-holdem", FOUR): (  # 000 L764: he gets a hand at once
        {"pass": 0, BUTTON: 600, STRADDLE: 800},
        {"post": 600, "pass": 0, BUTTON: 600, STRADDLE: 800}),
    (AJ, LOW, FOUR): ({"post": 400, "pass": 0}, {"post": 600, "pass": 0}),  # AJ-R28, AJ-R30a
    (AJ, LOW, ONE): ({"post": 400, "pass": 0}, {"post": 400, "pass": 0}),
    (CR, "texas-holdem", TWENTY): (  # 001 L501, L505: the straddle is for missed blinds
        {"post": 2_000, "pass": 0}, {"post": 3_000, "pass": 0, STRADDLE: 4_000}),
    (DD, "texas-holdem", FOUR): ({"post": 600}, {"post": 600}),  # 002 L310-311
    (DD, LOW, FOUR): ({"post": 600}, {"post": 400, "kill": 800}),  # 002 L445-446
    (HG, "texas-holdem", TWENTY): ({"post": 2_000, "pass": 0}, {"post": 3_000, "pass": 0}),
    (HG, "texas-holdem", FOUR): ({"pass": 0}, {"post": 600, "pass": 0}),  # 003 L25-26
    (HG, LOW, ONE): ({"kill": 800}, {"kill": 800}),  # 003 L270-272: two options, no third
    (HG, LOW, FOUR): ({"kill": 800}, {"kill": 800}),
    (CC, "texas-holdem", FOUR): (
        {"post": 400, "pass": 0, BUTTON: 600}, {"post": 600, "pass": 0, BUTTON: 600}),
    (CC, LOW, ONE): ({"kill": 800}, {"kill": 800}),  # 004 L236-238
}  # fmt: skip


@pytest.mark.parametrize("where", WAYS, ids=lambda one: f"{one[0]} {one[1]} {len(one[2].blinds)}")
def test_what_brings_a_seat_in_and_for_how_much(where):
    newcomer, debtor = WAYS[where]
    m = missed(playing(*where))
    assert ways(m, 3) == debtor
    m.sit(7)
    assert ways(m, 7) == newcomer
    for seat, offered in ((3, debtor), (7, newcomer)):
        at_once = offered.get("post", offered.get("kill", 0))
        assert post_costs(m.table, m.table.seats[seat]) == at_once


@pytest.mark.parametrize(("house", "game", "stakes", "limit"), [
    (HG, LOW, ONE, "limit"), (CC, LOW, ONE, "limit"),
    (AJ, "texas-holdem", THREE, "no-limit"),  # 000 L850-851: the big blind, or the overs
])  # fmt: skip
def test_where_a_kill_or_an_over_brings_him_in_nobody_lets_the_big_blind_go_by(
    house, game, stakes, limit
):
    """003 L270-272, 004 L236-238: "new players have two options"."""
    m = missed(playing(house, game, stakes, limit))
    m.sit(7)
    for seat in (3, 7):
        assert "pass" not in ways(m, seat)
        with pytest.raises(Refused, match="nobody lets the big blind go by"):
            m.ask(c.ChooseEntry, seat, "pass")


def test_AJ_R31c_who_dealt_off_and_moved_may_let_it_go_by_at_any_table():
    for house, game in ((DD, "texas-holdem"), (HG, LOW)):
        m = playing(house, game, FOUR)
        while m.table.position.button != 4:  # he has paid both, and deals off
            m.fold_out().next_hand()
        m.fold_out()
        m.ask(c.TakeSeat, 4, 8)
        assert m.table.seats[8].change.free_pass
        m.ask(c.ChooseEntry, 8, "pass")


def test_who_is_in_the_game_comes_in_no_other_way():
    m = playing(AJ, "texas-holdem", FOUR)
    assert [entries(m.table, seat) for seat in (1, 6)] == [[], []]
    m.sit(7)
    m.ask(c.Leave, 1)
    assert entries(m.table, 1) == []
    m.order(c.CashIn, 7)
    assert entries(m.table, 7) == []


@pytest.mark.parametrize(("moved_free", "brings", "posts"), [
    (True, 30_000, 0), (True, 0, 2_000), (False, 30_000, 2_000),
])  # fmt: skip
def test_002_L143_who_comes_from_a_broken_game_posts_nothing_where_it_is_so(
    moved_free, brings, posts
):
    m = playing(AJ, LOW, TWENTY, moved_free=moved_free)
    m.do(c.Reserve(m.now, "floor", "must move", 7, "x", "x", brings))
    m.sit(7, 30_000, "x")
    assert post_costs(m.table, m.table.seats[7]) == posts
    assert m.table.seats[7].blinds.newcomer
    assert (post_costs(m.table, m.table.seats[1])) == 0


def test_who_was_brought_from_another_game_and_moves_posts_like_anybody():
    """It saves him the post he comes in with, and no later one."""
    m = playing(AJ, LOW, TWENTY, moved_free=True)
    m.do(c.Reserve(m.now, "floor", "must move", 7, "x", "x", 30_000))
    m.sit(7, 30_000, "x")
    while not m.table.seats[7].blinds.core:
        m.fold_out().next_hand()
    m.fold_out()
    m.ask(c.TakeSeat, 7, 6)
    assert not m.table.seats[6].blinds.newcomer
    assert post_costs(m.table, m.table.seats[6]) == 2_000
