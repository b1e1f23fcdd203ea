"""The table in a real browser: pictures of every glass, a finger that is a mouse, and trouble."""

import asyncio
import re
from base64 import b64decode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from firmware.machine.plan import read_plan
from lab.judges import prints, surveillance
from lab.judges.prints import Print
from lab.judges.surveillance import Cameras, HandKeys, Tape
from lab.live import page_words
from lab.live.answers import taps
from lab.live.fingers import GUARD_S, FingerBot, brisk
from lab.live.live_table import LiveTable
from lab.live.page_words import (
    Bots,
    Cable,
    Hold,
    Lay,
    LetBot,
    Look,
    Noise,
    Pace,
    Play,
    Power,
    Swipe,
)
from lab.live.visitor import PATIENCE_S, Visitor
from lab.simulation.any_game import page_of
from lab.simulation.demo_cage import PIN
from tests.chromium import launched
from tests.lab.live.tables import (
    SIX,
    TRY_S,
    board,
    hand,
    insist,
    seated,
    served,
    turn,
    wish,
    with_table,
)
from ui.door import Told

BROKE = "Adding chips"  # what the glass offers to him who lost them all
JPEG = b"\xff\xd8"


Meanwhile = Callable[[Told], Awaitable[None]]


async def nothing(seen: Told) -> None:
    pass


def test_words_of_the_page():
    read = page_words.read
    assert read(b'{"type":"swipe","seat":3}') == Swipe(3)
    assert read(b'{"type":"swipe","seat":3,"badly":true}') == Swipe(3, badly=True)
    assert read(b'{"type":"look","seat":0}') == Look(0)
    assert read(b'{"type":"cable","seat":2,"plugged":false}') == Cable(2, False)
    assert read(b'{"type":"noise","seat":2,"one_in":300}') == Noise(2, 300)
    assert read(b'{"type":"lay","seat":2,"card":7}') == Lay(2, 7)
    assert read(b'{"type":"power","on":false}') == Power(False)
    assert read(b'{"type":"play","game":"pokara"}') == Play("pokara")
    assert read(b'{"type":"bots","count":4}') == Bots(4)
    assert read(b'{"type":"bot","seat":4,"on":true}') == LetBot(4, True)
    assert read(b'{"type":"pace","speed":"4 times"}') == Pace("4 times")
    assert read(b'{"type":"hold","on":true}') == Hold(True)


