"""What the lab's page reads of a running table's journal."""

import json
from pathlib import Path

import pytest

from firmware.journal.frame import Entry
from lab.live.ticker import JournalTail, Line, lines, record
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> tuple[list[Entry], int]:
    """Every record that two tails found: one read as it was written, one at the end."""
    home: Path = tmp_path_factory.mktemp("table")
    whole = WholeTable(home, 3)
    table = whole.power_on()
    tail, found = JournalTail(home / "a"), []

    def over() -> bool:
        found.extend(tail.new())
        return table.table.this_hand.number > 2

    play(whole, company(whole, calls), over)
    found.extend(tail.new())
    head = table.journal.head.seq
    whole.power_off()
    assert [one.seq for one in JournalTail(home / "a").new()][: len(found)] == [
        one.seq for one in found
    ]
    return found, head


def test_every_record_once_in_order_while_it_grows(told):
    found, head = told
    assert [one.seq for one in found] == [*range(1, head + 1)]


def test_a_tail_of_a_table_that_never_ran_is_empty(tmp_path):
    assert JournalTail(tmp_path).new() == []


def test_what_a_person_reads_of_it(told):
    words = [line for entry in told[0] for line in lines(entry)]
    assert (
        Line(words[0].record, words[0].at_ms, "Journal", "the table starts, its disks agree")
        == (words[0])
    )
    said = {(line.kind, line.words) for line in words}
    assert ("Journal", "hand #1 opens") in said
    assert ("Journal", "cards dealt, sealed") in said
    assert ("Seal", "the deck is sealed") in said
    assert any(line.words == "checks" and line.seat for line in words)


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [("FaultOpened", {"name": "LINK_DOWN seat 5",
                      "words": "Seat 5 is silent: no cable. All is safe. Plug it in."},
      "Seat 5 is silent: no cable"),
     ("FaultCleared", {"name": "LINK_DOWN doors"}, "doors: link down is over"),
     ("FaultCleared", {"name": "BANK_AWAY"}, "bank away is over"),
     ("OrderAnswered", {"by": "flo", "words": "Seat 5 is told: on the way."},
      "flo: Seat 5 is told: on the way")],
)  # fmt: skip
def test_a_line_is_short_and_its_record_has_the_rest(kind, body, words):
    entry = Entry(1, 0, kind, json.dumps(body).encode(), False, True, bytes(32))
    assert [line.words for line in lines(entry)] == [words]


@pytest.mark.parametrize(("unit", "seat"), [("seat 6", 6), ("seat 10", 10), ("doors", 0)])
def test_a_fault_of_one_seat_is_told_there_and_not_at_the_others(unit, seat):
    """Seat 1 read "what seat 1 does: seat 6 is silent"."""
    bodies = {"FaultOpened": {"name": f"LINK_DOWN {unit}", "words": "It is silent."}}
    bodies["FaultCleared"] = {"name": f"LINK_DOWN {unit}"}
    for kind, body in bodies.items():
        entry = Entry(1, 0, kind, json.dumps(body).encode(), False, True, bytes(32))
        assert [line.seat for line in lines(entry)] == [seat]


def test_what_is_sealed_stays_so(told):
    sealed = [entry for entry in told[0] if entry.sealed]
    assert sealed
    for entry in sealed:
        assert record(entry)["body"] == f"sealed, {len(entry.body)} bytes"
    open_ones = {record(entry)["kind"] for entry in told[0] if not entry.sealed}
    assert "HandEnded" in open_ones


def test_bytes_that_only_begin_like_words_are_no_words():
    entry = Entry(1, 0, "journal.head", b"{\xc2\x80\x80", False, True, bytes(32))
    assert [*lines(entry)] == []
    assert record(entry)["body"] == "7bc28080"
