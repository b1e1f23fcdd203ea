"""The customer's pad in a real browser, while its line goes and comes back: whatever a finger has
drawn or typed stays, and leaves as it was."""

import asyncio
import re
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from desks.cage.pad import Asked, Pad, signature
from desks.cage.pad_pages import PadPages
from desks.pages import HERE
from lab.live.browser import PageServer
from lab.live.ports import listen
from tests.chromium import needs_chromium
from tests.desks.people import Person, browser

pytestmark = needs_chromium


class Paired:
    """Until another pad takes its place."""

    def __init__(self) -> None:
        self.here = True

    async def is_pad(self, request) -> bool:
        return self.here


class Served:
    """A pad alone: it knows no bank and no session."""

    def __init__(self) -> None:
        self.pad, self.given, self.pairing = Pad(), [], Paired()
        static = [
            Mount("/static/cage", StaticFiles(directory=HERE / "cage" / "static")),
            Mount("/static", StaticFiles(directory=HERE / "kit" / "static")),
        ]
        self.pages = PadPages(self.pad, self.pairing, secure=False)
        self.stream = self.pages.stream

        async def stream(request):
            return await self.stream(request)

        first = Route("/pad/stream", stream)
        app = Starlette(routes=[first, *self.pages.routes(), *static])
        self.server = PageServer(uvicorn.Config(app, log_level="error"))

    @asynccontextmanager
    async def in_hand(self, before=None):
        """`before`: what happens to its page's requests, from the first on."""
        listener = listen(0)
        running = asyncio.create_task(self.server.serve(sockets=[listener]))
        async with browser() as window:
            who = Person(await window.new_page(), f"http://127.0.0.1:{listener.getsockname()[1]}")
            if before:
                await who.page.route("**/pad/*", before)
            await who.page.goto(f"{who.home}/pad")
            await who.sees("Welcome")
            yield who
        self.server.should_exit = True
        await running

    def ask(self, *steps, id_="1") -> None:
        self.pad.ask(Asked(id_, "Open account", "Zoe N.", steps), self._agree)

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


async def _asks_over_a_line_that_never_came_up() -> None:
    served, calls = Served(), []

    async def first_is_lost(route):
        calls.append(route.request.url)
        await (route.abort("connectionreset") if len(calls) == 1 else route.continue_())

    async with served.in_hand(first_is_lost) as zoe:
        served.ask("choose", "again")
        await zoe.sees("Choose a PIN")


def test_a_stream_that_never_came_up_is_called_again():
    asyncio.run(_asks_over_a_line_that_never_came_up())


async def _asks_over_a_dead_line() -> None:
    served, lines = Served(), []

    async def stream(request):
        lines.append(request)
        if len(lines) > 1:
            return await served.pages.stream(request)
        return StreamingResponse(_silence(), media_type="text/event-stream")

    served.stream = stream
    async with served.in_hand() as zoe:
        served.ask("choose", "again")
        await zoe.sees("Choose a PIN")


async def _silence():
    yield ": there was somebody\n\n"
    await asyncio.Event().wait()


def test_a_stream_whose_other_end_is_gone_is_called_again():
    asyncio.run(_asks_over_a_dead_line())


async def _waits_without_a_line(step: str, key: str) -> None:
    served = Served()

    async def stream(request):
        return StreamingResponse(_silence(), media_type="text/event-stream")

    async with served.in_hand() as zoe:
        served.ask(step)
        await zoe.page.locator(key).wait_for()
        served.stream = stream
        for one in list(served.server.server_state.connections):
            one.transport.abort()
        await zoe.page.locator("body.stale").wait_for()
        await zoe.sees("this page calls again", "#gone")
        await zoe.keeps_the_law()
        takes = f"getComputedStyle(document.querySelector('{key}')).pointerEvents"
        assert await zoe.page.evaluate(takes) == "none"


@pytest.mark.parametrize(("step", "key"), [("pin", ".agree"), ("sign", "button[data-sign]")])
def test_a_page_without_its_line_says_so_and_can_be_read(step, key):
    asyncio.run(_waits_without_a_line(step, key))


async def _is_replaced() -> None:
    served = Served()
    async with served.in_hand() as zoe:
        served.ask("pin")
        await zoe.sees("Zoe N.")
        served.pairing.here = False
        await zoe.sees("Not paired yet")
        await zoe.sees_no("Zoe N.")
        await zoe.keeps_the_law()


def test_a_pad_whose_place_another_took_is_wiped():
    asyncio.run(_is_replaced())


async def _answers_late() -> None:
    served, asked, may_go = Served(), asyncio.Event(), asyncio.Event()

    async def late(route):
        answer = await route.fetch() if route.request.method == "POST" else None
        if answer is None:
            await route.continue_()
            return
        asked.set()
        await may_go.wait()
        await route.fulfill(response=answer)

    async with served.in_hand(late) as zoe:
        served.ask("pin")
        await zoe.page.locator("[name=pin]").wait_for()
        await zoe.page.locator("[name=pin]").focus()
        await zoe.page.keyboard.type("2468")
        await zoe.page.keyboard.press("Enter")
        await asked.wait()
        await zoe.sees("Thank you")
        served.ask("choose", "again", id_="2")
        await zoe.sees("Choose a PIN")
        over = "new Promise(done => document.addEventListener('htmx:finally:request', done))"
        await zoe.page.evaluate(f"() => {{ window.over = {over}; }}")
        may_go.set()
        await zoe.page.evaluate("window.over.then(() => true)")
        await zoe.sees("Choose a PIN")
        assert await zoe.page.get_by_text("Thank you").count() == 0


def test_an_answer_that_comes_late_draws_nothing_over_the_next_question():
    asyncio.run(_answers_late())


def test_a_pad_that_was_started_again_asks_by_forms_of_its_own():
    """Or the page would keep the form it has: what a finger typed there is left alone."""
    forms = []
    for id_ in ("1", "2"):
        served = Served()
        served.ask("pin", id_=id_)
        shown = asyncio.run(served.pages.show(None)).body.decode()
        forms += re.findall(r'<form[^>]* id="([^"]+)" hx-morph-skip', shown)
    assert len(set(forms)) == 2
