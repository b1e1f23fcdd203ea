"""The lists as forms: why a name leaves, and all who open a game called at once."""

import pytest
from msgspec.structs import replace

from desks.floor.lists import columns
from desks.floor.words import AtDesk
from firmware.bank import waiting_lists as lists
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import orders as o
from firmware.screens.protocol import public_view as p
from tests.desks.paper_room import PaperRoom

OMAHA = "Omaha $4/$8"


@pytest.fixture
def room(tmp_path):
    made = PaperRoom(tmp_path)
    yield made
    made.close()


def test_a_name_leaves_with_a_reason_which_the_day_shows(room):
    token, form = room.token(), {"name": "name-1", "why": " "}
    refused = room.visit("/floor/lists/take-off", token, form)
    assert (refused.status, "Say why" in refused.body) == (409, True)
    assert "Taken off the lists" not in room.visit("/floor/day", token).body
    form["why"] = "went <b>home</b>"
    assert room.visit("/floor/lists/take-off", token, form).status == 200
    day = room.visit("/floor/day", token).body
    assert "Miguel R., NL $1/$3: went &lt;b&gt;home&lt;/b&gt;" in day
    assert "Miguel R." not in room.visit("/floor/lists", token).body
    room.visit("/floor/lists/take-back", token, {"name": "name-1"})
    assert "went" not in room.visit("/floor/day", token).body


def test_all_who_open_a_game_are_called_at_once_and_a_seat_is_held_for_a_card(room):
    token = room.token()
    patron = room.bank.do(lambda tx, now: tx.row("SELECT id FROM patron ORDER BY id"))[0]
    room.bank.do(lambda tx, now: lists.put_down(tx, "n", OMAHA, "", patron, "", "flo", now))
    assert "Call all three to table 8" in room.visit("/floor/lists", token).body
    answer = room.visit("/floor/lists/call-all", token, {"game": OMAHA}).body
    assert "Omar T. is called: to the desk." in answer
    (held,) = room.tables[-1].orders
    assert (type(held), held.account, held.table) == (o.Reserve, f"patron:{patron}", "8")
    assert f"is called: table 8, seat {held.seat}, is held." in answer
    page, wall = room.visit("/floor/lists", token).body, room.visit("/wall").body
    assert "call-all" not in page
    assert all(name in wall.partition("Please come")[2] for name in ("Omar T.", "Greta L."))
    assert room.visit("/floor/lists/call-all", token, {"game": OMAHA}).status == 409
    assert len(room.tables[-1].orders) == 1


def test_nobody_is_called_for_a_game_that_lacks_names(room):
    answer = room.visit("/floor/lists/call-all", room.token(), {"game": "Stud $2/$4"})
    assert (answer.status, "Nobody is to be called" in answer.body) == (409, True)


def test_whom_the_table_refuses_keeps_nobody_from_being_called(room):
    async def no(order):
        return o.No(order.id, "That account is barred.", "AJ-R34")

    patron = room.bank.do(lambda tx, now: tx.row("SELECT id FROM patron ORDER BY id"))[0]
    room.bank.do(
        lambda tx, now: lists.put_down(tx, "a", OMAHA, "", patron, "", "flo", now - 3_600_000)
    )
    room.tables[-1].order = no
    answer = room.visit("/floor/lists/call-all", room.token(), {"game": OMAHA}).body
    assert "is not called. That account is barred." in answer
    assert "Greta L. is called: to the desk." in answer


def spread_closed(name: str, placard: p.Placard, **more) -> AtDesk:
    public = p.Public(placard, "closed", seats=(p.Seat(1), p.Seat(2)))
    return AtDesk(name, f.Floor(public=public, state="closed"), **more)


def test_they_are_called_to_the_closed_table_that_spreads_the_game():
    omaha, stud = (p.Placard("9", short=short, stakes="$4 / $8") for short in ("Omaha", "Stud"))
    names = [lists.Name(id_, OMAHA, id_, "", "", 0, n, None, "", 0) for n, id_ in enumerate("ab")]
    for tables, words, foot in (
        ([spread_closed("7", stud), spread_closed("9", omaha)], "table 9", ""),
        ([spread_closed("7", stud)], "table 7", "Table 7 is set to Stud $4/$8: change its game"),
        ([spread_closed("9", omaha, away_ms=1)], "the desk", ""),
    ):
        (column,) = columns(tables, names, [lists.Interest(OMAHA, 2, 0)], 0)
        assert (column.all_to, column.foot) == (f"Call all two to {words}", foot)


def test_the_wall_says_what_wins_the_jackpot_and_who_holds_the_high_hand(room):
    at = room.tables[1].at
    placard = replace(at.floor.public.placard, high_hand=250_00)
    best = f.HighHand(f.Payee(3, "patron:100001", 250_00, "Four of a kind, Nines"))
    at.floor = replace(at.floor, public=replace(at.floor.public, placard=placard), high_hand=best)
    wall = room.visit("/wall").body
    assert "<p>Four of a kind or better, beaten</p>" in wall
    assert "<p>So far: Four of a kind, Nines, table 5</p>" in wall
    assert "100001" not in wall
