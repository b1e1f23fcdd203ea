"""Mexican poker and Asian stud."""

import pytest

from firmware.errors import Refused
from firmware.games.play import BURN
from firmware.games.poker.events import Rolled
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes

HOUSES = pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe"])
SPREAD = stakes(2, 10, bring_in=2, chip=2)


def asian(house, ups, stacks=None, limit="spread", money=SPREAD, board=""):
    """`ups`: what each seat will show, seat 1 first; nobody turns the down card."""
    hands = {seat: f"?? {up}" for seat, up in enumerate(ups, 1)}
    return deal(
        rules("asian-stud", house, limit),
        money,
        stacks or [100] * len(ups),
        hands=hands,
        board=board,
    )


def on(hand, word="check"):
    """To the next betting round: everybody says `word`, nobody turns a card."""
    street = hand.hand.phase.street
    while hand.hand.phase.street == street or hand.hand.due == "roll":
        play(hand, f"{hand.turn} {'keep' if hand.hand.due == 'roll' else word}")
    return hand


def fifth(house, stacks):
    """The fifth card of a $2-$10 game, three players, seat 3 to speak."""
    hand = asian(house, ["8c 9d Jc Kd", "7d Ts Qd 8s", "Ah Ks 7h Th"], stacks)
    play(hand, f"{hand.turn} opens")
    on(hand, "call")
    on(on(hand))
    assert (hand.hand.phase.street, hand.turn) == ("fifth", 3)
    return hand


def offered(hand):
    amounts = hand.raises
    step = 2
    return [int(to) for to in range(int(amounts[0]), int(amounts[1]) + 1, step)]


@HOUSES
def test_half_a_bet_all_in_is_a_bet(house):
    """003 EX-18a (L807), 004 E03 (L22): bet 6, all-in 10: call 10, raise to 16, 18 or 20."""
    hand = play(fifth(house, [12, 100, 100]), "3 bet 6", "1 raise 10")
    assert (hand.call, offered(hand)) == (10, [16, 18, 20])


@HOUSES
def test_less_than_half_a_bet_is_action_only(house):
    """003 EX-18b (L808), 004 E04 (L23): bet 6, all-in 8: call 8, raise to 12, 14 or 16."""
    hand = play(fifth(house, [10, 100, 100]), "3 bet 6", "1 raise 8")
    assert (hand.call, offered(hand)) == (8, [12, 14, 16])


@HOUSES
def test_exactly_half_a_bet(house):
    """004 D01: last bet 6, all-in 9: a bet; next raise to 15, 17 or 19."""
    hand = play(fifth(house, [11, 100, 100]), "3 bet 6", "1 raise 9")
    assert (hand.call, offered(hand)) == (9, [15, 17, 19])


def test_no_half_bets_in_no_limit():
    """003 L807, 004 L22: in no-limit the half-bet rule does not apply."""
    money = stakes(2, bring_in=2)
    ups = ["8c", "7d", "Ah"]
    hand = asian("club-caribe", ups, [100, 12, 100], "no-limit", money)
    play(hand, "3 raise 8", "1 call", "2 raise 12", "3 call")
    assert hand.raises is None


@HOUSES
def test_the_cap_counts_while_three_have_chips_in_the_round(house):
    """004 E05R (L24), 003 L794: bet + 3 raises, even if one of three has folded since."""
    hand = play(fifth(house, [100] * 3), "3 bet 2", "1 raise 4", "2 raise 6", "3 raise 8", "1 fold")
    with pytest.raises(Refused, match="capped"):
        play(hand, "2 raise 10")


@HOUSES
def test_no_cap_when_only_two_have_put_chips_in(house):
    """004 E05R (L24), 003 L794."""
    hand = play(fifth(house, [100] * 3), "3 bet 2", "1 fold", "2 raise 4")
    for to in range(6, 30, 4):
        play(hand, f"3 raise {to}", f"2 raise {to + 2}")


