"""Looking is not powering up, and nothing that was decided is forgotten with the power."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import msgpack

from commands import looking
from commands.look import file_as_locked
from firmware.bank.store import bank_away
from firmware.controller.loop import Controller
from firmware.controller.restore import restore, shape
from firmware.errors import Fault
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Record
from firmware.journal.journal import Journal, Opened, open_journal
from firmware.journal.reader import open_to_read
from firmware.screens import protocol as g
from firmware.table import commands as c
from lab.simulation.company import company, play
from lab.simulation.seeded import means
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import Inline
from tests.controller.conftest import KEYS
from tests.controller.floor import Floor
from tests.controller.test_controller import middle, seen, sit


def bytes_on(whole) -> list[dict[str, bytes]]:
    return [disk.files() for disk in whole._disks]


def test_a_controller_that_is_made_writes_nothing(make_whole):
    """In mid-hand, with a card at its PIN: `power_up` would pause, resume and cancel."""
    whole = make_whole(3)
    whole.power_on()
    assert play(whole, company(whole, calls)[:3], middle(whole, 3))
    whole.controller.swipe(8, whole.tracks[7])
    whole.settle()
    table = seen(whole)
    whole.power_off()
    before = bytes_on(whole)

    opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    fair = means(whole.home, whole.seed)
    whole.controller = Controller(
        whole.config, opened, fair, whole.window, lambda: whole.now, Inline()
    )
    assert seen(whole) == table
    assert whole.controller.table.seats[8].life == "pin"
    assert bytes_on(whole) == before

    whole.controller.power_up()
    assert whole.controller.table.seats[8].life == "empty"
    assert bytes_on(whole) != before


def test_a_running_table_is_looked_at_and_no_byte_of_it_changes(make_whole):
    """As a console or an auditor does it, in mid-hand, with a damaged copy and a snapshot behind:
    same hand, same cards, same money; no lock is taken, nothing is mended, nothing written."""
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    for hand in (1, 2):
        assert play(whole, players, middle(whole, 3, number=hand))
        look_at(whole)
        assert play(whole, players, lambda: ctl.table.live is None)
        ctl.snapshot()
    assert play(whole, players, middle(whole, 3, number=3))
    name = max(name for name in whole._disks[1].list() if name.endswith(".log"))
    whole._disks[1].flip(name, 8 * (len(whole._disks[1].files()[name]) - 3))
    looked = look_at(whole)
    with pytest.raises(Fault, match="stopped"):
        looked.append([Record("lab.line", b"1")])


def look_at(whole) -> Journal:
    before = bytes_on(whole)
    opened = open_to_read(whole._disks, KEYS)
    memory = restore(whole.config, opened)
    assert msgpack.encode(memory.state) == msgpack.encode(whole.controller.memory.state)
    assert memory.folds == whole.controller.folds
    assert bytes_on(whole) == before
    return opened.journal


def found_in(whole) -> looking.Found:
    return looking.Found(whole.config, open_to_read(whole._disks, KEYS))


def test_a_hand_that_is_not_there_is_no_fault_of_the_journal(make_whole):
    """REQ-R20: whoever asks for it hears so, and reads everything else as before."""
    whole = make_whole(3)
    ctl = whole.power_on()
    assert play(whole, company(whole, calls)[:3], lambda: ctl.table.this_hand.number == 2)
    found = found_in(whole)
    assert found.hand_again(99) == ((), "Hand 99 is not among the last 1,000 hands.")
    assert found.hand_again(0)[1] == "Hand 0 is not among the last 1,000 hands."
    assert "is being played" in found.hand_again(2)[1]
    assert found.hand_again(1)[1] == ""
    assert found.table().record == ctl.journal.head.seq


def test_what_happened_before_the_last_snapshot_is_told_too(make_whole):
    """REQ-R25: a visit may be longer ago than a snapshot."""
    whole = make_whole(3)
    ctl = whole.power_on()
    began_ms = whole.now
    players = company(whole, calls)[:3]
    assert play(whole, players, lambda: ctl.table.this_hand.number == 1 and not ctl.table.live)
    ctl.snapshot()
    assert play(whole, players, lambda: ctl.table.this_hand.number == 2 and not ctl.table.live)
    table = found_in(whole).table(began_ms)
    hands = [one.words for one in table.happened if one.kind == "HAND"]
    assert [words.split(",")[0] for words in hands] == ["hand 2 over", "hand 1 over"]
    assert table.happened[-1].kind == "START"
    assert table.back_to_ms == 0, "as far as the journal goes"


def test_a_page_that_cannot_hold_everything_says_how_far_back_it_goes(make_whole, monkeypatch):
    whole = make_whole(3)
    ctl = whole.power_on()
    assert play(whole, company(whole, calls)[:3], lambda: ctl.table.this_hand.number == 2)
    monkeypatch.setattr(looking, "PIECE", 5)
    monkeypatch.setattr(looking, "READ_BACK", 20)
    opened = open_to_read(whole._disks, KEYS)
    cut = Opened(opened.journal, opened.state, opened.entries[-3:], [])
    happened, back_to_ms = looking._happened(cut, 0)
    first = opened.entries[-23].at_ms
    assert back_to_ms == first > 0
    assert all(one.at_ms >= first for one in happened)


def test_the_floor_is_told_which_fault_holds_the_deal(make_whole):
    """Not every fault does; and none has to be known by its name."""
    whole = make_whole(3)
    ctl = whole.power_on()
    floor, forked = Floor(whole), Fault("LOG_FORKED", "Two logs.", "All is safe.", "Stop.")
    ctl.decks.forked = forked
    ctl.fault(forked)
    ctl.fault(Fault("LINK_DOWN", "It is silent.", "All is safe.", "Plug it in."), "seat 7")
    whole.settle()
    told = {one.name: one.holds for one in floor.view.faults}
    assert told == {"LOG_FORKED": True, "LINK_DOWN seat 7": False}


def test_software_that_was_changed_lets_no_other_hand_begin(make_whole):
    """REQ-R28: the hand in play is played out; whoever lets the table go on finds it stopped."""
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    floor = Floor(whole)
    ctl.hold(Fault("SOFTWARE_CHANGED", "deal.py was changed.", "All is safe.", "Install it."))
    assert play(whole, players, lambda: ctl.table.live is None and ctl.table.paused)
    assert ctl.table.this_hand.number == 1
    assert [one.name for one in floor.view.faults if one.holds] == ["SOFTWARE_CHANGED"]
    ctl.perform(c.Resume(ctl.now, "mia", "it looks fine"))
    whole.settle()
    assert ctl.table.paused
    assert ctl.table.this_hand.number == 1


def test_a_lock_is_known_by_its_disk_and_its_inode(tmp_path):
    """Every disk has an inode of that number: a program on another one holds nothing here."""
    disk = RealDisk(tmp_path)
    disk.lock()
    name = file_as_locked(tmp_path / "lock")
    held = [line.split()[5] for line in Path("/proc/locks").read_text().splitlines()]
    assert name in held
    assert re.fullmatch(rf"[0-9a-f]+:[0-9a-f]+:{(tmp_path / 'lock').stat().st_ino}", name)
    disk.close()
    held = [line.split()[5] for line in Path("/proc/locks").read_text().splitlines()]
    assert name not in held


def test_nothing_moves_and_nobody_sees_anything_before_the_journal_has_it(make_whole):
    """Every kind of step: a raise, the last card, the end of the hand."""
    whole = make_whole(5)
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    append = ctl.journal.append

    def held(records, signed=False):
        assert msgpack.encode(ctl.memory.state) == before[-1]
        entries = append(records, signed)
        assert msgpack.encode(ctl.memory.state) == before[-1]
        return entries

    def there() -> bool:
        before.append(msgpack.encode(ctl.memory.state))
        return ctl.table.this_hand.number == 1 and ctl.table.live is None

    before = [msgpack.encode(ctl.memory.state)]
    apply = ctl.memory.apply

    def applied(happened, entries):
        apply(happened, entries)
        before.append(msgpack.encode(ctl.memory.state))

    ctl.journal.append, ctl.memory.apply = held, applied
    assert play(whole, players, there)
    assert len(before) > 40


def test_a_journal_that_cannot_be_written_stops_the_table_where_it_is(make_whole):
    whole = make_whole(5)
    ctl = whole.power_on()
    assert play(whole, company(whole, calls)[:3], middle(whole, 3))
    ctl.publish()
    before, shown = msgpack.encode(ctl.memory.state), whole.links[0].views

    def full(records, signed=False):
        raise Fault("DISK_FULL", "It is full.", "All is safe.", "Make room.")

    ctl.journal.append = full
    with pytest.raises(Fault):
        ctl.perform(c.VoidHand(ctl.now, "floor", "spilled coffee"))
    ctl.publish()
    assert msgpack.encode(ctl.memory.state) == before
    assert whole.links[0].views == shown


def test_posting_at_once_is_chosen_with_the_chips_and_survives_a_power_cut(make_whole):
    """The power goes while the bank has not answered yet."""
    whole = make_whole()
    whole.power_on()
    sit(whole, 3)
    hold = whole.bank.hold

    def away(order):
        raise bank_away("no route to host")

    whole.bank.hold = away
    whole.touch(3, g.Buy(10_000, post=True))
    whole.settle()
    assert whole.controller.table.seats[3].life == "funding"
    whole.power_off()

    whole.bank.hold = hold
    whole.power_on()
    whole.settle()
    seat = whole.controller.table.seats[3]
    assert (seat.chips.stack, seat.blinds.entry) == (10_000, "post")


def test_a_snapshot_fits_in_another_process_of_the_same_version():
    """Or every start reads the whole journal, however old the table is."""
    ask = "from firmware.controller.restore import shape; print(shape())"
    ran = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == shape()
