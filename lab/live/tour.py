"""`stormdeck tour DIR`: a walk of two minutes through the real programs, filmed in Chromium: the
table, its center, a hand at a seat, a pulled cable and the power, the cage, the floor, the console.
It writes tour.webp and a picture of each.

The film has a clock of its own: what the next scene needs is waited for between two frames, so a
slow machine films the same two minutes, only longer."""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.async_api import TimeoutError, async_playwright

from lab.live.ports import free_port
from lab.simulation.demo_cage import NAMES, PIN
from lab.simulation.demo_people import STAFF_PIN

GLASS, SMALL = (1440, 900), (960, 600)
FRAMES_S = 1
QUALITY = 40
PATIENCE_S = 300.0  # a table on a busy machine, a turn at it
BYTES_MOST = 5_000_000  # it is looked at on a page
GUARD_S = 0.5  # a row that just appeared takes no touch
TRIES, TRY_MS = 40, 8000
CALM_MS = 60_000

# Of the picture, not of the page: it lies where nothing of it is covered for long.
CAPTION = """words => {
  const line = document.getElementById("tour") || document.body.appendChild(document.createElement("p"));
  line.id = "tour"; line.textContent = words;
  line.style.cssText = "position:fixed;left:50%;bottom:18px;transform:translateX(-50%);z-index:99;margin:0;" +
    "padding:12px 26px;border-radius:14px;background:#05080bee;border:2px solid #ffc24a;color:#fff;" +
    "font:600 24px Inter,sans-serif;white-space:nowrap;pointer-events:none";
  (document.querySelector("dialog[open]") || document.body).append(line);
}"""  # noqa: E501
PLACE = """name => { const [x, y, w, h] = targets[name], box = glass.getBoundingClientRect();
  return [box.left + (x + w / 2) * box.width / 1280, box.top + (y + h / 2) * box.height / 800]; }"""

Go = Callable[[Any, str], Awaitable[None]]


class Stop(NamedTuple):
    """Where the tour stays, for how many seconds, what it says there; with a name, its last frame
    is kept."""

    seconds: int
    go: Go
    says: str
    name: str = ""


# ---- Hands


async def _true(page: Any, words: str) -> None:
    await page.wait_for_function(words)


async def _insists(page: Any, act: Callable[[], Awaitable[None]], until: str) -> None:
    """As a person does when nothing came of it: once more."""
    for _ in range(TRIES):
        await act()
        try:
            await page.wait_for_function(until, timeout=TRY_MS)
            return
        except TimeoutError:
            continue
    raise SystemExit(f"stormdeck tour: the table was asked in vain until {until}.")


async def _touch(page: Any, target: str) -> None:
    """If it is there."""
    await asyncio.sleep(GUARD_S)
    if place := await page.evaluate(f"name => name in targets && ({PLACE})(name)", target):
        await page.mouse.click(*place, delay=60)


async def _tap(page: Any, target: str, until: str) -> None:
    await _insists(page, lambda: _touch(page, target), until)


async def _soon(page: Any, waits: Awaitable[None]) -> None:
    """What comes with the hands that bots play: nobody watches, so they do not think meanwhile."""
    await _pace(page, "max")
    await waits
    await _pace(page, "4 times")


async def _pace(page: Any, speed: str) -> None:
    await page.evaluate("speed => say({type: 'pace', speed})", speed)
    await _true(page, f"broken.speed === '{speed}'")


async def _home(page: Any, home: str) -> None:
    await page.goto(home)
    await _true(page, "wire.readyState === 1 && now.answers")
    shown = "now.hand > 1 && !document.querySelector('#table canvas:not([data-shown])')"
    await _soon(page, _true(page, shown))


async def _center(page: Any, home: str) -> None:
    await page.click("#enlarge")


async def _seat(page: Any, home: str) -> None:
    await page.keyboard.press("Escape")
    await _true(page, "!at('big').open")
    await page.keyboard.press("Enter")
    await _true(page, "large === 1 && !!glass.dataset.shown")


async def _swipe(page: Any, home: str) -> None:
    await _insists(page, lambda: page.click("#swipe"), "'key 1' in targets")


async def _pin(page: Any, home: str) -> None:
    async def types() -> None:
        if not await page.evaluate("'key 1' in targets"):  # it had waited too long for the digits
            await _swipe(page, home)
        for key in ("Backspace", *PIN):
            await page.keyboard.press(key, delay=80)
            await asyncio.sleep(GUARD_S)

    await _insists(page, types, "'sit down' in targets")


async def _sits(page: Any, home: str) -> None:
    await _touch(page, "post now")
    await _tap(page, "sit down", "seat(1).stack > 0")


async def _turn(page: Any, home: str) -> None:
    """Whoever missed one, on a slow machine, says that he is back."""
    await _soon(page, _tap(page, "back in", "seat(1).turn && 'peek' in targets"))


async def _peeks(page: Any, home: str) -> None:
    await page.mouse.move(*await page.evaluate(PLACE, "peek"))
    await page.mouse.down()


async def _calls(page: Any, home: str) -> None:
    await page.mouse.up()
    if not await page.evaluate("seat(1).turn"):  # a slow film: his time ran out
        await _turn(page, home)
    await _tap(page, "call", "!seat(1).turn")


async def _lets_a_bot(page: Any, home: str) -> None:
    await page.click("#letbot")
    await page.keyboard.press("Escape")


def _clicks(what: str, until: str) -> Go:
    async def go(page: Any, home: str) -> None:
        await page.click(what)
        await _true(page, until)

    return go


async def _cage(page: Any, home: str) -> None:
    await page.goto(f"{home}/cage?as=ann")
    await page.fill("#asked", NAMES[0])
    await page.keyboard.press("Enter")
    await page.wait_for_selector("main.customer")


