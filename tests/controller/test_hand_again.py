"""REQ-R20: a hand out of the journal is the hand that everyone saw, and no more than that."""

import pytest

from firmware.controller.hand_again import hand_again
from firmware.errors import Refused
from firmware.journal.reader import open_to_read
from firmware.screens.protocol import orders as o
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.conftest import KEYS
from tests.controller.test_controller import middle


def acts(steps) -> list[str]:
    """Who did what, and what came; not who was to speak."""
    return [one.words for one in steps if not one.words.endswith((" to act", "time bank runs"))]


def test_a_recalled_hand_is_the_one_that_the_tape_saw_also_from_before_a_snapshot(make_whole):
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, calls)[:3]
    over = lambda: ctl.table.this_hand.number == 2 and ctl.table.live is None  # noqa: E731
    assert play(whole, players, over)
    ctl.snapshot()
    assert play(whole, players, middle(whole, 3, number=3))
    opened = open_to_read(whole._disks, KEYS)
    for hand in (1, 2):
        steps = hand_again(whole.config, opened, ctl.folds.recall, hand)
        live = [*ctl.publisher.tape.replay(o.ShowHand("look", hand))]
        assert acts(steps) == acts(live)
        assert steps[-1].public.board == live[-1].public.board
        assert not any(plate.shown for step in steps[:-1] for plate in step.public.seats)
    with pytest.raises(Refused, match="Hand 3 is being played"):
        hand_again(whole.config, opened, ctl.folds.recall, 3)
    with pytest.raises(Refused, match="not among the last 1,000"):
        hand_again(whole.config, opened, ctl.folds.recall, 99)
