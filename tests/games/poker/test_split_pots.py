"""High and low halves, odd chips, pineapple's discard."""

import pytest

from firmware.errors import Refused
from firmware.games.play import Pot
from firmware.games.poker.events import Won
from firmware.games.poker.pots import pots
from firmware.games.poker.rules import rules
from firmware.games.poker.showdown import claimed
from tests.games.poker.playing import deal, play, stakes

# A board with a low, and hands that win one half each, both, or nothing.
BOARD = "8c 7d 2h Kc Ks"
HIGH = "Kh Kd Qc Js"
LOW = "Ac 3d Jc Tc"
SAME_LOW = "Ad 3c Jd Td"


def omaha(house, hands, chip=1):
    """Checked down after one bet of $17 each from three players, $50 or $51 in the middle."""
    game = rules("omaha-hi-lo", house)
    money = stakes(17, 34, blinds=(8, 17), chip=chip)
    hand = deal(game, money, [100] * len(hands), hands=hands, board=BOARD)
    n = len(hands)
    play(hand, *(f"{seat} call" for seat in [*range(3, n + 1), 1]), "2 check")
    play(hand, *[f"{seat} check" for seat in range(1, n + 1)] * 3)
    return hand.show_down()


def test_the_odd_chip_between_the_halves_goes_high():
    """000a D9 (L826): the high half gets the odd dollar; here of $51."""
    hand = omaha("artichoke-joes", {1: LOW, 2: HIGH, 3: "Qh Qd 9h 9d"})
    assert hand.won == [(2, 26), (1, 25)]


def test_at_casino_royale_it_goes_to_the_left_of_the_button():
    """CR-A29 (L2326): to the player closest to the left of the button, high or low."""
    hand = omaha("casino-royale", {1: LOW, 2: HIGH, 3: "Qh Qd 9h 9d"})
    assert hand.won == [(2, 25), (1, 26)]
    hand = omaha("casino-royale", {1: HIGH, 2: LOW, 3: "Qh Qd 9h 9d"})
    assert hand.won == [(1, 26), (2, 25)]


def test_a_half_is_shared_by_equal_lows():
    """002 L283, 000 L838: quartered; odd chips clockwise from the button, one each."""
    hand = omaha("delta-downtown", {1: HIGH, 2: LOW, 3: SAME_LOW})
    assert hand.won == [(1, 26), (2, 13), (3, 12)]


def test_without_a_low_high_takes_all():
    """000 L824, 003 L1315, 004 L345."""
    game = rules("omaha-hi-lo", "hawaiian-gardens")
    hands = {1: HIGH, 2: LOW, 3: SAME_LOW}
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [100] * 3, hands=hands, board="9c 9d Th Kc Ks")
    play(hand, "3 call", "1 call", "2 check", *("1 check", "2 check", "3 check") * 3)
    assert hand.show_down().won == [(1, 12)]


def test_side_pots_are_split_among_those_who_paid_into_them():
    """000a L10.4: the only low stands outside the side pot, so its high takes all of it."""
    game = rules("omaha-hi-lo", "artichoke-joes")
    hands = {1: LOW, 2: HIGH, 3: "Qh Qd 9h 9d"}
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [4, 100, 100], hands=hands, board=BOARD)
    play(hand, "3 call", "1 call", "2 check", "2 bet 4", "3 call", *("2 check", "3 check") * 2)
    assert hand.show_down().won == [(2, 6), (1, 6), (2, 8)]


def stud_hi_lo(house, hands, game="seven-card-stud-hi-lo", ante=1):
    money = stakes(4, 8, ante=ante, bring_in=1)
    hand = deal(rules(game, house), money, [100] * len(hands), hands=hands)
    play(hand, f"{hand.turn} opens")
    while hand.hand.due != "settle":
        play(hand, f"{hand.turn} {'call' if hand.call else 'check'}")
    return hand.show_down()


# The same straight twice; the ace of spades against the ace of hearts, the deuce of clubs.
WHEELS = {
    1: "As Kd 2c 3d 4h 5s 9c",
    2: "Ah Kc 2d 3c 4s 5h 9d",
    3: "Qc Qd Th Ts Jc 8h 7s",
}


