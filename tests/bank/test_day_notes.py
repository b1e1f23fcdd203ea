"""The day's notes, on every database: written once, the newest first."""

import pytest

from firmware.bank import day_notes
from firmware.errors import Refused


def write(bank, id_: str, words: str) -> None:
    bank.do(lambda tx, now: day_notes.write(tx, id_, words, "flo", now))


def read(bank, since: int = 0) -> list[str]:
    return [note.words for note in bank.do(lambda tx, now: day_notes.since(tx, since))]


def test_the_newest_note_comes_first_and_old_ones_are_left_out(bank, clock):
    write(bank, "a", "Table 7: spill at seat 3")
    clock.now_ms += 1000
    write(bank, "b", "Felt of table 7 is dry")
    assert read(bank) == ["Felt of table 7 is dry", "Table 7: spill at seat 3"]
    assert read(bank, clock.now_ms - 500) == ["Felt of table 7 is dry"]


def test_a_note_sent_twice_stands_there_once_and_another_is_not_lost_in_silence(bank, clock):
    write(bank, "a", "spill")
    write(bank, "a", "spill")
    with pytest.raises(Refused, match="Press again"):
        write(bank, "a", "fire")
    assert read(bank) == ["spill"]


def test_an_empty_note_is_none(bank, clock):
    with pytest.raises(Refused):
        write(bank, "a", "  ")


def test_nobody_changes_a_note_afterwards(bank, clock):
    write(bank, "a", "spill")
    with pytest.raises(Exception, match="written once"):
        bank.do(lambda tx, now: tx.run("UPDATE day_note SET words = ?", "nothing"))
