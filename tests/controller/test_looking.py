"""Looking is not powering up, and nothing that was decided is forgotten with the power."""

from firmware.bank.store import bank_away
from firmware.controller.loop import Controller
from firmware.journal.journal import open_journal
from firmware.screens import protocol as g
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
