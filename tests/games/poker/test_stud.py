"""Seven-card stud, razz, stud high/low: bring-in, open pairs, deck running short."""

import pytest

from firmware.errors import Refused
from firmware.games.cards import cards
from firmware.games.play import BOARD, BURN, RESHUFFLE
from firmware.games.poker.commands import Deal, Raise, Start
from firmware.games.poker.engine import decide, evolve
from firmware.games.poker.events import Raised
from firmware.games.poker.play import new_hand
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes

COMPLETING = pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens", "club-caribe"])


def stud(house, money, ups, stacks=None, game="seven-card-stud", limit="limit"):
    """`ups`: what each seat will show, seat 1 first."""
    hands = {seat: f"?? ?? {up}" for seat, up in enumerate(ups, 1)}
    stacks = stacks or [500] * len(ups)
    return deal(rules(game, house, limit), money, stacks, hands=hands)


def around(hand, word="check"):
    """Everybody says the same, until the street is over."""
    street = hand.hand.phase.street
    while hand.hand.due == "act" and hand.hand.phase.street == street:
        play(hand, f"{hand.turn} {word}")
    return hand


@COMPLETING
def test_completing_the_bring_in_is_no_raise(house):
    """002 W12 (L367), 003 EX-6 (L168), 004 E12 (L366): 15-30, low card opens 5, next makes it
    15: three raises are still to come."""
    hand = stud(house, stakes(15, 30, ante=2, bring_in=5), ["2c", "9d", "Kh", "Qs"])
    assert hand.turn == 1
    play(hand, "1 opens", "2 complete 15", "3 raise 30", "4 raise 45", "1 raise 60")
    assert (hand.turn, hand.raises) == (2, None)


@COMPLETING
def test_the_low_card_may_open_for_a_full_bet(house):
    """003 L166, 004 L365: a full bet instead of the forced one."""
    hand = stud(house, stakes(15, 30, ante=2, bring_in=5), ["2c", "9d", "Kh"])
    assert (hand.call, hand.raises) == (5, (15, 15))
    with pytest.raises(Refused, match=r"forced to open for \$5"):
        play(hand, "1 fold")


def test_at_artichoke_joes_the_force_is_a_bet():
    """000 L299, ambiguity 16: a $3 force in 10-20 is raised to 13, and counts for the cap."""
    hand = stud("artichoke-joes", stakes(10, 20, ante=2, bring_in=3), ["2c", "9d", "Kh", "Qs"])
    assert hand.raises == (10, 10)  # or the lower limit at once
    play(hand, "1 opens")
    assert hand.raises == (13, 13)
    play(hand, "2 raise 13", "3 raise 23", "4 raise 33", "1 raise 43")
    assert hand.raises is None


def test_raises_of_the_lower_and_the_upper_limit():
    """001 T-17 (L2249): stud 3-6: raises of 3 in rounds 1-2, of 6 in rounds 3-5."""
    hand = stud(
        "casino-royale", stakes(3, 6, ante=1), ["2c 8c Tc Jh", "9d 4d 6h Ts", "Kh Qh 5s 3s"]
    )
    play(hand, "1 opens")
    steps = [hand.raises[0] - hand.hand.betting.level / 100]
    around(hand, "call")
    for _ in range(4):
        play(hand, f"{hand.turn} bet {hand.raises[0]}")
        steps.append(hand.raises[0] - hand.hand.betting.level / 100)
        around(hand, "call")
    assert steps == [3, 3, 6, 6, 6]


def pair_on_fourth(house, small=5, game="seven-card-stud"):
    """Fourth street; seat 2 shows a pair of kings and speaks first."""
    money = stakes(small, 2 * small, ante=1, bring_in=0 if house == "casino-royale" else 1)
    hand = stud(house, money, ["2c 8c", "Kd Kc", "9h Qh", "Jh Ts"], game=game)
    play(hand, "1 opens")
    around(hand, "call")
    assert hand.turn == 2
    return hand


@pytest.mark.parametrize(
    ("house", "small"),
    [("delta-downtown", 5), ("hawaiian-gardens", 5), ("artichoke-joes", 5), ("club-caribe", 3)],
)
def test_an_open_pair_on_fourth_street_gives_either_limit(house, small):
    """002 W13 (L368), 003 EX-7 (L169), 000 L300: $5-$10; 004 E13 (L367): $3-$6."""
    big = 2 * small
    hand = pair_on_fourth(house, small)
    assert hand.raises == (small, big)
    play(hand, f"2 bet {small}")
    assert (hand.call, hand.raises) == (small, (2 * small, small + big))
    with pytest.raises(Refused):
        play(hand, f"3 raise {2 * small + 1}")
    play(hand, f"3 raise {small + big}")  # by the upper limit: from here on nothing else
    assert hand.raises == (small + 2 * big, small + 2 * big)


