"""Hands that are set: the worked examples of the digests, each under its own name there; the
house's ways on their sample hands, fouls, copies, who comes first, and the envy."""

from collections import Counter
from itertools import combinations, combinations_with_replacement

import pytest

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.banked.engine import kind_of
from firmware.games.banked.kinds.doubles import classes
from firmware.games.banked.page import row_of
from firmware.games.banked.settle import first_seat, settlement_order
from firmware.games.banked.spread import banked_rules
from firmware.games.banked.ways import WAYS
from firmware.games.cards import JOKER, cards, decks
from firmware.games.poker.commands import Foul, Settle, Timeout
from firmware.games.setting import SETTINGS
from tests.games.banked.spots import deal, play, round_of

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
PGP, WILD, FPG = "pai-gow-poker", "jokers-wild-pai-gow-poker", "fortune-pai-gow-poker"
BUG, ANY = SETTINGS["two and five"], SETTINGS["two and five, wild"]


def of_ranks(text):
    """ "K-Q-W-2" as cards of mixed suits, W the joker; "Ks" keeps its suit."""
    found, taken = [], set()
    for at, one in enumerate(text.replace("10", "T").split("-")):
        if one == "W":
            found.append("Jo")
            continue
        suits = one[1:] or [s for s in "shdc"[at % 4 :] + "shdc" if one + s not in taken]
        found.append(one[0] + suits[0])
        taken.add(found[-1])
    return cards(" ".join(found))


def front(way, setting, text):
    """What lies in front by the house way, as ranks from the top."""
    held = of_ranks(text)
    order = WAYS[way](setting, held)
    assert sorted(order) == list(range(7))
    assert not setting.foul([held[place] for place in order])
    return sorted("W" if held[place] == JOKER else "23456789TJQKA"[held[place] >> 2]
                  for place in order[:2])  # fmt: skip


# ---- What beats what


@pytest.mark.parametrize("name", ["two and five", "two and five, wild"])
def test_kings_full_beat_tens_full(name):
    """000b D2, 001 T-8, 002 W30, 003 EX-14: the three of a kind decides."""
    strength = SETTINGS[name].strength
    assert strength(cards("Ks Kh Kd 7s 7h")) > strength(cards("Ts Th Td As Ah"))


def test_five_aces_are_best_and_hands_are_what_they_are_called():
    """000b D3, D4; 002 W30."""
    ladder = [
        ("As Ah Ad Ac Jo", "Five Aces"),
        ("Ts Js Qs Ks As", "Royal flush"),
        ("6h 7h 8h 9h Th", "Straight flush, Ten high"),
        ("5s 5h 5d 5c Kd", "Four Fives"),
        ("Ks Kh Kd 7s 7h", "Full house, Kings over Sevens"),
        ("5s 8s 9s Qs Ks", "Flush, King high"),
        ("As 2h 3d 4c 5d", "Straight, Five high"),  # the lowest straight (000 L873-897)
        ("Qs Qh Qd 9c 2d", "Three Queens"),
        ("Ks Kh 9d 9c 2d", "Two pair, Kings and Nines"),
        ("Ks Kh 9d 8c 2d", "Pair of Kings"),
        ("Ks Jh 9d 8c 2d", "King-Jack high"),
    ]
    assert [BUG.words(cards(hand)) for hand, _ in ladder] == [words for _, words in ladder]
    found = [BUG.strength(cards(hand)) for hand, _ in ladder]
    assert found == sorted(found, reverse=True)


@pytest.mark.parametrize(
    ("two", "words", "wild"),
    [
        ("As Ah", "Pair of Aces", "Pair of Aces"),
        ("Jo Kd", "Ace-King high", "Pair of Kings"),
        ("Jo Ad", "Pair of Aces", "Pair of Aces"),
        ("9c 4d", "Nine-Four high", "Nine-Four high"),
    ],
)
def test_a_joker_in_front_is_an_ace_or_any_card(two, words, wild):
    assert BUG.words(cards(two)) == words
    assert ANY.words(cards(two)) == wild


