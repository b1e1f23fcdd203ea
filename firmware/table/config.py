"""What one table is set up to do: house, games, stakes, limits, fees (table.toml)."""

import re
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.banked.page import BankedRules
from firmware.games.engine import Law, law
from firmware.games.poker import kill
from firmware.games.poker.house import Structure
from firmware.games.poker.rules import PAYERS, Rules, Stakes, by_ante, most_blinds
from firmware.money import show
from firmware.pages import BadPage, check, known, parse
from firmware.table.fee import Fee, posted, schedules, structure
from firmware.table.jackpot import KINDS, Jackpot
from firmware.table.rulebook import Rulebook, stamped
from firmware.table.settings import HouseTable, Settings, house_table, house_tables


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
        return tuple((_least_buy(one, fees), _most_buy(one, fees)) for one, fees in games)

    def least_buy(self, at: int) -> int:
        return self._buy_ins[at][0]

    def most_buy(self, at: int) -> int:
        return self._buy_ins[at][1]

    def caps_rebuys(self, at: int) -> bool:
        """Where the page itself posts a maximum, and its special rule with it (000 L1882)."""
        return self.ways.capped_rebuy and self.spreads[at].buy_in[1] > 0


def _least_buy(spread: Spread, fees: tuple[Fee, ...]) -> int:
    """As the page says; or ten bets (002 L153), and no less than the posted fees are filed for
    (004 L993-1044)."""
    filed = max((fee.buy_in[0] for fee in fees), default=0)
    return spread.buy_in[0] or max(10 * spread.stakes.small, filed)


def _most_buy(spread: Spread, fees: tuple[Fee, ...]) -> int:
    """As the page says, or as the posted fees are filed for (000 L3419, 002 L648-656)."""
    filed = (fee.buy_in[1] for fee in fees if fee.buy_in[1])
    return spread.buy_in[1] or min(filed, default=0)


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,31}")  # as every seal writes it


def check_settings(ways: Settings) -> Settings:
    """The types of settings that came from a table's own page."""
    import msgspec

    return check(msgspec.to_builtins(ways), Settings, "settings")


def read_pages(config: Config) -> Rulebook:
    home, ways = _home(config), _ways(config)
    laws = tuple(_resolve(config.house, spread, ways) for spread in config.spreads)
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


def _home(config: Config, at: int = 0) -> HouseTable:
    """How the house runs a table of this game."""
    spread = config.spreads[at]
    return house_table(config.house).at(spread.game, spread.limit, spread.stakes.small)


def _ways(config: Config) -> Settings:
    return check_settings(replace(_home(config).settings, **config.settings))


def _resolve(home: str, spread: Spread, ways: Settings) -> Law:
    found = law(spread.game, home, spread.limit, ways.not_ready, straddles=int(ways.straddle))
    if ways.overs_twice and isinstance(found, Rules) and found.settings.overs > 2:
        found = replace(found, settings=replace(found.settings, overs=2))  # 000 L849
    if spread.decks:
        found = found.of_decks(spread.decks)
    if spread.pays:
        if not isinstance(found, BankedRules):
            raise BadPage(f"pays: {spread.game} has no circles", "pays")
        found = found.paying(spread.pays)
    if not spread.kill or not isinstance(found, Rules) or found.kill is None:
        return found
    return replace(found, kill=kill.sized(found.kill, spread.stakes, spread.kill))


def _bomb_law(config: Config, at: int) -> Law:
    """The same game without the betting before the flop."""
    known = config.__dict__.setdefault("_bombs", {})
    if at not in known:
        known[at] = config.law(at).without_first_bets()
    return known[at]  # type: ignore[no-any-return]


def load(text: str, where: str = "table.toml") -> Config:
    """A table's own part of table.toml, checked from end to end."""
    config = check(parse(text, where), Config, where)
    try:
        if config.rulebook:
            raise BadPage("rulebook: is read from the pages, never written by hand", "rulebook")
        validate(config)
    except BadPage as bad:
        raise BadPage(f"{where}: {bad}", bad.field) from None
    return config


