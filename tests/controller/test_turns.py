"""Whose touch is next, by example (what it costs the others: attacks/test_hacked_station.py)."""

from firmware.controller.turns import CALM_MS, PLACES, Lane, Turns


def flood(turns: Turns, lane: Lane, now: int) -> None:
    while turns.add("seat 3", lambda: None, now, lane):
        pass
    assert turns.mad() == "seat 3"


def test_a_device_is_calm_again_when_nothing_of_it_is_mad():
    turns = Turns()
    flood(turns, "touches", now=0)
    flood(turns, "shares", now=CALM_MS // 2)
    assert turns.calm(CALM_MS) is None, "its shares still come too fast"
    assert turns.calm(CALM_MS + CALM_MS // 2) == "seat 3"
    assert turns.calm(CALM_MS + CALM_MS // 2) is None


def test_a_share_finds_its_place_while_fingers_drum():
    turns = Turns()
    for _ in range(PLACES):
        assert turns.add("seat 3", lambda: None, 0)
    assert not turns.add("seat 3", lambda: None, 0)
    assert turns.add("seat 3", lambda: None, 0, "shares")
