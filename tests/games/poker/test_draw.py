"""Draw poker and lowball: openers, sevens, five-card draws, voluntary kills."""

import pytest

from firmware.errors import Refused
from firmware.games.cards import DECKS, cards
from firmware.games.play import BURN, MUCK
from firmware.games.poker.commands import Call, Deal, Draw, Foul, Kill, Post, Start
from firmware.games.poker.engine import new_hand, wants
from firmware.games.poker.engine import play as do
from firmware.games.poker.events import Drew, PassedOut, Shown, TurnedLow
from firmware.games.poker.openers import after_the_draw as drawn
from firmware.games.poker.rules import rules
from tests.games.poker.playing import cents, deal, play, stakes

ANTES = stakes(4, 8, ante=1)


def jacks(hands, house="delta-downtown", game="draw-jacks-or-better", **more):
    return deal(rules(game, house), ANTES, [100] * max(hands), hands=hands, **more)


NOTHING = "2c 4d 6h 8s Tc"


@pytest.mark.parametrize(
    ("hand", "opens"),
    [
        ("Jc Jd 2h 3s 4c", True),
        ("Tc Td Ah Ks Qc", False),
        ("Jo Ac 2d 5h 9s", True),  # a pair of aces
        ("Jo Kc 2d 5h 9s", False),  # an ace and a king
        ("Jo Qh 7h 5h 2h", True),  # a flush
    ],
)
def test_it_takes_jacks_to_open(hand, opens):
    """002 L502, 004 L133: joker and ace are aces, a joker that completes a flush will do."""
    table = jacks({1: hand, 3: ""})
    assert table.turn == 1
    if opens:
        play(table, "1 bet 4")
    else:
        with pytest.raises(Refused, match="pair of jacks"):
            play(table, "1 bet 4")


@pytest.mark.parametrize("house", ["delta-downtown", "club-caribe"])
def test_joker_and_ace_stay_openers(house):
    """002 W18 (L522), 004 E09 (L146): Joker As Ks Qs Tc opens and throws the ten."""
    hand = jacks({1: "Jo As Ks Qs Tc", 2: "3c 5d 7h 9s Jh"}, house, fresh="Kd")
    play(hand, "1 bet 4", "2 call", "1 draw Tc", "2 pat", "1 check", "2 check")
    assert hand.show_down().won == [(1, 10)]


def all_in_for_the_ante(first, house="delta-downtown"):
    hands = {1: first, 2: NOTHING, 3: "3c 5d 7h 9s Jh"}
    return deal(rules("draw-jacks-or-better", house), ANTES, [1, 100, 100], hands=hands)


def test_all_in_for_the_ante_he_declares_the_pot_open():
    """002 L541, L543: without a chip; who comes in pays the full opening bet."""
    hand = all_in_for_the_ante("Jc Jd 2h 3s 4c")
    assert (hand.turn, hand.raises, hand.call) == (1, (4, 4), 0)
    play(hand, "1 bet 4")
    assert (hand.turn, hand.call) == (2, 4)
    play(hand, "2 call", "3 call", "1 pat", "2 pat", "3 pat", "2 check", "3 check")
    hand.show_down()
    assert sorted(hand.won) == [(1, 3), (3, 8)]  # the antes; the side pot without him


def test_without_openers_he_passes_and_is_asked_no_more():
    hand = all_in_for_the_ante("Th Td 2h 3s 4c")
    with pytest.raises(Refused):
        play(hand, "1 bet 4")
    play(hand, "1 check", "2 check")
    with pytest.raises(Refused, match="pair of jacks"):
        play(hand, "3 bet 4")


def test_where_the_house_does_not_say_so_he_is_not_asked():
    assert all_in_for_the_ante("Jc Jd 2h 3s 4c", "club-caribe").turn == 2


