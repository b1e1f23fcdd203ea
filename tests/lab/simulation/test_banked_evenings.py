"""Banked games of every house, with bots at the whole table: books exact, receipts verified."""

import json

import pytest

from firmware.fairness import verify
from firmware.games.banked.spread import houses
from lab.live.simulate import main

PAGES = [(house, game) for house, games in houses().items() for game in games]


def evening(capsys, tmp_path, house: str, game: str, rounds: int) -> dict:
    kept = str(tmp_path / "receipts")
    words = ["--headless", "--json", "--seed", "5", "--game", game, "--house", house]
    assert main([*words, "--hands", str(rounds), "--receipts", kept]) == 0
    told = json.loads(capsys.readouterr().out)
    receipts = sorted((tmp_path / "receipts").iterdir())
    assert len(receipts) == told["receipts"] > rounds
    assert verify.main([str(path) for path in receipts]) == 0
    return told


def test_an_evening_of_any_game_by_its_name(capsys, tmp_path):
    told = evening(capsys, tmp_path, "artichoke-joes", "ruyi-baccarat", 3)
    assert (told["hands"], told["problems"]) == (3, [])
    assert told["fees"] > 0


@pytest.mark.soak
@pytest.mark.parametrize(("house", "game"), PAGES)
def test_soak_two_hundred_rounds(capsys, tmp_path, house, game):
    told = evening(capsys, tmp_path, house, game, 200)
    assert told["hands"] >= 200
    assert told["problems"] == []
    assert told["bought_in"] == told["cashed_out"] + told["fees"] + told["pools"]
