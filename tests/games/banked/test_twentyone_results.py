"""Every hand of rounds played at random against the result tables of the filings, counted apart
from the engine: this page knows cards, and nothing of how the engine counts them."""

from fractions import Fraction
from random import Random

import pytest

from firmware.games.banked.kinds.twentyone import hands
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import JOKER
from lab.simulation.rounds import play_round, random_legal

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip
NO_BUST = "no-bust-21st-century-blackjack"
WIN, PUSH, LOSE = Fraction(1), Fraction(0), Fraction(-1)
ROUNDS = 120


def ranks(cards):
    """A, J (a joker), T, and 2 to 9; a picture is a T."""
    return ["J" if card == JOKER else "23456789TTTTA"[card >> 2] for card in cards]


def best(cards, target, jokers=(2, 12)):
    """The highest sum that is not over, else the lowest."""
    sums = {0}
    for rank in ranks(cards):
        worth = {"A": (1, 11), "J": jokers, "T": (10,)}.get(rank) or (int(rank),)
        sums = {one + more for one in sums for more in worth}
    fits = [one for one in sums if one <= target]
    return max(fits) if fits else min(sums)


def nearer(mine, bank):
    """Neither is over, or only one."""
    return WIN if mine > bank else LOSE if mine < bank else PUSH


def two(cards, *pairs):
    return "".join(sorted(ranks(cards))) in pairs and len(cards) == 2


def california(mine, split, bank):
    """000 L1395-1402, 000a D13: two aces are best; 18 and what is over are the bank's ties."""
    if two(mine, "AA") or two(bank, "AA"):
        return nearer(two(mine, "AA"), two(bank, "AA"))
    one, other = best(mine, 22), best(bank, 22)
    if one > 22:
        return WIN if one < other else LOSE
    if other > 22:
        return WIN
    return LOSE if one == other == 18 else nearer(one, other)


def jokers(mine, split, bank):
    """000 L1057-1075: the chart of naturals, then totals; a joker makes any other hand 21."""
    names = ("JJ",), ("AJ", "AA")
    my = 0 if split else next((2 - at for at, pair in enumerate(names) if two(mine, *pair)), 0)
    its = next((2 - at for at, pair in enumerate(names) if two(bank, *pair)), 0)
    if my == 2:
        return PUSH if its == 2 else WIN if its else 2 * WIN
    if my:
        return PUSH if its else WIN
    if its:
        return LOSE
    one, other = (21 if "J" in ranks(held) else best(held, 21) for held in (mine, bank))
    if one > 21:
        return PUSH if one < other else LOSE
    return WIN if other > 21 else nearer(one, other)


def no_bust(pays, pushes):
    """004 L671-680, 002 L813-820: both over, only three cards of some totals push."""

    def result(mine, split, bank):
        my, its = two(mine, "AT") and not split, two(bank, "AT")
        if my or its:
            return pays if my > its else nearer(my, its)
        one, other = best(mine, 21), best(bank, 21)
        if one > 21:
            return PUSH if one < other and len(mine) == 3 and one in pushes else LOSE
        return WIN if other > 21 else nearer(one, other)

    return result


def pure(mine, split, bank):
    """001 L716-724: 21½ pays six to five; three eights of the bank push what is over."""
    my, its = two(mine, "AT") and not split, two(bank, "AT")
    if my or its:
        return Fraction(6, 5) if my > its else nearer(my, its)
    one, other = best(mine, 21), best(bank, 21)
    if one > 21:
        return PUSH if ranks(bank) == ["8"] * 3 else LOSE
    return WIN if other > 21 else nearer(one, other)