def test_the_opener_leads_after_the_draw():
    """CC-A7: pass or open from the left of the button; after the draw the opener speaks."""
    hand = jacks({1: NOTHING, 2: "Jc Jd 2h 3s 4s", 3: "3c 5d 7h 9s Jh"})
    play(hand, "1 check", "2 bet 4", "3 call", "1 call", "1 pat", "2 pat", "3 pat")
    assert (hand.turn, hand.raises) == (2, (8, 8))


def test_nobody_opens_and_the_antes_stay():
    """002 L504, 004 L137: all ante again for a pot that carries the old antes."""
    hand = jacks({1: NOTHING, 2: "3c 5d 7h 9s Jh"})
    play(hand, "1 check", "2 check").show_down()
    assert PassedOut() in hand.events
    assert (hand.stacks, hand.pot) == ({1: 99, 2: 99}, 2)

    again = new_hand(hand.hand.rules, ANTES, 1, {1: cents(99), 2: cents(99)})
    posts = [Post(s, cents(1), kind) for kind in ("carried", "ante") for s in (1, 2)]
    do(again, Start(tuple(posts)))
    assert (again.pot, again.stacks[1], again.bought) == (cents(4), cents(98), cents(200))


def test_bet_and_six_raises_before_the_draw():
    """002 L232, 004 L160: six raises in multi-handed pots."""
    hand = jacks({1: "Jc Jd 2h 3s 4c", 2: NOTHING, 3: "3c 5d 7h 9s Jh"})
    play(hand, "1 bet 4", "2 raise 8", "3 raise 12", "1 raise 16", "2 raise 20", "3 raise 24")
    play(hand, "1 raise 28")
    assert hand.raises is None


def test_jacks_back_turns_low_and_forces_the_left_of_the_button():
    """004 L208-215: the lower limit, and an option for him when it comes round unraised."""
    hand = jacks(
        {1: NOTHING, 2: "3c 5d 7h 9s Jh", 3: "As 2d 3h 4s 5c"}, "club-caribe", "jacks-back"
    )
    play(hand, "1 check", "2 check", "3 check").show_down()
    assert TurnedLow() in hand.events
    assert (hand.turn, hand.call) == (1, 4)
    with pytest.raises(Refused, match="forced to open"):
        play(hand, "1 fold")
    play(hand, "1 opens", "2 call", "3 call")
    assert (hand.turn, hand.raises) == (1, (8, 8))
    play(hand, "1 check", "1 pat", "2 pat", "3 pat")
    play(hand, "1 check", "2 check", "3 bet 8", "1 fold", "2 fold").show_down()
    assert hand.won == [(3, 15)]


def test_draw_with_blinds_at_artichoke_joes():
    """000 L1493-1507: no openers, up to four cards, no checking before the draw."""
    hands = {1: "2c 4d 6h 8s Tc", 2: "3c 5d 7h 9s Jh", 3: "Ac Kd Qh 9c 2s"}
    game = rules("draw-poker", "artichoke-joes")
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [100] * 3, hands=hands)
    assert (hand.turn, hand.call) == (3, 4)
    play(hand, "3 call", "1 call", "2 check")
    with pytest.raises(Refused, match="up to 4"):
        play(hand, "1 draw 2c 4d 6h 8s Tc")


# Lowball

SEVEN = "7c 6d 4h 3s 2c"
EIGHT = "8c 6h 4d 3h 2d"
NINE = "9c 8h 4s 3d 2h"
TEN = "Tc 9h 5s 3c 2s"


def lowball(house, hands, stacks=None, money=None, **more):
    money = money or stakes(4, 8, blinds=(2, 4))
    game = rules("lowball-ace-to-five", house, more.pop("limit", "limit"))
    hand = deal(game, money, stacks or [100] * max(hands), hands=hands, **more)
    while hand.hand.due == "kill":
        play(hand, f"{hand.turn} pass")
    return hand


def after_the_draw(house, hands, stacks=None, **more):
    """Everyone in for one bet and pat; seat 1 to speak."""
    hand = lowball(house, hands, stacks, **more)
    n = len(hands)
    play(hand, *(f"{seat} call" for seat in [*range(3, n + 1), 1]), "2 check")
    return play(hand, *(f"{seat} pat" for seat in range(1, n + 1)))