class Person:
    """Looks at seat 1 through the page; where a button is drawn, its glass told us."""

    def __init__(self, page, glass: Visitor) -> None:
        self.page, self.glass = page, glass

    async def _where(self, target: str, share: float) -> tuple[float, float]:
        seen = await self.glass.until(lambda now: target in now.targets, TRY_S)
        x, y, w, h = seen.targets[target]
        box = await self.page.locator("#glass").bounding_box()
        scale = box["width"] / seen.size[0]
        return box["x"] + (x + w * share) * scale, box["y"] + (y + h / 2) * scale

    async def tap(self, *targets: str) -> None:
        for target in targets:
            await self.glass.until(lambda now, target=target: target in now.targets, TRY_S)
            await asyncio.sleep(GUARD_S)
            await self.page.mouse.click(*await self._where(target, 0.5), delay=40)

    async def drag(self, target: str, start: float, end: float) -> None:
        await self.page.mouse.move(*await self._where(target, start))
        await self.page.mouse.down()
        await self.page.mouse.move(*await self._where(target, end), steps=6)
        await self.page.mouse.up()

    async def peek(self, meanwhile: Meanwhile = nothing) -> tuple[int, ...]:
        """Holds the mouse on the own cards."""
        seen = await insist(self.glass, self._hold, lambda now: bool(now.hole))
        await meanwhile(seen)
        await self.page.mouse.up()
        await self.glass.until(lambda now: not now.hole)
        return seen.hole

    async def _hold(self) -> None:
        await self.page.mouse.up()
        await self.page.mouse.move(*await self._where("peek", 0.5))
        await self.page.mouse.down()

    async def sit_down(self) -> None:
        glass = self.glass
        await insist(glass, lambda: self.page.click("#swipe"), lambda now: "key 1" in now.targets)
        await insist(glass, self._type_pin, lambda now: "sit down" in now.targets)
        await insist(glass, self._buy_in, seated)

    async def sit_down_by_keys(self) -> None:
        """Enter takes the free seat, W draws its card through, digits go to the glass, Tab moves
        from button to button and Enter touches."""
        glass = self.glass
        await self.page.keyboard.press("Enter")
        await insist(glass, lambda: self._key("w"), lambda now: "key 1" in now.targets)
        await insist(glass, self._pin_by_keys, lambda now: "sit down" in now.targets)
        await insist(glass, lambda: self.tab_to("sit down"), seated)

    async def _key(self, key: str, delay: int = 60) -> None:
        await self.page.keyboard.press(key, delay=delay)

    async def _knows(self, target: str) -> None:
        """The page has heard that its glass shows this; until then a key goes nowhere."""
        async with asyncio.timeout(TRY_S):
            while not await self.page.evaluate(f"{target!r} in targets"):
                await asyncio.sleep(0.05)

    async def _pin_by_keys(self) -> None:
        await self._knows("key 1")
        for key in ("Backspace", *PIN):
            await self._key(key)

    async def tab_to(self, target: str) -> None:
        """From button to button, then Enter."""
        await self._knows(target)
        await self.page.focus("#glassbox")
        await self.page.evaluate("framed = ''")
        for _ in range(1 + await self.page.evaluate("name => order().indexOf(name)", target)):
            await self._key("Tab", 0)
        await self._key("Enter")

    async def _buy_in(self) -> None:
        if "post now" in (await self.glass.report()).targets:
            await self.tap("post now")
        await self.tap("sit down")

    async def _type_pin(self) -> None:
        for key in ("clear", *PIN):
            await self.page.mouse.click(*await self._where(f"key {key}", 0.5))

    async def reads(self, words: str) -> None:
        await self.page.get_by_text(words, exact=True).wait_for()

    async def my_turn(self) -> Told:
        return await self.glass.until(turn)

    async def cash_out(self) -> None:
        """The menu closes by itself when it is his turn: then he plays on, and asks again."""
        while not (seen := await self.glass.report()).says("to sit down"):
            act = "call" if "call" in seen.targets else "fold"
            ways = (*(["cancel"] if seen.says(BROKE) else []), "leave now", "tile leave", act)
            step = next((name for name in (*ways, "menu") if name in seen.targets), None)
            if seen.says("As soon as this hand is over") and step == "menu":
                step = None
            with suppress(TimeoutError):
                if step is not None:
                    await self.tap(step)
                await self.glass.until(partial(changed, seen), 3)


def changed(before: Told, now: Told) -> bool:
    return before.targets.keys() != now.targets.keys()


def with_browser(play: Callable[[LiveTable, Person], Awaitable[None]]):
    playwright = pytest.importorskip(
        "playwright.async_api", reason="playwright is missing: make test installs it"
    )

    async def run(table: LiveTable) -> None:
        async with served(table) as here, playwright.async_playwright() as tool:
            window = await launched(tool)
            context = await window.new_context(viewport={"width": 1440, "height": 900})
            page = await context.new_page()
            page.set_default_timeout(60_000)
            wrong: list[str] = []
            page.on("pageerror", lambda error: wrong.append(str(error)))
            await page.goto(f"http://{here}/")
            glass = Visitor(table.door(1))
            try:
                await play(table, Person(page, glass))
            finally:
                glass.close()
                await window.close()
            assert not wrong

    return run


KEEPS = """() => { window.kept = []; const shows = picture;
  picture = data => { kept.push(data.slice(0)); shows(data); }; }"""
KEPT = """() => kept.map(data => {
  const text = []; for (const one of new Uint8Array(data)) text.push(String.fromCharCode(one));
  return btoa(text.join("")); })"""


async def _kept(page) -> list[tuple[int, int, bytes]]:
    """Every picture since `KEEPS`: whose, enlarged or not."""
    bodies = [b64decode(one) for one in await page.evaluate(KEPT)]
    return [(body[0], body[1], body[2:]) for body in bodies]


def _cards(picture: bytes, seen: Told) -> list[str]:
    """Paper where the own cards lie; what lies elsewhere is everybody's."""
    x, y, w, h = seen.targets["peek"]
    wide, high = seen.size
    rest = [(0, 0, wide, y), (x + w, 0, wide, high), (0, y + h, wide, high), (0, 0, x, high)]
    told = Told(seen.size, [], {}, [(0, box, False) for box in rest], 0)
    return prints.check(Print(1, "small", 0, picture), told)


