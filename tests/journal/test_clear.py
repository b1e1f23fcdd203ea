"""REQ-R16, REQ-R47: clearing the memory needs every factor; each one missing is refused."""

import json

import pytest
from msgspec.structs import replace

from firmware.errors import Fault, Refused
from firmware.journal.clear import ClearOrder, clear
from firmware.journal.two_people import Hand
from tests.journal.conftest import KEYS, Rig, note

ORDER = ClearOrder(
    first=Hand("Tom", "technician"),
    second=Hand("Mia", "manager"),
    logic_door_open=True,
    reason="both disks were wet",
)


def broken(rig: Rig) -> None:
    rig.open().journal.append([note("one")])
    for disk in (rig.a, rig.b):
        disk.flip(rig.segments()[0], 1000)


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        (replace(ORDER, second=ORDER.first), "two people"),
        (replace(ORDER, second=Hand("Tom", "manager")), "two people"),
        (replace(ORDER, second=Hand("Ann", "technician")), "two different roles"),
        (replace(ORDER, second=Hand("Ann", "player")), "two of"),
        (replace(ORDER, first=Hand(" ", "technician")), "two of"),
        (replace(ORDER, logic_door_open=False), "logic door"),
        (replace(ORDER, reason=" "), "why"),
    ],
)
def test_a_missing_factor_is_refused_and_nothing_changes(rig, missing, words):
    broken(rig)
    before = rig.a.files()
    with pytest.raises(Refused, match=words):
        clear((rig.a, rig.b), KEYS, missing, table="T1", clock=rig.clock)
    assert rig.a.files() == before
    with pytest.raises(Fault):
        rig.open()


def test_a_clear_keeps_the_old_journal_and_says_who_and_why(rig):
    broken(rig)
    old = set(rig.a.files().values())
    opened = clear((rig.a, rig.b), KEYS, ORDER, table="T1", clock=rig.clock)
    assert old <= set(rig.a.files().values())
    said = json.loads(opened.entries[-1].body)
    assert said == {"by": ["Tom (technician)", "Mia (manager)"], "reason": "both disks were wet"}
    assert rig.bodies() == []
