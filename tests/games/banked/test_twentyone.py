"""Twenty-one and its kin: the worked examples of the digests, each under its own name there, and
what each filing says of hits, doubles, splits, surrenders, insurance and hands that are over."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.banked.counting import Counting, bank_done, count, natural, told
from firmware.games.banked.kinds.twentyone import spot
from firmware.games.banked.settle import first_seat, settlement_order
from firmware.games.banked.spread import banked_rules, houses
from firmware.games.cards import cards
from firmware.games.poker.commands import Settle, Timeout
from tests.games.banked.spots import deal, do, play, round_of

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
NO_BUST, PURE, BUSTER = (
    "no-bust-21st-century-blackjack", "pure-21-5-blackjack", "pure-21-5-buster-blackjack",
)  # fmt: skip
CAL, HAWAIIAN, POKER, NINE = (
    "california-blackjack", "hawaiian-blackjack", "blackjack-poker", "nine-and-a-half",
)  # fmt: skip


def dealt(game, house, mine, bank, *, bet=40, more=None, stack=10**6, posts=None, **others):
    """Seat 2 bets and is dealt; the bank's cards as they lie, then as they come."""
    bets = {2: {"base": bet, **(more or {})}, **{int(k[1:]): {"base": bet} for k in others}}
    r = round_of(game, house, bets, stacks={2: 100 * stack}, posts=posts)
    return deal(r, s2=mine, bank=bank, **others)


def verbs(r, seat=2):
    return [verb.name for verb in r.offer(seat).verbs]


def stood(r, bank=""):
    """Everybody stands, the bank plays."""
    while r.due == "choose":
        here = verbs(r, r.queue[0])
        do(r, r.queue[0], "stand" if "stand" in here else "no insurance")
        deal(r, bank=bank)
    return paid(r)


def paid(r):
    play(r, Settle())
    return {one.circle: (one.result, one.chips / 100) for one in r.results if one.seat == 2}


def result(game, house, mine, bank):
    """Of a hand as it lies against a bank as it lies: whatever is dealt, forced or drawn."""
    r = dealt(game, house, mine, bank)
    while r.due == "choose":
        here = verbs(r, r.queue[0])
        want = len(cards(mine)) > len(r.hand(2))
        verb = "hit" if want else "stand" if "stand" in here else "no insurance"
        do(r, 2, verb if verb in here else "no insurance")
        left = "".join(f"{c}" for c in mine.split()[len(r.hand(2)) :])
        deal(r, s2=left, bank=" ".join(bank.split()[len(r.bank) :]))
    assert len(r.hand(2)) == len(cards(mine))
    return paid(r)["base"][0]


# ---- What cards come to


@pytest.mark.parametrize(
    ("game", "house", "hand", "total", "soft"),
    [
        (NO_BUST, CC, "Ac Ad", 12, True),  # 004 E16R
        (NO_BUST, AJ, "Jo 5c", 21, False),  # 000 L1030: any hand with a joker
        (NO_BUST, AJ, "Jo 5c Kd 9h", 21, False),
        (CAL, AJ, "Ac 7d", 18, True),
        (CAL, AJ, "Ac 7d 9h", 17, False),
        (CAL, AJ, "Ac Kd", 21, True),  # a third ace: 11 and 11 are 22, no more
        (HAWAIIAN, HG, "Jo Kc", 22, True),
        (HAWAIIAN, HG, "Jo Jo", 14, True),
        (HAWAIIAN, HG, "Ac Jo", 13, True),
        (HAWAIIAN, HG, "Tc 8d", 18, False),  # 003 EX-17
        (HAWAIIAN, HG, "Ac 7d", 18, True),
        (NINE, HG, "9c Kd", 19, False),
        (NINE, HG, "Ac Td Jh", 4, False),
    ],
)
def test_what_cards_come_to(game, house, hand, total, soft):
    assert count(banked_rules(game, house).counting, cards(hand)) == (total, soft)


@pytest.mark.parametrize(
    ("game", "house", "best"),
    [
        (CAL, AJ, "Ac Ad"),
        (NO_BUST, AJ, "Jo Jo > Jo Ad = Ac Ad"),
        (NO_BUST, DD, "Ac Kd"),
        (NO_BUST, CC, "Ac Td"),
        (PURE, CR, "Ac Jd"),
        (HAWAIIAN, HG, "Ac Ad > Jo Kd"),
        (POKER, HG, "Ah Ah > Ac Kd"),
    ],
)
def test_naturals_in_their_order(game, house, best):
    way = banked_rules(game, house).counting
    ranks = [[natural(way, cards(h))[0] for h in level.split(" = ")] for level in best.split(" > ")]
    assert ranks == [[len(ranks) - n] * len(level) for n, level in enumerate(ranks)]
    assert natural(way, cards("9c 9d"))[0] == 0
    assert "hearts" not in natural(way, cards("Ah Ad"))[1] + natural(way, cards("Ad Ah"))[1]


