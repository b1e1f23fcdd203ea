"""Both checks of a receipt, and what they say."""

import copy
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from tests.fairness.second_check import problems

WRONG = verify.Wrong


def no_reason(data: bytes) -> str:
    """Empty when the receipt is good; else what the verifier says."""
    try:
        verify.Hand(data)
    except WRONG as no:
        return str(no)
    return ""


def both_refuse(made: dict, where: str) -> None:
    data = canonical(made)
    assert re.search(where, no_reason(data)), no_reason(data)
    assert problems(data)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Of everything in it."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def forged(good_one: dict[str, Any], path: tuple[Any, ...], rng: Random) -> dict[str, Any]:
    """Something else there: another sign, another number, an item less."""
    made = copy.deepcopy(good_one)
    holder = made
    for key in path[:-1]:
        holder = holder[key]
    match old := holder[path[-1]]:
        case int():
            holder[path[-1]] = old + rng.choice((-1, 1, 7))
        case str() if old:
            at = rng.randrange(len(old))
            other = rng.choice([sign for sign in "0aZ" if sign != old[at]])
            holder[path[-1]] = old[:at] + other + old[at + 1 :]
        case str():
            holder[path[-1]] = "0" * 64
        case _:
            del holder[path[-1]]
    return made