def test_equal_hands_the_first_from_the_button_speaks():
    """004 E02 (L16): players 1 and 5 show A-K: player 1 acts first."""
    ups = ["As Kd", "8c 9d", "7d Ts", "8h 9s", "Ah Ks"]
    hand = asian("club-caribe", ups)
    assert hand.turn == 1  # the ace of spades opens
    assert on(play(hand, "1 opens"), "call").turn == 1


def test_high_card_opens_at_club_caribe_and_may_raise_its_own_bet():
    """004 L12: highest card by suit, and the forced bet is live."""
    hand = asian("club-caribe", ["As", "8c", "Ah"])
    assert hand.turn == 1
    play(hand, "1 opens", "2 call", "3 call")
    assert (hand.turn, hand.call, hand.raises) == (1, 0, (4, 12))


def test_low_card_opens_at_hawaiian_gardens_and_low_hand_leads_the_second_round():
    """003 L777-783, HG-A09: low card by suit; low hand in round two, high hand afterwards."""
    hand = asian("hawaiian-gardens", ["8d Kd 9h", "8c Jh 9c", "As Tc Qh"])
    assert hand.turn == 2
    play(hand, "2 opens")
    assert on(hand, "call").turn == 2  # jack-eight
    assert on(hand).turn == 3


def test_who_turns_a_card_up_shows_the_one_that_was_down():
    """004 L264: each may turn the down card up; kept down, nobody sees it."""
    hand = deal(rules("mexican-poker", "club-caribe"), stakes(2, 4, ante=1, bring_in=2), [100] * 3)
    play(hand, f"{hand.turn} opens")
    while hand.hand.due != "roll":
        play(hand, f"{hand.turn} call")
    for word, cards_up in (("turn", 2), ("keep", 1)):
        seat = hand.turn
        play(hand, f"{seat} {word}")
        assert (len(hand.hand.up[seat]), len(hand.hand.down[seat])) == (cards_up, 2 - cards_up)


def test_when_the_leader_is_all_in_the_action_falls_to_his_left():
    """004 L43, 003 L806."""
    hand = asian("club-caribe", ["As Ad", "8c 9d", "Kh Ks"], [2, 100, 100])
    play(hand, "1 opens", "2 call", "3 call")
    while hand.hand.due == "roll":
        play(hand, f"{hand.turn} keep")
    assert hand.turn == 2  # kings show in seat 3


def shortage(house, ups):
    hand = asian(house, ups, board="7d")  # a pair for seats 1, 5 and 6
    play(hand, f"{hand.turn} opens")
    on(hand, "call")
    leaders = [hand.turn]
    for _ in range(2):
        leaders.append(on(hand).turn)
    return hand, leaders


# Seven players: 14 cards, then 8 and 8; two are left on the last street.
SEVEN = ["7c 8d 9h", "8c 9s Td", "Ah Jd Qc", "Tc Jh Kd", "9c Qh 7s", "Jc 7h 8s", "Qd Ks Th"]


def test_common_card_at_club_caribe():
    """004 L36: burn, then one card for all; the hand that was high on 4th street acts first."""
    hand, leaders = shortage("club-caribe", SEVEN)
    assert len(hand.hand.board) == 1
    assert leaders[1:] == [3, 3]


def test_common_card_at_hawaiian_gardens():
    """003 L802, HG-A09: the player who had the lowest hand on the round before starts."""
    hand, leaders = shortage("hawaiian-gardens", SEVEN)
    assert len(hand.hand.board) == 1
    assert leaders[1:] == [3, 1]


def mexican(house, hands, limit="limit", **more):
    money = more.pop("money", stakes(4, 8, ante=1, bring_in=4))
    return deal(
        rules("mexican-poker", house, limit), money, [100] * len(hands), hands=hands, **more
    )


def test_the_highest_rank_opens_whatever_its_suit():
    """003 L362, 004 L277: equal cards: nearest to the button; a joker up is an ace."""
    hands = {1: "?? Kc", 2: "?? Ah", 3: "?? Jo", 4: "?? As"}
    assert mexican("club-caribe", hands).turn == 2
    assert mexican("hawaiian-gardens", hands).turn == 2


