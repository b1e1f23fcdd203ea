"""What each wager was paid, against the cover as two digests write it down (000b item 5, 003
C-COVER): counted apart from the engine, wager by wager in the order in which they were settled."""

from fractions import Fraction
from itertools import islice

import pytest

from lab.simulation.rounds import answer, random_legal
from tests.games.banked.test_every_page import PAGES, rounds

ROUNDS = 12
OTHERS = ("no-push", "cal-craps", "chinese-poker-13")  # no bank, or one that covers a section apart
AGAINST_A_BANK = [page for page in PAGES if page[1] not in OTHERS]


def due(one, half_in):
    """Cents from the bank to the player, if it covers everything."""
    match one.result:
        case "push":
            return 0
        case "lose":
            return -one.bet
        case "lose 1/2":
            return one.bet // 2 // half_in * half_in - one.bet
    won, per = map(int, one.result.split(":"))
    return int(Fraction(won, per) * one.bet)


def matched(stake, dues):
    """Each dollar that is paid or taken uses up a dollar of the stake."""
    left = stake
    for one in dues:
        moved = min(abs(one), left)
        left -= moved
        yield moved if one > 0 else -moved


def net(stake, dues):
    """It pays what it has, takes until it has won its stake, and stops at either end."""
    won = 0
    for one in dues:
        if abs(won) == stake:
            yield 0
        elif one > 0:
            paid = min(one, stake + won)
            won -= paid
            yield paid
        else:
            taken = min(-one, stake - won)
            won += taken
            yield -taken


@pytest.mark.parametrize(("house", "game"), AGAINST_A_BANK)
def test_every_wager_is_paid_as_far_as_the_stake_goes(house, game):
    for r, _, rng, shoe in islice(rounds(house, game), ROUNDS):
        while r.due != "over":
            for event in r.decide(answer(r, shoe, rng, random_legal)):
                r.evolve(event)
        owed = [due(one, r.rules.half_in) for one in r.results]
        owed += [one.chips + one.uncovered for one in r.awards]
        covers = net if r.rules.cover == "net" else matched
        expected = [*covers(sum(r.staked), owed)]
        assert [one.chips for one in (*r.results, *r.awards)] == expected
        short = [abs(all_ - part) for all_, part in zip(owed, expected, strict=True)]
        assert [one.uncovered for one in (*r.results, *r.awards)] == short
        for one in r.results:
            assert one.back == one.bet + min(0, one.chips)
