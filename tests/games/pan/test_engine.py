"""Pan as filed, line by line: 000 L1434-1450, and 000a example 10."""

from types import SimpleNamespace

import pytest

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.cards import cards
from firmware.games.pan import page
from firmware.games.pan.engine import related, spare
from firmware.games.pan.events import Declared
from firmware.games.pan.melds import ways
from firmware.games.pan.page import pan_rules
from firmware.games.pan.play import PanPlay
from firmware.games.poker.commands import Call, Deal, Foul, Timeout
from firmware.games.poker.events import Fouled, Posted
from firmware.pages import BadPage
from tests.games.pan.hands import (
    CHIP,
    JUNK,
    RULES,
    all_in,
    begun,
    chips,
    dealt,
    do,
    on_board,
    say,
    turn,
)

FIVES = "5c 5d 2c 3d 7s Jc Qd Kh 2d 4s"
SEVENS = "7s 7s 2c 3d 5h Jc Qd Kh 2d 4s"


def test_junk_is_junk() -> None:
    assert ways(cards(JUNK)) == []


# ---- Ante, deal, in or out


def test_antes_are_the_tops_less_the_fee() -> None:
    """000 L1436: one chip each; L3532: the fee is taken from the antes before cards are dealt."""
    hand = begun({1: 20, 3: 20, 6: 20}, first=3, fee=1)
    assert (hand.tops, hand.fees) == (2 * CHIP, CHIP)
    assert chips(hand) == {1: 19, 3: 19, 6: 19}


def test_five_cards_at_a_time_to_the_right() -> None:
    """000 L1436: "ten cards, five at a time, beginning with the winner of the previous hand and
    going counterclockwise"."""
    hand = begun({1: 20, 3: 20, 6: 20}, first=3)
    assert hand.wants().targets == (*[3] * 5, *[1] * 5, *[6] * 5) * 2


def test_in_or_out_in_turn() -> None:
    hand = dealt({1: JUNK, 3: JUNK, 6: JUNK}, first=3)
    assert hand.queue == [3, 1, 6]
    with pytest.raises(Refused, match="wait"):
        say(hand, 1, "in")
    say(hand, 3, "out")
    say(hand, 1, "in")
    say(hand, 6, "in")
    assert (hand.inside, hand.turn, hand.due) == ([1, 6], 1, "deal")
    assert hand.folded(3)
    assert hand.hole(3) == ()


def test_only_one_in_takes_the_tops() -> None:
    """000 L1436; the last, when all others are out, need not say so."""
    hand = dealt({1: JUNK, 3: JUNK, 6: JUNK}, first=3)
    say(hand, 3, "out")
    say(hand, 1, "out")
    assert (hand.due, hand.leads) == ("over", 6)
    assert chips(hand) == {1: 19, 3: 19, 6: 22}
    hand = dealt({1: JUNK, 3: JUNK, 6: JUNK}, first=3)
    for seat, verb in ((3, "in"), (1, "out"), (6, "out")):
        say(hand, seat, verb)
    assert (hand.due, hand.leads, chips(hand)[3]) == ("over", 3, 22)


# ---- Draw, use, discard


def test_a_card_that_is_left_may_be_used_by_the_next() -> None:
    """000 L1438: "the next active player may use it, if he can, or he may draw a card himself"."""
    hand = all_in(dealt({1: FIVES, 2: JUNK}, first=2))
    turn(hand, "5h")
    assert [one.name for one in hand.offer(2).choices] == ["leave", "split"]  # type: ignore[union-attr]
    say(hand, 2, "leave")
    assert (hand.queue, hand.due, hand.board) == ([1], "use", [*cards("5h")])
    assert [one.name for one in hand.offer(1).choices] == ["meld", "draw", "split"]  # type: ignore[union-attr]
    say(hand, 1, "meld", "5c5d")
    assert on_board(hand, 1) == cards("5c5d5h")
    assert chips(hand) == {1: 20, 2: 18}  # valle in three suits


def test_a_card_that_is_drawn_over_is_dead() -> None:
    hand = all_in(dealt({1: FIVES, 2: JUNK}, first=2))
    turn(hand, "5h")
    say(hand, 2, "leave")
    say(hand, 1, "draw")
    assert (hand.due, hand.board) == ("deal", [])
    turn(hand, "2h")
    say(hand, 1, "leave")
    assert hand.board == [*cards("2h")]


