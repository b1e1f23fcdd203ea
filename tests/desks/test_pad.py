"""The customer's pad in a real browser, while its line goes and comes back: whatever a finger has
drawn or typed stays, and leaves as it was."""

import asyncio
import shutil
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from desks.cage.pad import Asked, Pad, PadPages, signature
from desks.pages import HERE
from lab.live.browser import PageServer
from lab.live.ports import listen
from tests.desks.people import Person, browser

pytestmark = pytest.mark.skipif(not shutil.which("chromium"), reason="no Chromium here")


class Served:
    """A pad alone: it knows no bank and no session."""

    def __init__(self) -> None:
        self.pad, self.given = Pad(), []
        static = [
            Mount("/static/cage", StaticFiles(directory=HERE / "cage" / "static")),
            Mount("/static", StaticFiles(directory=HERE / "kit" / "static")),
        ]
        app = Starlette(routes=[*PadPages(self.pad).routes(), *static])
        self.server = PageServer(uvicorn.Config(app, log_level="error"))

    @asynccontextmanager
    async def in_hand(self):
        listener = listen(0)
        running = asyncio.create_task(self.server.serve(sockets=[listener]))
        async with browser() as window:
            who = Person(await window.new_page(), f"http://127.0.0.1:{listener.getsockname()[1]}")
            await who.page.goto(f"{who.home}/pad")
            await who.sees("Welcome")
            yield who
        self.server.should_exit = True
        await running

    def ask(self, *steps) -> None:
        self.pad.ask(Asked("1", "Open account", "Zoe N.", steps), self._agree)

    def _agree(self, *given: str) -> None:
        self.given = list(given)

    async def loses_its_line(self, who: Person) -> None:
        """The page is sent again, whole, as it is."""
        swap = "new Promise(done => document.addEventListener('htmx:after:swap', done))"
        await who.page.evaluate(f"() => {{ window.swapped = {swap}; }}")
        for one in list(self.server.server_state.connections):
            one.transport.abort()
        await who.page.evaluate("window.swapped.then(() => true)")


async def _draws(who: Person) -> None:
    box, mouse = await who.page.locator("canvas").bounding_box(), who.page.mouse
    await mouse.move(box["x"] + 20, box["y"] + 50)
    await mouse.down()
    await mouse.move(box["x"] + 220, box["y"] + 150, steps=5)
    await mouse.up()


async def _signs_and_chooses(served: Served) -> None:
    async with served.in_hand() as zoe:
        served.ask("sign", "choose", "again")
        await zoe.page.locator("canvas").wait_for()
        await _draws(zoe)
        await served.loses_its_line(zoe)
        await zoe.page.get_by_role("button", name="Agree and sign").click()
        for words in ("Choose a PIN", "once more"):
            await zoe.sees(words)
            await zoe.page.locator("[name=pin]").focus()
            await zoe.page.keyboard.type("24")
            await served.loses_its_line(zoe)
            assert await zoe.page.locator(".pin .full").count() == 2
            await zoe.enters("68")
        await zoe.sees("Thank you")


def test_a_lost_line_takes_nothing_from_the_customer():
    served = Served()
    asyncio.run(_signs_and_chooses(served))
    drawn, *pins = served.given
    assert signature(drawn).startswith(b"\x89PNG")
    assert pins == ["2468", "2468"]
