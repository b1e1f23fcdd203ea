"""Looking is not powering up, and nothing that was decided is forgotten with the power."""

import pytest
from msgspec import msgpack

from firmware.bank.store import bank_away
from firmware.controller.loop import Controller
from firmware.controller.restore import restore
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


def bytes_on(desk) -> list[dict[str, bytes]]:
    return [disk.files() for disk in desk._disks]


def test_a_controller_that_is_made_writes_nothing(make_desk):
    """In mid-hand, with a card at its PIN: `power_up` would pause, resume and cancel."""
    desk = make_desk(3)
    desk.power_on()
    assert play(desk, company(desk, calls)[:3], middle(desk, 3))
    desk.controller.swipe(8, desk.tracks[7])
    desk.settle()
    table = seen(desk)
    desk.power_off()
    before = bytes_on(desk)

    opened = open_journal(desk._disks, KEYS, table="1", clock=lambda: desk.now)
    fair = means(desk.home, desk.seed)
    desk.controller = Controller(desk.config, opened, fair, desk.bank, lambda: desk.now, Inline())
    assert seen(desk) == table
    assert desk.controller.table.seats[8].life == "pin"
    assert bytes_on(desk) == before

    desk.controller.power_up()
    assert desk.controller.table.seats[8].life == "empty"
    assert bytes_on(desk) != before


def test_a_running_table_is_looked_at_and_no_byte_of_it_changes(make_desk):
    """As a console or an auditor does it, in mid-hand, with a damaged copy and a snapshot behind:
    same hand, same cards, same money; no lock is taken, nothing is mended, nothing written."""
    desk = make_desk(3)
    ctl = desk.power_on()
    players = company(desk, calls)[:3]
    for hand in (1, 2):
        assert play(desk, players, middle(desk, 3, number=hand))
        look_at(desk)
        assert play(desk, players, lambda: ctl.table.live is None)
        ctl.snapshot()
    assert play(desk, players, middle(desk, 3, number=3))
    name = max(name for name in desk._disks[1].list() if name.endswith(".log"))
    desk._disks[1].flip(name, 8 * (len(desk._disks[1].files()[name]) - 3))
    looked = look_at(desk)
    with pytest.raises(Fault, match="stopped"):
        looked.append([Record("lab.line", b"1")])


def look_at(desk) -> Journal:
    before = bytes_on(desk)
    opened = open_to_read(desk._disks, KEYS)
    memory = restore(desk.config, opened)
    assert msgpack.encode(memory.state) == msgpack.encode(desk.controller.memory.state)
    assert memory.folds == desk.controller.folds
    assert bytes_on(desk) == before
    return opened.journal


def test_nothing_moves_and_nobody_sees_anything_before_the_journal_has_it(make_desk):
    """Every kind of step: a raise, the last card, the end of the hand."""
    desk = make_desk(5)
    ctl = desk.power_on()
    players = company(desk, calls)[:3]
    append = ctl.journal.append

    def held(records):
        assert msgpack.encode(ctl.memory.state) == before[-1]
        entries = append(records)
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
    assert play(desk, players, there)
    assert len(before) > 40


def test_a_journal_that_cannot_be_written_stops_the_table_where_it_is(make_desk):
    desk = make_desk(5)
    ctl = desk.power_on()
    assert play(desk, company(desk, calls)[:3], middle(desk, 3))
    ctl.publish()
    before, shown = msgpack.encode(ctl.memory.state), desk.links[0].views

    def full(records):
        raise Fault("DISK_FULL", "It is full.", "All is safe.", "Make room.")

    ctl.journal.append = full
    with pytest.raises(Fault):
        ctl.perform(c.VoidHand(ctl.now, "floor", "spilled coffee"))
    ctl.publish()
    assert msgpack.encode(ctl.memory.state) == before
    assert desk.links[0].views == shown


def test_posting_at_once_is_chosen_with_the_chips_and_survives_a_power_cut(make_desk):
    """The power goes while the bank has not answered yet."""
    desk = make_desk()
    desk.power_on()
    sit(desk, 3)
    hold = desk.bank.hold

    def away(order):
        raise bank_away("no route to host")

    desk.bank.hold = away
    desk.touch(3, g.Buy(10_000, post=True))
    desk.settle()
    assert desk.controller.table.seats[3].life == "funding"
    desk.power_off()

    desk.bank.hold = hold
    desk.power_on()
    desk.settle()
    seat = desk.controller.table.seats[3]
    assert (seat.chips.stack, seat.blinds.entry) == (10_000, "post")
