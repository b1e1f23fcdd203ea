"""What a round of baccarat is: every mark of it, reckoned a second time from the cards alone."""

from random import Random

import pytest

from firmware.games.banked.engine import kind_of
from firmware.games.banked.spread import banked_rules, houses
from firmware.games.play import BOARD
from firmware.games.poker.commands import Deal
from tests.games.banked.spots import do, play, round_of

PAGES = [
    (house, game)
    for house, games in houses().items()
    for game in games
    if banked_rules(game, house).kind == "baccarat"
]
WORTH = dict(zip("A23456789TJQK", (*range(1, 10), 0, 0, 0, 0), strict=True))


def digit(cards):
    """Aces one, tens and pictures nothing: the last digit of the sum."""
    return sum(WORTH["23456789TJQKA"[card >> 2]] for card in cards) % 10


def side(player, bank):
    return ("tie", "player", "banker")[(player > bank) - (player < bank)]


def expected(rules, player, bank, chose):
    """000b D1-D18, 001 L3-185, 003 L1531-1588. Who hits counts the common third card, who stands
    does not; wagers that choose nothing go by the house way, and that hits five or less."""
    dealt, whole, theirs = digit(player[: rules.each]), digit(player), digit(bank)
    by_house = dealt if chose and dealt > 5 else whole
    mine = {"stand": dealt, "hit": whole}.get(chose, by_house)
    naturals = [len(cards) == rules.each == 2 and digit(cards) > 7 for cards in (player, bank)]
    threes = [len(cards) == 3 for cards in (player, bank)]
    pairs = [cards[0] >> 2 == cards[1] >> 2 for cards in (player, bank)]
    nines = (threes[0] and by_house == 9) + (threes[1] and theirs == 9)
    told = {
        side(by_house, theirs): True,
        {"player": "wins", "banker": "loses", "tie": "ties"}[side(mine, theirs)]: True,
        "hit wins": chose == "hit" and mine > theirs,
        "bank tie": mine == theirs and mine in rules.bank_ties,
        "house bank tie": by_house == theirs and by_house in rules.bank_ties,
        "natural wins": mine > theirs and naturals[0],
        f"wins by {mine - theirs}": mine > theirs and not naturals[0],
        "banker natural wins": theirs > by_house and naturals[1],
        f"banker wins by {theirs - by_house}": theirs > by_house and not naturals[1],
        "natural tie": all(naturals) and mine == theirs,
        "banker three-card 7": threes[1] and theirs == 7 > by_house,
        "player three-card 8": threes[0] and by_house == 8 > theirs,
        "banker wins with 6": theirs == 6 > by_house,
        "one three-card 9": nines == 1,
        "two three-card 9s": nines == 2,
        "player pair": pairs[0],
        "banker pair": pairs[1],
        "any pair": any(pairs),
        "both pairs": all(pairs),
        "four suited": len({card & 3 for card in (*player[:2], *bank[:2])}) == 1,
    }
    return {mark for mark, so in told.items() if so}


@pytest.mark.parametrize(("house", "game"), PAGES)
def test_the_marks_of_a_round(house, game):
    rules, rng = banked_rules(game, house), Random(game)
    for _ in range(60):
        r, chose = round_of(game, house, {2: {rules.played: 10}}), ""
        rng.shuffle(shoe := [*rules.shoe])
        while r.due != "settle":
            if r.due == "choose":
                asked = [verb.name for verb in r.offer(2).verbs if verb.name in ("stand", "hit")]
                do(r, 2, chose := rng.choice(asked))
            else:
                want = r.wants()
                play(r, Deal(tuple(shoe.pop() for _ in want.targets), (1, 1, 1)[: want.dice]))
        assert kind_of(r).marks(r, 2) == expected(rules, r.common, r.bank, chose)
        assert kind_of(r).words(r, BOARD) == str(digit(r.common))