def test_the_least_opening_is_the_big_blind():
    """003 EX-9 (L289, L1642): 30-60, blinds 10/20/30: open for 30 or 60."""
    money = stakes(30, 60, blinds=(10, 20, 30))
    hand = lowball("hawaiian-gardens", {}, [900] * 5, money)
    assert (hand.turn, hand.call, hand.raises) == (3, 30, (60, 60))
    city = deal(rules("kansas-city", "hawaiian-gardens"), money, [900] * 5)
    assert (city.turn, city.call, city.raises) == (3, 30, (60, 60))


def test_a_seven_must_bet_at_delta():
    """002 L473: unless last to act with no bet before him."""
    hand = after_the_draw("delta-downtown", {1: SEVEN, 2: EIGHT, 3: NINE})
    with pytest.raises(Refused, match="seven or better you bet"):
        play(hand, "1 check")
    last = after_the_draw("delta-downtown", {1: EIGHT, 2: NINE, 3: SEVEN})
    play(last, "1 check", "2 check", "3 check")


def test_no_duty_in_no_limit():
    """002 L499: any hand may be checked after the draw."""
    hand = after_the_draw("delta-downtown", {1: SEVEN, 2: EIGHT, 3: NINE}, limit="no-limit")
    play(hand, "1 check")


@pytest.mark.parametrize(
    ("house", "check"),
    [
        ("delta-downtown", "1 times out"),
        ("hawaiian-gardens", "1 check"),
        ("club-caribe", "1 check"),
    ],
)
def test_a_checked_seven_wins_what_was_there_before_the_draw(house, check):
    """002 W19 (L474), 003 L291, 004 L254: the bets after the draw go back."""
    hand = after_the_draw(house, {1: SEVEN, 2: EIGHT, 3: NINE})
    play(hand, check, "2 bet 8", "3 call", "1 call").show_down()
    assert hand.won == [(1, 12)]
    assert hand.stacks == {1: 108, 2: 96, 3: 96}


def test_who_checked_without_a_seven_wins_what_he_called():
    """003 L291, 004 L254: it is sevens that checking costs anything."""
    hand = after_the_draw("hawaiian-gardens", {1: EIGHT, 2: NINE, 3: TEN})
    play(hand, "1 check", "2 bet 8", "3 fold", "1 call").show_down()
    assert hand.stacks == {1: 116, 2: 88, 3: 96}


def test_a_checked_seven_that_loses_loses_everything():
    """002 L475, 003 L291, 004 L254."""
    hand = after_the_draw("hawaiian-gardens", {1: SEVEN, 2: "6c 5h 4d 3h Ad", 3: NINE})
    play(hand, "1 check", "2 bet 8", "3 fold", "1 call").show_down()
    assert hand.stacks == {1: 88, 2: 116, 3: 96}


@pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe"])
def test_a_checked_seven_that_loses_the_main_pot_wins_no_later_bets(house):
    """003 L291, 004 L254, pot by pot: seat 3 was all-in before the draw and has the best hand."""
    hands = {1: SEVEN, 2: EIGHT, 3: "6s 5h 4c 3c Ad"}
    hand = after_the_draw(house, hands, [100, 100, 4])
    play(hand, "1 check", "2 bet 8", "1 call").show_down()
    assert hand.stacks == {1: 96, 2: 96, 3: 12}


def test_a_checked_seven_all_in_for_less_leaves_the_others_their_side_pot():
    """003 L291: its own later bets go back, theirs above it are played for."""
    hands = {1: SEVEN, 2: EIGHT, 3: NINE}
    hand = after_the_draw("hawaiian-gardens", hands, [9, 100, 100])
    play(hand, "1 check", "2 bet 8", "3 call", "1 call").show_down()
    assert hand.stacks == {1: 17, 2: 99, 3: 93}


