"""What a table installs: its own rooms and nothing of the lab, and every command of it is there."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = {"firmware", "drivers", "ui", "stations", "center_screen", "commands", "console", "desks"}
LEFT_BEHIND = shutil.ignore_patterns(".*", "build", "*.egg-info", "__pycache__")
BUILD = "import sys; from setuptools.build_meta import build_wheel; print(build_wheel(sys.argv[1]))"
NO_SITE = [sys.executable, "-I", "-S"]  # no editable installation: only what we put on its path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built from a copy of the whole tree, lab and tests too, by what is installed here."""
    copy, out = tmp_path_factory.mktemp("tree") / "copy", tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, copy, ignore=LEFT_BEHIND)
    subprocess.run(
        [sys.executable, "-c", BUILD, str(out)], cwd=copy, check=True, capture_output=True
    )
    (made,) = out.glob("stormdeck-*.whl")
    return made


@pytest.fixture(scope="module")
def table(wheel, tmp_path_factory) -> list[str]:
    """A machine on which only the wheel is installed, and what it depends on."""
    site, others = tmp_path_factory.mktemp("site"), Path(sysconfig.get_path("purelib"))
    zipfile.ZipFile(wheel).extractall(site)
    for one in others.iterdir():
        if not one.name.startswith(("stormdeck", "__editable__", "__pycache__")):
            (site / one.name).symlink_to(one)
    return [*NO_SITE, "-c", f"import sys; sys.path.insert(0, {str(site)!r}); exec(sys.argv[1])"]


def run(table: list[str], code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*table, code], capture_output=True, text=True, cwd=os.sep)


def test_the_wheel_has_the_rooms_of_a_table_and_no_other(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == ROOMS


def test_the_wheel_has_every_page_and_font_that_the_rooms_have(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for room in ROOMS:
        files = (path for path in (ROOT / room).rglob("*") if path.is_file())
        ours = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}
        assert ours - names == set()


def test_every_command_of_a_table_can_be_started_without_the_lab(table):
    code = """
import importlib, commands
for name, (module, _) in commands.COMMANDS.items():
    assert callable(importlib.import_module(module).main), name
assert not {"lab", "tests"} & {name.split(".")[0] for name in sys.modules}
"""
    ran = run(table, code)
    assert ran.returncode == 0, ran.stderr


def test_who_asks_a_table_for_the_lab_gets_one_clear_line(table):
    ran = run(table, "import commands; sys.exit(commands.main(['simulate']))")
    assert ran.returncode == 2
    assert ran.stderr.startswith("stormdeck: no command 'simulate'; there are: games, ")
    assert ran.stderr.endswith("come with stormdeck-lab, on no table.\n")
    assert ran.stderr.count("\n") == 1


def test_help_on_a_table_names_its_own_commands(table):
    ran = run(table, "import commands; sys.exit(commands.main(['--help']))")
    assert ran.returncode == 0
    assert "  table " in ran.stdout
    assert "simulate" not in ran.stdout
