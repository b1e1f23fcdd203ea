"""The worked examples of the five digests, each under its own name there."""

import pytest

from firmware.errors import Refused
from firmware.games.banked.commands import Choose, Wager
from firmware.games.banked.engine import kind_of
from firmware.games.banked.hands import HAND_RANKINGS, HIGH, THREES
from firmware.games.banked.hands import three as hand_of_three
from firmware.games.banked.kinds.baccarat import CHARTS
from firmware.games.banked.kinds.points import total
from firmware.games.banked.kinds.pokara import bank_gives_up, strength
from firmware.games.banked.kinds.pool import STANDARD, key, qualifies
from firmware.games.cards import ACE, card, cards, show
from firmware.games.poker.commands import Settle
from tests.games.banked.spots import deal, do, play, round_of, settle

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip


def results(r, seat=2):
    return {circle: result for circle, (result, _) in settle(r)[seat].items()}


# ---- Points (000b D1, 001 T-1, 002 W25, 003 EX-15, EX-22, EX-24, EX-25, 004 E34)


@pytest.mark.parametrize(
    ("hand", "points"),
    [("9c 9d", 8), ("6c 4d 3h", 3), ("7c 6d", 3), ("9c 7d", 6), ("6c 4d 3h 5s", 8)],
)
def test_only_the_last_digit_of_a_sum_counts(hand, points):
    assert total(cards(hand)) == points


def drew(house, game, bank, third):
    """Does the bank draw on this total when the player's third card has this value?"""
    from firmware.games.banked.spread import banked_rules

    return CHARTS[banked_rules(game, house).chart](bank, third)


@pytest.mark.parametrize(
    ("house", "game"), [(AJ, "ez-baccarat"), (CR, "panda-8"), (AJ, "ruyi-baccarat")]
)
@pytest.mark.parametrize(
    ("bank", "on"),
    [(0, "0123456789"), (1, "0123456789"), (2, "0123456789"), (3, "012345679"), (4, "234567"),
     (5, "4567"), (6, "67"), (7, "")],
)  # fmt: skip
def test_000b_D14_to_D17_and_001_T_16_the_standard_chart(house, game, bank, on):
    assert "".join(str(t) for t in range(10) if drew(house, game, bank, t)) == on
    assert drew(house, game, bank, None) == (bank <= 5), "the player stood"


@pytest.mark.parametrize(
    ("game", "answers"),
    [("baccarat", "hit stand hit stand"), ("ez-baccarat", "stand hit stand hit")],
)
def test_003_EX_29_and_EX_30_two_charts_in_one_house(game, answers):
    """Banker 3 and third 8; 6 and 6; 5 and 3; 4 and 2."""
    asked = ((3, 8), (6, 6), (5, 3), (4, 2))
    found = ["hit" if drew(HG, game, *one) else "stand" for one in asked]
    assert " ".join(found) == answers


@pytest.mark.parametrize("game", ["baccarat"])
@pytest.mark.parametrize(
    ("bank", "on"),
    [(0, "0123456789"), (3, "0123456789"), (4, "34567"), (5, "34567"), (6, ""), (7, "")],
)
def test_003_L1550_the_chart_of_three_to_seven(game, bank, on):
    """Where the player stood the bank hits five or less."""
    assert "".join(str(t) for t in range(10) if drew(HG, game, bank, t)) == on
    assert drew(HG, game, bank, None) == (bank <= 5)


@pytest.mark.parametrize(("bank", "hits"), [(0, True), (4, True), (5, True), (6, False)])
def test_a_bank_that_goes_to_five_asks_for_nobodys_third_card(bank, hits):
    """003 L1356: baccarat 9."""
    assert [drew(HG, "baccarat-9", bank, third) for third in (None, 0, 5, 9)] == [hits] * 4


# ---- EZ Baccarat, Panda 8, RUYI


LINES = {"player": 10, "banker": 10, "tie": 10, "dragon 7": 10}
EZ = [
    ("bank wins", "Kc 6d", "Qc 7d", "lose 1:1 lose lose"),  # D8
    ("player wins", "Kc 7d", "Qc 6d", "1:1 lose lose lose"),  # D9
    ("tie", "Kc 7d", "Qc 7h", "push push TIE lose"),  # D10
    ("dragon 7", "Kc 6d", "Qc 5d 2h", "lose push lose 40:1"),  # D11
    ("three cards tie at 7", "Kc 7d", "Qc 5d 2h", "push push TIE lose"),
]


@pytest.mark.parametrize(("house", "tie"), [(AJ, "9:1"), (CR, "8:1"), (HG, "8:1")])
@pytest.mark.parametrize(("what", "board", "bank", "paid"), EZ)
def test_000b_D8_to_D11_and_001_T_15_EZ(house, tie, what, board, bank, paid):
    r = deal(round_of("ez-baccarat", house, {2: LINES}), board=board, bank=bank)
    found = results(r)
    assert " ".join(found[name] for name in LINES) == paid.replace("TIE", tie)


def test_000b_D12_two_three_card_nines():
    bets = {2: {"player": 10, "banker": 10, "tie": 10, "ruby 9": 10}}
    r = deal(round_of("ruyi-baccarat", AJ, bets), board="Kc 3d 6h", bank="Qc 3h 6c")
    assert results(r) == {"player": "push", "banker": "push", "tie": "9:1", "ruby 9": "75:1"}


def test_000b_D13_one_three_card_nine():
    bets = {2: {"player": 10, "banker": 10, "ruby 9": 10, "jade 8": 10}}
    r = deal(round_of("ruyi-baccarat", AJ, bets), board="Kc 3d 6h", bank="Qc 7h")
    assert results(r) == {"player": "1:1", "banker": "lose", "ruby 9": "10:1", "jade 8": "lose"}


