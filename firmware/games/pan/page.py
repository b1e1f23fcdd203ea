"""Pan as a house spreads it: a page, the house's section over it, and the pay card with its
signature. Without one it is not played: the filing prints neither melds nor pays (000 L1483)."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.cards import DECKS, decks
from firmware.games.pan.melds import ROWS
from firmware.games.poker.house import NO_BLINDS, HouseRules, Limit
from firmware.games.poker.rules import Stakes
from firmware.houses import section
from firmware.money import show
from firmware.pages import BadPage, check, known, parse

UNSIGNED = "the filing has neither its melds nor its pays; a house must sign its pay card"
SHORT = {"pan": "panguingue"}  # as everybody calls it (000 L1434)
_ROW = re.compile(r"(\d{1,2})\+(\d{1,2})")


class PanRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="pan"):
    """The game as a house spreads it. Plain data: it travels with the hand it rules."""

    name: str
    source: str
    words: str
    deck: str
    packs: tuple[str, ...]  # decks that it may be dealt from
    seats: tuple[int, int]
    cards: int  # each
    batch: int  # of them at a time
    going_out: int  # chips from each
    buy_in: int  # conditions
    pays: dict[str, tuple[int, int]]  # row -> chips for three cards, and for each further one
    game: str = ""
    house: str = ""
    signed: str = ""  # who of the house signed the pay card

    forced: ClassVar[str] = "tops"
    banked: ClassVar[bool] = False
    has_pot: ClassVar[bool] = False
    has_button: ClassVar[bool] = False
    settings: ClassVar[HouseRules] = NO_BLINDS
    kill: ClassVar[None] = None
    by_ante: ClassVar[None] = None
    high: ClassVar[bool] = False
    opened: ClassVar[bool] = False
    draws_by: ClassVar[str] = "high card"
    board_rows: ClassVar[tuple[tuple[int, ...], ...]] = ()
    page: ClassVar[None] = None
    flop: ClassVar[bool] = False
    short: ClassVar[str] = "Pan"
    limit: ClassVar[Limit] = "limit"  # its condition is the only bet
    board: ClassVar[int] = 0
    bank_hands: ClassVar[int] = 0
    plan: ClassVar[tuple[tuple[Any, ...], ...]] = ()  # who draws next is what players choose

    def cited(self, setting: str) -> str:
        return self.source

    @property
    def title(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return self.name

    @property
    def hole(self) -> int:
        return self.cards

    @property
    def pack(self) -> tuple[str, int]:
        return self.deck, 1

    @property
    def shoe(self) -> tuple[int, ...]:
        return decks(self.deck)

    def sign(self, stakes: Stakes, option: int) -> str:
        """The condition is the chip that is played with (000 L1434)."""
        return f"{show(stakes.small)} condition"

    def of_decks(self, count: int) -> "PanRules":
        raise BadPage(f"decks: {self.game} has one; write pack, one of {', '.join(self.packs)}")

    def as_posted(self, pack: str, signed: str) -> "PanRules":
        """Off until a house signs its pay card."""
        if not signed:
            words = f"{self.name} is off: {UNSIGNED}"
            raise BadPage(f'signed: {words}; write signed = "who signed it, and when"')
        if pack:
            known(pack, self.packs, "pack")
        return replace(self, deck=pack or self.deck, signed=signed)

    def limited(self, posted: Mapping[str, tuple[int, int]]) -> "PanRules":
        raise BadPage("limits: pan has its condition; these are of wagers against a bank")

    def paying(self, posted: Mapping[str, str]) -> "PanRules":
        """The same with other rows of the pay card: "4+2" is four chips, and two a further card."""
        pays = dict(self.pays)
        for row, chips in posted.items():
            known(row, ROWS, "pays")
            found = _ROW.fullmatch(chips)
            if not found:
                words = f'{row}: write "4+2": chips for three cards, for each further one'
                raise BadPage(f"pays: {words}")
            pays[row] = int(found[1]), int(found[2])
        return replace(self, pays=pays)

    def without_first_bets(self) -> "PanRules":
        """There is no flop that everybody could be dealt straight to."""
        return self


@cache
def catalogue() -> dict[str, dict[str, Any]]:
    folder = files("firmware.games.pan").joinpath("catalogue")
    pages = (one for one in folder.iterdir() if one.name.endswith(".toml"))
    return {page.name[:-5]: parse(page.read_text("utf-8"), page.name) for page in pages}


@cache
def houses() -> dict[str, dict[str, dict[str, Any]]]:
    """House -> its games of pan, and what is its own about each."""
    return {house: page["games"] for house, page in section("pan").items()}


def spreading(game: str) -> tuple[str, ...]:
    return tuple(house for house, games in houses().items() if game in games)


@cache
def pan_rules(game: str, house: str = "common") -> PanRules:
    """The rules of `game` at `house`, unsigned. BadPage if the house does not spread it."""
    raw, where = catalogue()[game], f"{game}.toml"
    if house != "common":
        if house not in spreading(game):
            raise BadPage(f"{house} does not spread {raw['name']}")
        raw, where = {**raw, **houses()[house][game]}, f"{house}.toml: {game}"
    rules = check({"type": "pan", "game": game, "house": house, **raw}, PanRules, where)
    for pack in (rules.deck, *rules.packs):
        known(pack, DECKS, f"{where}: packs")
    if {*rules.pays} != {*ROWS}:
        raise BadPage(f"{where}: pays: {', '.join(ROWS)}; each once")
    return rules
