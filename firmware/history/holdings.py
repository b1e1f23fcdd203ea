"""What each player held, gathered from the whole file before the first card is dealt.

A card that was dealt unseen (`??`) may be told later: discarded by name, or shown at the end. The
engine asks for cards in its own order; here they lie ready, player by player.
"""

from msgspec import Struct

from firmware.games.cards import UNKNOWN, show
from firmware.history.malformed import Malformed
from firmware.history.phh import Action, Record


class Holding(Struct):
    """The cards of one player, in the order in which he got them."""

    dealt: list[int] = []
    held: list[int] = []  # places in `dealt`
    thrown: list[list[int]] = []  # places again, draw by draw
    given: int = 0  # so many went to the engine
    drawn: int = 0  # so many draws, likewise


def gather(record: Record) -> list[Holding]:
    """By player number; the dealer's, 0, is the board."""
    table = [Holding() for _ in range(len(record.stacks) + 1)]
    for action in record.actions:
        verb, holding = action.verb, table[action.player]
        if verb in ("dh", "db"):
            holding.held.extend(range(len(holding.dealt), len(holding.dealt) + len(action.cards)))
            holding.dealt.extend(action.cards)
        elif verb == "sd":
            _throw(holding, action)
        elif verb == "sm" and action.cards:
            _place(holding, action)
    if not any(holding.thrown for holding in table):  # no discard comes back into play
        _unique(table)
    return table


def _throw(holding: Holding, action: Action) -> None:
    thrown = _place(holding, action)
    unseen = [place for place in holding.held if holding.dealt[place] == UNKNOWN]
    blind = action.cards.count(UNKNOWN)
    if blind > len(unseen):
        words = f"{blind} cards unseen, but p{action.player} holds {_words(holding)}"
        raise Malformed(action.field, words)
    thrown += unseen[:blind]
    holding.held = [place for place in holding.held if place not in thrown]
    holding.thrown.append(thrown)


def _place(holding: Holding, action: Action) -> list[int]:
    """Where the named cards of this action lie; an unseen one takes the name."""
    places = []
    for card in action.cards:
        if card == UNKNOWN:
            continue
        here = [p for p in holding.held if holding.dealt[p] == card and p not in places]
        here = here or [p for p in holding.held if holding.dealt[p] == UNKNOWN]
        if not here:
            words = f"{show([card])} is not among the cards of p{action.player}: {_words(holding)}"
            raise Malformed(action.field, words)
        holding.dealt[here[0]] = card
        places.append(here[0])
    return places


def _words(holding: Holding) -> str:
    return show(holding.dealt[place] for place in holding.held) or "none"


def _unique(table: list[Holding]) -> None:
    seen: set[int] = set()
    for holding in table:
        for card in holding.dealt:
            if card in seen and card != UNKNOWN:
                raise Malformed("actions", f"{show([card])} is in this hand twice")
            seen.add(card)