@pytest.mark.parametrize("board", ["Kc 9d", "Kc 3d 5h"])
def test_000b_a_nine_of_two_cards_and_three_cards_of_eight_are_no_three_card_nine(board):
    bets = {2: {"player": 10, "ruby 9": 10}}
    r = deal(round_of("ruyi-baccarat", AJ, bets), board=board, bank="Qc 7h")
    assert results(r) == {"player": "1:1", "ruby 9": "lose"}


def test_panda_8_is_paid_and_the_player_too():
    bets = {2: {"player": 10, "panda 8": 10, "dragon 7": 10}}
    r = deal(round_of("panda-8", AJ, bets), board="Kc 3d 5h", bank="Qc 7h")
    assert results(r) == {"player": "1:1", "panda 8": "25:1", "dragon 7": "lose"}


def test_three_cards_that_tie_at_eight_are_no_panda():
    bets = {2: {"player": 10, "panda 8": 10}}
    r = deal(round_of("panda-8", AJ, bets), board="Kc 3d 5h", bank="Qc 3h 5d")
    assert results(r) == {"player": "push", "panda 8": "lose"}


def test_000b_D18_the_second_card_of_the_bank_counts_seats():
    """A / 10 / J / Q / K count 1 / 10 / 11 / 12 / 13 from the bank; ten stations count on."""
    from firmware.games.banked.settle import first_seat

    for name, seat in (("A", 2), ("T", 2), ("J", 3), ("Q", 4), ("K", 5), ("9", 10)):
        r = deal(
            round_of("ez-baccarat", AJ, {2: LINES}, places=10), board="9c Kd", bank=f"5c {name}d"
        )
        assert first_seat(r) == seat, name


def test_000b_EZ_coverage_dragon_7_first():
    """Stake 200: the button's 5 on dragon 7 takes it; losing lines and ties come back."""
    bets = {2: {"banker": 5, "dragon 7": 5}, 3: {"player": 200, "tie": 50}}
    r = deal(round_of("ez-baccarat", AJ, bets, stake=20_000), board="Kc 6d", bank="4d Ac 2h")
    found = settle(r)
    assert found[2]["dragon 7"] == ("40:1", 200)
    assert found[3] == {"tie": ("lose", 0), "player": ("lose", 0)}
    assert r.stacks[3] == 10_000_000


def test_000b_panda_coverage_lines_first():
    """The same cards and stake, the lines first: dragon 7 comes back unpaid."""
    bets = {2: {"banker": 5, "dragon 7": 5}, 3: {"player": 200}}
    r = deal(round_of("panda-8", AJ, bets, stake=20_000), board="Kc 6d", bank="4d Ac 2h")
    found = settle(r)
    assert found[3]["player"] == ("lose", -200)
    assert found[2]["dragon 7"] == ("40:1", 0)
    assert r.stacks[2] == 10_000_000


# ---- 21st Century, Royal, Gold, commission-free


def test_000b_21st_century_option_a_stands_b_hits():
    """Player 5, the bank's 6 up and a king: A stands and loses, B hits a 3 and wins, the bank's
    bettor loses to the completed 8."""
    bets = {2: {"player": 10}, 3: {"player": 10}, 4: {"banker": 10}}
    r = deal(round_of("21st-century-baccarat", AJ, bets), board="2c 3d", bank="6c Kd")
    assert r.queue == [2, 3]
    do(r, 2, "stand")
    do(r, 3, "hit")
    found = settle(deal(r, board="3h"))
    assert found[2]["player"][0] == "lose"
    assert found[3]["player"][0] == "1:1"
    assert found[4]["banker"][0] == "lose"


def test_000b_21st_century_the_third_card_comes_though_everybody_stands():
    """Third card 7: the player's hand is 2, and the bank's 6 hits."""
    r = deal(
        round_of("21st-century-baccarat", AJ, {2: {"player": 10}}), board="2c 3d", bank="6c Kd"
    )
    do(r, 2, "stand")
    deal(r, board="7h", bank="2h")
    assert (show(r.common), show(r.bank)) == ("2c 3d 7h", "6c Kd 2h")


def test_000b_8_no_option_where_the_bank_shows_another_card():
    r = deal(
        round_of("21st-century-baccarat", AJ, {2: {"player": 10}}), board="2c 3d", bank="4c Kd"
    )
    assert r.due == "settle"
    assert len(r.common) == 3


BANKERS_DRAGON = [
    ("Kc 7d", "Qc 8h", "1:1"),  # a natural
    ("Kc Qd Kh", "Qc 3d 6s", "30:1"),  # three cards and nine against 0
    ("Kc 6d", "Kh 7d", "lose"),  # by one
    ("Kc 9h", "Qc 9d", "push"),
]


@pytest.mark.parametrize(("board", "bank", "paid"), BANKERS_DRAGON)
def test_000b_dragon_bonus_of_the_banker(board, bank, paid):
    bets = {2: {"banker": 10, "banker dragon": 10}}
    r = deal(round_of("21st-century-baccarat", AJ, bets), board=board, bank=bank)
    assert results(r)["banker dragon"] == paid


DRAGON = [
    ("Kc 9d", "Qc Kd Kh", "1:1"),  # a natural 9 against 0
    ("Kc 3d 6h", "Qc Kd Ks", "30:1"),  # three cards and nine against 0
    ("Kc 8d", "Qc 8h", "push"),
    ("Kc 7d", "Qc 4h Kd", "lose"),
    ("Kc 8d", "Qc 9h", "lose"),
]


@pytest.mark.parametrize(("board", "bank", "paid"), DRAGON)
@pytest.mark.parametrize(
    ("house", "game"),
    [(AJ, "21st-century-baccarat"), (CR, "commission-free-baccarat-dragon-bonus")],
)
def test_000b_dragon_bonus(house, game, board, bank, paid):
    r = deal(
        round_of(game, house, {2: {"player": 10, "player dragon": 10}}), board=board, bank=bank
    )
    assert results(r)["player dragon"] == paid


