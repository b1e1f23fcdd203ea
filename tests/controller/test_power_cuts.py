"""The real controller, cut at every write, sync and word to the bank, and woken again.

Every append of an evening without a cut leaves a known state of the table. Whoever is cut after
the n-th append wakes in that state, or in the next one if the bytes had reached the disk.
"""

from functools import partial
from random import Random

import pytest
from msgspec import json

from lab.faults.faulty_disk import AFTERMATHS, PowerCut
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable
from tests.controller.test_controller import everybody_home

HANDS = 2
SEATS = 4  # three players and an empty one: what more of these cost, they do not add
VERBS = ("hold", "post", "void", "sign_on", "sign_off")


class Evening:
    """Three come, play two hands and go home; `states[n]` is the table after the n-th batch."""

    def __init__(self, whole: WholeTable, blows_at: int | None = None) -> None:
        self.whole, self.fuse = whole, whole._disks[0].fuse
        self.fuse.blows_at = blows_at
        self.states: list[bytes] = []
        for verb in VERBS:
            setattr(whole.bank, verb, partial(self._ask, verb, getattr(whole.bank, verb)))

    def _ask(self, verb: str, work, *args, **more):
        """The power may go before the bank hears us, and after it has acted."""
        self.fuse.burn(f"bank {verb} sent")
        answer = work(*args, **more)
        self.fuse.burn(f"bank {verb} answered")
        return answer

    def play(self) -> None:
        self.wake()
        self.go_on()

    def go_on(self) -> None:
        whole = self.whole
        players = company(whole, calls)[:3]
        table = whole.controller.table
        assert play(whole, players, lambda: table.this_hand.number >= HANDS and table.live is None)
        everybody_home(whole, players)

    def wake(self) -> None:
        whole = self.whole
        whole.players = 3
        memory = whole.power_on().memory
        apply = memory.apply

        def applied(happened, entries):
            apply(happened, entries)
            self.states.append(state(whole))

        memory.apply = applied
        self.states.append(state(whole))

    def cut(self, aftermath: str, rng: Random) -> None:
        if self.states:  # it was awake
            self.whole.controller.deal.close()
        for disk in self.whole._disks:
            disk.cut(aftermath, rng)


def state(whole: WholeTable) -> bytes:
    """Hand, cards, turn, money. A card that was still at its PIN has to be swiped again."""
    table, hand = whole.controller.table, whole.controller.table.play
    dealt = hand and (hand.down, hand.board, hand.queue, hand.stacks, hand.bets, hand.due)
    lives = [seat.life.replace("pin", "empty") for seat in table.seats]
    stacks = [seat.chips.stack for seat in table.seats]
    place = (table.this_hand.number, table.decision, dealt, table.position.button)
    return json.encode((*place, lives, stacks, table.books))


@pytest.fixture
def uncut(make_whole) -> Evening:
    evening = Evening(make_whole(5, "uncut", SEATS))
    evening.play()
    assert evening.fuse.step > 200
    return evening


def cut_at(make_whole, uncut: Evening, step: int, aftermath: str) -> None:
    evening = Evening(make_whole(5, f"{step} {aftermath}", SEATS), step)
    with pytest.raises(PowerCut):
        evening.play()
    known = evening.states.copy()
    assert known == uncut.states[: len(known)]
    evening.cut(aftermath, Random(step))
    evening.wake()
    last = max(0, len(known) - 1)
    assert evening.states[-1] in uncut.states[last : last + 2], (step, evening.fuse.names[step - 1])
    evening.go_on()


@pytest.mark.parametrize("part", range(2))
def test_a_cut_at_every_other_step_loses_nothing(make_whole, uncut, part):
    """With one of the aftermaths in turn; the soak takes every step with all."""
    for step in range(1 + 2 * part, uncut.fuse.step + 1, 4):
        cut_at(make_whole, uncut, step, AFTERMATHS[step // 4 % len(AFTERMATHS)])


@pytest.mark.soak
@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_soak_every_aftermath_of_a_cut_at_every_step(make_whole, uncut, aftermath):
    for step in range(1, uncut.fuse.step + 1):
        cut_at(make_whole, uncut, step, aftermath)
