"""The door of the poker room.

hand = new_hand(rules("texas-holdem", "artichoke-joes"), stakes, button=1, stacks={...})
play(hand, Start())
play(hand, Deal(cards))      # whenever hand.due == "deal", as many as wants(hand) says
play(hand, Call(seat=3))     # whenever hand.due == "act", one of choices(hand)
play(hand, Settle())         # when hand.due == "settle"
"""

from firmware.games.poker.betting import Choices, Range, choices
from firmware.games.poker.commands import Command
from firmware.games.poker.dealing import Wants, wants
from firmware.games.poker.decide import decide
from firmware.games.poker.events import Event
from firmware.games.poker.evolve import evolve
from firmware.games.poker.hand import Hand
from firmware.games.poker.play import new_hand
from firmware.games.poker.rules import Rules, Stakes, rules

__all__ = [
    "Choices",
    "Hand",
    "Range",
    "Rules",
    "Stakes",
    "Wants",
    "choices",
    "decide",
    "evolve",
    "new_hand",
    "play",
    "rules",
    "wants",
]


def play(hand: Hand, command: Command) -> list[Event]:
    """Decide and evolve in one go, for whoever needs no journal between the two."""
    events = decide(hand, command)
    for event in events:
        evolve(hand, event)
    return events