def test_a_checked_seven_wins_no_later_bets_of_a_hand_that_was_fouled():
    """003 L291: nor what the bettor put in above everybody else, when his hand is declared dead."""
    hands = {1: SEVEN, 2: EIGHT, 3: NINE}
    hand = after_the_draw("hawaiian-gardens", hands, [10, 100, 9])
    play(hand, "1 check", "2 bet 8").do(Foul(2))
    play(hand, "3 call", "1 call").show_down()
    assert hand.stacks == {1: 18, 2: 96, 3: 5}


def test_a_seven_may_call_a_short_bet_and_win_it_and_the_overcall_goes_back():
    """002 L476-480, 003 L292, 004 L255: less than half a bet, called by a seven, overcalled."""
    hands = {1: EIGHT, 2: SEVEN, 3: NINE}
    hand = after_the_draw("hawaiian-gardens", hands, [7, 100, 100])
    play(hand, "1 bet 3", "2 call", "3 call").show_down()
    assert hand.stacks == {1: 0, 2: 111, 3: 96}


def test_all_in_before_the_draw_a_seven_wins_it_all():
    """003 L291: only a check after the draw costs anything."""
    hand = lowball("hawaiian-gardens", {1: EIGHT, 2: SEVEN, 3: NINE}, [8, 8, 8])
    play(hand, "3 raise 8", "1 call", "2 call", "1 pat", "2 pat", "3 pat").show_down()
    assert hand.won == [(2, 24)]


@pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe"])
def test_houses_without_check_raise(house):
    """003 L288, 004 L251: whoever checked may call or fold."""
    hand = after_the_draw(house, {1: EIGHT, 2: NINE, 3: "Kc Qh 4c 3c 2s"})
    play(hand, "1 check", "2 bet 8", "3 fold")
    with pytest.raises(Refused, match="You checked"):
        play(hand, "1 raise 16")


def test_only_sevens_may_not_check_raise_at_artichoke_joes():
    """000 L1525."""
    hands = {1: SEVEN, 2: EIGHT, 3: NINE}
    hand = after_the_draw("artichoke-joes", hands)
    play(hand, "1 check", "2 bet 8", "3 call")
    assert (hand.turn, hand.raises) == (1, None)
    hand = after_the_draw("artichoke-joes", hands | {1: EIGHT, 2: SEVEN})
    play(hand, "1 check", "2 bet 8", "3 call")
    assert (hand.turn, hand.raises) == (1, (16, 16))


def test_one_card_is_burnt_before_the_first_is_drawn():
    hand = lowball("delta-downtown", {1: "Kc Qh Jd Ts 9c", 3: "Ks Qd Jh Tc 9d"})
    play(hand, "3 call", "1 call", "2 check")
    stub = hand.hand.deck.stub
    play(hand, "1 pat")
    assert (hand.hand.deck.stub, hand.hand.deck.at(BURN)) == (stub, [])
    play(hand, "2 draw ?? ??", "3 draw 9d")
    assert hand.plans[-2:] == [[BURN, 2, 2], [3]]
    assert (hand.hand.deck.stub, len(hand.hand.deck.at(BURN))) == (stub - 4, 1)
    assert hand.hand.down[0] == [], "a burnt card is no seat's"


def test_nobody_draws_and_nothing_is_burnt():
    hand = lowball("delta-downtown", {1: "Kc Qh Jd Ts 9c", 3: "Ks Qd Jh Tc 9d"})
    stub = hand.hand.deck.stub
    play(hand, "3 call", "1 call", "2 check", "1 pat", "2 pat", "3 pat")
    assert (hand.hand.due, hand.hand.deck.stub, hand.hand.deck.at(BURN)) == ("act", stub, [])


