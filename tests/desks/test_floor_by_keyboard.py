"""A floor evening by keyboard alone, in a real browser against a real table process: opened, a call
answered, a pause, somebody seated from the list, a hand voided by two sessions, a break, closed.
Every act is reached by Tab, Enter and the keys that the page shows; whoever has the focus sees it,
and keeps a place when the page changes under them."""

import asyncio
from contextlib import asynccontextmanager

from firmware.bank.bank import Bank
from firmware.screens import protocol as g
from lab.live.home import lay_out, lay_out_floor
from lab.live.ports import free_port
from lab.simulation.demo_people import STAFF_PIN, staff_track
from tests.chromium import needs_chromium
from tests.desks.one_table import OneTable, one_table
from tests.desks.people import Person, browser
from tests.desks.test_cage_shift import answers
from tests.lab.live.tables import QUICK, UNHURRIED

pytestmark = needs_chromium
TABS_MOST, PATIENCE_S = 80, 60
# Of what has the focus: whether a ring is drawn around it, or around what it lies on.
RING = """() => { const at = document.activeElement, beside = at.nextElementSibling;
  const ring = one => getComputedStyle(one).boxShadow !== "none";
  return at !== document.body && (ring(at) || (!!beside && ring(beside))); }"""


class ByKeys(Person):
    """Without a mouse."""

    async def tabs_to(self, what: str, words: str = "") -> None:
        """Tab, and Tab again, until it has the focus; and that is seen."""
        here = f"""() => document.activeElement.matches({what!r})
            && document.activeElement.innerText.includes({words!r})"""
        for _ in range(TABS_MOST):
            if await self.page.evaluate(here):
                assert await self.page.evaluate(RING), f"no ring around {what} {words}"
                return
            await self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab of {self.page.url} leads to {what} {words}")

    async def presses(self, what: str, words: str = "") -> None:
        await self.page.locator(what, has_text=words or None).first.wait_for()
        await self.tabs_to(what, words)
        await self.page.keyboard.press("Enter")

    async def asks(self, act: str, reason: str) -> None:
        """An act of the table with its question: Tab to it, type why, Enter."""
        await self.presses(".acts a", act)
        await self.page.locator("form.asked [name=reason]:focus").wait_for()
        await self.page.keyboard.type(reason)
        await self.page.keyboard.press("Enter")
        await self.is_told()
        await self.page.wait_for_url("**/floor/1", wait_until="load")  # it goes back by itself

    async def keeps_a_place(self) -> None:
        """Whatever was swapped: the focus is on something. Asked from here: the page's policy lets
        nobody wait for words of script in it."""
        async with asyncio.timeout(PATIENCE_S):
            while await self.page.evaluate("document.activeElement === document.body"):
                await asyncio.sleep(0.05)


@asynccontextmanager
async def _floor(table: OneTable, port: int):
    table.programs.start("floor", ["floor", str(table.cables.home.floor)])
    while not await asyncio.to_thread(answers, port):
        await asyncio.sleep(0.05)
    async with browser() as window:
        pages = [await (await window.new_context()).new_page() for _ in range(2)]
        people = [ByKeys(page, f"http://127.0.0.1:{port}") for page in pages]
        yield people
        assert [words for one in people for words in one.wrong] == []


async def _opens(flo: ByKeys) -> None:
    await flo.sees("Closed", "#tabs")
    await flo.presses(".acts button, .acts a", "Open table")
    asked = flo.page.locator("form.asked :focus")
    await asked.or_(flo.page.locator("#tabs", has_text="2 of 3")).first.wait_for()
    if await asked.count():
        await flo.page.keyboard.press("Enter")
    await flo.sees("2 of 3", "#tabs")
    await flo.page.goto(f"{flo.home}/floor/1")


async def _answers_a_call(flo: ByKeys, table: OneTable) -> None:
    table.cables.screens[1].send(g.CallFloor())
    await flo.sees("Table 1, seat 1 calls", ".needs")
    await flo.presses(".needs button", "Go")
    await flo.page.locator(".needs li", has_text="seat 1 calls").wait_for(state="detached")
    await flo.keeps_a_place()


