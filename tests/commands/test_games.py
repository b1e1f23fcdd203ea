"""stormdeck games."""

import json

import pytest

from commands import main
from firmware.games.poker.rules import games, houses, spread


def run(capsys, *args):
    code = main(["games", *args])
    out = capsys.readouterr()
    return code, out.out, out.err


def test_the_list_fits_a_terminal_and_marks_who_spreads_what(capsys):
    code, out, _ = run(capsys)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    row = next(line for line in out.splitlines() if line.startswith("badugi "))
    assert row.split() == ["badugi", "Badugi", "2-8", ".", ".", ".", ".", "x"]
    assert "jacks-back-low" not in out  # what jacks-back becomes, not a game to choose


def test_the_list_as_json_a_game_a_line(capsys):
    _, out, _ = run(capsys, "--json")
    rows = {row["id"]: row for row in map(json.loads, out.splitlines())}
    assert rows["razz"]["family"] == "stud"
    omaha = rows["omaha"]
    assert (omaha["row"], omaha["state"]) == (3, "plays")
    assert omaha["houses"] == [*omaha["structures"]]
    assert omaha["structures"]["hawaiian-gardens"] == ["limit", "pot-limit", "no-limit"]
    assert rows["fast-nine"]["state"] == "not yet: the filing has its name and no rules"


def test_what_has_no_page_is_told_with_its_row(capsys):
    lines = run(capsys)[1].splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("29 fast-nine"))
    assert lines[at].split()[2:] == ["not", "yet", "x", ".", ".", ".", "."]
    assert lines[at + 1].strip() == "the filing has its name and no rules"


def test_a_page(capsys):
    code, out, _ = run(capsys, "show", "omaha-hi-lo", "--house", "artichoke-joes")
    assert code == 0
    assert out.startswith("Omaha High/Low, eight or better\nArtichoke Joe's, limit\n")
    assert "A bet and four raises a round" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_page_as_json(capsys):
    args = ["show", "omaha-hi-lo", "--house", "artichoke-joes", "--limit", "no-limit", "--json"]
    _, out, _ = run(capsys, *args)
    told = json.loads(out)
    assert told["page"]["where"] == "Artichoke Joe's, no-limit"
    assert told["rules"]["settings"]["opening_blinds"] == 2
    titles = [section["title"] for section in told["page"]["sections"]]
    assert titles[:3] == ["Table", "Forced bets", "The play"]


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["omaha-hilo"], "game: there is no 'omaha-hilo'; perhaps omaha-hi-lo"),
        (
            ["omaha", "--house", "artichoke"],
            "house: there is no 'artichoke'; perhaps artichoke-joes",
        ),
        (["omaha", "--limit", "nolimit"], "limit: there is no 'nolimit'; perhaps no-limit"),
        (
            ["badugi", "--house", "casino-royale"],
            "Casino Royale does not spread Badugi; Hawaiian Gardens does",
        ),
        (
            ["omaha", "--house", "club-caribe", "--limit", "spread"],
            "Club Caribe spreads Omaha as limit, not spread",
        ),
    ],
)
def test_a_wrong_name_is_one_clear_line(capsys, args, line):
    code, out, err = run(capsys, "show", *args)
    assert (code, out) == (2, "")
    assert err.startswith(f"stormdeck games: {line}")
    assert err.count("\n") == 1


def test_every_page_of_a_house_has_its_stakes_and_fees(capsys):
    for house, home in houses().items():
        for game, here in home.games.items():
            for limit in spread(games()[game], here):
                code, out, _ = run(capsys, "show", game, "--house", house, "--limit", limit)
                assert code == 0
                assert "Posted: " in out or "Stakes: " in out
                assert "\nFees " in out
                assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("texas-holdem", "--house", "casino-royale"), "$4 for 6 to 10 players, $3 for 4 and 5"),
        (("razz", "--house", "hawaiian-gardens"), "$1 if it ends on the first street"),
        (("razz", "--house", "artichoke-joes"), "Option 11: $3 for 2 to 8 players."),
        (("razz", "--house", "club-caribe"), "None is filed for this game"),
    ],
)
def test_the_fees_are_those_of_the_sheets(capsys, args, says):
    """001 L1044-1052, 003 L434-437, 000 L1704."""
    assert says in " ".join(run(capsys, "show", *args)[1].split())