@pytest.mark.parametrize(
    "house", ["artichoke-joes", "delta-downtown", "hawaiian-gardens", "club-caribe"]
)
def test_odd_chips_by_card_in_stud_high_low(house):
    """000 L332, 002 L430-432, 003 L237, 004 L402: high half to the highest card by suit, low half
    to the lowest. $9: 5 high, 4 low."""
    hand = stud_hi_lo(house, WHEELS, ante=2)
    assert sorted(hand.won) == [(1, 2), (1, 3), (2, 2), (2, 2)]


@pytest.mark.parametrize(
    ("house", "first", "second"),
    [
        ("artichoke-joes", 4, 2),  # 000 L332: each half as in stud and in razz
        ("delta-downtown", 3, 3),
        ("hawaiian-gardens", 3, 3),
        ("club-caribe", 3, 3),
    ],
)
def test_two_who_tie_both_ways_share_the_pot_as_evenly_as_possible(house, first, second):
    """002 L430, 003 L237, 004 L401: $6 are 3 and 3, though one has the highest card and the
    lowest."""
    wheels = WHEELS | {1: "As Ac 2d 3d 4h 5s 9c", 2: "Ah Kc 2c 3c 4s 5h 9d"}
    hand = stud_hi_lo(house, wheels)
    assert hand.stacks == {1: 98 + first, 2: 98 + second, 3: 98}


def test_odd_chips_by_seat_in_stud_at_casino_royale():
    """001 L2248: to the winner closest to the left of the button."""
    hands = {1: "Ah Kc 2d 3c 4s 5h 9d", 2: "As Kd 2c 3d 4h 5s 9c", 3: "Qc Qd Th Ts Jc 8h 7s"}
    game = rules("seven-card-stud", "casino-royale")
    hand = deal(game, stakes(3, 6, ante=2), [100] * 3, hands=hands)
    play(hand, f"{hand.turn} opens")
    while hand.hand.due != "settle":
        play(hand, f"{hand.turn} {'call' if hand.call else 'check'}")
    assert hand.show_down().won == [(1, 8), (2, 7)]


def test_odd_chip_to_the_lowest_card_in_razz():
    """000 L317, 002 L419; ambiguity 19: the lowest suit is clubs."""
    hands = {1: "As Kd 2d 3d 4h 5s 9c", 2: "Ac Kc 2s 3c 4s 5h 9d", 3: "Qc Qd Th Ts Jc 8h 7s"}
    hand = stud_hi_lo("artichoke-joes", hands, "razz", ante=2)
    assert hand.won == [(2, 5), (1, 4)]


# Pineapple


def pineapple(house, game="crazy-pineapple"):
    hands = {1: "2c 3c 4c", 2: "2d 3d 4d", 3: "2h 3h 4h"}
    hand = deal(rules(game, house), stakes(4, 8, blinds=(2, 4)), [100] * 3, hands=hands)
    return play(hand, "3 call", "1 call", "2 check")


def test_when_the_third_card_goes():
    """000 L601-620: before the flop, or on it before the betting; 002 L17, HG-A05, 004 L111:
    after the betting on the flop."""
    early = pineapple("artichoke-joes", "pineapple")
    assert (early.hand.due, len(early.hand.board)) == ("discard", 0)
    here = pineapple("artichoke-joes")
    assert (here.hand.due, len(here.hand.board)) == ("discard", 3)
    for house, game in [
        ("delta-downtown", "crazy-pineapple"),
        ("hawaiian-gardens", "crazy-pineapple"),
        ("club-caribe", "crazy-pineapple-hi-lo"),
    ]:
        late = pineapple(house, game)
        assert late.hand.due == "act"
        play(late, "1 check", "2 check", "3 check")
        assert late.hand.due == "discard"


