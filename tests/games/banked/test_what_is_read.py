"""What everybody reads of a round: what a hand came to, how it lies, who took what."""

import pytest

from firmware.games.banked.commands import Choose
from firmware.games.banked.engine import kind_of
from firmware.games.cards import cards
from firmware.games.play import BANK, BOARD, Settled
from firmware.games.poker.commands import Deal, Settle, Timeout
from tests.games.banked.spots import deal, do, play, round_of
from tests.games.banked.test_craps import DRAWS, bet, table
from tests.games.banked.test_thirteen import DRAGON, PAIRS, chinese

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip


def words(r, *places):
    return [kind_of(r).words(r, place) for place in places]


# ---- What a hand came to


def test_two_tiles_of_mah_jong_are_a_pair_or_the_last_digit_and_the_higher_tile():
    """002 L1696-1821: nine and one are nothing; the window, of ten dots, is the highest tile."""
    r = round_of("mah-jong-pai-gow", DD, {seat: {"win": 10} for seat in (2, 3, 4)}, places=10)
    assert words(r, 2, BANK) == ["", ""]
    deal(r, s2="M1 M9", s3="M6 M6", s4="Mw Mw", bank="M4 M3")
    assert words(r, 2, 3, 4, BANK) == [
        "0, nine high", "Pair of sixes", "Pair of windows", "7, four high",
    ]  # fmt: skip
    r = round_of("mah-jong-pai-gow", DD, {2: {"win": 10}}, places=10)
    deal(r, s2="M8 Mw", bank="M1 M1")
    assert words(r, 2, BANK) == ["8, window high", "Pair of ones"]


def test_nines_are_counted_as_they_come():
    """003 L548: the last digit."""
    r = round_of("super-9", HG, {2: {"base": 10}})
    assert words(r, 2, BANK) == ["", ""]
    deal(r, s2="6c 3d Kh", bank="6d 2d Kc")
    assert words(r, 2, BANK) == ["9", "8"]


def test_the_two_hands_of_baccarat_lie_on_the_board_and_with_the_bank():
    r = round_of("ez-baccarat", AJ, {2: {"player": 10}})
    assert words(r, 2, BANK, BOARD) == ["", "", ""]
    deal(r, board="Kc 9d", bank="Qc 7d")
    assert words(r, 2, BANK, BOARD) == ["", "7", "9"]


def test_a_draw_of_craps_is_a_total_before_the_bank():
    """004 L1280."""
    r = bet(table(), field=10)
    assert words(r, BANK, 2) == ["", ""]
    play(r, Deal(cards(DRAWS[9])))
    assert words(r, BANK, 2) == ["Total 9", ""]


def test_each_hand_of_twenty_one_has_its_count():
    """004 L691."""
    r = round_of("no-bust-21st-century-blackjack", CC, {2: {"base": 40}, 3: {"base": 40}})
    assert words(r, 2, BANK) == ["", ""]
    deal(r, s2="8c 8d", s3="Ac Kd", bank="6c Td")
    deal(do(r, 2, "split"), s2="Kc")
    deal(do(r, 2, "stand"), s2="3d")
    assert words(r, 2, BANK)[0] == "18 and 11"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("Ac Ad Ah", "Three of a Kind, Ace high"),
        ("Jc Kd Qh", "Three faces, King high"),
        ("Ac Kd Qh", "1"),
        ("Tc Td 9h", "9"),
    ],
)
def test_three_cards_of_no_push(hand, said):
    """004 L1054-1224: an ace is no face."""
    r = round_of("no-push", CC, {2: {"first": 10}, 3: {"first": 10}}, bank=2)
    assert deal(r, s2=hand).words(2) == said


def test_a_hand_of_hold_em_is_told_from_five_cards_on():
    """000 L4480: two of one's own, then the flop."""
    r = round_of("ultimate-texas-holdem", AJ, {2: {"ante": 5, "blind": 5}})
    deal(r, s2="As Ad", board="Ah 7d 2c Ks 9s")
    assert (r.hint(2), r.offer(2).way) == ("", ())
    do(r, 2, "check")
    deal(r, board="Ah 7d 2c")
    assert r.hint(2) == "Three of a Kind, Aces, Seven-Deuce kickers"


# ---- How it lies