@pytest.mark.parametrize(("bet", "won"), [(20, 19), (5, 4.75), (1, 0.95), (10, 9.5)])
def test_000b_the_dealer_line_at_19_to_20_and_001_D_2(bet, won):
    for house, game in ((AJ, "21st-century-baccarat"), (CR, "royal-baccarat")):
        r = deal(round_of(game, house, {2: {"banker": bet}}), board="Kc 6d", bank="Qc 7d")
        assert settle(r)[2]["banker"] == ("19:20", won)


def test_001_T_2_gold_bank_3_player_6():
    bets = {2: {"base": 10, "tie": 10}}
    r = deal(round_of("baccarat-gold", CR, bets), board="Kc 6d", bank="Qc 3h Kd")
    assert results(r) == {"tie": "lose", "base": "1:1"}


def test_001_T_4_gold_seat_by_seat_tie_then_base():
    bets = {seat: {"base": 10, "tie": 10} for seat in (2, 3)}
    r = deal(round_of("baccarat-gold", CR, bets), board="Kc 9d", bank="Qc Ah")
    play(r, Settle())
    assert [(one.seat, one.circle) for one in r.results] == [
        (2, "tie"), (2, "base"), (3, "tie"), (3, "base"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("board", "bank", "paid"),
    [("Kc 6d", "Qc 2h Kd", "1:1"), ("Kc 7d", "Qc 2h Kd", "2:1"), ("Kc 7d", "Qc Ah Kd", "4:1"),
     ("Kc 7d", "Qc Kh Kd", "6:1"), ("Ac 3d 4h", "Qc Kh Kd", "10:1"),
     ("Ac 3d 5h", "Qc Kh Kd", "30:1"), ("Kc 6d", "Qc 3h Kd", "lose"), ("Kc 8d", "Qc 8h", "push")],
)  # fmt: skip
def test_001_T_5_the_spread_by_how_much_the_player_is_ahead(board, bank, paid):
    r = deal(round_of("baccarat-gold", CR, {2: {"base": 10, "spread": 10}}), board=board, bank=bank)
    assert results(r)["spread"] == paid


def test_001_T_14_royal_a_six_that_hits_and_wins():
    bets = {2: {"player": 10}, 3: {"player": 10}}
    r = deal(round_of("royal-baccarat", CR, bets), board="Kc 6d", bank="Qc 5d")
    do(r, 2, "hit")
    do(r, 3, "stand")
    found = settle(deal(r, board="3h", bank="Kh"))
    assert (found[2]["player"], found[3]["player"]) == (("3:2", 15), ("1:1", 10))


def test_001_D_1_royal_six_draws_a_three_against_a_natural_8():
    r = deal(round_of("royal-baccarat", CR, {2: {"player": 10}}), board="Kc 6d", bank="Qc 8d")
    do(r, 2, "hit")
    assert settle(deal(r, board="3h"))[2]["player"] == ("3:2", 15)


def test_001_A_12_one_pair_bet_a_spot():
    with pytest.raises(Refused, match="not both"):
        round_of("royal-baccarat", CR, {2: {"player": 10, "player pair": 10, "banker pair": 10}})


def test_001_T_27_commission_free_six_pays_half():
    bets = {2: {"banker": 100}}
    r = round_of("commission-free-baccarat-dragon-bonus", CR, bets)
    assert settle(deal(r, board="2c 3d Kh", bank="Qc 6d"))[2]["banker"] == ("1:2", 50)


def test_two_sixes_tie_and_the_bank_has_not_won_with_one():
    r = round_of("commission-free-baccarat-dragon-bonus", CR, {2: {"banker": 100}})
    assert settle(deal(r, board="2c 4d", bank="Qc 6d"))[2]["banker"] == ("push", 0)


def test_001_T_28_commission_free_natural_8_against_natural_8():
    bets = {2: {"player": 10, "tie": 10, "player dragon": 10, "banker dragon": 10}}
    r = round_of("commission-free-baccarat-dragon-bonus", CR, bets)
    found = results(deal(r, board="Kc 8d", bank="Qc 8h"))
    assert found == {
        "player": "push", "tie": "8:1", "player dragon": "push", "banker dragon": "push",
    }  # fmt: skip


def test_001_D_5_a_tie_that_is_more_than_the_stake():
    bets = {2: {"base": 10, "tie": 10}, 3: {"base": 10}}
    r = round_of("baccarat-gold", CR, bets, stake=5_000)
    found = settle(deal(r, board="Kc 7d", bank="Qc 7h"))
    assert found[2]["tie"] == ("8:1", 50)
    assert r.results[0].uncovered == 3_000


# ---- Delta's 21st Century


def delta(board, bank, *choices):
    r = deal(round_of("21st-century-baccarat", DD, {2: {"base": 10}}), board=board, bank=bank)
    for verb, third in choices:
        do(r, 2, verb)
        deal(r, board=third)
    return settle(r)[2]


def test_002_W26_ties_on_0_and_1_are_the_banks():
    assert delta("Kc 2d", "Qc Ah Jd", ("hit", "9h"))["base"] == ("lose", -10)


def test_002_W27_bank_3_player_6():
    r = deal(round_of("21st-century-baccarat", DD, {2: {"base": 10}}), board="Kc 6d", bank="Qc 3h")
    do(r, 2, "stand")
    assert settle(deal(r, bank="Kh"))[2]["base"] == ("1:1", 10)


def test_002_double_and_surrender():
    r = deal(round_of("21st-century-baccarat", DD, {2: {"base": 10}, 3: {"base": 15}}),
             board="Kc 5d", bank="Qc 6h")  # fmt: skip
    do(r, 2, "double")
    do(r, 3, "surrender")
    found = settle(deal(r, board="4h"))
    assert found[2] == {"base": ("1:1", 10), "double": ("1:1", 10)}
    assert found[3] == {"base": ("lose 1/2", -7.5)}


def test_002_nobody_stands_on_four():
    r = deal(round_of("21st-century-baccarat", DD, {2: {"base": 10}}), board="Kc 4d", bank="Qc 6h")
    assert [verb.name for verb in r.offer(2).verbs] == ["hit", "double", "surrender"]


# ---- Three card poker


def three(house, mine, bank, bets=None, verb="play"):
    r = deal(round_of("three-card-poker", house, {2: bets or {"ante": 5}}), s2=mine, bank=bank)
    do(r, 2, verb)
    return settle(r)[2]


def test_a_royal_flush_of_three_is_ace_king_queen_and_no_other_straight_flush():
    """000b, ambiguity 1."""
    hands = ("As Ks Qs", "Ks Qs Js", "3d 2d Ad")
    kinds = [THREES[hand_of_three(cards(words)) >> 12] for words in hands]
    assert kinds == ["royal flush", "straight flush", "straight flush"]


@pytest.mark.parametrize("house", [AJ, CC])
def test_000b_D25_and_004_E46R_a_bank_with_jack_high_pays_the_antes(house):
    found = three(house, "2c 3d 5h", "Jc 9d 4h")
    assert found == {"ante": ("1:1", 5), "play": ("push", 0)}


@pytest.mark.parametrize(
    ("house", "ante"), [(CR, ("push", 0)), (DD, ("lose", -5)), (HG, ("lose", -5))]
)
def test_not_better_than_a_bank_that_is_out(house, ante):
    """001 A-19, 002 A47, 003 A-25: "does not pay"."""
    assert three(house, "2c 3d 5h", "Jc 9d 4h")["ante"] == ante


def test_002_three_card_queen_5_2_against_jack_9_4_and_queen_3_2_qualifies():
    assert three(DD, "Qc 5d 2h", "Jc 9d 4h") == {"ante": ("1:1", 5), "play": ("push", 0)}
    assert three(DD, "Kc 5d 2h", "Qd 3c 2d") == {"ante": ("1:1", 5), "play": ("1:1", 5)}


@pytest.mark.parametrize(
    ("house", "bonus"), [(AJ, "lose"), (CR, "lose"), (HG, "lose"), (DD, "6:1"), (CC, "6:1")]
)
def test_a_folded_hand_and_its_bonus(house, bonus):
    """000b 3, 002 A47, 004 A36."""
    bets = {"ante": 5, "bonus": 5}
    assert three(house, "5c 6d 7h", "Qc 9d 4h", bets, "fold")["bonus"][0] == bonus


def test_a_bank_that_plays_wins_loses_or_pushes_both():
    for mine, result in (("Kc 3d 2h", "1:1"), ("Jc 3d 2h", "lose"), ("Qd 9h 4c", "push")):
        found = three(AJ, mine, "Qc 9d 4h")
        assert {one for one, _ in found.values()} == {result}


def test_003_a_bonus_in_steps_of_five_up_to_the_ante():
    r = round_of("three-card-poker", HG, {2: {"ante": 10, "bonus": 5}})
    assert r.bets[2] == {"ante": 1_000, "bonus": 500}
    for bonus in (12, 15):
        with pytest.raises(Refused):
            round_of("three-card-poker", HG, {2: {"ante": 10, "bonus": bonus}})


def test_001_D_10_six_card_flush_of_a_folded_hand():
    bets = {2: {"ante": 5, "pair plus": 5, "6 card bonus": 5}}
    for house, paid in ((CR, "20:1"), (AJ, "lose")):
        r = round_of("three-card-poker-6-card-bonus", house, bets)
        do(deal(r, s2="2c 9c Kc", bank="4c 7c 9d"), 2, "fold")
        assert results(r) == {"ante": "lose", "pair plus": "lose", "6 card bonus": paid}


# ---- Caribbean stud


def test_004_E38R_less_than_ace_king():
    r = deal(
        round_of("caribbean-stud", CC, {2: {"ante": 5}}), s2="2c 3c 4d 6h 7h", bank="Ac Qd Jh 9h 8c"
    )
    do(r, 2, "bet")
    assert settle(r)[2] == {"ante": ("1:1", 5), "bet": ("push", 0)}


@pytest.mark.parametrize(
    ("mine", "paid"),
    [("2c 2d 4h 6h 7h", "1:1"), ("2c 2d 4h 4c 7h", "3:2"), ("2c 2d 2h 4c 7h", "2:1"),
     ("2c 3d 4h 5c 6h", "3:1"), ("2c 3c 4c 5c 7c", "4:1"), ("2c 2d 2h 4c 4h", "5:1"),
     ("2c 2d 2h 2s 4h", "7:1"), ("2c 3c 4c 5c 6c", "7:1"), ("Tc Jc Qc Kc Ac", "7:1")],
)  # fmt: skip
def test_004_L977_the_second_bet(mine, paid):
    r = deal(round_of("caribbean-stud", CC, {2: {"ante": 5}}), s2=mine, bank="Ad Kd 9h 8s 3s")
    do(r, 2, "bet")
    assert results(r) == {"ante": "1:1", "bet": paid}


def test_003_a_flush_beats_a_full_house_but_is_paid_less():
    """003 A-24: the chart compares, the table pays. Eight packs: a flush may hold a pair."""
    r = deal(round_of("caribbean-stud", HG, {2: {"ante": 5}, 3: {"ante": 5}}),
             s2="2c 2c 4c 6c 7c", s3="2d 2h 2s Kd Kh", bank="Ad Ah As Qd Qh")  # fmt: skip
    found = settle(r)
    assert found[2] == {"ante": ("1:1", 5), "call": ("6:1", 60)}
    assert found[3]["call"][0] == "lose"


# ---- Ultimate hold'em


@pytest.mark.parametrize(
    ("best", "least"),
    [("Ks Qs Js Ts 9s", "5h 4h 3h 2h Ah"), ("As Ah Ad Ks Kh", "2s 2h 2d 3s 3h"),
     ("As Ks Qs Js 9s", "7h 5h 4h 3h 2h"), ("As Kd Qs Js Ts", "5h 4d 3h 2h Ah"),
     ("As Ah Ks Kh Qd", "3s 3h 2s 2h 4d"), ("As Kd Qs Js 9s", "7h 5d 4h 3h 2h")],
)  # fmt: skip
def test_000b_D19_the_ends_of_each_rank(best, least):
    first, last = HIGH.rank(cards(best)), HIGH.rank(cards(least))
    assert HIGH.kind(first) == HIGH.kind(last)
    assert first > last


def ultimate(house, mine, bank, board, *verbs, bets=None):
    """The verbs are of the streets; a play is for so many antes."""
    r = round_of("ultimate-texas-holdem", house, {2: bets or {"ante": 10, "blind": 10}}, places=6)
    deal(r, s2=mine, bank=bank)
    for at, verb in enumerate(verbs):
        do(r, 2, *((verb, None) if isinstance(verb, str) else ("play", 1_000 * verb)))
        come = (3, 5)[at] if at < 2 else 5
        deal(r, board=" ".join(board.split()[len(r.common) : come]))
    if r.due == "deal":
        deal(r, board=" ".join(board.split()[len(r.common) :]))
    return r


def test_000b_D20_the_size_of_the_play():
    r = ultimate(AJ, "Ac Kd", "2c 7d", "3h 8h 9s Jd Qd")
    assert [verb.chips for verb in r.offer(2).verbs] == [0, 3_000, 4_000]
    r = ultimate(AJ, "Ac Kd", "2c 7d", "3h 8h 9s Jd Qd", "check")
    assert [verb.chips for verb in r.offer(2).verbs] == [0, 2_000]
    r = ultimate(AJ, "Ac Kd", "2c 7d", "3h 8h 9s Jd Qd", "check", "check")
    assert [(verb.name, verb.chips) for verb in r.offer(2).verbs] == [("fold", 0), ("play", 1_000)]


@pytest.mark.parametrize("house", [AJ, CR, HG])
def test_000b_D21_and_001_T_26_less_than_a_straight_pushes_the_blind(house):
    r = round_of("ultimate-texas-holdem", house, {2: {"ante": 10, "blind": 10}}, places=6)
    deal(r, s2="Ac Kd", bank="2c 7d")
    do(r, 2, "play", 4_000)
    deal(r, board="Ah Kh 7s 4d 9c")
    assert results(r) == {"ante": "1:1", "play": "1:1", "blind": "push"}


@pytest.mark.parametrize("house", [AJ, CR, HG])
def test_000b_D22_and_001_T_25_trips_live_on_when_folded(house):
    bets = {2: {"ante": 10, "blind": 10, "trips": 10}}
    r = round_of("ultimate-texas-holdem", house, bets, places=6)
    deal(r, s2="2c 7d", bank="Ac Kd")
    do(r, 2, "check")
    deal(r, board="9c 9d 9h")
    do(r, 2, "check")
    deal(r, board="Qh Js")
    do(r, 2, "fold")
    assert results(r) == {"ante": "lose", "blind": "lose", "trips": "3:1"}


def test_000b_UTH_pay():
    """Ante 10, blind 10, play 40; a flush beats a pair: 10 + 40 + 15."""
    r = round_of("ultimate-texas-holdem", AJ, {2: {"ante": 10, "blind": 10}}, places=6)
    deal(r, s2="Ac 2c", bank="Kd Ks")
    do(r, 2, "play", 4_000)
    deal(r, board="4c 7c 9c Jd 3h")
    assert settle(r)[2] == {"play": ("1:1", 40), "ante": ("1:1", 10), "blind": ("3:2", 15)}


def test_000b_UTH_the_bank_without_a_pair():
    r = round_of("ultimate-texas-holdem", AJ, {2: {"ante": 10, "blind": 10}}, places=6)
    deal(r, s2="4c 4d", bank="Kd Qs")
    do(r, 2, "play", 4_000)
    deal(r, board="2c 7c 9h Jd Ah")
    assert results(r) == {"play": "1:1", "ante": "push", "blind": "push"}


def test_003_EX_36_bank_ace_high_player_king_high():
    r = ultimate(HG, "Kc 2d", "Ac 3d", "4h 7h 9s Jd Qd", "check", "check", 1)
    assert results(r) == {"play": "lose", "ante": "push", "blind": "lose"}


@pytest.mark.parametrize(
    ("mine", "bank", "board", "paid"),
    [
        ("Ac Qd", "Kh 5c", "9c 9d 9h Kd 2s", {"trips": "3:1", "bad beat": "9:1", "blind": "lose"}),
        ("Ac Kd", "9h 8c", "Qc Jd Th 3d 3s", {"trips": "5:1", "bad beat": "20:1", "blind": "1:1"}),
    ],
)
def test_000b_UTH_bad_beat(mine, bank, board, paid):
    bets = {"ante": 10, "blind": 10, "trips": 10, "bad beat": 10}
    r = round_of("ultimate-texas-holdem", AJ, {2: bets}, places=6)
    deal(r, s2=mine, bank=bank)
    do(r, 2, "play", 4_000)
    deal(r, board=board)
    found = results(r)
    assert {name: found[name] for name in paid} == paid


def test_000b_UTH_coverage_on_a_fold():
    """Stake 50; seat 2 loses play 40 and ante 10: its blind, and the folded seat 3, come back."""
    bets = {seat: {"ante": 10, "blind": 10} for seat in (2, 3)}
    r = round_of("ultimate-texas-holdem", AJ, bets, stake=5_000, places=6)
    deal(r, s2="2c 7d", s3="3c 8d", bank="Ac Ad")
    do(r, 2, "play", 4_000)
    do(r, 3, "check")
    deal(r, board="4h 9h Ts")
    do(r, 3, "check")
    deal(r, board="Jd Kd")
    do(r, 3, "fold")
    found = settle(r)
    assert found[2] == {"play": ("lose", -40), "ante": ("lose", -10), "blind": ("lose", 0)}
    assert {chips for _, chips in found[3].values()} == {0}


# ---- Pokara


@pytest.mark.parametrize(
    ("hand", "gives"),
    [("Ac Qd Jh", "Ac"), ("Ah Qh Jh", None), ("Tc Td Jh", "Jh"), ("Tc Td Qh", None)],
)
def test_003_EX_31_how_the_bank_plays(hand, gives):
    place = bank_gives_up(cards(hand))
    assert (None if place is None else show([cards(hand)[place]])) == gives


@pytest.mark.parametrize(("hand", "verb"), [("Tc Td Qh", "stand"), ("Tc Td Jh", "draw")])
def test_003_L2101_the_bank_of_pokara_has_no_choice(hand, verb):
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Kc Qd Jh", bank=hand)
    do(r, 2, "stand")
    assert (r.answers[1], r.due) == ([verb], "settle" if verb == "stand" else "deal")


def pokara(mine, bank, drawn="", verb="stand", place=0, bets=None):
    r = deal(round_of("pokara", HG, {2: bets or {"base": 10}}), s2=mine, bank=bank)
    do(r, 2, verb, None, *(() if verb == "stand" else (place,)))
    return settle(deal(r, s2=drawn, bank="Tc"))[2] if drawn else settle(deal(r, bank="Tc"))[2]


def test_003_a_hand_that_drew_and_did_not_improve_loses_at_once():
    assert pokara("Ac Kd Jh", "Tc Td Qh", "Tc", "draw", 2)["base"] == ("lose", -10)


def test_003_a_bank_that_does_not_improve_loses_to_all_live_hands():
    assert pokara("Kc Qd Th", "Ac Kd Jh")["base"] == ("1:1", 10)


@pytest.mark.parametrize(
    ("bank", "came", "words"),
    [("Ac Kd Jh", "Tc", ("bank not improved",)), ("Ac Kd Jh", "Qc", ()), ("Tc Td Qh", "", ())],
)
def test_003_what_a_bank_of_pokara_came_to(bank, came, words):
    """A-27: it has improved if the new hand beats the old one; a bank that stood has not lost."""
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Kc Qd Th", bank=bank)
    settle(deal(do(r, 2, "stand"), bank=came))
    assert r.outcome == words


@pytest.mark.parametrize(("place", "left"), [(0, "Kd Jh Tc"), (1, "Ac Jh Tc"), (2, "Ac Kd Tc")])
def test_003_any_one_card_of_pokara_may_be_changed(place, left):
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Ac Kd Jh", bank="Tc Td Qh")
    deal(do(r, 2, "draw", None, place), s2="Tc")
    assert r.hand(2) == [*cards(left)]


@pytest.mark.parametrize("place", [-1, 3])
def test_003_who_has_three_cards_changes_no_other(place):
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Ac Kd Jh")
    with pytest.raises(Refused, match="no card of yours"):
        do(r, 2, "draw", None, place)


@pytest.mark.parametrize(("bank", "words"), [("Jc 7d 2h", ("bank out",)), ("Qc 7d 2h", ())])
def test_000_what_a_bank_of_three_cards_came_to(bank, words):
    """It plays with a queen."""
    r = deal(round_of("three-card-poker", AJ, {2: {"ante": 10}}), bank=bank)
    settle(r)
    assert r.outcome == words


def test_003_who_draws_to_a_pair_doubles():
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Ac Ad Th", bank="Tc Td Qh")
    assert [(verb.name, verb.chips) for verb in r.offer(2).verbs] == [
        ("stand", 0),
        ("double", 1_000),
    ]
    do(r, 2, "double", None, 2)
    assert settle(deal(r, s2="As"))[2] == {"base": ("1:1", 10), "double": ("1:1", 10)}


def test_003_pokara_is_played_in_turn_and_the_bank_opens_when_everybody_has_acted():
    r = deal(round_of("pokara", HG, {2: {"base": 10}, 3: {"base": 10}}))
    assert (r.queue, len(r.hidden)) == ([2], 2)
    do(r, 2, "stand")
    assert (r.queue, len(r.hidden)) == ([3], 2)
    do(r, 3, "stand")
    assert len(r.hidden) == 0


def test_000_the_bank_opens_when_the_player_s_hand_is_done():
    """21st century baccarat: not before the third card of the player's hand is there."""
    bets = {2: {"player": 10}}
    r = deal(round_of("21st-century-baccarat", AJ, bets), board="2c 3d", bank="6c Kd")
    do(r, 2, "hit")
    assert (r.due, len(r.hidden)) == ("deal", 1)
    deal(r)
    assert len(r.hidden) == 0


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("Ac Qd Jh", "Ace high"),
        ("Tc Td Jh", "Pair of Tens"),
        ("Ac Kd Qh", "Straight"),
        ("Ac Qc Jc", "Flush"),
        ("Kc Kd Kh", "Three of a Kind, Kings"),
        ("Kc Qc Jc", "Straight Flush"),
        ("Ac Kc Qc", "Royal Flush"),
        ("Jc Jc Jc", "Trip Flush, Jacks"),
    ],
)
def test_a_hand_of_pokara_is_called_what_it_is_called_elsewhere(hand, words):
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2=hand, bank="Tc Td Qh")
    assert r.words(2) == words


