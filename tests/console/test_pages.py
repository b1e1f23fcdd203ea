"""Every page at every size: exactly so many lines, exactly so wide, and the words that matter."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from console.app import PAGES, completed
from console.look import Software, Wrong
from console.pages import dead, help, home, sign_on, state
from console.pages.dead import square_says
from console.pages.state import head
from console.paper import Section, Sheet, fit, lay_out, say, text, wrapped
from console.seen import Seen
from firmware.screens.protocol.devices import Reader
from firmware.screens.protocol.floor_view import Stop, Trouble
from tests.console.seen import NOW, SILENT, SIZES, UPDATE, devices, floor, seen, wire

ALL = {
    **PAGES,
    "dead": dead.sheet,
    "sign on": lambda seen, size: sign_on.sheet(seen, size, "Card", ""),
}


def counted(**more) -> Seen:
    here = seen(floor())
    here.devices, here.unit = devices(**more), "seat 7"
    return here


STATES = {
    "counted": counted(),
    "plays": seen(floor()),
    "silent seat": seen(floor(faults=(SILENT,))),
    "dead": seen(runs=False),
    "nothing read": Seen(NOW),
    "no journal": seen(table=None, runs=False),
}


def drawn(sheet, here: Seen, size, down: int = 0) -> list[str]:
    lines = lay_out(head(here, size[0]), sheet(here, size), say(" Command >"), size, down)
    return [text(fit(line, size[0])) for line in lines]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("moment", STATES)
@pytest.mark.parametrize("page", ALL)
def test_a_page_fills_the_terminal_and_no_more(page, moment, size):
    lines = drawn(ALL[page], STATES[moment], size)
    assert [len(line) for line in lines] == [size[0]] * size[1]
    box = [line for line in lines if line[0] in "┌│├└"]
    assert len(box) == size[1] - (6 if size[1] >= 30 else 4)
    assert all(line[-1] in "┐│┤┘" for line in box)


@pytest.mark.parametrize("page", ALL)
def test_every_key_of_a_page_is_told_on_a_small_terminal(page):
    assert "…" not in drawn(ALL[page], STATES["plays"], (80, 24))[-1]


@pytest.mark.parametrize("size", SIZES)
def test_the_first_lines_say_what_is_wrong_and_what_to_do(size):
    lines = drawn(home.sheet, STATES["silent seat"], size)
    assert lines[3].startswith("│ WRONG  The station of seat 7 is silent")
    assert any(line.startswith("│ DO     Seat 7 cable, port 3.2:") for line in lines[4:8])


def test_a_stranger_reads_what_is_wrong_and_no_name_and_no_money():
    words = "\n".join(drawn(ALL["sign on"], STATES["silent seat"], (100, 32)))
    assert "Seat 7 cable, port 3.2" in words
    assert "Marisol" not in words
    assert "$" not in words


def test_the_page_of_the_past_says_so():
    assert "RECALL: this page is the past" in drawn(PAGES["hands"], STATES["plays"], (80, 24))[1]


def test_what_is_new_since_the_last_visit_stands_above_its_line():
    lines = drawn(PAGES["events"], STATES["plays"], (100, 32))
    new, here, old = (
        next(n for n, line in enumerate(lines) if word in line)
        for word in ("hand 118,203", "you were here", "main door")
    )
    assert new < here < old
    assert any("SINCE YOU WERE HERE: 1 NEW, 1 FAULTS CAME AND WENT" in line for line in lines)


def test_what_the_page_cannot_reach_back_to_is_said():
    here = seen(floor())
    here.look = replace(here.look, table=replace(here.look.table, back_to_ms=NOW - 1))
    lines = drawn(PAGES["events"], here, (100, 32))
    assert any("SINCE YOU WERE HERE: MORE THAN 1 NEW" in line for line in lines)


def test_the_balance_line_says_balanced_or_wrong():
    assert any("balanced" in line for line in drawn(PAGES["meters"], seen(floor()), (80, 24)))
    off = drawn(PAGES["meters"], seen(floor(), here=61_000), (80, 24))
    assert any(re.search(r"Difference +-\$ 10 +WRONG", line) for line in off)


def test_the_square_of_a_dead_table_names_fault_record_and_head():
    """REQ-R20: a phone call starts halfway; it fits the smallest square with room for it."""
    here = seen(runs=False, last_words=("stormdeck table: DISK_FULL: It is full.",))
    assert re.fullmatch(r"T4 DISK-FULL \d\d:\d\d:\d\d R1214306 77C104EA", square_says(here))
    rows = [line for line in drawn(dead.sheet, here, (100, 32)) if "█" in line]
    assert len(rows) >= 14


def test_a_long_list_is_scrolled_and_says_how_much_is_left():
    sheet = Sheet(say(""), [Section("LIST", [say(str(n)) for n in range(50)], grows=True)])
    first = lay_out(say(""), sheet, say(""), (80, 24), 0)
    assert "LIST, 32 more below: PgDn" in text(first[2])
    last = lay_out(say(""), sheet, say(""), (80, 24), 999)
    assert "32 above: PgUp" in text(last[2])
    assert text(last[-4]).startswith("│ 49")


@given(st.text(max_size=200), st.integers(1, 120))
def test_a_line_is_cut_or_filled_and_never_longer(words, width):
    assert len(text(fit(say(words), width))) == width
    assert "".join("".join(map(text, wrapped(words, width))).split()) == "".join(words.split())


@pytest.mark.parametrize(
    ("typed", "full"), [("met", "meters "), ("h", "h"), ("han", "hand"), ("x", "x")]
)
def test_tab_completes_a_command(typed, full):
    assert completed(typed) == full


def test_an_unknown_fault_has_its_own_words():
    told = Trouble("DECK_LOST", "The deck is lost. Void the hand.", NOW, "Void the hand.")
    lines = drawn(home.sheet, seen(floor(faults=(told,))), (100, 32))
    assert lines[3].startswith("│ WRONG  The deck is lost. ")
    assert lines[4].startswith("│ DO     Void the hand. ")


def test_ten_seats_and_the_balance_fit_a_small_terminal():
    live = floor()
    ten = tuple(replace(live.seats[0], seat=n) for n in range(1, 11))
    words = "\n".join(drawn(home.sheet, seen(replace(live, seats=ten)), (80, 24)))
    assert all(f"seat {n} " in words for n in range(1, 11))
    assert "balanced" in words


def test_a_green_proof_is_never_old():
    """It says when the disks were read, and is green only then."""
    here = seen(floor())
    assert here.look is not None
    assert state.balance(here)[-1][-1] == ("  balanced", ""), "five seconds ago"
    assert any("METERS AS AT " in line for line in drawn(home.sheet, here, (80, 24)))
    here.now_ms = here.look.at_ms + 2_000
    assert state.balance(here)[-1][-1] == ("  balanced", "good")
    assert state.balance(STATES["dead"])[-1][-1] == ("  balanced", "good"), "nothing moves it"


def test_a_wire_stands_with_its_counters_beside_the_limits_and_a_slow_one_is_marked():
    words = "\n".join(drawn(PAGES["links"], counted(), (100, 32)))
    assert re.search(r">seat 7 +SLOW +312 ms +1\.9 % +4\.4 % +3 +3 bad", words)
    assert re.search(r" seat 1 +UP +4 ms +0\.0 % +0\.0 % +0 +ok", words)
    assert re.search(r"!seat 9 +OUT +- ", words)
    assert re.search(r"Repetition +pass +worst 4 of 9", words)
    assert re.search(r"Proportion +pass +worst 41 of 71", words)
    assert re.search(r"main door +shut", words)
    narrow = "\n".join(drawn(PAGES["links"], counted(), (80, 24)))
    assert re.search(r">seat 7 +SLOW +312 ms.*3 bad", narrow)


def test_a_repair_is_proven_by_what_was_counted_before_and_after_it():
    here = counted()
    here.mark = here.devices
    after = wire("seat 7", frames=19_000, damaged=174, sent=9_000, again=176, silences=3,
                 sessions=4)  # fmt: skip
    here.devices = devices(wires=(wire("seat 1"), after))
    words = "\n".join(drawn(PAGES["link"], here, (100, 32)))
    assert re.search(r"Round trip, mean +20 ms +312 ms +4 ms +seat 1 +pass", words)
    assert re.search(r"Silence over 500 ms +0 +3 +0 +seat 7 +pass", words)
    assert re.search(r"Frames damaged +0\.1 % +1\.9 % +0\.0 % +seat 7 +pass", words)
    assert "Station 7   port 3.2   before: " in words
    assert re.search(r"300 ms +##", words)


def test_a_slow_wire_is_told_before_it_is_lost():
    assert any("The wire of seat 7 answers in 312 ms; the limit is 20 ms." in line
               for line in drawn(home.sheet, counted(), (100, 32))[:5])  # fmt: skip


def test_noise_that_crossed_its_line_says_so():
    sick = replace(devices().noise, state="broken", run=16, fault="It failed.")
    words = "\n".join(drawn(PAGES["links"], counted(noise=sick), (100, 32)))
    assert re.search(r"State +BROKEN", words)
    assert re.search(r"Repetition +CROSSED +worst 16 of 9", words)


def test_of_a_dead_table_the_journal_tells_what_its_devices_did():
    here = STATES["dead"]
    words = "\n".join(drawn(PAGES["links"], here, (100, 32)))
    assert re.search(r"LINK_DOWN seat 2 +1 times, 0:59:08 in all", words)


def test_the_software_is_told_by_its_hash_and_whether_it_is_what_was_signed():
    """REQ-R28."""
    told = Software("a07e5b93" * 8, 212, signed=True)
    page = PAGES["software"]
    words = "\n".join(drawn(page, seen(floor(), software=told), (80, 24)))
    assert "A07E-5B93" in words
    assert "212 files, read at " in words
    assert "VERIFIED" in words
    none = seen(floor(), software=replace(told, signed=False))
    assert "NOT COMPARED" in "\n".join(drawn(page, none, (80, 24)))
    wrong = Wrong("SOFTWARE_CHANGED", "ui/deck.py was changed.", "", "Install it again.")
    other = seen(floor(), software=replace(told, wrong=wrong))
    assert "WRONG  ui/deck.py was changed." in "\n".join(drawn(page, other, (80, 24)))
    assert drawn(home.sheet, other, (80, 24))[3].startswith("│ WRONG  ui/deck.py was changed.")


def test_each_device_stands_with_what_it_did_since_its_test_began():
    """REQ-R27."""
    here = counted()
    here.floor = floor(stops=(Stop("service", NOW),))
    here.at_entry = here.devices
    swiped = (Reader(1, True, 50), Reader(7, True, 37, 6), Reader(9))
    here.devices = devices(readers=swiped, openings=(("main door", 2),))
    words = "\n".join(drawn(PAGES["tests"], here, (100, 32)))
    assert re.search(r"seat 1 +link +pass", words)
    assert re.search(r"seat 9 +link +FAIL", words)
    assert re.search(r"seat 1 +reader +pass +0 bad of 10 swipes", words)
    assert re.search(r"seat 7 +reader +FAIL +3 bad of 3 swipes", words)
    assert re.search(r"seat 9 +reader +FAIL +0 bad of 0 swipes", words)
    assert re.search(r"main door +door +pass +opened 2 times", words)
    assert re.search(r"noise +health +pass", words)
    assert "STOPPED BY SERVICE" in words


def updating(step: str, reason: str = "") -> list[str]:
    times = (("checked", NOW - 9_000), (step, NOW - 5_000))
    update = replace(UPDATE, step=step, at_ms=times, reason=reason)
    here = seen(floor(), release="4.2.1", update=update)
    return drawn(PAGES["update"], here, (100, 32))


def test_the_update_page_says_who_waits_for_whom():
    here = seen(floor(), release="4.2.1", update=UPDATE)
    lines = "\n".join(drawn(PAGES["update"], here, (100, 32)))
    assert "NOW  3  The floor closes the table" in lines
    assert PAGES["update"](here, (100, 32)).hint == "Closing is the floor's decision"
    assert "mgr.okafor" in lines
    assert "release key" in lines
    assert "A     4.2.1    RUNS, GOOD" in lines


def test_the_update_page_keeps_the_reason_of_one_that_was_not_kept():
    lines = "\n".join(updating("back", "After 4 minutes: seat 2 did not greet"))
    assert "seat 2 did not greet" in lines
    assert "B     4.3.0    NOT KEPT" in lines
    assert "NOW" not in lines.split("PLAN")[1]
    lines = "\n".join(updating("refused", "ONE_SIGNATURE: The lab has not approved it."))
    assert "ONE_SIGNATURE" in lines
    lines = "\n".join(updating("good"))
    assert "B     4.3.0    RUNS, GOOD" in lines
    assert "A     -        GOOD BEFORE" in lines


def test_a_disk_that_is_still_being_read_is_not_called_unreadable():
    """On a slow board it takes half a minute."""
    for page in ("home", "meters", "events", "config", "links", "hands"):
        lines = drawn(ALL[page], Seen(NOW), (80, 24))
        assert not any("cannot be read" in line for line in lines), page


@pytest.mark.parametrize("size", SIZES)
def test_no_word_of_help_is_cut_off(size):
    sheet = help.sheet(STATES["counted"], size)
    told = " ".join(text(line) for line in sheet.left[0].lines)
    assert "…" not in told
    assert max(len(text(line)) for line in sheet.left[0].lines) <= size[0] - 4