def test_a_hand_that_wins_by_itself_is_seen_at_the_end_and_from_the_top():
    """004 L82: declared; it was not set, so it lies in no three hands."""
    r = chinese(HG, s1=DRAGON, s2=PAIRS)
    play(r, Choose(1, "dragon"))
    play(r, Timeout(2))
    seen = kind_of(r).hands
    assert (seen(r, 1), seen(r, 2)) == ((), ())
    play(r, Settle())
    (dragon,) = seen(r, 1)
    assert (dragon.words, dragon.cards) == ("Dragon", cards("AsKcQdJhTs9c8d7h6s5c4d3h2s"))
    assert [len(hand.cards) for hand in seen(r, 2)] == [3, 5, 5]


def test_each_hand_of_twenty_one_says_what_became_of_it_and_what_lies_on_it():
    """004 L688-692: split, doubled, stood on, gone over; after the end what lay there."""
    r = round_of("no-bust-21st-century-blackjack", CC, {2: {"base": 40}, 3: {"base": 30}})
    assert kind_of(r).hands(r, 2) == ()
    deal(r, s2="8c 8d", s3="Kc 6d", bank="6c Td")
    deal(do(r, 2, "split"), s2="Kc")
    deal(do(r, 2, "stand"), s2="3d")
    seen = lambda seat: [  # noqa: E731
        (hand.words, hand.note, hand.chips // 100) for hand in kind_of(r).hands(r, seat)
    ]
    assert seen(2) == [("18", "Stands", 40), ("11", "To play", 40)]
    assert seen(3) == [("16", "To play", 30)]
    deal(do(r, 2, "double"), s2="Kh")
    assert seen(2) == [("18", "Stands", 40), ("21", "Doubled", 80)]
    deal(do(r, 3, "hit"), s3="Ts", bank="Kd")
    play(r, Settle())
    assert seen(2) == [("18", "Stands", 40), ("21", "Doubled", 80)]
    assert seen(3) == [("26", "Over", 30)]


# ---- Who took what


def test_who_takes_a_pool_is_said_and_shows_the_card_that_he_changed():
    """004 L1054-1224: the strongest hand takes everybody's wagers."""
    r = round_of("no-push", CC, {2: {"first": 10}, 3: {"first": 10}}, bank=2)
    deal(r, s2="Ac Ad Ah", s3="2c Td Kh")
    play(r, Choose(2, "change", 0, (1,)))
    do(r, 3, "keep")
    deal(r, s2="As")
    play(r, Settle())
    assert r.settled() == Settled(2, 1_000, "takes the pool")
    assert [r.face(n) for n in r.open_numbers()] == [*cards("Ac Ad Ah As")]


def test_who_takes_nothing_shows_no_card_that_he_changed():
    r = round_of("three-card-poker", AJ, {2: {"ante": 5}, 3: {"ante": 5}})
    deal(r, s2="As Ad Ac", s3="2c 4d 7h", bank="Kc Kd 5h")
    for seat in (2, 3):
        play(r, Choose(seat, "play", 500))
    play(r, Settle())
    assert [r.face(n) for n in r.open_numbers()] == [*cards("As Kc Ad Kd Ac 5h")]


def test_a_round_of_points_says_who_won_most():
    """003 L882: everybody with everybody; the dragon is worth 13 points of $5 from the other."""
    r = chinese(HG, s1=DRAGON, s2=PAIRS)
    play(r, Choose(1, "dragon"))
    play(r, Timeout(2))
    play(r, Settle())
    assert r.settled() == Settled(1, 6_500, "wins most")


def test_a_round_in_which_nobody_bet_has_no_result():
    r = round_of("three-card-poker", AJ, {2: {"ante": 5}})
    assert r.settled() is None
    r = round_of("no-push", CC, {2: {"first": 10}}, bank=2)
    assert (r.due, r.settled()) == ("over", None)


@pytest.mark.parametrize(
    ("game", "house", "board", "verb"),
    [
        ("baccarat-gold", CR, "2c 3d", "hit"),
        ("baccarat-gold", CR, "Kc Td", "hit"),
        ("21st-century-baccarat", DD, "2c 4d", "stand"),
    ],
)
def test_silence_in_baccarat_is_the_house_way(game, house, board, verb):
    """000b: five or less hits."""
    r = deal(round_of(game, house, {2: {"base": 10}}), board=board, bank="6c Ad")
    play(r, Timeout(2))
    assert r.answers[2] == [verb]
