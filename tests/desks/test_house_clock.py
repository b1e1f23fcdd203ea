"""One house, one clock: every desk tells the time of the house's zone, wherever the machine or the
browser thinks it is."""

import re
import time
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from desks.floor import day
from firmware.bank import pins
from firmware.bank.gaming_day import HouseClock, local
from lab.scenes import floor as scenes
from lab.simulation.demo_people import staff_track
from tests.desks.paper_room import PaperRoom

LIGHTS_ON = int(datetime(2026, 7, 4, 21, 6, tzinfo=ZoneInfo("America/Los_Angeles")).timestamp())


@pytest.fixture
def room(tmp_path, monkeypatch):
    monkeypatch.setattr(pins, "COST", 16)
    monkeypatch.setenv("TZ", "Asia/Tokyo")  # a machine that nobody set up
    time.tzset()
    made = PaperRoom(tmp_path, scenes.void_asked())
    made.bank.clock = lambda: LIGHTS_ON * 1000
    yield made
    made.close()
    monkeypatch.undo()
    time.tzset()


def shown(html: str) -> str:
    found = re.search("<time data-clock[^>]*>([^<]+)", html)
    assert found, html[:300]
    return found[1]


@pytest.mark.parametrize(
    "page", ["/floor/4", "/floor/lists", "/floor/day", "/key", "/wall", "/signon"]
)
def test_every_band_shows_the_houses_time(room, page):
    html = room.visit(page, room.token()).body
    assert shown(html) == "21:06"
    assert 'data-zone="America/Los_Angeles"' in html


def test_a_card_was_read_and_a_void_asked_for_by_the_same_clock(room):
    track = staff_track(room.bank, "flo")
    assert "21:06:00" in room.visit("/signon/card", form={"card": track}).body
    (asked,), at = scenes.void_asked().asked, room.tables[0].at
    since = local(at.wall(asked.asked_at), room.bank.house)
    assert f"frozen since {since:%H:%M:%S}" in room.visit("/floor/4/void", room.token()).body


def test_the_hours_of_the_day_are_the_houses(room):
    bars = day.plots([], LIGHTS_ON * 1000, HouseClock())[0].bars
    assert [bar.hour for bar in bars][-3:] == ["19", "20", "21"]