def test_at_club_caribe_the_opener_chooses_the_limit():
    """004 L277: the forced player opens at the lower or the upper limit."""
    hands = {1: "?? Kc", 2: "?? Ah", 3: "?? 2c"}
    either, lower = mexican("club-caribe", hands), mexican("hawaiian-gardens", hands)
    assert (either.call, either.raises) == (4, (8, 8))
    assert (lower.call, lower.raises) == (4, None)


def showdown(house, hands, turns, limit="limit", **more):
    """Played down without a bet; `turns`: seats that turn their joker before the third card."""
    hand = mexican(house, hands, limit, **more)
    play(hand, f"{hand.turn} opens")
    while hand.hand.due != "settle":
        if hand.hand.due == "roll":
            turned = hand.turn in turns and hand.hand.phase.street == "third"
            play(hand, f"{hand.turn} {'turn' if turned else 'keep'}")
        else:
            play(hand, f"{hand.turn} {'call' if hand.call else 'check'}")
    return hand.show_down()


JOKER_DOWN = {1: "Jo Kc Kd Kh 2c", 2: "Ac Ah Ad 3s 3c"}
JOKER_UP = {1: "2c Jo Kc Kd Kh", 2: "Ac Ah Ad 3s 3c"}


@HOUSES
def test_a_joker_dealt_down_makes_four_kings(house):
    """004 D11: dealt down it is any card."""
    assert showdown(house, JOKER_DOWN, ()).won[0][0] == 1


@HOUSES
def test_a_joker_dealt_up_cannot(house):
    """004 D11: dealt up with three kings it cannot make four: aces full beat kings with an ace."""
    assert showdown(house, JOKER_UP, ()).won[0][0] == 2


def test_a_joker_turned_by_choice():
    """HG-A49: it stays what it was dealt as; 001 L1218: at Casino Royale it is limited again."""
    assert showdown("hawaiian-gardens", JOKER_DOWN, (1,)).won[0][0] == 1
    money = stakes(4, 8, blinds=(2, 4))
    royale = showdown("casino-royale", JOKER_DOWN, (1,), "spread", money=money)
    assert royale.won[0][0] == 2


def test_turning_the_down_card_brings_the_next_one_down():
    """003 L362, 004 L264: exactly one card is down at any time."""
    hand = mexican("club-caribe", {1: "2c Ah 5d", 2: "3c Kd 6h"})
    play(hand, "1 opens", "2 call", "1 turn", "2 keep")
    assert [len(cards) for cards in hand.hand.down[1:]] == [1, 1]
    assert [len(cards) for cards in hand.hand.up[1:]] == [2, 2]


def test_casino_royale_has_blinds_and_a_live_forced_bet():
    """001 L1174-1181, CR-A30: blinds count towards it; high card by suit; later from the button."""
    hands = {1: "?? Ac", 2: "?? 3d", 3: "?? As", 4: "?? Kd"}
    hand = mexican("casino-royale", hands, "spread", money=stakes(4, 8, blinds=(2, 4)))
    assert (hand.turn, hand.call) == (3, 4)
    play(hand, "3 opens", "4 call")
    assert (hand.turn, hand.call, hand.raises) == (1, 2, (8, 12))
    play(hand, "1 call", "2 check")
    assert (hand.turn, hand.call, hand.raises) == (3, 0, (8, 12))
    play(hand, "3 check", *(f"{seat} keep" for seat in (1, 2, 3, 4)))
    assert hand.turn == 1
    assert hand.hand.deck.at(BURN) == []


def test_what_a_seat_did_with_its_down_card_is_said():
    hand = deal(rules("mexican-poker", "club-caribe"), stakes(2, 4, ante=1, bring_in=2), [100] * 3)
    assert [hand.hand.did(Rolled(1, card)) for card in (None, 12)] == ["keep", "roll"]