@pytest.mark.parametrize(("chosen", "binds"), [(True, True), (False, False), (None, True)])
def test_that_the_upper_limit_was_chosen_is_said_by_the_raise(chosen, binds):
    """002 L368. Not read off its size; only a raise of an older journal left that to be done."""
    hand = pair_on_fourth("delta-downtown").hand
    assert [raised.upper for raised in decide(hand, Raise(2, 1_000))] == [True]
    assert [raised.upper for raised in decide(hand, Raise(2, 500))] == [False]
    evolve(hand, Raised(2, 1_000, 1_000, upper=chosen))
    assert hand.betting.upper is binds


def test_if_the_pair_checks_the_others_keep_the_choice():
    """002 W13 (L368)."""
    assert play(pair_on_fourth("delta-downtown"), "2 check").raises == (5, 10)


def test_after_an_upper_bet_only_upper_raises():
    """CC-A9: after $6 one calls 6 or raises 6, whatever the sentence says."""
    hand = play(pair_on_fourth("club-caribe", 3), "2 bet 6")
    assert (hand.call, hand.raises) == (6, (12, 12))


def test_at_casino_royale_only_the_pair_chooses_and_it_binds_everybody():
    """001 L2241: whoever shows the pair may bet either limit; the rest follow that limit."""
    assert play(pair_on_fourth("casino-royale"), "2 check").raises == (5, 5)
    assert pair_on_fourth("casino-royale").raises == (5, 10)
    assert play(pair_on_fourth("casino-royale"), "2 bet 10").raises == (20, 20)
    lower = play(pair_on_fourth("casino-royale"), "2 bet 5", "3 raise 10", "4 call", "1 call")
    assert lower.raises == (15, 15)


@pytest.mark.parametrize("game", ["razz", "seven-card-stud-hi-lo"])
def test_no_open_pair_in_the_other_stud_games(game):
    """002 L433, 003 L235, 004 L399: an open pair does not change the limit."""
    for house in "delta-downtown", "hawaiian-gardens", "club-caribe", "artichoke-joes":
        ups = ["2c 8c", "Kd Kc", "9h Qh"]
        hand = stud(house, stakes(5, 10, ante=1, bring_in=1), ups, game=game)
        around(play(hand, f"{hand.turn} opens"), "call")
        assert hand.raises == (5, 5)


def test_a_call_with_a_beaten_board_stands():
    """003 EX-8 (L199-201): A shows 2-2, B shows K-K; A calls B's bet: the call stands."""
    money = stakes(5, 10, ante=1, bring_in=1)
    hand = stud("hawaiian-gardens", money, ["2c 2d", "Kd Kc"])
    play(hand, "1 opens", "2 call", "2 bet 5", "1 call")
    assert (hand.stacks[1], hand.hand.phase.street) == (493, "fifth")


def test_stud_high_low_counts_the_ace_high_for_the_bring_in():
    """002 L424, 004 L397: the lowest up card, ace high; equal ranks by the lowest suit."""
    money = stakes(5, 10, ante=1, bring_in=1)
    hand = stud("delta-downtown", money, ["Ac", "3d", "3c"], game="seven-card-stud-hi-lo")
    assert hand.turn == 3


def test_razz_is_opened_by_the_highest_card_and_led_by_the_lowest_hand():
    """000 L306-310, 003 L412-419: king high, ace low, spades first; then the lowest board."""
    money = stakes(5, 10, ante=1, bring_in=1)
    hand = stud("artichoke-joes", money, ["As 4d", "Kd 2c", "Ks Jd", "5h 3h"], game="razz")
    assert hand.turn == 3
    around(play(hand, "3 opens"), "call")
    assert hand.turn == 1


@COMPLETING
def test_all_in_for_the_ante_with_the_low_card(house):
    """002 L378, 003 L177-184, 004 L373: the next on the left may open, bet in full, or fold."""

    def short():
        money = stakes(5, 10, ante=1, bring_in=2)
        return stud(house, money, ["9c", "2c", "Kh", "3h"], stacks=[100, 1, 100, 100])

    hand = short()
    assert (hand.turn, hand.call, hand.raises) == (3, 2, (5, 5))
    assert play(short(), "3 opens").raises == (5, 5)
    folded = play(short(), "3 fold")
    assert (folded.turn, folded.call, folded.raises) == (4, 2, (5, 5))
    play(folded, "4 times out")  # he, too, need not
    assert folded.hand.live == [1, 2]
    assert (folded.hand.due, folded.pot) == ("settle", 4)  # nobody left to bet against