def test_a_card_changed_for_one_as_good_has_not_improved_the_hand():
    """003 L2075-2185: a hand that drew must have improved or it loses at once."""
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Ac Kd Jh", bank="Tc Td Qh")
    play(r, Choose(2, "draw", 0, (2,)))
    deal(r, s2="Js", bank="Ts")
    assert results(r)["base"] == "lose"
    assert "not improved" in kind_of(r).marks(r, 2)


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("Jc Jc Jc", "200:1"),
        ("Jh Jh Jh", "50:1"),
        ("Ac Kc Qc", "30:1"),
        ("Kc Qc Jc", "20:1"),
        ("Kc Kd Kh", "8:1"),
        ("Ac Qc Jc", "3:1"),
        ("Ac Kd Qh", "lose"),
        ("Kc Kd Qh", "lose"),
    ],
)
def test_the_bonus_of_pokara_looks_at_the_dealt_hand(hand, pays):
    """003 L2150-2180: by the later of the two tables; three alike of one suit best in clubs."""
    r = deal(round_of("pokara", HG, {2: {"base": 10, "bonus": 10}}), s2=hand, bank="Tc Td Qh")
    assert results(deal(do(r, 2, "stand")))["bonus"] == pays


# ---- Super 9, pan 9


@pytest.mark.parametrize(
    ("game", "points", "result"),
    [("super-9", 1, "lose"), ("super-9", 5, "push"), ("pan-9-bonus-tie", 1, "push"),
     ("pan-9-bonus-tie", 5, "push")],
)  # fmt: skip
def test_003_EX_35_a_tie_on_1_and_on_5(game, points, result):
    names = {1: ("Kc Kd Ac Jc", "Qc Qd Ad Js"), 5: ("Kc Kd 5c", "Qc Qd 5d")}
    mine, bank = names[points]
    r = deal(round_of(game, HG, {2: {"base": 10}}), s2=mine, bank=bank)
    while r.due == "choose":
        do(r, r.queue[0], "stand")
        deal(r, s2="Jc", bank="Js")
    assert results(r)["base"] == result


