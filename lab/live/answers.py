"""What a finger may answer to whatever a glass asks: any way that it offers, by its own luck.

A question is known by the buttons that are drawn, so it says nothing about the game.
"""

from random import Random

from ui.door import Told

EITHER = (("up", "down"), ("no", "yes"))  # roll a card, kill the pot


def taps(seen: Told, rng: Random) -> list[str]:
    """The buttons to touch, one after the other; none: nothing is asked but a bet of poker."""
    there = seen.targets
    if "pass bank" in there:
        return _bank(seen, rng)
    if "place" in there:
        return _bets(seen, rng)
    if "declare" in there:
        return ["house way", "declare"]
    if verbs := _named(seen, "do "):
        return [rng.choice(verbs + _named(seen, "place ")[:1])]
    if "draw" in there:
        return ["draw"]
    if cards := _named(seen, "place "):
        return [rng.choice(cards)]
    if "cut skip" in there:
        return ["cut skip"]
    for either in (_named(seen, "pick "), *EITHER):
        if either and all(name in there for name in either):
            return [rng.choice(either)]
    return []


def _named(seen: Told, kind: str) -> list[str]:
    return [name for name in seen.targets if name.startswith(kind)]


def _bank(seen: Told, rng: Random) -> list[str]:
    if "take bank" not in seen.targets or rng.random() < 0.2:
        return ["pass bank"]
    presets = [name for name in _named(seen, "stake ") if name.removeprefix("stake ").isdigit()]
    return [*presets[-1:], "take bank"]


def _bets(seen: Told, rng: Random) -> list[str]:
    """Up to three chips on any circles; sometimes none. What was refused does not lie on."""
    circles, chips = _named(seen, "circle "), _named(seen, "chip ")
    clear = [name for name in ("clear bets",) if name in seen.targets]
    if not circles or rng.random() < 0.1:
        return [*clear, "place"]
    return [*clear, rng.choice(chips), *rng.choices(circles, k=rng.randint(1, 3)), "place"]