def hawaiian(mine, split, bank):
    """003 L630-637: A-A, joker and ten, any other 22; both over, the nearer wins."""

    def rank(cards, split=False):
        return 0 if split else 2 * two(cards, "AA") or two(cards, "JT")

    my, its = rank(mine, split), rank(bank)
    if my or its:
        return Fraction(3, 2) if my == 2 > its else nearer(my, its)
    one, other = best(mine, 22), best(bank, 22)
    if one > 22 and other > 22:
        return nearer(-one, -other)
    if one > 22 or other > 22:
        return LOSE if one > 22 else WIN
    return LOSE if one == other == 18 else nearer(one, other)


HEARTS = [12 * 4 + 2] * 2


def poker(mine, split, bank):
    """003 L2596-2641: two aces of hearts, ace and ten; a three-card 26 of the bank pushes."""

    def rank(cards, split=False):
        return 0 if split else 2 * ([*cards] == HEARTS) or two(cards, "AT")

    my, its = rank(mine, split), rank(bank)
    if my or its:
        return (None, Fraction(6, 5), 3 * WIN)[my] if my > its else nearer(my, its)
    one = 21 if [*mine] == HEARTS else best(mine, 21)  # out of a split it stands (003 L2665)
    other = best(bank, 21)
    if one > 21:
        return PUSH if other == 26 and len(bank) == 3 else LOSE
    return WIN if other > 21 else nearer(one, other)


def halves(mine, split, bank):
    """003 L1445-1455: 9½ pays six to five; who is over has lost."""
    one, other = (
        sum({"A": 2, "T": 1}.get(rank) or 2 * int(rank) for rank in ranks(held))
        for held in (mine, bank)
    )
    if one > 19:
        return LOSE
    won = WIN if other > 19 else nearer(one, other)
    return Fraction(6, 5) if won == WIN and one == 19 else won


TABLES = {
    (AJ, "california-blackjack"): california,
    (AJ, NO_BUST): jokers,
    (CC, NO_BUST): no_bust(Fraction(6, 5), (23, 24, 25)),
    (DD, NO_BUST): no_bust(WIN, (22, 23, 24, 25)),
    (CR, "pure-21-5-blackjack"): pure,
    (CR, "pure-21-5-buster-blackjack"): pure,
    (HG, "hawaiian-blackjack"): hawaiian,
    (HG, "blackjack-poker"): poker,
    (HG, "nine-and-a-half"): halves,
}


def expected(page, r, seat, at, bet):
    """What came of a hand, in cents, if the bank covers everything."""
    house, _ = page
    held, split = hands(r, seat)[at], len(hands(r, seat)) > 1
    if held.note == "Surrendered":
        whole = 500 if house == AJ else 1  # in whole five dollars (000 L1128)
        return bet // 2 // whole * whole - bet
    if "even money" in r.answers[seat]:
        return bet
    won = TABLES[page](held.cards, split, r.bank)
    return won * bet // 1


@pytest.mark.parametrize("page", TABLES)
def test_every_hand_is_paid_by_the_filings_table(page):
    house, game = page
    rules, rng, settled = banked_rules(game, house), Random(f"{house} {game}"), 0
    for _ in range(ROUNDS):
        stacks = {1: 10**9} | dict.fromkeys((2, 4, 5), 10**6)
        r, _ = play_round(rules, stacks, rng, random_legal, places=8)
        for one in r.results if sum(r.staked) > 10**6 else ():
            at = rules.circles[one.circle].hand - 1
            bank_natural = two(r.bank, "JJ", "AJ", "AA") and house == AJ
            if one.circle == rules.played:
                assert one.chips == expected(page, r, one.seat, 0, one.bet), one
            elif one.circle == "insurance":
                assert one.chips == (2 if natural(page, r.bank) else -1) * one.bet
            elif at >= 0 and bank_natural:  # what was laid down later comes back (000 L1052)
                assert one.chips == 0
            elif at >= 0:
                assert one.chips == expected(page, r, one.seat, at, one.bet), one
            else:
                continue
            settled += 1
    assert settled > ROUNDS


def natural(page, bank):
    return two(bank, "AT") or (page[1] == "blackjack-poker" and [*bank] == HEARTS)
