"""The plan of a hand, walked: what an answer sets going, and which answers are none."""

import pytest

from firmware.fairness import verify
from firmware.fairness.verify import BANK, BOARD, BURN, RABBIT, SCRAP, Walk, Wrong
from firmware.games.cards import DECKS


def walk(*plan: list, seats: tuple[int, ...] = (1, 2, 3), size: int = 52) -> Walk:
    return Walk([*plan], [*seats], size)


def dealt(at: Walk, *answer: int | str) -> list:
    """What follows from an answer, and its cards have come."""
    ops = at.follow([*answer])
    for kind, what in ops:
        if kind == "deal":
            at.dealt(what)
        elif what and kind in ("mix", "again"):
            at.came_back(what)
    return ops


@pytest.mark.parametrize(
    ("step", "answer", "why"),
    [
        (["down", 2], [0, 1], "nothing is asked here"),
        (["give", 1, 2], [0, 1], "nothing is asked here"),
        (["burn", 1], [0, 1], "nothing is asked here"),
        (["board", 3], [0, 2], "nothing is asked here"),
        (["stud", "u"], [0, 1], "nothing is asked here"),
        (["more", 2], [0], "a strange deal"),
        (["more", 2], [0, 1, 1, 1], "a strange deal"),
        (["more", 2], [0, 9], "a card for somebody who is not in"),
        (["more", 2], [0, -5], "a card for somebody who is not in"),
        (["twice", 5], [0], "a strange second run"),
        (["twice", 5], [0, 0], "a strange second run"),
        (["twice", 5], [0, 6], "a strange second run"),
        (["hit", 2], [0, 1, 0], "a strange hit"),
        (["hit", 2], [0, 1, 0, 0], "a strange hit"),
        (["hit", 2], [0, 1, 0, 3], "a strange hit"),
        (["hit", 2], [0, 9, 0, 1], "seat 9 is not in"),
        (["dice", 3], [0, 1, 2], "a strange throw"),
        (["draw", 5], [0], "a strange draw"),
        (["draw", 5], [0, 0], "no fifth card is owed"),
        (["mix"], [0], "a mix is no answer"),
        (["down", 2], [1], "no such step"),
        (["down", 2], ["out", 9], "seat 9 is not in"),
        (["down", 2], [], "not a list"),
        (["down", 2], {0: 0}, "not a list"),
    ],
)
def test_a_strange_answer_is_refused(step, answer, why):
    with pytest.raises(Wrong, match=why):
        walk(step).follow(answer)


@pytest.mark.parametrize(
    ("step", "answer", "ops"),
    [
        (["down", 2], [0], [("deal", [1, 2, 3, 1, 2, 3])]),
        (["give", 3, 1], [0], [("deal", [3, 1])]),
        (["more", 2], [0, 1, BANK], [("next", [1, BANK]), ("mix", []), ("deal", [1, BANK])]),
        (
            ["more", 2],
            [0, BOARD, SCRAP],
            [("next", [BOARD, SCRAP]), ("mix", []), ("deal", [BOARD, SCRAP])],
        ),
        (["board", 3], [0], [("deal", [BOARD] * 3)]),
        (["board", 3], [0, 1], [("deal", [RABBIT] * 3)]),
        (["burn", 1], [0], [("deal", [BURN])]),
        (["bank", 2], [0], [("deal", [BANK] * 2)]),
        (["twice", 5], [0, 5], [("deal", [BOARD] * 5)]),
        (["hit", 2], [0, 2, 0, 2], [("deal", [2, 2])]),
        (["hit", 2, "mix"], [0, 2, 0, 1], [("mix", []), ("deal", [2])]),
        (["dice", 3], [0, 1, 6, 2], [("dice", [1, 6, 2])]),
        (["stud", "d"], [0], [("mix", []), ("deal", [BURN, 1, 2, 3])]),
    ],
)
def test_what_an_answer_sets_going(step, answer, ops):
    assert walk(step).follow(answer) == ops


