"""Places, prizes, pools and fees: small answers that everything else counts on."""

import pytest
from msgspec.structs import replace

from firmware.games.play import Best
from firmware.pages import BadPage
from firmware.table import events as e
from firmware.table.commands import PinChecked
from firmware.table.entering import adjacent
from firmware.table.fee import NO_FEE, Fee, at_once, by_option, for_players, posted, structure
from firmware.table.jackpot import Jackpot, at_least, bad_beat, shares
from firmware.table.places import between, clockwise, from_the_left, next_of
from firmware.table.seat import Blinds, Person
from firmware.table.state import Before, Consent, decode, encode, new_table
from firmware.table.tournament import chop_shares, prizes
from lab.simulation.bare_table import config, no_limit
from tests.table.fuzz import SHOW


def test_clockwise_begins_on_the_left_and_ends_with_the_seat_itself():
    assert clockwise(5, 3) == [4, 5, 1, 2, 3]
    assert clockwise(5, 5) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("first", "last", "seats"),
    [(2, 5, [3, 4]), (2, 3, []), (5, 2, [6, 1]), (6, 1, []), (3, 3, [4, 5, 6, 1, 2])],
)
def test_between_two_seats_of_six(first, last, seats):
    assert between(6, first, last) == seats


@pytest.mark.parametrize(
    ("start", "seats"), [(0, [2, 4, 6]), (2, [4, 6, 2]), (5, [6, 2, 4]), (6, [2, 4, 6])]
)
def test_from_the_left_of_a_seat(start, seats):
    assert from_the_left(start, [2, 4, 6]) == seats
    assert next_of(start, [2, 4, 6]) == seats[0]


def test_the_last_seat_is_next_to_the_first():
    table = new_table(config(seats=8))
    assert [adjacent(table, 1, other) for other in (2, 8, 3, 7, 1)] == [True, True] + [False] * 3
    assert adjacent(table, 8, 1)


# Jackpots


def best(seat, strength, kind="four of a kind", plays=True, main=True) -> Best:
    return Best(seat, strength, kind, kind, plays, main)


FOUR, FULL = "four of a kind", "full house"
BEATS = {
    "quads beaten by quads": ([best(1, 9), best(2, 8)], 4, (2, 1)),
    "one player too few": ([best(1, 9), best(2, 8)], 3, None),
    "one hand": ([best(1, 9)], 4, None),
    "a tie at the top, and one beaten": ([best(1, 9), best(2, 9), best(3, 8)], 4, (3, 1)),
    "all the same": ([best(1, 9), best(2, 9)], 4, None),
    "the loser has too little": ([best(1, 9), best(2, 8, FULL)], 4, None),
    "the winner has too little": ([best(1, 9, FULL), best(2, 8)], 4, None),
    "better than asked": ([best(1, 9, "royal flush"), best(2, 8, "straight flush")], 4, (2, 1)),
    "a hole card that does not play": ([best(1, 9), best(2, 8, plays=False)], 4, None),
    "nor the winner's": ([best(1, 9, plays=False), best(2, 8)], 4, None),
    "a side pot's": ([best(1, 9), best(2, 8, main=False), best(3, 7)], 4, (3, 1)),
}


@pytest.mark.parametrize("what", BEATS)
def test_a_bad_beat(what):
    hands, dealt, hit = BEATS[what]
    assert bad_beat(Jackpot(), hands, dealt) == hit


def test_where_both_hole_cards_need_not_play():
    hands = [best(1, 9, plays=False), best(2, 8, plays=False)]
    assert bad_beat(Jackpot(pocket=False), hands, 4) == (2, 1)


def test_a_kind_is_at_least_itself_and_none_is_nothing():
    assert at_least(FOUR, FOUR)
    assert at_least("straight flush", FOUR)
    assert not at_least(FULL, FOUR)
    assert not at_least("", "high card")


@pytest.mark.parametrize(
    ("pool", "others", "paid"),
    [
        (1_000, [3, 4], {2: 500, 1: 250, 3: 125, 4: 125}),
        (1_001, [3, 4], {2: 500, 1: 250, 3: 126, 4: 125}),
        (1_000, [], {2: 750, 1: 250}),
    ],
)
def test_half_to_the_loser_a_quarter_to_the_winner_the_rest_to_the_table(pool, others, paid):
    assert shares(Jackpot(), pool, 2, 1, others) == paid
    assert shares(Jackpot(pays=50), 2 * pool, 2, 1, others) == paid