# ---- Both hands at the end

HANDS = [
    # 000a example 9: the chart of naturals, row by row; D12: both over
    ("000a-9", NO_BUST, AJ, "Jo Jo", "Kc 7d", "2:1"),
    ("000a-9", NO_BUST, AJ, "Jo Jo", "Ac Jo", "1:1"),
    ("000a-9", NO_BUST, AJ, "Jo Jo", "Ac Ad", "1:1"),
    ("000a-9", NO_BUST, AJ, "Jo Jo", "Jo Jo", "push"),
    ("000a-9", NO_BUST, AJ, "Jo Ac", "Kc 7d", "1:1"),
    ("000a-9", NO_BUST, AJ, "Ac Ad", "Kc 9d", "1:1"),
    ("000a-9", NO_BUST, AJ, "Ac Ad", "Jo Jo", "push"),
    ("000a-9", NO_BUST, AJ, "Jo Ac", "As Ad", "push"),
    ("000a-9", NO_BUST, AJ, "Kc 8d", "As Ad", "lose"),
    ("D12", NO_BUST, AJ, "Kc 6d 8h", "Kd 6h 9c", "push"),
    ("D12", NO_BUST, AJ, "Kc 6d 8h", "Kd 6h 8c", "lose"),
    ("D12", NO_BUST, AJ, "Kc 6d 8h", "Kd 6h 7c", "lose"),
    # 000a D13
    ("D13", CAL, AJ, "Kc 8d", "Kd 8h", "lose"),
    ("D13", CAL, AJ, "Kc Td", "Kd Th", "push"),
    ("D13", CAL, AJ, "Kc 3d Th", "Kd 6h 9c", "1:1"),
    ("D13", CAL, AJ, "Kc 4d Th", "Kd 6h 8c", "lose"),
    ("000a-32", CAL, AJ, "Kc 2d Th", "Kd 2h Tc", "push"),
    ("natural", CAL, AJ, "Ac Ad", "Kd 2h Tc", "1:1"),
    ("natural", CAL, AJ, "Ac Ad", "As Ah", "push"),
    ("natural", CAL, AJ, "Kc 2d Th", "As Ah", "dealt"),
    # 002 W21
    ("W21", NO_BUST, DD, "Tc 6d 8h", "Td 6h Tc", "push"),
    ("W21", NO_BUST, DD, "7c 5d 2h Tc", "Td 6h Th", "lose"),
    ("W21", NO_BUST, DD, "Tc 6d 8h", "Td 6h 8c", "lose"),
    ("W21", NO_BUST, DD, "Tc 6d 8h", "Td Th", "lose"),
    ("W21", NO_BUST, DD, "Tc Td", "Th 6h 7c", "1:1"),
    ("W21", NO_BUST, DD, "Ac Kd", "Ad Qh", "push"),
    ("three-card 22", NO_BUST, DD, "Tc 6d 6h", "Td 6h 8c", "push"),
    ("natural", NO_BUST, DD, "Ac Kd", "Td 9h", "1:1"),
    ("natural", NO_BUST, DD, "Tc Td", "Ad Kh", "lose"),
    # 004 E15R, E17R, D06
    ("E15R", NO_BUST, CC, "Ac Kd", "Td 9h", "6:5"),
    ("E15R", NO_BUST, CC, "Ac Kd", "Ad Kh", "push"),
    ("E15R", NO_BUST, CC, "7c 4d Th", "Ad Kh", "lose"),
    ("E17R", NO_BUST, CC, "Tc 6d 7h", "Td 6h 8c", "push"),
    ("D06", NO_BUST, CC, "Tc 6d 6h", "Td 6h 8c", "lose"),
    ("D06", NO_BUST, CC, "Tc 6d 8h", "Td 6h 8c", "lose"),
    ("D06", NO_BUST, CC, "7c 5d 2h 9h", "Td 6h 9c", "lose"),
    ("D06", NO_BUST, CC, "Tc 6d 7h", "Td 6h 9c", "push"),
    # 001 T-22
    ("T-22", PURE, CR, "Tc 6d 8h", "8c 8d 8h", "push"),
    ("T-22", PURE, CR, "Tc 8d", "8c 8d 8h", "1:1"),
    ("T-22", PURE, CR, "Tc 6d 8h", "9c 7d 8h", "lose"),
    ("pure", PURE, CR, "Ac Kd", "9c Kh", "6:5"),
    # 003 EX-33, EX-34, EX-16, EX-26, EX-27
    ("EX-33", HAWAIIAN, HG, "Tc 8d", "Td 8h", "lose"),
    ("EX-34", HAWAIIAN, HG, "Tc 6d 8h", "Td 6h Tc", "1:1"),
    ("EX-34", HAWAIIAN, HG, "Tc 6d 8h", "Td 6h 8c", "push"),
    ("EX-16", HAWAIIAN, HG, "Ac Ad", "Td 9h", "3:2"),
    ("22-22", HAWAIIAN, HG, "Jo Kd", "9d 3h Tc", "1:1"),
    ("22-22", HAWAIIAN, HG, "9c 3c Tc", "9d 3h Td", "push"),
    ("EX-26", POKER, HG, "Ac Td", "9d Kh", "6:5"),
    ("EX-27", POKER, HG, "Tc 6d 7h", "Td 6h Tc", "push"),
    ("EX-27", POKER, HG, "Tc 6d 7h", "Td 4h 2c Th", "lose"),
    ("EX-27", POKER, HG, "Tc 6d 7h", "Td 6h 9c", "lose"),
    ("A-34", POKER, HG, "Ah Ah", "Td Kh", "3:1"),
    ("A-34", POKER, HG, "7c 4c Tc", "5d 6h Td", "push"),
    # 003 L1429-1490
    ("9½", NINE, HG, "9c Kd", "8c", "6:5"),
    ("9½", NINE, HG, "9c Kd", "Ks 9h", "push"),
    ("9½", NINE, HG, "8c", "7c", "1:1"),
    ("9½", NINE, HG, "8c 5d", "5h 5c", "lose"),
    ("9½", NINE, HG, "6c", "5h 6d", "1:1"),
]