def test_nobody_must_use_a_card() -> None:
    """000 L1438: he "may" use it; a card that fits his board is not forced on anybody."""
    hand = all_in(dealt({1: FIVES, 2: JUNK}, first=1))
    turn(hand, "5h")
    say(hand, 1, "meld", "5c5d")
    say(hand, 1, "discard", "2c")
    turn(hand, "5s")
    say(hand, 2, "leave")
    say(hand, 1, "draw")
    assert hand.due == "deal"


def test_nothing_is_melded_before_the_hand_is_hit() -> None:
    """000 L1438: "Even if a player has a valid condition in his hand, he may not meld it on the
    board until he can meld a drawn card on the board"."""
    held = "Ac 2c 3c 5c 5d 7s Jc Qd Kh 4s"
    hand = all_in(dealt({1: held, 2: JUNK}, first=1))
    turn(hand, "Qh")
    with pytest.raises(Refused):
        say(hand, 1, "meld", "Ac2c3c")
    say(hand, 1, "leave")
    say(hand, 2, "draw")
    turn(hand, "5h")
    say(hand, 2, "leave")
    say(hand, 1, "meld", "5c5d")
    say(hand, 1, "meld", "Ac2c3c")
    assert chips(hand) == {1: 21, 2: 17}


def test_after_a_hit_one_card_is_discarded_and_nobody_may_use_it() -> None:
    """000 L1438: ten cards again; "Players may not use a card discarded from a player's hand"."""
    hand = all_in(dealt({1: FIVES, 2: "2c 2d 3d 7s Jc Qd Kh 4s 6h 6d"}, first=1))
    turn(hand, "5h")
    say(hand, 1, "meld", "5c5d")
    assert len(hand.hole(1)) + len(on_board(hand, 1)) == 11
    with pytest.raises(Refused, match="one card"):
        say(hand, 1, "discard", "2c2d")
    say(hand, 1, "discard", "2d")
    assert len(hand.hole(1)) + len(on_board(hand, 1)) == 10
    assert (hand.turn, hand.due, hand.board) == (2, "deal", [])


def test_a_board_is_its_owners_alone() -> None:
    hand = all_in(dealt({1: FIVES, 2: "5s 5s 2c 3d 7s Jc Qd Kh 2d 4s"}, first=1))
    turn(hand, "5h")
    say(hand, 1, "meld", "5c5d")
    say(hand, 1, "discard", "2c")
    turn(hand, "5d")
    assert [one.name for one in hand.offer(2).choices] == ["leave", "split"]  # type: ignore[union-attr]


# ---- Conditions


def test_conditions_are_paid_at_once_by_who_is_in() -> None:
    """000 L1440: "each of the other players in the hand must pay the melding player"."""
    hand = dealt({1: SEVENS, 2: JUNK, 3: JUNK, 4: JUNK}, first=4)
    for seat, verb in ((4, "out"), (3, "in"), (2, "in"), (1, "in")):
        say(hand, seat, verb)
    turn(hand, "Qh")
    say(hand, 3, "leave")
    say(hand, 2, "draw")
    turn(hand, "7s")
    say(hand, 2, "leave")
    say(hand, 1, "meld", "7s7s")
    assert chips(hand) == {1: 27, 2: 15, 3: 15, 4: 19}  # sevens in spades: four
    say(hand, 1, "discard", "2c")
    turn(hand, "7s")
    say(hand, 3, "leave")
    say(hand, 2, "draw")
    turn(hand, "7s")
    say(hand, 2, "leave")
    say(hand, 1, "add 1")
    assert chips(hand) == {1: 31, 2: 13, 3: 13, 4: 19}  # and two for one more


