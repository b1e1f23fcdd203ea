"""How a house runs its tables: every rule by which two houses differ, by name, with its source.

The part [table] of a house's page (firmware/houses/) sets them; docs/house-rules.md is generated
from both. A setting that no line of the filing decides has a decision beside it instead, in words
for a floor person.
"""

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from firmware.houses import Raw, section
from firmware.pages import BadPage, check

MINUTE = 60_000
HOUR = 60 * MINUTE


def says(words: str) -> Meta:
    return Meta(description=words)


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    # Coming in
    approval: Annotated[bool, says("Staff approve a player before chips come to the seat.")] = True
    pin_tries: Annotated[
        int, says("Wrong PINs before the card goes back; the bank locks it, when it does.")
    ] = 3
    short_buys: Annotated[
        Literal["one a session", "one after each full buy"],
        says("How often a player may buy less than the posted buy-in."),
    ] = "one a session"
    add_ons: Annotated[
        bool, says("A buy that brings the stack up to the posted buy-in is no short one.")
    ] = False
    capped_rebuy: Annotated[
        bool,
        says("With a posted maximum: no re-buy unless the stack is below half the minimum buy-in."),
    ] = True
    rebuys: Annotated[
        Literal["free", "short when broke", "half or broke"],
        says(
            "Short when broke: a short re-buy only with nothing in front, and after it none before"
            " the chips are gone. Half or broke: a full one, too, only with half the buy-in or"
            " less in front."
        ),
    ] = "free"
    return_ms: Annotated[
        int, says("Back in the same game sooner than this: bring at least what you left with.")
    ] = HOUR
    stay_out_ms: Annotated[
        int, says("After cashing out: no seat in the same game for so long.")
    ] = 0
    keep_apart: Annotated[
        bool, says("Players on the floor's list are never seated side by side.")
    ] = True
    reserve_ms: Annotated[
        int,
        says(
            "How long a seat is held for someone called to it, and for the next answer of someone"
            " who swiped a card."
        ),
    ] = 5 * MINUTE

    # Button and blinds
    button_draw: Annotated[
        Literal["random", "high card"],
        says(
            "First button: drawn at random, or a card each and the highest by suit has it,"
            " in lowball the lowest."
        ),
    ] = "random"
    blinds: Annotated[
        Literal["by position", "by ledger"],
        says(
            "By position: small blind left of the button, big blind left of that, always."
            " By ledger: everybody pays one big and then one small blind each round of the button;"
            " when somebody leaves, whoever is in the blind zone pays what he still owes."
        ),
    ] = "by position"
    newcomer_posts: Annotated[
        Literal["nothing", "big", "both"],
        says(
            "What a newcomer posts who does not wait: nothing, the big blind, or both (small one"
            " dead)."
        ),
    ] = "big"
    newcomer_passes: Annotated[
        int, says("How often the big blind may pass a newcomer before it counts as missed; 0: any.")
    ] = 1
    lets_pass: Annotated[bool, says("Who comes in may say that he lets the big blind go by.")] = (
        True
    )
    missed_next_to_blind: Annotated[
        bool, says("Who missed a blind may post both in the seat next to the big blind.")
    ] = False
    missed_button: Annotated[
        bool, says("Whom the button passed while he was out has missed the blinds, too.")
    ] = False
    mover_posts: Annotated[
        Literal["big", "both"],
        says("What a player posts who moved away from the blinds and does not wait."),
    ] = "big"
    mover_waits: Annotated[
        Literal["for the place", "so many hands"],
        says(
            "How long who moved away from the blinds waits: until he is as far from the button as"
            " he was, or so many hands, whoever sits down meanwhile."
        ),
    ] = "for the place"
    trade_free: Annotated[
        bool,
        says("Two trade seats: who moves away from the button by it is dealt in without a post."),
    ] = False
    comes_between: Annotated[
        bool,
        says(
            "Who posts may come in between button and blinds; the next button passes that seat by."
        ),
    ] = False
    overs_twice: Annotated[
        bool,
        says(
            "An over is twice the big blind and no more; then there may be two in a hand, the"
            " second by who comes in."
        ),
    ] = False
    debt_kept: Annotated[
        bool, says("Missed blinds are still owed by a player who leaves and soon comes back.")
    ] = True
    straddle_enters: Annotated[
        bool, says("Who comes in or missed a blind may straddle, on the left of the big blind.")
    ] = False
    moved_free: Annotated[
        bool, says("Who comes from a broken or a must-move game posts nothing to come in.")
    ] = False
    new_game_free: Annotated[
        bool,
        says("A new game: until a blind has passed a seat, who comes to it posts nothing."),
    ] = False
    middle_big: Annotated[
        bool,
        says(
            "Who missed a blind, waits for the big one and finds himself in the small one's place,"
            " for the last big blind is gone, posts it there: two big blinds."
        ),
    ] = False
    broke_free: Annotated[bool, says("Blinds that pass a player without chips are not missed.")] = (
        False
    )
    buy_button: Annotated[
        bool, says("A player between button and blinds may buy the button for both blinds.")
    ] = False
    seat_queue: Annotated[
        Literal["as asked", "by seniority"],
        says(
            "Who moves to an open seat: who asked first, or who has been in the game longest, for"
            " the first request of each."
        ),
    ] = "as asked"

    # Clock
    action_ms: Annotated[int, says("Time to act.")] = 30_000
    extra_ms: Annotated[int, says("Time that follows by itself when the first is used up.")] = 0
    warn_ms: Annotated[int, says("The warning before the end of a clock.")] = 10_000
    time_ms: Annotated[int, says("What a touch on Time adds.")] = 30_000
    times: Annotated[int, says("How often a hand a player may touch Time.")] = 1
    bank_ms: Annotated[int, says("Time bank that a player sits down with.")] = 0
    bank_refill_ms: Annotated[int, says("What the time bank gains with each hand.")] = 0
    bank_most_ms: Annotated[int, says("What a time bank holds at most.")] = 120_000
    not_ready: Annotated[
        Literal["dead hand", "check or fold"],
        says("A seat that does not act in time: its hand is dead, or it checks if that is free."),
    ] = "dead hand"
    not_ready_sits_out: Annotated[bool, says("A seat whose clock ran out is dealt out.")] = True
    link_ms: Annotated[
        int, says("A lost station stops its own clock, once a hand, for so long at most.")
    ] = 30_000
    share_ms: Annotated[
        int, says("A station's part of the shuffle is waited for; then new decks, without it.")
    ] = 3_000
    pre_actions: Annotated[
        bool, says("Check/fold, call this bet, call any: chosen ahead, lapse when things change.")
    ] = False

    # Away
    lobby_ms: Annotated[int, says("Away without a reason.")] = 15 * MINUTE
    lobby_every_ms: Annotated[int, says("Time between two such absences.")] = HOUR
    meal_ms: Annotated[int, says("Away for a meal, for money, or with the floor's leave.")] = (
        30 * MINUTE
    )
    away_warn_ms: Annotated[int, says("The call before a seat is forfeited.")] = 2 * MINUTE
    sit_out_ms: Annotated[int, says("Sitting out in one's seat.")] = 15 * MINUTE

    # Pace
    gap_ms: Annotated[int, says("From an uncontested pot to the next hand.")] = 3_000
    gap_showdown_ms: Annotated[int, says("From a showdown to the next hand.")] = 6_000
    gather_ms: Annotated[
        int, says("From the last bet of a round to the next card or the showdown.")
    ] = 250
    street_ms: Annotated[int, says("Between streets when nobody can bet any more.")] = 1_000
    least_players: Annotated[int, says("Players to begin with.")] = 2

    # Fees
    fee_from: Annotated[
        Literal["pot", "button"],
        says("Out of the pot, or a dead collection blind posted by the button before the cards."),
    ] = "pot"
    fee_without_flop: Annotated[
        bool, says("A fee that has no smaller one for hands without a flop is due all the same.")
    ] = True
    time_owed: Annotated[
        bool,
        says("Who has too few chips for the half hour owes the rest, and pays it when he buys."),
    ] = False
    jackpot_drop: Annotated[
        int, says("Jackpot games: cents out of the small blind before the deal.")
    ] = 100
    jackpot_games: Annotated[
        tuple[str, ...],
        says("Games whose jackpot fee is filed, though no hand of theirs wins what a page posts."),
    ] = ()

    # At the table
    show_cards: Annotated[
        bool, says("A winner nobody called may show one card or both, to all, after the hand.")
    ] = False
    run_twice: Annotated[bool, says("All-in players may agree to run the board twice.")] = False
    rabbit: Annotated[bool, says("The next cards may be shown after the hand, if all agree.")] = (
        False
    )
    straddle: Annotated[
        bool, says("By unanimous vote: the seat left of the big blind straddles for twice it.")
    ] = False
    bomb_pot: Annotated[
        bool, says("By unanimous vote: everybody antes and the next hand starts with the flop.")
    ] = False
    chop: Annotated[
        bool, says("Who is left in a sit-n-go may agree to end it; the floor confirms.")
    ] = False
    player_cut: Annotated[
        bool, says("Players may cut the next deck between two hands, all revealed at once.")
    ] = False
    stakes_vote: Annotated[
        bool, says("New stakes need every player's yes, besides the floor's order.")
    ] = False


