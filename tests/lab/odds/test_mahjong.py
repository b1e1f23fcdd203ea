"""Mah-jong pai gow: the study's counts of all 29,070 deals."""

from fractions import Fraction

from firmware.games.banked.spread import banked_rules
from lab.odds.mahjong import counted, edges

FOUND = counted()


def chance(mark):
    return Fraction(sum(n for marks, n in FOUND.items() if mark in marks), sum(FOUND.values()))


def test_002_W35_the_chances_of_one_player():
    assert sum(FOUND.values()) == 29_070
    assert chance("win") == Fraction(4783, 9690)
    assert chance("pair") == Fraction(1, 19)
    assert chance("tie") == Fraction(82, 14_535)


def test_each_circle_has_its_edge():
    rules = banked_rules("mah-jong-pai-gow", "delta-downtown")
    found = {one.circle: round(one.percent, 4) for one in edges(rules)}
    assert found["win"] == round(float(200 * Fraction(4783, 9690) - 100), 4)
    assert found["pair"] == round(100 * (7 / 19 - 1), 4)
    assert found["tie"] == round(100 * (61 * 82 / 14_535 - 1), 4)
