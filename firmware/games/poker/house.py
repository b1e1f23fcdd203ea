"""House rules: how one card room spreads a game (houses/*.toml). The defaults are common custom."""

from typing import Literal

from msgspec import Struct

from firmware.games.poker.game import Step

Limit = Literal["limit", "spread", "pot-limit", "no-limit"]
Structure = Literal["limit", "limit with kill", "spread", "pot-limit", "no-limit"]  # as posted


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Every setting by which two houses differ in the play of a hand."""

    # Betting
    raise_cap: int = 3  # raises after the bet in limit and spread games; 0 is no cap
    cap_lifts: Literal[
        "heads-up before the cap",  # two left before the last raise
        "heads-up",  # two left in the pot at any time, all-in or not
        "two in the round",  # only two have put chips in on this round
        "never",
    ] = "heads-up before the cap"
    short_bet: Literal["half", "full"] = "half"  # all-in of half a bet is a bet, or only a full one
    check_raise: bool = True
    double_raise: bool = False  # no-limit: a raise is to twice the bet or more
    opening_blinds: int = 1  # no-limit: the least bet, in big blinds
    pot_open: int = 0  # pot-limit: most for the first raise, in big blinds; 0 is the pot
    pot_round: int = 0  # pot-limit: the pot counts as the next multiple, where blinds are odd
    wager_cap: int = 0  # no single bet or raise above this; 0 is none
    blind_counts: tuple[int, ...] = (1, 2, 3)  # of three the first is on the button
    big_blind: Literal["as posted", "lower limit"] = "as posted"  # in limit and spread games
    first_round: Literal["clockwise", "blinds by size"] = "clockwise"
    killer: Literal["in turn", "last", "last, then clockwise"] = "in turn"  # in the first round
    straddles: int = -1  # how many, of 2, 3, 4... big blinds; -1 is as the table has it
    straddle_stack: int = 0  # what a straddler must have, in big blinds
    straddle_doubles: bool = False  # pot- and no-limit: the least raise of one is its own size
    straddler: Literal["anyone", "who missed blinds"] = "anyone"  # the latter never on the button
    overs: int = -1  # the biggest over, in big blinds; -1 is as the table has it
    comes_in: Literal["posts", "over", "kill"] = "posts"  # who does not wait for the big blind

    # Stud
    bring_in: Literal["completes", "is a bet"] = "completes"
    open_limit: bool = False  # the forced player may open for either limit
    live_force: bool = False  # the forced player may raise when it comes round unraised
    open_pair: Literal["", "any player", "the pair"] = ""  # fourth street: either limit
    all_in_first: Literal["next best", "to the left"] = "next best"  # if he who opens is all-in
    community_opener: Literal["high hand", "as before", "low hand"] = "high hand"
    turned_joker: Literal["wild", "bug"] = "wild"  # dealt down, then turned up (Mexican poker)
    phantoms: bool = False  # a seat that folds with no bet to it is dealt on until there is one
    skip_burn: bool = True  # deck short: no burn if every card is needed

    # Lowball and draw
    sevens: Literal[
        "",
        "must bet",  # after the draw; a check that slips through wins no later bets
        "check costs",  # may be checked, but then wins no later bets
        "no check-raise",
    ] = ""
    ante_opens: bool = False  # who is all-in for the ante may declare the pot open
    half_blind: bool = False  # with less than half a blind left, the next player takes it
    missed_big: bool = False  # who missed the blinds posts the big one only
    missed_kills: bool = False  # or kills the pot, if nobody objects
    fifth_last: bool = False  # who draws five gets the fifth after everybody

    # Showdown
    odd_chips: Literal["button", "card"] = "button"
    odd_half: Literal["high", "button"] = "high"  # the chip between high and low
    even_ties: bool = False  # who tie for high and low share the pot evenly, not each half
    show_first: Literal["last aggressor", "first to act"] = "last aggressor"

    # The clock
    timeout: Literal["check or fold", "dead hand"] = "check or fold"
    late_discard: Literal["last card", "dead hand"] = "last card"  # pineapple


# Of games in which nobody has a blind: nobody straddles, does the overs or posts to come in.
NO_BLINDS = HouseRules(straddles=0, overs=0)


class Kill(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When the winner of a pot must kill the next one: post a blind that raises its limits."""

    when: Literal["two pots", "scoop"]  # two in a row; or the whole of a split-pot game's pot
    always: bool = False  # also where only "limit" is posted
    pot: dict[str, int] = {}  # stakes, such as "4-8" -> the least pot in cents; others: no kill
    pot_bets: int = 0  # the least pot, in upper limits
    flop: bool = False  # the second pot must have seen a flop
    full_bet: bool = False  # and hold a full bet beside the forced ones
    half: tuple[str, ...] = ()  # stakes that grow by half; the others double
    filed: bool = False  # how much they grow stands in the filing: no table posts it otherwise


class ByAnte(Struct, frozen=True, forbid_unknown_fields=True):
    """A game whose size is its ante: the least ante in cents, and all else in antes."""

    least: int
    forced: int  # at least
    bet: int  # the least one, beside the forced
    buy_in: int


class GameHere(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How this house spreads one game; what is left out is as the catalogue has it."""

    limits: tuple[Limit, ...] = ()
    seats: tuple[int, int] | None = None
    deck: str = ""
    pots: tuple[str, ...] = ()
    streets: dict[str, tuple[Step, ...]] | None = None
    decks: dict[Limit, str] = {}  # betting structure -> deck, where it depends on it
    blinds: bool = False  # a stud game with blinds instead of antes
    antes_only: tuple[Limit, ...] = ()  # structures that may have antes and no blinds
    rules: dict[str, object] = {}
    by_limit: dict[Limit, dict[str, object]] = {}  # betting structure -> settings
    by_ante: dict[Limit, ByAnte] = {}  # betting structure -> what follows from the ante
    kill: Kill | None = None
    posted: dict[Limit, str] = {}  # betting structure -> the stakes on the wall
    sources: dict[str, str] = {}
    words: tuple[str, ...] = ()  # what a player here should know besides


class House(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    name: str
    filing: str = ""
    rules: dict[str, object] = {}
    sources: dict[str, str] = {}  # setting -> where the filing says so
    limits: dict[Limit, dict[str, object]] = {}  # betting structure -> settings
    games: dict[str, GameHere] = {}