@pytest.mark.parametrize(("name", "game", "house", "mine", "bank", "paid"), HANDS)
def test_a_hand_against_the_bank(name, game, house, mine, bank, paid):
    if paid == "dealt":  # the bank's natural ends it before anybody plays
        r = dealt(game, house, "Kc 2d", bank)
        assert r.due == "settle"
        return
    assert result(game, house, mine, bank) == paid


def test_003_EX_17_soft_18_is_hit_in_one_game_of_the_house_and_stands_in_another():
    hit = stood(dealt(HAWAIIAN, HG, "Tc 9d", "7c Ad"), bank="2c")
    assert hit["base"] == ("lose", -40)  # 20 against 19
    assert stood(dealt(POKER, HG, "Tc 9d", "7c Ad"))["base"] == ("1:1", 40)


def test_003_EX_16_paid_as_far_as_the_bank_covers():
    r = round_of(HAWAIIAN, HG, {2: {"base": 2}, 3: {"base": 5}}, stake=200)
    deal(r, s2="Ac Ad", s3="Tc 9c", bank="Td 7h")
    found = {one.seat: one.chips for one in (stood(r) and r.results)}
    assert found[3] + found[2] == 200


# ---- Who must, who may


def test_so_much_or_less_is_hit_without_a_question():
    """000 L1283-1402: 12 or less; a hand with an ace chooses."""
    r = dealt(CAL, AJ, "7c 4d 9h", "6c Td")
    assert r.hand(2) == [*cards("7c 4d 9h")]
    assert r.queue == [2]
    with_ace = dealt(CAL, AJ, "6c Ad", "6c Td")
    assert verbs(with_ace) == ["stand", "hit"]


def test_two_cards_that_must_be_hit_may_be_doubled_or_given_up():
    """004 L633-646: no standing on 11 or less."""
    assert verbs(dealt(NO_BUST, CC, "7c 4d", "6c Td")) == ["surrender", "hit", "double"]
    third = do(dealt(NO_BUST, CC, "2c 3d", "6c Td"), 2, "hit")
    assert verbs(deal(third, s2="4c 5d")) == ["surrender", "hit"]  # "at anytime" (004 L695)


def test_a_round_of_an_older_journal_hit_three_cards_unasked():
    """It was written with the rules that it was played by: "any"."""
    r = dealt(NO_BUST, CC, "2c 3d", "6c Td")
    r.rules = replace(r.rules, counting=replace(r.rules.counting, surrender="any"))
    assert len(deal(do(r, 2, "hit"), s2="4c 5d").hand(2)) == 4


@pytest.mark.parametrize(
    ("game", "house", "hand", "asked"),
    [
        (NO_BUST, AJ, "Kc 9d", True), (NO_BUST, AJ, "9c Ad", False),
        (NO_BUST, DD, "9c Ad", True), (NO_BUST, CC, "9c Ad", True),
        (PURE, CR, "Kc 9d", False), (PURE, CR, "8c Ad", True), (PURE, CR, "9c Ad", True),
        (POKER, HG, "9c Ad", True), (HAWAIIAN, HG, "Tc Ad", True), (HAWAIIAN, HG, "Jo Kc", False),
        (NO_BUST, AJ, "Jo 5c", False),
    ],
)  # fmt: skip
def test_so_much_or_more_stands_without_a_question(game, house, hand, asked):
    r = dealt(game, house, hand, "6c 9d")
    assert (r.due == "choose") == asked


