"""stormdeck games: the list, and the rules page of one game as one house spreads it."""

import argparse
import sys
import textwrap
from collections.abc import Iterator
from itertools import groupby

import msgspec

from firmware.games.banked import spread as banked
from firmware.games.banked.sheet import sheet as banked_sheet
from firmware.games.filed import filed
from firmware.games.pan import page as pan
from firmware.games.pan.sheet import sheet as pan_sheet
from firmware.games.poker import page
from firmware.games.poker.rules import games, houses
from firmware.pages import BadPage
from firmware.table.engine import fees_told

NAMES = 58  # columns for an id and a name


def main(argv: list[str]) -> int:
    asked = _parser().parse_args(argv)
    try:
        if asked.what == "show":
            return _show(asked)
        return _list(asked)
    except BadPage as bad:
        print(f"stormdeck games: {bad}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stormdeck games", description="List the games, or show the rules page of one."
    )
    parser.add_argument("--json", action="store_true", help="as JSON, a game a line")
    shows = parser.add_subparsers(dest="what", metavar="show").add_parser(
        "show", help="the rules page of a game"
    )
    shows.add_argument("game", help="such as omaha-hi-lo")
    shows.add_argument("--house", default="common", help="such as artichoke-joes")
    shows.add_argument("--limit", default="", help="limit, spread, pot-limit or no-limit")
    shows.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="as JSON")
    return parser


def _show(asked: argparse.Namespace) -> int:
    game = pan.SHORT.get(asked.game, asked.game)
    if game in pan.catalogue():
        return _show_pan(game, asked)
    if asked.game in banked.catalogue():
        return _show_banked(asked)
    sheet = _with_fees(page.sheet(asked.game, asked.house, asked.limit))
    if asked.json:
        rules = page.choose(asked.game, asked.house, asked.limit)
        _print_json({"page": sheet, "rules": rules})
    else:
        print(page.text(sheet))
    return 0


def _show_banked(asked: argparse.Namespace) -> int:
    sheet = banked_sheet(asked.game, asked.house)
    if asked.json:
        _print_json({"page": sheet, "rules": banked.banked_rules(asked.game, asked.house)})
    else:
        print(page.text(sheet))
    return 0


def _show_pan(game: str, asked: argparse.Namespace) -> int:
    sheet = _with_fees(msgspec.structs.replace(pan_sheet(game, asked.house), limit="limit"))
    if asked.json:
        _print_json({"page": sheet, "rules": pan.pan_rules(game, asked.house)})
    else:
        print(page.text(sheet))
    return 0


def _with_fees(sheet: page.Sheet) -> page.Sheet:
    """What the house takes, before the sources."""
    lines = tuple(fees_told(sheet.house, sheet.game, sheet.limit))
    if sheet.house != "common":
        lines = lines or ("None is filed for this game; the sign at the table has it.",)
    fees = (page.Section("Fees", lines),) if lines else ()
    rest = tuple(one for one in sheet.sections if one.title != "Sources")
    sources = sheet.sections[len(rest) :]
    return msgspec.structs.replace(sheet, sections=rest + fees + sources)


def _list(asked: argparse.Namespace) -> int:
    print("\n".join(_json_lines() if asked.json else _lines()))
    return 0


def _json_lines() -> Iterator[str]:
    return (msgspec.json.encode(game).decode() for game in filed())


def _lines() -> Iterator[str]:
    later = {game.if_passed for game in games().values()}  # not to be chosen by themselves
    found = {name: game for name, game in games().items() if name not in later}
    rooms = [home for home in houses().values() if home.games]
    initials = ["".join(word[0] for word in home.name.split()) for home in rooms]
    by_family = sorted(found.items(), key=lambda item: (item[1].family, item[0]))
    for family, group in groupby(by_family, key=lambda item: item[1].family):
        yield f"{family.upper():<{NAMES}} {'seats':<6} {' '.join(initials)}"
        for name, game in group:
            short = game.name.removesuffix(", eight or better")
            seats = f"{game.seats[0]}-{game.seats[1]}"
            marks = "  ".join("x" if name in home.games else "." for home in rooms)
            yield f"{_named(name, short):<{NAMES}} {seats:<6} {marks}".rstrip()
        yield ""
    yield f"{'AGAINST A BANK':<{NAMES}} {'seats':<6} {' '.join(initials)}"
    names = [name for name, home in houses().items() if home.games]
    yield from _banked_lines(names)
    yield ""
    yield from _rest_lines(names)
    key = ", ".join(f"{short} {home.name}" for short, home in zip(initials, rooms, strict=True))
    yield from textwrap.wrap(f"{key}.", 80)
    yield "x: plays; s: plays, and the house has something to sign, see its rules."
    yield "stormdeck games show GAME [--house HOUSE] [--limit LIMIT] prints the rules."
    yield from textwrap.wrap(f"Houses: {', '.join(houses())}.", 80, break_on_hyphens=False)


def _banked_lines(rooms: list[str]) -> Iterator[str]:
    for game in banked.catalogue():
        rules, there = banked.banked_rules(game), banked.spreading(game)
        marks = "  ".join(_mark(game, room) if room in there else "." for room in rooms)
        seats = f"{rules.seats[0]}-{rules.seats[1]}"
        yield f"{_named(game, rules.name):<{NAMES}} {seats:<6} {marks}".rstrip()


def _named(game: str, name: str) -> str:
    """Both, or the id alone where there is no room: it has the same words."""
    both = f"{game:<24} {name}"
    return both if len(both) <= NAMES else game


def _mark(game: str, house: str) -> str:
    return "s" if banked.banked_rules(game, house).to_sign else "x"


def _rest_lines(rooms: list[str]) -> Iterator[str]:
    """What is in the filings and is not simply dealt, with its row and why."""
    yield "ALSO IN THE FILINGS, BY ROW"
    for game in filed():
        if not game.name or game.family == "pan":
            marks = "  ".join("x" if room in game.houses else "." for room in rooms)
            state, _, why = game.state.partition(": ")
            yield f"{game.row:>2} {game.id:<35} {state:<25} {marks}".rstrip()
            yield from (f"   {line}" for line in textwrap.wrap(why, 60))
    yield ""


def _print_json(what: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(what), indent=2).decode())
