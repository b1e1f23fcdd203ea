"""Whatever players do: no chip comes or goes, what is offered is taken and nothing else, the events
alone rebuild the hand, and every hand ends."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.engine import first_events
from firmware.games.pan.engine import Choice
from firmware.games.pan.play import PanPlay, new_pan
from firmware.games.poker.commands import Deal, Drop, Foul, Post, Timeout
from lab.simulation.pan_bot import chosen
from tests.games.pan.hands import CHIP, RULES, STAKES, total

Policy = Callable[[PanPlay, int, tuple[Choice, ...], Random], object]


def anything(hand: PanPlay, seat: int, choices: tuple[Choice, ...], rng: Random) -> object:
    if rng.random() < 0.1:
        return Timeout(seat)
    if rng.random() < 0.02:
        return Foul(seat)
    one = rng.choice(choices)
    return Choose(seat, one.name, 0, rng.choice(one.ways))


def sense(hand: PanPlay, seat: int, choices: tuple[Choice, ...], rng: Random) -> object:
    verb, way = chosen(choices, hand.unmelded(seat), rng)
    return Choose(seat, verb, 0, way)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.integers(2, 7), st.sampled_from((anything, sense)))
def test_a_hand(seed: int, players: int, policy: Policy) -> None:
    rng = Random(seed)
    stacks = {seat: CHIP * rng.choice((1, 2, 5, 20, 60)) for seat in range(1, players + 1)}
    hand, twin = (new_pan(RULES, STAKES, 1, stacks) for _ in range(2))
    posts = tuple(Post(seat, CHIP, "ante") for seat in stacks)
    shoe = [*RULES.shoe]
    rng.shuffle(shoe)
    _apply(hand, twin, first_events(RULES, STAKES, 1, stacks, posts, (Drop(CHIP),)))
    while hand.due != "over":
        if hand.due == "deal":
            command: object = Deal(tuple(shoe.pop() for _ in hand.wants().targets))
        else:
            command = policy(hand, hand.queue[0], _checked(hand, rng), rng)
        answers = hand.answer if isinstance(command, Choose) else hand.decide
        _apply(hand, twin, answers(command))
    assert hand.tops == 0
    assert hand == twin
    assert hand.leads in hand.seats
    assert all(stack >= 0 for stack in hand.stacks)


def _apply(hand: PanPlay, twin: PanPlay, events: list) -> None:  # type: ignore[type-arg]
    before = total(hand)
    for event in events:
        hand.evolve(event)
        twin.evolve(event)
        assert total(hand) == before
        held = [n for seat in hand.seats for n in hand.held(seat)]
        assert len(set(held)) == len(held), "a card is there twice"
    for seat in hand.inside if hand.due == "use" else ():
        assert len(hand.held(seat)) == 10


def _checked(hand: PanPlay, rng: Random) -> tuple[Choice, ...]:
    """Who is asked has every choice that he is offered; nobody else has one, and no other verb or
    card is taken."""
    seat = hand.queue[0]
    offered = hand.offer(seat)
    assert offered is not None
    for one in offered.choices:
        for way in one.ways:
            assert hand.answer(Choose(seat, one.name, 0, way))
    names = {one.name for one in offered.choices}
    for verb in {"in", "meld", "add 1", "leave", "draw", "discard", "split", "agree"} - names:
        with pytest.raises(Refused):
            hand.answer(Choose(seat, verb))
    held = hand.unmelded(seat)
    for one in offered.choices:
        places = tuple(rng.sample(range(len(held)), min(len(held), rng.randint(0, 3))))
        faces = sorted(held[n] for n in places)
        if faces not in [sorted(held[n] for n in way) for way in one.ways]:
            with pytest.raises(Refused):
                hand.answer(Choose(seat, one.name, 0, places))
    for other in {*hand.seats} - {seat}:
        assert hand.offer(other) is None
        with pytest.raises(Refused):
            hand.answer(Choose(other, offered.choices[0].name))
    return offered.choices
