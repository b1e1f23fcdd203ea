"""A table for any game of the catalogue, as a house posts it: `--game NAME --house H`."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.banked import spread as banked
from firmware.games.filed import carrying, filed
from firmware.games.pan import page as pan
from firmware.games.poker.rules import Stakes, games, houses
from firmware.pages import BadPage, known
from firmware.table.config import Config, Spread
from firmware.table.jackpot import Jackpot
from lab.simulation.banked_rows import BankedRow
from lab.simulation.matrix import rows


def page_of(game: str, house: str = "") -> Config:
    """At the first house that spreads it, if none is named."""
    game = pan.SHORT.get(game, game)
    beside = [BankedRow(*there) for there in carrying(game) if house in ("", there[0])]
    if beside:  # a bet is dealt with the first game that it stands beside
        return beside[0].page
    names = (*games(), *banked.catalogue(), *pan.catalogue())
    listed = [one for one in filed() if one.id == game and game not in names]
    if listed:
        here = f"{house} does not have it" if house else listed[0].state
        raise BadPage(f"game: {game} is none by itself: {here}")
    known(game, names, "game")
    there = next((one.houses for one in menu() if one.game == game), ())
    if not there:
        raise BadPage(f"no house spreads {game}")
    if house and house not in there:
        known(house, houses(), "house")
        raise BadPage(f"{house} does not spread {game}: it is at {', '.join(there)}")
    if game in pan.catalogue():
        return pan_page(game, house or there[0])
    if game in banked.catalogue():
        return BankedRow(house or there[0], game).page
    return next(row.page for row in rows(house) if row.game == game)


def front_page() -> Config:
    """What the lab begins with: no-limit hold'em as it is posted, with its fees and a jackpot."""
    posted = (row.page for row in rows("artichoke-joes") if row.game == "lightning-holdem")
    page = next(page for page in posted if page.spreads[0].limit == "no-limit")
    return replace(page, jackpot=Jackpot(), settings={"approval": False})


# What the lab's page offers at a touch: a game, in few words.
FAVORITES = {
    "lightning-holdem": "Hold'em", "omaha-hi-lo": "Omaha hi/lo", "seven-card-stud": "Stud",
    "three-card-poker": "Three-card", "ez-baccarat": "Baccarat", "lightning-sit-n-go": "Sit-n-go",
}  # fmt: skip
AGAINST_A_BANK = "against a bank"


class Offered(Struct, frozen=True):
    """A game that can be chosen, and the houses that spread it."""

    game: str
    name: str
    family: str
    houses: tuple[str, ...]


@cache
def menu() -> tuple[Offered, ...]:
    """Every game that some house spreads, family by family."""
    there: dict[str, dict[str, None]] = {}
    for row in rows():
        there.setdefault(row.game, {})[row.house] = None
    found = [Offered(one, games()[one].name, games()[one].family, tuple(homes))
             for one, homes in there.items()]  # fmt: skip
    found += [Offered(one, page["name"], AGAINST_A_BANK, tuple(banked.spreading(one)))
              for one, page in banked.catalogue().items() if banked.spreading(one)]  # fmt: skip
    found += [Offered(one, page["name"], "pan", pan.spreading(one))
              for one, page in pan.catalogue().items()]  # fmt: skip
    return tuple(sorted(found, key=lambda one: (one.family, one.name)))


def house_names() -> dict[str, str]:
    return {house: page.name for house, page in houses().items()}


def pan_page(game: str, house: str) -> Config:
    """A condition of $5, with the fees of December 2018; the lab signs the public pay card."""
    rules = pan.pan_rules(game, house)
    stakes = Stakes(500, ante=500, chip=500)
    buy_in = rules.buy_in * stakes.small, 400_000
    posted = Spread(game, stakes, buy_in=buy_in, fees=(3,), signed="the lab, for a simulation")
    return Config("1", house, (posted,), rules.seats[1], schedule="pan")