def test_five_of_a_kind_lies_between_five_aces_and_a_royal_flush():
    """003 A-17; three jokers with two aces are five aces."""
    found = [ANY.strength(cards(hand)) for hand in
             ("As Ah Jo Jo Jo", "Ks Kh Kd Kc Jo", "2s 2h 2d 2c Jo", "Ts Js Qs Ks Jo")]  # fmt: skip
    assert found == sorted(found, reverse=True)
    assert ANY.words(cards("As Ah Jo Jo Jo")) == "Five Aces"
    assert BUG.words(cards("Ks Kh Kd Kc Jo")) == "Four Kings"  # there it is an ace


# ---- Fouls


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ("4s 4h 3s 3h Kd 9c 2d", "the front beats the back"),  # 003 EX-13
        ("4s 4h 5s 5h Kd 9c 2d", ""),
        ("4s 4h As Kh Qd Jc 9d", "the front beats the back"),
        ("4s 4h 4d 4c Ad 9c 2d", ""),  # the same pair, and kickers
        ("As Kh Ad Kd 9d 9c 2d", ""),
        ("As Kh Qd Jc 9d 7c 2d", "the front beats the back"),
    ],
)
def test_the_front_may_not_beat_the_back(laid, says):
    assert BUG.foul(cards(laid)) == says


def test_a_foul_setting_is_refused_and_so_is_a_card_twice():
    """004 E18: three and four cards are no setting; 001 A-17: a foul is refused."""
    r = deal(round_of(PGP, AJ, {2: {"base": 40}}, places=7), s2="4s 4h 3s 3h Kd 9c 2d")
    with pytest.raises(Refused, match="That is foul: the front beats the back"):
        r.decide(Choose(2, "set", 0, tuple(range(7))))
    for order in ((0, 0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5, 7)):
        with pytest.raises(Refused, match="Set each of your cards once"):
            r.decide(Choose(2, "set", 0, order))
    assert not r.laid[2]
    assert r.decide(Choose(2, "set", 0, (2, 3, 0, 1, 4, 5, 6)))


# ---- The house's ways


@pytest.mark.parametrize(
    ("hand", "lies"),
    [
        ("K-Q-9-7-5-4-2", "Q-9"), ("8-8-A-K-9-6-3", "A-K"), ("J-J-6-6-A-Q-4", "A-Q"),
        ("J-J-6-6-A-10-4", "6-6"), ("7-7-3-3-Q-9-4", "Q-9"), ("7-7-3-3-J-9-4", "3-3"),
        ("K-K-9-9-A-Q-5", "9-9"), ("Q-Q-8-8-4-4-J", "Q-Q"), ("A-A-A-K-Q-7-3", "K-Q"),
        ("A-A-A-K-J-7-3", "A-K"), ("K-K-K-9-9-9-4", "K-K"), ("9-9-9-9-K-5-2", "9-9"),
        ("7-7-7-7-K-5-2", "K-5"), ("5-5-5-5-J-J-3", "J-J"), ("A-A-A-A-W-K-K", "A-A"),
        ("10-9-8-7-6-A-A", "A-A"),
    ],
)  # fmt: skip
def test_the_house_way_of_the_double_hand(hand, lies):
    """000b, derived vectors: sixteen hands."""
    assert front("double hand", BUG, hand) == sorted(lies.split("-"))


@pytest.mark.parametrize(
    ("hand", "lies"),
    [
        ("W-K-9-7-5-3-2", "K-9"),  # the joker as the ace that stays behind
        ("W-A-K-Q-7-4-3", "K-Q"),  # a pair of aces, behind
        ("4-4-4-4-9-9-9", "9-9"), ("9-9-9-9-4-4-4", "9-9"),  # the higher pair, always (000b 28)
        ("K-K-K-8-8-5-5", "8-8"), ("Ks-Js-9s-4s-2s-A-A", "A-A"), ("9-8-7-6-5-5-A", "A-5"),
        ("9-9-9-8-7-6-5", "9-9"), ("J-J-10-10-9-8-7", "10-10"), ("As-Ks-Qs-Js-10s-K-Q", "Q-Q"),
    ],
)  # fmt: skip
def test_the_house_way_where_several_rows_apply(hand, lies):
    """000 L994: the better front, then the better back."""
    assert front("double hand", BUG, hand) == sorted(lies.replace("10", "T").split("-"))


