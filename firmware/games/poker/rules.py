"""The rules of one table: a game of the catalogue, as one house spreads it, at one structure."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from firmware.games.cards import DECKS
from firmware.games.poker.game import Game, Phase, phases
from firmware.games.poker.house import GameHere, House, HouseRules, Limit

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
    """A game or house file that cannot be used: file, field and what would be right."""


@cache
def games() -> dict[str, Game]:
    raw = _pages("catalogue")
    return {name: check(inherit(raw, name), Game, f"{name}.toml") for name in raw}


@cache
def houses() -> dict[str, House]:
    return {name: check(raw, House, f"{name}.toml") for name, raw in _pages("houses").items()}


def _pages(room: str) -> dict[str, dict[str, Any]]:
    pages = sorted(files("firmware.games").joinpath(room).iterdir(), key=lambda page: page.name)
    texts = {p.name[:-5]: p.read_text("utf-8") for p in pages if p.name.endswith(".toml")}
    return {name: parse(text, f"{name}.toml") for name, text in texts.items()}


def parse(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as bad:
        raise Page(f"{where}: {bad}") from None


def inherit(raw: dict[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """A page that is `like` another says only what is different, street by street."""
    page = dict(raw[name])
    like = page.pop("like", None)
    if like is None:
        return page
    if like not in raw or like == name:
        raise Page(f"{name}.toml: like: there is no game {like!r}")
    parent = inherit(raw, like)
    return parent | page | {"streets": parent["streets"] | page.get("streets", {})}


def check(raw: dict[str, Any], kind: type[T], where: str) -> T:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as bad:
        raise Page(f"{where}: {bad}") from None


@cache
def rules(game: str, house: str = "common", limit: Limit = "limit") -> Rules:
    """The rules of `game` at `house`. Page, in words, if the house does not spread it so."""
    page, home = _find(games(), game, "game"), _find(houses(), house, "house")
    here = home.games.get(game)
    if here is None and house != "common":
        raise Page(f"{home.name} does not spread {page.name}")
    return resolve(game, page, house, home, here or GameHere(), limit)


def resolve(game: str, page: Game, house: str, home: House, here: GameHere, limit: Limit) -> Rules:
    spread = here.limits or page.limits
    if limit not in spread:
        raise Page(f"{home.name} spreads {page.name} as {', '.join(spread)}, not {limit}")
    deck = here.decks.get(limit) or here.deck or page.deck
    if deck not in DECKS:
        raise Page(f"{game}: deck {deck!r} is none of {', '.join(DECKS)}")
    settings = home.rules | home.limits.get(limit, {}) | here.rules | here.by_limit.get(limit, {})
    return Rules(
        game=game,
        house=house,
        limit=limit,
        deck=deck,
        hand=page.hand,
        pots=here.pots or page.pots,
        phases=phases(page.streets | (here.streets or {})),
        seats=here.seats or page.seats,
        forced=page.forced,
        settings=check(settings, HouseRules, house),
        sources=home.sources | here.sources,
        up_joker=page.up_joker,
        passed=rules(page.if_passed, house, limit) if page.if_passed else None,
    )


def _find(known: dict[str, T], name: str, kind: str) -> T:
    if name not in known:
        raise Page(f"there is no {kind} {name!r}; there are: {', '.join(known)}")
    return known[name]
