"""A bot against a bank: takes it or passes, lays chips on circles, chooses what is offered."""

from random import Random

from firmware.games.setting import SETTINGS
from firmware.screens import protocol as g
from stations.banked.draft import Rules, added

CHIPS = (500, 1_000, 2_500, 5_000)


def answer(view: g.View, ask: g.Ask, rng: Random) -> g.Intent | None:
    match ask.kind:
        case "bank":
            return g.Pick(ask.decision, _bank(ask, rng))
        case "wager":
            return g.Pick(ask.decision, _bets(view, ask, rng)) if not _placed(view) else None
        case _:
            return g.Pick(ask.decision, _verb(view, ask, rng))


def _bank(ask: g.Ask, rng: Random) -> str:
    least, most = ask.stake
    if not most or rng.random() < 0.2:
        return "pass"
    return f"bank/{rng.choice((least, most // 2 if most // 2 > least else least, most))}"


def _placed(view: g.View) -> bool:
    return view.public.against is not None and view.seat in view.public.against.placed


def _bets(view: g.View, ask: g.Ask, rng: Random) -> str:
    """Three touches, with any chip on any circle; sometimes none."""
    layout = view.public.placard.layout
    bets = {one.name: one.stood for one in ask.circles if one.stood}
    if layout is None or not ask.circles or (rng.random() < 0.1 and not bets):
        return "bets"
    stack = next(seat.stack for seat in view.public.seats if seat.seat == view.seat)
    rules = Rules(layout, ask.circles, stack + sum(bets.values()))
    for _ in range(3):
        bets = added(rules, bets, rng.choice(ask.circles).name, rng.choice(CHIPS))
    return "/".join(("bets", *(f"{name}={chips}" for name, chips in bets.items())))


def _set(view: g.View, ask: g.Ask, rng: Random) -> tuple[int, ...]:
    """As it comes, if that is not foul; else the house way, said by nobody or card by card."""
    layout, up = view.public.placard.layout, _own(view).up
    cards = view.hole or up
    order = rng.sample(range(len(cards)), len(cards))
    foul = layout and SETTINGS[layout.setting].foul([cards[place] for place in order])
    return rng.choice(((), ask.way)) if foul else tuple(order)


def _own(view: g.View) -> g.Seat:
    return next(seat for seat in view.public.seats if seat.seat == view.seat)


def _verb(view: g.View, ask: g.Ask, rng: Random) -> str:
    verb = rng.choice(ask.verbs)
    if verb.sets:
        return "/".join(("do", verb.name, "0", *map(str, _set(view, ask, rng))))
    places = rng.sample(range(len(view.hole) + len(_own(view).up)), verb.cards)
    return "/".join(("do", verb.name, str(verb.chips), *map(str, places)))
