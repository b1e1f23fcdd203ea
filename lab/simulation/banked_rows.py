"""Every banked game of every house, in each of its packs, and the part of docs/games.md that
tells of them."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from firmware.games.banked import spread as banked
from firmware.games.banked.page import BankedRules
from firmware.games.filed import filed
from firmware.games.poker.rules import Stakes
from firmware.money import show
from firmware.table.config import Config, Spread

ROUNDS = 100


class BankedRow(Struct, frozen=True):
    """A game against a bank, as a house spreads it, with the first fees that it posts for it."""

    house: str
    game: str
    pack: str = ""

    @property
    def rules(self) -> BankedRules:
        return banked.banked_rules(self.game, self.house)

    @property
    def page(self) -> Config:
        option = (self.rules.fees[0].option,) if self.rules.fees else ()
        least = self.rules.fee(*option or (0,)).limits[0]
        bets = self.rules.points.buy_in if self.rules.points else 20
        posted = Spread(
            self.game, Stakes(least, chip=50), buy_in=(bets * least, 0), fees=option,
            pack=self.pack,
        )  # fmt: skip
        return Config("1", self.house, (posted,), self.rules.seats[1])


def banked_rows(house: str = "") -> Iterator[BankedRow]:
    for name, there in banked.houses().items():
        for game in there if house in ("", name) else ():
            yield BankedRow(name, game)
            yield from (BankedRow(name, game, one) for one in BankedRow(name, game).rules.packs)


# ---- The page


def matrix(rooms: Mapping[str, str], played: dict[BankedRow, int]) -> Iterator[str]:
    yield from ("", "## Against a bank", "")
    yield (
        "Each cell so many rounds of random legal play, at the first option of the posted fees."
        " *s*: the house has something to sign (docs/house-rules.md). No cell: it did not file it."
    )
    yield from ("", f"| game | {' | '.join(rooms.values())} |", "|---" * (len(rooms) + 1) + "|")
    for game, pack in dict.fromkeys((row.game, row.pack) for row in played):
        cells = [_cell(BankedRow(room, game, pack), played) for room in rooms]
        name = f"{game}, {pack}" if pack else game
        yield f"| {name} | {' | '.join(cells)} |"
    yield from ("", "In the filings, and not dealt as they are:", "")
    for one in filed():
        if one.state.startswith(("not yet", "plays, off")):
            yield f"- row {one.row}, {one.id}: {one.state}"


def _cell(row: BankedRow, played: dict[BankedRow, int]) -> str:
    if row not in played:
        return ""
    fee = row.rules.fee(*row.page.spreads[0].fees or (0,))
    limits = "-".join(map(show, fee.limits))
    return f"{played[row]}, {limits}{' *s*' if row.rules.to_sign else ''}"