def test_at_artichoke_joes_the_next_lowest_card_is_forced():
    """000 L139: among those not all-in."""
    money = stakes(5, 10, ante=1, bring_in=2)
    hand = stud("artichoke-joes", money, ["9c", "2c", "Kh", "3h"], stacks=[100, 1, 100, 100])
    assert hand.turn == 4
    with pytest.raises(Refused):
        play(hand, "4 fold")


def test_a_seat_that_folds_with_no_bet_to_it_is_dealt_on():
    """000 L272, 002 L377, 004 L372: on each street until there is a bet."""
    money = stakes(5, 10, ante=1, bring_in=1)
    hand = stud("artichoke-joes", money, ["2c", "3d", "4h", "5s"])
    around(play(hand, "1 opens"), "call")
    first = hand.turn
    play(hand, f"{first} fold")
    around(hand, "check")
    assert len(hand.plans[-1]) == 1 + 4  # burn, three players and the dead hand
    play(hand, f"{hand.turn} bet 10")
    around(hand, "call")
    assert len(hand.plans[-1]) == 1 + 3


def to_seventh(house, seats, folds=None):
    """Unknown cards down to seventh street; folds={"fifth": 1}: so many fold there to a bet."""
    hand = deal(rules("seven-card-stud", house), stakes(5, 10, ante=1, bring_in=1), [500] * seats)
    play(hand, f"{hand.turn} opens")
    around(hand, "call")
    for street in "fourth", "fifth", "sixth":
        assert hand.hand.phase.street == street
        going = (folds or {}).get(street, 0)
        if going:
            play(hand, f"{hand.turn} bet {hand.raises[0]}")
            for _ in range(going):
                play(hand, f"{hand.turn} fold")
            around(hand, "call")
        else:
            around(hand, "check")
    return hand


def shape(plan):
    """A plan in letters: burn, reshuffle, community, and how many players are served."""
    names = {BURN: "burn", RESHUFFLE: "mix", BOARD: "common"}
    out: list = []
    for target in plan:
        name = names.get(target, 1)
        if name == 1 and out and isinstance(out[-1], int):
            out[-1] += 1
        else:
            out.append(name)
    return out


HOUSES = pytest.mark.parametrize(
    "house",
    ["artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe"],
)


@HOUSES
def test_seven_players_and_seven_cards_left(house):
    """000a D10, 002 W14: burn, deal 5, mix last card and burns, burn, deal 2."""
    hand = to_seventh(house, 7)
    assert shape(_seventh(hand)) == ["burn", 5, "mix", "burn", 2]
    assert all(len(hand.hand.cards(seat)) == 7 for seat in hand.hand.live)


@HOUSES
def test_eight_players_and_one_card_left(house):
    """000a D10, 001 D-7 (L2236), 002 W14: one card for everybody; with one left, no burn."""
    hand = to_seventh(house, 8)
    assert shape(_seventh(hand)) == ["common"]
    assert len(hand.hand.board) == 1


def test_four_players_one_card_and_three_burns():
    """000a D23: burns 3 + that card = 4 cards, deal 4 without a burn."""
    hand = to_seventh("artichoke-joes", 8, folds={"sixth": 4})
    assert shape(_seventh(hand)) == ["mix", 4]


def test_eight_dealt_five_live_two_left():
    """002 W14: burn 1, deal 0, five short, five in the mix: no burn, deal 5."""
    hand = to_seventh("delta-downtown", 8, folds={"fifth": 1, "sixth": 2})
    assert shape(_seventh(hand)) == ["burn", "mix", 5]


def test_where_the_burn_may_not_be_skipped_a_common_card_is_turned():
    """001 L2236: burn again, always; so five cards do not serve five players."""
    hand = to_seventh("casino-royale", 8, folds={"fifth": 1, "sixth": 2})
    assert shape(_seventh(hand)) == ["burn", "common"]


def _seventh(hand):
    """The plan with which the dealing of seventh street began."""
    later = [plan for plan in hand.plans if RESHUFFLE in plan or BOARD in plan]
    return later[0]


def test_the_common_card_counts_for_who_speaks_first():
    """001 L2236, 002 L399, 003 L190, 004 L378: the high hand including the common card."""
    ups = ["Kc Qd 9h 7s", "2d 4c 6h 8s", "3c 5d Th Jc", "Ac 4d 8c Tc"]
    ups += ["2h 5s 9d Js", "3s 6d 8h Qc", "4h 7d Ts Jd", "5c 6s 9s Qh"]
    hands = {seat: f"?? ?? {up}" for seat, up in enumerate(ups, 1)}
    game = rules("seven-card-stud", "delta-downtown")
    hand = deal(game, stakes(5, 10, ante=1, bring_in=1), [500] * 8, hands=hands, board="2c")
    play(hand, f"{hand.turn} opens")
    around(hand, "call")
    for _ in range(3):
        around(hand, "check")
    assert hand.hand.board == list(cards("2c"))
    assert hand.turn == 5  # a pair of deuces and a jack; seat 2 has the other, and an eight


