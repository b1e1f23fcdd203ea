"""House rules: how one card room spreads a game (houses/*.toml). The defaults are common custom."""

from typing import Literal

from msgspec import Struct

from firmware.games.poker.game import Step

Limit = Literal["limit", "spread", "pot-limit", "no-limit"]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every setting by which two houses differ in the play of a hand."""

    # Betting
    raise_cap: int = 3  # raises after the bet in limit and spread games; 0 is no cap
    cap_lifts: Literal["heads-up before the cap", "heads-up", "never"] = "heads-up before the cap"
    short_bet: Literal["half", "full"] = "half"  # all-in of half a bet is a bet, or only a full one
    check_raise: bool = True
    double_raise: bool = False  # no-limit: a raise is to twice the bet or more
    opening_blinds: int = 1  # no-limit: the least bet, in big blinds
    pot_open: int = 0  # pot-limit: most for the first raise, in big blinds; 0 is the pot
    pot_round: int = 0  # pot-limit: the pot counts as the next multiple, where blinds are odd
    wager_cap: int = 0  # no single wager above this; 0 is none
    first_round: Literal["clockwise", "blinds by size"] = "clockwise"
    killer_last: bool = False  # the killer speaks last in the first round

    # Stud
    bring_in: Literal["completes", "is a bet"] = "completes"
    open_limit: bool = False  # the forced player may open for either limit
    live_force: bool = False  # the forced player may raise when it comes round unraised
    open_pair: Literal["", "any player", "the pair"] = ""  # fourth street: either limit
    community_opener: Literal["high hand", "as before"] = "high hand"
    phantoms: bool = False  # a seat that folds with no bet to it is dealt on until there is one
    skip_burn: bool = True  # deck short: no burn if every card is needed

    # Lowball and draw
    sevens: Literal["", "must bet", "no check-raise"] = ""
    fifth_last: bool = False  # who draws five gets the fifth after everybody

    # Showdown
    odd_chips: Literal["button", "card"] = "button"
    odd_half: Literal["high", "button"] = "high"  # the chip between high and low
    show_first: Literal["last aggressor", "first to act"] = "last aggressor"

    # The clock
    timeout: Literal["check or fold", "dead hand"] = "check or fold"


class GameHere(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How this house spreads one game; what is left out is as the catalogue has it."""

    limits: tuple[Limit, ...] = ()
    seats: tuple[int, int] | None = None
    deck: str = ""
    pots: tuple[str, ...] = ()
    streets: dict[str, tuple[Step, ...]] | None = None
    decks: dict[str, str] = {}  # betting structure -> deck, where it depends on it
    rules: dict[str, object] = {}
    by_limit: dict[str, dict[str, object]] = {}  # betting structure -> settings
    sources: dict[str, str] = {}
    words: tuple[str, ...] = ()  # what a player here should know besides


class House(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    filing: str = ""
    rules: dict[str, object] = {}
    sources: dict[str, str] = {}  # setting -> where the filing says so
    limits: dict[str, dict[str, object]] = {}  # betting structure -> settings
    games: dict[str, GameHere] = {}
