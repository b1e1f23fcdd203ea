"""The screen in the middle runs a program of its own: the right keys, and wishes.

It is told what everybody may see, and nothing that it says is heard.
"""

from copy import deepcopy
from random import Random

import pytest

from firmware.games.poker.commands import Call
from firmware.machine.equipment import journal_to_read
from firmware.machine.plan import read_plan
from firmware.screens import protocol as g
from firmware.screens.projection import public
from lab.simulation.bare_table import BareTable, no_limit
from tests.machine.conftest import in_room

__all__ = ["in_room"]
WISHES: list[g.Intent] = [
    g.CallFloor(), g.Act(0, "call"), g.Act(1, "fold"), g.Act(1, "raise", 600), g.EnterPin("1234"),
    g.Buy(10_000), g.Leave(), g.SitOut(), g.ComeBack(), g.ChangeSeat(2), g.Show(1, show=True),
    g.SealShare(1, 1, bytes(32)), g.OpenShare(1, 1, 0, bytes(32)), g.Digits(1, "123456"),
    g.CutKey(1), g.Open("proof", 1), g.Choose(g.Prefs(volume=3)), g.Cancel(),
]  # fmt: skip


@pytest.mark.parametrize("seed", range(9))
def test_two_hands_that_look_alike_to_everybody_are_told_alike(seed):
    """Other cards in every hand and in the deck: not a byte of its view is another."""
    rng = Random(seed)
    bare = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    for _ in range(seed):  # calls, street after street; never to the showdown
        while bare.table.live.due != "act":
            if not bare.step():
                bare.wait()
        bare.move(Call(bare.table.live.queue[0]))
    other = deepcopy(bare)
    play = other.table.live
    assert play is not None
    hidden = [card for seat in play.seats for card in play.down[seat]]
    unseen = [card for card in range(52) if card not in hidden and card not in play.board]
    for seat in play.seats:
        play.down[seat] = rng.sample(unseen, len(play.down[seat]))
    assert play.down != bare.table.live.down
    assert g.pack(public(other.table, bare.now)) == g.pack(public(bare.table, bare.now))


def test_says_whatever_it_likes_and_nothing_happens(in_room):
    async def evening(room) -> None:
        await room.power_on()
        center, station = room.cables.screens[0], room.cables.screens[1]
        await room.until(lambda: center.public and station.view, "no views")
        for _ in range(40):
            for wish in WISHES:
                if center.link.backlog_bytes < 4_000:
                    center.send(wish)
        await room.until(lambda: not center.link.backlog_bytes, "it was not even read")
        room.sit(1)  # and an honest card is served as ever
        await room.until(lambda: station.view and station.view.mode == "seated", "no seat")
        assert await room.stop() == 0
        kinds = [entry.kind for entry in entries(room) if entry.kind.startswith("table.")]
        assert "table.BoughtIn" in kinds, "of the honest one"
        assert {"table.FloorCalled", "table.PreferencesKept", "PreferencesKept"}.isdisjoint(kinds)
        noticed = b"".join(entry.body for entry in entries(room) if entry.kind == "Noticed")
        assert b"FLOOR_CALLED" not in noticed

    in_room(evening)


def entries(room):
    opened = journal_to_read(read_plan(room.home.page))
    return [*opened.journal.read(1, opened.journal.head.seq)]
