"""The door of the games room: one way in to all engines.

`law` reads a game as a house spreads it, `new_play` begins a play of it; what is due from then on
the play says itself (play.py).
"""

from collections.abc import Mapping

from msgspec.structs import replace

from firmware.games.banked.before import law_before as law_before
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.page import BankedRules
from firmware.games.banked.play import BankedPlay, new_round
from firmware.games.banked.sheet import tell as tell_banked
from firmware.games.banked.spread import banked_rules, catalogue
from firmware.games.pan.events import PanEvent
from firmware.games.pan.page import PanRules, pan_rules
from firmware.games.pan.page import catalogue as pan_games
from firmware.games.pan.play import PanPlay, new_pan
from firmware.games.pan.sheet import tell as tell_pan
from firmware.games.poker import forced
from firmware.games.poker.commands import Drop, Post
from firmware.games.poker.events import Event as PokerEvent
from firmware.games.poker.events import Posted
from firmware.games.poker.house import GameHere, Structure
from firmware.games.poker.page import Sheet, tell
from firmware.games.poker.play import PokerPlay, new_hand
from firmware.games.poker.rules import Rules, Stakes, games, houses, rules

Law = Rules | BankedRules | PanRules
AnyPlay = PokerPlay | BankedPlay | PanPlay
PlayEvent = PokerEvent | BankedEvent | PanEvent


def law(game: str, house: str, limit: Structure, timeout: str, straddles: int) -> Law:
    """The rules of `game` as `house` spreads it. `timeout` is what silence means at this table,
    `straddles` how many it allows where its house has fewer."""
    if game in catalogue():
        return banked_rules(game, house)
    if game in pan_games():
        return pan_rules(game, house)
    found = rules(game, house, limit)
    most = max(straddles, found.settings.straddles) if straddles else found.settings.straddles
    return replace(found, settings=replace(found.settings, timeout=timeout, straddles=most))


def sheet(law: Law) -> Sheet:
    """The page of the game in words."""
    if isinstance(law, Rules):
        home = houses()[law.house]
        return tell(games()[law.game], home, home.games.get(law.game, GameHere()), law)
    if isinstance(law, PanRules):
        return tell_pan(law)
    return tell_banked(law, law.game, law.house)


def new_play(
    law: Law,
    stakes: Stakes,
    button: int,
    stacks: Mapping[int, int],
    places: int,
    option: int = 1,
    offers: tuple[int, ...] = (),
) -> AnyPlay:
    """A play about to begin for the seats of `stacks`, at a table of `places`. Banked: with the
    fees of `option`, the bank offered to `offers` one after the other."""
    if isinstance(law, Rules):
        return new_hand(law, stakes, button, stacks)
    if isinstance(law, PanRules):
        return new_pan(law, stakes, button, stacks)
    return new_round(law, option, places, stacks, offers)


def first_events(
    law: Law,
    stakes: Stakes,
    button: int,
    stacks: dict[int, int],
    posts: tuple[Post, ...],
    drops: tuple[Drop, ...] = (),
    payer: int = 0,
) -> list[PlayEvent]:
    """What is posted before any card of a hand that has not begun yet, and what the house takes
    of it: `drops`, and all that `payer` posted last, if anybody pays for the house's service before
    the cards. `stacks` in dealing order."""
    assert not isinstance(law, BankedRules)
    seats = tuple(stacks)
    if isinstance(law, Rules):
        forced.refuse_extras(law, stakes, seats, stacks, posts)
    events: list[PlayEvent] = [*forced.posted(seats, stacks, posts)]
    if payer:
        dead = [x.chips for x in events if isinstance(x, Posted) and x.seat == payer]
        drops += (Drop(dead[-1]),)
    if drops:
        hand = new_play(law, stakes, button, stacks, 0)
        for event in events:
            hand.evolve(event)
        for drop in drops:
            taken = hand.decide(drop)
            events = [*events, *taken]
            for event in taken:
                hand.evolve(event)
    return events