async def _floor(page: Any, home: str) -> None:
    await page.goto(f"{home}/floor?as=flo")
    await page.wait_for_selector(".plate")


async def _console(page: Any, home: str) -> None:
    await page.goto(f"{home}/console")
    await _true(page, "document.body.innerText.includes('Swipe your card')")
    await page.click("#card")
    await _true(page, "document.body.innerText.includes('PIN:')")
    await page.keyboard.type(STAFF_PIN, delay=120)
    await _true(page, "/tom/.test(rows.innerText) && !/being read|reading/i.test(rows.innerText)")
    with suppress(TimeoutError):  # the machine that films is busy, and no table is to look so
        await page.wait_for_function("!/answers? (in|late)/.test(rows.innerText)", timeout=CALM_MS)


STOPS = (
    Stop(10, _home, "A card table without a dealer: ten seats, one screen in the middle", "table"),
    Stop(8, _center, "The center screen, read from all sides", "center"),
    Stop(3, _seat, "Seat 1 is yours"),
    Stop(3, _swipe, "Swipe a card ..."),
    Stop(4, _pin, "... type its PIN ..."),
    Stop(6, _sits, "... buy in, and wait for the next hand"),
    Stop(6, _turn, "Your turn: only what the rules allow is offered", "seat"),
    Stop(5, _peeks, "Your cards are seen only under your finger"),
    Stop(6, _calls, "Every answer is on two disks before anybody sees it"),
    Stop(6, _lets_a_bot, "Break things: what does the machine do about it?"),
    Stop(8, _clicks("#cable", "broken.unplugged.length"), "A cable is pulled out of seat 7"),
    Stop(5, _clicks("#cable", "!broken.unplugged.length"), "Plugged in again, the seat goes on"),
    Stop(7, _clicks("#power", "!broken.powered"), "The table loses its power ..."),
    Stop(8, _clicks("#power", "broken.powered && now.answers"), "... and wakes in the same hand"),
    Stop(10, _cage, "The cage: accounts, cash, the law's reports", "cage"),
    Stop(11, _floor, "The floor: every table, lists, calls, voids by two people", "floor"),
    Stop(10, _console, "The technician's console, of a dead table too", "console"),
    Stop(4, _home, "make run: all of it on your desk"),
)


# ---- The film


def chromium() -> str | None:
    """The whole program, or what `make test` brings: the same without a window."""
    return shutil.which("chromium") or shutil.which("chromium-headless-shell")


async def filmed(home: str, stops: Sequence[Stop]) -> tuple[list[bytes], dict[str, bytes]]:
    """Frames as JPEG; and those that are kept, by name, without words on them."""
    frames, kept = list[bytes](), dict[str, bytes]()
    async with async_playwright() as play:
        alone = ["--no-sandbox"] if os.geteuid() == 0 else []  # root has no sandbox
        window = await play.chromium.launch(executable_path=chromium(), args=alone)
        page = await window.new_page(viewport={"width": GLASS[0], "height": GLASS[1]})
        page.set_default_timeout(1000 * PATIENCE_S)
        for stop in stops:
            print(stop.says, end=" ", flush=True)
            began_s = time.monotonic()
            await stop.go(page, home)
            print(f"(waited {time.monotonic() - began_s:.0f} s)", flush=True)
            for _ in range(FRAMES_S * stop.seconds):
                next_one = asyncio.create_task(asyncio.sleep(1 / FRAMES_S))
                await page.evaluate(CAPTION, stop.says)
                frames.append(await page.screenshot(type="jpeg", quality=90))
                await next_one
            if stop.name:
                await page.evaluate("document.getElementById('tour').remove()")
                kept[stop.name] = await page.screenshot(type="jpeg", quality=95)
        await window.close()
    return frames, kept


def write(folder: Path, frames: Sequence[bytes], kept: dict[str, bytes]) -> Path:
    """Small enough for a page: coarser and coarser until it is."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in kept.items():
        Image.open(BytesIO(frame)).save(folder / f"{name}.webp", quality=70, method=6)
    film, quality = folder / "tour.webp", QUALITY
    small = [Image.open(BytesIO(one)).convert("RGB").resize(SMALL) for one in frames]
    while True:
        small[0].save(
            film, save_all=True, append_images=small[1:], duration=1000 // FRAMES_S, loop=0,
            quality=quality, method=4,
        )  # fmt: skip
        if film.stat().st_size < BYTES_MOST or quality < 10:
            return film
        quality //= 2


async def tour(folder: Path) -> Path:
    port = free_port(8100)
    home = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        table = await asyncio.create_subprocess_exec(
            str(Path(sys.executable).parent / "stormdeck"), "simulate", "--no-browser", "--port",
            str(port), "--data", data, "--seed", "7",
        )  # fmt: skip
        try:
            async with asyncio.timeout(PATIENCE_S):
                await _answers(home, table)
            frames, kept = await filmed(home, STOPS)
        finally:
            if table.returncode is None:
                table.terminate()
            await table.wait()
    return write(folder, frames, kept)


async def _answers(home: str, table: asyncio.subprocess.Process) -> None:
    while table.returncode is None:
        try:
            await asyncio.to_thread(urllib.request.urlopen, home, None, 2)
            return
        except OSError:
            await asyncio.sleep(0.5)
    raise SystemExit("stormdeck tour: the table did not start; stormdeck simulate says why.")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck tour", description=__doc__)
    parser.add_argument("dir", type=Path, help="folder for the film and the pictures")
    asked = parser.parse_args(argv)
    if not chromium():
        print("stormdeck tour: no Chromium here. On Debian: apt-get install chromium")
        return 2
    film = asyncio.run(tour(asked.dir))
    print(f"{film}, {film.stat().st_size // 1000} kB")
    return 0
