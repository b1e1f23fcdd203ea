"""The rules of one table: a game of the catalogue, as one house spreads it, at one structure."""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.cards import DECKS
from firmware.games.poker import deal_plan
from firmware.games.poker.game import First, Game, Phase, Step, phases
from firmware.games.poker.house import ByAnte, GameHere, House, HouseRules, Kill, Limit, Structure
from firmware.games.ranking import RANKINGS
from firmware.games.ranking.cuban import ROWS, TRIPLES
from firmware.houses import section
from firmware.money import show
from firmware.pages import BadPage, check, known, parse

T = TypeVar("T")


Payer = Literal["under the gun", "from home", "winner"]
PAYERS: tuple[Payer, ...] = get_args(Payer)  # from the smallest blind to the biggest (AJ-A24)
LED_BY_BUTTON: tuple[First, ...] = ("button", "high rank")  # the latter by it where cards tie
SHORT = {"no-limit": "NL", "pot-limit": "PL", "limit": "L", "spread": "SL"}

SPELLED = {
    "Holdem": "Hold'em", "Hi Lo": "Hi-Lo", "Seven Card": "Seven-Card", "Sit N Go": "Sit-n-Go",
    " To ": " to ", " Or ": " or ", "Twenty One": "Twenty-One",
}  # fmt: skip


def spelled(game: str) -> str:
    """The name of a game as a sign has it."""
    name = game.removeprefix("lightning-").replace("-", " ").title()  # that is the table's make
    for letters, right in SPELLED.items():
        name = name.replace(letters, right)
    return name


class Rules(Struct, frozen=True, omit_defaults=True, tag="poker", dict=True):
    """Everything the engine asks. Plain data: it travels with the hand it rules."""

    game: str
    house: str
    limit: Limit
    deck: str
    hand: str
    pots: tuple[str, ...]
    phases: tuple[Phase, ...]
    seats: tuple[int, int]
    forced: str
    settings: HouseRules
    sources: dict[str, str]
    up_joker: str = ""
    passed: "Rules | None" = None  # what the cards become when nobody opens
    kill: Kill | None = None  # limit games: when a pot must be killed
    antes_only: bool = False  # may be played without blinds
    banked: ClassVar[bool] = False
    has_pot: ClassVar[bool] = True
    page: ClassVar[None] = None
    bank_hands: ClassVar[int] = 0  # nobody holds a bank
    words: ClassVar[str] = ""  # who sits down knows poker

    def cited(self, setting: str) -> str:
        """The line that a refusal names."""
        return self.sources.get(setting, f"{self.house}: {setting}")

    @property
    def pack(self) -> tuple[str, int]:
        return self.deck, 1

    @property
    def shoe(self) -> tuple[int, ...]:
        return DECKS[self.deck]

    @property
    def title(self) -> str:
        return f"{self.limit.title()} {spelled(self.game)}" + " with Kill" * (self.kill is not None)

    @property
    def label(self) -> str:
        return f"{self.game}, {self.limit}"

    @property
    def short(self) -> str:
        return SHORT[self.limit]

    @property
    def board(self) -> int:
        """Cards of a whole board."""
        return sum(phase.board for phase in self.phases)

    @property
    def high(self) -> bool:
        """Is it won by a hand of the ranks that everybody knows, as jackpots name them?"""
        return self.pots[0] == "high"

    @property
    def by_ante(self) -> ByAnte | None:
        """What its ante says of the other amounts, where the house has it so."""
        here = houses()[self.house].games.get(self.game)
        return here.by_ante.get(self.limit) if here is not None else None

    @property
    def opened(self) -> bool:
        """Does somebody have to open it, with cards that may?"""
        return any(phase.openers for phase in self.phases)

    @property
    def draws_by(self) -> str:
        """The highest card has the first button, in lowball the lowest (002 L133), where an ace is
        as low as in the game (DD-A59)."""
        if not self.pots[0].startswith(("low", "badugi")):
            return "high card"
        return "low card" if self.pots[0] == "low 2-7" else "low card, ace low"

    @property
    def board_rows(self) -> tuple[tuple[int, ...], ...]:
        """Of a board that is no line: which of its cards lie together."""
        return ROWS.get(self.hand.removeprefix("cuban "), ())

    @cached_property
    def flop(self) -> bool:
        """Does its board come after the first street?"""
        first = self.phases[0].street
        return any(phase.board for phase in self.phases if phase.street != first)

    @cached_property
    def has_button(self) -> bool:
        """Stud has none: cards lead, odd chips go to "the player with the high card" (000 L302).
        Where its rules name the button, for equal cards or odd chips, it lies there too."""
        ways = self.settings
        odd = ways.odd_chips == "button" or (len(self.pots) > 1 and ways.odd_half == "button")
        leads = any(phase.first in LED_BY_BUTTON for phase in self.phases if phase.kind == "bet")
        return self.forced != "bring-in" or odd or leads

    @property
    def hole(self) -> int:
        """Cards dealt face down."""
        return sum(phase.faces.count("d") for phase in self.phases if phase.kind == "deal")

    @cached_property
    def plan(self) -> tuple[tuple[Any, ...], ...]:
        return deal_plan.plan(self.phases, self.forced == "bring-in", self.settings)

    def sign(self, stakes: "Stakes", option: int) -> str:
        """The stakes as they are posted."""
        fixed = self.limit in ("limit", "spread")
        both = (stakes.small, stakes.upper) if fixed or not stakes.blinds else stakes.blinds
        return " / ".join(map(show, both))

    def of_decks(self, count: int) -> "Rules":
        raise BadPage(f"decks: {self.game} is dealt from one deck")

    def paying(self, posted: Mapping[str, str]) -> "Rules":
        raise BadPage(f"pays: {self.game} has no circles")

    def limited(self, posted: Mapping[str, tuple[int, int]]) -> "Rules":
        raise BadPage(f"limits: {self.game} has its stakes; these are of wagers against a bank")

    def as_posted(self, pack: str, signed: str) -> "Rules":
        if pack or signed:
            wrong, words = ("pack", "is a deck") if pack else ("signed", "is for a pay card")
            raise BadPage(f"{wrong}: this {words} of pan, and {self.game} has none")
        return self

    def without_first_bets(self) -> "Rules":
        """The same game without the betting before the flop: a bomb pot's."""
        first = self.phases[0].street
        phases = tuple(p for p in self.phases if p.street != first or p.kind != "bet")
        return replace(self, phases=phases)