def test_003_EX_38_baccarat_bonus_in_steps_of_five():
    for bonus in (10, 15, 100):
        round_of("baccarat", HG, {2: {"player": 10, "bonus": bonus}}, option=1)
    for bonus in (12, 105):
        with pytest.raises(Refused):
            round_of("baccarat", HG, {2: {"player": 10, "bonus": bonus}}, option=1)


@pytest.mark.parametrize(
    ("board", "bank", "paid"),
    [("Kc Kd", "Qc 9h", "3:1"), ("Kc 9c", "Qc 8c", "10:1"), ("Kc Kd", "8c 8h", "40:1"),
     ("Kc 9d", "Qc 8c", "lose")],
)  # fmt: skip
def test_003_L1580_the_baccarat_bonus(board, bank, paid):
    r = deal(round_of("baccarat", HG, {2: {"player": 10, "bonus": 10}}), board=board, bank=bank)
    assert results(r)["bonus"] == paid


def test_003_EX_23_a_bank_bettor_goes_by_the_house_way():
    """Player three-card 5: the house way hits, whatever anybody chose."""
    r = deal(round_of("baccarat-9", HG, {2: {"banker": 10}, 3: {"player": 10}}),
             board="2c 3d Kh", bank="4c 2d Kd")  # fmt: skip
    do(r, 3, "stand")
    found = settle(deal(r, board="2h"))
    assert found[2]["banker"] == ("lose", -10)  # 7 against 6
    assert found[3]["player"] == ("lose", -10)  # he stands on 5


