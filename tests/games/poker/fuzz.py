"""Card rooms that do not exist: any game under any mix of house rules has to keep its promises."""

from random import Random
from typing import Any, get_args, get_type_hints

import msgspec

from firmware.games.poker.game import Phase
from firmware.games.poker.house import HouseRules
from firmware.games.poker.rules import Rules

NUMBERS: dict[str, tuple[Any, ...]] = {
    "raise_cap": (0, 3, 4, 6),
    "blind_counts": ((1,), (2,), (3,)),
    "opening_blinds": (1, 2),
    "pot_open": (0, 4),
    "pot_round": (0, 5),
    "wager_cap": (0, 25),
    "straddles": (-1, 0, 1, 4),
    "straddle_stack": (0, 4),
    "overs": (-1, 0, 4),
}
_HINTS = get_type_hints(HouseRules)


def settings(rng: Random) -> HouseRules:
    """Each setting at random among the values that its type allows."""
    return HouseRules(**{name: _value(name, rng) for name in HouseRules.__struct_fields__})


def _value(name: str, rng: Random) -> Any:
    if _HINTS[name] is bool:
        return rng.random() < 0.5
    return rng.choice(NUMBERS.get(name) or get_args(_HINTS[name]))


def strange(rules: Rules, rng: Random) -> Rules:
    """The same game in a house that nobody has seen; some five-card games with a kill."""
    law = with_kill(rules) if rng.random() < 0.5 else rules
    fields = msgspec.structs.asdict(settings(rng))
    return having(law, **fields)


def having(rules: Rules, **changes: Any) -> Rules:
    """The same game in a house with these rules."""
    passed = having(rules.passed, **changes) if rules.passed else None
    here = msgspec.structs.replace(rules.settings, **changes)
    return msgspec.structs.replace(rules, settings=here, passed=passed)


def with_kill(rules: Rules) -> Rules:
    """Five-card games: a pause after two cards, in which the pot may be killed (002 L270)."""
    if rules.phases[0].faces != "ddddd" or rules.passed:
        return rules
    two, kill = Phase("deal", "before", faces="dd"), Phase("kill", "before")
    three = Phase("deal", "before", faces="ddd")
    return msgspec.structs.replace(rules, phases=(two, kill, three, *rules.phases[1:]))