def validate(config: Config) -> None:
    """Every game, fee and setting it names exists, and all its numbers can be."""
    if not config.spreads:
        raise BadPage("spreads: a table needs a game", "spreads")
    if not NAME.fullmatch(config.table):
        words = "table: a letter or digit, then up to 31 letters, digits, blanks, _ . or -"
        raise BadPage(words, "table")
    if not 2 <= config.seats <= 10:
        raise BadPage(f"seats: two to ten stations, not {config.seats}", "seats")
    if config.bomb_ante < 0:
        raise BadPage("bomb_ante: cents, 0 for none", "bomb_ante")
    known(config.house, house_tables(), "house", "house")
    _check_schedule(config)
    _check_ways(config)
    for at, spread in enumerate(config.spreads):
        _check_spread(config, at, spread)
    if config.rotate == "button" and any(not s.game.startswith("cuban-") for s in config.spreads):
        words = "rotate: the button chooses among Cuban games only (004 L456)"
        raise BadPage(words, "rotate")
    if config.jackpot:
        _check_jackpot(config.jackpot)
    if config.tournament:
        _check_counters(config)
        _check_tournament(config.tournament)


def _check_ways(config: Config) -> None:
    for name in config.settings:
        known(name, Settings.__struct_fields__, "settings", f"settings.{name}")
    for name in config.settings:
        try:
            check_settings(replace(_home(config).settings, **{name: config.settings[name]}))
        except BadPage as bad:
            words = str(bad).removeprefix("settings: ")
            raise BadPage(words, f"settings.{name}") from None
        least = _LEAST.get(name, 0)
        value = config.settings[name]
        if isinstance(value, int) and value < least:
            raise BadPage(f"{name}: {least} or more", f"settings.{name}")
    if _ways(config).least_players > config.seats:
        words = f"least_players: the table has {config.seats} seats"
        raise BadPage(words, "settings.least_players")


# Nobody sits down in no time.
_LEAST = {"pin_tries": 1, "action_ms": 1, "least_players": 2, "reserve_ms": 10_000}


def _check_spread(config: Config, at: int, spread: Spread) -> None:
    here = f"spreads[{at}]"
    try:
        ways = _ways(config)
        rules = _resolve(config.house, spread, ways)
    except BadPage as bad:
        wrong = "limit" if " spreads " in str(bad) else "game"
        raise BadPage(str(bad), f"{here}.{wrong}") from None
    if ways.straddle and isinstance(rules, Rules) and rules.settings.straddler != "anyone":
        words = f"settings.straddle: a straddle here is for {rules.settings.straddler}"
        raise BadPage(words, "settings.straddle")
    _check_stakes(spread.stakes, f"{here}.stakes")
    _check_kill(rules, spread, here)
    fees = _posted_fees(config, rules, spread, here)
    least, most = _least_buy(spread, fees), spread.buy_in[1]
    if min(spread.buy_in) < 0 or (most and least > most):
        words = f"least {least} is more than most {most}" if most else "no amount is below 0"
        raise BadPage(f"buy_in: {words}; write [least, most] in cents", f"{here}.buy_in")
    _check_forced(rules, spread, here)
    _check_by_ante(rules, spread, least, here)
    _check_antes(rules, spread, here)
    _check_bomb(config, rules, here)
    _check_house(config, at, rules, here)
    try:
        if not isinstance(rules, Rules):
            _check_bank_fee(rules, spread)
        for fee in fees:
            fits(fee, spread, least)
    except BadPage as bad:
        raise BadPage(str(bad), f"{here}.fees") from None


def _posted_fees(config: Config, rules: Law, spread: Spread, here: str) -> tuple[Fee, ...]:
    try:
        return () if rules.banked else posted(config.schedule, spread.fees)
    except BadPage as bad:
        raise BadPage(str(bad), f"{here}.fees") from None


