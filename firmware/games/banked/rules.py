"""A banked game is data too: pay table, qualifier, fees."""

from functools import cache
from importlib.resources import files

from msgspec import Struct

from firmware.pages import check, parse

Tier = tuple[int, int, int]  # from, to (0: and more), fee


class BankedFee(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    option: int
    limits: tuple[int, int]  # of one ante
    bank: tuple[Tier, ...]  # by all wagers before the deal
    player: tuple[Tier, ...] = ()  # by the ante


class BankedRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    source: str
    words: str
    seats: tuple[int, int]
    cards: int
    qualifier: str
    bonus: dict[str, int]
    fees: tuple[BankedFee, ...]
    bonus_equals_ante: bool = True
    bank_hands: int = 2  # in a row, then it is offered to everybody else (000 L2898)

    def fee(self, option: int) -> BankedFee | None:
        return next((fee for fee in self.fees if fee.option == option), None)


def tier(tiers: tuple[Tier, ...], amount: int) -> int:
    """The fee of an amount; below the first tier the first one counts (000b A37)."""
    if not tiers or not amount:
        return 0
    for low, high, fee in reversed(tiers):
        if amount >= low and (not high or amount <= high):
            return fee
    return tiers[0][2] if amount < tiers[0][0] else tiers[-1][2]


@cache
def banked_rules(game: str) -> BankedRules | None:
    page = files("firmware.games.banked").joinpath(f"{game}.toml")
    if not page.is_file():
        return None
    return check(parse(page.read_text("utf-8"), f"{game}.toml"), BankedRules, f"{game}.toml")