def test_003_the_bank_s_hidden_card_waits_for_everybody_s_choice():
    """On six he may hit, though the house way stands: he has not seen what he plays against."""
    r = deal(round_of("baccarat-9", HG, {2: {"player": 10}}), board="2c 4d Kh", bank="4c 2d Kd")
    assert (r.due, r.backs(1), r.faces(1)) == ("choose", 1, cards("2d Kd"))
    do(r, 2, "stand")
    assert (r.backs(1), r.faces(1)) == (0, cards("4c 2d Kd"))


@pytest.mark.parametrize(
    ("board", "bank", "paid"),
    [
        ("2c 2d 6h Ac", "2h 3c 6d Kc", "banker 1:1, player lose, tie 8:1"),  # one
        ("2c 2d 6h Ac", "2h 3c 5d Kc", "banker lose, player 1:1, tie lose"),
        ("2c 4d Kh", "4c 2d Kd", "banker push, player push, tie 8:1"),  # six
    ],
)
def test_003_L1356_the_bank_wins_ties_on_zero_and_one_only(board, bank, paid):
    bets = {2: {"player": 10, "banker": 10, "tie": 10}}
    r = deal(round_of("baccarat-9", HG, bets), board=board, bank=bank)
    while r.due == "choose":
        deal(do(r, 2, "stand"), board="Kc", bank="Kc")
    found = results(r)
    assert ", ".join(f"{name} {found[name]}" for name in ("banker", "player", "tie")) == paid


