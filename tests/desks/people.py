"""People of the house at real browsers; no page they see breaks WCAG 2.2 AA."""

from contextlib import asynccontextmanager

from lab.simulation.demo_people import STAFF_PIN
from tests.chromium import launched

LAW = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WAIT_MS = 60_000
# Buttons that stick out of what they lie on.
OUTSIDE = """() => { const edge = one => one.getBoundingClientRect().right;
  return [...document.querySelectorAll(".panel button, .panel .button")]
    .filter(one => one.checkVisibility() && edge(one) > edge(one.closest(".panel")))
    .map(one => one.innerText); }"""


@asynccontextmanager
async def browser():
    from playwright.async_api import async_playwright

    async with async_playwright() as made:
        window = await launched(made)
        try:
            yield window
        finally:
            await window.close()


class Person:
    """One of the house at a browser of their own."""

    def __init__(self, page, home: str) -> None:
        self.page, self.home = page, home
        self.wrong: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _said(self, said) -> None:
        refused = "status of 409" in said.text  # an order that came too late is no error of a page
        outrun = "AbortError" in said.text  # a question of a sum that the next digit changed
        if said.type == "error" and not (refused or outrun):
            self.wrong.append(said.text)

    async def sign_on(self, track: str, sees: str = ".plate", tells: str = "") -> None:
        """By keyboard alone: a swipe types the track and Enter, then six digits. `tells`: what the
        band above says before."""
        await self.page.goto(self.home)
        if tells:
            await self.sees(tells, "header")
        await self.keeps_the_law()
        await self.page.keyboard.type(track)
        await self.page.keyboard.press("Enter")
        await self.page.locator(".initials").wait_for()
        await self.page.keyboard.type(STAFF_PIN)
        await self.page.locator(sees).first.wait_for()

    async def enters(self, pin: str) -> None:
        """A customer, on the pad: what it asks next is another form."""
        form = self.page.locator("form[data-pin]")
        turn = await form.get_attribute("id")
        await form.locator("[name=pin]").focus()
        await self.page.keyboard.type(pin)
        await self.page.keyboard.press("Enter")
        await self.page.locator(f"#{turn}").wait_for(state="detached")

    async def is_told(self) -> str:
        """The answer to what was just pressed, which has to be a yes."""
        answer = self.page.locator("#said [data-said]").last
        words = await answer.inner_text()
        assert await answer.get_attribute("data-said") == "done", words
        return words

    async def sees(self, words: str, within: str = "body") -> None:
        from playwright.async_api import TimeoutError as Late

        try:
            await self.page.locator(within).get_by_text(words).first.wait_for()
        except Late as late:
            there = await self.page.locator(within).first.inner_text()
            raise AssertionError(f"{self.page.url} never said {words!r}, but: {there}") from late

    async def sees_no(self, words: str) -> None:
        await self.page.get_by_text(words).first.wait_for(state="detached")

    async def sees_no_row(self, name: str) -> None:
        await self.page.locator("summary", has_text=name).first.wait_for(state="detached")

    async def keeps_the_law(self) -> None:
        from axe_playwright_python.async_playwright import Axe

        found = await Axe().run(self.page, options={"runOnly": LAW})
        told = [(one["id"], [n["html"] for n in one["nodes"][:2]])
                for one in found.response["violations"]]  # fmt: skip
        assert told == [], f"{self.page.url}: {told}"
        await self._fits()

    async def _fits(self) -> None:
        """Nothing lies beside a phone's page; pad and wall are glasses of their own size."""
        size = self.page.viewport_size
        if self.page.url.endswith(("/pad", "/wall")):
            return
        await self.page.set_viewport_size({"width": 390, "height": 844})
        wide = await self.page.evaluate("document.documentElement.scrollWidth")
        await self.page.set_viewport_size(size)
        assert await self.page.evaluate(OUTSIDE) == [], self.page.url
        assert wide <= 390, f"{self.page.url}: {wide} wide"
