"""Every winner of a hand is named at the center, with what and how much: of a split pot, of each
half, of each board, of each pot; to both long sides, and before his plate."""

import pytest
from pygame import Rect

from center_screen.board import winning
from firmware.games.play import Award
from firmware.games.poker import commands as p
from firmware.games.poker.rules import Stakes
from firmware.money import show
from firmware.screens.projection.shares import shares
from firmware.screens.protocol import Public, Result, Seat, Share
from firmware.table import commands as c
from firmware.table.config import Config, Spread
from lab.scenes import CENTERS
from lab.scenes.cast import NL
from lab.scenes.pictures import centered
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import everyone
from tests.stage import dot


def on_center(public):
    return centered(public, dot()).report


def names_every_winner(public):
    report = on_center(public)
    for turn in (0, 180):
        said = "  ·  ".join(text.words for text in report.texts if text.turn == turn)
        for share in public.result.shares:
            assert share.hand.split(",")[0] in said
            for seat in share.seats:
                assert public.seats[seat - 1].name in said
    for seat in public.seats:
        assert not seat.won or before_plate(public, seat.seat) in report.words


def before_plate(public, seat):
    """What he won in all; where two boards lie, on each."""
    won = {0: 0, 1: 0, 2: 0}
    for share in public.result.shares:
        won[share.board] += dict(zip(share.seats, share.each, strict=True)).get(seat, 0)
    if won[1] and won[2]:
        return f"1st {show(won[1])} + 2nd {show(won[2])}"
    boards = {1: "1st board", 2: "2nd board", 0: "Wins"}
    return next(f"{boards[n]} {show(chips)}" for n, chips in won.items() if chips)


def limit(game, **more):
    stakes = Stakes(200, 400, chip=100, **more)
    return Config("t1", "artichoke-joes", (Spread(game, stakes, "limit", (4_000, 0)),), seats=8)


PAGES = {
    "split": limit("lightning-holdem", blinds=(100, 200)),
    "high and low": limit("lightning-omaha-hi-lo", blinds=(100, 200)),
    "stud": limit("seven-card-stud-hi-lo", ante=100, bring_in=100),
}


def test_equal_winners_stand_in_one_order_whatever_the_pot():
    """Kenji and Walt stood above Walt and Kenji: an engine lists them as odd chips went."""
    hand = "Two Pair, Queens and Jacks"
    won = (Award(3, 101, words=hand), Award(6, 100, words=hand),
           Award(6, 51, 1, words=hand), Award(3, 50, 1, words=hand))  # fmt: skip
    assert [(one.seats, one.each) for one in shares(won)] == [
        ((3, 6), (101, 100)), ((3, 6), (50, 51)),
    ]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_who_shares_a_pot_is_named(page):
    seen = 0
    for seed in range(30):
        m = BareTable(PAGES[page], seed).open(1, 2, 3, 4, 5).next_hand().call_down()
        public = everyone(m)
        if public.result.shares and len({s for one in public.result.shares for s in one.seats}) > 1:
            names_every_winner(public)
            seen += 1
    assert seen


def test_of_two_boards_each_says_who_with_what_how_much():
    """Never what was won on both under the hand of one."""
    report = on_center(
        ended(
            Share("Main pot, first board", 4_000, (3,), "Flush, Ace high", (4_000,), 1),
            Share("Main pot, second board", 4_000, (3,), "Pair of Nines", (4_000,), 2),
            Share("Side pot 1, first board", 900, (3,), "Flush, Ace high", (900,), 1),
            Share("Side pot 1, second board", 900, (4,), "Pair of Sixes", (900,), 2),
        )
    )
    assert report.says("First board, main pot + side pot 1 $49: Kenji, Flush, Ace high")
    assert report.says("Second board, main pot $40: Kenji, Pair of Nines")
    assert report.says("Second board, side pot 1 $9: Priya, Pair of Sixes")
    assert report.says("1st $49 + 2nd $40")
    assert report.says("2nd board $9")


def test_in_the_shortest_words_too_each_board_has_its_own_sums():
    shares = [
        Share(f"{pot}, {end} board", 4_400, (seat + run,), f"Two pair, {pot}", (4_400,), run + 1)
        for run, end in enumerate(("first", "second"))
        for seat, pot in enumerate(("Main pot", *(f"Side pot {n}" for n in range(1, 5))), 3)
    ]
    said = " ".join(on_center(ended(*shares)).words)
    for name in ("Priya", "Ana"):
        assert f"1st {name} $44, Two pair" in said
        assert f"2nd {name} $44, Two pair" in said


