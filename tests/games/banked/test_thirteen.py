"""Thirteen cards in three hands: posoy against a bank, chinese poker for points; the worked
examples of the digests, each under its own name there, and how often a hand wins by itself."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.games.banked.commands import Choose, Wager
from firmware.games.banked.play import new_round
from firmware.games.banked.points import NATURALS, Side, won
from firmware.games.banked.settle import first_seat
from firmware.games.banked.spread import banked_rules
from firmware.games.banked.ways import WAYS
from firmware.games.cards import cards
from firmware.games.poker.commands import Foul, Settle, Timeout
from firmware.games.poker.rules import Stakes
from firmware.games.setting import SETTINGS
from tests.games.banked.spots import deal, play, round_of

HG, CC = "hawaiian-gardens", "club-caribe"
POSOY, CHINESE = "posoy", "chinese-poker-13"
THREE = SETTINGS["three, five and five"]
HANDS = THREE.hands


# ---- What may lie where


@pytest.mark.parametrize(
    ("laid", "says"),
    [
        ("QsQh7d QdQc7s5h3d KsKhKd2c2d", ""),  # 004 D08: the same pair, and kickers more
        ("QsQh8d QdQc7s5h3d KsKhKd2c2d", "the front beats the middle"),
        ("QsQh8d ThJc9s8c7d 6s6h6d6c2d", ""),
        ("QsQh8d 6s6h6d6c2d ThJc9s8c7d", "the middle beats the back"),
        ("AsAhAd KsKhKd2c2d QsQh9d4c3d", "the middle beats the back"),
        ("QsQh8d Tc9d8s7h6c Td9c8h7s6d", ""),  # two that are alike
        ("KsQsJs AhQh9d4c2d AdQc9c5s3d", ""),  # no straight and no flush in front (004 L50)
    ],
)
def test_each_hand_is_no_better_than_the_one_behind_it(laid, says):
    assert THREE.foul(cards(laid)) == says


@given(st.permutations(range(52)))
def test_the_house_way_of_thirteen_cards_is_never_foul(deck):
    held = deck[:13]
    order = WAYS["back first"](THREE, held)
    assert sorted(order) == list(range(13))
    assert not THREE.foul([held[place] for place in order])


# ---- Posoy


def posoy(dice=(1, 1), **named):
    bets = {"front": 20, "middle": 20, "back": 20}
    seats = [int(name[1:]) for name in named if name != "bank"]
    r = round_of(POSOY, CC, dict.fromkeys(seats, bets), places=4)
    return deal(r, dice=dice, **named)


def lays(r, seat, laid):
    held = [r.face(number) for number in r.held(seat)]
    play(r, Choose(seat, "set", 0, tuple(held.index(card) for card in cards(laid))))


def test_each_of_three_bets_is_settled_by_itself():
    """004 E37: the bank wins front and middle, the player the back."""
    mine, bank = "QsQh4d 7s7h6d6cAd 3s3h3d3cTd", "KsKh4c JdTs9c8d7c 5s5h5d2s2h"
    r = posoy(s2=mine, bank=bank)
    lays(r, 2, mine)
    assert r.queue == [1]
    lays(r, 1, bank)
    play(r, Settle())
    assert {one.circle: (one.result, one.chips // 100) for one in r.results} == {
        "front": ("lose", -20), "middle": ("lose", -20), "back": ("1:1", 20),
    }  # fmt: skip


def test_an_equal_hand_is_the_banks():
    """004 L891."""
    mine, bank = "QsQh4d 7s7h6d6cAd 3s3h3d3cTd", "QdQc4s 7d7c6s6hAh KsKhKd2s2h"
    r = posoy(s2=mine, bank=bank)
    lays(r, 2, mine)
    lays(r, 1, bank)
    play(r, Settle())
    front = next(one for one in r.results if one.circle == "front")
    assert front.result == "lose"


@pytest.mark.parametrize(
    ("dice", "first"),
    [((1, 1), 2), ((1, 4), 2), ((4, 5), 2), ((2, 1), 3), ((3, 4), 3), ((3, 1), 4), ((6, 6), 4)],
)
def test_two_dice_count_round_four_places(dice, first):
    """004 E36 and D02: 2 is the player left of the bank, 5 the bank itself, 12 the third player."""
    named = {f"s{n}": "" for n in (2, 3, 4)}
    assert first_seat(posoy(dice, **named)) == first


def test_all_three_bets_are_made():
    """004 L915: each at least the table's minimum."""
    with pytest.raises(Refused, match="Every bet comes with the middle"):
        round_of(POSOY, CC, {2: {"front": 20}}, places=4)


# ---- Points


def points(house):
    return banked_rules(CHINESE, house).points


def scored(house, mine, theirs, *, kinds=("", "", ""), home=False):
    one, two = Side(strengths=mine, kinds=kinds), Side(strengths=theirs, kinds=("", "", ""))
    return won(points(house), HANDS, one, two, home)


FLUSH = ("high card", "pair", "straight flush")