def test_nobody_asks_for_more_than_he_has() -> None:
    """000a example 10 (000 L1440): with one chip a two-pay asks for one; "if his hand is hit again,
    he may collect the amount he was previously unable to ask for"."""
    held = "6s 6s 4c 4d 7s Jc Qd Kh 2d 3c"
    hand = all_in(dealt({1: held, 2: JUNK, 3: JUNK}, first=1, stacks={1: 2, 2: 20, 3: 20}))
    assert chips(hand)[1] == 1
    turn(hand, "6s")
    say(hand, 1, "meld", "6s6s")
    assert chips(hand) == {1: 3, 2: 18, 3: 18}
    assert hand.unasked[1] == CHIP
    say(hand, 1, "discard", "2d")
    for seat in (3, 2):
        turn(hand, "Ah")
        say(hand, seat, "leave")
        do(hand, Timeout(hand.queue[0]))
    turn(hand, "4h")
    say(hand, 1, "meld", "4c4d")  # no condition, but a hit
    assert chips(hand) == {1: 5, 2: 17, 3: 17}
    assert hand.unasked[1] == 0


def test_a_second_meld_of_the_same_hit_claims_nothing_old() -> None:
    held = "6s 6s 3c 3d 3h Jc Qd Kh 2d 7c"
    hand = all_in(dealt({1: held, 2: JUNK}, first=1, stacks={1: 2, 2: 20}))
    turn(hand, "6s")
    say(hand, 1, "meld", "6s6s")  # two asked for, one chip there
    say(hand, 1, "meld", "3c3d3h")
    assert chips(hand) == {1: 3, 2: 17}
    assert hand.unasked[1] == CHIP


def test_who_is_broke_is_out() -> None:
    """000 L1440: "A player who loses all of his chips is out of the hand"."""
    stacks = {1: 20, 2: 3, 3: 20}
    hand = all_in(dealt({1: SEVENS, 2: JUNK, 3: JUNK}, first=1, stacks=stacks))
    turn(hand, "7s")
    say(hand, 1, "meld", "7s7s")
    assert chips(hand) == {1: 25, 2: 0, 3: 15}
    assert hand.inside == [1, 3]
    say(hand, 1, "discard", "2c")
    assert hand.turn == 3


def test_the_last_with_chips_is_the_winner() -> None:
    """000 L1440: "If all but one ... lose all of their chips, the remaining player" has won."""
    hand = all_in(dealt({1: SEVENS, 2: JUNK, 3: JUNK}, first=1, stacks={1: 20, 2: 3, 3: 5}))
    turn(hand, "7s")
    say(hand, 1, "meld", "7s7s")
    assert (hand.due, hand.leads) == ("over", 1)
    assert chips(hand) == {1: 28, 2: 0, 3: 0}


# ---- The tops


def test_two_may_split_the_tops() -> None:
    """000 L1440: who has fewer chips "is considered the winner", for the next deal only."""
    hand = all_in(dealt({1: JUNK, 2: JUNK}, first=2, stacks={1: 10, 2: 20}))
    turn(hand, "Qh")
    say(hand, 2, "split")
    assert (hand.due, hand.queue) == ("agree", [1])
    say(hand, 1, "agree")
    assert (hand.due, hand.leads, chips(hand)) == ("over", 1, {1: 10, 2: 20})


def test_a_split_that_is_refused_is_not_offered_again_in_this_turn() -> None:
    hand = all_in(dealt({1: JUNK, 2: JUNK}, first=2))
    turn(hand, "Qh")
    say(hand, 2, "split")
    do(hand, Timeout(1))
    assert (hand.due, hand.queue) == ("use", [2])
    with pytest.raises(Refused):
        say(hand, 2, "split")
    say(hand, 2, "leave")


def test_three_cannot_split() -> None:
    hand = all_in(dealt({1: JUNK, 2: JUNK, 3: JUNK}, first=2))
    turn(hand, "Qh")
    with pytest.raises(Refused):
        say(hand, 2, "split")


OUT = "7s 7s 3c 3d 3h Ah 2h 3h Kc Kd"