def _turned_up(seen: Told, now: Told) -> bool:
    """Since `seen` his cards may have lain open where he held them: at the end of their hand."""
    x, y, w, h = seen.targets["peek"]
    lies = (box for _, box, private in now.faces if not private)
    return hand(now) != hand(seen) or any(
        x <= left < x + w and y <= top < y + h for left, top, *_ in lies
    )


async def _only_here(me: Person) -> tuple[int, ...]:
    """Three tabs, two of them at this seat: who holds the cards sees them, and nobody else."""
    while True:
        mine, bare, ended = await _looked_at(me)
        if not ended:
            assert not bare, f"pictures with cards: {bare}"
            return mine
        await me.my_turn()  # they were shown to all meanwhile: another hand tells


async def _looked_at(me: Person) -> tuple[tuple[int, ...], list[str], bool]:
    """His cards, where else they were seen, and whether they were turned up meanwhile."""
    here = me.page.url.partition("#")[0]
    tabs = {seat: await me.page.context.new_page() for seat in (1, 4)}
    for seat, tab in tabs.items():
        await tab.goto(f"{here}#seat-{seat}")
        await tab.locator("#glass[data-shown]").wait_for()
    for tab in (me.page, *tabs.values()):
        await tab.evaluate(KEEPS)
    zone: list[Told] = []

    async def looks(seen: Told) -> None:
        zone.append(seen)
        while not any(large and _cards(one, seen) for _, large, one in await _kept(me.page)):
            await asyncio.sleep(0.1)

    mine, bare = await me.peek(looks), list[str]()
    for seat, tab in tabs.items():
        old = len(await _kept(tab))
        while not any(s == seat and large for s, large, _ in (await _kept(tab))[old:]):
            await asyncio.sleep(0.1)  # whatever was on its way has come
        shown = [one for s, _, one in await _kept(tab) if s == 1]
        bare += [f"in the tab at seat {seat}" for one in shown if _cards(one, zone[0])]
        await tab.close()
    small = [one for s, large, one in await _kept(me.page) if s == 1 and not large]
    bare += ["the small one" for one in small if _cards(one, zone[0])]
    return mine, bare, _turned_up(zone[0], await me.glass.report())


async def _evening(table: LiveTable, me: Person) -> None:
    page, glass = me.page, me.glass
    await me.reads("Sit down here")
    await me.sit_down_by_keys()
    await me.reads("In play")
    await me.my_turn()
    await page.reload()  # and is back at the same seat
    mine = await _only_here(me)
    assert len(mine) == 2
    seen = await me.my_turn()
    if "slider" in seen.targets:
        least = wish(seen)
        await insist(glass, lambda: me.drag("slider", 0.1, 0.3), lambda now: wish(now) > least)
        await insist(glass, lambda: me.tab_to("raise"), lambda now: not turn(now))
    await me.cash_out()

    await page.click("#cable")
    await glass.until(lambda now: now.says("Reconnecting"))
    await me.reads("Plug in")
    for words in ("pull the cable out", "no answer: its cards are hidden"):
        await page.locator("#lines").get_by_text(words).first.wait_for()
    await page.click("#cable")
    await glass.until(lambda now: now.says("to sit down"))

    await me.sit_down()
    await page.locator("#level").fill("4")
    await page.locator("#onein", has_text="1 in 100").wait_for()
    await me.my_turn()
    mine = await me.peek()
    seen = await me.my_turn()
    await page.keyboard.press("Escape")
    await page.click("#power")
    await glass.until(lambda now: now.says("Reconnecting"))
    await me.reads("Bring the power back")
    await page.click("#power")
    await page.click("#p1")
    await page.locator("#level").fill("0")
    again = await me.my_turn()
    assert (hand(again), board(again)) == (hand(seen), board(seen))
    assert await me.peek() == mine


def test_an_evening_in_chromium(tmp_path):
    with_table(tmp_path, with_browser(_evening), bots=(4, 6), config=SIX)


