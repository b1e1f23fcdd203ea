"""A count that is typed: before the page's script has come, and through a line that breaks when it
is signed. Nothing of it is lost, and nobody is shown a colleague's."""

import asyncio
from contextlib import asynccontextmanager

import pytest
import uvicorn

from desks.cage.app import cage_application
from desks.cage.window import CageWindow
from desks.sign_on import SignOn, cookie_of
from firmware.bank.bank import wall_clock_ms
from firmware.bank.identity import Identity
from firmware.bank.keys import BankKey
from lab.live.browser import PageServer
from lab.live.ports import listen
from lab.simulation.demo_cage import demo_bank
from lab.simulation.demo_people import at_work
from tests.chromium import needs_chromium
from tests.desks.people import Person, browser

pytestmark = needs_chromium
DRAWER = "drawer:2"
A_MOMENT_MS = 300


@asynccontextmanager
async def at_the_float(path):
    """bob at his window, signed on, and what holds its scripts back."""
    bank = demo_bank(path / "bank.db", BankKey(bytes(range(32))), wall_clock_ms)[0]
    bank.open_account(DRAWER, "drawer")
    listener = listen(0)
    host = f"127.0.0.1:{listener.getsockname()[1]}"
    window = CageWindow("Window 2", DRAWER, bank)
    app = cage_application(
        window, SignOn(Identity(bank), "Cage", "2", secure=False), frozenset({host})
    )
    server = PageServer(uvicorn.Config(app, log_level="error"))
    running = asyncio.create_task(server.serve(sockets=[listener]))
    async with browser() as chromium:
        bob = Person(await chromium.new_page(), f"http://{host}")
        token = at_work(bank, "bob").token
        await bob.page.context.add_cookies(
            [{"name": cookie_of("Cage"), "value": token, "url": bob.home}]
        )
        yield bob
    server.should_exit = True
    await running


async def _types(bob: Person, *texts: str) -> None:
    await bob.page.locator("td input").first.focus()
    for text in texts:
        await bob.page.keyboard.type(text)
        await bob.page.keyboard.press("Enter")


async def _types_early(path, script: str) -> None:
    asked, may_go = asyncio.Event(), asyncio.Event()

    async def late(route):
        asked.set()
        await may_go.wait()
        await route.continue_()

    async with at_the_float(path) as bob:
        await bob.page.route(f"**/{script}", late)
        await bob.page.goto(f"{bob.home}/cage", wait_until="commit")
        await asked.wait()
        cells = bob.page.locator("td input")
        await bob.page.wait_for_timeout(A_MOMENT_MS)  # whatever could be drawn by now is
        if not await cells.count():
            may_go.set()
            await cells.first.wait_for()
        await _types(bob, "7", "3")
        may_go.set()
        await bob.sees("$70,300")
        assert [await cells.nth(n).input_value() for n in (0, 1)] == ["7", "3"]


@pytest.mark.parametrize("script", ["desk.js", "cage.js"])
def test_a_count_that_is_typed_at_once_is_kept(tmp_path, script):
    asyncio.run(_types_early(tmp_path, script))


async def _signs_over_a_line_that_breaks(path) -> None:
    async with at_the_float(path) as bob:
        page = bob.page
        await page.route("**/cage/float", lambda route: route.abort("connectionreset"))
        await page.goto(f"{bob.home}/cage")
        cells = page.locator("td input")
        await _types(bob, *["0"] * await cells.count())
        async with page.expect_event("requestfailed"):
            await page.keyboard.press("F9")
        await page.unroute("**/cage/float")
        await page.goto(f"{bob.home}/cage")
        await bob.sees("Signed, it is never changed.")  # every row is there
        await page.keyboard.press("F9")
        await bob.sees("Next customer")
        assert await page.evaluate("sessionStorage.getItem(sessionStorage.getItem('sent'))") is None


def test_a_count_whose_signing_broke_off_is_still_there(tmp_path):
    asyncio.run(_signs_over_a_line_that_breaks(tmp_path))


async def _swipes_at_once(path) -> None:
    """Whenever the browser puts the cursor there: here not yet."""
    async with at_the_float(path) as bob:
        await bob.page.context.clear_cookies()
        await bob.page.goto(f"{bob.home}/signon")
        await bob.page.locator("#card:focus").wait_for()
        await bob.page.evaluate("document.activeElement.blur()")
        await bob.page.keyboard.type("1234")
        assert await bob.page.locator("#card").input_value() == "1234"


def test_what_is_typed_before_the_cursor_is_there_is_not_lost(tmp_path):
    asyncio.run(_swipes_at_once(tmp_path))