@pytest.mark.parametrize(
    ("hand", "lies"),
    [
        ("W-A-K-Q-7-4-3", "A-Q"),  # E20
        ("W-K-Q-J-10-8-3", "K-3"),  # E21
        ("W-K-Qs-10s-8s-5s-3", "K-3"),  # E22
        ("W-K-K-Q-8-5-3", "Q-W"),  # E23
        ("W-K-K-J-8-5-3", "J-W"),  # E24
        ("W-Q-6-6-4-4-2", "Q-W"),  # E25
        ("W-7-6-6-4-4-2", "6-6"),  # E26
        ("W-J-J-10-10-4-4", "J-J"),  # E27
        ("W-Q-Q-Q-7-5-2", "7-W"),  # E28
        ("W-J-J-10-9-9-7", "J-J"),  # E29
        ("W-J-6-4-4-4-4", "J-W"),  # E30
        ("W-5-5-K-J-8-3", "5-5"),  # the larger pair stays behind
        ("K-Q-9-7-5-4-2", "Q-9"),  # without a joker as the double hand (004 A20)
    ],
)
def test_the_house_way_of_a_wild_joker(hand, lies):
    """004 E20 to E30."""
    assert front("joker wild", ANY, hand) == sorted(lies.split("-"))


def every_holding(step=1):
    """All ranks that seven cards can have, with a joker and without; of mixed suits, then as suited
    as they can be."""
    for jokers in (0, 1):
        many = combinations_with_replacement(range(13), 7 - jokers)
        held = [ranks for ranks in many if max(map(ranks.count, ranks)) <= 4]
        for at, ranks in enumerate(held[::step]):
            mixed = [4 * rank + (at + n) % 4 for n, rank in enumerate(ranks)]
            suited = [4 * rank + ranks[:n].count(rank) for n, rank in enumerate(ranks)]
            yield from ([*cards, *[JOKER] * jokers] for cards in (mixed, suited))


def walked(way, setting, step=1):
    count = 0
    for held in every_holding(step):
        order = WAYS[way](setting, held)
        assert sorted(order) == list(range(7))
        assert not setting.foul([held[place] for place in order]), held
        count += 1
    return count


@pytest.mark.parametrize(("way", "setting"), [("double hand", BUG), ("joker wild", ANY)])
def test_the_house_way_is_never_foul(way, setting):
    assert walked(way, setting, 149) > 900


@pytest.mark.soak
@pytest.mark.parametrize(("way", "setting"), [("double hand", BUG), ("joker wild", ANY)])
def test_the_house_way_is_never_foul_whatever_the_ranks(way, setting):
    assert walked(way, setting) == 2 * (49_205 + 18_395)


# ---- A round


def banked(bets=None, game=PGP, house=AJ, **named):
    """Seats of seven places; the bank is seat 1."""
    r = round_of(game, house, bets or {2: {"base": 40}}, places=7)
    return deal(r, **named)


def set_all(r):
    """Everybody, and then the bank, the house way."""
    while r.due == "choose":
        play(r, Timeout(r.queue[0]))
    return r