@pytest.mark.parametrize(
    ("house", "game", "small", "bring_in", "sizes"),
    [
        ("club-caribe", "mexican-poker", 2, 2, [4, 6, 8]),  # 004 L1030: 2-4, forced 2
        ("club-caribe", "mexican-poker", 6, 6, [12, 18, 24]),  # 004 L1033
        ("delta-downtown", "seven-card-stud", 4, 0, [8, 12, 16]),
        ("hawaiian-gardens", "razz", 4, 0, [8, 12, 16]),
        ("hawaiian-gardens", "mexican-poker", 3, 0, [6, 9, 12]),
        ("casino-royale", "seven-card-stud", 4, 0, [8, 12, 16]),
    ],
)
def test_a_forced_bet_of_the_lower_limit_is_a_whole_bet(house, game, small, bring_in, sizes):
    """004 L1029-1033: raised by the lower limit, three times, and never taken for an open pair."""
    money = stakes(small, 2 * small, ante=1, bring_in=bring_in)
    hand = deal(rules(game, house), money, [500] * 5)
    play(hand, f"{hand.turn} opens")
    for size in sizes:
        assert hand.raises == (size, size)
        play(hand, f"{hand.turn} raise {size}")
    assert hand.raises is None


def test_a_spread_forced_bet_of_the_least_is_a_whole_bet():
    """004 L22: Asian stud 2-10, forced 2, raised to 4: the next raise is as large, to 6."""
    hand = deal(rules("asian-stud", "club-caribe", "spread"), stakes(2, 10), [500] * 4)
    assert (hand.call, hand.raises) == (2, (3, 10))
    play(hand, f"{hand.turn} opens", f"{hand.hand.queue[1]} raise 4")
    assert hand.raises == (6, 14)


def test_who_is_forced_to_the_lower_limit_opens_for_it_or_where_he_may_for_the_upper():
    """002 L367: nothing between; 004 L277: either limit."""
    assert deal(rules("seven-card-stud", "delta-downtown"), stakes(4, 8), [99] * 3).raises is None
    hand = deal(rules("mexican-poker", "club-caribe"), stakes(2, 4), [99] * 3)
    assert (hand.call, hand.raises) == (2, (4, 4))
    assert play(hand, f"{hand.turn} raise 4").raises == (8, 8)


def test_no_limit_stud_is_opened_for_any_amount_from_the_force():
    """000 L339-340: ante 5, at least 25 to open; bets and raises of at least 50 after it."""
    money = stakes(50, ante=5, bring_in=25)
    hand = stud("artichoke-joes", money, ["2c", "9d", "Kh"], limit="no-limit")
    assert (hand.call, hand.raises) == (25, (26, 495))
    play(hand, "1 bet 26")
    assert (hand.call, hand.raises) == (26, (76, 495))
    play(hand, "2 call", "3 call")
    assert hand.raises == (50, 469)


def test_what_a_seat_turns_up_at_the_end_is_all_that_it_holds():
    """Those that lay open too; told for one seat as for all of them."""
    game = rules("seven-card-stud", "artichoke-joes")
    money = stakes(4, 8, ante=1, bring_in=2)
    hand = new_hand(game, money, 3, dict.fromkeys((1, 2, 3), 100_00))
    for command in (Start(), Deal(cards("Ac Ad 2h Kc Kd 3h Qc Qd 4h"))):
        for event in hand.decide(command):
            hand.evolve(event)
    assert hand.all_held([1, 3]) == {seat: list(hand.held(seat)) for seat in (1, 3)}
    assert [len(cards) for cards in hand.all_held([1, 3]).values()] == [3, 3]


@pytest.mark.parametrize(
    ("house", "game", "limit", "lies"),
    [
        ("artichoke-joes", "seven-card-stud", "limit", False),
        ("club-caribe", "razz", "limit", False),
        ("delta-downtown", "seven-card-stud-hi-lo", "limit", False),
        ("casino-royale", "seven-card-stud", "limit", True),  # odd chips go by it
        ("hawaiian-gardens", "mexican-poker", "limit", True),  # equal cards too
        ("artichoke-joes", "texas-holdem", "no-limit", True),
    ],
)
def test_a_dealer_button_lies_only_where_it_decides_something(house, game, limit, lies):
    assert rules(game, house, limit).has_button is lies