def test_the_fifth_card_comes_when_everybody_has_drawn():
    """002 W20 (L458): two draw five: four each in turn, then the fifth each in turn."""
    hands = {1: "Kc Qh Jd Ts 9c", 3: "Ks Qd Jh Tc 9d"}
    first, second, fifths = "Ac 2c 3c 4c", "Ad 2d 3d 4d", "5c 6d"
    hand = lowball("delta-downtown", hands, fresh=f"{first} {second} {fifths}")
    play(hand, "3 call", "1 call", "2 check")
    play(hand, "1 draw Kc Qh Jd Ts 9c", "2 pat", "3 draw Ks Qd Jh Tc 9d")
    assert hand.hand.down[1] == list(cards(f"{first} 5c"))
    assert hand.hand.down[3] == list(cards(f"{second} 6d"))


@pytest.mark.parametrize(("folds", "served"), [(3, [[1]]), (1, [])])
def test_a_fold_out_of_turn_takes_nobody_else_s_fifth_card(folds, served):
    """002 L458: who threw all five is still owed his fifth, unless it is he who folded."""
    hand = lowball("delta-downtown", {1: "Kc Qh Jd Ts 9c", 3: "Ks Qd Jh Tc 9d"})
    play(hand, "3 call", "1 call", "2 check", "1 draw Kc Qh Jd Ts 9c")
    before = len(hand.plans)
    hand.do(Foul(folds))
    while hand.hand.due == "draw":
        play(hand, f"{hand.turn} pat")
    assert hand.plans[before:] == served


def test_who_is_owed_a_fifth_card_does_not_draw_his_own_discards():
    """DD-A28b: the discards come back without the drawer's own; he is drawing to his fifth."""
    hand = new_hand(
        rules("lowball-ace-to-five", "delta-downtown"),
        stakes(4, 8, blinds=(2, 4)),
        8,
        dict.fromkeys(range(1, 9), cents(100)),
    )
    do(hand, Start())
    deck = [*DECKS[hand.rules.deck]]
    own: tuple[int, ...] = ()
    back: list[int] = []
    while hand.at < len(hand.rules.phases) and not drawn(hand):
        if hand.due == "deal":
            want = wants(hand)
            back += want.reshuffle
            deck += want.reshuffle
            do(hand, Deal(tuple(deck[: want.count])))
            del deck[: want.count]
        elif hand.due == "kill":
            do(hand, Kill(hand.queue[0], kill=False))
        elif hand.due == "act":
            do(hand, Call(hand.queue[0]))
        else:
            seat = hand.queue[0]
            thrown = tuple(hand.down[seat][: 5 if seat == 1 else 4 if seat < 5 else 0])
            own = own or thrown
            do(hand, Draw(seat, thrown))
    assert back, "the stub did not run out"
    assert not set(own) & set(back)
    assert not set(own) & set(hand.down[1])
    assert set(own) <= {hand.deck.dealt[number] for number in hand.deck.at(MUCK)}


def test_five_in_a_row_at_hawaiian_gardens():
    """003 L280 (rule 9): up to five consecutive cards."""
    hands = {1: "Kc Qh Jd Ts 9c", 3: "Ks Qd Jh Tc 9d"}
    hand = lowball("hawaiian-gardens", hands, fresh="Ac 2c 3c 4c 5c Ad 2d 3d 4d 5d")
    play(hand, "3 call", "1 call", "2 check", "1 draw Kc Qh Jd Ts 9c")
    assert hand.hand.down[1] == list(cards("Ac 2c 3c 4c 5c"))


# Voluntary kills


def killable(house, stacks, blinds=(2, 4)):
    game = rules("lowball-ace-to-five", house, "limit with kill")
    return deal(game, stakes(blinds[-1], 2 * blinds[-1], blinds=blinds), stacks)


@pytest.mark.parametrize(("house", "seen"), [("delta-downtown", 2), ("hawaiian-gardens", 3)])
def test_a_pot_is_killed_on_the_first_cards(house, seen):
    """002 L270: after two cards; 003 L307: after three. Limits double before and after the draw."""
    hand = killable(house, [100] * 5)
    assert (hand.hand.due, len(hand.hand.down[1])) == ("kill", seen)
    play(hand, "1 pass", "2 pass", "3 kill")
    assert (hand.hand.due, len(hand.hand.down[1])) == ("act", 5)  # one kill a hand
    assert (hand.turn, hand.call, hand.raises) == (4, 8, (16, 16))
    play(hand, "4 call", "5 fold", "1 fold", "2 call", "3 check", "2 pat", "3 pat", "4 pat")
    assert hand.raises == (16, 16)