def _check_forced(rules: Law, spread: Spread, here: str) -> None:
    """Blinds, antes, forced bets: those that the game has in this house, and no others."""
    stakes = spread.stakes
    if not isinstance(rules, Rules):
        if stakes.blinds or stakes.ante or stakes.bring_in or stakes.by:
            words = f"stakes: {spread.game} is played against a bank, with small and chip only"
            raise BadPage(words, f"{here}.stakes")
        return
    most = most_blinds(rules)
    if stakes.by:
        _check_payers(rules, stakes, here)
    if len(stakes.blinds) > most:
        words = f"{most} blinds at most" if most else "no blinds, but antes"
        raise BadPage(f"stakes.blinds: {spread.game} has {words}", f"{here}.stakes.blinds")
    if stakes.bring_in and rules.forced != "bring-in":
        words = f"stakes.bring_in: {spread.game} has no forced bet"
        raise BadPage(words, f"{here}.stakes.bring_in")
    if not most or stakes.blinds:
        return
    if not rules.antes_only:  # 000 L1499, L1613-1655
        words = f"{spread.game}: stakes.blinds is missing; write [100, 200]"
        raise BadPage(words, f"{here}.stakes")
    if not stakes.ante:
        words = f"{spread.game}: stakes.blinds or stakes.ante is missing; write ante = 100"
        raise BadPage(words, f"{here}.stakes")


def _check_by_ante(rules: Law, spread: Spread, least_buy: int, here: str) -> None:
    """ "The size of a No-Limit Seven-Card Stud game is determined by the ante" (000 L337)."""
    if not isinstance(rules, Rules) or (sizes := by_ante(rules)) is None:
        return
    stakes, source = spread.stakes, rules.source("by_ante")
    for name, least, why in (
        ("ante", sizes.least, "the smallest"),
        ("bring_in", sizes.forced * stakes.ante, f"{sizes.forced} antes"),
        ("small", sizes.bet * stakes.ante, f"{sizes.bet} antes"),
    ):
        if getattr(stakes, name) < least:
            words = f"stakes.{name}: {least} or more, {why} ({source})"
            raise BadPage(words, f"{here}.stakes.{name}")
    if least_buy != sizes.buy_in * stakes.ante:
        words = f"{sizes.buy_in} antes ({source}); write [{sizes.buy_in * stakes.ante}, 0]"
        raise BadPage(f"buy_in: {words}", f"{here}.buy_in")


def _check_bank_fee(rules: BankedRules, spread: Spread) -> None:
    """A banked game has its fees with its rules: one option of them, the first if none is named."""
    known_ones = [fee.option for fee in rules.fees]
    if len(spread.fees) > 1 or not {*spread.fees} <= {*known_ones}:
        raise BadPage(f"fees: one of {', '.join(map(str, known_ones))} for {spread.game}")


def _check_payers(rules: Rules, stakes: Stakes, here: str) -> None:
    """The winner's blind, and from home: draw and lowball with antes (000 L1505-1511)."""
    formats = rules.antes_only and rules.limit == "no-limit"
    if not formats or not stakes.ante:
        words = "stakes.by: in no-limit draw and lowball with an ante only"
        raise BadPage(words, f"{here}.stakes.by")
    if stakes.by not in _FORMATS or len(stakes.by) != len(stakes.blinds):
        known_ones = "; ".join(", ".join(one) for one in _FORMATS)
        words = f"stakes.by: a payer for each blind, from the smallest up. There are: {known_ones}"
        raise BadPage(words, f"{here}.stakes.by")


_GUN, _HOME, _WINNER = PAYERS
_FORMATS = ((_WINNER,), (_GUN,), (_GUN, _WINNER), (_GUN, _HOME), (_GUN, _HOME, _WINNER))


def _check_antes(rules: Law, spread: Spread, here: str) -> None:
    if spread.antes < 0:
        raise BadPage("antes: how many at most, 0 for no limit", f"{here}.antes")
    opens = isinstance(rules, Rules) and any(phase.openers for phase in rules.phases)
    if spread.antes and not opens:
        words = f"antes: {spread.game} is opened by anybody, so nobody antes twice for a pot"
        raise BadPage(words, f"{here}.antes")