class Stakes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The posted amounts of a table, in cents."""

    small: int  # limit: lower bet; spread: least bet; pot- and no-limit: the least bet
    big: int = 0  # limit: upper bet; spread: most. 0 is the same as small
    blinds: tuple[int, ...] = ()  # small to big; a third, the first, is on the button
    ante: int = 0
    bring_in: int = 0
    chip: int = 1  # the smallest in play: bets go in steps of it, pots split in it
    by: tuple[Payer, ...] = ()  # who pays each blind, where it is not as usual (000 L1505-1511)

    @property
    def going_round(self) -> tuple[int, ...]:
        """The blinds that come to everybody in turn: not the winner's, and not from home."""
        if not self.by:
            return self.blinds
        return tuple(b for b, by in zip(self.blinds, self.by, strict=True) if by == PAYERS[0])

    @property
    def upper(self) -> int:
        return self.big or self.small


@cache
def games() -> dict[str, Game]:
    return read_games(_catalogue())


@cache
def houses() -> dict[str, House]:
    raw = section("games")
    for page in raw.values():
        page["games"] = page.pop("spread", {})
    return read_houses(raw, games())


def _catalogue() -> dict[str, dict[str, Any]]:
    pages = sorted((Path(__file__).parents[1] / "catalogue").glob("*.toml"))
    return {page.stem: parse(page.read_text("utf-8"), page.name) for page in pages}


def read_games(raw: dict[str, dict[str, Any]]) -> dict[str, Game]:
    found = {name: _game(inherit(raw, name), f"{name}.toml") for name in raw}
    for name, game in found.items():
        if game.if_passed:
            known(game.if_passed, found, f"{name}.toml: if_passed")
    return found


def _game(raw: dict[str, Any], where: str) -> Game:
    streets = raw.get("streets")
    if isinstance(streets, dict):  # street by street, so that the fault can be named
        for name, steps in streets.items():
            check(steps, tuple[Step, ...], f"{where}: streets.{name}")
    game = check(raw, Game, where)
    known(game.deck, DECKS, f"{where}: deck")
    known(game.hand, _USES, f"{where}: hand")
    for ranking in game.pots + ((game.up_joker,) if game.up_joker else ()):
        known(ranking, RANKINGS, f"{where}: pots")
    return game


def inherit(
    raw: dict[str, dict[str, Any]], name: str, seen: tuple[str, ...] = ()
) -> dict[str, Any]:
    """A page that is `like` another says only what is different, street by street."""
    page = dict(raw[name])
    like = page.pop("like", None)
    if like is None:
        return page
    known(like, raw, f"{name}.toml: like")
    if like in (*seen, name):
        chain = (*seen, name, like)
        raise BadPage(f"{chain[0]}.toml: like: {' is like '.join(chain)}")
    parent = inherit(raw, like, (*seen, name))
    both = parent | page
    if isinstance(parent.get("streets"), dict) and isinstance(page.get("streets"), dict):
        both["streets"] = parent["streets"] | page["streets"]
    return both