def test_a_step_may_not_be_left_out_unless_nobody_asked_for_it():
    plan = ["draw", 5], ["mix"], ["twice", 5], ["board", 3], ["board", 1]
    assert walk(*plan).follow([3]) == [("mix", []), ("deal", [BOARD] * 3)]
    with pytest.raises(Wrong, match="a board of the plan was left out"):
        walk(*plan).follow([4])


def test_a_step_deals_as_many_as_1024_cards():
    assert walk(["board", 1024], size=2080).follow([0]) == [("deal", [BOARD] * 1024)]


# Draws


def drawing(*flags: str) -> Walk:
    at = walk(["down", 5], ["draw", 5, *flags], ["board", 1])
    dealt(at, 0)
    return at  # seat 1 has 0, 3, 6, 9, 12


def test_a_draw_is_served_in_turn_after_one_burn():
    at = drawing("burn")
    assert dealt(at, 1, 1, 0, 3) == [("deal", [BURN, 1, 1])]
    assert dealt(at, 1, 3, 2) == [("deal", [3])]
    assert at.muck == [0, 3, 2]
    with pytest.raises(Wrong, match="seat 3 drew before"):
        at.follow([1, 3, 5])
    with pytest.raises(Wrong, match="seat 2 is not next"):
        at.follow([1, 2, 1])


def test_a_seat_may_hit_again_and_none_before_it():
    at = walk(["hit", 2], ["board", 1])
    for seat in (2, 2, 3):
        assert dealt(at, 0, seat, 0, 1) == [("deal", [seat])]
    with pytest.raises(Wrong, match="seat 2 is not next"):
        at.follow([0, 2, 0, 1])


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([1], "not his"),
        ([0, 0], "not his"),
        ([99], "not his"),
        ([15], "not his"),  # the next that will be dealt
        ([], "more cards than the plan allows"),
    ],
)
def test_only_ones_own_cards_are_given_up(given, why):
    with pytest.raises(Wrong, match=why):
        drawing().follow([1, 1, *given])


def test_a_fifth_card_is_owed_until_everybody_has_drawn():
    """002 L458: four at first in turn, then the fifth, once again in turn."""
    at = drawing("fifth")
    assert dealt(at, 1, 1, 0, 3, 6, 9, 12) == [("deal", [1] * 4)]
    assert dealt(at, 1, 2, 1) == [("deal", [2])]
    with pytest.raises(Wrong, match="a fifth card is owed"):
        at.follow([2])
    assert dealt(at, 1, 0) == [("deal", [1])]
    assert at.muck == [1, 0, 3, 6, 9, 12]
    assert dealt(at, 2) == [("deal", [BOARD])]
    assert dealt(drawing(), 1, 1, 0, 3, 6, 9, 12) == [("deal", [1] * 5)]


def test_the_stub_is_used_up_and_the_discards_come_again():
    """Not one's own while others suffice: those of seat 1, and the hand of seat 2, who is out."""
    at = walk(["down", 2], ["draw", 2], size=7)
    dealt(at, 0)
    assert dealt(at, 1, 1, 0) == [("deal", [1])]
    at.follow(["out", 2])
    assert dealt(at, 1, 3, 2) == [("again", [0, 1, 4]), ("mix", []), ("deal", [3])]


def test_the_discards_may_be_just_enough():
    """Three are drawn, and three lie there: not one card of the fives that wait for their last."""
    at = walk(["down", 5], ["draw", 5, "fifth"], seats=(1, 2, 3), size=22)
    dealt(at, 0)
    assert dealt(at, 1, 1, 0, 3, 6, 9, 12) == [("deal", [1] * 4)]
    assert dealt(at, 1, 2, 1, 4, 7) == [("deal", [2] * 3)]
    assert (at.stub, at.pool()) == (0, [1, 4, 7])
    assert dealt(at, 1, 3, 2, 5, 8) == [("again", [1, 4, 7]), ("mix", []), ("deal", [3] * 3)]
    assert at.kept == [0, 3, 6, 9, 12]