def _check_kill(rules: Law, spread: Spread, here: str) -> None:
    game = rules.kill if isinstance(rules, Rules) else None
    if game is None:
        if spread.kill:
            words = f'kill: {spread.game} has none here; write limit = "limit with kill"'
            raise BadPage(words, f"{here}.kill")
        return
    if game.pot and kill.label(spread.stakes) not in game.pot:
        words = f"stakes: kills are posted for {', '.join(game.pot)} here"
        raise BadPage(words, f"{here}.stakes")
    higher = kill.killed(game, spread.stakes)
    if higher.small % spread.stakes.chip or higher.upper % spread.stakes.chip:
        words = f"stakes.chip: killed it plays {show(higher.small)} and {show(higher.upper)}"
        raise BadPage(f"{words}, in chips of {show(spread.stakes.chip)}", f"{here}.stakes")


def _check_house(config: Config, at: int, rules: Law, here: str) -> None:
    """Everything that the house writes for this game can be done at this table."""
    least, most = rules.seats
    if not least <= config.seats <= most:
        words = f"{rules.game}: {least} players at least"
        words = words if config.seats < least else f"{rules.game}: {most} players at most"
        raise BadPage(f"{words}, and the table has {config.seats} seats", f"{here}.game")
    if _home(config, at).settings != _home(config).settings:
        source = ", ".join(one.source for one in house_table(config.house).where)
        words = "its house runs this game otherwise than the table's first one"
        raise BadPage(f"{words} ({source}): two tables", f"{here}.stakes")


def _check_stakes(stakes: Stakes, here: str) -> None:
    if stakes.small <= 0:
        raise BadPage("stakes.small: cents, more than 0", f"{here}.small")
    if stakes.chip <= 0:
        raise BadPage("stakes.chip: the smallest chip in cents, more than 0", f"{here}.chip")
    if stakes.big and stakes.big < stakes.small:
        words = f"stakes.big: {stakes.big} is less than small, {stakes.small}; big is the upper bet"
        raise BadPage(words, f"{here}.big")
    if len(stakes.blinds) > 3:
        words = "stakes.blinds: three at most, the first of three on the button"
        raise BadPage(words, f"{here}.blinds")
    if list(stakes.blinds) != sorted(stakes.blinds) or min(stakes.blinds, default=1) <= 0:
        raise BadPage("stakes.blinds: small to big, in cents, as [100, 200]", f"{here}.blinds")
    for name in ("small", "big", "ante", "bring_in"):
        cents = getattr(stakes, name)
        if cents < 0 or cents % stakes.chip:
            words = f"stakes.{name}: {cents} is no number of chips of {stakes.chip} cents"
            raise BadPage(words, f"{here}.{name}")
    if any(blind % stakes.chip for blind in stakes.blinds):
        words = f"stakes.blinds: all in steps of the smallest chip, {stakes.chip} cents"
        raise BadPage(words, f"{here}.blinds")


def _check_bomb(config: Config, rules: Law, here: str) -> None:
    if config.bomb_ante and not (isinstance(rules, Rules) and rules.board):
        words = "bomb_ante: a bomb pot starts with the flop, and this game has none"
        raise BadPage(words, f"{here}.game")


def _check_jackpot(jackpot: Jackpot) -> None:
    for name in ("beaten", "beater", "high_hand"):
        known(getattr(jackpot, name), KINDS, f"jackpot.{name}", f"jackpot.{name}")
    for name in ("bad_beat", "pays", "loser", "winner"):
        if not 0 <= getattr(jackpot, name) <= 100:
            raise BadPage(f"jackpot.{name}: percent, 0 to 100", f"jackpot.{name}")
    if jackpot.loser + jackpot.winner > 100:
        words = "jackpot.winner: with jackpot.loser it is more than all there is"
        raise BadPage(words, "jackpot.winner")


