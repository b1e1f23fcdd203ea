"""Pan at the whole table: by view bots, through power cuts, with receipts that verify and books
that agree; nobody's hand on anybody else's glass."""

import pytest

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.settlement import reconcile
from lab.simulation.any_game import page_of
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.test_controller import everybody_home


@pytest.fixture
def whole(make_whole):
    table = make_whole(31)
    table.config = page_of("pan")
    table.players = 3
    table.power_on()
    return table


def until(whole, players, what) -> None:
    table = whole.controller.table
    assert play(whole, players, lambda: table.live is not None and what(table.live))


def test_a_hand_goes_on_after_power_cuts_and_its_receipts_verify(whole):
    players = company(whole, calls)[:3]
    for moment in ("declare", "use", "use"):
        until(whole, players, lambda live, due=moment: live.due == due)
        before = whole.controller.table.live
        whole.power_off()
        whole.power_on()
        after = whole.controller.table.live
        assert (after.dealt, after.hands, after.melds) == (
            before.dealt,
            before.hands,
            before.melds,
        )
        assert (after.stacks, after.tops) == (before.stacks, before.tops)
        players = company(whole, calls)[:3]
    ctl, done = whole.controller, list[dict]()
    ctl.listeners.hand_over = lambda one: done.append(
        {line.seat: ctl.deal.receipt(ctl.deal.hand, line.seat) for line in one.receipt.seats}
    )
    assert play(whole, players, lambda: bool(done))
    ended = ctl.table.play
    assert set(done[0]) == set(ended.seats)
    for seat, receipt in done[0].items():
        checked = verify.Hand(canonical(receipt))
        assert {checked.open[number] for number in checked.mine} == {
            ended.dealt[n] for n, to in enumerate(checked.walk.to) if to == seat
        }
        assert set(ended.open_numbers()) <= set(checked.shown)
    everybody_home(whole, players)
    entries = ctl.journal.read(1, ctl.journal.head.seq)
    assert reconcile.compare_books(entries, whole.bank, "table:1").problems == []


def test_no_glass_is_told_of_another_hand(whole):
    """Of the views of a hand: own cards at the own seat, and everybody's what lies open."""
    players = company(whole, calls)[:3]
    ctl = whole.controller
    seen = 0

    def look() -> bool:
        nonlocal seen
        live = ctl.table.live
        for player in players if live is not None else ():
            view = player.view
            if view.public.pan is None or view.public.hand != ctl.table.this_hand.number:
                continue
            assert view.hole in ((), live.own(player.seat))
            laid = {card for one in view.public.pan.melds for card in one.cards}
            assert laid <= {live.face(n) for n in live.open_numbers()}
            seen += bool(laid)
        return bool(seen) and live is None

    assert play(whole, players, look)
