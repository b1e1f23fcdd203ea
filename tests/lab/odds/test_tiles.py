"""Pai gow tiles: all deals, and a second reading of what beats what and of the house's way."""

from itertools import combinations
from math import comb

import pytest

from firmware.games.banked.spread import banked_rules, spreading
from firmware.games.banked.tile_way import tile_way
from firmware.games.cards import DECKS
from firmware.games.ranking.tiles import SINGLES, tile
from firmware.games.setting import SETTINGS
from lab.odds import tiles

SHOE = DECKS["32 tiles"]
LINES = [*SINGLES[:-1], ((2, 1),), ((4, 2),)]
KIND = {one: n for n, line in enumerate(LINES) for one in line}


def test_every_deal_is_counted_and_only_once():
    found = tiles.counted(kong=False)
    assert sum(found.values()) == comb(32, 4) * comb(28, 4)
    assert sum(KIND[tile(one)] == n for one in SHOE for n in range(17)) == 32
    assert [sum(KIND[tile(one)] == n for one in SHOE) for n in range(17)] == [*tiles.COPIES]


@pytest.mark.parametrize("name", ["two and two", "two and two, kong"])
def test_two_readings_set_every_four_in_hands_that_compare_alike(name):
    setting, same = SETTINGS[name], {}
    for four in {tuple(sorted(SHOE[n] for n in four)) for four in combinations(range(32), 4)}:
        order = tile_way(setting, four)
        theirs = [setting.strength([four[n] for n in part]) for part in (order[:2], order[2:])]
        ours = tiles.house_way(tuple(KIND[tile(one)] for one in four), "kong" in name)
        for one, other in zip(theirs, ours, strict=True):
            assert same.setdefault(one, other) == other
    assert [same[one] for one in sorted(same)] == sorted(same.values())


def test_every_house_has_the_same_edge():
    """The bank keeps copies, and nought against nought: the study names no figure."""
    for house in spreading("pai-gow-tiles"):
        (base,) = tiles.edges(banked_rules("pai-gow-tiles", house))
        assert (round(base.percent, 4), base.exact) == (-0.9004, True)
