"""What the five filings list, row by row of their catalogue, and whether this table deals it."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from msgspec import Struct

from firmware.games.banked import spread as banked
from firmware.games.pan import page as pan
from firmware.games.poker.rules import games, houses, spread
from firmware.pages import check, parse


class FiledRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of filed.toml."""

    games: tuple[str, ...]
    houses: dict[str, tuple[str, ...]] = {}  # who filed what has no page here
    circle: dict[str, str] = {}  # a bet beside other games: its circle there
    part: str = ""  # no game: what it belongs to
    why: dict[str, str] = {}  # it cannot be dealt


class Filed(Struct, frozen=True):
    """A game, as `stormdeck games --json` tells it."""

    id: str
    row: int | None  # of the catalogue; None: no house filed it
    houses: tuple[str, ...]
    state: str  # "plays", "plays, to be signed by ...", "plays, off until signed", "not yet", why
    name: str = ""
    family: str = ""
    seats: tuple[int, int] = (0, 0)
    structures: dict[str, tuple[str, ...]] = {}  # house -> how it is bet there


@cache
def rows() -> dict[int, FiledRow]:
    text = files(__package__).joinpath("filed.toml").read_text("utf-8")
    return {
        int(n): check(raw, FiledRow, f"row {n}") for n, raw in parse(text, "filed.toml").items()
    }


def filed() -> Iterator[Filed]:
    """Every game of the catalogue, then those of our own."""
    named = [(number, game) for number, row in rows().items() for game in row.games]
    yield from (_filed(number, game) for number, game in named)
    later = {game.if_passed for game in games().values()}  # not to be chosen by themselves
    ours = {*games(), *banked.catalogue(), *pan.catalogue()} - later - {game for _, game in named}
    yield from (_filed(None, game) for game in sorted(ours))


def _filed(number: int | None, game: str) -> Filed:
    row = rows()[number] if number else FiledRow(())
    if game in games():
        page = games()[game]
        bet = {
            h: spread(page, home.games[game]) for h, home in houses().items() if game in home.games
        }
        return Filed(game, number, tuple(bet), "plays", page.name, page.family, page.seats, bet)
    if game in banked.catalogue():
        rules = banked.banked_rules(game)
        there = tuple(banked.spreading(game))
        return Filed(game, number, there, _to_sign(game, there), rules.name, "banked", rules.seats)
    if game in pan.catalogue():
        posted = pan.pan_rules(game)
        state = f"plays, off until signed: {pan.UNSIGNED}"
        return Filed(game, number, pan.spreading(game), state, posted.name, "pan", posted.seats)
    if row.part:
        there = row.houses.get(game, tuple(banked.houses()))
        return Filed(game, number, there, f"plays, {row.part}")
    if there := tuple(dict.fromkeys(house for house, _ in carrying(game))):
        return Filed(game, number, there, "plays, beside other games")
    why = row.why.get(game, "")
    return Filed(game, number, row.houses[game], f"not yet: {why}" if why else "not yet")


def _to_sign(game: str, there: tuple[str, ...]) -> str:
    """What the houses have to sign of it."""
    found = {house: banked.banked_rules(game, house).to_sign for house in there}
    why = {house: words for house, words in found.items() if words}
    if not why:
        return "plays"
    return f"plays, to be signed by {', '.join(why)}: {' '.join(dict.fromkeys(why.values()))}"


def carrying(game: str) -> Iterator[tuple[str, str]]:
    """Of a bet beside other games: the houses that have it, and the games that it stands beside."""
    circle = next((row.circle[game] for row in rows().values() if game in row.circle), "")
    for house, there in banked.houses().items():
        for one in there:
            if circle in banked.banked_rules(one, house).circles:
                yield house, one
