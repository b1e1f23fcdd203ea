"""Match-It (003 L915-959): the nearest under the board, by one, two and three units."""

import pytest

from firmware.games.cards import cards
from firmware.games.poker.commands import Call, Draw
from firmware.games.poker.rules import rules
from firmware.games.ranking import RANKINGS, match
from lab.simulation.any_game import page_of
from lab.simulation.bare_table import BareTable

RANKING = RANKINGS["match"]


def strength(hand, board):
    return RANKING.rank((*cards(hand), *cards(board)))


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("Ac Ad 9h", "As Kd Kh", "6c 7d 8h"),  # EX-20a: both 21
        ("Ac Kd Qh", "As Kh Jc", "6c 7d 8h"),
        ("As Kh Jc", "Ad Ks Th", "6c 7d 8h"),
        ("Kc 9d 2h", "Kd 8h 2s", "6c 7d 8h"),  # the total itself, then one under it
        ("2d 3h 4s", "Kc Qd 2h", "6c 7d 8h"),  # under, however far, then over
        ("Jc 2d 4h", "Kc Kd 3h", "Qc Jd 2h"),  # EX-20b: 23 is over 22
        ("9c 9d 2h", "9c 9d Ah", "Qc Jd 2h"),  # an ace counts one where eleven is too much
        ("Kc 9d 4h", "Kc Kd 5h", "Qc Jd 2h"),  # both over, the nearer one
    ],
)
def test_003_EX_20_who_wins(better, worse, board):
    assert strength(better, board) > strength(worse, board)


@pytest.mark.parametrize(("board", "total"), [("Ac Ad Ah", 33), ("2c 2d 2h", 6), ("Kc 5d Ah", 26)])
def test_003_EX_20c_the_board(board, total):
    assert match.target(cards(board)) == total


def test_identical_ranks_split():
    assert strength("Ac Kd 2h", "6c 7d 8h") == strength("Ad Kh 2s", "6c 7d 8h")


def test_it_is_told_in_words():
    assert RANKING.words(strength("Ac Ad 9h", "6c 7d 8h")) == "21, a match, Ace-Ace-Nine"
    assert RANKING.words(strength("Kc 8d 2h", "6c 7d 8h")) == "20, 1 under, King-Eight-Deuce"
    assert RANKING.words(strength("Kc Qd 2h", "6c 7d 8h")) == "22, 1 over, King-Queen-Deuce"
    made = [strength(hand, "6c 7d 8h") for hand in ("Ac Ad 9h", "Kc 8d 2h", "Kc Qd 2h")]
    assert [RANKING.kind(one) for one in made] == ["match", "under", "over"]


def test_the_bets_are_one_two_and_three_units():
    phases = rules("match-it", "hawaiian-gardens").phases
    assert [phase.bet for phase in phases if phase.kind == "bet"] == ["small", "big", "triple"]
    m = BareTable(page_of("match-it", "hawaiian-gardens"))
    m.open(1, 2, 3, chips=20_000).next_hand()
    sizes = []
    while (live := m.table.live) is not None and live.due != "settle":
        if live.due == "act":
            sizes.append(live.size)
            m.move(Call(live.queue[0]))
        elif live.due == "draw":
            m.move(Draw(live.queue[0]))
        elif not m.step():
            m.wait()
    assert sorted(set(sizes)) == [200, 400, 600]
    assert m.table.books.fees == 100  # three players, after the first draw


def test_a_hand_that_ends_before_the_first_draw_pays_the_designated_fee():
    m = BareTable(page_of("match-it", "hawaiian-gardens"))
    m.open(1, 2, 3, 4, 5, 6, chips=20_000).next_hand()
    m.fold_out()
    assert m.table.books.fees == 100
