"""What all banked games share: the bank, the bets, fees, cover, silence, fouls (000b engine)."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.banked.commands import Choose, PassBank, TakeBank, Wager
from firmware.games.banked.events import CardsDealt, CardsGiven, CardsTurned
from firmware.games.banked.play import new_round
from firmware.games.banked.settle import Cover, _settled, first_seat
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import cards
from firmware.games.play import BANK, BANK_UP, BOARD
from firmware.games.poker.commands import Deal, Foul, Settle, Timeout
from firmware.houses.wager_fees import tier
from tests.games.banked.spots import deal, do, play, round_of, settle

AJ = "artichoke-joes"
THREE = "three-card-poker"
RULES = banked_rules(THREE, AJ)


def offered(stacks, rules=RULES, option=4, places=10):
    return new_round(rules, option, places, stacks, tuple(stacks))


def test_silence_takes_no_bank_makes_no_wager_and_folds():
    r = offered({1: 10_000, 2: 10_000, 3: 10_000})
    play(r, Timeout(1))
    play(r, TakeBank(2, 5_000))
    play(r, Timeout(1))
    play(r, Wager(3, (("ante", 500),)))
    assert len(r.wants().targets) == 6
    deal(r, s3="As Ks Qs", bank="2c 3d 5h")
    play(r, Timeout(3))
    play(r, Settle())
    assert r.stacks[3] == 9_500


def test_the_bank_wagers_nothing_and_who_does_not_play_is_asked_nothing():
    r = offered({1: 100_000, 2: 100_000})
    play(r, TakeBank(1, 5_000))
    assert r.due == "wager"
    assert [r.offer(seat) is not None for seat in (1, 2, 5)] == [False, True, False]


def test_nobody_takes_the_bank_and_the_round_is_over():
    r = offered({1: 10_000, 2: 10_000})
    play(r, PassBank(1))
    play(r, PassBank(2))
    assert r.due == "over"


def test_nobody_wagers_and_the_bank_takes_its_stake_back():
    r = offered({1: 10_000, 2: 10_000}, option=1)
    play(r, TakeBank(1, 5_000))
    play(r, Wager(2))
    assert (r.due, r.stacks[1], r.fees) == ("over", 10_000, 0)


def test_nobody_waits_for_chips_that_do_not_reach_for_a_bet():
    r = offered({1: 100_000, 2: 600, 3: 10_000})
    play(r, TakeBank(1, 5_000))
    assert r.queue == [3], "an ante and as much again to play are $10"
    r = offered({1: 100_000, 2: 600, 3: 700})
    play(r, TakeBank(1, 5_000))
    assert (r.due, r.stacks[1]) == ("over", 100_000)


def test_where_nobody_banks_nobody_waits_for_them_either():
    points = banked_rules("chinese-poker-13", "hawaiian-gardens")
    r = offered({1: 450, 2: 10_000, 3: 10_000}, points, option=1, places=4)
    play(r, Wager(2, (("points", 9_500),)))
    assert r.queue == [3], "a point is $5"
    play(r, Wager(3, (("points", 9_500),)))
    assert (r.due, r.wagering) == ("deal", [2, 3])


def test_wagers_are_made_at_once_and_may_be_changed_until_the_close():
    r = offered(dict.fromkeys(range(1, 6), 10_000))
    play(r, TakeBank(1, 5_000))
    assert r.queue == [2, 3, 4, 5]
    play(r, Wager(4, (("ante", 500),)))
    play(r, Wager(4, (("ante", 1_000), ("bonus", 1_000))))
    assert (r.queue, r.stacks[4], r.offer(4).circles[0].placed) == ([2, 3, 5], 8_000, 1_000)
    for seat in (2, 3, 5):
        play(r, Wager(seat))
    with pytest.raises(Refused, match="closed"):
        r.decide(Wager(4))


@pytest.mark.parametrize(
    ("bets", "why"),
    [
        ((("ante", 400),), r"\$5 to \$200"),
        ((("ante", 20_100),), r"\$5 to \$200"),
        ((("ante", 550),), r"steps of \$1"),
        ((("bonus", 500),), "only with ante"),
        ((("ante", 500), ("bonus", 600)), "as big as the ante"),  # 000 L2413
        ((("play", 500),), "No bet on play"),
        ((("insurance", 500),), "No bet on insurance"),
        ((("ante", 500), ("ante", 500)), "One bet a circle"),
        ((("ante", -500),), "more than nothing"),
        ((("ante", 5_000),), "too few chips"),  # as much again must be left to play
    ],
)
def test_a_wager_that_the_page_does_not_allow_is_refused_in_words(bets, why):
    r = offered({1: 10_000, 2: 9_000})
    play(r, TakeBank(1, 5_000))
    with pytest.raises(Refused, match=why):
        r.decide(Wager(2, bets))


def test_the_posted_fee_has_to_be_there_too():
    r = offered({1: 10_000, 2: 10_000}, option=1)
    play(r, TakeBank(1, 5_000))
    with pytest.raises(Refused, match="too few chips"):
        r.decide(Wager(2, (("ante", 5_000),)))
    assert r.offer(2).circles[0].most == 4_900


# ---- Cover


def net(r, seat):
    return r.paid[seat] // 100


def test_000b_coverage_wagers_in_order_until_the_stake_is_used_up():
    """B=100; seat 1 bet 60 loses, seat 2 bet 60 wins 1:1, seat 3 bet 20 loses: the bank takes 60,
    pays 40, gives 20 back, and ends with 120."""
    bets = {2: {"base": 60}, 3: {"base": 60}, 4: {"base": 20}}
    r = round_of("baccarat-gold", "casino-royale", bets, stake=10_000)
    # Player 0, each chooses: seat 3 hits and wins, the others stand and lose. The bank's hole card
    # is an ace: its left neighbour is first.
    deal(r, board="Kc Qd", bank="6c Ad")
    for seat, verb in ((2, "stand"), (3, "hit"), (4, "stand")):
        do(r, seat, verb)
    deal(r, board="9h")
    settle(r)
    assert [net(r, seat) for seat in (2, 3, 4)] == [-60, 40, 0]
    assert r.stacks[1] - 10_000_000 == 2_000
    assert [one.uncovered for one in r.results] == [0, 2_000, 2_000]


def test_001_T_7_a_stake_is_matched_once():
    """Stake 100; loses 50 to the action hand, wins 50 from the next: no further bet wins or
    loses."""
    bets = {2: {"base": 50}, 3: {"base": 50}, 4: {"base": 50}}
    r = round_of("baccarat-gold", "casino-royale", bets, stake=10_000)
    deal(r, board="Kc Qd", bank="6c Ad")
    for seat, verb in ((2, "hit"), (3, "stand"), (4, "hit")):
        do(r, seat, verb)
    deal(r, board="9h")
    settle(r)
    assert [net(r, seat) for seat in (2, 3, 4)] == [50, -50, 0]


def test_003_net_what_the_bank_takes_pays_the_next_one():
    """The running net of C-COVER: it stops at plus or minus the stake."""
    bets = {2: {"base": 40}, 3: {"base": 100}, 4: {"base": 90}}
    r = round_of("super-9", "hawaiian-gardens", bets, stake=5_000)
    assert r.rules.cover == "net"
    # Dice 10: the bank's left neighbour is first. The bank stands on seven.
    deal(r, (4, 3, 3), s2="Kc Kd 2h Qc", s3="6c 2c Kh", s4="3c 6d Ks", bank="Qd 6s Ad")
    settle(r)
    assert [net(r, seat) for seat in (2, 3, 4)] == [-40, 90, 0]
    assert [one.uncovered for one in r.results] == [0, 1_000, 9_000]
    assert r.stacks[1] == 10_000_000 - 5_000


def test_the_bank_wins_and_loses_no_more_than_its_stake():
    r = round_of(THREE, AJ, {2: {"ante": 20}, 3: {"ante": 20}}, stake=1_000)
    deal(r, s2="2c 4d 7h", s3="3c 4h 8d", bank="Kc Qd Ad")
    settle(r)
    assert r.stacks[1] == 10_000_000 + 1_000


def test_the_last_one_who_could_wager_is_not_asked_to_join_the_bank():
    """Against a bank of everybody nobody would play."""
    rules = replace(banked_rules(THREE, "club-caribe"), partners=2)
    r = new_round(rules, 0, 8, {1: 50_000, 2: 50_000}, (1, 2))
    assert r.offer(1).bank == (r.fee.limits[0], 50_000)
    play(r, TakeBank(1, 1_000))
    assert r.due != "bank" or r.offer(2).bank is None
    assert r.banks == [1]


def test_004_L1686_a_second_stake_covers_what_the_first_does_not():
    """Stakes are an ordered list: kum-kum and a third-party banker are the same to it."""
    rules = replace(banked_rules(THREE, "club-caribe"), partners=2)
    r = new_round(rules, 0, 8, {1: 50_000, 2: 50_000, 3: 50_000, 4: 50_000}, (1, 2, 3, 4))
    play(r, TakeBank(1, 1_000))
    assert r.offer(2).joins
    play(r, PassBank(2))
    play(r, TakeBank(3, 2_000))
    assert (r.due, r.queue, r.banks) == ("wager", [2, 4], [1, 3])
    for seat in (2, 4):
        play(r, Wager(seat, (("ante", 1_000),)))
    deal(r, s2="Ac Ad 7h", s4="Kc Kd 8d", bank="Kh Qd 2h")
    settle(r)
    assert [r.stacks[seat] for seat in (1, 2, 3, 4)] == [49_000, 51_000, 48_000, 52_000]
    assert [one.banks for one in r.results if one.chips][-1] == ((3, 1_000),)
    assert r.gain(1) == r.gain(3) == 0


def test_each_stake_is_said_to_have_won_what_it_won():
    """004 L1686: of $20 that the bank takes the first stake has room for $10."""
    rules = replace(banked_rules(THREE, "club-caribe"), partners=2)
    r = new_round(rules, 0, 8, dict.fromkeys((1, 2, 3), 50_000), (1, 2, 3))
    for seat, chips in ((1, 1_000), (2, 2_000)):
        play(r, TakeBank(seat, chips))
    play(r, Wager(3, (("ante", 1_200),)))
    deal(r, s3="2c 4d 7h", bank="Kh Kd 2h")
    do(r, 3, "fold")
    play(r, Settle())
    assert [r.gain(seat) for seat in (1, 2, 3)] == [1_000, 200, 0]


# ---- First action


@pytest.mark.parametrize(
    ("card", "offset"), [("Ac", 1), ("Qc", 3), ("9c", 9), ("Tc", 1), ("Kc", 4)]
)
def test_000b_item_7_the_action_button_is_counted_from_the_bank(card, offset):
    r = round_of(THREE, AJ, {2: {"ante": 5}}, places=10)
    deal(r, bank=f"2c 3d {card}")
    assert first_seat(r) == 1 + offset


@pytest.mark.parametrize(
    ("hole", "seat"),
    [("A", 2), ("8", 2), ("2", 3), ("9", 3), ("3", 4), ("T", 4), ("4", 5), ("J", 5), ("5", 6),
     ("Q", 6), ("6", 7), ("K", 7), ("7", 8)],
)  # fmt: skip
def test_001_T_3_the_hole_card_of_baccarat_gold(hole, seat):
    r = round_of("baccarat-gold", "casino-royale", {2: {"base": 5}})
    deal(r, board="8c Kd", bank=f"2c {hole}d")
    assert first_seat(r) == seat


def test_002_W29_the_bank_in_seat_5_and_a_jack_give_seat_1_the_action():
    r = round_of("21st-century-baccarat", "delta-downtown", {1: {"base": 10}}, bank=5)
    deal(r, board="8c Kd", bank="2c Jd")
    assert first_seat(r) == 1


def test_002_W28_from_seat_2_on_the_whole_of_a_seat_then_the_next():
    """The bank in seat 1, the action starts at seat 2. No odds of the tie bet are posted: off."""
    r = round_of(
        "21st-century-baccarat", "delta-downtown", {seat: {"base": 10} for seat in range(2, 9)}
    )
    deal(r, board="8c Kd", bank="2c Ad")
    settle(r)
    assert [one.seat for one in r.results] == [*range(2, 9)]


def test_003_EX_21_caribbean_the_last_downcard_is_a_jack():
    r = round_of("caribbean-stud", "hawaiian-gardens", {2: {"ante": 5}})
    deal(r, s2="2c 3c 4c 6d 8d", bank="2h 3h 9h Kd Jd")
    assert first_seat(r) == 5


@pytest.mark.parametrize(
    ("dice", "seat"),
    [
        ((1, 1, 1), 3),
        ((2, 3, 3), 8),
        ((3, 3, 3), 2),
        ((4, 3, 3), 2),
        ((6, 6, 5), 2),
        ((6, 6, 6), 2),
    ],
)
def test_004_E35_D02_three_dice_count_round_eight_spots(dice, seat):
    """8 is the player at the banker's right; 9 and 17 the banker, so his left neighbour."""
    r = round_of("super-pan-nine", "club-caribe", {2: {"base": 5}})
    deal(r, dice)
    assert r.dice == dice
    assert first_seat(r) == seat


