"""A table's view in a floor person's words."""

from msgspec.structs import replace

from desks.floor import acts, lists, words
from desks.floor.void import page_of
from desks.floor.words import AtDesk
from desks.pages import render
from firmware.bank.gaming_day import HouseClock
from firmware.bank.waiting_lists import Name
from firmware.screens.protocol import floor_view as f
from firmware.screens.protocol import public_view as p

NOW = 1_000_000
WALL = 50_000_000


def at(floor: f.Floor, name: str = "4") -> AtDesk:
    return AtDesk(name, floor, WALL)


def seats(*lives: str) -> tuple[p.Seat, ...]:
    return tuple(p.Seat(n + 1, life, f"P{n + 1}", 10_000) for n, life in enumerate(lives))


def open_table(**more) -> f.Floor:
    placard = p.Placard(table="4", short="NL", stakes="$1 / $3")
    public = p.Public(placard, "in hand", hand=7, street="Flop", seats=seats("in", "in", "open"))
    return f.Floor(**{"now": NOW, "public": public, "state": "open"} | more)


def test_what_waits_dearest_comes_first():
    floor = open_table(
        seats=(
            f.FloorSeat(1, called_at=NOW - 42_000),
            f.FloorSeat(2, away="lobby", warned=True, until_at=NOW + 60_000),
        ),
        stops=(f.Stop("floor", NOW - 5_000, "T. Ames", "spill"),),
        asked=(f.Asked("x", "VoidHand", "void hand #7", "mia", "floor manager", "", NOW, NOW + 9),),
        faults=(f.Trouble("PRINTER", "No paper.", NOW),),
        owed=(f.Owed("t1", 1, 5_000, "patron:1", "account closed"),),
    )
    titles = [need.title for need in words.needs([at(floor)], "flo")]
    assert titles == [
        "Confirm: void a hand, table 4", "Table 4: PRINTER", "Table 4, seat 1 calls",
        "Table 4 owes $50", "Table 4 paused", "P2, lobby runs out",
    ]  # fmt: skip


def test_nobody_is_asked_to_confirm_what_he_asked_for_himself():
    floor = open_table(
        asked=(f.Asked("x", "VoidHand", "void hand #7", "mia", "floor manager", "", NOW, NOW + 9),)
    )
    assert [need.order for need in words.needs([at(floor)], "mia")] == ["TakeBack"]


def test_a_call_that_was_answered_needs_nobody():
    floor = open_table(seats=(f.FloorSeat(1, called_at=NOW - 42_000, answered="flo"),))
    assert words.needs([at(floor)], "flo") == []


def test_times_of_the_table_are_told_by_the_desk_s_clock():
    floor = open_table(seats=(f.FloorSeat(1, called_at=NOW - 42_000),))
    (call,) = words.needs([at(floor)], "flo")
    assert call.since_ms == WALL - 42_000


def test_a_table_that_does_not_answer_is_away_and_nothing_else():
    gone = AtDesk("4", open_table(faults=(f.Trouble("X", "y", NOW),)), WALL, away_ms=WALL)
    assert words.tab(gone).words == "Away"
    (need,) = words.needs([gone], "flo")
    assert need.title == "Table 4 is away"
    assert need.words[0].islower(), "it stands behind a time"


def test_a_hand_that_stands_still_keeps_its_street_and_its_pot():
    floor = open_table()
    paused = replace(floor, public=replace(floor.public, phase="paused", street="turn", total=6400))
    told = words.hand(at(paused))
    assert (told.title, told.pot) == ("Hand #7 · Turn", "Pot $64")


def test_a_table_that_closes_says_so_and_is_not_closed_twice():
    closing = open_table(state="closing")
    assert words.tab(at(closing)).words == "Closing"
    assert "Close now" not in {act.words for act in acts.more("4", closing, 0)}


def test_a_closed_table_says_what_is_missing_to_open_it():
    public = replace(open_table().public, phase="closed", missing=2)
    first, *_ = acts.acts("4", open_table(state="closed", public=public), 0)
    assert (first.words, first.small, first.look) == (
        "Open table", "when 2 more sit with chips", ""
    )  # fmt: skip


