"""REQ-R47: two people, two roles, a reason, a finished hand; and it is written down first."""

import json

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.journal import folds
from firmware.journal.records import HandEnded, HandStarted, to_record
from firmware.journal.two_people import Hand
from firmware.journal.unseal import UnsealOrder, unseal
from lab.faults.faulty_disk import PowerCut
from tests.journal.conftest import Rig, note


def played(rig: Rig, *more) -> tuple:
    """Record 1 is the birth; 2 the start of hand 1; 3 its sealed cards; 4 a word in the clear."""
    journal = rig.open().journal
    start = [to_record(HandStarted(1)), note("Ah Kd", sealed=True), note("a raise")]
    journal.append([*start, *map(to_record, more)])
    fold = folds.Folds()
    folds.take(fold, journal.read(1, journal.head.seq))
    return journal, fold.recall


ORDER = UnsealOrder(Hand("Mia", "manager"), Hand("Rex", "regulator"), 3, "a disputed pot")
OVER = HandEnded(1, ())


def test_two_people_read_it_and_the_journal_says_so(rig):
    journal, recall = played(rig, OVER)
    assert unseal(journal, recall, ORDER) == b"Ah Kd"
    (entry,) = journal.read(journal.head.seq, journal.head.seq)
    assert entry.kind == "journal.unsealed"
    assert json.loads(entry.body) == {
        "by": ["Mia (manager)", "Rex (regulator)"], "record": 3, "reason": "a disputed pot",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        (replace(ORDER, second=ORDER.first), "two people"),
        (replace(ORDER, second=Hand("Mia", "auditor")), "two people"),
        (replace(ORDER, second=Hand("Mia ", "auditor")), "two people"),
        (replace(ORDER, second=Hand("Max", "manager")), "two different roles"),
        (replace(ORDER, second=Hand("Tom", "technician")), "needs two of"),
        (replace(ORDER, first=Hand("", "manager")), "needs two of"),
        (replace(ORDER, reason=" "), "why"),
        (replace(ORDER, record=4), "not sealed"),
        (replace(ORDER, record=99), "no record 99"),
        (replace(ORDER, record=0), "no record 0"),
    ],
)
def test_a_missing_factor_is_refused_and_leaves_no_record(rig, missing, words):
    journal, recall = played(rig, OVER)
    before = journal.head
    with pytest.raises(Refused, match=words):
        unseal(journal, recall, missing)
    assert journal.head == before


def test_nobody_looks_into_a_hand_that_is_being_played(rig):
    journal, recall = played(rig)
    with pytest.raises(Refused, match="still being played"):
        unseal(journal, recall, ORDER)


def test_who_pulls_the_plug_has_not_looked(rig):
    """The trace is durable before the body is read."""
    journal, recall = played(rig, OVER)
    rig.fuse.blows_at = rig.fuse.step + 1
    with pytest.raises(PowerCut):
        unseal(journal, recall, ORDER)
