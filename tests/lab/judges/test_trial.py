"""A mutant meets the tests of its line: which of them, and in which order."""

import gc
import signal

import pytest

pytest.importorskip("cosmic_ray", reason="make mutants brings it")

from coverage.numbits import nums_to_numbits

from firmware.games.poker import rules
from firmware.games.ranking import tiles
from lab.judges.trial import NEAR_SECONDS, Loaded, Patience, Record, Seen, Watched, version
from lab.judges.turning import Mutant

FILE = "firmware/table/fee.py"


def seen(seconds, *lines) -> Seen:
    return Seen(seconds, {FILE: nums_to_numbits(lines)})


SOURCE = "def fee():\n" + "    pass\n" * 8 + "FEES = fee()\n"


def mutant(line) -> Mutant:
    return Mutant(FILE, line, "a < b", "a <= b", SOURCE)


def test_every_test_sends_its_quickest_case_before_any_sends_a_second():
    cases = {f"t::many[{n}]": seen(0.1, 5) for n in range(5)}
    record = Record({**cases, "t::slow": seen(1.0, 5), "t::elsewhere": seen(0.1, 9)})
    assert [*record.near(mutant(5))] == ["t::many[0]", "t::slow", *[*cases][1:]]


def test_who_killed_a_neighbour_is_asked_first_and_the_time_is_bounded():
    record = Record({"t::a": seen(0.1, 5), "t::b": seen(0.2, 5), "t::c": seen(NEAR_SECONDS, 5)})
    assert [*record.near(mutant(5), ["t::b", "t::gone"])] == ["t::b", "t::a"]


def test_a_statement_in_several_lines_is_where_it_begins():
    record = Record({"t::a": seen(0.1, 5, 9)})
    assert [*record.near(mutant(7))] == ["t::a"]
    assert [*record.near(mutant(4))] == []


def test_a_line_that_runs_at_import_is_known_to_no_test():
    """It met the tests of the function above it, in a fork where it had run already: and lived."""
    assert [*Record({"t::a": seen(0.1, 5, 9)}).near(mutant(10))] == []
    inner = Mutant(FILE, 3, "", "", "def one():\n    def two():\n        pass\n    two()\n")
    assert [*Record({"t::a": seen(0.1, 1), "t::b": seen(0.1, 2)}).near(inner)] == ["t::b"]


def test_answers_that_a_test_finds_are_cleared_and_pages_stay():
    found = Loaded().answers
    assert tiles._strength in found
    assert rules.rules in found
    assert rules.houses not in found


def test_what_was_watched_holds_until_a_source_that_is_turned_has_changed():
    other = "firmware/table/seat.py"
    watched = Watched({}, {FILE: version(FILE), other: "as it was"})
    assert watched.knows({FILE, "firmware/money.py"})
    assert not watched.knows({FILE, other})


def test_functions_that_were_put_aside_from_the_collector_are_turned():
    """None was found, every mutant was said to run at import, and met the whole room instead."""
    gc.freeze()
    found = {place for place, functions in Loaded().functions.items() if functions}
    code = seen.__code__
    assert (code.co_filename, code.co_qualname, code.co_firstlineno) in found


def test_a_test_that_was_left_is_no_witness_however_early_the_bell_was():
    """After 0.98 seconds it was one: what Hypothesis said of being left was its failure."""
    with pytest.raises(pytest.skip.Exception), Patience() as patience:
        signal.raise_signal(signal.SIGPROF)
    assert patience.over


def test_a_mutant_that_is_no_python_is_none():
    """`not` before `a := b` wants brackets, and the operator sets none: the whole draw stopped."""
    assert not mutant(1)._replace(source="if not a := 1:\n    pass\n").can_run
    assert mutant(1).can_run
