"""What the floor sees of a table: all that waits for a person, no card that is not public."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.screens import protocol as g
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import orders as o
from firmware.screens.schema import desk_codec, screen_codec, table_to_desk
from firmware.table import commands as c
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import floor
from tests.table.test_jackpot import deal
from tests.table.test_jackpot import machine as table_with_pools


def playing() -> BareTable:
    return BareTable(no_limit()).open(1, 2, 3, 5, button=1).next_hand()


def test_the_floor_sees_who_sits_where_and_what_a_void_would_give_back():
    m = playing()
    seen = floor(m)
    assert [seat.account for seat in seen.seats if seat.account] == ["p1", "p2", "p3", "p5"]
    assert {seat.seat: seat.back for seat in seen.seats if seat.back} == {2: 100, 3: 200}
    assert seen.public.seats[1].stack + seen.seats[1].back == 10_000


def test_a_call_a_stop_and_a_wish_carry_their_time():
    m = playing()
    m.ask(c.CallFloor, 2)
    m.ask(c.AskSeat, 3, 9)
    m.order(c.Pause)
    seen = floor(m)
    assert seen.seats[1].called_at == m.now
    assert seen.seat_changes == (f.SeatWish(3, 9, m.now, open=True),)
    assert seen.stops == (f.Stop("floor", m.now, "floor", "because"),)
    m.ask(c.CallFloor, 2)
    assert floor(m).seats[1].called_at == 0, "called off"


def test_a_seat_that_waits_for_the_floors_yes_says_so():
    m = BareTable(no_limit())
    m.ask(c.SwipeCard, 4, "p4", "Ann")
    m.ask(c.PinChecked, 4, True, 50_000)
    assert floor(m).seats[3].stage == "approve"


@given(st.integers(0, 40), st.integers(0, 40))
def test_changes_lead_from_any_view_of_a_hand_to_any_other(one, other):
    views = seen_in_a_hand()
    old, new = views[one % len(views)], views[other % len(views)]
    assert g.changed_floor(old, g.changes(old, new)) == new


def seen_in_a_hand(kept: list[g.Floor] = []) -> list[g.Floor]:  # noqa: B006
    if not kept:
        m = playing()
        m.watch = lambda machine, events: kept.append(g.floor(g.pack(floor(machine))))
        m.call_down()
    return kept


WHO = {"id": "1", "table": "t1", "token": "t"}
ORDERS = [
    o.Pause(**WHO),
    o.VoidHand(**WHO, hand=7, sure=True),
    o.ChangeGame(**WHO, game=f.GameSpread("omaha", "limit", 200)),
    o.KeepApart(**WHO, accounts=("a", "b"), whole=True),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda one: type(one).__name__)
def test_an_order_survives_the_wire_and_is_no_word_of_a_screen(order):
    text = desk_codec().write(order)
    assert table_to_desk().read(text) == order
    with pytest.raises(msgspec.ValidationError):
        g.to_controller(text[1:])
    assert screen_codec().hello.schema != desk_codec().hello.schema


@pytest.mark.parametrize("answer", [o.Would("1", "…", True), o.Done("1", "…"), o.No("1", "…", "r"),
                                    o.WantsSecond("1", "…", 5, ("floor manager",))])  # fmt: skip
def test_an_answer_survives_the_wire(answer):
    assert desk_codec().read(table_to_desk().write(answer)) == answer


def test_a_token_is_in_no_log():
    assert "secret" not in repr(o.Pause(id="1", table="t1", token="secret"))


def test_the_floor_is_told_what_wins_each_pool():
    m = table_with_pools(bad_beat=50)
    deal(m, {1: "Ah Ad"}, "As Ks Kc 7d 2c")
    seen = floor(m)
    assert seen.beaten == "four of a kind"
    assert seen.high_hand.payee.words == "Full house, Aces over Kings"
    assert floor(playing()).beaten == ""