@pytest.mark.parametrize(("house", "blind"), [("delta-downtown", 4), ("hawaiian-gardens", 2)])
def test_a_kill_takes_four_kill_blinds(house, blind):
    """002 W11 (L270): kill blind 8: 32 in the stack. 003 EX-10 (L307-309): big blind 2: 16."""
    enough = 8 * blind
    play(killable(house, [enough, 100, 100], (blind / 2, blind)), "1 kill")
    short = killable(house, [enough - 1, 100, enough - 1], (blind / 2, blind))
    assert (short.turn, short.hand.queue) == (2, [2])  # who has less is not asked
    nobody = killable(house, [enough - 1] * 3, (blind / 2, blind))
    assert nobody.hand.due == "act"


def test_nobody_kills_a_pot_where_kills_are_not_posted():
    """002 L257: the house need not offer them; and limits that double are limits (L263)."""
    for limit in "limit", "pot-limit", "no-limit":
        game = rules("lowball-ace-to-five", "delta-downtown", limit)
        assert all(phase.kind != "kill" for phase in game.phases)


def test_the_killer_speaks_last_but_before_a_raiser():
    """002 L273: last before the draw; after his raise it is again the first who came in."""
    hand = play(killable("delta-downtown", [200] * 6), "1 pass", "2 pass", "3 pass", "4 kill")
    assert hand.hand.queue == [3, 5, 6, 1, 2, 4]
    play(hand, "3 call", "5 raise 16")
    assert hand.hand.queue == [6, 1, 2, 4, 3]
    hand = play(killable("delta-downtown", [200] * 6), "1 pass", "2 pass", "3 pass", "4 kill")
    play(hand, *(f"{seat} call" for seat in (3, 5, 6, 1, 2)), "4 raise 16")
    assert hand.hand.queue == [3, 5, 6, 1, 2]


def test_after_the_killers_raise_hawaiian_gardens_goes_clockwise_from_him():
    """003 L314 (rule 8)."""
    hand = play(killable("hawaiian-gardens", [200] * 6), "1 pass", "2 pass", "3 pass", "4 kill")
    play(hand, *(f"{seat} call" for seat in (3, 5, 6, 1, 2)), "4 raise 16")
    assert hand.hand.queue == [5, 6, 1, 2, 3]


def test_the_stub_runs_out_and_the_discards_are_dealt_again():
    """003 L1614: as often as needed; nobody gets back what he has just thrown."""
    game = rules("kansas-city", "hawaiian-gardens")
    deck = [f"{r}{s}" for s in "cdhs" for r in "23456789TJQKA"]
    hands = {seat: " ".join(deck[5 * seat - 5 : 5 * seat]) for seat in range(1, 9)}
    fresh = " ".join(deck[40:51])
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [100] * 8, hands=hands, fresh=fresh)
    play(hand, *(f"{seat} call" for seat in (3, 4, 5, 6, 7, 8, 1)), "2 check")
    play(hand, f"1 draw {hands[1]}", f"2 draw {hands[2]}")  # ten of eleven
    before = len(hand.plans)
    hand.fresh = list(cards(f"As {hands[1]}"))  # the last card, then seat 1's discards
    play(hand, f"3 draw {hands[3]}")
    assert len(hand.plans) == before + 2
    assert not set(hand.hand.down[3]) & set(cards(hands[3]))


def test_side_pot_players_show_first():
    """002 L297: before anyone who is all-in for the main pot only."""
    game = rules("texas-holdem", "delta-downtown")
    hands = {1: "2c 2d", 2: "3c 3d", 3: "4c 4d"}
    money = stakes(4, 8, blinds=(2, 4))
    hand = deal(game, money, [4, 100, 100], hands=hands, board="7h 8h 9s Ks Qd")
    play(hand, "3 call", "1 call", "2 check", "2 bet 4", "3 call")
    play(hand, *("2 check", "3 check") * 2).show_down()
    assert [e.seat for e in hand.events if isinstance(e, Shown)] == [2, 3, 1]