@pytest.mark.parametrize(
    ("house", "mine", "theirs", "kinds", "home", "gets"),
    [
        (HG, (2, 1, 1), (1, 1, 1), ("", "", ""), False, 1),  # EX-19a: one set
        (HG, (2, 2, 1), (1, 1, 2), ("", "", ""), False, 2),
        (HG, (2, 2, 2), (1, 1, 1), ("", "", ""), False, 6),  # EX-19b
        (HG, (2, 2, 2), (1, 1, 1), ("", "", ""), True, 9),  # EX-19c
        (HG, (2, 1, 2), (1, 2, 2), ("", "", ""), False, 0),
        (CC, (1, 2, 2), (2, 1, 1), FLUSH, False, 6),  # E06: 1 and 5
        (CC, (2, 2, 2), (1, 1, 1), FLUSH, False, 8),  # E07: 3 and 5
        (CC, (2, 2, 2), (1, 1, 1), ("", "", ""), True, 7),  # E08
        (CC, (2, 2, 1), (1, 1, 2), FLUSH, False, 1),  # it lost, so it has no bonus (004 A4)
    ],
)
def test_what_one_has_from_another(house, mine, theirs, kinds, home, gets):
    """003 EX-19, 004 E06 to E08."""
    assert scored(house, mine, theirs, kinds=kinds, home=home) == gets


def test_a_higher_natural_collects_from_everybody_and_a_lower_one_from_the_rest():
    """003 EX-19d."""
    pure, dragon, plain = (
        Side("pure dragon"),
        Side("dragon"),
        Side(strengths=(1, 1, 1), kinds=("",) * 3),
    )
    of = lambda mine, theirs: won(points(HG), HANDS, mine, theirs, False)  # noqa: E731
    assert [of(pure, dragon), of(pure, plain), of(dragon, plain)] == [39, 39, 13]
    assert [of(dragon, pure), of(plain, pure), of(plain, dragon)] == [0, 0, 0]


def test_two_naturals_but_dragons_push_at_caribe():
    """004 L82."""
    of = lambda mine, theirs: won(points(CC), HANDS, Side(mine), Side(theirs), False)  # noqa: E731
    assert of("six pairs", "three flushes") == of("three flushes", "six pairs") == 0
    assert of("dragon", "six pairs") == 13


DRAGON = "2s3h4d5c6s7h8d9cTsJhQdKcAs"
PAIRS = "2h2c4s4h6h6d8s8hTdTcQsQcKd"


def chinese(house, chips=10_000, **named):
    """A point is five dollars."""
    seats = sorted(int(name[1:]) for name in named)
    rules = banked_rules(CHINESE, house)
    r = round_of_points(rules, dict.fromkeys(seats, chips))
    return deal(r, **named)


def round_of_points(rules, stacks):
    r = new_round(rules, 1, 4, stacks, tuple(stacks))
    for seat in stacks:
        (one,) = r.offer(seat).circles
        assert one.least == one.most
        play(r, Wager(seat, (("points", one.most),)))
    return r