def test_tens_may_be_split_though_twenty_must_stand():
    """000 L1132, 001 L690: two of them."""
    assert verbs(dealt(NO_BUST, AJ, "Kc Qd", "6c 9d")) == ["surrender", "stand", "split"]
    assert verbs(dealt(PURE, CR, "Kc Qd", "6c 9d")) == ["surrender", "stand", "split"]


def test_silence_plays_the_house_way_and_adds_no_money():
    """000 L1154-1160: as the bank must; 004: hit 11 or less; 000 L1424: hard 13 stands."""
    for game, house, hand, verb in (
        (NO_BUST, AJ, "Kc 6d", "hit"), (NO_BUST, AJ, "6c Ad", "hit"),
        (NO_BUST, CC, "Kc 6d", "stand"),
        (CAL, AJ, "Kc 3d", "stand"), (CAL, AJ, "7c Ad", "hit"), (CAL, AJ, "8c Ad", "stand"),
        (NO_BUST, CC, "8c 3d", "hit"),
    ):  # fmt: skip
        r = dealt(game, house, hand, "6c 9d")
        play(r, Timeout(2))
        assert r.answers[2][0] == verb, (game, hand)


# ---- Doubles and splits


def test_who_has_hit_doubles_no_more():
    """004 L688: "on the first two-cards only"."""
    r = dealt(NO_BUST, CC, "3c 4d", "6c Td")
    assert "double" in verbs(r)
    deal(do(r, 2, "hit"), s2="6d")
    assert "double" not in verbs(r)


@pytest.mark.parametrize(
    ("hand", "may"), [("Kc 8d", True), ("8c Ad", True), ("9c Ad", True), ("Tc Kd", False)]
)
def test_001_L733_the_first_two_cards_may_be_doubled_unless_they_must_stand(hand, may):
    """Chart 1A: hard 19 or more stands; soft 19 and 20 have the option."""
    assert ("double" in verbs(dealt(PURE, CR, hand, "6c 9d"))) == may


def test_a_double_takes_one_card_and_is_paid_beside_the_wager():
    r = dealt(NO_BUST, CC, "7c 4d", "6c Td")
    deal(do(r, 2, "double"), s2="9c", bank="Kc")
    assert paid(r) == {"base": ("1:1", 40), "double": ("1:1", 40)}


def test_hands_are_split_to_four_and_each_is_played_in_turn():
    """004 L691: cards of one value; 000 L1132: three splits."""
    r = dealt(NO_BUST, CC, "8c 8d", "6c Td")
    deal(do(r, 2, "split"), s2="8h")
    deal(do(r, 2, "split"), s2="8s")
    deal(do(r, 2, "split"), s2="Kc")
    assert [len(hand.cards) for hand in spot(r, 2).hands] == [2, 1, 1, 1]
    assert "split" not in verbs(r)
    for card in ("Kd", "Kh", "3c"):
        deal(do(r, 2, "stand"), s2=card)
    deal(do(r, 2, "double"), s2="9h", bank="Kc")
    found = paid(r)
    assert {name for name, (_, chips) in found.items() if chips == 40} == {
        "base", "hand 2", "hand 3", "hand 4", "double 4",
    }  # fmt: skip
    assert r.bets[2] == {}


def test_001_D_8_a_ten_on_a_split_ace_is_21_and_split_aces_get_one_card():
    r = dealt(PURE, CR, "Ac Ad", "6c 9d")
    deal(do(r, 2, "split"), s2="Kc Ah", bank="2c")
    assert r.due == "settle", "one card each, and no ace is split again"
    assert paid(r) == {"base": ("1:1", 40), "hand 2": ("lose", -40)}


def test_aces_are_split_again_where_the_filing_says_so():
    """004 L692: multiple ace splits; 002: once; 003 A-23: but not two aces of hearts."""
    again = deal(do(dealt(NO_BUST, CC, "Ac Ad", "6c 9d"), 2, "split"), s2="As")
    assert verbs(again) == ["stand", "split"]
    once = deal(do(dealt(NO_BUST, DD, "Ac Ad", "6c 9d"), 2, "split"), s2="As Kc")
    assert once.due != "choose"
    hearts = deal(do(dealt(POKER, HG, "Ah Ad", "6c 9d"), 2, "split"), s2="Ah Kc", bank="6d")
    assert paid(hearts) == {"base": ("push", 0), "hand 2": ("push", 0)}


def test_002_tens_a_third_time_only_in_one_suit():
    r = deal(do(dealt(NO_BUST, DD, "Kc Qd", "6c 9d"), 2, "split"), s2="Jh")
    deal(do(r, 2, "split"), s2="Th")
    assert "split" not in verbs(r), "king of clubs, ten of hearts"
    r = deal(do(dealt(NO_BUST, DD, "Kc Qd", "6c 9d"), 2, "split"), s2="Jh")
    deal(do(r, 2, "split"), s2="Tc")
    assert "split" in verbs(r), "king and ten of clubs"


