"""What one table is set up to do: house, games, stakes, limits, fees (table.toml)."""

from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.engine import Law, law
from firmware.games.poker import kill
from firmware.games.poker.house import Structure
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage, check
from firmware.table.fee import Fee, posted
from firmware.table.jackpot import Jackpot
from firmware.table.rulebook import Rulebook, stamped
from firmware.table.settings import HouseTable, Settings, house_table


class Spread(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game of the table, as posted. Cents."""

    game: str
    stakes: Stakes
    limit: Structure = "limit"
    buy_in: tuple[int, int] = (0, 0)  # least and most; 0, 0: ten small bets and no maximum
    fees: tuple[int, ...] = ()  # options of the schedule
    kill: Literal["", "full", "half"] = ""  # of a kill game; "": as the house has it
    decks: int = 0  # of a game dealt from a shoe; 0: as its page says
    pays: dict[str, str] = {}  # circle -> table, where the filing has several
    pack: str = ""  # another of the decks that its page names
    signed: str = ""  # of pan: who of the house signed its pay card, and when
    # Against a bank, where the filing leaves them open: of the game's own wagers ("base"), of the
    # bonus wagers ("bonus").
    limits: dict[str, tuple[int, int]] = {}
    antes: int = 0  # jacks or better: so many at most while nobody opens; 0: no limit (002 L504)


class Tournament(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sit-n-go. Its chips are counters of the table and never cents."""

    entry: int  # cents into the prizes
    fee: int  # cents to the house
    chips: int  # everybody starts with
    levels: tuple[tuple[int, int, int], ...]  # small blind, big blind, ante
    level_ms: int
    break_after: int = 0  # levels between breaks; 0 is none
    break_ms: int = 0
    prizes: tuple[int, ...] = (100,)  # percent, first place first
    seats: int = 10  # entrants: it begins by itself when so many have paid; never above the table's


class Config(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    table: str
    house: str
    spreads: tuple[Spread, ...]
    seats: int = 10
    schedule: str = ""  # of fees
    # The next game when the button has been round; or as whoever has the button chooses.
    rotate: Literal["", "orbit", "button"] = ""
    jackpot: Jackpot | None = None
    bomb_ante: int = 0
    settings: dict[str, object] = {}  # what this table does otherwise than its house
    tournament: Tournament | None = None
    verify: str = ""  # the floor's /verify, as a guest's phone reaches it; "": none is posted

    rulebook: Rulebook | None = None  # the pages it names, once they are in the journal

    @cached_property
    def _rules(self) -> Rulebook:
        return self.rulebook or read_pages(self)

    @cached_property
    def ways(self) -> Settings:
        return self._rules.ways

    @cached_property
    def rows(self) -> tuple[tuple[Fee, ...], ...]:
        """The posted fees of each spread; a banked game has its own with its rules."""
        return self._rules.fees

    def law(self, at: int) -> Law:
        return self._rules.laws[at]

    def bomb_law(self, at: int) -> Law:
        return _bomb_law(self, at)

    def source(self, setting: str) -> str:
        """The line that a refusal cites."""
        return self._rules.sources.get(setting) or f"{self._rules.house}: {setting}"

    @cached_property
    def by_the_half_hour(self) -> bool:
        """Does any game of the table pay time?"""
        return any(fee.half_hour for row in self.rows for fee in row)

    @property
    def page(self) -> "Config":
        """The table's own page, without the pages that it names."""
        return replace(self, rulebook=None) if self.rulebook else self

    @cached_property
    def posted(self) -> "Config":
        """With the pages that it names as they are today."""
        return replace(self.page, rulebook=read_pages(self.page))

    @cached_property
    def is_posted(self) -> bool:
        """Does the table play by its pages as they are today? A page that is gone changes none."""
        if self.rulebook is None:
            return False
        try:
            today = self.posted.rulebook
        except BadPage:
            return True
        return today is not None and today.hash == self.rulebook.hash

    @property
    def entrants(self) -> int:
        """So many players make a tournament."""
        return min(self.tournament.seats, self.seats) if self.tournament else 0

    @cached_property
    def _buy_ins(self) -> tuple[tuple[int, int], ...]:
        """(least, most) of each spread; every view of every seat asks."""
        games = zip(self.spreads, self.rows, strict=True)
        return tuple((least_buy_of(one, fees), _most_buy(one, fees)) for one, fees in games)

    def least_buy(self, at: int) -> int:
        return self._buy_ins[at][0]

    def most_buy(self, at: int) -> int:
        return self._buy_ins[at][1]

    def caps_rebuys(self, at: int) -> bool:
        """Where the page itself posts a maximum, and its special rule with it (000 L1882)."""
        return self.ways.capped_rebuy and self.spreads[at].buy_in[1] > 0


def least_buy_of(spread: Spread, fees: tuple[Fee, ...]) -> int:
    """As the page says; or ten bets (002 L153), and no less than the posted fees are filed for
    (004 L993-1044)."""
    filed = max((fee.buy_in[0] for fee in fees), default=0)
    return spread.buy_in[0] or max(10 * spread.stakes.small, filed)


def _most_buy(spread: Spread, fees: tuple[Fee, ...]) -> int:
    """As the page says, or as the posted fees are filed for (000 L3419, 002 L648-656)."""
    filed = (fee.buy_in[1] for fee in fees if fee.buy_in[1])
    return spread.buy_in[1] or min(filed, default=0)


def check_settings(ways: Settings) -> Settings:
    """The types of settings that came from a table's own page."""
    import msgspec

    return check(msgspec.to_builtins(ways), Settings, "settings")


def read_pages(config: Config) -> Rulebook:
    home, ways = home_of(config), ways_of(config)
    laws = tuple(resolve(config.house, spread, ways) for spread in config.spreads)
    book = Rulebook(
        house=home.name,
        ways=ways,
        sources=home.sources,
        laws=laws,
        fees=tuple(
            () if one.banked else posted(config.schedule, spread.fees)
            for one, spread in zip(laws, config.spreads, strict=True)
        ),
    )
    return stamped(book, config)


def home_of(config: Config, at: int = 0) -> HouseTable:
    """How the house runs a table of this game."""
    spread = config.spreads[at]
    return house_table(config.house).at(spread.game, spread.limit, spread.stakes.small)


def ways_of(config: Config) -> Settings:
    return check_settings(replace(home_of(config).settings, **config.settings))


def resolve(home: str, spread: Spread, ways: Settings) -> Law:
    found = law(spread.game, home, spread.limit, ways.not_ready, straddles=int(ways.straddle))
    if ways.overs_twice and found.settings.overs > 2:
        found = replace(found, settings=replace(found.settings, overs=2))  # 000 L849
    if spread.decks:
        found = found.of_decks(spread.decks)
    if spread.pays:
        found = found.paying(spread.pays)
    if spread.limits:
        found = found.limited(spread.limits)
    found = found.as_posted(spread.pack, spread.signed)
    if not spread.kill or found.kill is None:
        return found
    return replace(found, kill=kill.sized(found.kill, spread.stakes, spread.kill))


def _bomb_law(config: Config, at: int) -> Law:
    """The same game without the betting before the flop."""
    known = config.__dict__.setdefault("_bombs", {})
    if at not in known:
        known[at] = config.law(at).without_first_bets()
    return known[at]  # type: ignore[no-any-return]
