"""A banked game is data too: pay table, limits, fees."""

from functools import cache
from importlib.resources import files
from typing import ClassVar

from msgspec import Struct

from firmware.games.poker.rules import Stakes
from firmware.money import show
from firmware.pages import check, parse

Tier = tuple[int, int, int]  # from, to (0: and more), fee


class BankedFee(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    option: int
    limits: tuple[int, int]  # of one ante
    bank: tuple[Tier, ...]  # by all wagers before the deal
    player: tuple[Tier, ...] = ()  # by the ante


class BankedRules(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="banked"
):
    name: str
    source: str
    words: str
    seats: tuple[int, int]
    cards: int
    bonus: dict[str, int]
    fees: tuple[BankedFee, ...]
    bonus_equals_ante: bool = True
    bank_hands: int = 2  # in a row, then it is offered to everybody else (000 L2898)

    forced: ClassVar[str] = "bank"  # how a play of it begins: the bank is offered round
    banked: ClassVar[bool] = True
    deck: ClassVar[str] = "52"
    board: ClassVar[int] = 0
    short: ClassVar[str] = ""

    @property
    def title(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return self.name

    @property
    def hole(self) -> int:
        return self.cards

    def sign(self, stakes: Stakes, option: int) -> str:
        """The posted limits of one ante."""
        fee = self.fee(option)
        return " to ".join(map(show, fee.limits)) if fee is not None else ""

    def without_first_bets(self) -> "BankedRules":
        """There is no flop that everybody could be dealt straight to."""
        return self

    def fee(self, option: int) -> BankedFee | None:
        return next((fee for fee in self.fees if fee.option == option), None)


def tier(tiers: tuple[Tier, ...], amount: int) -> int:
    """The fee of an amount; below the first tier the first one counts (AJ-A37)."""
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
    raw = parse(page.read_text("utf-8"), f"{game}.toml")
    return check(raw | {"type": "banked"}, BankedRules, f"{game}.toml")
