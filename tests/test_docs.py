"""What README and docs name is there: commands, options, targets of make, files."""

import re
from pathlib import Path

import commands

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md")),
         *sorted((ROOT / "systemd").glob("*.example"))]  # fmt: skip
SOURCES = [path for room in ("commands", "lab", "firmware") for path in (ROOT / room).rglob("*.py")]


def _found(pattern: str) -> set[tuple[str, str]]:
    """What a page names, and where."""
    return {
        (path.name, word)
        for path in PAGES
        for word in re.findall(pattern, path.read_text(), re.MULTILINE)
    }


def test_every_command_is_one():
    known = {*commands.COMMANDS, *commands._more(), "COMMAND"}
    named = _found(r"(?:^ {4}|`|/)stormdeck ([a-z][a-z-]+)")
    assert len(named) > 30
    assert {one for one in named if one[1] not in known} == set()


def test_every_option_is_one():
    text = "".join(path.read_text() for path in SOURCES)
    known = {*re.findall(r'"(--[a-z][a-z-]+)"', text)}
    lines = _found(r"(?:^ {4}|`|/)(stormdeck [^`#\n]*--[^`#\n]*)")
    named = {(page, option) for page, line in lines for option in re.findall(r"--[a-z-]{2,}", line)}
    assert len(named) > 20
    assert {one for one in named if one[1] not in known} == set()


def test_every_target_of_make_is_one():
    known = {*re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    named = _found(r"(?:^ {4}|`)make ([a-z]+)")
    assert len(named) > 8
    assert {one for one in named if one[1] not in known} == set()


def test_every_file_is_there():
    named = _found(r"\b((?:docs|systemd|image|tests|firmware|lab)/[\w/.-]*\w\.\w+)")
    assert len(named) > 20
    assert {one for one in named if not (ROOT / one[1]).exists()} == set()
