"""The lab's door: it tells what was drawn, and whoever touched sees what came of it."""

import asyncio
import time

import pytest
from pygame import Rect, Surface

from lab.live.visitor import Visitor
from ui.canvas import Face, Report, Words
from ui.door import Door
from ui.theme import TEXT

LATER_S = 0.1  # a busy screen; a door that does not wait for it answers sooner


class Pane:
    """Says how often it was touched, a while after."""

    def __init__(self, door: Door, changes: bool) -> None:
        self.report, self.touches, self.cards = Report(), 0, False
        self._door, self._changes = door, changes

    def touch(self, event) -> None:
        self.touches += 1
        asyncio.get_running_loop().call_later(LATER_S, self._draw)

    def _draw(self) -> None:
        self.report = Report()
        self.report.texts.append(Words(str(self.touches), Rect(0, 0, 9, 9), 9, TEXT))
        if self.cards:
            self.report.targets["peek"] = Rect(0, 0, 4, 4)
            self.report.faces.append(Face(10, Rect(0, 0, 2, 2), private=True))
        self._door.drawn(self._changes, time.monotonic_ns())


def at_door(tmp_path, changes: bool, work) -> None:
    async def evening() -> None:
        door = Door(tmp_path / "door")
        pane = Pane(door, changes)
        door.open(Surface((8, 8)), pane, pane.touch)
        glass = Visitor(door.path)
        try:
            await work(glass, pane)
        finally:
            glass.close()

    asyncio.run(evening())


@pytest.mark.parametrize("changes", [True, False], ids=["new picture", "same picture"])
def test_a_look_after_a_touch_sees_what_came_of_it(tmp_path, changes):
    async def work(glass: Visitor, pane: Pane) -> None:
        for touches in (["2"], ["4"]):
            await glass.finger("down", 1, 1)
            await glass.finger("up", 1, 1)
            assert (await glass.report()).words == touches

    at_door(tmp_path, changes, work)


def test_what_is_told_is_what_was_drawn(tmp_path):
    """A station begins with an empty canvas when it hears of larger type, and draws it later."""

    async def work(glass: Visitor, pane: Pane) -> None:
        await glass.finger("down", 1, 1)
        assert (await glass.report()).words == ["1"]
        pane.report = Report()
        assert (await glass.report()).words == ["1"]

    at_door(tmp_path, True, work)


def test_a_picture_with_private_cards_goes_to_who_holds_them(tmp_path):
    """A finger elsewhere on the same glass is none on the cards; nor is one that only moved."""

    async def work(glass: Visitor, pane: Pane) -> None:
        pane.cards = True
        others = [Visitor(glass.path) for _ in range(3)]
        await others[1].finger("down", 7, 7)
        await others[2].finger("move", 1, 1)
        await glass.finger("down", 1, 1)
        await glass.now("small")
        looks = [asyncio.create_task(one.now("small")) for one in others]
        for one in others:
            await one.report()  # asked after the picture, and answered before it
        assert not any(look.done() for look in looks)
        pane.cards = False
        await glass.finger("up", 1, 1)
        await asyncio.gather(*looks)
        for one in others:
            one.close()

    at_door(tmp_path, True, work)
