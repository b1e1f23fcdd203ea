"""REQ-R16: what nobody can mend any more is set aside, not deleted."""

import json

import pytest

from firmware.errors import Fault
from firmware.journal.clear import clear
from tests.journal.conftest import KEYS, Rig, note


def broken(rig: Rig) -> None:
    rig.open().journal.append([note("one")])
    for disk in (rig.a, rig.b):
        disk.flip(rig.segments()[0], 1000)


def test_a_clear_keeps_the_old_journal_and_says_who_and_why(rig):
    broken(rig)
    with pytest.raises(Fault):
        rig.open()
    old = set(rig.a.files().values())
    clear((rig.a, rig.b), KEYS, "tom, mia", "both disks were wet", table="T1", clock=rig.clock)
    assert old <= set(rig.a.files().values())
    opened = rig.open()
    said = [json.loads(one.body) for one in opened.entries if one.kind == "journal.cleared"]
    assert said == [{"by": "tom, mia", "reason": "both disks were wet"}]
    assert rig.bodies() == []