def test_going_out() -> None:
    """000 L1442-1448: tops, two chips from each, what was not collected yet, every condition on the
    board a second time; and he is the first in the next hand."""
    hand = all_in(dealt({1: OUT, 2: JUNK, 3: JUNK}, first=1, stacks={1: 60, 2: 60, 3: 60}))
    turn(hand, "7s")
    say(hand, 1, "meld", "7s7s")  # 4
    say(hand, 1, "meld", "3c3d3h")  # 1
    say(hand, 1, "meld", "Ah2h3h")  # 1
    assert chips(hand) == {1: 71, 2: 53, 3: 53}
    say(hand, 1, "discard", "Kc")
    for seat in (3, 2):
        turn(hand, "Qh")
        say(hand, seat, "leave")
        do(hand, Timeout(hand.queue[0]))
    turn(hand, "7s")
    say(hand, 1, "add 1")  # ten on the board: 2 more for the fourth seven
    assert chips(hand) == {1: 75, 2: 51, 3: 51}
    say(hand, 1, "discard", "Kd")
    assert hand.hole(1) == ()
    for seat in (3, 2):
        turn(hand, "Qh")
        say(hand, seat, "leave")
        do(hand, Timeout(hand.queue[0]))
    turn(hand, "4h")
    say(hand, 1, "add 3")
    # 3 tops; from each 2 for going out and 6 + 1 + 1 once more.
    assert chips(hand) == {1: 75 + 3 + 20, 2: 41, 3: 41}
    assert (hand.due, hand.leads, hand.out_with) == ("over", 1, 1)
    assert hand.gain(1) == 23 * CHIP
    out = hand.award(SimpleNamespace(seat=1), showed=True)
    assert (out.words, out.cards) == ("Eleven Cards", on_board(hand, 1))
    assert hand.award(SimpleNamespace(seat=2), showed=True).words == ""


def test_the_last_card_pays_twice_when_it_is_a_condition() -> None:
    """000 L1446-1447: once because it was not collected for, once as every condition is."""
    hand = _ten_on_board(stacks={1: 60, 2: 60})
    turn(hand, "7s")
    say(hand, 1, "add 1")
    # 2 tops; 2 for going out, 2 for this card, then 4 + 2 + 2 and 1 and 1 again.
    assert chips(hand) == {1: 59 + 8 + 2 + 14, 2: 59 - 8 - 14}


def test_going_out_asks_for_no_more_than_he_has() -> None:
    """000 L1450; the tops are his first."""
    hand = _ten_on_board(stacks={1: 60, 2: 60})
    hand.stacks[2] += hand.stacks[1] - 3 * CHIP
    hand.stacks[1] = 3 * CHIP
    turn(hand, "4h")
    say(hand, 1, "add 3")
    assert chips(hand)[1] == 3 + 2 + 5


def test_going_out_collects_what_could_not_be_asked_for_before() -> None:
    """000 L1442-1448, example 10: he is hit, and so is what he was short of then due."""
    hand = _ten_on_board(stacks={1: 60, 2: 60})
    hand.unasked[1] = 3 * CHIP
    turn(hand, "4h")
    say(hand, 1, "add 3")
    assert chips(hand) == {1: 67 + 2 + 10 + 3, 2: 51 - 10 - 3}


def _ten_on_board(stacks: dict[int, int]) -> PanPlay:
    """Sevens in spades (four of them), threes, A-2-3 of hearts; none in the hand."""
    hand = all_in(dealt({1: OUT, 2: JUNK}, first=1, stacks=stacks))
    turn(hand, "7s")
    for three in ("7s7s", "3c3d3h", "Ah2h3h"):
        say(hand, 1, "meld", three)
    say(hand, 1, "discard", "Kc")
    turn(hand, "Qh")
    say(hand, 2, "leave")
    do(hand, Timeout(1))
    turn(hand, "7s")
    say(hand, 1, "add 1")
    say(hand, 1, "discard", "Kd")
    turn(hand, "Qh")
    say(hand, 2, "leave")
    do(hand, Timeout(1))
    return hand


# ---- What nobody plans


def test_silence() -> None:
    """Out; in play no card is used, and the card that helps least is given up."""
    hand = dealt({1: FIVES, 2: JUNK, 3: JUNK}, first=2)
    do(hand, Timeout(2))
    say(hand, 1, "in")
    say(hand, 3, "in")
    turn(hand, "5h")
    do(hand, Timeout(1))
    assert hand.queue == [3]
    do(hand, Timeout(3))
    assert hand.due == "deal"
    turn(hand, "Ah")
    say(hand, 3, "leave")
    do(hand, Timeout(1))
    turn(hand, "5h")
    say(hand, 1, "meld", "5c5d")
    do(hand, Timeout(1))
    assert len(hand.hole(1)) == 7
    assert hand.turn == 3


def test_the_spare_card_is_the_lonely_one() -> None:
    assert spare(cards("5c5dJhQh2s")) == 4


