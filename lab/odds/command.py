"""`stormdeck odds GAME`: what each wager is worth, in percent of it; less than nothing is lost.

Play and call count in the ante. Players play best in games of poker, the house way elsewhere;
bonuses as if nobody folded.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial

from msgspec.structs import replace

from firmware.fairness.deck import CARDS_MAX
from firmware.games.banked.page import BankedRules
from firmware.games.banked.spread import COMMON, banked_rules, catalogue, houses, spreading
from firmware.games.filed import filed, rows
from firmware.games.pan import page as pan
from firmware.pages import BadPage, known
from lab.odds import (
    best_twentyone,
    caribbean,
    craps,
    ends,
    mahjong,
    played,
    points,
    pokara,
    set_hands,
    three,
    twentyone,
    ultimate,
)
from lab.odds.classes import best_five
from lab.odds.table import Edge, Marks, Rows, edge

# The same games under their names in the digests.
ALSO = {
    "six-card-bonus": "three-card-poker-6-card-bonus",
    "ez-baccarat-panda-8": "panda-8",
    "baccarat-21st-century-8-2": "21st-century-baccarat",
    "baccarat-21c-tie": "21st-century-baccarat",
    "baccarat-9-v2": "baccarat-9",
    "no-push-card-game": "no-push",
    "no-bust-21": "no-bust-21st-century-blackjack",
    "double-hand-poker": "pai-gow-poker",
    "fortune-pai-gow": "fortune-pai-gow-poker",
    "pai-gow-poker-joker-wild": "jokers-wild-pai-gow-poker",
    "pai-gow-tiles-wild-dominoes": "pai-gow-tiles",
    "wild-dominoes": "pai-gow-tiles",
}
BOARDS_AND_HANDS = 2_598_960 * 1_081 * 990


def edges(rules: BankedRules) -> Iterator[Edge]:
    yield from FAMILIES[rules.kind](rules)


# ---- Poker against the bank


def _versus(rules: BankedRules) -> Iterator[Edge]:
    rows = {name: circle.rows for name, circle in rules.circles.items()}
    if rules.ranking == "three":
        yield three.ante(rules.decks, rows["ante"], rows["play"])
    elif rules.qualifies == "ace king":
        yield _caribbean(rules, rows)
    else:
        here = {name: rows[name] for name in ("ante", "blind", "play")}
        found = ends.of("ultimate", here, ultimate.counted)
        yield ends.ante(found, [rows["ante"], rows["blind"]], rows["play"])
    yield from bonuses(rules)


def bonuses(rules: BankedRules) -> Iterator[Edge]:
    """As if nobody folded."""
    for name, circle in rules.circles.items():
        if counted := bonus_counts(rules, name, circle.rows):
            yield edge(name, tuple(row for row in circle.rows if row[0] != "folded"), counted)


def _caribbean(rules: BankedRules, rows: Mapping[str, Rows]) -> Edge:
    verb, _, antes = rules.streets[0].asks[1].rpartition(" ")
    times, many = int(antes[:-1]), rules.ranking == "five of many"
    if rules.decks > 1 or many:
        return played.caribbean(rules.decks, many, times, rows["ante"], rows[verb])
    here = {"ante": rows["ante"], "bet": rows[verb]}
    found = ends.of("caribbean", here, partial(caribbean.counted, times=times))
    return ends.ante(found, [rows["ante"]], rows[verb])


def bonus_counts(rules: BankedRules, name: str, rows: Rows) -> dict[Marks, int]:
    if rules.circles[name].base or rules.circles[name].later:
        return {}
    if any("six-card" in mark for mark, _ in rows):
        return {frozenset(_names(kind, "six-card ")): n for kind, n in best_five(6).items()}
    if any("beaten" in mark for mark, _ in rows):
        lost = {frozenset((f"beaten {kind}",)): n for kind, n in played.beaten().items()}
        return lost | {frozenset[str](): BOARDS_AND_HANDS - sum(lost.values())}
    if rules.ranking == "three":
        return dict(three.hand_counts(rules.decks))
    return {frozenset(_names(kind)): n for kind, n in best_five(7).items()}


def _names(kind: str, of: str = "") -> list[str]:
    return [of + kind, *([f"{of}straight flush"] if kind == "royal flush" else [])]


# ---- Points


def _baccarat(rules: BankedRules) -> Iterator[Edge]:
    natural, ties = rules.natural, rules.bank_ties
    counted = points.baccarat(rules.shoe, rules.each, natural, rules.chart, ties)
    for name, circle in rules.circles.items():
        if circle.later:
            continue
        four = any("pair" in mark for mark, _ in circle.rows)
        yield edge(name, circle.rows, points.first_four(rules.shoe) if four else counted)


def _nines(rules: BankedRules) -> Iterator[Edge]:
    counted = points.nines(rules.shoe, rules.each, rules.bank_ties)
    for name, circle in rules.circles.items():
        yield edge(name, circle.rows, counted)


def _pokara(rules: BankedRules) -> Iterator[Edge]:
    yield pokara.base(rules.decks, rules.circles["base"].rows)
    yield edge("bonus", rules.circles["bonus"].rows, pokara.dealt(rules.decks))


def _pool(rules: BankedRules) -> Iterator[Edge]:
    """Everybody's wagers go to one of them: between equals nobody has an edge."""
    for name in rules.circles:
        yield Edge(name, 0.0, True, {"hands": 22_100})