def test_003_A_44_pairs_are_of_one_rank_and_split_jokers_get_one_card():
    assert "split" not in verbs(dealt(HAWAIIAN, HG, "Jc Qd", "6c 9d"))
    r = deal(do(dealt(HAWAIIAN, HG, "Jo Jo", "6c 9d"), 2, "split"), s2="Kc 9c", bank="7c")
    assert r.due == "settle"
    assert paid(r) == {"base": ("push", 0), "hand 2": ("lose", -40)}, "22 each, and 21"


def test_000_L1052_a_natural_of_the_bank_takes_no_split_and_no_double():
    r = dealt(NO_BUST, AJ, "8c 8d", "Ac")
    deal(do(r, 2, "split"), s2="3h")
    deal(do(r, 2, "double"), s2="Kc 9d")
    deal(do(r, 2, "stand"), bank="Ad")
    assert paid(r) == {"base": ("lose", -40), "hand 2": ("push", 0), "double": ("push", 0)}


def test_where_less_is_allowed_a_short_stack_doubles_with_what_it_has():
    """001 L733, 003 L2667: from the least of the table on; elsewhere as much again."""
    for game, house, chips in ((PURE, CR, [2_500]), (POKER, HG, [2_500]), (NO_BUST, CC, [])):
        r = round_of(game, house, {2: {"base": 40}}, stacks={2: 6_500})
        deal(r, s2="7c 4d", bank="6c 9d")
        assert [v.chips for v in r.offer(2).verbs if v.name == "double"] == chips, game
    r = round_of(POKER, HG, {2: {"base": 40}}, stacks={2: 5_900})
    deal(r, s2="8c 8d", bank="6c 9d")
    assert "split" not in verbs(r), "half of the wager at least"


def amounts(r, verb):
    """In dollars: the least, where there is a choice, and the whole."""
    return next((v.least / 100, v.chips / 100) for v in r.offer(2).verbs if v.name == verb)


def for_less(r, verb, dollars):
    play(r, Choose(2, verb, int(100 * dollars)))
    return r


def refused(r, verb, dollars):
    with pytest.raises(Refused) as no:
        r.decide(Choose(2, verb, int(100 * dollars)))
    return str(no.value), no.value.rule


LESS = [(PURE, CR), (BUSTER, CR), (POKER, HG)]


@pytest.mark.parametrize(("game", "house"), LESS)
def test_a_double_for_less_puts_up_what_the_player_says(game, house):
    """001 L733, L1703: "up to" the bet; 003 L2667: from the least of the table to the bet. What
    was put up is paid, and nothing else of the hand changes."""
    r = dealt(game, house, "7c 4d", "6c Td")
    assert amounts(r, "double") == (1, 40)
    deal(for_less(r, "double", 15), s2="9c", bank="Kc")
    assert r.bets[2] == {"base": 4_000, "double": 1_500}
    assert paid(r) == {"base": ("1:1", 40), "double": ("1:1", 15)}


def test_which_pages_allow_less():
    """Elsewhere an equal wager (000 L1137, 004 L688), or no word of less."""
    pages = [(name, house) for house, names in houses().items() for name in names]
    ways = {page: banked_rules(*page).counting for page in pages}
    assert {page for page, way in ways.items() if way and way.double_less} == {*LESS}
    assert {page for page, way in ways.items() if way and way.split_less} == {(POKER, HG)}
    r = dealt(NO_BUST, CC, "8c 8d", "6c Td")
    for verb in ("double", "split"):
        assert amounts(r, verb) == (0, 40)
        assert refused(r, verb, 20)[0] == "That is not offered now."


@pytest.mark.parametrize(
    ("dollars", "words"),
    [(4, "Double: $5 to $40."), (41, "Double: $5 to $40."), (0, "Double: $5 to $40."),
     (7.5, "Double in steps of $1.")],
)  # fmt: skip
def test_another_amount_is_refused_in_words(dollars, words):
    r = dealt(POKER, HG, "7c 4d", "6c Td")
    r.fee = replace(r.fee, limits=(500, 50_000))
    assert refused(r, "double", dollars) == (words, "003 L2589-2738")
    assert for_less(r, "double", 5).bets[2]["double"] == 500


def test_003_L2666_a_pair_is_split_for_half_of_the_wager_or_more():
    r = dealt(POKER, HG, "8c 8d", "6c Td")
    assert amounts(r, "split") == (20, 40)
    assert refused(r, "split", 19)[0] == "Split: $20 to $40."
    deal(for_less(r, "split", 20), s2="Kc")
    deal(do(r, 2, "stand"), s2="3d")
    assert amounts(r, "double") == (1, 40), "no more than the original wager (003 L2669)"
    deal(for_less(r, "double", 10), s2="Kh", bank="Kd")
    assert paid(r) == {"base": ("1:1", 40), "hand 2": ("1:1", 20), "double 2": ("1:1", 10)}


