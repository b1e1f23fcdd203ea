"""Short sentences of the center that are easily said wrong."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from center_screen import sentences
from center_screen.screen import Screen
from firmware.games.poker import commands as p
from lab.scenes import CENTERS
from lab.simulation.bare_table import BareTable
from lab.simulation.matrix import rows
from tests.screens.seen import everyone
from ui.names import whole_words
from ui.theme import CENTER

TURN = CENTERS["flop-sidepots"]


@pytest.mark.parametrize(("bets", "said"), [(True, "to call"), (False, "to bring it in")])
def test_who_opens_in_stud_brings_it_in_and_calls_nobody(bets, said):
    seats = TURN.seats if bets else tuple(replace(seat, bet=0) for seat in TURN.seats)
    assert sentences.message(replace(TURN, seats=seats))[1].endswith(f"$120 {said}")


@pytest.mark.parametrize(
    ("house", "game", "due", "said"),
    [("casino-royale", "mexican-poker", "roll", "to turn a card up, or not"),
     ("artichoke-joes", "draw-poker", "draw", "to draw")],
)  # fmt: skip
def test_who_is_asked_for_no_bet_does_not_check(house, game, due, said):
    """ "Marisol to act: checking is free" of one who was all-in and turned a card."""
    row = next(one for one in rows(house) if one.game == game)
    m = BareTable(row.page, 1).open(1, 2, 3, chips=100 * row.stakes.small).next_hand()
    while m.table.live.due != due:
        if m.table.live.due == "act":
            m.move(p.Call(m.table.live.queue[0]))
        elif not m.step():
            m.wait()
    told = sentences.message(everyone(m))[1]
    assert told == f"p{m.table.live.queue[0]} {said}"


def test_who_has_no_chips_is_not_told_as_away():
    seat = replace(TURN.seats[0], life="away", stack=0)
    assert sentences.at_seat(seat, 900_000, "", "hand")[1] == "No chips"
    assert sentences.at_seat(replace(seat, stack=1), 900_000, "", "hand")[1] == "Away 15:00"


@pytest.mark.parametrize(
    "notice",
    [
        "Nobody opened: $1,200 stays in the pot",
        "Floor, please: a cash-out of seat 9 and 10 is paid by hand",
    ],
)
def test_between_two_hands_the_long_sides_say_what_is_to_be_known(notice):
    screen = Screen()
    screen.update(replace(CENTERS["waiting"], missing=0, notice=notice), 0)
    screen.heard(100)
    screen.draw(Surface(CENTER, 0, 32), 100)
    assert screen.report.words.count(notice) == 2


@pytest.mark.parametrize(
    ("house", "game", "says"),
    [("artichoke-joes", "draw-poker", "Before the draw"), ("hawaiian-gardens", "badugi",
     "First draw"), ("artichoke-joes", "seven-card-stud", "Third street"),
     ("artichoke-joes", "texas-holdem", "Preflop")],
)  # fmt: skip
def test_a_street_is_called_as_at_a_table(house, game, says):
    """ "Before: bets are $6": before what?"""
    row = next(one for one in rows(house) if (one.game, one.limit) == (game, "limit"))
    m = BareTable(row.page, 1).open(1, 2, 3, chips=100 * row.stakes.small).next_hand()
    while everyone(m).street.capitalize() != says:
        due, seat = m.table.live.due, m.table.live.queue[:1]
        if due == "act":
            m.move(p.Call(*seat))
        elif due == "draw":
            m.move(p.Draw(*seat, ()))
        elif not m.step():
            m.wait()


def test_the_name_of_a_game_is_spelled_as_on_a_sign():
    """ "Limit Seven Card Stud Hi Lo", "Lowball Ace To Five", "Sit N Go"."""
    titles = {row.page.law(0).title for row in rows()}
    assert {"Limit Seven-Card Stud Hi-Lo", "Limit Lowball Ace to Five", "No-Limit Sit-n-Go",
            "Limit Draw Jacks or Better", "Limit Cuban Twenty-One"} <= titles  # fmt: skip


@pytest.mark.parametrize(
    ("letters", "said"),
    [(40, "Pai Gow Poker, two jokers"), (17, "Pai Gow Poker"), (3, "Pai")],
)
def test_of_a_long_name_as_many_whole_words_are_said_as_fit(letters, said):
    assert whole_words("Pai Gow Poker, two jokers", lambda words: len(words) <= letters) == said


def test_no_word_of_a_name_is_left_hanging():
    """ "Super 9 with" stood at the edge of the table."""
    assert whole_words("Super 9 with Bonus Tie", lambda words: len(words) <= 14) == "Super 9"