def test_nobody_is_told_the_draw_once_somebody_has_acted():
    """002 L467-468: not even of those who are still to act."""
    game = rules("lowball-ace-to-five", "delta-downtown")
    hands = {1: "2c 3d 4h 5s Kc", 2: "2d 3c 4s 8h Kd", 3: "2h 3h 6s 7d Ks"}
    hand = deal(game, stakes(4, 8, blinds=(2, 4)), [100] * 3, hands=hands)
    play(hand, "3 call", "1 call", "2 check", "1 draw Kc")
    play(hand, "2 pat", "3 draw Ks")
    drew = {e.seat: e for e in hand.events if isinstance(e, Drew)}
    assert [hand.hand.did(drew[seat]) for seat in (1, 2, 3)] == ["draw", "pat", "draw"]
    play(hand, "1 check")
    assert [hand.hand.did(drew[seat]) for seat in (1, 2, 3)] == ["", "", ""]


@pytest.mark.parametrize("game", ["draw-poker", "lowball-ace-to-five"])
def test_with_antes_only_the_pot_is_opened_for_the_posted_minimum(game):
    """000 L1513, L1655: "5 to go", ante 1: 5 opens, before the draw and after it."""
    money = stakes(5, ante=1)
    hand = deal(rules(game, "artichoke-joes", "no-limit"), money, [300] * 3)
    assert (hand.turn, hand.call, hand.raises) == (1, None, (5, 299))
    play(hand, "1 bet 5", "2 call", "3 fold", "1 pat", "2 pat")
    assert hand.raises == (5, 294)


def jacks_back(stacks):
    """Nobody opens; it is played low. Seat 1 is left of the button."""
    hands = {1: "2c 3d 4h 5s 9c", 2: "2d 3c 4s 8h Kd", 3: "2h 3h 6s 7d Ks"}
    hand = deal(rules("jacks-back", "club-caribe"), stakes(4, 8, ante=1), stacks, hands=hands)
    while not hand.hand.drawing.passed:
        play(hand, f"{hand.turn} check")
    return hand.show_down()


@pytest.mark.parametrize(("left", "forced"), [(3, 1), (2.5, 2), (1, 2)])
def test_jacks_back_with_less_than_half_the_blind_the_next_must_take_it(left, forced):
    """004 L215: the forced bet is 4: two are half of it, and less is not."""
    hand = jacks_back([left, 50, 50])
    assert (hand.turn, hand.hand.betting.forced) == (forced, 400)
    assert hand.hand.excused == (1 if forced == 2 else 0)


def test_who_is_forced_to_open_hears_of_more_only_where_there_is_more():
    """004 L214: low is opened "at the lower limit", and for no other amount."""
    with pytest.raises(Refused, match=r"forced to open for \$4\."):
        play(jacks_back([50, 50, 50]), "1 fold")


def test_jacks_who_is_alone_with_chips_still_needs_openers():
    """002 L504, L541: nobody wins antes without them; who has them may open, or declare."""
    game = rules("draw-jacks-or-better", "delta-downtown")
    hands = {1: "2c 3d 4h 5s 9c", 2: "2d 3c 4s 8h Kd", 3: "Jh Jd 6s 7d Ks"}
    hand = deal(game, stakes(4, 8, ante=1), [1, 50, 1], hands=hands)
    play(hand, "1 check", "2 check")
    assert (hand.turn, hand.raises) == (3, (4, 4))
    assert play(hand, "3 bet 4").hand.due == "draw", "nobody is left to bet against"
    nobody = deal(game, stakes(4, 8, ante=1), [1, 50, 1], hands=hands | {3: "9h Jd 6s 7d Ks"})
    assert play(nobody, "1 check", "2 check", "3 check").hand.drawing.passed
