"""The list of games beside the catalogue of the five filings. catalogue.txt holds its rows."""

import re
from pathlib import Path

from firmware.games.banked import spread as banked
from firmware.games.filed import filed, rows
from firmware.games.poker.rules import games

DIGESTS = {
    "000a": "artichoke-joes", "000b": "artichoke-joes", "001": "casino-royale",
    "002": "delta-downtown", "003": "hawaiian-gardens", "004": "club-caribe",
}  # fmt: skip
# Words of the catalogue that are no id of a game: how it is bet, other names, parts of a name.
WORDS = {
    "no-limit", "pot-limit", "sit-n-go", "ace-to-five", "deuce-to-seven", "cuban-poker",
    "double-hand", "six-card", "wild-dominoes",
}  # fmt: skip


def read() -> dict[int, tuple[str, set[str]]]:
    text = Path(__file__).with_name("catalogue.txt").read_text()
    cells = [[c.strip() for c in line.split("|")] for line in text.splitlines() if line[0] == "|"]
    every = set(DIGESTS.values())
    return {
        int(row[1]): (
            row[2],
            {DIGESTS[d] for d in row[4].replace(",", "").split() if d != "all"} or every,
        )
        for row in cells
    }


def test_every_row_of_the_catalogue_is_listed_and_no_other():
    assert [*rows()] == [*read()] == [*range(1, 53)]
    listed = [game.id for game in filed()]
    assert len(listed) == len(set(listed))


def test_each_row_has_the_houses_that_filed_it():
    found: dict[int, set[str]] = {}
    for game in filed():
        if game.row:
            found.setdefault(game.row, set()).update(game.houses)
    differ = {
        row: sorted(told ^ found[row]) for row, (_, told) in read().items() if told != found[row]
    }
    assert differ == {}


def test_the_games_of_a_row_are_those_that_it_names():
    """By its own ids, where the catalogue writes them; each of ours has a word of it."""
    for number, (text, _) in read().items():
        ours = {game.id for game in filed() if game.row == number}
        named = {*re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", text)} - WORDS
        assert named <= ours, number
        words = {*re.findall(r"[a-z]{3,}", text.lower())}
        assert all(words & {*re.findall(r"[a-z]+", game)} for game in ours), number


def test_what_has_a_page_plays_and_what_has_none_says_so():
    pages = {*games(), *banked.catalogue()}
    for game in filed():
        assert game.state.startswith("plays") or game.id not in pages
        assert game.state.split(":")[0].split(",")[0] in ("plays", "not yet")
    for row in rows().values():
        assert not pages & {*row.houses, *row.circle, *row.why}, "its page says it"


def test_a_game_of_our_own_is_no_row():
    assert [game.id for game in filed() if game.row is None] == ["short-deck-holdem"]


def test_who_has_to_sign_what_of_a_game_is_told_and_of_the_others_that_they_play():
    for game in filed():
        if game.family == "banked":
            words = {house: banked.banked_rules(game.id, house).to_sign for house in game.houses}
            open_ = {house: why for house, why in words.items() if why}
            assert (game.state == "plays") == (not open_), game.id
            told, _, why = game.state.partition(": ")
            assert told.removeprefix("plays, to be signed by ").split(", ") == [*open_] or not open_
            assert all(one in why for one in open_.values())
