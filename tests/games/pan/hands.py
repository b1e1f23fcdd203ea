"""Hands of pan that are dealt on purpose."""

from collections.abc import Mapping

from firmware.games.banked.commands import Choose
from firmware.games.cards import cards
from firmware.games.engine import first_events
from firmware.games.pan.page import PanRules, pan_rules
from firmware.games.pan.play import PanPlay, new_pan
from firmware.games.poker.commands import Deal, Drop, Post
from firmware.games.poker.rules import Stakes

CHIP = 500
STAKES = Stakes(CHIP, ante=CHIP, chip=CHIP)
RULES = pan_rules("panguingue", "artichoke-joes").as_posted("", "A. Manager, in a test")
# Ten cards of which no three go together.
JUNK = "2c 3d 5h 7c Js Qd Kh 2d 4s 6h"


def begun(stacks: Mapping[int, int], first: int, fee: int = 0, rules: PanRules = RULES) -> PanPlay:
    """The antes are up; `stacks` in chips."""
    cents = {seat: chips * CHIP for seat, chips in stacks.items()}
    hand = new_pan(rules, STAKES, first, cents)
    posts = tuple(Post(seat, CHIP, "ante") for seat in stacks)
    drops = (Drop(fee * CHIP),) if fee else ()
    for event in first_events(rules, STAKES, first, cents, posts, drops):
        hand.evolve(event)
    return hand


def dealt(
    hands: Mapping[int, str], first: int = 1, stacks: Mapping[int, int] | None = None, fee: int = 0
) -> PanPlay:
    """These hold these cards; all of them are asked whether they play."""
    hand = begun(stacks or dict.fromkeys(hands, 20), first, fee)
    held = {seat: [*cards(text)] for seat, text in hands.items()}
    do(hand, Deal(tuple(held[seat].pop(0) for seat in hand.wants().targets)))
    return hand


def do(hand: PanPlay, command: object) -> None:
    events = hand.answer(command) if isinstance(command, Choose) else hand.decide(command)
    before = total(hand)
    for event in events:
        hand.evolve(event)
        assert total(hand) == before, f"chips came or went with {event}"


def total(hand: PanPlay) -> int:
    return sum(hand.stacks) + hand.tops + hand.fees


def all_in(hand: PanPlay) -> PanPlay:
    while hand.due == "declare":
        say(hand, hand.queue[0], "in")
    return hand


def say(hand: PanPlay, seat: int, verb: str, text: str = "") -> None:
    """With the cards of these faces."""
    held, places = [*hand.unmelded(seat)], []
    for face in cards(text):
        places.append(held.index(face))
        held[places[-1]] = -1
    do(hand, Choose(seat, verb, 0, tuple(places)))


def turn(hand: PanPlay, card: str) -> None:
    do(hand, Deal(cards(card)))


def chips(hand: PanPlay) -> dict[int, int]:
    return {seat: hand.stacks[seat] // CHIP for seat in sorted(hand.seats)}


def on_board(hand: PanPlay, seat: int) -> tuple[int, ...]:
    return tuple(face for meld in hand.melds[seat] for face in hand.faces_of(meld.cards))
