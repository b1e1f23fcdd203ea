"""ARCHITECTURE.md is true: its rooms are the tree's, and its last column is what they import.

python -m tests.test_architecture prints that column as the code has it.
"""

import ast
import re
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "ARCHITECTURE.md"
PACKAGES = sorted(
    one.parent.name for one in ROOT.glob("*/__init__.py") if one.parent.name != "tests"
)
ALONE = {  # handed out, run anywhere -> what they use where it is installed
    "firmware.fairness.verify": set(),
    "firmware.journal.verifier": {"cryptography"},
}
NOTHING, EVERYTHING = "–", "everything"


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)


def rows() -> dict[str, str]:
    """Room, as a module or a folder -> what it may import."""
    table = PAGE.read_text().split("## Rooms")[1].split("\n## ")[0]
    lines = re.findall(r"^\| (`.*`) \|.*\| (.+?) \|$", table, re.MULTILINE)
    return {room: last for first, last in lines for room in re.findall(r"`(.+?)`", first)}


def module(path: str) -> str:
    return path.rstrip("/").removesuffix(".py").replace("/", ".")


def rooms() -> list[str]:
    """Every package of the house; the firmware's are rooms of their own."""
    inside = [one for one in (ROOT / "firmware").iterdir() if one.name[0] not in "_."]
    firmware = [f"firmware/{one.name}" + "/" * one.is_dir() for one in inside]
    return sorted([*firmware, *(f"{name}/" for name in PACKAGES if name != "firmware")])


def imports(graph: grimp.ImportGraph, room: str) -> set[str]:
    """What the modules of a room import from elsewhere, Python's own library apart."""
    own = {room, *graph.find_descendants(room)}
    found = set().union(*map(graph.find_modules_directly_imported_by, own)) - own
    return {one for one in found if one.split(".")[0] not in sys.stdlib_module_names}


def covers(allowed: str, imported: str) -> bool:
    return any(f"{imported}.".startswith(f"{one}.") for one in (allowed, f"firmware.{allowed}"))


def test_every_room_has_its_row_and_every_row_its_room():
    told = rows()
    assert [room for room in rooms() if room not in told] == []
    assert [room for room in told if not (ROOT / room).exists()] == []


@pytest.mark.parametrize("room", rooms())
def test_a_room_imports_what_the_map_says_and_nothing_else(graph, room):
    said = rows()[room]
    if said == EVERYTHING:
        return
    allowed = [] if said == NOTHING else re.split("[,;] ", said)
    found = imports(graph, module(room))
    assert {one for one in found if not any(covers(name, one) for name in allowed)} == set()
    assert {name for name in allowed if not any(covers(name, one) for one in found)} == set()


def test_every_file_that_the_map_names_is_there():
    missing = []
    for section in PAGE.read_text().split("\n## "):
        room = re.search(r"^.*\(`(.+/)`\)$", section, re.MULTILINE)
        named = re.findall(r"`([\w/]+(?:/|\.py|\.toml))`", section.split("\n", 1)[1])
        places = [ROOT, ROOT / room[1]] if room else [ROOT]
        missing += [one for one in named if not any((place / one).exists() for place in places)]
    assert missing == []


@pytest.mark.parametrize("name", ALONE)
def test_a_verifier_that_is_handed_out_needs_nothing_of_ours(graph, name):
    assert imports(graph, name) == ALONE[name]


def test_no_package_stands_outside_the_contracts():
    contracts = (ROOT / "pyproject.toml").read_text().split("[tool.importlinter]")[1]
    named = re.search(r"root_packages = \[(.*)\]", contracts)
    assert named is not None
    assert sorted(re.findall(r'"(\w+)"', named[1])) == PACKAGES


def _column(graph: grimp.ImportGraph, room: str) -> str:
    found = {one.removeprefix("firmware.").split(".")[0] for one in imports(graph, module(room))}
    ours = {one.rstrip("/").removesuffix(".py").removeprefix("firmware/") for one in rooms()}
    parts = (", ".join(sorted(found & ours)), ", ".join(sorted(found - ours)))
    return "; ".join(part for part in parts if part) or NOTHING


if __name__ == "__main__":
    built = grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)
    for one in rooms():
        print(f"{one:<24} {_column(built, one)}")


PLAYS = {"Hand", "Round", "Pan", "PokerPlay", "BankedPlay", "PanPlay"}


def test_outside_the_engines_nobody_asks_which_play_it_is():
    """A hand of poker, a round against a bank, pan: the other rooms know one `Play`. PHH alone is a
    format of poker hands and refuses what is none."""
    found = []
    for room in ("firmware", "stations", "center_screen", "desks", "console", "commands"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text("utf-8")
            known = "firmware/games" in path.as_posix() or path.match("firmware/history/write.py")
            if known or "isinstance(" not in text:
                continue
            tree = ast.parse(text)
            engines = {
                alias.asname or alias.name
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith("firmware.games")
                for alias in node.names
                if alias.name in PLAYS
            }
            found += [
                f"{path.relative_to(ROOT)}:{node.lineno}"
                for node in ast.walk(tree)
                if isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == "isinstance"
                and engines & {getattr(one, "id", "") for one in ast.walk(node.args[1])}
            ]
    assert found == []
