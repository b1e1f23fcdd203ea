"""What a screen is sent: the table's truth in its own words, and never another seat's card."""

from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker import commands as p
from firmware.money import show
from firmware.screens import projection as glass
from firmware.screens import protocol as g
from firmware.table import commands as c
from firmware.table.jackpot import Jackpot
from lab.simulation import bots
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.privacy import secrets

CARDS = ("hole", "board", "up", "shown", "winning", "cards", "second", "rabbit", "mine")


def cards_in(view: object) -> set[int]:
    if isinstance(view, Struct):
        found: set[int] = set()
        for name in view.__struct_fields__:
            value = getattr(view, name)
            here = name in CARDS and isinstance(value, tuple)
            found |= set(value) if here else cards_in(value)
        return found
    return {card for one in view for card in cards_in(one)} if isinstance(view, tuple) else set()


def look(table, now):
    everyone = glass.public(table, now)
    g.public(g.pack(everyone))  # a screen can read it
    assert not cards_in(everyone) & secrets(table, 0)
    for seat in range(1, len(table.seats)):
        view = g.view(g.pack(glass.station(table, seat, now, glass.Notes(), everyone)))
        assert not cards_in(view) & secrets(table, seat)
        words = f"{view.hint} {view.said} {view.refused}" if not view.hole else ""
        assert words.strip() in ("", view.said)


@pytest.mark.parametrize("page", [config(), no_limit()], ids=["limit", "no-limit"])
def test_no_message_holds_another_seats_hole_card(page):
    m, rng, player = BareTable(page, 5), Random(5), bots.random_player()
    m.watch = lambda machine, events: look(machine.table, machine.now)
    m.open(1, 3, 4, 7, 10)
    while m.table.number < 12:
        if not m.table.live:
            m.shuffle()
        if m.step():
            continue
        live = m.table.live
        if live is not None and live.queue:
            m.do(c.Play(m.now, m.table.decision, player(live, rng)))
        else:
            m.wait()


def test_a_turn_offers_exactly_what_the_rules_offer():
    m = BareTable(no_limit(), 3).open(1, 2, 3, button=1).next_hand()
    seat = m.table.live.queue[0]
    everyone = glass.public(m.table, m.now)
    mine = glass.station(m.table, seat, m.now, glass.Notes(), everyone)
    assert mine.turn == g.Turn(
        m.table.decision, True, 200, g.Range(400, 10_000, 100), level=200, pot=300, unit=200
    )
    assert everyone.actor == seat
    assert len(mine.hole) == 2
    other = next(n for n in (1, 2, 3) if n != seat)
    theirs = glass.station(m.table, other, m.now, glass.Notes(), everyone)
    assert theirs.turn is None
    assert theirs.pre


def test_a_touch_becomes_the_move_of_the_seat_it_came_from():
    m = BareTable(no_limit(), 3).open(1, 2, 3, button=1).next_hand()
    touched = glass.command(m.table, 2, g.Act(m.table.decision, "raise", 600), m.now)
    assert touched == c.Play(m.now, m.table.decision, p.Raise(2, 600))
    assert glass.command(m.table, 2, g.Open("history"), m.now) is None
    with pytest.raises(Refused):
        glass.command(m.table, 2, g.Pick(1, "dance/yes"), m.now)


def test_the_end_of_a_hand_is_told_to_all():
    m = BareTable(no_limit(), 8).open(1, 2, button=1).next_hand().call_down()
    everyone = glass.public(m.table, m.now)
    assert everyone.phase == "showdown"
    assert everyone.result
    assert everyone.result.chips == sum(pot.chips for pot in everyone.pots)
    assert any(seat.shown for seat in everyone.seats)


def paying(option, schedule="board-2018-12", **changes):
    page = no_limit(buy_in=(20_000, 0), schedule=schedule, **changes)
    spread = replace(page.spreads[0], fees=(option,))
    return BareTable(replace(page, spreads=(spread,))).open(1, 2, 3, chips=20_000, button=1)


@pytest.mark.parametrize(
    ("option", "says"),
    [(84, "$3"), (89, "$1 to $4"), (99, "$6 per ½ hour")],  # flat, less without a flop, time
)
def test_the_fee_line_says_what_is_posted(option, says):
    m = paying(option)
    assert glass.public(m.table, m.now).facts.fee == says
    m.next_hand()
    assert glass.public(m.table, m.now).facts.fee == says


def test_what_a_hand_paid_is_told_when_it_is_over():
    m = paying(84, jackpot=Jackpot()).next_hand().call_down()
    everyone = glass.public(m.table, m.now)
    taken = m.table.fee_taken
    assert taken == 300
    assert f"Fee {show(taken)}" in everyone.result.note
    assert "Jackpot $1" in everyone.result.note
    assert everyone.facts.fee == "$3 + $1 jackpot"
    assert everyone.facts.jackpot == m.table.books.bad_beat == 100
    assert any("House fee" in rule for rule in everyone.facts.rules)


def test_a_table_without_fees_or_pools_says_so():
    m = BareTable(no_limit(), 3).open(1, 2, button=1).next_hand().call_down()
    everyone = glass.public(m.table, m.now)
    assert everyone.facts.fee == "None"
    assert everyone.facts.jackpot == everyone.facts.high_hand == 0
    assert "Fee" not in everyone.result.note


def test_both_pools_are_told_where_both_are_fed():
    m = paying(84, jackpot=Jackpot(bad_beat=60)).next_hand().call_down()
    facts = glass.public(m.table, m.now).facts
    assert (facts.jackpot, facts.high_hand) == (60, 40)


def test_the_hand_that_was_beaten_is_named_and_shown():
    m = BareTable(no_limit(), 8).open(1, 2, 3, button=1).next_hand().call_down()
    everyone = glass.public(m.table, m.now)
    shown = {seat.seat: seat for seat in everyone.seats if seat.shown}
    losers = {number: seat for number, seat in shown.items() if not seat.won}
    assert everyone.result.beaten in losers
    assert everyone.result.beaten_hand.startswith(losers[everyone.result.beaten].hand)
    assert all(seat.hand for seat in shown.values())
    m.next_hand().fold_out()
    everyone = glass.public(m.table, m.now)
    assert everyone.result.beaten == 0
    assert not any(seat.hand for seat in everyone.seats)
