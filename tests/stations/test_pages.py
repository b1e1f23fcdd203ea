"""Pages: one object with its own file each, found by its name, left the way it was come."""

from importlib import import_module
from pkgutil import iter_modules

import pytest
from msgspec.structs import replace

from firmware.screens import protocol as p
from lab.scenes import SEATED, VIEWS
from lab.scenes.pictures import Step, played
from stations import pages
from stations.page import Page
from stations.pages.code import KEEP
from tests.stage import ALL, Stage, dot, glass, shown
from ui.canvas import Canvas

NAMES = [module.name for module in iter_modules(pages.__path__)]


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_a_page_and_every_page_is_on_the_list(name):
    module = import_module(f"stations.pages.{name}")
    if name != "menu":  # made of the others
        assert pages.PAGES[name] is module.PAGE
    assert pages.PAGES[name].name == name


def test_a_page_on_the_list_is_in_the_menu_and_opens(monkeypatch):
    """A new page is its file and its line: nothing else knows of it."""

    def draw(c: Canvas, s: object) -> None:
        c.text("Hello", 640, 400, 34)

    tile = pages.rules.PAGE.tile
    new = Page("new", draw, tile)
    listed = [new if page.name == "rules" else page for page in pages.BEHIND_THE_MENU]
    monkeypatch.setitem(pages.PAGES, "new", new)
    monkeypatch.setitem(pages.PAGES, "menu", pages.menu.page(listed))
    stage = Stage(SEATED)
    stage.tap("menu", "tile new")
    assert stage.report.says("Hello")


def test_every_tile_of_the_menu_does_something():
    tiles = [name for name in shown("menu")[1].targets if name.startswith("tile ")]
    assert len(tiles) == 12
    for name in tiles:
        stage = Stage(SEATED)
        stage.tap("menu")
        sent = stage.tap(name)
        assert sent or stage.screen.state.reading.page in pages.PAGES, name


@pytest.mark.parametrize("name", [*NAMES, "keypad"])
def test_a_page_closes_when_it_is_your_turn(name):
    stage = Stage(SEATED)
    stage.screen.state.reading.page = name
    stage.send(VIEWS["your-turn-nolimit"])
    assert stage.screen.state.reading.page == ""


def test_the_way_back_is_the_way_that_was_come():
    stage = Stage("fairness")
    stage.tap("menu", "tile proof", "code")
    for page in ("proof", "menu"):
        stage.tap("page back")
        assert stage.screen.state.reading.page == page
    stage.tap("menu")
    assert stage.screen.state.reading.page == ""
    before = Stage("attract")
    before.tap("proof", "page back")  # nobody sits: there is no menu
    assert before.screen.state.reading.page == ""


def test_stay_is_dark_while_it_is_touched():
    stage = Stage(SEATED, glass())
    stage.tap("menu", "tile leave")
    zone = stage.report.targets["stay"]
    resting = stage.surface.subsurface(zone).copy().get_buffer().raw
    stage.down("stay")
    assert stage.surface.subsurface(zone).copy().get_buffer().raw != resting


def test_a_balance_that_was_asked_for_is_closed_even_if_the_page_went_away():
    stage = Stage(SEATED)
    stage.tap("menu")
    stage.down("balance")
    zone = stage.report.targets["balance"]
    stage.send(VIEWS["your-turn-nolimit"])
    assert stage.touch("up", *zone.center) == [p.Close("balance")]


def test_the_proof_of_an_older_hand_is_asked_for_by_its_number():
    stage = Stage("history")
    stage.tap("menu", "tile history", "past 1")
    hand = stage.view.past[1].hand
    assert stage.tap("proof") == [p.Close("history"), p.Open("proof", hand)]


@pytest.mark.parametrize("name", ALL)
def test_what_can_be_touched_is_what_the_report_says(name):
    screen = shown(name)[2]
    zones = {thing.name: thing.zone for thing in screen._canvas.things.values()}
    assert zones == screen.report.targets


@pytest.mark.parametrize("name", ["your-turn-nolimit", "your-turn-limit", "waiting", "showdown"])
def test_whatever_lies_in_the_block_is_guarded(name):
    """Digits apart: a pad that was asked for does not come by itself."""
    stage = Stage(replace(VIEWS[name], prefs=p.Prefs()))
    for thing in stage.screen._canvas.things.values():
        if thing.zone.y >= 444 and thing.name != "peek":
            assert thing.guarded, thing.name


@pytest.mark.parametrize(
    ("address", "phone"),
    [("https://floor.example/verify", True), ("http://127.0.0.1:8701/verify", False),
     ("http://localhost:8701/verify", False)],
)  # fmt: skip
@pytest.mark.parametrize("large", [False, True])
def test_a_code_promises_a_phone_only_what_a_phone_can_open(address, phone, large):
    """The lab's page is served to its own machine alone."""
    view = VIEWS["fairness"]
    posted = replace(view.public.placard, verify=address)
    seen = replace(view, public=replace(view.public, placard=posted), prefs=p.Prefs(large=large))
    screen, _ = played(seen, Step(("menu", "tile proof", "code")), dot())
    words = " ".join(screen.report.words)
    assert ("with your phone" in words) is phone
    assert ("no phone reaches it" in words) is not phone
    assert "sent anywhere." in words
    assert screen.report.find("anywhere").rect.bottom < KEEP.bottom


@pytest.mark.parametrize(("name", "blinds"), [("waiting", True), ("craps-waiting", False)])
def test_no_blinds_are_missed_where_there_are_none(name, blinds):
    stage = Stage(name)
    stage.tap("lobby")
    assert stage.report.says("Your chips stay on the table")
    assert stage.report.says("blinds that pass are missed") is blinds


@pytest.mark.parametrize("nobody", [False, True])
def test_nobody_is_said_to_call_where_no_floor_is_connected(nobody):
    stage = Stage(replace(SEATED, public=replace(SEATED.public, no_floor=nobody)))
    stage.tap("lobby")
    assert stage.report.says("Absences within one hour add up.")
    assert stage.report.says("You are called before the seat is lost.") is not nobody


def test_a_pause_in_mid_hand_is_not_between_two_hands():
    stage = Stage(replace(SEATED, public=replace(SEATED.public, phase="paused")))
    stage.tap("menu")
    assert "Paused" in stage.report.words
    assert not stage.report.says("Between hands")
