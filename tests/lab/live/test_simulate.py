"""What stands in the way of a table is said in one line that helps."""

import asyncio
import re
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from lab.live import simulate
from lab.live.home import lay_out
from lab.live.live_table import FALLS, LiveTable
from lab.live.ports import keep, listen
from lab.live.room import Room
from lab.simulation.any_game import page_of


@pytest.mark.parametrize(
    ("asked", "said"),
    [(["--port", "99999"], "99999 is no port: 1 to 65535"), (["--port", "x"], "x is no port"),
     (["--game", "old-maid"], "there is no 'old-maid'"), (["--bots", "11"], "11"),
     (["--house", "hollywood"], "--game NAME")],
)  # fmt: skip
def test_a_mistake_is_one_line(asked, said, capsys):
    try:
        code = simulate.main(asked)
    except SystemExit as end:
        code = end.code
    assert code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert said in told


def test_a_port_that_is_taken_names_the_table_that_may_be_there(capsys):
    """Two instances, or a program of somebody else: nothing was started."""
    with listen(0) as first:
        port = first.getsockname()[1]
        assert simulate.main(["--port", str(port), "--no-browser"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"look at http://127.0.0.1:{port}/" in told
    assert f"make run PORT={port + 10}" in told


def test_a_folder_that_another_table_has_is_left_alone(tmp_path, capsys):
    """Its keys would be made anew under a table that runs."""
    with closing(keep(tmp_path)):
        assert simulate.main(["--data", str(tmp_path), "--port", "0", "--no-browser"]) == 2
        assert [one.name for one in tmp_path.iterdir()] == ["lock"]
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"make run DATA={tmp_path}-2" in told


def test_a_folder_goes_on_with_the_game_that_it_has(tmp_path, capsys):
    """Its journal knows no other: the page would name a game that nobody plays."""
    stud = page_of("seven-card-stud")
    assert simulate.goes_on(None, stud) == simulate.goes_on(tmp_path, stud) == stud
    assert simulate.goes_on(tmp_path, None) is None
    lay_out(tmp_path, stud.seats, config=stud)
    for wanted in (stud, None):
        assert simulate.goes_on(tmp_path, wanted).spreads == stud.spreads
    assert simulate.main(["--data", str(tmp_path), "--game", "pokara"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "keeps a table of seven-card-stud" in told


async def _falls(tmp_path, lived_s: float) -> None:
    table = LiveTable(tmp_path, 7)
    table.programs = SimpleNamespace(lived_s=lambda name: lived_s, log=lambda name: "Why.\n")
    for _ in range(FALLS):
        assert table.fault is None
        table._fell("table")
    assert table.stopped.is_set()
    assert str(table.fault).endswith("It said: Why.")
    table.clear()


@pytest.mark.parametrize("lived_s", [0.2, 5.0])
def test_a_program_that_never_stands_is_one_line_on_a_slow_machine_too(tmp_path, lived_s):
    asyncio.run(_falls(tmp_path, lived_s))


def test_make_run_knows_what_that_line_says():
    page = (Path(__file__).parents[3] / "Makefile").read_text()
    for word, option in (
        ("GAME", "--game"),
        ("HOUSE", "--house"),
        ("PORT", "--port"),
        ("DATA", "--data"),
    ):
        assert re.search(rf"simulate .*\$\(if \$\({word}\),{option} \$\({word}\)\)", page)


def test_where_the_journal_lies_is_the_last_thing_it_says(tmp_path):
    room = Room(lambda home, config: None)
    assert "make run DATA=" in room.summary(None)
    room.hands = 1
    assert room.summary(tmp_path) == (
        f"1 hand; every cent is accounted for; the journal lies in {tmp_path}."
    )
