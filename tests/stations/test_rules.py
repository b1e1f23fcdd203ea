"""The rules page of every game that a house spreads: all of its words, and nothing over another."""

import pytest
from msgspec.structs import replace
from pygame import Rect

from firmware.games.banked.spread import catalogue
from firmware.games.poker.page import sheet
from firmware.screens.protocol import Close, Open, Prefs
from lab.scenes import VIEWS
from lab.scenes.reading_rules import rules_of
from lab.simulation.any_game import menu, page_of
from stations.areas import GLASS
from tests.overlaps import faults, recording
from tests.stage import Stage

GAMES = [(one.game, house) for one in menu() for house in one.houses[:1]]


def leaves(stage: Stage):
    """Every tab, leaf by leaf."""
    for tab in ("Pays", "Play", "Fees"):
        stage.tap(f"tab {tab}")
        yield tab, stage.report
        while "leaf next" in stage.report.targets:
            stage.tap("leaf next")
            yield tab, stage.report


def opened(view) -> Stage:
    stage = Stage(view)
    stage.tap("menu", "tile rules")
    return stage


def squeezed(words: str) -> str:
    return "".join(words.split())


def test_the_whole_page_of_games_show_is_on_the_glass():
    """Omaha as Artichoke Joe's spreads it: every sentence of `stormdeck games show`."""
    view = rules_of(page_of("omaha-hi-lo", "artichoke-joes"))
    told = squeezed("".join("".join(report.words) for _, report in leaves(opened(view))))
    page = sheet("omaha-hi-lo", "artichoke-joes", "limit")
    for section in page.sections:
        for line in section.lines:
            assert squeezed(line) in told, (section.title, line)
    assert squeezed(page.intro) in told


@pytest.mark.parametrize("large", [False, True])
def test_nothing_lies_over_anything_in_the_rules_of_any_game(large):
    with recording():
        for game, house in GAMES if large else GAMES[::4]:
            view = replace(rules_of(page_of(game, house)), prefs=Prefs(large=large))
            for tab, report in leaves(opened(view)):
                assert not faults(report.marks, Rect(GLASS)), (game, house, tab)
                assert all(GLASS.contains(text.rect) for text in report.texts), (game, tab)


def test_it_is_asked_for_while_it_is_read():
    stage = Stage(replace(VIEWS["rules"], rules=()))
    assert stage.tap("menu", "tile rules") == [Open("rules")]
    assert stage.report.says("One moment")
    stage.send(VIEWS["rules"])
    assert stage.report.says("Straight flush, four of a kind")
    assert stage.tap("page back") == [Close("rules")]


def test_every_row_of_a_pay_table_is_on_the_first_tab():
    view = VIEWS["banked-rules"]
    stage = opened(view)
    for circle in view.public.placard.layout.circles:
        for words, _ in circle.rows:
            assert stage.report.says(words), words
    assert stage.report.says("Who settles first")
    assert {game for game, _ in GAMES} >= {*catalogue()} - {""}


def test_a_page_that_is_open_when_the_table_comes_back_is_asked_for_again():
    stage = opened(VIEWS["rules"])
    stage.wait(2000, silent=True)
    assert stage.screen.state.dark
    assert Open("rules") in stage.send(replace(VIEWS["rules"], rules=()))