def test_003_L2666_split_again_it_is_half_of_the_original_wager_too():
    r = dealt(POKER, HG, "8c 8d", "6c Td")
    deal(for_less(r, "split", 20), s2="Kc")
    deal(do(r, 2, "stand"), s2="8h")
    assert amounts(r, "split") == (20, 40)
    assert for_less(r, "split", 25).bets[2] == {"base": 4_000, "hand 2": 2_000, "hand 3": 2_500}


def test_half_of_an_odd_wager_is_whole_dollars():
    r = dealt(POKER, HG, "8c 8d", "6c Td", bet=25)
    assert amounts(r, "split") == (13, 25)


def test_003_L2667_a_hand_that_was_split_for_less_is_doubled_from_the_least_of_the_table_on():
    r = dealt(POKER, HG, "8c 8d", "6c Td", bet=10)
    r.fee = replace(r.fee, limits=(1_000, 50_000))
    deal(for_less(r, "split", 5), s2="Kc")
    deal(do(r, 2, "stand"), s2="3d")
    assert amounts(r, "double") == (0, 10)


def test_who_has_less_than_the_wager_chooses_up_to_that():
    r = dealt(POKER, HG, "8c 8d", "6c Td", stack=65)
    assert amounts(r, "split") == (20, 25)
    assert amounts(r, "double") == (1, 25)


def test_a_double_for_less_is_covered_by_what_was_put_up():
    """The bank has $50 for $40 and a double of $10: nothing comes back."""
    r = round_of(POKER, HG, {2: {"base": 40}}, stake=5_000)
    deal(r, s2="7c 4d", bank="6c Td")
    deal(for_less(r, "double", 10), s2="9c", bank="Kc")
    assert paid(r) == {"base": ("1:1", 40), "double": ("1:1", 10)}
    assert not any(one.uncovered for one in r.results)


def test_silence_doubles_for_nothing():
    r = dealt(POKER, HG, "7c 4d", "6c Td")
    play(r, Timeout(2))
    assert r.answers[2] == ["hit"]
    assert r.bets[2] == {"base": 4_000}


# ---- Surrender


def test_000a_D11_what_a_surrender_gives_back_is_whole_five_dollars():
    for bet, lost in ((25, 15), (5, 5), (40, 20)):
        r = deal(do(dealt(NO_BUST, AJ, "Kc 6d", "9c", bet=bet), 2, "surrender"), bank="9d")
        assert paid(r)["base"] == ("lose 1/2", -lost)


@pytest.mark.parametrize(
    ("game", "house", "first", "later"),
    [
        (NO_BUST, AJ, True, False), (NO_BUST, CC, True, True), (NO_BUST, DD, False, False),
        (PURE, CR, True, False), (HAWAIIAN, HG, True, False), (POKER, HG, True, True),
        (CAL, AJ, False, False), (NINE, HG, False, False),
    ],
)  # fmt: skip
def test_when_a_hand_may_be_given_up(game, house, first, later):
    r = dealt(game, house, "6c" if game == NINE else "Kc 3d", "6c 9d")
    assert ("surrender" in verbs(r)) == first
    deal(do(r, 2, "hit"), s2="2c")
    assert ("surrender" in verbs(r)) == later


def test_a_split_hand_is_given_up_where_two_cards_may():
    r = deal(do(dealt(HAWAIIAN, HG, "8c 8d", "6c 9d"), 2, "split"), s2="7c")
    assert "surrender" in verbs(r)
    r = deal(do(dealt(NO_BUST, AJ, "8c 8d", "6c"), 2, "split"), s2="7c")
    assert "surrender" not in verbs(r)


# ---- Insurance, peek, even money


def test_insurance_is_asked_of_all_at_once_before_the_bank_looks():
    """003 L2603, 004 L699: half of the wager, two to one."""
    r = dealt(POKER, HG, "9c 9d", "Ac Kd", s3="Tc 7c")
    assert r.queue == [2, 3]
    assert verbs(r) == ["no insurance", "insure"]
    do(r, 2, "insure")
    assert r.due == "choose"
    do(r, 3, "no insurance")
    assert r.due == "settle", "the natural was turned at once"
    assert paid(r) == {"insurance": ("2:1", 40), "base": ("lose", -40)}


def test_insurance_is_lost_when_there_is_no_natural_and_play_goes_on():
    r = dealt(POKER, HG, "9c Td", "Ac 8d")
    do(r, 2, "insure")
    assert verbs(r) == ["surrender", "stand", "hit", "double"]
    assert len(r.hidden) == 1
    assert stood(r) == {"insurance": ("lose", -20), "base": ("push", 0)}