async def _pauses(flo: ByKeys) -> None:
    await flo.asks("Pause table", "spill")
    await flo.sees("by flo: spill", ".needs")
    await flo.presses(".needs button", "Resume")
    await flo.page.locator(".needs li", has_text="spill").wait_for(state="detached")
    await flo.keeps_a_place()


async def _seats_from_the_list(flo: ByKeys, table: OneTable, track: str) -> None:
    await flo.page.evaluate("document.activeElement.blur()")
    await flo.page.keyboard.press("l")
    await flo.page.wait_for_url("**/floor/lists", wait_until="load")
    await flo.page.keyboard.press("a")
    await flo.page.locator("#who:focus").wait_for()
    await flo.page.keyboard.type(track)
    await flo.page.keyboard.press("Enter")
    await flo.page.locator("[data-list] summary").wait_for()
    await flo.tabs_to("[data-list] summary")
    await flo.page.keyboard.press("c")
    await flo.sees("seat 3, is held", "#said")
    await flo.keeps_a_place()
    table.sit(3, track)
    await table.deals(3)
    await flo.presses("[data-list] button", "Seat 3")
    await flo.page.locator("[data-list] summary").wait_for(state="detached")
    await flo.keeps_a_place()
    await flo.page.evaluate("document.activeElement.blur()")
    await flo.page.keyboard.press("t")
    await flo.page.wait_for_url("**/floor/1", wait_until="load")


async def _voids(flo: ByKeys, mia: ByKeys, table: OneTable, track: str) -> None:
    """They all think; nobody answers until it is decided."""
    for player in table.players.values():
        player.plays = False
    await table.until(lambda: any(one.thinking for one in table.players.values()))
    await flo.presses(".acts a", "Void hand")
    await flo.page.wait_for_url("**/floor/1/void", wait_until="load")
    await flo.tabs_to("[name=why]")
    await flo.page.keyboard.press("Space")
    await flo.tabs_to("textarea")
    await flo.page.keyboard.type("Seat 2 lost touch")
    await flo.tabs_to("[name=pin]")
    await flo.page.keyboard.type(STAFF_PIN)
    await flo.presses("#void button")
    await flo.sees("waits for the second person")
    await flo.keeps_a_place()
    await mia.sign_on(track)
    await mia.sees("Confirm: void a hand, table 1", ".needs")
    await mia.page.keyboard.press("n")
    await mia.page.wait_for_url("**/floor/1/void", wait_until="load")
    await mia.sees("Seat 2 lost touch")
    await mia.tabs_to("[name=pin]")
    await mia.page.keyboard.type(STAFF_PIN)
    await mia.page.keyboard.press("Enter")
    await flo.sees_no("waits for the second person")
    await flo.keeps_a_place()
    for player in table.players.values():
        player.plays = True
        player.again()
    await flo.page.goto(f"{flo.home}/floor/1")
    await flo.page.locator(".day div:last-child dd").get_by_text("1", exact=True).wait_for()


async def _breaks_and_closes(flo: ByKeys, table: OneTable) -> None:
    await flo.asks("Pause after hand", "shift change")
    await flo.sees("Break", "#tabs")
    await flo.presses(".acts button", "Go on")
    await flo.sees("3 of 3", "#tabs")
    await flo.keeps_a_place()
    await flo.page.goto(f"{flo.home}/floor/1")
    await flo.asks("Close table", "the night is over")
    await asyncio.gather(*(table.leaves(seat) for seat in (1, 2, 3)))
    await flo.sees("Closed", "#tabs")


async def _evening(place) -> None:
    home, tracks = lay_out(place, 3, **QUICK, **UNHURRIED)
    port = free_port(0)
    lay_out_floor(home, port)
    bank: Bank = home.bank()
    async with one_table(home, "bank.db") as table, _floor(table, port) as (flo, mia):
        await flo.sign_on(staff_track(bank, "flo"))
        table.sit(1, tracks[0])
        table.sit(2, tracks[1])
        await _opens(flo)
        await table.deals(1)
        await _answers_a_call(flo, table)
        await _pauses(flo)
        await _seats_from_the_list(flo, table, tracks[2])
        await _voids(flo, mia, table, staff_track(bank, "mia"))
        await _breaks_and_closes(flo, table)


def test_a_floor_evening_by_keyboard_alone(tmp_path):
    asyncio.run(_evening(tmp_path))
