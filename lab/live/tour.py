"""`stormdeck tour DIR`: a walk of two minutes through the real programs, filmed in Chromium: the
table, its center, a seat, the cage, the floor, the console and a pulled cable. It writes tour.webp
and a picture of each."""

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from lab.live.ports import free_port
from lab.simulation.demo_cage import PIN

GLASS, SMALL = (1440, 900), (960, 600)
FRAME_MS, QUALITY = 1000, 42
STARTS_S = 300.0  # a table on a busy machine
BYTES_MOST = 3_000_000  # it is looked at on a page


class Stop(NamedTuple):
    """Where the tour stays, and for how many frames; with a name, its last one is kept."""

    frames: int
    go: Callable[[Any, str], Awaitable[None]]
    name: str = ""


async def _home(page: Any, home: str) -> None:
    await page.goto(home)


async def _center(page: Any, home: str) -> None:
    await page.click("#enlarge")


async def _seat(page: Any, home: str) -> None:
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")


async def _swipe(page: Any, home: str) -> None:
    await page.keyboard.press("w")


async def _pin(page: Any, home: str) -> None:
    for digit in PIN:
        await page.keyboard.press(digit, delay=80)


async def _unplug(page: Any, home: str) -> None:
    await page.goto(home)
    await page.click("#cable")


async def _plug(page: Any, home: str) -> None:
    await page.click("#cable")


def _desk(way: str) -> Callable[[Any, str], Awaitable[None]]:
    async def go(page: Any, home: str) -> None:
        await page.goto(home + way)

    return go


STOPS = (
    Stop(26, _home, "table"), Stop(14, _center, "center"), Stop(4, _seat), Stop(4, _swipe),
    Stop(8, _pin, "seat"), Stop(14, _desk("/cage?as=ann"), "cage"),
    Stop(18, _desk("/floor?as=flo"), "floor"), Stop(14, _desk("/console"), "console"),
    Stop(10, _unplug), Stop(8, _plug),
)  # fmt: skip


async def filmed(home: str, stops: Sequence[Stop]) -> tuple[list[bytes], dict[str, bytes]]:
    """Frames as JPEG; and those that are kept, by name."""
    from playwright.async_api import async_playwright

    frames, kept = list[bytes](), dict[str, bytes]()
    async with async_playwright() as play:
        alone = ["--no-sandbox"] if os.geteuid() == 0 else []  # root has no sandbox
        window = await play.chromium.launch(executable_path=shutil.which("chromium"), args=alone)
        page = await window.new_page(viewport={"width": GLASS[0], "height": GLASS[1]})
        for stop in stops:
            await stop.go(page, home)
            for _ in range(stop.frames):
                await asyncio.sleep(FRAME_MS / 1000)
                frames.append(await page.screenshot(type="jpeg", quality=90))
            if stop.name:
                kept[stop.name] = frames[-1]
        await window.close()
    return frames, kept


def write(folder: Path, frames: Sequence[bytes], kept: dict[str, bytes]) -> Path:
    """Small enough for a page: coarser and coarser until it is."""
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in kept.items():
        Image.open(BytesIO(frame)).save(folder / f"{name}.webp", quality=70, method=6)
    film, quality = folder / "tour.webp", QUALITY
    small = [Image.open(BytesIO(one)).convert("RGB").resize(SMALL) for one in frames]
    while True:
        small[0].save(
            film, save_all=True, append_images=small[1:], duration=FRAME_MS, loop=0,
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
            await asyncio.wait_for(_answers(home, table), STARTS_S)
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
    if not shutil.which("chromium"):
        print("stormdeck tour: no Chromium here. On Debian: apt-get install chromium")
        return 2
    film = asyncio.run(tour(asked.dir))
    print(f"{film}, {film.stat().st_size // 1000} kB")
    return 0
