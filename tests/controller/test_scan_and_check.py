"""A phone in front of the glass: each code that it scans opens the house's page, and when it has
all of them that page has checked the hand, in the phone itself."""

import asyncio

import pytest
from msgspec.structs import replace

from firmware.fairness import verify
from firmware.pages import BadPage
from firmware.table.engine import validate
from lab.simulation.bare_table import config
from tests.chromium import needs_chromium
from tests.controller.glasses import sit_down, until
from tests.controller.test_proof import hand_over, scanned
from tests.desks.paper_room import served
from tests.desks.people import browser

ADDRESS = "https://floor.a-card-room-with-a-long-name.example.net:843/proof-of-hands/verify"


@pytest.fixture
def texts(make_whole) -> list[str]:
    """What a camera reads off a station's pixels, code by code."""
    whole = make_whole(21)
    whole.config = replace(whole.config, verify=ADDRESS)
    whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    until(whole, glasses, hand_over(whole, 1))
    return scanned(glasses[2])


def test_every_code_is_the_houses_page_with_its_part_behind_the_sign(texts):
    assert len(ADDRESS) <= 80
    assert len(texts) <= 6
    assert all(text.startswith(f"{ADDRESS}#SR3/") for text in texts)
    receipt = verify.Hand("\n".join(text.partition("#")[2] for text in texts).encode())
    assert receipt.seat == 2


@pytest.mark.parametrize(
    "bad", ["floor.example/verify", "https://x/#a", "https://x/verify?a=b", f"https://{'x' * 80}"]
)
def test_an_address_that_no_code_could_hold_is_refused_with_its_field(bad):
    with pytest.raises(BadPage, match="verify: an address like") as no:
        validate(replace(config(), verify=bad))
    assert no.value.field == "verify"
    validate(replace(config(), verify=ADDRESS))


@needs_chromium
def test_a_phone_scans_them_in_any_order_and_nothing_leaves_it(tmp_path, texts):
    async def visit() -> None:
        async with served(tmp_path) as (home, _), browser() as window:
            phone = await window.new_context(viewport={"width": 390, "height": 844})
            asked: list[str] = []
            phone.on(
                "request", lambda request: asked.append(request.url + (request.post_data or ""))
            )
            for n, text in enumerate(reversed(texts), 1):
                page = await phone.new_page()  # as a phone does with each scan
                await page.goto(text.replace(ADDRESS, f"{home}/verify"))
                if n < len(texts):
                    await page.get_by_text(f"{n} of {len(texts)} codes are here").wait_for()
            await page.get_by_text("VERIFIED", exact=True).wait_for()
            assert "Yours:" in await page.locator("#lines").inner_text()
            assert await page.evaluate("document.documentElement.scrollWidth") <= 390
            assert not any("SR3" in one.partition("#")[0] for one in asked)
            assert await page.evaluate("localStorage.getItem('parts of a receipt')") == "[]"
            one = await phone.new_page()  # the last code alone, of another visit
            await one.goto(texts[0].replace(ADDRESS, f"{home}/verify"))
            await one.get_by_text(f"1 of {len(texts)} codes are here").wait_for()

    asyncio.run(visit())
