"""The rules of one table: a game of the catalogue, as one house spreads it, at one structure."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from firmware.games.cards import DECKS
from firmware.games.poker.game import Game, Phase, Step, phases
from firmware.games.poker.house import GameHere, House, HouseRules, Kill, Limit
from firmware.games.ranking import RANKINGS
from firmware.games.ranking.cuban import TRIPLES

T = TypeVar("T")


class Rules(Struct, frozen=True, omit_defaults=True):
    """Everything the engine asks. Plain data: it travels with the hand it rules."""

    game: str
    house: str
    limit: Limit
    deck: str
    hand: str
    pots: tuple[str, ...]
    phases: tuple[Phase, ...]
    seats: tuple[int, int]
    forced: str
    settings: HouseRules
    sources: dict[str, str]
    up_joker: str = ""
    passed: "Rules | None" = None  # what the cards become when nobody opens
    kill: Kill | None = None  # limit games: when a pot must be killed

    def source(self, setting: str) -> str:
        return self.sources.get(setting, f"{self.house}: {setting}")


class Stakes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The posted amounts of a table, in cents."""

    small: int  # limit: lower bet; spread: least bet; pot- and no-limit: the least bet
    big: int = 0  # limit: upper bet; spread: most. 0 is the same as small
    blinds: tuple[int, ...] = ()  # small to big; a third, the first, is on the button
    ante: int = 0
    bring_in: int = 0
    chip: int = 1  # the smallest in play: bets go in steps of it, pots split in it

    @property
    def upper(self) -> int:
        return self.big or self.small


class Page(Exception):
    """A file that cannot be used: file, field and what would be right. `field` is where, for
    whoever can find the line."""

    def __init__(self, words: str, field: str = "") -> None:
        super().__init__(words)
        self.field = field


@cache
def games() -> dict[str, Game]:
    return read_games(_pages("catalogue"))


@cache
def houses() -> dict[str, House]:
    return read_houses(_pages("houses"), games())


def _pages(room: str) -> dict[str, dict[str, Any]]:
    pages = sorted((Path(__file__).parents[1] / room).glob("*.toml"))
    return {page.stem: parse(page.read_text("utf-8"), page.name) for page in pages}


def parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        raise Page(f"{where}: {bad}") from None


def read_games(raw: dict[str, dict[str, Any]]) -> dict[str, Game]:
    found = {name: _game(inherit(raw, name), f"{name}.toml") for name in raw}
    for name, game in found.items():
        if game.if_passed:
            known(game.if_passed, found, f"{name}.toml: if_passed")
    return found


def _game(raw: dict[str, Any], where: str) -> Game:
    streets = raw.get("streets")
    if isinstance(streets, dict):  # street by street, so that the fault can be named
        for name, steps in streets.items():
            check(steps, tuple[Step, ...], f"{where}: streets.{name}")
    game = check(raw, Game, where)
    known(game.deck, DECKS, f"{where}: deck")
    known(game.hand, _USES, f"{where}: hand")
    for ranking in game.pots + ((game.up_joker,) if game.up_joker else ()):
        known(ranking, RANKINGS, f"{where}: pots")
    return game


