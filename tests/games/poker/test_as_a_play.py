"""A hand of poker as all other rooms ask about it (firmware/games/play.py): what a station offers,
how the chips lie, which cards are due and where they lie, what is said of it."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.cards import UNKNOWN, card, cards
from firmware.games.play import BOARD, BURN, Wants
from firmware.games.poker import engine
from firmware.games.poker.commands import Call, Deal, Draw, Post, Raise, RunAgain, Settle, Start
from firmware.games.poker.events import Called, Declined, Drew, Killed, Posted, Raised, Rolled, Won
from firmware.games.poker.play import Exchange
from firmware.games.poker.rules import rules
from tests.games.poker.playing import deal, play, stakes

AJ, DD, HG, CC = "artichoke-joes", "delta-downtown", "hawaiian-gardens", "club-caribe"
HOLDEM = rules("texas-holdem", "artichoke-joes")
NO_LIMIT = rules("lightning-holdem", "artichoke-joes", "no-limit")
BLINDS = stakes(4, 8, blinds=(2, 4))
ACES, KINGS, QUEENS = "As Ad", "Ks Kd", "Qs Qd"
DRY = "2c 7d 9h Jc 3s"


def holdem(stacks, law=NO_LIMIT, board=DRY, money=None):
    hands = dict(zip(range(1, len(stacks) + 1), (ACES, KINGS, QUEENS), strict=False))
    return deal(law, money or stakes(10, blinds=(5, 10)), stacks, hands=hands, board=board)


def limped(game):
    """Everybody is in for the blind; the flop lies."""
    n = len(game.hand.seats)
    return play(game, *(f"{seat} call" for seat in [*range(3, n + 1), 1]), "2 check")


def checked_down(game):
    while game.hand.due == "act":
        play(game, f"{game.turn} check")
    return game


def pineapple():
    """One of three cards is given up on the flop."""
    game = deal(rules("crazy-pineapple", AJ), BLINDS, [100] * 3)
    return play(game, "3 call", "1 call", "2 check")


# ---- What a station offers


def test_only_who_is_next_is_offered_anything():
    """Promise 5: what is not offered is refused."""
    hand = holdem([100] * 3).hand
    assert [hand.offer(seat) is not None for seat in (1, 2, 3)] == [False, False, True]


def test_a_fixed_limit_says_how_many_raises_are_used_and_that_the_amounts_are_fixed():
    """A bet and three raises (002 L232); the big blind is the opening bet (L307)."""
    game = holdem([100] * 3, rules("texas-holdem", DD), money=BLINDS)
    seen = [game.hand.offer(game.turn)]
    for touch in ("3 raise 8", "1 raise 12", "2 raise 16"):
        seen.append(play(game, touch).hand.offer(game.turn))
    assert [one.raises for one in seen] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert all(one.fixed for one in seen)
    open_ended = holdem([100] * 3).hand.offer(3)
    assert (open_ended.fixed, open_ended.raises) == (False, (0, 0))


def test_between_two_players_nothing_limits_the_raises():
    """AJ Lightning L8.4: two are left before the last raise."""
    game = limped(holdem([100] * 3, HOLDEM, money=BLINDS))
    assert game.hand.offer(1).raises == (0, 4)
    play(game, "1 bet 4", "2 fold", "3 raise 8")
    assert game.hand.offer(1).raises == (0, 0)


def test_bets_are_counted_in_the_biggest_blind_or_where_there_is_none_in_the_least_bet():
    assert holdem([100] * 3).hand.offer(3).unit == 1_000
    draw = rules("draw-poker", AJ, "no-limit")
    assert deal(draw, stakes(5, ante=1), [100] * 3).hand.offer(1).unit == 500


def test_a_call_plays_for_every_chip_that_it_can_win():
    """000 L1773: only pots that hold chips he bet. The blinds and a bet of 100 against 40."""
    game = play(holdem([45, 300, 300]), "3 raise 100")
    assert game.hand.offer(1).wins == 10_000, "45 of each of two, and the big blind"
    assert play(game, "1 call").hand.offer(2).wins == 24_500


def test_nobody_bets_more_than_another_can_call():
    game = holdem([80, 60, 300])
    assert game.hand.offer(3).called == 8_000
    play(game, "3 raise 100", "1 fold")
    assert game.hand.offer(2).called == 30_000


def test_draws_discards_rolls_and_kills_are_no_bets():
    checked = checked_down(pineapple()).hand
    assert checked.due == "discard"
    assert [checked.offer(seat) for seat in (1, 3)] == [Exchange("discard", 1, 1)] * 2
    draw = limped(deal(rules("lowball-ace-to-five", DD), BLINDS, [100] * 3)).hand
    assert [draw.offer(seat) for seat in (1, 2)] == [Exchange("draw", 0, 5), None]
    assert (draw.together, checked.together) == (False, True)


def test_what_is_no_choice_of_poker_is_refused():
    with pytest.raises(Refused, match="no choice of this game"):
        holdem([100] * 3).hand.answer(Settle())


def test_a_kill_doubles_the_limits_that_are_posted():
    """002 L263, 003 L294: and only a kill."""
    law = rules("lowball-ace-to-five", DD)
    game = deal(law, BLINDS, [100] * 3)
    assert game.hand.posted() is game.hand.stakes
    killed = deal(law, BLINDS, [100] * 3, posts=["1 blind 2", "2 blind 4", "3 kill 8"]).hand
    killed.betting.small, killed.betting.big = 800, 1_600
    assert (killed.posted().small, killed.posted().upper) == (800, 1_600)
    assert killed.posted().blinds == killed.stakes.blinds


# ---- How the chips lie


def test_a_bet_that_nobody_can_call_any_more_lies_before_who_made_it():
    """All others are all-in: what nobody matched is in no pot, and comes back."""
    hand = play(holdem([300, 100, 40]), "3 raise 40", "1 raise 300", "2 call").hand
    assert hand.due == "settle"
    assert hand.uncalled == (1, 20_000)
    assert [hand.bet(seat) for seat in (1, 2, 3)] == [20_000, 0, 0]
    assert [(pot.chips, pot.seats) for pot in hand.pots()] == [
        (12_000, [1, 2, 3]), (12_000, [1, 2]),
    ]  # fmt: skip
    assert [hand.reach(seat) for seat in (1, 2, 3)] == [24_000, 24_000, 12_000]


def test_while_bets_go_on_nothing_is_uncalled():
    hand = play(holdem([300] * 3), "3 raise 40").hand
    assert (hand.uncalled, hand.bet(3)) == ((0, 0), 4_000)
    assert hand.pots() == [], "nothing was drawn in yet"
    assert [hand.owes(seat) for seat in (1, 2, 3)] == [3_500, 3_000, 0]
    assert play(holdem([300] * 3), "3 fold").hand.owes(3) == 0


def test_pots_are_none_when_the_hand_is_over():
    game = checked_down(limped(holdem([100] * 3)))
    assert [pot.chips for pot in game.hand.pots()] == [3_000]
    assert game.show_down().hand.pots() == []
    assert (game.hand.gain(1), game.hand.paid_out(1), game.hand.gain(2)) == (3_000, 3_000, 0)


def test_what_a_seat_can_win_is_every_pot_that_it_is_in():
    hand = play(holdem([300, 100, 40]), "3 raise 40", "1 raise 100").hand
    assert [hand.reach(seat) for seat in (1, 2, 3)] == [9_000, 3_000, 9_000]


# ---- What was won


def test_a_hand_that_was_not_shown_is_not_told():
    """Privacy: no word of a hand that nobody turned up, however many were in."""
    game = checked_down(limped(holdem([100] * 3)))
    won = Won(1, 3_000)
    hidden = game.hand.award(won, showed=False)
    assert (hidden.words, hidden.cards) == ("", ())
    shown = game.hand.award(won, showed=True)
    assert shown.words == "Pair of Aces, Jack-Nine-Seven kickers"
    assert sorted(shown.cards) == sorted(cards("As Ad Jc 9h 7d"))


def test_who_wins_because_all_others_folded_has_no_hand_to_tell():
    game = play(limped(holdem([100] * 3)), "1 bet 20", "2 fold", "3 fold")
    assert game.hand.award(Won(1, 3_000), showed=True).words == ""


def test_a_hand_that_won_on_the_second_end_is_told_by_that_board():
    """Half of every pot goes to each end."""
    game = play(holdem([100, 100], board="2c 7d 9h Jc 3s"), "2 raise 100", "1 call")
    assert game.hand.due == "settle"
    game.do(RunAgain(cards("Kc Kh")))
    first, second = (Won(2, 5_000, run=run) for run in (0, 1))
    told = [game.hand.award(one, showed=True).words for one in (first, second)]
    assert told == [
        "Pair of Kings, Jack-Nine-Seven kickers", "Four of a Kind, Kings, Nine kicker",
    ]  # fmt: skip


def test_unequal_antes_of_earlier_deals_are_no_bet_that_nobody_called():
    """002 L504: they lie in the pot. What nobody can call is told when nobody can bet any more."""
    posts = [Post(1, 300, "carried"), Post(2, 100, "carried")]
    posts += [Post(seat, 100, "ante") for seat in (1, 2)]
    law = rules("draw-jacks-or-better", DD)
    hand = engine.new_hand(law, stakes(4, 8, ante=1), 2, {1: 900, 2: 900})
    engine.play(hand, Start(tuple(posts)))
    engine.play(hand, Deal(tuple(range(engine.wants(hand).count))))
    assert hand.due == "act"
    assert (hand.uncalled, hand.bet(1), hand.bet(2)) == ((0, 0), 0, 0)


def test_antes_of_a_deal_that_nobody_opened_are_carried_by_who_paid_them():
    """002 L504: they stay for the next deal, less what was dropped."""
    money = stakes(4, 8, ante=1)
    law = rules("draw-jacks-or-better", DD)
    game = deal(
        law,
        money,
        [100] * 3,
        hands={n: f"2{s} 4{s} 6{s} 8{s} T{s}" for n, s in enumerate("cdh", 1)},
    )
    assert game.hand.carried() == {}
    play(game, "1 check", "2 check", "3 check")
    assert game.hand.carried() == {1: 100, 2: 100, 3: 100}
    game.hand.dead -= 150
    assert game.hand.carried() == {1: 100, 2: 50}
    game.hand.dead += 350
    assert game.hand.carried() == {1: 100, 2: 100, 3: 100, 0: 200}


# ---- Which cards are due


def test_the_rest_of_a_board_is_burnt_for_street_by_street():
    hand = holdem([100] * 3).hand
    assert hand.rest() == [BURN, BOARD, BOARD, BOARD, BURN, BOARD, BURN, BOARD]
    assert limped(holdem([100] * 3)).hand.rest() == [BURN, BOARD, BURN, BOARD]
    assert checked_down(limped(holdem([100] * 3))).hand.rest() == []


def all_in(stacks):
    """All are in with all that they have, before the flop; no card of the board lies."""
    hand = play(holdem(stacks), "2 raise 100").hand
    engine.play(hand, Call(1))
    return hand


def test_cards_run_out_when_nobody_is_left_to_bet_against():
    hand = all_in([100, 100])
    assert (hand.due, hand.runs_out, hand.runs_twice) == ("deal", True, True)
    engine.play(hand, Deal((UNKNOWN, *cards("2c 7d 9h"))))
    assert (hand.due, hand.runs_out) == ("deal", True)
    betting = holdem([100, 100]).hand
    assert (betting.due, betting.runs_out, betting.runs_twice) == ("act", False, False)


@pytest.mark.parametrize(("stub", "twice"), [(13, True), (12, False)])
def test_an_end_is_run_twice_only_if_there_are_cards_for_two(stub, twice):
    """Three burns and five cards, and five more."""
    hand = all_in([100, 100])
    hand.deck.stub = stub
    assert (hand.runs_out, hand.runs_twice) == (True, twice)


def test_between_hands_that_can_still_bet_a_street_does_not_run_out():
    hand = holdem([100, 100]).hand
    for command in (Call(2), Call(1)):
        engine.play(hand, command)
    assert (hand.due, hand.runs_out, hand.runs_twice) == ("deal", False, False)


def test_bets_are_drawn_in_after_a_round_of_betting_and_if_anybody_is_left_to_show():
    """A pot that nobody called goes to the last as it lies."""
    hand = limped(holdem([100] * 3)).hand
    kinds = [phase.kind for phase in hand.rules.phases]
    assert [hand.gathers(n) for n in range(len(kinds))] == [kind == "bet" for kind in kinds]
    assert (hand.gathers(-1), hand.gathers(len(kinds))) == (False, False)
    alone = play(holdem([100] * 3), "3 raise 30", "1 fold", "2 fold").hand
    assert not any(map(alone.gathers, range(len(kinds))))


def test_who_draws_wants_as_many_cards_as_he_gave_up_and_the_step_of_the_plan_is_his():
    """docs/fairness.md: a draw names the seat and the numbers of its discards."""
    law = rules("lowball-ace-to-five", DD)
    hands = {1: "2c 3d 4h 5s Kc", 2: "2d 3c 4s 8h Kd", 3: "2h 3h 6s 7d Ks"}
    game = limped(deal(law, BLINDS, [100] * 3, hands=hands))
    hand = game.hand
    assert hand.wants() == Wants(), "he has not said what he wants"
    engine.play(hand, Draw(1, cards("Kc")))
    kc = hand.deck.dealt.index(card("Kc"))
    steps = [n for n, step in enumerate(law.plan) if step[0] == "draw"]
    assert hand.wants() == Wants((BURN, 1), step=steps[0], asked=(1, kc))


# ---- Where they lie


def test_a_folded_hand_is_on_no_table_but_its_owner_was_dealt_it():
    hand = play(holdem([100] * 3), "3 fold").hand
    assert [hand.folded(seat) for seat in (1, 2, 3)] == [False, False, True]
    assert (hand.hole(3), hand.backs(3), hand.faces(3)) == ((), 0, ())
    assert hand.own(3) == cards(QUEENS)
    assert (hand.hole(1), hand.backs(1)) == (cards(ACES), 2)


def test_of_stud_what_lies_up_is_seen_until_the_hand_is_folded():
    law = rules("seven-card-stud", AJ)
    hands = {1: "Ac Ad 9h", 2: "Kc Kd 3h", 3: "Qc Qd 4h"}
    game = deal(law, stakes(4, 8, ante=1, bring_in=2), [100] * 3, hands=hands)
    assert game.turn == 2
    assert [game.hand.faces(seat) for seat in (1, 2)] == [cards("9h"), cards("3h")]
    play(game, "2 call", "3 fold")
    assert (game.hand.faces(3), game.hand.backs(1)) == ((), 2)
    assert game.hand.all_held([1, 3]) == {seat: [*game.hand.held(seat)] for seat in (1, 3)}


# ---- What jackpots look at (000 L137: high games only, when all cards are out)


def test_jackpots_see_the_hands_of_a_showdown_best_first():
    game = checked_down(limped(holdem([100, 100, 100])))
    best = game.hand.best()
    assert [(one.seat, one.kind, one.plays, one.main) for one in best] == [
        (1, "pair", True, True), (2, "pair", True, True), (3, "pair", True, True),
    ]  # fmt: skip
    assert best[0].strength > best[1].strength > best[2].strength


def test_jackpots_see_nothing_before_all_cards_are_out_or_where_nobody_called():
    flop = limped(holdem([100] * 3))
    assert flop.hand.best() == []
    river = play(flop, *("1 check", "2 check", "3 check") * 2, "1 bet 10", "2 fold", "3 fold")
    assert (len(river.hand.board), river.hand.best()) == (5, [])
    hands = {1: "Ac Ad 9h 2c 3d 4h 5s", 2: "Kc Kd 3h 6c 7c 8c 9c"}
    money = stakes(4, 8, ante=1, bring_in=2)
    low = deal(rules("razz", CC), money, [100] * 2, hands=hands)
    play(low, "1 call", "2 call")
    assert checked_down(low).hand.best() == []


def test_a_hole_card_that_the_board_replaces_does_not_play():
    """Both have to be in the hand that is beaten (jackpots of 000 L3298 and the like)."""
    hands = {1: "As Kc", 2: "2s 2d"}
    game = deal(
        NO_LIMIT, stakes(10, blinds=(5, 10)), [100] * 2, hands=hands, board="Ah Ad Ac Qd Jh"
    )
    plays = {
        one.seat: one.plays for one in checked_down(play(game, "2 call", "1 check")).hand.best()
    }
    assert plays == {1: True, 2: True}
    hands = {1: "As 2c", 2: "Ts 9d"}
    game = deal(
        NO_LIMIT, stakes(10, blinds=(5, 10)), [100] * 2, hands=hands, board="Ah Ad Ac Qd Jh"
    )
    plays = {
        one.seat: one.plays for one in checked_down(play(game, "2 call", "1 check")).hand.best()
    }
    assert plays == {1: False, 2: False}


def test_where_a_rule_or_a_single_hand_says_which_cards_play_both_do():
    """Omaha always plays two; stud has no board that anybody shares."""
    stud = {1: "Ac Ad Ah As Kh 9c 8d", 2: "Kc Kd 3h Qc Qd 4h 5s"}
    money = stakes(4, 8, ante=1, bring_in=2)
    game = play(deal(rules("seven-card-stud", AJ), money, [100] * 2, hands=stud), "2 call")
    game = checked_down(play(game, "1 call") if game.call else game)
    assert [(one.kind, one.plays) for one in game.hand.best()] == [
        ("four of a kind", True),
        ("two pair", True),
    ]
    hands = {1: "As Ad Kc Qd", 2: "2s 2d 3c 4d"}
    game = deal(rules("omaha", AJ), BLINDS, [100] * 2, hands=hands, board="Ah Ac Kd Kh Ks")
    best = checked_down(play(game, "2 call", "1 check")).hand.best()
    assert all(one.plays for one in best)


def test_who_is_not_in_the_main_pot_cannot_be_beaten_for_it():
    game = play(holdem([40, 100, 100]), "3 raise 40", "1 call", "2 raise 100", "3 call")
    assert {one.seat: one.main for one in game.hand.best()} == {1: True, 2: True, 3: True}


# ---- What is said


def test_streets_are_called_as_at_a_table():
    game = holdem([100] * 3)
    assert (game.hand.street, game.hand.opened) == ("preflop", False)
    limped(game)
    assert (game.hand.street, game.hand.opened) == ("flop", True)
    stud = deal(rules("seven-card-stud", AJ), stakes(4, 8, ante=1, bring_in=2), [100] * 3)
    assert stud.hand.street == "third street"
    lowball = deal(rules("lowball-ace-to-five", DD), BLINDS, [100] * 3)
    assert lowball.hand.street == "before the draw"
    assert limped(lowball).hand.street == "after the draw"


def test_a_hand_that_has_not_begun_or_is_over_is_on_no_street():
    money = stakes(4, 8, ante=1, bring_in=2)
    for law, chips in ((HOLDEM, BLINDS), (rules("seven-card-stud", AJ), money),
                       (rules("lowball-ace-to-five", DD), BLINDS)):  # fmt: skip
        hand = engine.new_hand(law, chips, 3, dict.fromkeys((1, 2, 3), 9_000))
        assert hand.street == ""
        hand.at = len(law.phases)
        assert (hand.street, hand.opened) == ("", True)


def test_a_street_is_new_where_its_name_is():
    """Dealing and betting on it are one street; before the first card and after the last, none."""
    game = limped(holdem([100] * 3))
    hand, phases = game.hand, game.hand.rules.phases
    named = [phases[n].street != "flop" for n in range(hand.at + 1)]
    assert [hand.new_street(n) for n in range(hand.at + 1)] == named
    assert (hand.new_street(-1), named[-1]) == (False, False)
    assert not checked_down(game).hand.new_street(0)
    assert game.hand.opened


def test_what_a_seat_did_is_one_word():
    game = holdem([100] * 3)
    hand = game.hand
    assert hand.did(Called(1, 0)) == "check"
    assert hand.did(Called(1, 100)) == "call"
    limped(game)
    engine.play(hand, Raise(1, 2_000))
    assert hand.did(Raised(1, 2_000, 2_000)) == "bet"
    engine.play(hand, Raise(2, 4_000))
    assert hand.did(Raised(2, 4_000, 4_000)) == "raise"
    assert hand.did(Raised(1, 6_000, 8_000)) == "raise"
    assert [hand.did(Posted(1, 5, kind)) for kind in ("ante", "straddle", "blind", "dead")] == [
        "ante", "straddle", "post", "post",
    ]  # fmt: skip
    assert [hand.did(Rolled(1, one)) for one in (None, 12)] == ["keep", "roll"]
    assert (hand.did(Killed(1, 8, 16)), hand.did(Won(1, 100))) == ("kill", "")


def test_what_the_clock_did_is_one_word():
    hand = checked_down(pineapple()).hand
    assert hand.late(Drew(1, cards("As"))) == "discard"
    assert (hand.late(Rolled(1, None)), hand.late(Declined(1))) == ("keep down", "no kill")
    assert (hand.late(Called(1, 0)), hand.late(Won(1, 100))) == ("check", "played")


def test_a_seat_is_told_its_hand_from_five_cards_on_and_while_it_is_in():
    game = holdem([100] * 3)
    assert game.hand.hint(1) == ""
    limped(game)
    assert game.hand.hint(1) == "Pair of Aces, Nine-Seven-Deuce kickers"
    play(game, "1 bet 10", "2 fold")
    assert game.hand.hint(2) == ""


def test_a_hand_has_a_strength_if_somebody_contests_it():
    game = checked_down(limped(holdem([100] * 3)))
    assert game.hand.strength(1) > game.hand.strength(2) > 0
    assert game.hand.words(2) == "Pair of Kings, Jack-Nine-Seven kickers"
    alone = play(limped(holdem([100] * 3)), "1 bet 10", "2 fold", "3 fold").hand
    assert (alone.strength(1), alone.strength(2), alone.words(1)) == (0, 0, "")


# ---- A page of one's own


def test_three_hole_cards_that_nobody_discards_make_the_best_five_of_eight():
    """Hold'em is summed for two cards at once; a page may deal more."""
    first, *others = HOLDEM.phases
    law = replace(HOLDEM, phases=(replace(first, faces="ddd"), *others))
    hands = {1: "As Ad 9c", 2: "Ks Kd 2h"}
    game = deal(law, BLINDS, [100] * 2, hands=hands, board="9h 9d 2c 2d 7s")
    checked_down(play(game, "2 call", "1 check")).show_down()
    assert game.won == [(1, 8)]
    assert game.hand.words(1) == "Full House, Nines over Aces"