async def _banker(table: LiveTable, me: Person) -> None:
    """The bot holds the bank first: he sits that out, and takes it when it is offered to him."""
    page, glass = me.page, me.glass
    await page.click("#p1")
    await me.sit_down()
    seen = await glass.report()
    while not _settled(seen):
        seen = await glass.until(lambda now: _asked(now) or _settled(now))
        if "take bank" in seen.targets:
            await insist(glass, lambda: me.tap("take bank"), lambda now: now.says("Your bank"))
        elif "place" in seen.targets:
            await insist(glass, lambda: me.tap("place"), lambda now: "place" not in now.targets)
    assert not seen.hole, "the banker sees no more than the felt shows"
    await page.keyboard.press("Escape")
    await page.click("text=Baccarat")
    await page.get_by_text("EZ Baccarat comes after this hand.").wait_for()
    bot = FingerBot(glass, lambda: table.swipe(1), PIN, Random(1), brisk)
    bot.going = True
    answering = asyncio.create_task(bot.run())  # if the next round was quicker
    async with asyncio.timeout(PATIENCE_S):
        await table.stopped.wait()
    answering.cancel()
    await page.get_by_text("EZ Baccarat is set up: one moment.").wait_for()


def _asked(now: Told) -> bool:
    return "take bank" in now.targets or "place" in now.targets


def _settled(now: Told) -> bool:
    """He held the bank, and somebody bet against it."""
    return now.says("Your bank wins") or now.says("Your bank pays")


def test_a_newcomer_takes_the_bank_in_chromium_and_then_wants_another_game(tmp_path):
    """All of it on tape: no draft and no hidden card of the bank is on any wire or glass."""
    tapes: list[Tape] = []
    kept: set[bytes] = set()

    async def play(table: LiveTable) -> None:
        keys = HandKeys(table.home.page)
        cameras = Cameras({seat: table.door(seat) for seat in range(table.seats + 1)})
        await cameras.start()
        await with_browser(_banker)(table)
        tapes.extend(await cameras.stop())
        keys.stop()
        kept.update(keys.kept)

    config = replace(page_of("three-card-poker"), seats=4)
    table = with_table(tmp_path, play, bots=(4,), config=config)
    kept.add((read_plan(table.home.page).secrets / "hand.key").read_bytes())
    found = surveillance.hands(table.home.page, kept)
    assert surveillance.check(tapes, found) == []
    assert any(hand.bank and hand.wagers for hand in found.values())


# ---- A game of every kind: a newcomer sits, bets or takes the bank, and reads what came of it

QUICK = [("hawaiian-gardens", "hawaiian-blackjack")]
KINDS = [
    ("artichoke-joes", "ez-baccarat"), ("hawaiian-gardens", "super-9-bonus-tie"),
    ("hawaiian-gardens", "pokara"), ("casino-royale", "ultimate-texas-holdem"),
    ("club-caribe", "cal-craps"), ("club-caribe", "no-push"),
    ("artichoke-joes", "pai-gow-poker"), ("delta-downtown", "pai-gow-tiles"),
    ("delta-downtown", "mah-jong-pai-gow"), ("club-caribe", "posoy"),
    ("hawaiian-gardens", "chinese-poker-13"), ("artichoke-joes", "panguingue"),
]  # fmt: skip
CAME = re.compile(r"(You|Your bank) (win|wins|lose|pays|break even|breaks even)\b")


def came(now: Told) -> bool:
    return any(CAME.match(words) for words in now.words)


async def _round(table: LiveTable, me: Person) -> None:
    rng, glass = Random(3), me.glass
    await me.page.click("#p1")
    await me.sit_down()
    while not came(seen := await glass.report()):
        for name in taps(seen, rng):
            with suppress(TimeoutError):
                await me.tap(name)
        with suppress(TimeoutError):
            await glass.until(lambda now: came(now) or bool(taps(now, rng)), TRY_S)


def plays_a_round(tmp_path, house: str, game: str) -> None:
    config = replace(page_of(game, house), seats=4)
    with_table(tmp_path, with_browser(_round), bots=(2, 4), config=config)


@pytest.mark.parametrize(("house", "game"), QUICK)
def test_a_newcomer_plays_in_chromium(tmp_path, house, game):
    plays_a_round(tmp_path, house, game)


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), KINDS)
def test_soak_a_newcomer_plays_every_kind_in_chromium(tmp_path, house, game):
    plays_a_round(tmp_path, house, game)