def test_dice_are_shaken_when_the_bets_are_closed_and_only_then():
    r = round_of("super-pan-nine", "club-caribe", {2: {"base": 5}})
    want = r.wants()
    assert want.dice == 3
    shoe = r.rules.shoe
    with pytest.raises(Refused, match="3 dice"):
        r.decide(Deal(shoe[: len(want.targets)]))
    with pytest.raises(Refused, match="3 dice"):
        r.decide(Deal(shoe[: len(want.targets)], (1, 2, 7)))


# ---- Fees


def test_F16_player_and_bank_fees_before_the_deal():
    """Option 1: ante 50 + bonus 50: player fee 1; all wagers count for the bank's."""
    r = offered({1: 100_000, 2: 30_000, 3: 30_000}, option=1)
    play(r, TakeBank(1, 10_000))
    play(r, Wager(2, (("ante", 5_000), ("bonus", 5_000))))
    play(r, Wager(3, (("ante", 14_000),)))
    assert r.fees == 100 + 300 + 300
    assert r.stacks[2] == 30_000 - 10_000 - 100


def test_F12_option_4_base_and_bonus_combined():
    """Player 250 + dragon 7 60: 310, fee 3; all wagers of 2,500: the bank pays 10."""
    bets = {2: {"player": 250, "dragon 7": 60}, 3: {"banker": 1_000}, 4: {"banker": 1_000},
            5: {"player": 190}}  # fmt: skip
    r = round_of("ez-baccarat", AJ, bets, option=4)
    assert (r.charged[2], r.charged[1]) == (300, 1_000)


