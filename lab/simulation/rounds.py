"""Players of banked games, and a driver that plays one round to its end. Same seed, same round.

A policy answers what its seat is offered; the driver shuffles, shakes the dice, deals and settles.
"""

from collections.abc import Callable, Mapping
from random import Random

from firmware.games.banked.bets import with_needed
from firmware.games.banked.commands import (
    BankedCommand,
    Bets,
    Choose,
    PassBank,
    TakeBank,
    Wager,
)
from firmware.games.banked.engine import Offer, kind_of
from firmware.games.banked.events import BankedEvent
from firmware.games.banked.kinds.kind import Verb
from firmware.games.banked.page import BankedRules
from firmware.games.banked.play import BankedPlay, new_round
from firmware.games.banked.round import Round
from firmware.games.poker.commands import Deal, Settle
from firmware.games.setting import SETTINGS

Move = TakeBank | PassBank | Wager | Choose
Policy = Callable[[BankedPlay, int, Random], Move]


def play_round(
    rules: BankedRules,
    stacks: Mapping[int, int],
    rng: Random,
    policy: Policy,
    option: int = 1,
    places: int = 0,
) -> tuple[BankedPlay, list[BankedEvent]]:
    """One round, the bank offered from the first seat on."""
    seats = tuple(sorted(stacks))
    play = new_round(rules, option, places or max(seats), stacks, seats)
    shoe = list(rules.shoe)
    events: list[BankedEvent] = []
    while play.due != "over":
        for event in play.decide(answer(play, shoe, rng, policy)):
            play.evolve(event)
            events.append(event)
    return play, events


def answer(play: BankedPlay, shoe: list[int], rng: Random, policy: Policy) -> BankedCommand:
    """The next command: from the shoe, from the table, or from a player."""
    if play.due == "deal":
        want = play.wants()
        dice = tuple(rng.randint(1, want.sides) for _ in range(want.dice))
        return Deal(drawn(shoe, len(want.targets), rng), dice)
    if play.due == "settle":
        return Settle()
    return policy(play, play.queue[0] if play.due == "bank" else rng.choice(play.queue), rng)


def drawn(shoe: list[int], count: int, rng: Random) -> tuple[int, ...]:
    """Cards off a shoe whose order nobody knows: shuffled as far as it is needed."""
    out = []
    for _ in range(count):
        at = rng.randrange(len(shoe))
        shoe[at], shoe[-1] = shoe[-1], shoe[at]
        out.append(shoe.pop())
    return tuple(out)


def random_legal(play: BankedPlay, seat: int, rng: Random) -> Move:
    """Anything that is offered."""
    offered = play.offer(seat)
    assert offered is not None
    match play.due:
        case "bank":
            return _any_bank(offered, rng)
        case "wager":
            return Wager(seat, any_bets(play, offered, rng))
    verb = rng.choice(offered.verbs)
    return Choose(seat, verb.name, verb.chips, any_places(play, seat, verb, rng))


def any_places(play: BankedPlay, seat: int, verb: Verb, rng: Random) -> tuple[int, ...]:
    """Cards to give up, or all of them as they come if that is not foul; else the house way."""
    held = play.held(seat)
    if not verb.sets:
        return tuple(rng.sample(range(len(held)), verb.cards))
    order = rng.sample(range(len(held)), len(held))
    foul = SETTINGS[play.rules.setting].foul([play.face(held[place]) for place in order])
    return () if foul else tuple(order)


def _any_bank(offered: Offer, rng: Random) -> Move:
    if offered.bank is None or rng.random() < 0.2:
        return PassBank(offered.seat)
    least, most = offered.bank
    return TakeBank(offered.seat, rng.choice((least, most, rng.randint(least, most))))


def any_bets(play: Round, offered: Offer, rng: Random) -> Bets:
    """A circle or two with all that they need; sometimes nothing."""
    if not offered.circles or rng.random() < 0.15:
        return tuple((one.name, one.stood) for one in offered.circles if one.stood)
    one = rng.choice(offered.circles)
    steps = (one.most - one.least) // one.step
    chips = one.least + one.step * int(steps * rng.random() ** 3)
    lying = {other.name: other.stood for other in offered.circles if other.stood}
    if one.locked or (one.stood and one.least == one.most):
        return tuple(lying.items())
    return tuple(with_needed(play, one.name, chips, lying).items())


def house_way(play: BankedPlay, seat: int, rng: Random) -> Move:
    """Takes a big bank, wagers the least on everything that can stand together, and plays as the
    house would for it; in games of poker it never folds."""
    offered = play.offer(seat)
    assert offered is not None
    if play.due == "bank":
        return TakeBank(seat, offered.bank[1]) if offered.bank else PassBank(seat)
    if play.due == "wager":
        return Wager(seat, every_circle(offered))
    verb, places = kind_of(play).default(play, seat)
    if verb == "fold":
        plays = next(one for one in offered.verbs if one.chips)
        return Choose(seat, plays.name, plays.chips)
    return Choose(seat, verb, 0, places)


def every_circle(offered: Offer) -> Bets:
    """The same amount on each, but for those that exclude one another."""
    chips = max(one.least for one in offered.circles if not one.locked)
    return tuple((one.name, one.stood or chips) for one in offered.circles)