# ---- No Push


@pytest.mark.parametrize(
    ("hand", "points", "rank"),
    [("3d 5h 8d", 6, "8d"), ("Ac 8d Th", 9, "Ac"), ("4d 4c 2h", 0, "4d"), ("Ac Kd Qh", 1, "Kd")],
)
def test_004_E39_E40_E43_and_D05_what_a_hand_is_worth(hand, points, rank):
    kind, found, _, top = key(list(cards(hand)))
    assert (kind, found, top) == (STANDARD, points, card(rank))


@pytest.mark.parametrize(
    ("hand", "good"),
    [("Kc Td 8h", True), ("Kc Td 7h", False), ("Jc Qd Kh", True), ("4c 4d 4h", True),
     ("9c Td Kh", True)],
)  # fmt: skip
def test_a_second_wager_is_won_from_eight_points_on_or_by_three_of_a_sort(hand, good):
    """004 A18."""
    assert qualifies(list(cards(hand))) is good


LADDER = "AcAdAh KcQdJh KcQd9h Ac8dTh KcTd9h TcTd9h 9c5d5h 8c7d4h 7c6d6h 5c2d2h 4c3d2h 4d4c2h"


def test_004_E41_E42_the_ladder():
    hands = [key(list(cards(hand))) for hand in LADDER.split()]
    assert hands == sorted(hands, reverse=True)
    assert key(list(cards("Kc Qd 9h"))) > key(list(cards("Qc Qd 9h")))


