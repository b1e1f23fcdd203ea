"""A player of pan with some sense: stays in with cards that go together, uses every card that pays
or fits, keeps what belongs together. He sees what a station shows him."""

from collections.abc import Sequence
from random import Random

from firmware.games.banked.commands import Choose
from firmware.games.pan.engine import Choice, related, spare
from firmware.games.pan.melds import ways
from firmware.games.pan.play import PanPlay
from firmware.screens import protocol as g

LAYS = ("meld", "add")
Way = tuple[int, ...]


def answer(view: g.View, ask: g.Ask, rng: Random) -> g.Pick:
    verb, way = chosen(ask.verbs, view.hole, rng)
    return g.Pick(ask.decision, "/".join(("do", verb, "0", *map(str, way))))


def move(play: PanPlay, seat: int, rng: Random) -> Choose:
    """The same at a table without glass."""
    offered = play.offer(seat)
    assert offered is not None
    verb, way = chosen(offered.choices, play.unmelded(seat), rng)
    return Choose(seat, verb, 0, way)


def chosen(verbs: Sequence[g.Verb | Choice], held: Sequence[int], rng: Random) -> tuple[str, Way]:
    lays = [
        (pay, -len(way), verb.name, way)
        for verb in verbs
        if verb.name.startswith(LAYS)
        for way, pay in zip(verb.ways, verb.pays, strict=True)
    ]
    if lays:
        *_, name, way = max(lays)
        return name, way
    names = [verb.name for verb in verbs]
    if "in" in names:
        return ("in" if promise(held) + rng.random() > 8 else "out"), ()
    if "discard" in names:
        return "discard", (spare(tuple(held)),)
    if "agree" in names:
        return rng.choice(("agree", "play on")), ()
    if "split" in names and rng.random() < 0.02:
        return "split", ()
    return next(name for name in names if name in ("leave", "draw")), ()


def promise(held: Sequence[int]) -> int:
    """Pairs of cards that go together, and melds that lie ready."""
    pairs = [(a, b) for n, a in enumerate(held) for b in held[:n]]
    return sum(related(a, b) for a, b in pairs) + 2 * len(ways(held))
