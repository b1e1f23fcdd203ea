"""The lab's room: any game of the catalogue, one table after the other."""

import asyncio
from random import Random

import pytest

from firmware.machine.plan import table_of
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage
from firmware.table.checking import validate
from lab.live.answers import taps
from lab.live.home import lay_out
from lab.live.room import Room
from lab.simulation.any_game import FAVORITES, house_names, menu, page_of
from ui.door import Told


class PaperTable:
    """Stands until it is told to end."""

    def __init__(self, config) -> None:
        self.config, self.stopped = config, asyncio.Event()
        self.failure = self.fault = None
        self.asked_to_end = self.hands = 0

    async def start(self, tell) -> bool:
        return True

    async def stop(self) -> None:
        self.stopped.set()

    def clear(self) -> None:
        pass

    def end(self) -> None:
        self.stopped.set()

    def end_after_hand(self) -> None:
        self.asked_to_end += 1


def test_another_game_is_another_table_after_the_hand(tmp_path):
    stood = []

    def stand(home, config):
        stood.append((home.name, PaperTable(config)))
        return stood[-1][1]

    def ready(table) -> None:
        if len(stood) == 1:
            room.wish("ruyi-baccarat", "")
            assert not table.stopped.is_set(), "the hand is played out"
            assert table.asked_to_end == 1
            room.wish("omaha", "")  # changed his mind
            room.wish("omaha", "")  # and does not want to wait
            assert table.stopped.is_set()
        else:
            room.end()

    room = Room(stand)
    (tmp_path / "table-2").mkdir()  # of an earlier evening

    asyncio.run(room.run(tmp_path, page_of("pokara"), lambda words: None, ready))
    games = [(name, table.config.spreads[0].game) for name, table in stood]
    assert games == [(tmp_path.name, "pokara"), ("table-3", "omaha")]
    assert room.table is None


def test_a_game_that_is_not_there_changes_nothing():
    room = Room(lambda home, config: None)
    with pytest.raises(BadPage, match="there is no 'old maid'"):
        room.wish("old maid", "")
    with pytest.raises(BadPage, match="does not spread"):
        room.wish("pokara", "delta-downtown")


def test_every_game_of_the_menu_makes_a_table():
    offered = {one.game: one for one in menu()}
    assert set(FAVORITES) <= set(offered)
    assert len(offered) == len(menu())
    for one in menu():
        assert one.houses
        for house in one.houses:
            assert house in house_names()
            validate(page_of(one.game, house))


@pytest.mark.parametrize("game", ["lightning-sit-n-go", "ez-baccarat", "seven-card-stud"])
def test_the_page_that_is_laid_out_says_what_was_asked_for(tmp_path, game, monkeypatch):
    """Written as TOML and read as a table reads it: nothing is lost on the way."""
    monkeypatch.setattr("lab.live.home.demo_books", lambda *args: (_NoBank(), ["track"]))
    config = page_of(game)
    home, _ = lay_out(tmp_path, config.seats, config=config, gap_ms=600)
    written = table_of(TomlFile(home.page))
    assert written.spreads == config.spreads
    assert written.tournament == config.tournament
    assert (written.house, written.seats) == (config.house, config.seats)
    assert written.ways.gap_ms == 600


class _NoBank:
    class store:
        @staticmethod
        def close() -> None:
            pass


ASKED = {
    "bank": ["pass bank", "take bank", "stake minus", "stake 5000", "stake 20000"],
    "bets": ["chip 500", "chip 2500", "circle player", "circle tie", "place"],
    "bets that were refused": ["chip 500", "circle player", "clear bets", "place"],
    "no chips for a bet": ["place"],
    "verbs": ["do fold", "do play 500"],
    "one card to change": ["do stand", "place 0", "place 1"],
    "a hand to set": ["laid 0", "laid 1", "undo", "house way", "declare"],
    "thirteen cards to set": ["laid 0", "do dragon", "undo", "house way", "declare"],
    "cards to give up": ["place 0", "place 1", "place 2"],
    "draw": ["place 0", "place 1", "draw"],
    "pick": ["pick yes", "pick no"],
    "roll": ["up", "down"],
    "kill": ["no", "yes"],
    "cut": ["cut skip", "cut 1"],
}


@pytest.mark.parametrize("kind", ASKED)
def test_a_finger_answers_whatever_is_asked(kind):
    seen = Told((1280, 800), [], dict.fromkeys(("menu", *ASKED[kind]), (0, 0, 9, 9)), [], 0)
    for seed in range(20):
        found = taps(seen, Random(seed))
        assert found
        assert set(found) <= set(ASKED[kind])


def test_a_finger_does_not_lay_more_on_bets_that_were_refused():
    there = dict.fromkeys(("chip 500", "circle field", "clear bets", "place"), (0, 0, 9, 9))
    seen = Told((1280, 800), [], there, [], 0)
    assert all(taps(seen, Random(seed))[0] == "clear bets" for seed in range(20))


def test_a_finger_lets_a_glass_be_that_asks_for_nothing():
    seen = Told((1280, 800), [], {"menu": (0, 0, 9, 9), "placed": (0, 0, 9, 9)}, [], 0)
    assert taps(seen, Random(1)) == []
