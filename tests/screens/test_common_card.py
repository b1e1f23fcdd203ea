"""Stud with eight who stay: the deck has no last card for each, and one is dealt for all. It is on
every glass, named, in gold where the named hand uses it, and in the hand told again."""

from itertools import pairwise

import pytest
from pygame import Surface

from firmware.games.cards import NAMES
from firmware.games.poker import commands as p
from firmware.games.poker.rules import Stakes
from firmware.screens import projection
from firmware.table.config import Config, Spread
from lab.scenes.pictures import Step, centered, played
from lab.simulation.bare_table import BareTable
from tests.screens.seen import everyone, station
from tests.stage import Stage
from ui.theme import CENTER, STATION

GAMES = ("seven-card-stud", "seven-card-stud-hi-lo", "razz")
FELT_ENDS = 444  # above it everybody's cards, below it the player's own


def eight_stay(game="seven-card-stud", to_the_end=True):
    """Everybody checks and calls; `to_the_end` or until the common card lies."""
    stakes = Stakes(200, 400, ante=50, bring_in=100, chip=50)
    spread = Spread(game, stakes, "limit", (2_000, 0))
    m = BareTable(Config("t1", "artichoke-joes", (spread,), seats=8), 1)
    m.open(*range(1, 9), chips=40_000).next_hand()
    seen = [everyone(m)]
    while (hand := m.table.live) is not None and (to_the_end or not hand.board):
        if hand.due == "act":
            m.move(p.Call(hand.queue[0]))
        elif not m.step():
            m.wait()
        seen.append(everyone(m))
    return m, seen


def on_center(m):
    return centered(everyone(m), Surface(CENTER, 0, 32)).report


def on_station(m, seat):
    return played(station(m, seat), Step(), Surface(STATION, 0, 32))[0].report


@pytest.mark.parametrize("game", GAMES)
def test_the_common_card_is_on_every_glass_and_named(game):
    """000 L280: too few cards for all who stay, so that one is everybody's seventh."""
    m, _ = eight_stay(game, to_the_end=False)
    (card,) = everyone(m).common
    for report in (on_center(m), *(on_station(m, seat) for seat in (1, 5, 8))):
        assert [face.card for face in report.faces].count(card) == 1
        assert report.says("Common card")
    assert on_center(m).words.count("Common card") == 2  # to both long sides


def test_the_menu_shows_it_too():
    m, _ = eight_stay(to_the_end=False)
    seat = next(n for n in range(1, 9) if n != everyone(m).actor)
    stage = Stage(station(m, seat))
    stage.tap("menu")
    assert stage.report.says("Common card")
    assert everyone(m).common[0] in [face.card for face in stage.report.faces]


@pytest.mark.parametrize("game", GAMES)
def test_it_lies_there_until_the_next_hand(game):
    m, _ = eight_stay(game)
    (card,) = everyone(m).common
    assert card in [face.card for face in on_center(m).faces]
    assert card in [face.card for face in on_station(m, 1).faces if face.rect.y < FELT_ENDS]


@pytest.mark.parametrize("game", GAMES)
def test_no_card_lies_twice_on_the_felt(game):
    """Stud's up cards stay where they lie; only what was face down is turned over."""
    m, _ = eight_stay(game)
    assert all(
        len(seat.shown) == 2 and len(seat.up) == 4 for seat in everyone(m).seats if seat.hand
    )
    faces = [face.card for face in on_center(m).faces]
    assert len(faces) == len(set(faces)) > 40
    for seat in range(1, 9):
        felt = [face.card for face in on_station(m, seat).faces if face.rect.y < FELT_ENDS]
        assert len(felt) == len(set(felt))


def test_the_hand_told_again_names_it():
    _, seen = eight_stay()
    name = f"Common card {NAMES[seen[-1].common[0]]}"
    moments = [projection.what_happened(*pair) for pair in pairwise(seen)]
    assert name in moments


def test_who_folds_leaves_no_card_on_the_felt():
    """His up cards lay there until the end, as if he still played for the pot."""
    m, _ = eight_stay(to_the_end=False)
    public = everyone(m)
    actor = public.actor
    up = public.seats[actor - 1].up
    m.move(p.Fold(actor))
    for report in (on_center(m), *(on_station(m, seat) for seat in range(1, 9))):
        assert not {*up} & {face.card for face in report.faces}
    while m.table.live is not None:
        if m.table.live.due == "act":
            m.move(p.Call(m.table.live.queue[0]))
        elif not m.step():
            m.wait()
    assert everyone(m).seats[actor - 1].up == ()
    assert not {*up} & {face.card for face in on_center(m).faces}


def test_stud_shows_no_dealer_button():
    """It went round the table, and the hand told again began with it."""
    m, seen = eight_stay(to_the_end=False)
    assert m.table.position.button
    assert {view.button for view in seen} == {0}
    assert projection.what_happened(None, seen[0]) == "Hand 1 begins"