def _twentyone(rules: BankedRules) -> Iterator[Edge]:
    yield best_twentyone.base(rules)
    yield from twentyone.beside(rules)


FAMILIES: dict[str, Callable[[BankedRules], Iterator[Edge]]] = {
    "versus": _versus,
    "baccarat": _baccarat,
    "nines": _nines,
    "pokara": _pokara,
    "pool": _pool,
    "twenty-one": _twentyone,
    "craps": craps.edges,
    "mah-jong": mahjong.edges,
    "doubles": set_hands.edges,
    "thirteen": set_hands.edges,
}


# ---- The command

SEE = "see `stormdeck games`"
ONE_DECK = ("doubles", "thirteen", "mah-jong", "pool")


def line(rules: BankedRules, one: Edge, pack: str = "") -> str:
    """JSON, the edge with eight decimals."""
    told = {"game": rules.game, "house": rules.house, "decks": rules.decks, "circle": one.circle}
    told |= {"pack": pack} if pack else {}
    more = {"exact": one.exact, "outcomes": one.outcomes}
    return f'{json.dumps(told)[:-1]}, "edge": {one.percent:.8f}, {json.dumps(more)[1:]}'


def text(rules: BankedRules, found: list[Edge]) -> Iterator[str]:
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    yield f"{rules.name}, {rules.house}, {decks}"
    for one in found:
        error = f"  played, ± {one.error:.4f}" if one.error else ""
        if one.as_dice is not None:
            error = f"  as dice {one.as_dice:+.6f} %"
        error = error or ("" if one.exact else "  best play out of this shoe")
        yield f"  {one.circle:<16}{one.percent:>+14.6f} %{error}"
        for mark, count in one.outcomes.items():
            yield f"      {mark:<24}{count:>26,}"


@cache
def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="stormdeck odds", description=__doc__)
    made.add_argument("game", metavar="GAME", help="such as ez-baccarat: see `stormdeck games`")
    made.add_argument(
        "--house", metavar="H", help="as it spreads it; all that do, if none is named"
    )
    made.add_argument("--decks", type=int, metavar="N", help="out of so many")
    made.add_argument("--pack", metavar="P", help="out of another pack that the house filed")
    made.add_argument("--json", action="store_true", help="a line a circle")
    return made


def _of_decks(rules: BankedRules, decks: int | None) -> BankedRules:
    """Any number that a table could seal, filed or not."""
    if decks is None:
        return rules
    alone = rules.kind in ONE_DECK or rules.qualifies == "pair" or "6 card bonus" in rules.circles
    if decks > 1 and alone:
        raise BadPage(f"decks: {rules.game} is dealt from one")
    one = len(rules.shoe) // rules.decks
    if not 1 <= decks <= CARDS_MAX // one:
        raise BadPage(f"decks: 1 to {CARDS_MAX // one} of {one} cards")
    return replace(rules, decks=decks)


def _pages(asked: str) -> tuple[tuple[str, ...], str]:
    """The pages to count; and the circle, if it is a bet beside them that was asked for."""
    game = ALSO.get(asked, asked)
    if game in catalogue():
        return (game,), ""
    circle = next((row.circle[game] for row in rows().values() if game in row.circle), "")
    if circle:
        return tuple(name for name in catalogue() if _with_circle(name, circle)), circle
    raise BadPage(_why_not(game))


def _why_not(game: str) -> str:
    one = next((one for one in filed() if one.id == pan.SHORT.get(game, game)), None)
    if one is None:
        near = get_close_matches(game, catalogue(), n=3)
        return f"there is no {game!r}; " + (f"perhaps {', '.join(near)}" if near else SEE)
    if one.name:
        return f"{one.name} is played between the players: nobody has an edge; {SEE}"
    return f"{game}: {one.state.partition(': ')[2] or 'no game, and no wager'}; {SEE}"


def _with_circle(game: str, circle: str, house: str = "") -> list[str]:
    """The houses that have it."""
    there = [house] if house in spreading(game) else [] if house else spreading(game)
    return [one for one in there if circle in banked_rules(game, one).circles]


def _asked_for(game: str, circle: str, house: str) -> list[str]:
    if circle:
        return _with_circle(game, circle, house)
    return [house] if house else spreading(game) or [COMMON]


def _tell(asked: argparse.Namespace, rules: BankedRules, circle: str) -> None:
    rules = rules.out_of(asked.pack) if asked.pack else rules
    found = (one for one in edges(rules) if circle in ("", one.circle))
    if asked.json:
        for one in found:
            print(line(rules, one, asked.pack or ""), flush=True)
    else:
        print("\n".join(text(rules, [*found])), flush=True)


def main(argv: list[str]) -> int:
    asked = _parser().parse_args(argv)
    try:
        if asked.house:
            known(asked.house, houses(), "house")
        games, circle = _pages(asked.game)
        there = [(game, one) for game in games for one in _asked_for(game, circle, asked.house)]
        if not there:
            raise BadPage(f"{asked.house} has no {circle}; {SEE}")
        for game, house in there:
            _tell(asked, _of_decks(banked_rules(game, house), asked.decks), circle)
    except BadPage as bad:
        print(f"stormdeck odds: {bad}", file=sys.stderr)
        return 2
    return 0
