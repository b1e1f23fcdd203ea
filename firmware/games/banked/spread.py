"""Banked games as houses spread them: a page of the catalogue, a house's section laid over it, the
fees that it posts. A new game of a known kind is one page."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from firmware.games.banked.counting import NATURALS
from firmware.games.banked.hands import HAND_RANKINGS, QUALIFIERS
from firmware.games.banked.kinds import KINDS
from firmware.games.banked.kinds.baccarat import CHARTS
from firmware.games.banked.page import BankedRules, Pack, Row, odds
from firmware.games.banked.ways import WAYS
from firmware.games.cards import DECKS
from firmware.games.setting import SETTINGS
from firmware.houses import banked_fees, section
from firmware.houses.wager_fees import BankedFee, Sheet
from firmware.pages import BadPage, check, known, parse

Raw = dict[str, Any]
COMMON = "common"  # a page as it is, in no house


@cache
def catalogue() -> dict[str, Raw]:
    return read_catalogue(Path(str(files("firmware.games.banked").joinpath("catalogue"))))


def read_catalogue(folder: Path) -> dict[str, Raw]:
    pages = {page.stem: parse(page.read_text("utf-8"), page.name) for page in folder.glob("*.toml")}
    return {name: _inherited(pages, name) for name in sorted(pages)}


def _inherited(pages: dict[str, Raw], name: str, seen: tuple[str, ...] = ()) -> Raw:
    """A page that is `like` another says only what is different."""
    page = dict(pages[name])
    like = page.pop("like", None)
    if like is None:
        return page
    known(like, pages, f"{name}.toml: like")
    if like in (*seen, name):
        raise BadPage(f"{name}.toml: like: {' is like '.join((*seen, name, like))}")
    return laid_over(_inherited(pages, like, (*seen, name)), page)


def laid_over(page: Raw, other: Mapping[str, Any]) -> Raw:
    """What the other says counts, table by table; a circle that is false is not there."""
    both = dict(page)
    for name, value in other.items():
        under = both.get(name)
        if value is False and isinstance(under, dict):
            del both[name]
        elif isinstance(value, dict) and isinstance(under, dict):
            both[name] = laid_over(under, value)
        else:
            both[name] = value
    return both


@cache
def houses() -> dict[str, dict[str, Raw]]:
    """House -> the banked games that it spreads, and what is its own about each."""
    return {house: page.get("games", {}) for house, page in section("banked").items()}


def spreading(game: str) -> list[str]:
    """The houses that spread it."""
    return [house for house, games in houses().items() if game in games]


@cache
def banked_rules(game: str, house: str = COMMON) -> BankedRules:
    """The rules of `game` at `house`. BadPage, in words, if the house does not spread it."""
    known(game, catalogue(), "game")
    here: Raw = {}
    if house != COMMON:
        page = section("banked").get(house, {})
        games = houses().get(house, {})
        if game not in games:
            name = page.get("name") or house
            raise BadPage(f"{name} does not spread {catalogue()[game]['name']}")
        own: Raw = {name: page[name] for name in ("cover", "partners") if name in page}
        here = laid_over(own, games[game])
    return resolve(game, house, laid_over(catalogue()[game], here), fees(game, house))


def fees(game: str, house: str) -> tuple[BankedFee, ...]:
    """Every option that the house posts for it."""
    found: list[BankedFee] = []
    for name, raw in banked_fees().get(house, {}).items():
        where = f"{house}.toml: {name}"
        sheet = check(raw, Sheet, where)
        found += sheet.fees(where) if game in sheet.games else ()
    return tuple(found)


def resolve(game: str, house: str, raw: Raw, posted: tuple[BankedFee, ...] = ()) -> BankedRules:
    where = f"{game}.toml" if house == COMMON else f"{house}.toml: {game}"
    filled = {"type": "bank", "game": game, "house": house, **raw}
    filled = _with_hands(filled)
    for name, circle in filled.get("circles", {}).items():
        if isinstance(circle, dict) and isinstance(circle.get("rows"), str):
            circle = dict(circle)
            circle["rows"] = _rows_of(filled, circle["rows"], f"{where}: circles.{name}.rows")
            filled["circles"] = {**filled["circles"], name: circle}
    rules = check(filled, BankedRules, where)
    _check(rules, where)
    return replace(rules, fees=posted)


def _with_hands(raw: Raw) -> Raw:
    """Split hands and doubles are circles of their own: laid down later, paid as the wager is."""
    way, base = raw.get("counting") or {}, raw.get("played", "")
    most = way.get("splits", 1)
    if base not in raw.get("circles", {}):
        return raw
    rows = raw["circles"][base].get("rows", ())
    rows = [["bank natural", "push"], *rows] if way.get("extras_back") else rows
    doubles = range(1, most + 1) if way.get("double") else ()
    more = {f"hand {n}": n for n in range(2, most + 1)}
    more |= {f"double {n}" if n > 1 else "double": n for n in doubles}
    circles = {name: {"later": True, "hand": n, "rows": rows} for name, n in more.items()}
    at = [*raw["order"]].index(base) + 1
    order = [*raw["order"][:at], *more, *raw["order"][at:]]
    return {**raw, "circles": {**raw["circles"], **circles}, "order": order}


def _rows_of(raw: Raw, like: str, where: str) -> Any:
    """The rows of another circle, by its name."""
    known(like, raw["circles"], where)
    return raw["circles"][like]["rows"]


def _check(rules: BankedRules, where: str) -> None:
    """Every name on the page is one that the code knows, every result one that can be paid."""
    known(rules.kind, KINDS, f"{where}: kind")
    known(rules.deck, DECKS, f"{where}: deck")
    for name, names in (
        ("ranking", HAND_RANKINGS), ("qualifies", QUALIFIERS), ("chart", CHARTS),
        ("setting", SETTINGS), ("way", WAYS),
    ):  # fmt: skip
        if value := getattr(rules, name):
            known(value, names, f"{where}: {name}")
    for natural in (
        (name for names in rules.counting.naturals for name in names) if rules.counting else ()
    ):
        known(natural, NATURALS, f"{where}: counting.naturals")
    for other, pack in rules.packs.items():
        _check_pack(pack, f"{where}: packs.{other}")
    if rules.decks not in rules.numbers_of_decks:
        raise BadPage(f"{where}: decks: {rules.decks_told}, not {rules.decks}")
    if 0 < rules.partners_most < rules.partners:
        words = f"{rules.partners_most} at most hold a bank together ({rules.source})"
        raise BadPage(f"{where}: partners: {words}, not {rules.partners}")
    for circle in (*rules.order, *rules.order_won, *rules.order_seven):
        known(circle, rules.circles, f"{where}: order")
    for name, one in rules.circles.items():
        here = f"{where}: circles.{name}"
        if name not in rules.order:
            raise BadPage(f"{where}: order: {name} is missing")
        for other in (*one.needs, *one.without, *filter(None, (one.equals, one.most, one.behind))):
            known(other, rules.circles, here)
        for rows in (one.rows, *one.tables.values()):
            _check_rows(rows, KINDS[rules.kind].names, f"{here}.rows")
        for awards in (one.awards, *one.award_tables.values()):
            for mark, _ in awards:
                known(mark, KINDS[rules.kind].names, f"{here}.awards")


def _check_pack(one: Pack, where: str) -> None:
    for name, names in (("deck", DECKS), ("setting", SETTINGS), ("way", WAYS)):
        if value := getattr(one, name):
            known(value, names, f"{where}.{name}")


def _check_rows(rows: tuple[Row, ...], names: frozenset[str], where: str) -> None:
    for mark, result in rows:
        if mark:
            known(mark, names, where)
        try:
            odds(result)
        except ValueError as bad:
            raise BadPage(f"{where}: {bad}") from None