def test_a_foul_hand_is_out() -> None:
    """000 L1472: it forfeits what it put up."""
    hand = all_in(dealt({1: JUNK, 2: JUNK, 3: JUNK}, first=3))
    turn(hand, "Qh")
    do(hand, Foul(3))
    assert (hand.inside, hand.turn, hand.due) == ([2, 1], 2, "deal")
    with pytest.raises(Refused):
        do(hand, Foul(3))
    do(hand, Foul(1))
    assert (hand.due, hand.leads, chips(hand)) == ("over", 2, {1: 19, 2: 22, 3: 19})


def test_foul_hands_before_everybody_has_declared() -> None:
    hand = dealt({1: JUNK, 2: JUNK, 3: JUNK}, first=3)
    say(hand, 3, "in")
    do(hand, Foul(3))
    do(hand, Foul(1))
    assert (hand.due, hand.leads) == ("over", 2)


def test_a_block_that_is_used_up() -> None:
    """Nobody went out: the tops go back to who is in, and the same is first again."""
    hand = all_in(dealt({1: JUNK, 2: JUNK}, first=2))
    rest = [*RULES.shoe]
    for card in (*cards(JUNK), *cards(JUNK)):
        rest.remove(card)
    while hand.due != "over":
        if hand.due == "deal":
            do(hand, Deal((rest.pop(),)))
        else:
            do(hand, Timeout(hand.queue[0]))
    assert (hand.used_up, hand.leads, hand.block) == (True, 2, 0)
    assert chips(hand) == {1: 20, 2: 20}


def test_the_last_card_of_the_block_may_still_be_used_and_then_the_tops_go_back() -> None:
    hand = all_in(dealt({1: FIVES, 2: JUNK}, first=1))
    hand.places = len(hand.dealt) + 1
    turn(hand, "5h")
    assert (hand.due, hand.block) == ("use", 0)
    say(hand, 1, "meld", "5c5d")
    assert hand.due == "more"
    say(hand, 1, "discard", "2c")
    assert (hand.due, hand.used_up, hand.tops) == ("over", True, 0)
    assert chips(hand) == {1: 21, 2: 19}  # valle in three suits: one; and his ante back to each


def test_words_of_a_refusal() -> None:
    hand = all_in(dealt({1: FIVES, 2: JUNK}, first=1))
    with pytest.raises(Refused, match="no choice of this game"):
        hand.answer(Call(1))
    with pytest.raises(Refused, match="1 cards are due"):
        hand.decide(Deal(cards("2c2c")))
    turn(hand, "5h")
    with pytest.raises(Refused, match="No card is due"):
        turn(hand, "5h")
    for verb, places, words in (
        ("meld", (0, 2), "no such meld"), ("meld", (0, 99), "no card of yours"),
        ("meld", (0, 0), "counts once"), ("discard", (0,), "^Not offered now"),
    ):  # fmt: skip
        with pytest.raises(Refused, match=words):
            hand.answer(Choose(1, verb, 0, places))


def test_who_names_a_card_that_makes_no_meld_is_told_that_it_is_the_card() -> None:
    hand = all_in(dealt({1: JUNK, 2: JUNK}, first=1))
    turn(hand, "5h")
    with pytest.raises(Refused, match=r"^That card is not offered now"):
        hand.answer(Choose(1, "meld", 0, (0, 1)))
    with pytest.raises(Refused, match=r"^Not offered now"):
        hand.answer(Choose(1, "add 1"))


def test_a_card_of_which_all_are_out_is_no_card() -> None:
    hand = all_in(dealt({1: JUNK, 2: JUNK}, first=1))
    for _ in range(7):
        turn(hand, "As")
        do(hand, Timeout(hand.queue[0]))
        do(hand, Timeout(hand.queue[0]))
    with pytest.raises(Refused, match="twice"):
        turn(hand, "As")


# ---- The page


def test_off_until_signed() -> None:
    with pytest.raises(BadPage, match="neither its melds nor its pays"):
        pan_rules("panguingue", "artichoke-joes").as_posted("", "")
    with pytest.raises(BadPage, match="does not spread"):
        pan_rules("panguingue", "club-caribe")
    assert pan_rules("panguingue").as_posted("", "A. Manager").signed == "A. Manager"


