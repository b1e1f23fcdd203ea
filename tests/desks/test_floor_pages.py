"""Every page of the floor in a real browser, from a desk to a phone: nothing is cut off, no page
breaks WCAG 2.2 AA, a desk that is left alone locks itself."""

import asyncio
from functools import partial

from msgspec.structs import replace

from firmware.bank import waiting_lists as lists
from firmware.bank.gaming_day import local
from lab.scenes import floor as scenes
from lab.simulation.demo_people import STAFF_PIN, staff_track
from tests.chromium import needs_chromium
from tests.desks.paper_room import served
from tests.desks.people import Person, browser

pytestmark = needs_chromium
SIZES = {"desk": (1440, 900), "narrow": (1280, 720), "tablet": (1024, 768), "phone": (390, 844)}
PAGES = ("/floor/4?seat=8", "/floor/4/ask/Pause", "/floor/4/void", "/floor/4/replay?step=3",
         "/floor/lists", "/floor/day")  # fmt: skip
SELDOM = ("/floor/4?seat=8&more=1", "/floor/4/comp?seat=8", "/floor/4/house-bars")  # on a desk only


OUTSIDE = """() => [...document.querySelectorAll(".map .plate")].filter(plate =>
  plate.getBoundingClientRect().right > plate.closest(".map").getBoundingClientRect().right)
  .length"""

COVERED = """() => [...document.querySelectorAll(".map .plate")].flatMap(plate => {
  const letters = one => {
    const all = document.createRange(); all.selectNodeContents(one); return all; };
  const where = one => (one.matches(".tag") ? one : letters(one)).getBoundingClientRect();
  const box = one => [one.textContent, where(one), plate.getBoundingClientRect()];
  const seen = [...plate.querySelectorAll(".n, .name, .stack, .tag")].filter(one =>
    one.checkVisibility({visibilityProperty: true})).map(box);
  return seen.flatMap(([says, a, p], n) => [
    ...seen.slice(n + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
      && a.top < b.bottom - 4 && b.top < a.bottom - 4).map(([other]) => `${other} on ${says}`),
    ...(a.right > p.right || a.bottom > p.bottom + 1 ? [`${says} leaves its plate`] : [])]);
})"""


def of_cents():
    """Everybody's chips and bets are long: a fee of fifty cents makes them so."""
    floor = scenes.main_table()
    seats = tuple(
        one if one.life == "open" else replace(one, stack=119_450 + n, bet=57_750, did="raise")
        for n, one in enumerate(floor.public.seats)
    )
    return replace(floor, public=replace(floor.public, seats=seats))


def test_nothing_on_a_plate_covers_an_amount_with_cents(tmp_path):
    """ "To act" lay on the cents of $547.50."""

    async def look() -> None:
        async with served(tmp_path, of_cents()) as (home, room), browser() as window:
            person = Person(await window.new_page(), home)
            await person.sign_on(staff_track(room.bank, "flo"))
            for width, height in SIZES.values():
                await person.page.set_viewport_size({"width": width, "height": height})
                assert await person.page.evaluate(COVERED) == [], width

    asyncio.run(look())


CUT_NAMES = """() => [...document.querySelectorAll(".map .name")].filter(one =>
  one.scrollWidth > one.clientWidth).map(one => one.innerText)"""


def of_long_names():
    """Whoever calls has one, and so have the others."""
    floor = of_cents()
    seats = tuple(
        one if one.life == "open" else replace(one, name="Maximilian") for one in floor.public.seats
    )
    return replace(floor, public=replace(floor.public, seats=seats, actor=None))


def test_the_name_of_a_seat_that_calls_is_read_on_a_phone_too(tmp_path):
    """It stood there as "O…", beside what it does."""

    async def look() -> None:
        async with served(tmp_path, of_long_names()) as (home, room), browser() as window:
            person = Person(await window.new_page(), home)
            await person.sign_on(staff_track(room.bank, "flo"))
            await person.page.locator(".plate.calls", has_text="Calls").wait_for()
            for width, height in SIZES.values():
                await person.page.set_viewport_size({"width": width, "height": height})
                assert await person.page.evaluate(CUT_NAMES) == [], width
                assert await person.page.evaluate(COVERED) == [], width
                assert not await person.page.evaluate(OUTSIDE), width

    asyncio.run(look())


CUT_OFF = """() => [...document.querySelectorAll(".calls time, .names .good")].filter(one =>
  one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1)
  .map(one => one.innerText)"""


def house_hour(room) -> str:
    return f"{local(room.bank.clock(), room.bank.house):%H}"


def test_every_page_fits_every_size_and_keeps_the_law(tmp_path):
    async def look() -> None:
        async with served(tmp_path, scenes.void_asked()) as (home, room), browser() as window:
            for width, height in SIZES.values():
                size = {"width": width, "height": height}
                abroad = {"viewport": size, "timezone_id": "Asia/Tokyo"}
                person = Person(await (await window.new_context(**abroad)).new_page(), home)
                await person.sign_on(staff_track(room.bank, "flo"))
                for page in PAGES + SELDOM * (width == SIZES["desk"][0]):
                    await person.page.goto(home + page)
                    wide = await person.page.evaluate("document.documentElement.scrollWidth")
                    assert wide <= width, f"{page} is {wide} wide of {width}"
                    assert not await person.page.evaluate(OUTSIDE), f"{page} at {width}"
                    await person.keeps_the_law()
                    earlier = house_hour(room)
                    told = await person.page.inner_text("[data-clock]")
                    assert told[:2] in (earlier, house_hour(room))
                assert person.wrong == []

    asyncio.run(look())