def test_the_jackpot_is_what_a_hand_can_win_and_not_the_sum_of_the_pools():
    """floor.png and wall-board.png say the same number."""
    best = f.HighHand(f.Payee(3, "patron:1", 250_00, "Four of a kind, Nines"))
    pools = [
        at(open_table(
            public=p.Public(placard=p.Placard(jackpot=pool, high_hand=more)), beaten=beaten,
            high_hand=best,
        ), name)
        for name, pool, more, beaten in (("4", 18_642_00, 0, "full house"),
                                         ("5", 9_000_00, 250_00, "four of a kind"))
    ]  # fmt: skip
    away = AtDesk("9", open_table(public=p.Public(placard=p.Placard(jackpot=99_000_00))), WALL, 1)
    jackpot, high_hand = words.prizes([*pools, away])
    assert (jackpot.chips, jackpot.words) == (18_642_00, "Full house or better, beaten")
    assert high_hand == words.Prize(250_00, "So far: Four of a kind, Nines, table 5")
    assert words.day([*pools, away]).jackpot == 18_642_00
    assert words.prizes([]) == (words.Prize(), words.Prize())


def test_where_no_table_tells_its_jackpot_no_amount_is_named():
    """The only table was away for a minute: the page said that its jackpot was $0."""
    away = AtDesk("9", open_table(public=p.Public(placard=p.Placard(jackpot=15_00))), WALL, 1)
    near = AtDesk("9", away.floor, WALL)
    assert "<dd>–</dd>" in render("today.html", {"day": words.day([away])})
    assert "<dd>$15</dd>" in render("today.html", {"day": words.day([near])})


def test_no_chip_is_made_or_lost_by_a_void():
    public = p.Public(
        hand=7, street="Flop", total=3_000, seats=seats("in", "in", "open"),
    )  # fmt: skip
    floor = open_table(
        public=public, fee=400, jackpot=100,
        seats=(f.FloorSeat(1, back=1_500), f.FloorSeat(2, back=2_000)),
    )  # fmt: skip
    page = page_of(at(floor), "flo", HouseClock())
    assert page is not None
    assert (page.returned, page.before, page.after) == (3_500, 23_500, 23_500)


def test_a_hand_that_is_paid_is_not_offered_to_be_voided():
    """Its pot stands in the picture for a while, and in a stack: the table had it twice."""
    public = p.Public(hand=7, total=3_000, seats=seats("in", "in"), result=p.Result(1, 3_000))
    assert page_of(at(open_table(public=public)), "flo", HouseClock()) is None


def name(id_: str, place_ms: int = 0, called_ms: int | None = None, seat: int = 0) -> Name:
    return Name(id_, "NL $1/$3", id_, "", "", 0, place_ms, called_ms, "4" if seat else "", seat)


def waits(freed: tuple[int, ...], *names: Name) -> list[str]:
    (column,) = lists.columns([at(open_table(freed_at=freed))], names, (), WALL)
    return [row.wait for row in column.rows]


def test_a_wait_is_the_place_times_the_time_between_freed_seats():
    ten = 10 * 60_000
    freed = (NOW - 2 * ten, NOW - ten, NOW)
    assert waits(freed, name("a"), name("b"), name("c")) == ["now", "~ 20 min", "~ 30 min"]


def test_from_fewer_than_three_freed_seats_no_wait_is_said():
    assert waits((NOW - 9, NOW), name("a"), name("b")) == ["now", "–"]


def test_a_seat_that_somebody_is_called_to_is_offered_to_nobody_else():
    (column,) = lists.columns(
        [at(open_table())], [name("a", called_ms=WALL - 5, seat=3), name("b", 1)], (), WALL
    )
    assert [(row.wait, row.seat) for row in column.rows] == [("now", 3), ("–", 0)]


def test_an_update_waits_behind_whoever_waits_and_says_why_it_was_not_kept():
    told = "Version 4.3.0 was not kept: After 240 s: seat 2 did not greet. The version before it"
    faults = (f.Trouble("UPDATE_WAITS", "Version 4.3.0 waits. Play goes on.", NOW),
              f.Trouble("UPDATE_WENT_BACK", told, NOW))  # fmt: skip
    waits, back = words.needs([AtDesk("4", open_table(faults=faults), WALL)], "haines")
    assert waits.title == "Table 4: an update waits until you close it"
    assert back.title == "Table 4: the update was not kept"
    assert back.words == "Version 4.3.0 was not kept: After 240 s: seat 2 did not greet."
    assert waits.cost > 40
