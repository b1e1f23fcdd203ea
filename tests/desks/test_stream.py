"""What the floor's tabs are sent: each part once for all who show it, and only what is new."""

import asyncio
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from desks.floor import drawing as drawings
from desks.floor.drawing import Drawing, Looking
from desks.floor.room import Room
from desks.stream import ANY_TAB, News, Tab, stream
from firmware.bank.staff_sessions import Signed
from firmware.screens.protocol.floor_view import Stop
from lab.scenes import floor as scenes


class NoLists:
    def __init__(self) -> None:
        self.names = self.interests = self.notes = self.comps = ()
        self.feeders: dict[str, str] = {}


@pytest.fixture
def tables():
    return scenes.tables()


@pytest.fixture
def drawn(monkeypatch):
    """Which templates were rendered, how often."""
    counted, render = Counter(), drawings.render

    def counting(template, given):
        counted[template] += 1
        return render(template, given)

    monkeypatch.setattr(drawings, "render", counting)
    return counted


def no_slip(token, table, order):
    raise AssertionError("nothing is ordered here")


def looking(table="4", person="flo"):
    return Looking(Tab(), Signed(person, "floor", 0, person), "table", table)


def pause(table, words):
    table.at.floor = replace(table.at.floor, stops=(Stop("floor", 0, "flo", words),))


def test_twenty_tabs_that_show_the_same_are_one_drawing(tables, drawn):
    news = News()
    drawing = Drawing(Room(tables, news, no_slip), NoLists())
    for _ in range(20):
        drawing.live(looking())
    parts = ("map", "acts", "needs", "list", "today", "tabs")
    assert drawn == {f"{part}.html": 1 for part in parts}


def test_of_a_table_that_moves_only_its_own_is_drawn_again(tables, drawn):
    news = News()
    drawing = Drawing(Room(tables, news, no_slip), NoLists())
    here, there = looking("4"), looking(tables[1].at.name)
    drawing.live(here), drawing.live(there)
    drawn.clear()
    public = tables[1].at.floor.public
    tables[1].at.floor = replace(tables[1].at.floor, public=replace(public, total=77_00))
    news.tell()
    drawing.live(here), drawing.live(there)
    assert drawn == {"map.html": 1, "acts.html": 1}


def test_each_tab_has_its_own_ids_in_what_is_drawn_for_all(tables):
    drawing, one, other = Drawing(Room(tables, News(), no_slip), NoLists()), looking(), looking()
    html = ["".join(drawing.live(tab).values()) for tab in (one, other)]
    ids = [set(re.findall('name="form_id" value="([^"]+)"', drawn)) for drawn in html]
    assert ids[0]
    assert not ids[0] & ids[1]
    assert ANY_TAB not in html[0] + html[1]
    one.tab.answers += 1  # one of its forms was answered: the next touch is another order
    assert not ids[0] & set(re.findall('value="([^"]+)"', "".join(drawing.live(one).values())))


def test_what_two_people_may_confirm_is_drawn_for_each(tables):
    tables[0].at.floor = scenes.void_asked()
    drawing, asked = Drawing(Room(tables, News(), no_slip), NoLists()), scenes.void_asked().asked[0]
    first, second = (drawing.live(looking(person=who))["needs"] for who in (asked.by, "somebody"))
    assert "Confirm:" not in first
    assert "Confirm:" in second


def test_a_stream_brings_what_is_new_and_misses_nothing(tables):
    """News that comes while a message is on its way has no second waker: it counts all the same."""
    news = News()
    drawing, me = Drawing(Room(tables, news, no_slip), NoLists()), looking()

    async def alive() -> bool:
        return True

    async def read() -> list[str]:
        lines = stream(news, lambda: drawing.live(me), alive).body_iterator
        whole = await anext(lines)
        pause(tables[1], "wet\r\ncards")  # before the stream waits again
        news.tell()
        return [whole, await anext(lines)]

    whole, after = asyncio.run(read())
    targets = [re.findall(r'<hx-partial hx-target="#(\w+)"', message) for message in (whole, after)]
    assert targets == [["tabs", "map", "acts", "needs", "list", "today"], ["tabs", "needs"]]
    assert all(line.startswith("data: ") for line in after.strip().splitlines())
