"""What somebody beside the table tells the lab's page."""

import asyncio
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from drivers.link.keys import open_book
from firmware.screens.protocol import Floor
from firmware.screens.protocol.devices import Devices, Wire
from firmware.screens.protocol.floor_view import FloorSeat, Stop
from firmware.screens.protocol.public_view import Clock, Public, Seat
from lab.live import watching
from lab.live.home import pair
from lab.live.ticker import Line
from lab.live.watching import KEPT, Now, SeatNow, Watcher, WireNow, now_of


async def _goes_dark(tmp_path) -> None:
    table, mine = (open_book(tmp_path / name) for name in ("table.json", "mine.json"))
    pair(table, mine, "console", "Onlooker")
    watcher = Watcher(mine, "unix:nowhere", tmp_path)
    watcher._look()
    assert watcher.now == Now()
    sits = Public(seats=(Seat(1, "in", "Marisol", 600),), hand=7)
    watcher._desk._follower.view = Floor(public=sits)
    watcher._look()
    seen = watcher.now
    watcher._desk._follower.view = None
    watcher._look()
    assert watcher.now == replace(seen, answers=False)


def test_a_dark_table_is_as_it_was_seen_last(tmp_path):
    """Or a page would ask who sits there to swipe his card, whenever a link is silent."""
    asyncio.run(_goes_dark(tmp_path))


async def _is_cancelled(tmp_path, turns: int) -> None:
    mine = open_book(tmp_path / f"mine-{turns}.json")
    pair(open_book(tmp_path / f"table-{turns}.json"), mine, "console", "Onlooker")
    watcher = Watcher(mine, "unix:nowhere", tmp_path)
    looking = asyncio.create_task(watcher._looks())
    for _ in range(3):
        await asyncio.sleep(0)
    watcher._news.set()
    for _ in range(turns):
        await asyncio.sleep(0)
    looking.cancel()
    await asyncio.wait([looking], timeout=5)
    assert looking.cancelled()


@pytest.mark.parametrize("turns", range(4))
def test_who_is_sent_home_as_news_comes_goes_home(tmp_path, turns):
    """asyncio.wait_for answered with the news, and forgot: the whole room waited for ever."""
    asyncio.run(_is_cancelled(tmp_path, turns))


async def _reads_on(tmp_path, monkeypatch) -> None:
    mine = open_book(tmp_path / "mine.json")
    pair(open_book(tmp_path / "table.json"), mine, "console", "Onlooker")
    watcher = Watcher(mine, "unix:nowhere", tmp_path)
    left = [[_entry(1, "opens")], [_entry(n, "") for n in range(2, 2 + 2 * KEPT)]]
    left += [[_entry(1000 + n, "folds")] for n in range(KEPT - 1)]
    monkeypatch.setattr(watching, "lines", lambda entry: [entry.line] if entry.line.words else [])
    monkeypatch.setattr(watching, "LOOK_S", 0)
    watcher._tail = SimpleNamespace(new=lambda: left.pop(0) if left else [])
    reading = asyncio.create_task(watcher._reads())
    while left:
        await asyncio.sleep(0)
    reading.cancel()
    assert {line.record for line in watcher.told} <= watcher.records.keys()
    assert len(watcher.records) <= KEPT


def _entry(number: int, words: str) -> SimpleNamespace:
    return SimpleNamespace(seq=number, line=Line(number, 0, "Journal", words, 0))


def test_every_line_that_is_told_opens_its_record(tmp_path, monkeypatch):
    """A quiet seat's last line may be old: hundreds of records that say nothing came after it."""
    asyncio.run(_reads_on(tmp_path, monkeypatch))


def test_who_sits_where_and_whose_turn_it_is():
    seats = (Seat(1), Seat(2, "in", "Dutch", 19_800), Seat(3, "folded", "Kenji", 500))
    public = Public(seats=seats, actor=2, clock=Clock(29_000, 30_000), hand=7)
    now = now_of(Floor(public=public, seats=(FloorSeat(1, stage="pin"),)), None)
    assert now.hand == 7
    assert now.seats == (
        SeatNow(1, stage="pin"),
        SeatNow(2, "Dutch", 19_800, "to act", turn=True, left_ms=29_000),
        SeatNow(3, "Kenji", 500, "folded"),
    )


@pytest.mark.parametrize(
    ("running", "age_ms", "left_ms"),
    [(True, 4_000, 25_000), (True, 40_000, 0), (False, 4_000, 29_000)],
)
def test_a_clock_runs_on_between_two_views(running, age_ms, left_ms):
    public = Public(seats=(Seat(2, "in"),), actor=2, clock=Clock(29_000, 30_000, running=running))
    assert now_of(Floor(public=public), None, age_ms).seats[0].left_ms == left_ms


def test_only_the_floor_pauses_doors_do_not():
    assert now_of(Floor(stops=(Stop("floor", 1),)), None).paused
    assert not now_of(Floor(stops=(Stop("doors", 1),)), None).paused


def test_units_are_the_screens_and_the_table_itself():
    wires = (Wire("seat 1", "up", mean_ms=4, frames=90, damaged=3), Wire("center", "out"))
    now = now_of(Floor(), Devices("x", wires=wires))
    assert now.units == (2, 3)
    assert now.wires == (WireNow(1, True, 4, 90, 3),)
