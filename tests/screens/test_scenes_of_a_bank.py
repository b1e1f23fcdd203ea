"""The pictures of the README and the docs show amounts that a table could show."""

import pytest

from firmware.screens.projection.layout import COVER
from firmware.screens.protocol import bank_facts as facts
from lab.scenes import CENTERS, VIEWS

PUBLIC = {**{f"station-{name}": view.public for name, view in VIEWS.items()},
          **{f"center-{name}": public for name, public in CENTERS.items()}}  # fmt: skip
OVER = {
    name: public
    for name, public in PUBLIC.items()
    if public.against and public.against.due == "over" and public.against.banks
}


def test_there_are_some():
    assert {"station-baccarat-over", "station-set-over", "center-twentyone-over"} <= {*OVER}


@pytest.mark.parametrize("name", OVER)
def test_what_is_left_of_the_cover_is_what_no_wager_used(name):
    """Of $2,000 there were $2,035 left, of $800 $656 where $204 had been moved."""
    public, round_ = OVER[name], OVER[name].against
    moved = [one.won for one in round_.wagers]
    net = public.placard.layout.cover == COVER["net"]
    used = abs(sum(moved)) if net else sum(map(abs, moved))
    assert facts.cover_left(round_) == facts.stake(round_) - used


@pytest.mark.parametrize("name", OVER)
def test_the_plates_say_what_the_wagers_came_to(name):
    for seat in OVER[name].seats:
        if seat.seat != facts.banker(OVER[name].against):
            assert seat.won == max(0, facts.net(OVER[name].against, seat.seat)), seat.name


@pytest.mark.parametrize("name", OVER)
def test_the_bank_is_told_to_win_what_it_wins(name):
    public = OVER[name]
    bank = -sum(one.won for one in public.against.wagers)
    says = (
        f"wins ${bank // 100}" if bank > 0 else f"pays ${-bank // 100}" if bank else "breaks even"
    )
    if len(facts.bettors(public.against)) == sum(one.result != "" for one in _first(public)):
        assert public.result.note == f"The bank {says}"


def _first(public):
    """One wager of each seat."""
    return {one.seat: one for one in public.against.wagers}.values()


@pytest.mark.parametrize("name", OVER)
def test_a_lost_wager_is_told_what_it_lost_to(name):
    """ "Otherwise" is a row of the pay table; firmware/screens/projection/layout.py never tells it
    to who lost."""
    assert "Otherwise" not in {one.mark for one in OVER[name].against.wagers}