@pytest.mark.parametrize("hand", ["2c 3d 4h", "2c 8d 9h", "9c Td Kh"])
def test_004_E44_nine_nineteen_twentynine(hand):
    assert key(list(cards(hand)))[1] == 9


def test_004_D03_the_lowest_hands():
    assert key(list(cards("3d 3h 4c"))) < key(list(cards("4d 4c 2h")))


def test_004_D04_every_hand():
    from collections import Counter
    from itertools import combinations

    from firmware.games.banked.kinds.pool import qualifies

    hands = [list(hand) for hand in combinations(range(52), 3)]
    classes = Counter(key(hand)[0] for hand in hands)
    assert (classes[2], classes[1], classes[0]) == (52, 208, 21_840)
    assert sum(map(qualifies, hands)) == 4_628
    assert ACE == 12


def test_004_L1128_the_best_hand_takes_all_first_wagers_and_the_best_second_those():
    bets = {2: {"first": 10}, 3: {"first": 10, "second": 10}, 4: {"first": 10, "second": 10}}
    r = round_of("no-push", CC, bets, bank=2)
    assert kind_of(r).words(r, 4) == ""
    deal(r, s2="Ac Ad Ah", s3="9c Td Kh", s4="2c 3d 4c")
    for seat in (2, 3, 4):
        do(r, seat, "keep")
    play(r, Settle())
    assert [r.paid[seat] for seat in (2, 3, 4)] == [2_000, 0, -2_000]
    told = [kind_of(r).words(r, seat) for seat in (2, 3, 4)]
    assert told == ["Three of a Kind, Ace high", "9", "9"]


def test_wagers_of_a_pool_alone_come_back():
    r = round_of("no-push", CC, {2: {"first": 10}}, bank=2)
    assert (r.due, r.stacks[2]) == ("over", 10_000_000)
    with pytest.raises(Refused):
        r.decide(Wager(2))


FIVE_OF_MANY = {
    "Ah Kh Qh Jh Th": "royal flush",
    "9h 8h 7h 6h 5h": "straight flush",
    "9h 9h 9c 9d 9s": "four of a kind",
    "9h 9h 9c 9d As": "four of a kind",
    "9h 9h 8h 7h 6h": "flush",
    "Ah Ac Ad Kh Kc": "full house",
    "9h 8c 7h 6h 5h": "straight",
}


def test_003_L741_five_cards_of_several_decks():
    """From the best down: a flush, with a pair in it too, is over a full house; five of a kind are
    four, and the best of them (003 A-24)."""
    ranking = HAND_RANKINGS["five of many"]
    strengths = [ranking.strength(tuple(map(card, hand.split()))) for hand in FIVE_OF_MANY]
    assert [ranking.kind(one) for one in strengths] == [*FIVE_OF_MANY.values()]
    assert strengths == sorted(strengths, reverse=True)
    assert ranking.words(strengths[2]) == "Five Nines"
    assert ranking.words(strengths[3]) == "Four of a Kind, Nines, Ace kicker"
    assert ranking.words(strengths[4]) == "Flush, Nine-Nine-Eight-Seven-Six"


@pytest.mark.parametrize(("held", "verb"), [("2c 3d Kh", "draw"), ("3c 3d Kh", "stand")])
def test_004_L842_silence_draws_to_five_and_stands_on_six(held, verb):
    r = deal(round_of("super-pan-nine", CC, {2: {"base": 10}}), s2=held)
    assert kind_of(r).default(r, 2) == (verb, ())


@pytest.mark.parametrize(
    ("bank", "due", "asked"),
    [("2c Ad Ah", "settle", []), ("2c 3d Kh", "choose", [1]), ("3c 3d Kh", "choose", [1]),
     ("3c 4h Kh", "settle", [])],
)  # fmt: skip
def test_004_L842_the_bank_too_is_asked_on_five_and_six_alone(bank, due, asked):
    r = deal(round_of("super-pan-nine", CC, {2: {"base": 10}}), s2="3c 4d Kh", bank=bank)
    assert (r.due, r.queue) == (due, asked)


def test_what_lies_face_up_in_a_banked_round_is_everybodys_to_see():
    """003 L2091: the players' cards of Pokara lie open, those of a house's hand do not yet."""
    r = deal(round_of("pokara", HG, {2: {"base": 10}}), s2="Kc Qd Jh")
    assert (r.faces(2), r.backs(2)) == (cards("Kc Qd Jh"), 0)
    r = deal(round_of("super-pan-nine", CC, {2: {"base": 10}}), s2="2c 3d Kh")
    assert (r.faces(2), r.backs(2)) == ((), 3)


def test_of_two_equal_pairs_of_pokara_the_third_card_decides():
    """003 L2101: pair by pair, then by the card beside it, above the pair or below."""
    hands = ("Tc Td Ah", "Th Ts Kc", "Tc Ts 2d", "9c 9d Ah", "9h 9s 8c", "2c 2d 3h")
    ranked = [strength(cards(hand)) for hand in hands]
    assert ranked == sorted(set(ranked), reverse=True)
