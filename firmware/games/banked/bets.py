"""Wagers before the deal: which circles a seat may use, for how much, and what that costs."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.banked.kinds import KINDS
from firmware.games.banked.page import Circle
from firmware.games.banked.round import Round
from firmware.money import show


class CircleOffer(Struct, frozen=True, omit_defaults=True):
    """One circle of a seat, as its station draws it."""

    name: str
    least: int
    most: int
    step: int
    placed: int = 0
    always: bool = False
    needs: tuple[str, ...] = ()
    equals: str = ""
    no_more_than: str = ""
    without: tuple[str, ...] = ()
    stood: int = 0  # of it what lay there before the bets were opened
    locked: bool = False  # neither more nor less until it is decided


def has_choice(r: Round, seat: int) -> bool:
    """Is there anything that it could lay down, or take back? Mostly the first circle tells."""
    return any(not one.locked for one in _open(r, seat))


def offered(r: Round, seat: int) -> tuple[CircleOffer, ...]:
    """Every circle that could be wagered on by itself, or with those that it needs."""
    return tuple(_open(r, seat))


def _open(r: Round, seat: int) -> Iterator[CircleOffer]:
    kind, standing = KINDS[r.rules.kind], r.standing(seat)
    room = kind.room(r, seat) if kind.room else None
    for name, circle in r.rules.circles.items():
        placed, stood = r.bets[seat].get(name, 0), standing.get(name, 0)
        shut = _shut(r, name)
        if shut and not stood:
            continue
        least, most = (1, 0) if shut else _range(r, seat, name, room)
        if most < least and not stood:
            continue
        if most < least:  # as it lies, or not at all
            least = most = stood
        yield CircleOffer(
            name, least, most, circle.step, placed, circle.always, circle.needs,
            circle.equals, circle.most, circle.without, stood, shut and not circle.down,
        )  # fmt: skip


def _range(r: Round, seat: int, name: str, room: Callable[[str], int] | None) -> tuple[int, int]:
    circle = r.rules.circles[name]
    least, high = _limits(r, circle, seat)
    high = min(high, room(name)) if room and circle.section else high
    return least, min(high, _reach(r, seat, name)) // circle.step * circle.step


def _shut(r: Round, name: str) -> bool:
    """Whatever lies there, nobody adds to it now."""
    return r.rules.circles[name].later or not KINDS[r.rules.kind].opens_now(r, name)


def _limits(r: Round, circle: Circle, seat: int) -> tuple[int, int]:
    if circle.whole:  # what is less than a point does not play (003 L888)
        point = r.fee.limits[0]
        all_ = (worth(r, seat) - r.fee.most_share) // point * point
        return max(point, all_), all_
    if circle.behind:
        times = KINDS[r.rules.kind].times(r, circle.behind)
        return circle.step, times * r.bets[seat].get(circle.behind, 0)
    least, most = circle.limits if any(circle.limits) else r.fee.limits
    least = -(-least // circle.step) * circle.step
    return least, min(most, circle.top) if circle.top else most


def _reach(r: Round, seat: int, name: str) -> int:
    """The most that a seat can put there, with the least on all that has to be with it."""
    low, high = _limits(r, r.rules.circles[name], seat)
    step, lying = r.rules.circles[name].step, r.standing(seat)

    def fits(chips: int) -> bool:
        return _fits(r, seat, with_needed(r, name, chips, lying))

    if fits(high):  # mostly
        return high
    if not fits(low):
        return 0
    # No chip costs less than itself, and what fits grows no less with the amount.
    more = range(low + step, min(high, worth(r, seat) + step), step)
    return low + step * bisect_left(more, True, key=lambda chips: not fits(chips))


def with_needed(
    r: Round, name: str, chips: int, lying: Mapping[str, int] | None = None
) -> dict[str, int]:
    """A wager with the least of all that it needs, beside what lies there from before."""
    circles, here = r.rules.circles, r.rules.circles[name]
    bets = {**(lying or {}), name: chips}
    if not r.rules.ties_circles:
        if here.needs and not any(other in bets for other in here.needs):
            bets[here.needs[0]] = _limits(r, circles[here.needs[0]], 0)[0]
        if here.most:
            bets[here.most] = max(bets.get(here.most, 0), chips)
        return bets
    for other, circle in circles.items():
        if other not in bets and circle.always and not circle.later:
            bets[other] = _limits(r, circle, 0)[0]
    needs = circles[name].needs
    if needs and not any(other in bets for other in needs):
        bets[needs[0]] = _limits(r, circles[needs[0]], 0)[0]
    for other, circle in circles.items():
        if other in bets and circle.equals in bets:
            both = max(bets[other], bets[circle.equals]) if name in (other, circle.equals) else 0
            bets[other] = bets[circle.equals] = both or bets[circle.equals]
        if other == name and circle.most:
            bets[circle.most] = max(bets.get(circle.most, 0), chips)
    return {other: bets[other] for other in circles if other in bets}


def _fits(r: Round, seat: int, bets: Mapping[str, int]) -> bool:
    most = r.fee.most
    return cost(r, seat, bets) <= worth(r, seat) and not (most and sum(bets.values()) > most)


def worth(r: Round, seat: int) -> int:
    """What a seat has for its wagers, those that lie there included."""
    return r.stacks[seat] + sum(r.bets[seat].values())


def fee_of(r: Round, bets: Mapping[str, int]) -> int:
    """What the house takes of these wagers."""
    return r.fee.of_wagers(bets, r.rules.circles)


def new(r: Round, seat: int, bets: Mapping[str, int]) -> dict[str, int]:
    """Of these wagers what did not lie there before: it is paid for once."""
    stood = r.standing(seat)
    more = {name: chips - stood.get(name, 0) for name, chips in bets.items()}
    return {name: chips for name, chips in more.items() if chips > 0}


def base_of(r: Round, bets: Mapping[str, int]) -> int:
    """Of these, the wagers of the game itself."""
    return sum(chips for name, chips in bets.items() if r.rules.circles[name].base)


def cost(r: Round, seat: int, bets: Mapping[str, int]) -> int:
    """The wagers, their fee, and what has to be left to go on with."""
    left = r.rules.reserve * bets.get(r.rules.played, 0)
    return sum(bets.values()) + fee_of(r, new(r, seat, bets)) + left


def check(r: Round, seat: int, bets: dict[str, int]) -> None:
    """Refused, with why, unless the rules allow exactly these wagers."""
    rules, kind = r.rules, KINDS[r.rules.kind]
    for name, chips in bets.items():
        circle = rules.circles.get(name)
        if circle is None or (_shut(r, name) and chips != r.standing(seat).get(name)):
            raise Refused(f"No bet on {name} now.", rules.source)
        if _shut(r, name):
            continue
        least, most = _limits(r, circle, seat)
        if not least <= chips <= most:
            words = f"{name.capitalize()}: {show(least)} to {show(most)}."
            raise Refused(words, rules.source)
        if chips % circle.step:
            raise Refused(f"{name.capitalize()} in steps of {show(circle.step)}.", rules.source)
        _check_beside(r, name, circle, bets)
    for name, circle in rules.circles.items():
        if circle.always and not circle.later and bets and name not in bets:
            raise Refused(f"Every bet comes with the {name}.", rules.source)
    if r.fee.most and sum(bets.values()) > r.fee.most:
        raise Refused(f"{show(r.fee.most)} in all at this table.", rules.source)
    for name in r.standing(seat):
        if name not in bets and _shut(r, name) and not rules.circles[name].down:
            raise Refused(f"{name.capitalize()} lies until it is decided.", rules.source)
    if bets and cost(r, seat, bets) > worth(r, seat):
        raise Refused("You have too few chips for that.", rules.source)
    more = any(rules.circles[name].section for name in new(r, seat, bets))
    if more and kind.need and kind.need(r, seat, bets) > r.stake:
        raise Refused("The bank covers no more of these bets.", rules.source)


def _check_beside(r: Round, name: str, circle: Circle, bets: dict[str, int]) -> None:
    if circle.needs and not any(other in bets for other in circle.needs):
        words = " or ".join(circle.needs)
        raise Refused(f"{name.capitalize()} only with {words}.", r.rules.source)
    if beside := [other for other in circle.without if other in bets]:
        raise Refused(f"{name.capitalize()} or {beside[0]}, not both.", r.rules.source)
    if circle.equals and bets[name] != bets.get(circle.equals):
        words = f"{name.capitalize()} is as big as the {circle.equals}."
        raise Refused(words, r.rules.source)
    if circle.most and bets[name] > bets.get(circle.most, 0):
        words = f"{name.capitalize()} is no bigger than the {circle.most}."
        raise Refused(words, r.rules.source)
