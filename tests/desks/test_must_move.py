"""A table that feeds another: who sat longest goes first, with the whole stack, to a seat that no
seat change and nobody of the list gets before."""

import pytest
from msgspec.structs import replace

from desks.floor.lists import columns
from desks.floor.must_move import feedings, going
from desks.floor.words import AtDesk
from firmware.bank import must_move
from firmware.bank.waiting_lists import Name
from firmware.errors import Refused
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import orders as o
from tests.desks.paper_room import PaperRoom
from tests.desks.test_words import NOW, open_table, seats


def table(name: str, *lives: str, **more) -> AtDesk:
    floor = open_table(**more)
    return AtDesk(name, replace(floor, public=replace(floor.public, seats=seats(*lives))))


FEEDER = table("9", "in", "away", "in", seats=(
    f.FloorSeat(1, "patron:1", since_at=NOW - 2_460_000),
    f.FloorSeat(2, "patron:2", since_at=NOW - 3_600_000, away="lobby"),
    f.FloorSeat(3, "patron:3", since_at=NOW - 2_880_000),
))  # fmt: skip


def test_who_sat_longest_goes_first_and_whoever_is_away_stays():
    (found,) = feedings([table("4", "in", "open", "in"), FEEDER], {"9": "4"})
    assert [(one.seat, one.to, one.words) for one in found.movers] == [
        (2, 0, "sat 1:00, lobby"), (3, 2, "sat 0:48"), (1, 0, "sat 0:41"),
    ]  # fmt: skip


def test_seat_changes_go_before_them_and_they_before_the_list():
    main = table("4", "in", "open", "open", seat_changes=(f.SeatWish(1, 2, NOW, True),))
    found = feedings([main, FEEDER], {"9": "4"})
    assert going(found, "4") == {3}
    waits = Name("n", "NL $1/$3", "Sandra K.", "7", "", 0, 0, None, "", 0)
    (column,) = columns([main], [waits], [], 0, {"9": "4"}, {("4", 3)})
    assert (column.rows[0].seat, column.where) == (2, "Table 4 main, table 9 feeds it")


def test_nobody_moves_to_a_table_that_is_away():
    main = replace(table("4", "open"), away_ms=1)
    assert going(feedings([main, FEEDER], {"9": "4"}), "4") == set()


@pytest.fixture
def room(tmp_path):
    made = PaperRoom(tmp_path)
    yield made
    made.close()


def test_a_player_is_moved_with_the_stack_once(room):
    """Their seat is held first, then they are sent on; a second touch is the same order."""
    token, lists = room.token(), "/floor/lists"
    assert room.visit(f"{lists}/feed", token, {"feeder": "4", "main": "5"}).status == 200
    page = room.visit(lists, token).body
    assert "table 4 to table 5" in page
    (one,) = feedings([table.at for table in room.tables], {"4": "5"})
    mover = next(mover for mover in one.movers if mover.to)
    form = {"feeder": "4", "seat": str(mover.seat)}
    for _ in range(2):
        assert "moves to table 5" in room.visit(f"{lists}/must-move", token, form).body
    main, feeder = (next(t for t in room.tables if t.at.name == name) for name in ("5", "4"))
    held, gone = main.orders[0], feeder.orders[0]
    assert isinstance(held, o.Reserve)
    assert (held.account, held.brings, held.seat) == (mover.account, mover.stack, mover.to)
    assert isinstance(gone, o.CashIn)
    assert {order.id for order in main.orders} == {held.id}
    assert {order.id for order in feeder.orders} == {gone.id}
    room.visit(f"{lists}/end-feed", token, {"feeder": "4"})
    assert room.visit(f"{lists}/must-move", token, form).status == 409


def test_a_table_feeds_no_table_that_feeds(room):
    room.bank.do(lambda tx, now: must_move.feed(tx, "9", "4", "flo", now))
    for feeder, main in (("4", "4"), ("8", "9")):
        with pytest.raises(Refused):
            room.bank.do(lambda tx, now, way=(feeder, main): must_move.feed(tx, *way, "flo", now))
    assert room.bank.do(lambda tx, now: must_move.feeders(tx)) == {"9": "4"}