def test_both_boards_have_their_winner():
    for seed in range(20):
        m = BareTable(no_limit(settings={"run_twice": True}), seed).open(1, 2, 3, button=3)
        m.next_hand()
        m.move(p.Raise(3, 10_000))
        m.move(p.Call(1))
        m.move(p.Call(2))
        for seat in (1, 2, 3):
            m.ask(c.Propose, seat, "run it twice")
        m.call_down()
        public = everyone(m)
        if len({seat for one in public.result.shares for seat in one.seats}) > 1:
            names_every_winner(public)
            for row in (0, 1):
                hands = {card for seat in public.seats for card in (seat.ends or ((), ()))[row]}
                assert {*winning(public, row)} == hands
            return
    raise AssertionError("always the same winner")


def test_the_ends_of_the_table_see_both_boards():
    public = CENTERS["run-twice"]
    report = on_center(public)
    for end in (Rect(200, 0, 240, 1080), Rect(1480, 0, 240, 1080)):
        seen = [face.card for face in report.faces if end.contains(face.rect)]
        assert sorted(seen) == sorted((*public.board, *public.second))
        assert {"1st", "2nd"} <= {one.words for one in report.texts if end.contains(one.rect)}


def ended(*shares):
    won = {seat: got for one in shares for seat, got in zip(one.seats, one.each, strict=True)}
    names = ("Marisol", "Dutch", "Kenji", "Priya", "Ana", "Walt", "Lena", "Otis", "Bao", "Gus")
    seats = [Seat(n, "in", name, 9_500, won=won.get(n, 0)) for n, name in enumerate(names, 1)]
    result = Result(shares[0].seats[0], shares[0].each[0], shares[0].hand, shares=shares)
    return Public(NL, "showdown", 118_204, seats=tuple(seats), result=result)


def test_the_odd_chip_is_told():
    report = on_center(ended(Share("Pot", 47_300, (7, 9), "Pair of Nines", (23_700, 23_600))))
    assert report.says("Pot $473: Lena $237 and Bao $236, Pair of Nines")
    assert report.says("Lena and Bao win")
    even = on_center(ended(Share("Pot", 600, (1, 2, 9), "Pair of Nines", (200, 200, 200))))
    assert even.says("Pot $6: Marisol, Dutch and Bao, $2 each, Pair of Nines")


def test_the_last_of_many_pots_has_its_hand_too():
    hands = ("Flush, Ace high", "Straight, King high", "Three Sevens", "Two pair, Tens and Fours",
             "Pair of Nines")  # fmt: skip
    pots = ("Main pot", "Side pot 1", "Side pot 2", "Side pot 3", "Side pot 4")
    shares = [
        Share(pot, 4_400, (n,), hand, (4_400,))
        for n, (pot, hand) in enumerate(zip(pots, hands, strict=True), 3)
    ]
    report = on_center(ended(*shares))
    for pot, hand, who in zip(pots, hands, ("Kenji", "Priya", "Ana", "Walt", "Lena"), strict=True):
        assert report.says(f"{pot} $44: {who}, {hand}"), report.words


def test_pots_that_one_hand_took_are_told_together():
    first, *rest = (
        Share(pot, 4_400, (3,), "Flush, Ace high", (4_400,)) for pot in ("Main pot", "Side pot 1")
    )
    report = on_center(ended(first, *rest, Share("Side pot 2", 900, (4,), "Pair of Nines", (900,))))
    assert report.says("Main pot + side pot 1 $88: Kenji, Flush, Ace high")
    assert report.says("Side pot 2 $9: Priya, Pair of Nines")


def test_a_pot_without_a_low_is_not_half_a_pot():
    """ "Pot, high $417" was all of it: nobody had a low. So in a side pot, beside a main pot with
    one."""
    flush, low = "Flush, Ace high", "Eight-Seven low"
    alone = (Award(1, 20_900, 0, "high", 0, flush), Award(3, 20_800, 0, "high", 0, flush))
    assert [one.pot for one in shares(alone)] == ["Pot, no low"]
    both = Award(1, 500, 0, "high", 0, flush), Award(2, 500, 0, "low", 0, low)
    side = Award(4, 300, 1, "high", 0, "Pair of Nines")
    told = [one.pot for one in shares((*both, side))]
    assert told == ["Main pot, high", "Main pot, low", "Side pot 1, no low"]