def inherit(
    raw: dict[str, dict[str, Any]], name: str, seen: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A page that is `like` another says only what is different, street by street."""
    page = dict(raw[name])
    like = page.pop("like", None)
    if like is None:
        return page
    known(like, raw, f"{name}.toml: like")
    if like in (*seen, name):
        chain = (*seen, name, like)
        raise Page(f"{chain[0]}.toml: like: {' is like '.join(chain)}")
    parent = inherit(raw, like, (*seen, name))
    both = parent | page
    if isinstance(parent.get("streets"), dict) and isinstance(page.get("streets"), dict):
        both["streets"] = parent["streets"] | page["streets"]
    return both


def read_houses(raw: dict[str, dict[str, Any]], catalogue: dict[str, Game]) -> dict[str, House]:
    return {name: _house(page, catalogue, f"{name}.toml") for name, page in raw.items()}


def _house(raw: dict[str, Any], catalogue: dict[str, Game], where: str) -> House:
    games_here = raw.get("games", {})
    if isinstance(games_here, dict):
        for name, here in games_here.items():
            known(name, catalogue, f"{where}: games")
            _game_here(here, f"{where}: games.{name}")
    house = check(raw, House, where)
    _settings(house.rules, house.limits, house.sources, where)
    return house


def _game_here(raw: object, where: str) -> None:
    streets = raw.get("streets") if isinstance(raw, dict) else None
    if isinstance(streets, dict):
        for name, steps in streets.items():
            check(steps, tuple[Step, ...], f"{where}.streets.{name}")
    here = check(raw, GameHere, where)
    for deck in (*here.decks.values(), *((here.deck,) if here.deck else ())):
        known(deck, DECKS, f"{where}.deck")
    for ranking in here.pots:
        known(ranking, RANKINGS, f"{where}.pots")
    _settings(here.rules, here.by_limit, here.sources, where)


def _settings(
    rules_: dict[str, object],
    by_limit: Mapping[Limit, dict[str, object]],
    sources: dict[str, str],
    where: str,
) -> None:
    check(rules_, HouseRules, f"{where}: rules")
    for limit, settings in by_limit.items():
        check(settings, HouseRules, f"{where}: {limit}")
    for setting in sources:
        known(setting, _SOURCED, f"{where}: sources")


def check(raw: object, kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as bad:
        words, _, path = str(bad).partition(" - at ")
        words = words.removeprefix("Object contains ").removeprefix("Object ")
        field = path.strip("`").removeprefix("$").removeprefix(".")
        raise Page(f"{where}: {field + ': ' if field else ''}{words}") from None


def known(name: str, names: Iterable[str], where: str, field: str = "") -> None:
    """Page, with the likeliest names, unless `name` is one of `names`."""
    there = tuple(names)
    if not isinstance(name, str) or name not in there:
        from difflib import get_close_matches  # only a typo pays for it

        near = get_close_matches(str(name), there, n=3) or there
        raise Page(f"{where}: there is no {name!r}; perhaps {', '.join(near)}", field)


_USES = ("any", "two and three", "one or two", *(f"cuban {variant}" for variant in TRIPLES))
_SOURCED = (*HouseRules.__struct_fields__, *GameHere.__struct_fields__)


@cache
def rules(game: str, house: str = "common", limit: Limit = "limit") -> Rules:
    """The rules of `game` at `house`. Page, in words, if the house does not spread it so."""
    known(game, games(), "game")
    known(house, houses(), "house")
    page, home = games()[game], houses()[house]
    here = home.games.get(game)
    if here is None and house != "common":
        raise Page(f"{home.name} does not spread {page.name}")
    return resolve(game, page, house, home, here or GameHere(), limit)


def spread(page: Game, here: GameHere) -> tuple[str, ...]:
    """The betting structures in which a house has a game."""
    return here.limits or page.limits


def resolve(game: str, page: Game, house: str, home: House, here: GameHere, limit: Limit) -> Rules:
    limits = spread(page, here)
    if limit not in limits:
        raise Page(f"{home.name} spreads {page.name} as {', '.join(limits)}, not {limit}")
    settings = home.rules | home.limits.get(limit, {}) | here.rules | here.by_limit.get(limit, {})
    return Rules(
        game=game,
        house=house,
        limit=limit,
        deck=here.decks.get(limit) or here.deck or page.deck,
        hand=page.hand,
        pots=here.pots or page.pots,
        phases=phases(page.streets | (here.streets or {})),
        seats=here.seats or page.seats,
        forced=page.forced,
        settings=check(settings, HouseRules, house),
        sources=home.sources | here.sources,
        up_joker=page.up_joker,
        passed=rules(page.if_passed, house, limit) if page.if_passed else None,
        kill=here.kill,
    )