# Fees


FEE = Fee(7, ("limit",), (3, 5), fee=300, turn=100, river=50, split=25)


def test_a_fee_is_due_at_once_unless_a_hand_without_a_flop_pays_less():
    assert (at_once(FEE, without_flop=True), at_once(FEE, without_flop=False)) == (300, 0)
    assert at_once(replace(FEE, no_flop=100), without_flop=True) == 0


def test_the_row_of_a_hand_goes_by_who_is_dealt_in():
    more = replace(FEE, option=8, players=(6, 10), fee=400)
    rows = (FEE, more)
    found = [for_players(rows, players).option for players in (2, 3, 5, 6, 10, 11)]
    assert found == [0, 7, 7, 8, 8, 0]
    assert for_players(rows, 2) is NO_FEE
    assert by_option(rows, 8, 3) == more  # as its beginning names it
    assert by_option((FEE, replace(more, option=7)), 7, 6).fee == 400
    assert by_option(rows, 0, 3) is NO_FEE


def test_a_sign_names_each_number_of_players_once():
    assert posted("board-2018-12", ()) == ()
    with pytest.raises(BadPage, match="there is no fee schedule 'x'"):
        posted("x", (1,))
    with pytest.raises(BadPage, match="board-2018-12 has no option 999"):
        posted("board-2018-12", (13, 999))
    with pytest.raises(BadPage, match="two fees for"):
        posted("board-2018-12", (13, 13))


def test_spread_games_pay_what_limit_games_pay():
    assert structure("spread") == {"spread", "limit"}
    assert structure("limit with kill") == structure("limit") == {"limit"}
    assert structure("no-limit") == {"no-limit"}


# Prizes


def contest(players, chips, paid=(50, 30, 20), entry=1_000):
    table = new_table(no_limit(tournament=replace(SHOW, entry=entry, prizes=paid)))
    table.sit_n_go.players, table.books.prizes = players, players * entry
    for seat, stack in chips.items():
        table.seats[seat].life, table.seats[seat].chips.stack = "playing", stack
    return table


@pytest.mark.parametrize(
    ("players", "paid", "cents"),
    [
        (4, (50, 30, 20), [2_000, 1_200, 800, 0]),
        (3, (50, 30, 20), [1_500, 900, 600]),
        (2, (50, 30, 20), [1_250, 750]),  # two came: what is paid is paid to them
        (3, (34, 33, 33), [1_020, 990, 990]),
        (7, (33, 33, 34), [2_310, 2_310, 2_380, 0, 0, 0, 0]),
    ],
)
def test_all_that_was_paid_in_is_paid_out(players, paid, cents):
    assert prizes(contest(players, {}, paid)) == cents


def test_odd_cents_are_the_winner_s():
    assert prizes(contest(3, {}, (34, 33, 33), entry=101)) == [105, 99, 99]


def test_a_chop_gives_each_the_least_prize_and_the_rest_by_chips():
    table = contest(4, {1: 100, 3: 300})
    assert chop_shares(table) == {3: 1_200 + 1_200, 1: 1_200 + 400}
    table = contest(4, {1: 100, 2: 100, 3: 100})
    assert chop_shares(table) == {1: 1_334, 2: 1_333, 3: 1_333}


# What older events did not say


def test_a_field_that_an_older_event_lacks_says_so():
    """A default that a journal could have written would be taken for it (evolve/before.py)."""
    assert e.PinRefused(1, 5).left == -1
    assert e.BoughtIn(1, 5, "t1-1", 100).short_buys == -1
    assert e.CashedOut(1, 5, "x", "t1-1", 100, "player").remember_ms == -1
    assert Before(1, (), (), ()).spread == -1
    assert Consent().run_from == -1
    assert PinChecked(1, 5, False).left == Person().tries_left == Blinds().game == -1
    table = new_table(config())
    assert decode(encode(table)) == table