def paid(r):
    play(r, Settle())
    return {(one.seat, one.circle): (one.mark, one.result, one.chips // 100) for one in r.results}


BANK = "Ks Kh Jd 9c 7s 4h 2d"  # pair of kings behind, jack and nine in front


@pytest.mark.parametrize(
    ("mine", "mark", "result"),
    [
        ("As Ah Qd Tc 8s 5h 3d", "win", "1:1"),  # aces; queen and ten
        ("As Ah Jc 9d 8h 5h 3d", "back wins", "push"),  # a copy in front: 001 D-4, 004 D09
        ("Qs Qh Jc 9d 8h 5h 3d", "", "lose"),  # a copy in front, queens behind: 004 D09
        ("Kd Kc Jc 9d 7h 4s 2c", "", "lose"),  # both are copies (003 A-15, 004 L728)
        ("Qs Qh Ac 9d 8h 5h 3d", "front wins", "push"),
        ("Qs Qh Tc 9d 8h 5h 3d", "", "lose"),
    ],
)
def test_two_hands_against_two(mine, mark, result):
    r = set_all(banked(s2=mine, bank=BANK))
    assert paid(r)[2, "base"][:2] == (mark, result)


def test_the_bank_opens_when_all_have_set_and_its_holder_sets_it_last():
    """000 L978-985: nobody sees a card of it before."""
    r = banked({2: {"base": 40}, 3: {"base": 40}}, bank=BANK)
    assert (r.due, r.queue, len(r.hidden)) == ("choose", [2, 3], 7)
    assert r.offer(1) is None
    assert r.faces(1) == ()
    assert r.hole(1) == ()
    play(r, Timeout(2))
    assert len(r.hidden) == 7
    play(r, Timeout(3))
    assert (r.due, r.queue, r.hidden) == ("choose", [1], [])
    assert sorted(r.faces(1)) == sorted(cards(BANK))
    play(r, Choose(1, "set", 0, (2, 3, 0, 1, 4, 5, 6)))
    assert r.due == "settle"
    assert r.words(1) == "front Jack-Nine high, back Pair of Kings"


def test_how_hands_were_set_is_seen_of_the_bank_when_it_lies_and_of_all_at_the_end():
    """000 L978-985."""
    r = banked(s2="As Ah Qd Tc 8s 5h 3d", bank=BANK)
    seen = lambda seat: [len(hand.cards) for hand in kind_of(r).hands(r, seat)]  # noqa: E731
    play(r, Timeout(2))
    assert (r.due, seen(1), seen(2)) == ("choose", [], [])
    play(r, Timeout(1))
    assert (r.due, seen(1), seen(2)) == ("settle", [2, 5], [])
    play(r, Settle())
    assert (seen(1), seen(2)) == ([2, 5], [2, 5])


def test_a_hand_that_the_floor_calls_foul_loses_whatever_it_holds():
    r = banked(s2="As Ah Qd Tc 8s 5h 3d", bank=BANK)
    play(r, Foul(2))
    assert paid(set_all(r))[2, "base"] == ("foul", "lose", -40)


# ---- Who comes first


@pytest.mark.parametrize("house", [AJ, CR, DD, HG, CC])
@pytest.mark.parametrize(
    ("total", "place"),
    [(3, 3), (7, 7), (8, 2), (9, 2), (11, 4), (14, 7), (15, 2), (16, 2), (18, 4)],
)
def test_three_dice_count_round_seven_places(house, total, place):
    """000a 10, 000b D6 and dice 11, 001 T-6 and D-3, 003 EX-32, 004 E19R and D02: the bank is 1;
    where they count to the bank, the one to its left is first."""
    dice = next((a, b, total - a - b) for a in range(1, 7) for b in range(1, 7)
                if 1 <= total - a - b <= 6)  # fmt: skip
    r = round_of(PGP, house, {seat: {"base": 40} for seat in range(2, 8)}, places=7)
    deal(r, dice=dice)
    assert first_seat(r) == place
    assert settlement_order(r)[0] == place


# ---- The bonus on seven cards


@pytest.mark.parametrize(
    ("seven", "best"),
    [
        ("4h 5h 6h 7h 8h 9h Th", "seven-card straight flush"),  # 001 T-9, 002 W30
        ("4h 5h 6h Jo 8h 9h Th", "seven-card straight flush with joker"),
        ("Ah Kh Qh Jh Th Ks Qs", "royal match"),
        ("Ah Kh Qh Jh Th Ks Qd", "royal flush"),
        ("Ah Jo Qh Jh Th Ks Qs", "royal match"),  # the joker may be in the royal (000b 24)
        ("As Ah Ad Ac Jo 9d 9c", "five aces"),
        ("6h 7h 8h 9h Th 2c 2d", "straight flush"),
        ("As Ah Ad Jo Kc 9d 4s", "four of a kind"),
        ("5s 6h 7d 8c 9s 9h 9d", "three of a kind"),  # not the straight: it pays less
        ("Ks Kh Kd 7s 7h 9c 2d", "full house"),
        ("5s 8s 9s Qs Ks 2d 3c", "flush"),
        ("5s 6h 7d 8c 9s Kh 2d", "straight"),
        ("Ks Kh 7d 7c 4s 4h 2d", ""),
    ],
)
def test_the_bonus_pays_the_best_paying_hand(seven, best):
    """000b, derived vectors: Fortune; D4."""
    rows = banked_rules(FPG, AJ).circles["fortune"]
    assert row_of(rows, frozenset(classes(list(cards(seven)), BUG)))[0] == best


@pytest.mark.parametrize(
    ("seven", "best"),
    [
        ("6h 7h 8h 9h Th 2c 2d", "natural straight flush"),
        ("6h 7h Jo 9h Th 2c 2d", "straight flush with joker"),
    ],
)
def test_003_a_straight_flush_is_natural_or_has_the_joker(seven, best):
    """003, Fortune at Hawaiian Gardens: a row for each."""
    rows = banked_rules(FPG, HG).circles["fortune"]
    assert row_of(rows, frozenset(classes(list(cards(seven)), BUG)))[0] == best


def test_three_pairs_push_where_the_table_says_so():
    """002 L1573: FPG-01."""
    held = frozenset(classes(list(cards("Ks Kh 7d 7c 4s 4h 2d")), BUG))
    assert row_of(banked_rules(FPG, DD).circles["fortune"], held)[1] == "push"


QUADS, FLUSH = "5s 5h 5d 5c Kd 9c 2d", "6h 7h 8h 9h Th Kc 2c"


def envies(r):
    play(r, Settle())
    return {(one.seat, one.of): one.chips // 100 for one in r.awards}


def test_the_envy_is_paid_for_each_hand_of_another_player():
    """000b D7, 002 W31 (FPG-01): not for one's own hand, nor for the bank's."""
    bets = {seat: {"base": 40, "fortune": 5} for seat in (2, 3, 4)}
    r = banked(
        bets, FPG, DD, s2=QUADS, s3=FLUSH, s4="As Qh Td 9d 7c 4s 3c", bank="Js Jh Jd Jc Qs 2h 3s"
    )
    assert envies(set_all(r)) == {(2, 3): 10, (3, 2): 5, (4, 2): 5, (4, 3): 10}


def test_two_fours_of_a_kind_pay_twice_and_the_bonus_of_the_other_does_not_matter():
    """001 D-9, 002 A42."""
    bets = {2: {"base": 40, "fortune": 5}, 3: {"base": 40}, 4: {"base": 40, "fortune": 5}}
    more = {"s3": "9s 9h 9d Ac Jo As Ah", "s4": "Kh Qh Jd Tc 7c 4s 3c"}
    r = banked(bets, FPG, CR, s2=QUADS, **more)
    assert envies(set_all(r)) == {(2, 3): 5, (4, 2): 5, (4, 3): 5}


def test_less_than_five_dollars_of_bonus_have_no_envy():
    bets = {2: {"base": 40, "fortune": 4}, 3: {"base": 40, "fortune": 5}}
    r = banked(bets, FPG, AJ, s2="As Qh Jd 9d 7c 4s 3c", s3=QUADS)
    assert envies(set_all(r)) == {}


def test_what_the_stake_does_not_reach_of_an_envy_lapses_and_is_told():
    """000b 26: base, then the bonus, then the envy; nothing is left for it."""
    bets = {2: {"base": 40, "fortune": 5}, 3: {"base": 40}}
    r = round_of(FPG, AJ, bets, stake=8_200, places=7)
    deal(r, s2="Js 9h 8d 6c 4s 3h 2h", s3=QUADS, bank="Ks Kh Qd Tc 8h 6s 2s")
    play(set_all(r), Settle())
    (award,) = r.awards
    assert (award.seat, award.of, award.mark) == (2, 3, "four of a kind")
    assert (award.chips, award.uncovered) == (0, 500)
    assert award.uncovered > 0
    assert sum(abs(one.chips) for one in r.results) + award.chips == 8_200


def test_the_census_of_seven_cards_in_part():
    """000b: so many of each class in C(53,7); here of those that hold a royal flush in spades."""
    royal = cards("As Ks Qs Js Ts")
    rest = [card for card in decks("52 + joker") if card not in royal]
    found = Counter()
    for two in combinations(rest, 2):
        held = classes([*royal, *two], BUG)
        found[row_of(banked_rules(FPG, AJ).circles["fortune"], frozenset(held))[0]] += 1
    assert found["seven-card straight flush"] == 1  # 9 and 8
    assert found["seven-card straight flush with joker"] == 2  # 9 or 8, and the joker
    assert found["royal match"] == 3
    assert found["royal flush"] == 48 * 47 // 2 - 6