@pytest.mark.parametrize(("option", "fee"), [(1, 200), (7, 200)])
def test_F18_ante_and_blind_50_trips_10(option, fee):
    """Option 1: combined 110, fee 2; option 7: base 100 fee 1, bonus fee 1."""
    bets = {2: {"ante": 50, "blind": 50, "trips": 10}}
    r = round_of("ultimate-texas-holdem", AJ, bets, option=option, places=6)
    assert r.charged[2] == fee


@pytest.mark.parametrize(("total", "fee"), [(400, 300), (401, 500)])
def test_001_D_6_F_9_option_2(total, fee):
    r = round_of("ez-baccarat", "casino-royale", {2: {"player": total}}, option=2)
    assert (r.charged[1], r.charged[2]) == (fee, 0)


@pytest.mark.parametrize(("stake", "fee"), [(30_000, 200), (30_100, 300)])
def test_000_F4_an_older_sheet_goes_by_the_stake(stake, fee):
    """000 L2981-2993, option 1: $2 to $300 of the bank's own wager, $3 above."""
    bets = {2: {"base": 100}, 3: {"base": 101}}
    r = round_of("california-blackjack", AJ, bets, stake, option=101)
    assert (r.charged[1], r.charged[2], r.charged[3]) == (fee, 100, 200)