def _check_counters(config: Config) -> None:
    """A sit-n-go plays for counters: nothing that is paid in cents can come out of its pots."""
    for at, spread in enumerate(config.spreads):
        if spread.fees:
            words = "fees: a sit-n-go takes its fee with the entry: tournament.fee"
            raise BadPage(words, f"spreads[{at}].fees")
        rules = _resolve(config.house, spread, _ways(config))
        if rules.forced != "blinds":
            words = f"{spread.game}: a sit-n-go's levels are blinds, and this game has none"
            raise BadPage(words, f"spreads[{at}].game")
        if isinstance(rules, Rules) and rules.kill:
            words = f"{spread.game}: a kill is of posted limits, and a sit-n-go plays its levels"
            raise BadPage(words, f"spreads[{at}].limit")
        if rules.seats[0] > 2:
            words = f"{spread.game}: {rules.seats[0]} players at least, and a sit-n-go ends with 2"
            raise BadPage(words, f"spreads[{at}].game")
    for name in ("jackpot", "bomb_ante"):
        if getattr(config, name):
            raise BadPage(f"{name}: not in a sit-n-go, whose chips are counters", name)


_LEAST_LEVEL_MS = 1_000  # or all that a table does is to raise its blinds


def _check_tournament(show: Tournament) -> None:
    if sum(show.prizes) != 100 or min(show.prizes) <= 0:
        words = f"tournament.prizes: percent that make 100; these make {sum(show.prizes)}"
        raise BadPage(words, "tournament.prizes")
    for name in ("entry", "chips"):
        if getattr(show, name) <= 0:
            raise BadPage(f"tournament.{name}: more than 0", f"tournament.{name}")
    if show.level_ms < _LEAST_LEVEL_MS:
        words = f"milliseconds, {_LEAST_LEVEL_MS} or more; ten minutes are 600_000"
        raise BadPage(f"tournament.level_ms: {words}", "tournament.level_ms")
    if not show.levels:
        words = "tournament.levels: at least one, as [[25, 50, 0]]"
        raise BadPage(words, "tournament.levels")
    if any(not 0 < small <= big or ante < 0 for small, big, ante in show.levels):
        words = "tournament.levels: each is small blind, big blind, ante, as [[25, 50, 0]]"
        raise BadPage(words, "tournament.levels")
    for name in ("fee", "break_after", "break_ms"):
        if getattr(show, name) < 0:
            raise BadPage(f"tournament.{name}: no less than 0", f"tournament.{name}")
    if not 2 <= show.seats <= 10:
        raise BadPage("tournament.seats: two to ten", "tournament.seats")


def fits(fee: Fee, spread: Spread, buy_in: int) -> None:
    """BadPage, with why, if this row is not posted for such a game."""
    stakes, words = spread.stakes, f"{spread.game}: fee {fee.words} is for"
    if fee.games and spread.game not in fee.games:
        raise BadPage(f"{words} {' and '.join(fee.games)}")
    if fee.structures and not structure(spread.limit) & {*fee.structures}:
        raise BadPage(f"{words} {' and '.join(fee.structures)} games")
    low, high = fee.lower_limit
    if low and not low <= stakes.small <= (high or stakes.small):
        raise BadPage(f"{words} other limits")
    if any(fee.limits) and fee.limits != (stakes.small, stakes.upper):
        raise BadPage(f"{words} {' and '.join(map(show, fee.limits))}")
    if fee.blinds and fee.blinds != stakes.blinds:
        raise BadPage(f"{words} blinds of {' and '.join(map(show, fee.blinds))}")
    if fee.ante and fee.ante != stakes.ante:
        raise BadPage(f"{words} an ante of {show(fee.ante)}")
    low, high = fee.buy_in
    if low and not low <= buy_in <= (high or buy_in):
        raise BadPage(f"{words} buy-ins from {show(low)}" + (f" to {show(high)}" if high else ""))
    if high and spread.buy_in[1] > high:
        raise BadPage(f"{words} buy-ins of {show(high)} at most")


def _check_schedule(config: Config) -> None:
    if not config.schedule:
        return
    known(config.schedule, schedules(), "schedule", "schedule")
    house = schedules()[config.schedule].house
    if house != config.house:
        words = f"schedule: {config.schedule} is what {house} takes, not {config.house}"
        raise BadPage(words, "schedule")
