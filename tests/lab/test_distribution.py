"""The lab is a distribution of its own: it carries all its rooms, and brings its commands."""

import tomllib
from importlib.util import find_spec
from pathlib import Path

import commands
from lab.commands import COMMANDS

LAB = Path(__file__).parents[2] / "lab"


def test_every_room_of_the_lab_is_in_its_distribution():
    page = tomllib.loads((LAB / "pyproject.toml").read_text())
    rooms = {".".join(one.parent.relative_to(LAB.parent).parts) for one in LAB.rglob("__init__.py")}
    assert set(page["tool"]["setuptools"]["packages"]) == rooms


def test_where_the_lab_is_its_commands_are_found(capsys):
    assert commands.main(["--help"]) == 0
    said = capsys.readouterr().out
    for name, (module, words) in COMMANDS.items():
        assert f"  {name:<12} {words}\n" in said
        assert find_spec(module) is not None
    assert not set(COMMANDS) & set(commands.COMMANDS)
