"""Wagers that are not placed yet: what a touch on a circle makes of them.

A circle never holds less than its least, more than its most, or what the chips do not reach for;
what it needs comes with it, and what it cannot stand beside goes.
"""

from collections.abc import Mapping

from msgspec import Struct

from firmware.screens.protocol import Circle, Layout, tier_of
from ui.amounts import show

Bets = Mapping[str, int]


class Rules(Struct, frozen=True):
    """What this seat may wager, of how many chips."""

    layout: Layout
    circles: tuple[Circle, ...]
    worth: int  # its stack, and what lies on its circles

    def circle(self, name: str) -> Circle:
        return next(one for one in self.circles if one.name == name)

    def new(self, bets: Bets) -> dict[str, int]:
        """Of these what did not lie there before the bets were opened."""
        stood = {one.name: one.stood for one in self.circles}
        more = {name: chips - stood.get(name, 0) for name, chips in bets.items()}
        return {name: chips for name, chips in more.items() if chips > 0}

    @property
    def stood(self) -> dict[str, int]:
        return {one.name: one.stood for one in self.circles if one.stood}

    def fee(self, bets: Bets) -> int:
        pays = {one.name: one for one in self.layout.circles}
        return self.layout.fees.of_wagers(self.new(bets), pays)

    def tier(self, bets: Bets) -> str:
        """Why it costs that: the posted tier that these wagers fall in."""
        fees = self.layout.fees
        amount = fees.counted(bets, {one.name: one for one in self.layout.circles})
        if not fees.player or not amount:
            return "each bet"
        _, high, _ = tier_of(fees.player, amount)
        bases = [one.name for one in self.layout.circles if one.base and one.name in bets]
        name = " and ".join(bases) if fees.player_on == "base" else "bets"
        return f"{name} to {show(high)}" if high else f"{name} {show(amount)}"

    def left(self, bets: Bets) -> int:
        """Of the stack, when they are placed and paid for."""
        return self.worth - sum(bets.values()) - self.fee(bets)

    def fits(self, bets: Bets) -> bool:
        layout, whole = self.layout, sum(bets.values())
        most, kept = layout.fees.most, layout.reserve * bets.get(layout.played, 0)
        return self.left(bets) >= kept and not (most and whole > most)

    def legal(self, bets: Bets) -> bool:
        """May they be placed as they are, all of them?"""
        known = {one.name: one for one in self.circles}
        if not bets or any(name not in known for name in bets) or not self.fits(bets):
            return False
        missing = any((one.always or one.locked) and one.name not in bets for one in self.circles)
        return not missing and all(self._stands(known[name], bets) for name in bets)

    def _stands(self, one: Circle, bets: Bets) -> bool:
        chips = bets[one.name]
        if one.locked or chips == one.stood:
            return chips == one.stood
        if not one.least <= chips <= one.most or chips % one.step:
            return False
        if one.needs and not any(other in bets for other in one.needs):
            return False
        if one.equals and bets.get(one.equals) != chips:
            return False
        return not any(other in bets for other in one.without)


def added(rules: Rules, bets: Bets, name: str, chip: int) -> dict[str, int]:
    """With a chip more on a circle; as they were, if that does not fit."""
    one, now = rules.circle(name), bets.get(name, 0)
    wish = bets.get(one.equals, 0) if not now else 0  # it starts as big as the one it equals
    wish = wish or min(one.most, max(one.least, (now + chip) // one.step * one.step))
    more = {other: chips for other, chips in bets.items() if other not in one.without}
    more[name] = wish
    for other in rules.circles:
        if other.name not in more and (other.always or _first_need(one, more) == other.name):
            more[other.name] = other.least
    if one.no_more_than:
        more[one.no_more_than] = max(more.get(one.no_more_than, 0), wish)
    more = _levelled(rules, more, name)
    return _in_order(rules, more) if rules.legal(more) else dict(bets)


def _first_need(one: Circle, bets: Bets) -> str:
    return "" if not one.needs or any(name in bets for name in one.needs) else one.needs[0]


def _levelled(rules: Rules, bets: dict[str, int], name: str) -> dict[str, int]:
    """Circles that are as big as another one follow the one that was touched."""
    own = rules.circle(name)
    if own.equals:
        bets[own.equals] = bets[name]
    for one in rules.circles:
        if one.equals in bets and one.name in bets:
            bets[one.name] = bets[one.equals]
    return bets


def taken(rules: Rules, bets: Bets, name: str, chip: int) -> dict[str, int]:
    """With a chip less on a circle; less than its least is nothing, and what needs it goes too."""
    one, less = rules.circle(name), dict(bets)
    if one.locked:
        return less
    rest = (less.pop(name, 0) - chip) // one.step * one.step
    if rest >= one.least:
        less[name] = rest
        less = _levelled(rules, less, name)
        for other in rules.circles:
            if other.no_more_than == name and other.name in less:
                less[other.name] = min(less[other.name], rest)
    elif one.always:
        return rules.stood
    kept = dict(less)
    for other in rules.circles:
        alone = other.needs and not any(need in less for need in other.needs)
        if other.name in kept and (alone or (other.equals and other.equals not in less)):
            del kept[other.name]
    return _in_order(rules, kept)


def _in_order(rules: Rules, bets: Bets) -> dict[str, int]:
    return {one.name: bets[one.name] for one in rules.circles if one.name in bets}
