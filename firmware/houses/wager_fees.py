"""What the house takes of a banked round: flat tiers by what was wagered, never a share of it.

A row is written as it is posted: `option;limits;player;bank`, dollars, a tier `5-50=1` or `51+=2`,
one number for everybody, `0` for nobody; a fifth part is for bonus wagers. Which wagers count says
the sheet.
"""

import re
from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

from firmware.pages import BadPage

Tier = tuple[int, int, int]  # from, to (0: and more), fee: cents

PlayerBasis = Literal[
    "base",  # the wagers of the game itself, together
    "all",  # with the bonus wagers, together
    "spot",  # each wager by itself
    "players",  # of the whole table, by how many play: each his share (003 L2484-2498)
]
BankBasis = Literal[
    "total",  # all that was wagered before the deal
    "base",  # of it, the wagers of the game itself (001 L1747)
    "stake",  # what the bank put up
    "banker",  # what lies on the banker's line
]


class Counted(Protocol):
    """What the house asks of a circle."""

    @property
    def base(self) -> bool: ...
    @property
    def free(self) -> bool: ...


class BankedFee(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One option: a table limit and its fees."""

    option: int
    limits: tuple[int, int]  # of one wager
    bank: tuple[Tier, ...]
    player: tuple[Tier, ...] = ()
    bonus: tuple[Tier, ...] = ()  # of the bonus wagers, together
    player_on: PlayerBasis = "base"
    bank_on: BankBasis = "total"
    after_deal: bool = False  # taken when the cards lie, before anybody decides (003 L2945)
    refund: bool = False  # comes back with wagers that had no action (004 L1288)
    # Where the filing leaves the limits to the house: between which the least is, and the most.
    within: tuple[tuple[int, int], ...] = ()

    def of_player(self, base: Mapping[str, int], bonus: Mapping[str, int]) -> int:
        """What these wagers of one player cost."""
        every = sum(base.values()) + sum(bonus.values())
        match self.player_on:
            case "players":
                return self.most_share
            case "spot":
                due = sum(tier(self.player, chips) for chips in base.values())
            case "all":
                due = tier(self.player, every)
            case _:
                due = tier(self.player, sum(base.values()))
        return due + tier(self.bonus, sum(bonus.values()))

    def of_table(self, players: int) -> int:
        """What the whole table pays, by how many play."""
        return tier(self.player, players * 100)

    @property
    def most_share(self) -> int:
        """Of one player, the most that it can come to: nobody knows yet who plays."""
        if self.player_on != "players":
            return 0
        return max((-(-fee * 100 // players) for players, _, fee in self.player), default=0)

    def of_wagers(self, bets: Mapping[str, int], circles: Mapping[str, Counted]) -> int:
        """What a player's wagers cost, told by their circles."""
        counted = {name: chips for name, chips in bets.items() if not circles[name].free}
        if self.player_on == "spot":
            return self.of_player(counted, {})
        base = {name: chips for name, chips in counted.items() if circles[name].base}
        bonus = {name: chips for name, chips in counted.items() if name not in base}
        return self.of_player(base, bonus)

    def counted(self, bets: Mapping[str, int], circles: Mapping[str, Counted]) -> int:
        """Of these wagers what the player's tiers look at together; 0: each by itself."""
        if self.player_on == "spot":
            return 0
        whole = self.player_on == "all"
        return sum(
            chips
            for name, chips in bets.items()
            if not circles[name].free and (whole or circles[name].base)
        )

    def of_bank(self, action: int, stake: int, banker_line: int, base: int = 0) -> int:
        """What the bank pays: on all wagers, on the game's own, on its stake, or on the banker's
        line."""
        on = {"total": action, "stake": stake, "banker": banker_line, "base": base}
        return tier(self.bank, on[self.bank_on])

    @property
    def most(self) -> int:
        """All that one player may wager before the deal, where the tiers end; 0: no end
        (000b ambiguity 37)."""
        return self.player[-1][1] if self.player and self.player_on == "all" else 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A posted table of fees, and the games that it is for."""

    source: str
    games: tuple[str, ...]
    rows: tuple[str, ...]
    player: PlayerBasis = "base"
    bank: BankBasis = "total"
    limits: str = ""  # of rows that name none
    within: tuple[str, ...] = ()  # what a table may post instead: the least, and the most
    after_deal: bool = False
    refund: bool = False

    def fees(self, where: str) -> tuple[BankedFee, ...]:
        return tuple(self._fee(row, where) for row in self.rows)

    def _fee(self, row: str, where: str) -> BankedFee:
        parts = [part.strip() for part in row.split(";")]
        if len(parts) not in (4, 5) or not parts[0].isdecimal():
            raise BadPage(f"{where}: {row!r}: write option;limits;player;bank")
        limits = _limits(self.limits if parts[1] == "-" else parts[1], f"{where}: {row!r}")
        player, bank, *more = (_tiers(part, f"{where}: {row!r}") for part in parts[2:])
        return BankedFee(
            int(parts[0]), limits, bank, player, more[0] if more else (),
            self.player, self.bank, self.after_deal, self.refund,
            tuple(_limits(one, where) for one in self.within),
        )  # fmt: skip


_AMOUNT = r"(\d+(?:\.\d\d?)?|\.\d\d?)"
_TIER = re.compile(rf"{_AMOUNT}(?:-{_AMOUNT}|(\+))?={_AMOUNT}")


def _cents(text: str) -> int:
    dollars, _, cents = text.partition(".")
    return int(dollars or 0) * 100 + int((cents + "00")[:2])


def _limits(text: str, where: str) -> tuple[int, int]:
    found = re.fullmatch(rf"{_AMOUNT}(?:-{_AMOUNT})?", text)
    if not found:
        raise BadPage(f"{where}: limits are written as 5-200, not {text!r}")
    low, high = found.groups()
    return _cents(low), _cents(high or low)


def _tiers(text: str, where: str) -> tuple[Tier, ...]:
    if re.fullmatch(_AMOUNT, text):
        flat = _cents(text)
        return ((0, 0, flat),) if flat else ()
    return tuple(_tier(part, where) for part in text.split())


def _tier(text: str, where: str) -> Tier:
    found = _TIER.fullmatch(text)
    if not found:
        raise BadPage(f"{where}: a tier is written as 5-50=1 or 51+=2, not {text!r}")
    low, high, more, fee = found.groups()
    return _cents(low), 0 if more else _cents(high or low), _cents(fee)


def tier(tiers: tuple[Tier, ...], amount: int) -> int:
    """The fee of an amount."""
    return tier_of(tiers, amount)[2] if tiers and amount else 0


def tier_of(tiers: tuple[Tier, ...], amount: int) -> Tier:
    """Between two tiers the lower counts, below the first one the first (000b ambiguity 48); a
    shared border is the lower one's."""
    found = tiers[0]
    for one in tiers:
        low, high, _ = one
        if amount >= low:
            found = one
        if not high or amount <= high:
            break
    return found