def test_a_house_may_sign_rows_of_its_own() -> None:
    other = RULES.paying({"valle in spades": "6+3"})
    assert other.pays["valle in spades"] == (6, 3)
    for row, chips_, words in (("joker", "1+1", "joker"), ("valle", "much", '"4\\+2"')):
        with pytest.raises(BadPage, match=words):
            RULES.paying({row: chips_})


def test_three_decks_are_filed() -> None:
    """000 L113-115."""
    packs = "310 of pan, 8-7", "307 of pan, 8-7-6", "320 of pan"
    sizes = [len(RULES.as_posted(pack, "somebody").shoe) for pack in packs]
    assert (RULES.packs, sizes) == (packs, [310, 307, 320])
    with pytest.raises(BadPage, match="pack"):
        RULES.as_posted("52", "somebody")


def test_the_tops_are_the_pot_until_somebody_has_won_them():
    hand = begun({1: 20, 3: 20, 6: 20}, first=3)
    assert [(pot.chips, pot.seats) for pot in hand.pots()] == [(3 * CHIP, [3, 1, 6])]
    hand = all_in(dealt({1: JUNK, 3: JUNK, 6: JUNK}, first=3))
    assert [(pot.chips, sorted(pot.seats)) for pot in hand.pots()] == [(3 * CHIP, [1, 3, 6])]
    hand.due = "over"
    assert hand.pots() == []


def test_a_hand_of_pan_is_told_as_all_plays_are() -> None:
    """firmware/games/play.py: what a seat did, what the clock did for it, what it could win."""
    hand = dealt({1: FIVES, 3: JUNK, 6: JUNK}, first=3)
    assert (hand.notice, hand.reach(1)) == ("In or out?", 3 * CHIP)
    assert [hand.late(Declared(3, plays)) for plays in (True, False)] == ["played", "fold"]
    assert (hand.did(Posted(1, CHIP, "ante")), hand.did(Fouled(1))) == ("ante", "fold")
    all_in(hand)
    assert (hand.notice, hand.faces(1), hand.bet(1), hand.words(1)) == ("", (), 0, "")
    assert (hand.backs(1), len(hand.held(1))) == (10, 10)


def test_a_seat_is_told_which_melds_lie_ready_in_its_hand() -> None:
    hand = dealt({1: "7s 7s 7s 3c 3d 3h Ah 2h Kc Qd", 2: JUNK}, first=1)
    told = hand.hint(1).split(", ")
    assert len(told) == len({*told}) == 3, "sevens, threes, and ace to three"
    assert hand.hint(2) == ""


def test_what_lies_on_boards_what_is_dead_and_the_card_off_the_block_are_everybodys() -> None:
    hand = all_in(dealt({1: FIVES, 2: JUNK}, first=1))
    assert hand.open_numbers() == []
    turn(hand, "5h")
    assert [hand.face(n) for n in hand.open_numbers()] == [*cards("5h")]
    say(hand, 1, "meld", "5c5d")
    say(hand, 1, "discard", "2c")
    assert sorted(map(hand.face, hand.open_numbers())) == sorted(cards("5c5d5h2c"))


def test_a_page_without_a_row_of_the_pay_card_or_with_one_more_is_no_page(monkeypatch) -> None:
    """000 L1483: the house signs all of it."""
    raw = page.catalogue()["panguingue"]
    read = page.pan_rules.__wrapped__
    for pays in ({"valle": [1, 1]}, raw["pays"] | {"joker": [1, 1]}):
        monkeypatch.setattr(page, "catalogue", lambda pays=pays: {"pan": {**raw, "pays": pays}})
        with pytest.raises(BadPage, match=r"^pan\.toml: pays: valle, .*; each once"):
            read("pan")


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("5c", "5d", True), ("5c", "5c", True), ("5c", "6c", True), ("5c", "7c", True),
        ("5c", "Jc", False), ("7c", "Jc", True), ("6c", "Jc", True), ("7c", "Qc", True),
        ("7c", "Kc", False), ("5c", "6d", False), ("Ac", "3c", True), ("Ac", "Kc", False),
    ],
)  # fmt: skip
def test_cards_help_one_another_that_could_lie_in_one_meld(
    one: str, other: str, near: bool
) -> None:
    """Of a rank, or of one suit and at most two apart, where the jack follows the seven."""
    (first,), (second,) = cards(one), cards(other)
    assert related(first, second) is related(second, first) is near
