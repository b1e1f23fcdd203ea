"""What no hand may ever do, in any game of the catalogue, in any house, at any limit.

The inspector holds the promises; here they are put to every table that can be spread, to houses
that do not exist, and to the rare branches, which have to be seen to have happened.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from firmware.games.poker.pots import pots
from firmware.games.poker.rules import Rules, games, houses, rules
from lab.simulation.bots import calls, play_hand, sensible
from tests.games.poker.fuzz import having, strange, with_kill
from tests.games.poker.inspector import (
    LEGAL,
    RAISING,
    SLEEPY,
    STAYING,
    TASTES,
    Inspector,
    inspect,
    stacks_for,
    stakes_for,
)
from tests.games.poker.slow import side_pots


def spread(game: str) -> list[Rules]:
    """Every way in which some house spreads this game."""
    here = [("common", games()[game].limits)]
    for house, home in houses().items():
        if game in home.games:
            here.append((house, home.games[game].limits or games()[game].limits))
    return [rules(game, house, limit) for house, limits in here for limit in limits]


@pytest.mark.parametrize("game", games())
def test_every_promise_at_every_step(game: str) -> None:
    for law in spread(game):
        for number in range(2 * len(TASTES)):
            rng = Random(f"{game} {law.house} {law.limit} {number}")
            inspect(law, rng, Counter(), number)


@pytest.mark.parametrize("game", games())
def test_every_promise_in_houses_that_do_not_exist(game: str) -> None:
    for limit in games()[game].limits:
        for number in range(2 * len(TASTES)):
            rng = Random(f"{game} {limit} {number} strange")
            inspect(strange(rules(game, "common", limit), rng), rng, Counter(), number)


@settings(max_examples=60)
@given(st.sampled_from(sorted(games())), st.data())
def test_every_promise_whatever_the_players_choose(game: str, data: st.DataObject) -> None:
    """Hypothesis is the dealer, the players and the house: it looks for the worst of them."""
    rng = data.draw(st.randoms(use_true_random=False))
    limit = data.draw(st.sampled_from(games()[game].limits))
    inspect(strange(rules(game, "common", limit), rng), rng, Counter())


class Hunt(Struct, frozen=True):
    """Where to look for a rare branch: games, tastes of the players, rules of the house."""

    games: tuple[str, ...]
    tastes: tuple[int, ...] = (LEGAL, STAYING, RAISING, SLEEPY)
    house: dict[str, Any] = {}


RARE = {
    "deck short in stud": Hunt(("seven-card-stud", "razz", "asian-stud"), (STAYING,)),
    "one card for everybody": Hunt(("seven-card-stud", "asian-stud"), (STAYING,)),
    "reshuffle for a draw": Hunt(("kansas-city", "lowball-ace-to-five", "badugi"), (STAYING,)),
    "a card to a folded seat": Hunt(
        ("seven-card-stud", "razz", "asian-stud", "mexican-poker"),
        (SLEEPY,),
        {"phantoms": True, "timeout": "dead hand"},
    ),
    "fifth card owed": Hunt(("lowball-ace-to-five", "jacks-back"), house={"fifth_last": True}),
    "half a bet reopens": Hunt(("texas-holdem", "seven-card-stud", "badugi"), (RAISING,)),
    "short all-in": Hunt(("texas-holdem", "seven-card-stud", "badugi"), (RAISING,)),
    "cap lifted": Hunt(("texas-holdem", "badugi"), (RAISING,)),
    "three or more side pots": Hunt(("texas-holdem", "omaha-hi-lo", "badugi"), (STAYING,)),
    "split pot": Hunt(("texas-holdem", "omaha-hi-lo"), (STAYING,)),
    "odd chips": Hunt(("texas-holdem", "omaha-hi-lo"), (STAYING,)),
    "Returned": Hunt(("texas-holdem", "razz", "badugi")),
    "Killed": Hunt(("lowball-ace-to-five", "lowball-deuce-to-seven")),
    "PassedOut": Hunt(("draw-jacks-or-better",), (STAYING,)),
    "TurnedLow": Hunt(("jacks-back",), (STAYING,)),
}


@pytest.mark.parametrize("branch", RARE)
def test_rare_branches_happen_and_keep_every_promise(branch: str) -> None:
    hunt = RARE[branch]
    for game in hunt.games:
        seen: Counter[str] = Counter()
        for number in range(120):
            rng = Random(f"{branch} {game} {number}")
            law = having(with_kill(rules(game)), **hunt.house)
            inspect(law, rng, seen, hunt.tastes[number % len(hunt.tastes)])
            if seen[branch] >= 3:
                break
        assert seen[branch] >= 3, f"{branch} is not seen in {game}"


@pytest.mark.parametrize("game", ["seven-card-stud", "seven-card-stud-hi-lo", "razz"])
@pytest.mark.parametrize("count", [7, 8])
def test_a_full_stud_table_to_the_end(game: str, count: int) -> None:
    """000a [280-286]: seven use up the deck, eight share a card; everybody is served."""
    law, rng = rules(game), Random(1)
    hand, _ = play_hand(
        law, stakes_for(law, rng), 1, dict.fromkeys(range(1, count + 1), 99999), rng, calls
    )
    assert len(hand.live) == count
    held = {len(hand.cards(seat)) + len(hand.board) for seat in hand.live}
    assert held == {7}
    assert len(hand.board) == (count == 8)


@pytest.mark.parametrize("game", games())
def test_sensible_players_finish_their_hands(game: str) -> None:
    law, rng = rules(game, "common", games()[game].limits[0]), Random(game)
    for button in (1, 2):
        stacks = stacks_for(law, rng)
        hand, _ = play_hand(law, stakes_for(law, rng), button, stacks, rng, sensible(tries=6))
        assert sum(hand.stacks) + hand.pot == sum(stacks.values())


def test_same_seed_same_hand() -> None:
    law = rules("omaha-hi-lo", "common", "pot-limit")
    one, two = (Inspector(law, Random(5), Counter(), TASTES[0]) for _ in range(2))
    assert one.inspect() == two.inspect()
    assert one.journal == two.journal


# Pots


@given(
    st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=2, max_size=10),
    st.integers(0, 9),
)
def test_pots_are_what_one_gets_chip_by_chip(
    contributions: list[tuple[int, bool]], dead: int
) -> None:
    """000a L2: layers by live contributions; folded chips fill them, dead money is in the main."""
    stakes = [0, *(chips for chips, _ in contributions)]
    live = [seat for seat, (_, stays) in enumerate(contributions, 1) if stays] or [1]
    built = [(tuple(sorted(p.seats)), p.chips) for p in pots(stakes, live, dead) if p.chips]
    assert built == side_pots(stakes, live, dead)
    assert sum(chips for _, chips in built) == sum(stakes) + dead


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("game", games())
def test_every_promise_at_length(game: str, chunk: int) -> None:
    for law in spread(game):
        for number in range(100):
            rng = Random(f"{game} {law.house} {law.limit} {number} soak {chunk}")
            inspect(strange(law, rng) if number % 2 else law, rng, Counter(), number)
