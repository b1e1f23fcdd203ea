"""No rule without a test, no setting without a source, and the page for the floor is true."""

import re
from pathlib import Path

import pytest

from firmware.table import events as e
from firmware.table.settings import house_tables
from tests.table.ruling import AJ, DELTA


def names() -> str:
    here = Path(__file__).parent
    return " ".join(
        re.findall(r"def (test_\w+)", "".join(p.read_text() for p in here.glob("*.py")))
    )


@pytest.mark.parametrize("number", range(1, 35))
def test_every_rule_has_a_test_or_is_for_people_only(number):
    house = house_tables()[AJ]
    rule = f"AJ-R{number}"
    if rule in house.people:
        assert rule not in house.rules
    else:
        assert rule in house.rules
        assert re.search(rf"test_\w*R{number}_", names()), f"no test is named after {rule}"


@pytest.mark.parametrize("number", range(1, 24))
def test_every_requirement_of_delta_has_a_test_or_is_for_people_only(number):
    house = house_tables()[DELTA]
    rule = f"LP-{number:02}"
    if rule not in house.people:
        assert rule in house.rules
        assert re.search(rf"test_\w*LP_{number:02}", names()), f"no test is named after {rule}"


@pytest.mark.parametrize("house", house_tables())
def test_every_setting_has_a_source_or_a_decision(house):
    page = house_tables()[house]
    fields = set(type(page.settings).__struct_fields__)
    assert fields == set(page.sources) | set(page.decisions)
    assert all(len(words) > 5 for words in (*page.sources.values(), *page.decisions.values()))


def test_R5_R6_R8_R11_R12_and_R32_are_for_people_only():
    assert set(house_tables()[AJ].people) == {f"AJ-R{number}" for number in (5, 6, 8, 11, 12, 32)}


def test_the_docs_page_is_up_to_date():
    from commands.rules_doc import text

    page = Path(__file__).parents[2] / "docs" / "house-rules.md"
    assert page.read_text("utf-8") == text(), "run `stormdeck rules-doc`"


def test_events_of_the_floor_carry_name_and_reason():
    from typing import get_args

    floors = (e.Opened, e.ClosingBegan, e.Paused, e.Resumed, e.SeatReserved, e.EntryApproved,
              e.FoulOrdered, e.HandVoided, e.Moved, e.Barred, e.Unbarred, e.KeptApart,
              e.AwayExtended, e.ClockSet, e.GameChanged, e.ChangeProposed, e.JackpotPaid,
              e.JackpotDenied, e.LeaveAsked, e.TournamentStarted, e.EndAnswered,
              e.SeatReleased)  # fmt: skip
    for kind in floors:
        assert kind in get_args(e.AnyEvent)
        assert {"by", "reason"} <= set(kind.__struct_fields__)
