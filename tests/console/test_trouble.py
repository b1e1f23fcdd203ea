"""The first line says what is wrong, the second what to do, with the part in hand."""

from msgspec.structs import replace

from console.look import Copy, Wrong
from console.trouble import troubles
from firmware.screens.protocol.floor_view import Owed, Trouble
from tests.console.seen import NOW, SILENT, devices, floor, look, seen, wire


def test_nothing_is_wrong_with_a_table_that_plays():
    assert troubles(seen(floor())) == []


def test_a_silent_seat_is_told_with_its_cable_and_its_port():
    (one,) = troubles(seen(floor(faults=(SILENT,))))
    assert one.wrong.startswith("The station of seat 7 is silent: unplugged.")
    assert "Check its cable" not in one.wrong, "what to do is said once, in its own line"
    assert one.do.startswith("Seat 7 cable, port 3.2: push both ends home")


def test_a_reader_and_the_center_are_named_by_their_own_ports():
    reader = Trouble("READER_UNPLUGGED seat 9", "The card reader at seat 9 is gone.", NOW)
    center = Trouble("LINK_DOWN center", "The center screen is silent.", NOW)
    told = [one.do for one in troubles(seen(floor(faults=(reader, center))))]
    assert told[0].startswith("Seat 9 card reader, port 5.1:")
    assert told[1].startswith("Center cable, port 3.3:")


def test_what_stops_play_and_money_come_before_a_cable_and_an_open_door():
    noise = Trouble("LOG_FORKED", "Two logs. Stop.", NOW, "Stop.", holds=True)
    bank = Trouble("BANK_AWAY", "The bank is away. Wait.", NOW, "Wait.")
    owed = Owed("t1", 3, 12_000, "patron:1", "no such account")
    live = floor(faults=(SILENT, bank, noise), owed=(owed,), doors=("main door", "key of seat 2"))
    names = [one.name for one in troubles(seen(live, here=62_100))]
    assert names == ["BALANCE", "LOG_FORKED", "OWED", "BANK_AWAY", "DOOR", "LINK_DOWN seat 7"]


def test_cents_that_are_missing_are_told_in_dollars():
    (one,) = troubles(seen(floor(), here=61_000))
    assert one.wrong == "The table holds $10 less than its meters say."


def test_a_dead_table_is_told_with_what_it_said_last():
    said = ("table 4 is open", "stormdeck table: DISK_FULL: The journal disk /a is full.")
    (one,) = troubles(seen(runs=False, last_words=said))
    assert one.name == "DISK_FULL"
    assert one.wrong.endswith("It said: The journal disk /a is full.")
    assert "systemctl start stormdeck-table" in one.do


def test_a_journal_that_cannot_be_read_says_so_itself():
    wrong = Wrong(
        "JOURNAL_FORKED", "The two copies tell two stories.", "Nothing moved.", "Keep one."
    )
    (one,) = troubles(seen(runs=False, wrong=wrong, table=None))
    assert (one.name, one.do) == ("JOURNAL_FORKED", "Keep one.")


def test_a_program_that_hangs_is_not_called_dead():
    (one,) = troubles(seen())
    assert one.name == "SILENT"


def test_a_console_that_was_never_paired_says_how():
    here = seen()
    here.no_door = "no key book was named (--book)."
    (one,) = troubles(here)
    assert "stormdeck pair --as console" in one.do


def test_a_disk_that_is_gone_has_its_number():
    copies = (Copy("/a", "No such file or directory", False), look().copies[1])
    told = troubles(seen(floor(), copies=copies))
    assert [one.do for one in told] == [
        "Push home or change disk 1; it is filled by itself at the next start."
    ]
    both = tuple(replace(one, good=False) for one in copies)
    assert troubles(seen(floor(), copies=both)) == [], "then the journal itself is what is wrong"


def test_an_appliance_has_no_shell_and_says_what_can_be_typed_at_its_console():
    (dead,) = troubles(seen(runs=False, release="4.2.1"))
    (hangs,) = troubles(seen(None, release="4.2.1"))
    assert dead.do.startswith("Type write and why, then start.")
    assert "power off and on" in hangs.do
    assert "systemctl" not in dead.do + hangs.do


def test_a_lost_reader_comes_before_a_slow_wire_and_a_busy_board_is_no_cable():
    reader = Trouble("READER_UNPLUGGED seat 9", "The card reader at seat 9 is gone.", NOW)
    here = seen(floor(faults=(reader,)))
    here.devices = devices(wires=(wire("center", mean_ms=41), wire("seat 1")))
    assert [one.name for one in troubles(here)] == [reader.name, "LINK_SLOW center"]
    assert troubles(here)[1].wrong == (
        "The wire of the center answers in 41 ms; the limit is 20 ms."
    )
    here.devices = devices(
        wires=tuple(wire(unit, mean_ms=41) for unit in ("center", "seat 1", "seat 2"))
    )
    assert [one.name for one in troubles(here)] == [reader.name, "ALL_SLOW"]
    assert "It is no cable" in troubles(here)[1].do


def test_a_table_that_fell_silent_after_the_last_look_is_not_said_to_run():
    """On a slow board the next look takes half a minute."""
    here = seen(None)
    here.away_ms = here.look.at_ms + 1_000
    (one,) = troubles(here)
    assert one.name == "NOT_HEARD"
    assert "the disks are being read" in one.do