def test_more_than_the_discards_takes_the_fives_that_wait_too_and_no_card_that_is_held():
    at = walk(["down", 5], ["draw", 5, "fifth"], seats=(1, 2, 3), size=22)
    dealt(at, 0)
    dealt(at, 1, 1, 0, 3, 6, 9, 12)
    dealt(at, 1, 2, 1, 4, 7)
    back = [0, 1, 3, 4, 6, 7, 9, 12]
    ops = dealt(at, 1, 3, 2, 5, 8, 11)
    assert ops == [("again", back), ("mix", []), ("deal", [3] * 4)]
    empty = walk(["down", 5], ["draw", 5], seats=(1,), size=5)
    dealt(empty, 0)
    with pytest.raises(Wrong, match="more cards than there are"):
        empty.follow([1, 1, 0])


# Streets of stud that the stub is too short for


def street(size: int, *streets: list, seats: int = 4) -> Walk:
    at = walk(
        ["down", 2], *streets, ["stud", "u", "skip"], seats=tuple(range(1, seats + 1)), size=size
    )
    for number in range(1 + len(streets)):
        dealt(at, number)
    return at


def test_a_street_that_the_stub_is_enough_for():
    assert dealt(street(13), 1) == [("mix", []), ("deal", [BURN, 1, 2, 3, 4])]


def test_all_but_the_last_card_then_the_rest_with_the_burn():
    """Four cards for four players and no burn to spare: two, then the last and the burn."""
    ops = [("mix", []), ("deal", [BURN, 1, 2]), ("mix", [8]), ("deal", [3, 4])]
    at = street(12)
    assert dealt(at, 1) == ops
    assert at.up == {9, 10, 11, 12}


def test_a_burn_of_an_earlier_street_may_be_burnt_again():
    at = street(17, ["stud", "d"])
    assert at.stub == 4
    assert dealt(at, 2) == [("mix", []), ("deal", [BURN, 1, 2]), ("mix", [8, 13]),
                            ("deal", [BURN, 3, 4])]  # fmt: skip


def test_two_cards_and_three_burns_are_enough_for_four():
    at = street(25, *[["stud", "d"]] * 3)
    assert at.stub == 2
    assert dealt(at, 4) == [("mix", []), ("deal", [BURN]), ("mix", [8, 13, 18, 23]),
                            ("deal", [BURN, 1, 2, 3, 4])]  # fmt: skip


@pytest.mark.parametrize(("size", "to"), [(10, [BURN, BOARD]), (9, [BOARD])])
def test_too_little_even_so_is_one_card_for_everybody(size, to):
    assert dealt(street(size), 1) == [("mix", []), ("deal", to)]


def test_who_keeps_his_place_is_dealt_a_card_that_nobody_plays():
    at = walk(["down", 1], ["down", 1])
    dealt(at, 0)
    at.follow(["keep", 2])
    assert dealt(at, 1) == [("deal", [1, SCRAP, 3])]


@pytest.mark.parametrize(
    ("plan", "why"),
    [
        ([["shuffle", 1]], "is no step"),
        ([["down"]], "is no step"),
        ([["down", 1, "twice"]], "is no step"),
        ([["down", 0]], "a strange number"),
        ([["down", 1025]], "a strange number"),
        ([["stud", "x"]], "a strange street"),
    ],
)
def test_a_plan_that_cannot_be_walked(plan, why):
    with pytest.raises(Wrong, match=why):
        walk(*plan)
    with pytest.raises(Wrong, match="a seat stands there twice"):
        walk(seats=(1, 1))


@pytest.mark.parametrize("name", DECKS)
def test_the_verifier_has_the_decks_of_the_games(name):
    assert sorted(verify.DECKS[name]) == sorted(DECKS[name])
