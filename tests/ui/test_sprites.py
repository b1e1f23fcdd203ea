"""All pictures of a program share one budget in bytes."""

import importlib
import pkgutil

import pygame
import pytest
from pygame import Surface

import center_screen
import stations
import ui
from center_screen.screen import Screen as Center
from lab.scenes import CENTERS, VIEWS
from lab.scenes.pictures import NOW, centered
from stations.screen import Screen
from tests.stage import Stage
from ui.sprites import MEGABYTE, PLACE_BYTES, SPRITES, Sprites, weight
from ui.theme import CENTER

SMALL = 12 * MEGABYTE  # hardly more than one picture of the center
SIDE = 100
ONE = SIDE * SIDE * 4 + PLACE_BYTES


@pytest.fixture
def small():
    usual = SPRITES.budget
    SPRITES.allow(SMALL)
    yield SPRITES
    SPRITES.allow(usual)


def truth(sprites: Sprites) -> int:
    return sum(map(weight, sprites.things())) + PLACE_BYTES * len(sprites)


def square(_: object) -> Surface:
    return Surface((SIDE, SIDE), pygame.SRCALPHA, 32)


def test_what_was_used_last_stays():
    sprites = Sprites(3 * ONE)
    draw = sprites.cached(square)
    first = draw("used again and again")
    for n in range(20):
        draw(n)
        assert draw("used again and again") is first
        assert sprites.bytes <= sprites.budget
    assert sprites.drawn["square"] == 21


def test_a_picture_that_two_keep_is_counted_once_and_as_long_as_one_keeps_it():
    sprites = Sprites(10 * ONE)
    draw = sprites.cached(square)
    again = sprites.cached(lambda surface: (surface, surface.copy()))
    again(draw("card"))
    assert sprites.bytes == 2 * ONE == truth(sprites)
    sprites.allow(ONE)  # the card alone goes first, and frees nothing
    assert sprites.bytes == truth(sprites) == 0


def test_less_may_be_kept_at_any_time():
    sprites = Sprites(10 * ONE)
    draw = sprites.cached(square)
    for n in range(10):
        draw(n)
    sprites.allow(4 * ONE)
    assert sprites.bytes == truth(sprites) == 4 * ONE


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_the_budget_holds_in_any_state_of_a_station(small, every):
    stage = Stage("attract")
    for view in list(VIEWS.values())[::every]:
        stage.send(view)
        stage.wait(120)
        stage.wait(900)
        assert small.bytes <= SMALL
    assert small.bytes == truth(small)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_the_budget_holds_in_any_state_of_the_center(small, every):
    screen, surface = Center(), Surface(CENTER, 0, 32)
    for n, view in enumerate(list(CENTERS.values())[::every]):
        screen.update(view, NOW + n * 1000)
        screen.draw(surface, NOW + n * 1000 + 120)
        screen.draw(surface, NOW + n * 1000 + 900)
        assert small.bytes <= SMALL
    assert small.bytes == truth(small)


def test_what_had_to_go_looks_the_same_when_it_comes_back(small):
    """A picture is drawn from its arguments alone."""
    found = []
    for budget in (SMALL, 400 * MEGABYTE):
        small.allow(budget)
        surface = Surface(CENTER, 0, 32)
        for name in ("showdown", "flop-sidepots", "stud"):
            centered(CENTERS[name], surface)
        found.append(surface.get_buffer().raw)
    assert found[0] == found[1]


def test_a_fresh_station_keeps_what_it_made_ahead():
    """Decks and rehearsal fit in, or they would be made for nothing."""
    SPRITES.forget()
    screen = Screen()
    screen.warm()
    for _ in screen.ahead():
        pass
    drawn = SPRITES.drawn.copy()
    for _ in Screen().ahead():
        pass
    assert (SPRITES.drawn - drawn).total() < drawn.total() / 100


def test_no_picture_is_kept_anywhere_else():
    for room in (ui, stations, center_screen):
        for info in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            for made in vars(importlib.import_module(info.name)).values():
                if hasattr(made, "cache_info"):
                    told = str(made.__annotations__["return"])
                    assert not any(word in told for word in ("Surface", "Sprite", "Font")), made