def test_the_turn_waits_for_every_discard_and_who_is_late_is_dead():
    """004 E47R (L111): nobody holds three cards after the turn."""
    hand = pineapple("club-caribe", "crazy-pineapple-hi-lo")
    play(hand, "1 check", "2 check", "3 check", "2 discard 4d", "1 discard 4c")
    assert (hand.hand.due, len(hand.hand.board)) == ("discard", 3)
    with pytest.raises(Refused, match="You have discarded"):
        play(hand, "1 discard 3c")
    play(hand, "3 times out")
    assert (hand.hand.live, len(hand.hand.board)) == ([1, 2], 4)


def test_elsewhere_the_last_card_goes_when_time_is_up():
    """002 L17 names no default."""
    hand = play(pineapple("delta-downtown"), "1 check", "2 check", "3 check", "3 times out")
    assert len(hand.hand.down[3]) == 2
    assert 3 in hand.hand.live


def test_the_cap_of_crazy_pineapple_lifts_for_two():
    """003 L124: three raises with three or more players, none counted between two."""
    hand = pineapple("hawaiian-gardens")
    play(hand, "1 bet 4", "2 raise 8", "3 raise 12", "1 raise 16")
    assert hand.raises is None
    assert play(hand, "2 fold").raises == (20, 20)


def test_kentucky_has_no_checking():
    """004 L947, CC-A29: bet or fold after the flop; the unraised big blind may stay as it is."""
    game = rules("kentucky-holdem", "club-caribe")
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [100] * 3)
    play(hand, "3 call", "1 call", "2 check")
    with pytest.raises(Refused, match="no checking"):
        play(hand, "1 check")


@pytest.mark.parametrize(
    ("hands", "board"), [({1: "As Ad"}, "4h 9s Jh 6c Qd"), ({1: "As Ad", 2: "Ks Kd"}, "")]
)
def test_no_pot_goes_by_cards_that_nobody_knows(hands, board):
    game = rules("texas-holdem", "common")
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [4, 4], hands=hands, board=board)
    play(hand, "2 call")
    with pytest.raises(Refused, match="not known"):
        hand.show_down()


def test_an_award_says_which_half_it_is_and_of_a_whole_pot_nothing():
    """A hand of one pot is no high half."""
    for game, sides in (("omaha-hi-lo", ["high", "low"]), ("omaha", [""])):
        hands, money = {1: HIGH, 2: LOW}, stakes(4, 8, blinds=(2, 4))
        hand = deal(rules(game, "artichoke-joes"), money, [100] * 2, hands=hands, board=BOARD)
        play(hand, "2 call", "1 check", *("1 check", "2 check") * 3)
        hand.show_down()
        won = [event for event in hand.events if isinstance(event, Won)]
        awards = [hand.hand.award(one, showed=True) for one in won]
        assert [award.side for award in awards] == sides


def test_who_throws_his_hand_away_gives_up_what_others_show_for():
    """A pot whose seats all threw theirs away cannot be won, and one that is left to the same
    hands as the one before is no other pot."""
    layers = [Pot(120, [1, 2, 3]), Pot(80, [1, 2]), Pot(40, [1])]
    left = lambda *shown: [  # noqa: E731
        (pot.chips, pot.seats) for pot in claimed([*layers], [*shown])
    ]
    assert left(1, 2, 3) == [(120, [1, 2, 3]), (80, [1, 2]), (40, [1])]
    assert left(1, 2) == [(200, [1, 2]), (40, [1])]
    assert left(2, 3) == [(120, [2, 3]), (80, [2]), (40, [1])], "a side pot of one is his"
    with pytest.raises(Refused, match="show a hand for each pot"):
        claimed([*layers], [3])


def test_a_fee_bigger_than_the_main_pot_reaches_into_the_next():
    stakes_ = [0, 100, 300, 300]
    found = lambda dead: [  # noqa: E731
        (pot.chips, pot.seats) for pot in pots(stakes_, [1, 2, 3], dead)
    ]
    assert found(0) == [(300, [1, 2, 3]), (400, [2, 3])]
    assert found(-300) == [(0, [1, 2, 3]), (400, [2, 3])]
    assert found(-350) == [(0, [1, 2, 3]), (350, [2, 3])]
    assert found(50) == [(350, [1, 2, 3]), (400, [2, 3])]
