"""REQ-R38: the PIN pad is of the card that opened it."""

from firmware.screens import protocol as g
from lab.simulation.demo_cage import PIN


def test_a_second_card_at_an_open_pin_pad_is_refused_and_changes_nothing(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    first, second = whole.tracks[1], whole.tracks[2]
    ctl.swipe(1, first)
    whole.settle()
    tail = ctl.cards.tails[1]
    ctl.swipe(1, second)
    whole.settle()
    assert (ctl.cards._tracks[1], ctl.cards.tails[1]) == (first, tail)
    ctl.touch(1, g.EnterPin(PIN))
    whole.settle()
    assert ctl.table.seats[1].life in ("asking", "choosing")