def paid(r):
    play(r, Settle())
    return {(one.seat, one.to): (one.points, one.chips // 100) for one in r.scores}


def test_a_dragon_is_declared_or_it_plays_as_it_is_set():
    """004 L82: undeclared it is a hand like any other."""
    r = chinese(CC, s1=DRAGON, s2=PAIRS)
    assert [verb.name for verb in r.offer(1).verbs] == ["set", "dragon", "three straights"]
    assert [verb.name for verb in r.offer(2).verbs] == ["set", "six pairs"]
    play(r, Choose(1, "dragon"))
    play(r, Choose(2, "six pairs"))
    assert paid(r) == {(2, 1): (13, 65)}
    with pytest.raises(Refused):
        chinese(CC, s1=PAIRS, s2="").decide(Choose(1, "dragon"))


def test_a_hand_is_called_by_what_was_declared_or_by_how_it_was_set():
    r = chinese(CC, s1=DRAGON, s2=PAIRS)
    assert (r.words(1), r.words(2)) == ("", ""), "nobody has said anything"
    play(r, Choose(1, "dragon"))
    play(r, Timeout(2))
    assert r.words(1) == "Dragon"
    assert r.words(2).startswith("front ")


def test_nobody_loses_or_wins_more_than_he_has_at_risk():
    """003 L882, 004 L107: seven points of five dollars are left, and the dragon is worth 13."""
    r = chinese(CC, chips=3_700, s1=DRAGON, s2="")
    play(r, Choose(1, "dragon"))
    play(r, Timeout(2))
    play(r, Settle())
    (score,) = r.scores
    assert (score.points, score.chips, score.uncovered) == (13, 3_500, 3_000)
    assert r.stacks[1:3] == [7_200, 200]


ACES, KINGS = "AsAhAd QsQhQdJsJh 9s9h9d9cKs", "KhKd4c 2h3h5h7h8h TsTcTd6s6h"
FOURS = "4s4h3d 5s5d8c8dJc 7s7d7c2s2c"
LOW = "6d6c2d 3s3c8sTh4d QcKcAcJd5c"


@pytest.mark.parametrize(
    ("others", "fouls", "gets"),
    [
        ((KINGS, FOURS), 0, [(6, "all three hands")] * 2),
        ((KINGS, FOURS, LOW), 0, [(9, "home run")] * 3),
        ((KINGS, FOURS, LOW), 4, [(6, "all three hands")] * 2 + [(6, "foul")]),
    ],
)
def test_who_beats_all_three_others_three_times_has_a_home_run(others, fouls, gets):
    """003 EX-19b, EX-19c: of two, or of two and a foul hand, he sweeps two."""
    r = chinese(HG, s1=ACES, **{f"s{seat}": hand for seat, hand in enumerate(others, 2)})
    lays(r, 1, ACES)
    if fouls:
        play(r, Foul(fouls))
    while r.due == "choose":
        play(r, Timeout(r.queue[0]))
    play(r, Settle())
    assert [(one.points, one.mark) for one in r.scores if one.to == 1] == gets


@pytest.mark.parametrize(("house", "points"), [(HG, 6), (CC, 4)])
def test_a_foul_hand_pays_everybody(house, points):
    """003 L877; 004 L92: so many points and no more, whatever the others hold."""
    four = "9s9h9d9cAsAhAdAc2s2h4c5d6h"
    r = chinese(house, s1=four, s2="", s3="")
    play(r, Foul(2))
    while r.due == "choose":
        play(r, Timeout(r.queue[0]))
    owed = {to: owed for (seat, to), (owed, _) in paid(r).items() if seat == 2}
    assert set(owed) == {1, 3}
    assert {*owed.values()} == {points}
    assert not [1 for one in r.scores if one.to == 2]


@pytest.mark.parametrize(("players", "fee"), [(2, 100), (3, 200), (4, 300)])
def test_the_table_pays_its_fee_together(players, fee):
    """003 L2484: F-20, by how many play."""
    r = chinese(HG, **{f"s{n}": "" for n in range(1, players + 1)})
    assert r.fees == fee
    assert max(r.charged) - min(r.charged[1:]) <= 1


# ---- How often


def colored(red):
    """So many red cards and the rest black, ranks of all kinds."""
    reds = [c for c in range(52) if c & 3 in (1, 2)][:red]
    return [*reds, *[c for c in range(52) if c & 3 not in (1, 2)][-(13 - red) or 99 :]]


def test_the_census_of_naturals():
    """The study's counts, of 635,013,559,600 hands."""
    both = range(14)
    ways = {red: comb(26, red) * comb(26, 13 - red) for red in both}
    assert sum(ways.values()) == 635_013_559_600
    one = sum(ways[red] for red in both if NATURALS["one color"](colored(red)))
    twelve = sum(ways[red] for red in both if NATURALS["twelve of one color"](colored(red)))
    assert (one, twelve) == (20_801_200, 502_200_400)
    low, high = list(range(32)), list(range(32, 52))
    minor = sum(comb(32, n) * comb(20, 13 - n) for n in both
                if NATURALS["minor"]([*low[:n], *high[: 13 - n]]))  # fmt: skip
    assert minor == 347_373_600
    assert NATURALS["dragon"](cards(DRAGON))
    assert not NATURALS["dragon"](cards(PAIRS))
    assert sum(ways_of(counts) for counts in rank_counts() if NATURALS["dragon"](of(counts))) == (
        67_108_864
    )


def rank_counts(left=13, ranks=13):
    """How thirteen cards can lie on thirteen ranks, the order of ranks left out."""

    def parts(left, ranks, most):
        if not ranks:
            return [()] if not left else []
        return [(n, *rest) for n in range(min(most, left), -1, -1)
                for rest in parts(left - n, ranks - 1, n)]  # fmt: skip

    return parts(left, ranks, 4)


def of(counts):
    return [4 * rank + suit for rank, n in enumerate(counts) for suit in range(n)]


def ways_of(counts):
    """Hands of these counts: which ranks, then which suits."""
    found, left = 1, 13
    for n in range(5):
        found *= comb(left, counts.count(n)) * comb(4, n) ** counts.count(n)
        left -= counts.count(n)
    return found


def test_all_hands_are_counted_and_six_pairs_are_pairs():
    every = rank_counts()
    assert sum(map(ways_of, every)) == 635_013_559_600
    for counts in every:
        assert NATURALS["six pairs"](of(counts)) == (sum(n // 2 for n in counts) >= 6)


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("2s3s4s5s6s7s8s9sTsJsQsKsAs", "pure dragon"),
        ("2s3c4s5c6s7c8s9cTsJcQsKcAs", "dragon of one color"),
        ("AsKsQs 2h4h6h8hTh 3d5d7d9dJd", "three flushes"),
        ("As2s3h 5c6d7h8s9s TcJdQhKsAc", "three straights"),
        ("QsKsAh As2d3h4s5s TcJdQhKcAc", "three straights"),
    ],
)
def test_a_hand_that_wins_by_itself_is_seen(hand, name):
    assert NATURALS[name](cards(hand))
    assert not NATURALS[name](cards("2s2h4d5c6s7h8d9cTsJhQdKcKs"))


def test_a_point_of_one_size_is_told_once():
    assert banked_rules(CHINESE, HG).sign(Stakes(500), 1) == "$5"