@pytest.mark.parametrize(("line", "fee"), [(100, 200), (400, 200), (500, 400)])
def test_001_F_11_an_older_sheet_goes_by_the_bankers_line(line, fee):
    """001 L1428-1445: to $499 on the banker's line $2, from $500 on $4; nothing else counts."""
    bets = {seat: {"banker": 100, "tie": 100} for seat in range(2, 2 + line // 100)}
    r = round_of("royal-baccarat", "casino-royale", bets, option=101)
    assert (r.charged[1], r.charged[2]) == (fee, 0)


def test_003_F_22_a_fee_for_each_wager_but_no_bonus():
    bets = {2: {"player": 10, "tie": 10, "bonus": 10}}
    r = round_of("baccarat", "hawaiian-gardens", bets, option=1)
    assert (r.charged[1], r.charged[2]) == (200, 200)


def test_003_F_23_ultimate_is_charged_when_the_cards_lie():
    r = round_of(
        "ultimate-texas-holdem", "hawaiian-gardens", {2: {"ante": 10, "blind": 10}}, option=1
    )
    assert (r.due, r.fees) == ("deal", 0)
    deal(r)
    assert (r.charged[1], r.charged[2]) == (200, 100)


def test_004_F6_the_fee_of_a_second_wager_that_nobody_wins_comes_back():
    bets = {2: {"first": 10, "second": 10}, 3: {"first": 10, "second": 10}}
    r = round_of("no-push", "club-caribe", bets, option=1, bank=2)
    assert r.fees == 300
    deal(r, s2="2c 2d 3h", s3="3c 4d 5h")
    play(r, Timeout(2))
    play(r, Timeout(3))
    play(r, Settle())
    assert r.fees == 200


def test_a_bank_that_staked_everything_pays_its_fee_out_of_the_stake():
    r = offered({1: 5_000, 2: 30_000}, option=4)
    play(r, TakeBank(1, 5_000))
    play(r, Wager(2, (("ante", 5_000),)))
    assert (r.stakes[1], r.staked[1], r.fees) == (4_700, 4_700, 300)


@pytest.mark.parametrize(
    ("amount", "fee"), [(1, 1), (100, 1), (101, 2), (150, 2), (300, 5), (299, 2), (9_999, 5)]
)
def test_000b_48_between_two_tiers_the_lower_one_counts(amount, fee):
    assert tier(((5, 100, 1), (101, 150, 2), (300, 0, 5)), amount) == fee


# ---- The rest


def test_a_foul_hand_can_only_lose():
    r = round_of(THREE, AJ, {2: {"ante": 5, "bonus": 5}, 3: {"ante": 5}})
    deal(r, s2="As Ks Qs", bank="2c 3d 5h")
    play(r, Foul(2))
    assert r.queue == [3]
    with pytest.raises(Refused, match="foul"):
        r.decide(Foul(2))
    results = settle(r)
    assert {result for result, _ in results[2].values()} == {"lose"}


def test_who_has_no_hand_or_has_been_paid_has_none_to_foul():
    r = round_of(THREE, AJ, {2: {"ante": 5}, 3: {}})
    deal(r, s2="As Ks Qs", bank="2c 3d 5h")
    for seat in (1, 3, 5):
        with pytest.raises(Refused, match="no hand to foul"):
            r.decide(Foul(seat))
    settle(r)
    with pytest.raises(Refused, match="no hand to foul"):
        r.decide(Foul(2))


@pytest.mark.parametrize("game", ["super-9", "pan-9-bonus-tie"])
def test_003_L583_L2219_a_foul_hand_may_push_but_not_win(game):
    """ "The hand cannot win and may only push or lose to the extent that money covers." """
    r = round_of(game, "hawaiian-gardens", {seat: {"base": 5} for seat in (2, 3, 4, 5)})
    deal(r, s2="6c 3d Kh", s3="4c 4d Kd", s4="3c 4h Ks", s5="6d 3h Kc", bank="6h 2d Jh")
    for seat in (2, 3, 4):
        play(r, Foul(seat))
    results = {seat: circles["base"] for seat, circles in settle(r).items()}
    assert results == {2: ("push", 0), 3: ("push", 0), 4: ("lose", -5), 5: ("1:1", 5)}


def test_000_L2386_one_card_of_the_bank_is_turned_up_before_anybody_decides():
    """ "The stack given to the player/dealer shall be delivered face down after which one card
    will be turned face up." """
    r = round_of(THREE, AJ, {2: {"ante": 5}, 3: {"ante": 5}})
    assert r.wants().targets == (2, 3, BANK, 2, 3, BANK, 2, 3, BANK_UP)
    deal(r, s2="Kc 3d 2h", s3="5c 6d 9h", bank="Qc 9d 4h")
    assert r.due == "choose"
    assert r.faces(1) == cards("4h")
    assert r.backs(1) == 2


def test_the_cards_of_the_board_are_turned_up_as_they_come():
    r = round_of("21st-century-baccarat", AJ, {2: {"player": 5}})
    assert r.wants().targets == (BOARD, BANK_UP, BOARD, BANK)
    events = play(r, Deal(cards("Kc Qd 7c 9d")))
    assert CardsTurned((0, 1, 2), cards("Kc Qd 7c")) in events


def test_the_bank_does_not_peek():
    r = round_of(THREE, AJ, {2: {"ante": 5}})
    deal(r, s2="Kc 3d 2h", bank="Qc 9d 4h")
    assert (r.hole(1), r.own(1), r.hint(1)) == ((), (), "")
    assert (r.hole(2), r.hint(2)) == (cards("Kc 3d 2h"), "King high")
    assert (r.backs(1), r.backs(2)) == (2, 3)  # one of the bank lies up


def test_a_folded_hand_lies_on_no_table():
    r = round_of(THREE, AJ, {2: {"ante": 5}, 3: {"ante": 5}})
    deal(r, s2="Kc 3d 2h", bank="Qc 9d 4h")
    do(r, 2, "fold")
    assert (r.hole(2), r.backs(2), r.backs(3)) == ((), 0, 3)


def test_shown_cards_are_found_by_their_number_and_not_by_their_face():
    """Two decks in a shoe: the same face at a seat and with the bank."""
    r = round_of(THREE, AJ, {2: {"ante": 5}})
    r.evolve(CardsDealt(cards("Kc Qc Kc Kc 2h Qc")))
    assert (r.held(2), r.held(1)) == ((0, 2, 4), (1, 3, 5))
    assert tuple(map(r.face, r.held(2))) == cards("Kc Kc 2h")


def test_a_card_of_one_deck_comes_once_and_of_eight_decks_eight_times():
    r = round_of(THREE, AJ, {2: {"ante": 5}})
    with pytest.raises(Refused, match="twice"):
        r.decide(Deal(cards("Kc Kc 2h 3h 4h 5h")))
    r = round_of("ez-baccarat", AJ, {2: {"player": 5}})
    play(r, Deal(cards("Kc Kc Kc Kc")))


def test_what_is_not_offered_is_refused():
    r = round_of(THREE, AJ, {2: {"ante": 5}})
    deal(r)
    for wrong in (
        Choose(2, "play", 400),
        Choose(2, "check"),
        Choose(2, "fold", 0, (1,)),
        Choose(3, "fold"),
    ):
        with pytest.raises(Refused):
            r.decide(wrong)


@pytest.mark.parametrize("places", [(), (0, 0), (0, 1)])
def test_as_many_cards_are_changed_as_the_game_lets_change_and_none_of_them_twice(places):
    """004 L1054-1224: one."""
    r = round_of("no-push", "club-caribe", {2: {"first": 10}, 3: {"first": 10}}, bank=2)
    deal(r)
    with pytest.raises(Refused, match="Choose 1 of your cards"):
        r.decide(Choose(2, "change", 0, places))
    with pytest.raises(Refused, match="no card of yours"):
        r.decide(Choose(2, "change", 0, (3,)))
    assert r.decide(Choose(2, "change", 0, (2,)))[0].given == (4,)


def test_a_round_of_an_older_journal_was_dealt_to_the_seat_that_held_the_bank():
    r = round_of(THREE, AJ, {2: {"ante": 5}})
    r.evolve(CardsGiven(cards("Kc Qc 3d 9d 2h 4h")))
    assert r.faces(1) == r.hole(1) == ()
    assert r.held(1) == (1, 3, 5)
    settle(r)
    assert r.paid[2] == 1_000


def test_a_round_that_comes_out_even_has_a_result():
    """The ante is won, the bonus lost: nobody is a cent richer, and everybody is told so."""
    r = round_of(THREE, AJ, {2: {"ante": 5, "bonus": 5}})
    deal(r, s2="As Kd 9c", bank="2c 3d 5h")
    play(r, Choose(2, "play", 500))
    play(r, Settle())
    assert r.paid[2] == 0
    assert r.settled().note == "The bank does not qualify and breaks even"


@pytest.mark.parametrize(
    ("bank", "winner", "chips", "note"),
    [("Kc Kh 5h", 1, 1_000, "The bank wins $10"), ("Qc 7d 5h", 2, 1_000, "The bank pays $10")],
)
def test_a_result_says_who_took_what(bank, winner, chips, note):
    r = round_of(THREE, AJ, {2: {"ante": 5}})
    deal(r, s2="As Kd 9c", bank=bank)
    play(r, Choose(2, "play", 500))
    play(r, Settle())
    found = r.settled()
    assert (found.winner, found.chips, found.note) == (winner, chips, note)


@pytest.mark.parametrize(("bet", "won"), [(100, 95), (101, 95), (119, 113), (120, 114), (10, 9)])
def test_cents_that_no_odds_divide_stay_with_who_loses_them(bet, won):
    """19:20 of $1.19 is $1.13, and a cent that cannot be split is not paid."""
    r = round_of("royal-baccarat", "casino-royale", {2: {"banker": 20}})
    paid = _settled(r, Cover(r, {1: 100_000}), 2, "banker", bet, frozenset({"banker"}))
    assert (paid.back, paid.chips) == (bet, won)


PRICED = [
    (THREE, AJ, {"ante": 5}, {"s2": "As Kd 9c", "bank": "2c 3d 5h"}, {"play"}),
    ("ultimate-texas-holdem", AJ, {"ante": 5, "blind": 5}, {}, {"play"}),
    ("caribbean-stud", "hawaiian-gardens", {"ante": 5}, {}, {"call"}),
    ("pokara", "hawaiian-gardens", {"base": 5}, {"s2": "As Ad Kc"}, {"double"}),
    ("21st-century-baccarat", "delta-downtown", {"base": 5}, {"board": "2c 3d"}, {"double"}),
    ("no-bust-21st-century-blackjack", "club-caribe", {"base": 5}, {"s2": "8c 8d", "bank": "6c Td"},
     {"double", "split"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "house", "bets", "named", "asked"), PRICED)
def test_whoever_has_just_the_price_of_a_choice_may_make_it_and_with_a_cent_less_not(
    game, house, bets, named, asked
):
    r = deal(round_of(game, house, {2: bets}), **named)
    priced = {verb.name: verb.chips for verb in r.offer(2).verbs if verb.chips}
    assert {*priced} >= asked
    for name, chips in priced.items():
        r.stacks[2] = chips
        assert (name, chips) in [(verb.name, verb.chips) for verb in r.offer(2).verbs]
        r.stacks[2] = chips - 1
        assert (name, chips) not in [(verb.name, verb.chips) for verb in r.offer(2).verbs]
