"""A hand as a file to keep: it opens alone, step by step, and holds no card that nobody saw."""

import asyncio
import re

from msgspec.structs import replace

from desks.floor.kept_hand import file_name, file_of
from firmware.games.cards import NAMES, cards
from firmware.screens.protocol import orders as o
from lab.scenes.looking_back import REPLAY, SHOWDOWN
from lab.simulation.demo_people import staff_track
from tests.chromium import needs_chromium
from tests.desks.paper_room import served
from tests.desks.people import LAW, Person, browser

SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
CARD = re.compile(r'class="card [shdc]">(\w+)<br>(.)<')


def steps(*told) -> list[o.Step]:
    return [
        o.Step("look", n, len(told), 1000 * n, one.words, one.public)
        for n, one in enumerate(told, 1)
    ]


def faces(text: str) -> set[str]:
    return {rank.replace("10", "T") + SIGNS[sign] for rank, sign in CARD.findall(text)}


def test_every_card_in_it_was_seen_by_everyone():
    text = file_of("4", 118_203, steps(*REPLAY))
    assert faces(text) == {"Ks", "9d", "4s"}  # nobody showed
    text = file_of("4", 118_203, steps(*REPLAY[:-1], SHOWDOWN))
    shown = {NAMES[one] for seat in SHOWDOWN.public.seats for one in seat.shown}
    assert faces(text) == shown | {NAMES[one] for one in SHOWDOWN.public.board}
    twice = replace(SHOWDOWN.public, second=cards("Ks9d4sTd3h"))
    again = steps(*REPLAY[:-1], replace(SHOWDOWN, public=twice))
    assert "Td" in faces(file_of("4", 118_203, again))


def test_it_asks_for_nothing_from_elsewhere_and_no_name_is_a_tag():
    evil = replace(REPLAY[0].public.seats[0], name="<script>x</script>")
    public = replace(REPLAY[0].public, seats=(evil, *REPLAY[0].public.seats[1:]))
    text = file_of("4", 118_203, steps(replace(REPLAY[0], public=public)))
    assert "<script>x" not in text
    assert not re.search(r"\b(src|href)=|url\(", text)
    assert file_name('4"/..', 7) == "table-4-hand-7.html"


@needs_chromium
def test_the_floor_keeps_it_and_a_phone_opens_it_without_a_net(tmp_path):
    from axe_playwright_python.async_playwright import Axe

    async def work() -> None:
        async with served(tmp_path) as (home, room), browser() as window:
            flo = Person(await window.new_page(), home)
            await flo.sign_on(staff_track(room.bank, "flo"))
            await flo.page.goto(f"{home}/floor/4/replay")
            async with flo.page.expect_download() as got:
                await flo.page.keyboard.press("k")
            kept = tmp_path / (await got.value).suggested_filename
            await (await got.value).save_as(kept)
            assert kept.name == "table-4-hand-118203.html"
            context = await window.new_context(viewport={"width": 390, "height": 844}, offline=True)
            page = await context.new_page()
            await page.goto(f"file://{kept}")
            count = await page.locator("section").count()
            await page.get_by_text(f"{count} of {count}").wait_for()
            for _ in range(2):
                await page.keyboard.press("ArrowLeft")
            await page.get_by_text(f"{count - 2} of {count}").wait_for()
            assert await page.locator("section:visible").count() == 1
            await page.get_by_role("button", name="First step").click()
            await page.get_by_role("button", name="Play").click()
            await page.get_by_text(f"2 of {count}").wait_for()
            await page.get_by_role("button", name="Pause").click()
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390
            found = await Axe().run(page, options={"runOnly": LAW})
            assert not found.response["violations"], found.generate_report()
            assert flo.wrong == []

    asyncio.run(work())
