"""The tour: a film that is small enough for a page, and a picture of each stop."""

import asyncio
import shutil
from io import BytesIO
from typing import Any

from PIL import Image

from lab.live.tour import BYTES_MOST, STOPS, chromium, write

TURN = "Your turn: only what the rules allow is offered"


def frame(n: int) -> bytes:
    out = BytesIO()
    Image.effect_noise((320, 200), 40 + n).convert("RGB").save(out, "JPEG")
    return out.getvalue()


def test_a_film_of_frames_and_a_picture_of_each_stop(tmp_path):
    film = write(tmp_path, [frame(n) for n in range(3)], {"table": frame(0)})
    with Image.open(film) as made:
        assert made.n_frames == 3
    assert film.stat().st_size < BYTES_MOST
    assert (tmp_path / "table.webp").exists()
    assert sum(stop.seconds for stop in STOPS) == 120


class Page:
    """A page where all comes at once; it keeps at which pace it was waited for."""

    def __init__(self) -> None:
        self.speed, self.waited = "real", dict[str, str]()

    async def goto(self, home: str) -> None: ...

    async def evaluate(self, words: str, what: str) -> None:
        if "pace" in words:
            self.speed = what

    async def wait_for_function(self, words: str, **how: Any) -> None:
        self.waited[words] = self.speed


def test_nobody_waits_for_bots_that_think_while_nothing_is_filmed():
    """A hand at their own pace takes half a minute, and a turn comes after some of them."""
    for stop in (STOPS[0], next(one for one in STOPS if one.says == TURN)):
        page = Page()
        asyncio.run(stop.go(page, ""))
        hands = [
            pace for words, pace in page.waited.items() if ".hand" in words or ".turn" in words
        ]
        assert (hands, page.speed) == (["max"], "4 times")


def test_the_browser_that_the_tests_bring_films_too(monkeypatch):
    for there in ("chromium-headless-shell", "chromium"):
        monkeypatch.setattr(shutil, "which", {there: f"/{there}"}.get)
        assert chromium() == f"/{there}"
