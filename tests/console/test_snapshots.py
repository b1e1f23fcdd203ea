"""Every page as it stands on a terminal of 100x32 and of 80x24, in 256, in 16 and in no colours.

UPDATE_CONSOLE=1 writes them anew; look at each before you keep it.
"""

import os
import re
import time
from pathlib import Path

import pytest
from rich.console import Console as Terminal
from rich.segment import Segment, Segments

from console.glass import INKS
from console.opening import Face, Person, Unsealing
from console.pages.state import head
from console.paper import Line, fit, lay_out, say, text
from console.seen import Seen
from tests.console.seen import NOW, UPDATE, floor, seen
from tests.console.test_pages import ALL, STATES

KEPT = Path(__file__).parent / "snapshots"
SIZES = ((100, 32), (80, 24))
SGR = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(autouse=True)
def one_zone(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def moment(page: str) -> Seen:
    if page == "dead":
        return STATES["dead"]
    here = STATES["counted"]
    if page == "unseal":
        here = seen(floor())
        people = (Person("aud", "auditor", "this console", NOW - 31_000),
                  Person("mia", "floor manager", "this console", NOW - 13_000))  # fmt: skip
        faces = (Face(3, "9h 9s", "3, 13"), Face(8, "", ""))
        here.unsealing = Unsealing(118_104, (3, 8), "C-0088", "Complaint 0088: playing together",
                                   people, faces, 41_000)  # fmt: skip
    if page == "update":
        here = seen(floor(), release="4.2.1", update=UPDATE)
    if page == "keys":
        here = seen(floor(), holders={"auditor": "ab" * 32, "manager": "cd" * 32,
                                      "house_auditor": "ef" * 32})  # fmt: skip
    return here


def lines(page: str, size: tuple[int, int]) -> list[Line]:
    here = moment(page)
    here.writing_until_ms = 252_000 if page in ("unseal", "keys") else 0
    drawn = lay_out(head(here, size[0]), ALL[page](here, size), say(" Command >"), size, 0)
    return [fit(line, size[0]) for line in drawn]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", ALL)
def test_a_page_is_as_it_was_last_looked_at(page, size):
    drawn = "\n".join(text(line).rstrip() for line in lines(page, size)) + "\n"
    kept = KEPT / f"{page.replace(' ', '-')}-{size[0]}.txt"
    if os.environ.get("UPDATE_CONSOLE"):
        KEPT.mkdir(exist_ok=True)
        kept.write_text(drawn)
    assert drawn == kept.read_text()


@pytest.mark.parametrize("page", ALL)
def test_colours_are_of_the_sixteen_and_say_nothing_that_the_words_do_not(page):
    said = {}
    for colours in ("256", "standard", None):
        terminal = Terminal(width=100, color_system=colours, force_terminal=True)
        with terminal.capture() as caught:
            for line in lines(page, (100, 32)):
                terminal.print(Segments(Segment(words, INKS[ink]) for words, ink in line))
        said[colours] = caught.get()
    assert said["256"] == said["standard"], "no colour that sixteen do not have"
    assert not SGR.search(said[None])
    assert SGR.sub("", said["256"]) == said[None]