def test_002_L850_delta_insures_nobody_unless_it_posts_that_it_does():
    r = dealt(NO_BUST, DD, "9c 9d", "Ac Kd")
    assert "insure" not in verbs(r)
    r = dealt(NO_BUST, DD, "9c 9d", "Ac Kd", posts={"insurance": "offered"})
    assert verbs(r) == ["no insurance", "insure"]
    do(do(r, 2, "insure"), 2, "stand")
    assert paid(r) == {"insurance": ("2:1", 40), "base": ("lose", -40)}


@pytest.mark.parametrize(("left", "insures"), [(25, 20), (20, 20), (12, 12)])
def test_001_L742_no_more_than_half_so_a_short_stack_insures_with_what_it_has(left, insures):
    r = dealt(PURE, CR, "9c 9d", "Ac Kd", stack=40 + left)
    offered = [one.chips // 100 for one in r.offer(2).verbs if one.name == "insure"]
    assert offered == [insures]
    assert amounts(r, "insure") == (1, insures)
    for_less(r, "insure", 5)
    assert paid(r)["insurance"] == ("2:1", 10)


def test_two_aces_of_hearts_are_not_insured():
    r = dealt(POKER, HG, "Ah Ah", "Ac Kd")
    assert r.due == "settle"
    assert paid(r) == {"base": ("3:1", 120)}


@pytest.mark.parametrize("hole", ["Kd", "5d"])
def test_001_T_20_even_money_whatever_the_hole_card(hole):
    r = dealt(PURE, CR, "Ac Kc", f"Ad {hole}")
    assert verbs(r) == ["no insurance", "even money", "insure"]
    assert len(r.hidden) == 1, "he has nothing to play, but has not said what he takes"
    deal(do(r, 2, "even money"), bank="9c")
    assert paid(r) == {"base": ("1:1", 40)}


@pytest.mark.parametrize(
    ("game", "house", "bank", "ends"),
    [
        (PURE, CR, "Kc Ad", True), (POKER, HG, "Kc Ad", True), (HAWAIIAN, HG, "Kc Jo", True),
        (HAWAIIAN, HG, "Jo Kc", True), (HAWAIIAN, HG, "Ac Ad", True), (NO_BUST, DD, "Kc Ad", False),
        (NO_BUST, CC, "Kc Ad", False), (CAL, AJ, "Ac Ad", True), (CAL, AJ, "Ac Kd", False),
    ],
)  # fmt: skip
def test_a_natural_under_a_card_that_the_bank_looks_under_ends_the_round(game, house, bank, ends):
    r = dealt(game, house, "Tc 6d", bank)
    assert (r.due == "settle") == ends
    assert len(r.hidden) == (0 if ends else 1), "else nobody has seen it"


def test_000_L1049_a_joker_up_takes_its_second_card_and_nobody_plays():
    r = dealt(NO_BUST, AJ, "7c 4d", "Jo 5c")
    assert r.due == "settle"
    assert r.bank == [*cards("Jo 5c")]
    assert paid(r) == {"base": ("lose", -40)}


# ---- Bets beside the game

BUSTED = {3: "Tc 6d Tc", 4: "Tc 2d 4c Tc", 5: "Tc 2d 2c 2h Td", 6: "7c 2d 2c 2h 2s Td",
          7: "5c 2d 2c 2h 2s 3d Tc", 8: "3c 2d 2c 2h 2s 2d 3s Tc"}  # fmt: skip


@pytest.mark.parametrize(
    ("game", "house", "pays"),
    [
        (BUSTER, CR, "2 2 4 15 50 250"),  # 001 T-24
        (NO_BUST, DD, "2 2 4 18 50 200"),
        (NO_BUST, AJ, "1 3 6 30 100 200"),
    ],
)
def test_buster_pays_by_the_cards_of_the_bank(game, house, pays):
    for (number, bank), chips in zip(BUSTED.items(), pays.split(), strict=True):
        r = dealt(game, house, "Tc 8d", bank, more={"buster": 40})
        left = " ".join(bank.split()[len(r.bank) :])
        assert stood(r, left)["buster"] == (f"{chips}:1", 40 * int(chips)), number


def test_001_T_23_a_buster_outlives_a_natural_and_a_hand_that_is_over():
    r = dealt(BUSTER, CR, "Ac Kd", "Tc 2d 4h Ts", more={"buster": 40})
    assert paid(r) == {"base": ("6:5", 48), "buster": ("2:1", 80)}
    r = deal(do(dealt(BUSTER, CR, "Tc 6d", "Tc 2d", more={"buster": 40}), 2, "hit"),
             s2="Td", bank="4h Ts")  # fmt: skip
    assert paid(r) == {"base": ("lose", -40), "buster": ("2:1", 80)}


@pytest.mark.parametrize(
    ("mine", "up", "pays"),
    [
        ("As Js", "2c", "60:1"), ("As Js", "8c", "lose"), ("Ac Js", "7c", "10:1"),
        ("4c 5d", "3c", "5:1"), ("6c 5d", "3c", "5:1"), ("Ac 8d", "3c", "2:1"),
        ("Kc 8d", "3c", "2:1"), ("Kc 7d", "3c", "lose"), ("4c 4d", "3c", "lose"),
        ("Ac 7d", "6c", "2:1"),
    ],
)  # fmt: skip
def test_000a_12_upcard_luck(mine, up, pays):
    """000 L2319-2329."""
    r = dealt(NO_BUST, AJ, mine, up, more={"upcard luck": 40})
    if r.due == "choose" and "stand" not in verbs(r):
        deal(do(r, 2, "hit"))
    assert stood(r)["upcard luck"][0] == pays


@pytest.mark.parametrize(
    ("mine", "pays"),
    [("9c 9c", "25:1"), ("9d 9h", "12:1"), ("9c 9s", "12:1"), ("9c 9h", "6:1"), ("9c Td", "lose")],
)
def test_perfect_pair(mine, pays):
    """003 L2684."""
    r = dealt(POKER, HG, mine, "6c 9d", more={"perfect pair": 100})
    assert stood(r)["perfect pair"][0] == pays


# ---- The order of settlement


@pytest.mark.parametrize(
    ("second", "seat"),
    [("Ac", 2), ("8c", 2), ("2c", 3), ("9c", 3), ("Tc", 4), ("Jc", 5), ("Qc", 6), ("Kc", 7),
     ("7c", 8), ("Jo", 8)],
)  # fmt: skip
def test_000_L1041_the_second_card_of_the_bank_counts_seats(second, seat):
    r = dealt(NO_BUST, AJ, "Tc 9d", "9c " + second)
    do(r, 2, "stand")
    deal(r, bank=second)
    assert first_seat(r) == seat


def test_002_L792_settled_from_the_right_of_the_bank():
    r = round_of(NO_BUST, DD, {2: {"base": 10}, 5: {"base": 10}, 7: {"base": 10}})
    deal(r, bank="Tc 9d")
    assert settlement_order(r) == [7, 5, 2]


def test_original_wagers_come_before_splits_and_doubles():
    """000 L1066."""
    order = banked_rules(NO_BUST, AJ).order
    assert order[0] == "base"
    assert order[-2:] == ("buster", "upcard luck")


def test_002_W23_thirteen_cards_is_the_longest_hand_that_goes_over():
    """Seven aces, a five, four aces and a six: the printed order would stop at seven cards."""
    way = banked_rules(NO_BUST, DD).counting
    longest = cards("As Ah Ad Ac As Ah Ad 5s As Ah Ad Ac")
    assert not any(bank_done(way, longest[:n]) for n in range(2, 13))
    assert count(way, longest) == (16, False)
    assert all(count(way, [*longest, six]).total > 21 for six in cards("6s Ts"))
    printed = cards("As Ah Ad Ac As Ah 5s Ac As Ah Ad Ac")
    assert bank_done(way, printed[:7])


@pytest.mark.parametrize(
    ("halves", "total", "words"),
    [(False, 21, "21"), (True, 19, "9½"), (True, 18, "9"), (True, 1, "½")],
)
def test_a_count_as_players_read_it(halves, total, words):
    """In games of halves everything counts twice, and nobody reads it so."""
    assert told(Counting(halves=halves), total) == words


@pytest.mark.parametrize(
    ("game", "house", "back"),
    [(NO_BUST, AJ, 1_000), (NO_BUST, CC, 1_250), ("21st-century-baccarat", DD, 1_250)],
)
def test_000_L1128_a_surrender_says_what_comes_back(game, house, back):
    """Half of the wager; at Artichoke Joe's in whole $5."""
    r = deal(round_of(game, house, {2: {"base": 25}}), s2="Tc 6d", bank="9d 9c", board="2c 3d")
    offered = {verb.name: verb for verb in r.offer(2).verbs}
    assert offered["surrender"].back == back
    deal(do(r, 2, "surrender"))
    play(r, Settle())
    assert [(one.circle, one.back) for one in r.results] == [("base", back)]


@pytest.mark.parametrize(
    ("game", "house", "three", "fourth"),
    [
        (CAL, AJ, "2c 3d 7h", "5s"),  # 12
        (PURE, CR, "2c 3d 6h", "5s"),  # 11
        (NO_BUST, AJ, "2c 3d 6h", "5s"),
    ],
)
def test_just_so_much_is_hit_without_a_question(game, house, three, fourth):
    r = dealt(game, house, f"{three} {fourth}", "Kc 9d")
    if len(r.hand(2)) == 2:  # who may surrender or double on two cards is asked there
        assert "stand" not in verbs(r)
        do(r, 2, "hit")
        deal(r, s2=f"{three[-2:]} {fourth}")
    assert (r.due, [*r.hand(2)]) == ("choose", [*cards(f"{three} {fourth}")])
    assert "stand" in verbs(r)