def test_a_key_in_place_of_the_card(tmp_path):
    """Added with the PIN, then used with it, by keyboard: a virtual key of the browser's own."""

    async def work() -> None:
        async with served(tmp_path) as (home, room), browser() as window:
            flo = Person(await window.new_page(), home)
            wire = await flo.page.context.new_cdp_session(flo.page)
            await wire.send("WebAuthn.enable")
            key = {"protocol": "ctap2", "transport": "usb", "hasResidentKey": True,
                   "hasUserVerification": True, "isUserVerified": True,
                   "automaticPresenceSimulation": True}  # fmt: skip
            await wire.send("WebAuthn.addVirtualAuthenticator", {"options": key})
            await flo.sign_on(staff_track(room.bank, "flo"))
            await flo.page.goto(f"{home}/key")
            await flo.keeps_the_law()
            await flo.page.keyboard.type(STAFF_PIN)
            await flo.page.locator("[data-new-key]").click()
            await flo.sees("This key is yours now")
            await flo.page.goto(f"{home}/floor/4")
            await flo.page.get_by_role("button", name="Sign off").first.click()
            await flo.sees("Use a security key")
            await flo.keeps_the_law()
            await flo.page.keyboard.press("F2")
            await flo.sees("The key answered")
            await flo.page.locator("#pin:focus").wait_for()
            await flo.page.keyboard.type(STAFF_PIN)
            await flo.page.locator(".plate").first.wait_for()
            assert flo.wrong == []

    asyncio.run(work())


def test_a_desk_that_is_left_alone_locks_itself(tmp_path):
    async def work() -> None:
        async with served(tmp_path) as (home, room), browser() as window:
            flo = Person(await window.new_page(), home)
            await flo.page.clock.install()
            await flo.sign_on(staff_track(room.bank, "flo"))
            await flo.page.goto(f"{home}/floor/5")
            await flo.page.clock.fast_forward("02:50")
            await flo.page.keyboard.press("t")
            await flo.page.wait_for_url("**/floor/6", wait_until="load")
            await flo.page.clock.fast_forward("03:05")
            await flo.sees("this desk is locked")
            await flo.page.goto(f"{home}/floor/4")
            await flo.sees("this desk is locked")
            await flo.keeps_the_law()
            await flo.page.keyboard.type(STAFF_PIN)
            await flo.page.wait_for_url("**/floor/4")

    asyncio.run(work())


def test_the_lists_by_keyboard_alone(tmp_path):
    """To a list, to a name, called, taken off, taken back, moved to another list."""

    async def work() -> None:
        async with served(tmp_path) as (home, room), browser() as window:
            flo = Person(await window.new_page(), home)
            await flo.sign_on(staff_track(room.bank, "flo"))
            await flo.page.get_by_text("+ Add by card").click()
            await flo.page.locator("#who:focus").wait_for()  # a swipe goes there at once
            await flo.page.goto(f"{home}/floor/4/ask/Reserve?seat=8")
            await flo.page.locator("[name=account]:focus").wait_for()  # and not into the reason
            await flo.page.goto(f"{home}/floor/4/ask/Pause")
            await flo.page.locator("[name=reason]:focus").wait_for()
            await flo.page.goto(f"{home}/floor/lists")
            keys = flo.page.keyboard
            await keys.press("ArrowRight")
            first = await _name_at(flo)
            await keys.press("ArrowDown")
            second = await _name_at(flo)
            assert first != second
            await keys.press("c")
            await flo.sees(f"{second} is called", "#said")
            await keys.press("Delete")
            await flo.page.locator("[name=why]:focus").wait_for()
            await keys.type("went home")
            await keys.press("Enter")
            await flo.sees("Taken off the list.", "#said")
            await flo.sees_no_row(second)
            await keys.press("z")
            await flo.sees(f"{second} waits again.", "#said")
            await flo.page.locator("summary", has_text=second).first.focus()
            await keys.press("m")
            await keys.press("Enter")
            await flo.sees(f"{second} waits for", "#said")
            assert flo.wrong == []

    asyncio.run(work())


async def _name_at(flo: Person) -> str:
    return await flo.page.evaluate("document.activeElement.querySelector('b').textContent")


def _put_down(id_, name, tx, now):
    return lists.put_down(tx, id_, "NL $1/$3", name, "", "", "flo", now)


def test_a_long_name_on_the_wall_leaves_in_sight_what_stands_beside_it(tmp_path):
    """The minutes that a seat is held, and how many more wait."""

    async def look() -> None:
        async with served(tmp_path) as (home, room), browser() as window:
            for n in range(5):
                name = f"Bartholomew-Maximilian{n} Keller"
                room.bank.do(partial(_put_down, f"long-{n}", name))
            room.bank.do(lambda tx, now: lists.call(tx, "long-0", "", 0, now))
            room.news.tell()
            page = await window.new_page(viewport={"width": 1920, "height": 1080})
            await page.goto(f"{home}/wall")
            await page.locator(".calls", has_text="Bartholomew").wait_for()
            assert await page.evaluate(CUT_OFF) == []

    asyncio.run(look())
