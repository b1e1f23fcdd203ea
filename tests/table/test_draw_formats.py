"""The seven formats of Artichoke Joe's draw games: who pays which blind, and who speaks when."""

import pytest
from msgspec.structs import replace

from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table.checking import validate
from firmware.table.config import Config, Spread
from lab.simulation.bare_table import BareTable
from tests.table.test_button_and_blinds import hand_of, posts
from tests.table.test_kill import wins

GUN, HOME, WINNER = "under the gun", "from home", "winner"


def page(by, blinds, game="draw-poker", ante=100):
    stakes = Stakes(small=blinds[-1], blinds=blinds, ante=ante, chip=100, by=by)
    return Config("t1", "artichoke-joes", (Spread(game, stakes, "no-limit", (10_000, 0)),), seats=8)


def opened(by, blinds, game="draw-poker"):
    wanted = page(by, blinds, game)
    validate(wanted)
    return BareTable(wanted).open(1, 2, 3, 4, 5, button=5, chips=100_000).next_hand()


def paid(m):
    return posts(m, "blind") | posts(m, "home") | posts(m, "winner")


def asked(m):
    while m.table.play.due == "deal":
        m.step()
    return m.table.play.queue


def test_each_blind_is_written_by_its_name():
    """000 L1509-1511: the button's from home, the winner's as his."""
    m = opened((GUN, HOME, WINNER), (500, 1_000, 2_000))
    wins(m, 3)
    assert (posts(m, "blind"), posts(m, "home"), posts(m, "winner")) == (
        {2: 500},
        {1: 1_000},
        {3: 2_000},
    )


@pytest.mark.parametrize("game", ["draw-poker", "lowball-ace-to-five"])
@pytest.mark.parametrize(
    ("by", "blinds", "first", "second", "order"),
    [
        ((WINNER,), (500,), {}, {3: 500}, [2, 4, 5, 1, 3]),
        ((GUN,), (500,), {1: 500}, {2: 500}, [3, 4, 5, 1, 2]),
        ((GUN, WINNER), (500, 1_000), {1: 500}, {2: 500, 3: 1_000}, [4, 5, 1, 2, 3]),
        ((GUN, HOME), (500, 1_000), {1: 500, 5: 1_000}, {2: 500, 1: 1_000}, [3, 4, 5, 2, 1]),
        (
            (GUN, HOME, WINNER),
            (500, 1_000, 2_000),
            {1: 500, 5: 1_000},
            {2: 500, 1: 1_000, 3: 2_000},
            [4, 5, 2, 1, 3],
        ),
    ],
)
def test_who_pays_which_blind(game, by, blinds, first, second, order):
    """000 L1505-1513: in the first hand nobody has won; then seat 3 has. Who has no blind speaks
    first, from the left of the button, and the blinds by their size."""
    m = opened(by, blinds, game)
    assert (paid(m), len(posts(m, "ante"))) == (first, 5)
    wins(m, 3)
    assert (hand_of(m).button, paid(m)) == (1, second)
    assert asked(m) == order
    assert m.table.play.offer(order[0]).call in (None, 2 * max(second.values()))


def test_a_player_has_one_blind_the_biggest_that_is_his():
    """AJ-A24."""
    m = wins(opened((GUN, HOME, WINNER), (500, 1_000, 2_000)), 2)  # next under the gun
    assert paid(m) == {1: 1_000, 2: 2_000}
    m = wins(opened((GUN, HOME, WINNER), (500, 1_000, 2_000)), 1)  # next on the button
    assert paid(m) == {2: 500, 1: 2_000}


def test_formats_that_are_none_are_refused():
    for wrong in ((HOME,), (WINNER, GUN), (GUN, WINNER)):
        with pytest.raises(BadPage, match="a payer for each blind"):
            validate(page(wrong, (500,) if len(wrong) == 1 else (500, 1_000, 2_000)))
    with pytest.raises(BadPage, match="with an ante only"):
        validate(page((WINNER,), (500,), ante=0))
    holdem = page((WINNER,), (500,))
    spread = replace(holdem.spreads[0], game="texas-holdem")
    with pytest.raises(BadPage, match="draw and lowball"):
        validate(replace(holdem, spreads=(spread,)))


@pytest.mark.parametrize("game", ["draw-poker", "lowball-ace-to-five"])
def test_the_first_format_has_an_ante_only_and_the_seventh_three_blinds_and_no_ante(game):
    """000 L1505, L1511, L1513: opened for the posted minimum by whoever is first; or three blinds,
    of the button and the next two."""
    ante = Stakes(small=500, ante=100, chip=100)
    m = BareTable(Config("t1", "artichoke-joes", (Spread(game, ante, "no-limit", (10_000, 0)),), 8))
    m.open(1, 2, 3, 4, 5, chips=100_000, button=5).next_hand()
    assert (paid(m), len(posts(m, "ante")), asked(m)) == ({}, 5, [1, 2, 3, 4, 5])
    assert (m.table.play.offer(1).call, m.table.play.offer(1).raise_to.least) == (None, 500)
    blinds = Stakes(small=1_000, blinds=(500, 500, 1_000), chip=100)
    page = Config("t1", "artichoke-joes", (Spread(game, blinds, "no-limit", (10_000, 0)),), 8)
    m = BareTable(page).open(1, 2, 3, 4, 5, chips=100_000, button=5).next_hand()
    assert (paid(m), posts(m, "ante"), asked(m)) == (
        {5: 500, 1: 500, 2: 1_000}, {}, [3, 4, 5, 1, 2]
    )  # fmt: skip
