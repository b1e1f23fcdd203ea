"""What everybody is told of hands that are being set does not depend on a card of them."""

from random import Random

import msgspec
import pytest

from firmware.games.banked.commands import Wager
from firmware.games.banked.play import new_round
from firmware.games.banked.spread import banked_rules
from firmware.games.poker.commands import Deal, Timeout
from firmware.screens.projection.banked import against, ask
from tests.games.banked.spots import play, round_of

GAMES = [
    ("pai-gow-poker", "artichoke-joes", {"base": 40}),
    ("fortune-pai-gow-poker", "casino-royale", {"base": 40, "fortune": 5}),
    ("jokers-wild-pai-gow-poker", "hawaiian-gardens", {"base": 40}),
    ("posoy", "club-caribe", {"front": 20, "middle": 20, "back": 20}),
    ("pai-gow-tiles", "delta-downtown", {"base": 40}),
    ("pai-gow-tiles", "hawaiian-gardens", {"base": 40}),
]


def told(game, house, bets, seed):
    """All that the center is told until the bank's cards lie open; and who was asked what."""
    r = round_of(game, house, {2: bets, 3: bets}, places=4)
    want, rng = r.wants(), Random(seed)
    dice = (2, 3, 4)[: want.dice]
    play(r, Deal(tuple(rng.sample(banked_rules(game, house).shoe, len(want.targets))), dice))
    public, asked = [msgspec.json.encode(against(r, 1))], []
    for seat in (2, 3):
        asked.append(ask(r.due, r.offer(seat), 7, "").way)
        play(r, Timeout(seat))
        if seat == 2:
            public.append(msgspec.json.encode(against(r, 1)))
    return public, asked


@pytest.mark.parametrize(("game", "house", "bets"), GAMES)
def test_two_deals_look_alike_until_the_bank_opens(game, house, bets):
    deals = [told(game, house, bets, seed) for seed in range(6)]
    assert all(public == deals[0][0] for public, _ in deals)
    assert any(asked != deals[0][1] for _, asked in deals), "the house way tells its own seat"


def thirteen(seed):
    """Chinese poker has no bank: what the center is told while three of four have set."""
    rules, rng = banked_rules("chinese-poker-13", "hawaiian-gardens"), Random(seed)
    r = new_round(rules, 0, 4, dict.fromkeys(range(1, 5), 100_000), (1, 2, 3, 4))
    for seat in range(1, 5):
        play(r, Wager(seat, tuple((one.name, one.most) for one in r.offer(seat).circles)))
    play(r, Deal(tuple(rng.sample(rules.shoe, 52))))
    public, asked = [], []
    for seat in range(1, 4):
        public.append(msgspec.json.encode((against(r, 1), [r.faces(one) for one in range(1, 5)])))
        asked.append(ask(r.due, r.offer(seat), 7, "").way)
        play(r, Timeout(seat))
    return public, asked


def test_nobody_is_told_of_thirteen_cards_before_all_have_set():
    deals = [thirteen(seed) for seed in range(4)]
    assert all(public == deals[0][0] for public, _ in deals)
    assert any(asked != deals[0][1] for _, asked in deals)
