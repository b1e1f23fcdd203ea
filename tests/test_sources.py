"""Every mark in code and pages can be looked up: docs/sources.md is the legend."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEGEND = (ROOT / "docs/sources.md").read_text()
HOUSE_RULES = (ROOT / "docs/house-rules.md").read_text()
FOLDERS = ("firmware", "drivers", "ui", "stations", "center_screen", "commands", "docs", "tests")
MARK = re.compile(r"\b(?:AJ|CR|DD|HG|CC)-A\d+[a-z]?\b|\bREQ-R\d+\b")


def texts():
    for folder in FOLDERS:
        for kind in ("*.py", "*.toml", "*.md"):
            for path in (ROOT / folder).rglob(kind):
                if path != Path(__file__) and "fixtures" not in path.parts:
                    yield path.relative_to(ROOT), path.read_text()


def test_every_mark_stands_in_the_legend():
    known = set(MARK.findall(LEGEND))
    lost = [(str(path), mark) for path, text in texts() for mark in MARK.findall(text)]
    assert [one for one in lost if one[1] not in known] == []


def test_a_mark_stands_for_one_decision():
    decided = re.findall(r"^\| ((?:AJ|CR|DD|HG|CC)-A\d+[a-z]?) \|", LEGEND, re.M)
    assert sorted(decided) == sorted(set(decided))


def test_a_rule_number_says_whose_rule_it_is():
    """R16 is one thing at Artichoke Joe's and another to a regulator."""
    bare = re.compile(r"(?<![\w-])R\d{1,2}[a-z]?\b(?!\d)")
    found = [
        f"{path}:{number}: {line.strip()}"
        for path, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if bare.search(line)
    ]
    assert found == []


def test_a_line_of_a_filing_names_a_filing_that_we_know():
    filings = set(re.findall(r"^\| (\d{3}) \|", LEGEND, re.M))
    named = {mark for _, text in texts() for mark in re.findall(r"\b(\d{3})[ab]? L\d", text)}
    assert named <= filings


@pytest.mark.parametrize("mark", ["AJ-R", "LP-"])
def test_every_rule_of_a_lightning_table_is_told_in_the_house_rules(mark):
    told = set(re.findall(rf"\b{mark}\d+", HOUSE_RULES))
    named = {one for _, text in texts() for one in re.findall(rf"\b{mark}\d+", text)}
    assert named <= told
