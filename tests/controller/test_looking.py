"""Looking is not powering up, and nothing that was decided is forgotten with the power."""

import subprocess
import sys

import pytest
from msgspec import msgpack

from firmware.bank.store import bank_away
from firmware.controller.loop import Controller
from firmware.controller.restore import restore, shape
from firmware.errors import Fault
from firmware.journal.frame import Record
from firmware.journal.journal import Journal, open_journal
from firmware.journal.reader import open_to_read
from firmware.screens import protocol as g
from firmware.table import commands as c
from lab.simulation.company import company, play
from lab.simulation.seeded import means
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import Inline
from tests.controller.conftest import KEYS
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
        whole.config, opened, fair, whole.bank, lambda: whole.now, Inline()
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