class Where(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a house for some of its tables only; what is left out holds for all."""

    settings: dict[str, object]
    source: str
    games: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    least: int = 0  # lower limit or least bet, in cents, and above

    def fits(self, game: str, limit: str, small: int) -> bool:
        return (
            (not self.games or game in self.games)
            and (not self.limits or limit in self.limits)
            and self.least <= small
        )


class HouseTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The part [table] of a house's page."""

    name: str
    filing: str
    settings: Settings
    sources: dict[str, str]  # setting -> line of the filing
    decisions: dict[str, str]  # setting -> why, where the filing is silent or has two readings
    rules: dict[str, str]  # rule of the filing -> what the table does about it
    people: dict[str, str] = {}  # rules that concern people only
    where: tuple[Where, ...] = ()
    never: tuple[str, ...] = ()  # settings that no table turns on: the filing forbids it in words
    ten_bets: str = ""  # where the filing says that a full buy-in is ten least bets at least

    def at(self, game: str, limit: str, small: int) -> "HouseTable":
        """As it is for a table of this game at these stakes."""
        here = [one for one in self.where if one.fits(game, limit, small)]
        settings, sources = self.settings, self.sources
        for one in here:
            settings = replace(settings, **one.settings)
            sources = sources | dict.fromkeys(one.settings, one.source)
        return replace(self, settings=settings, sources=sources) if here else self


@cache
def house_tables() -> dict[str, HouseTable]:
    """By house. What a page leaves out is as common.toml has it."""
    pages = section("table")
    common = pages.pop("common")
    return {name: _house_table(page, common, f"{name}.toml: table") for name, page in pages.items()}


def _house_table(page: Raw, common: Raw, where: str) -> HouseTable:
    own = page.get("sources", {}) | page.get("decisions", {})
    silent = {name: why for name, why in common["decisions"].items() if name not in own}
    both = page | {
        "settings": common["settings"] | page.get("settings", {}),
        "decisions": silent | page.get("decisions", {}),
    }
    house = check(both, HouseTable, where)
    for one in house.where:
        check(both["settings"] | one.settings, Settings, f"{where}: where")
    return house


def house_table(name: str) -> HouseTable:
    known = house_tables()
    if name not in known:
        raise BadPage(f"there is no house {name!r}; there are: {', '.join(known)}")
    return known[name]