def read_houses(raw: dict[str, dict[str, Any]], catalogue: dict[str, Game]) -> dict[str, House]:
    return {name: _house(page, catalogue, f"{name}.toml") for name, page in raw.items()}


def _house(raw: dict[str, Any], catalogue: dict[str, Game], where: str) -> House:
    games_here = raw.get("games", {})
    if isinstance(games_here, dict):
        for name, here in games_here.items():
            known(name, catalogue, f"{where}: games")
            _game_here(here, f"{where}: games.{name}")
    house = check(raw, House, where)
    _settings(house.rules, house.limits, house.sources, where)
    return house


def _game_here(raw: object, where: str) -> None:
    streets = raw.get("streets") if isinstance(raw, dict) else None
    if isinstance(streets, dict):
        for name, steps in streets.items():
            check(steps, tuple[Step, ...], f"{where}.streets.{name}")
    here = check(raw, GameHere, where)
    for deck in (*here.decks.values(), *((here.deck,) if here.deck else ())):
        known(deck, DECKS, f"{where}.deck")
    for ranking in here.pots:
        known(ranking, RANKINGS, f"{where}.pots")
    _settings(here.rules, here.by_limit, here.sources, where)


def _settings(
    rules_: dict[str, object],
    by_limit: Mapping[Limit, dict[str, object]],
    sources: dict[str, str],
    where: str,
) -> None:
    check(rules_, HouseRules, f"{where}: rules")
    for limit, settings in by_limit.items():
        check(settings, HouseRules, f"{where}: {limit}")
    for setting in sources:
        known(setting, _SOURCED, f"{where}: sources")


_USES = ("any", "two and three", "one or two", *(f"cuban {variant}" for variant in TRIPLES))
_SOURCED = (*HouseRules.__struct_fields__, *GameHere.__struct_fields__)


@cache
def rules(game: str, house: str = "common", limit: Structure = "limit") -> Rules:
    """The rules of `game` at `house`. BadPage, in words, if the house does not spread it so."""
    known(game, games(), "game")
    known(house, houses(), "house")
    page, home = games()[game], houses()[house]
    here = home.games.get(game)
    if here is None and house != "common":
        raise BadPage(f"{home.name} does not spread {page.name}")
    return resolve(game, page, house, home, here or GameHere(), limit)


def spread(page: Game, here: GameHere) -> tuple[str, ...]:
    """The betting structures in which a house has a game. With a kill it is one of its own, where
    posted (000 L804, 002 L274)."""
    limits = here.limits or page.limits
    return (*limits, "limit with kill") if here.kill and "limit" in limits else limits


def most_blinds(found: Rules) -> int:
    """How many blinds the game may have where it is spread; none: it has antes."""
    here = houses()[found.house].games.get(found.game)
    if found.forced == "blinds":
        return max((2, *found.settings.blind_counts))
    return 2 if here is not None and here.blinds else 0


def resolve(
    game: str, page: Game, house: str, home: House, here: GameHere, structure: Structure
) -> Rules:
    limits = spread(page, here)
    if structure not in limits:
        raise BadPage(f"{home.name} spreads {page.name} as {', '.join(limits)}, not {structure}")
    limit: Limit = "limit" if structure == "limit with kill" else structure
    killed = structure == "limit with kill" or (
        here.kill is not None and here.kill.always and limit == "limit"
    )
    settings = home.rules | home.limits.get(limit, {}) | here.rules | here.by_limit.get(limit, {})
    return Rules(
        game=game,
        house=house,
        limit=limit,
        deck=here.decks.get(limit) or here.deck or page.deck,
        hand=page.hand,
        pots=here.pots or page.pots,
        phases=phases(_streets(page, here, killed=killed)),
        seats=here.seats or page.seats,
        forced=page.forced,
        settings=check(settings, HouseRules, house),
        sources=home.sources | here.sources,
        up_joker=page.up_joker,
        passed=rules(page.if_passed, house, limit) if page.if_passed else None,
        kill=here.kill if killed else None,
        antes_only=limit in here.antes_only,
    )


def _streets(page: Game, here: GameHere, *, killed: bool) -> dict[str, tuple[Step, ...]]:
    """Nobody is asked to kill a pot where kills are not posted (002 L257)."""
    streets = page.streets | (here.streets or {})
    if killed:
        return streets
    return {name: tuple(s for s in steps if not s.kill) for name, steps in streets.items()}
