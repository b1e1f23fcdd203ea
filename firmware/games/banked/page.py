"""A banked game is a page: what is dealt, what may be chosen, and what each circle pays.

Code states facts, pages pay. A kind of game (kinds/) says of each spot which marks it has come to
("win", "bank out", "flush"); a circle lists them in order, and the first that is there decides.
"""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.banked.counting import Counting
from firmware.games.banked.points import Points
from firmware.games.cards import decks
from firmware.games.poker.house import NO_BLINDS, HouseRules
from firmware.games.poker.rules import Stakes
from firmware.houses.wager_fees import BankedFee
from firmware.money import show
from firmware.pages import BadPage, known

Row = tuple[str, str]  # mark ("": whatever else), result: "3:2", "push", "lose", "lose 1/2"
LASTS = ("stays", "moves")  # results of a draw that did not decide

Award = tuple[str, int]  # mark, cents


class Circle(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One place for a wager, and what it pays."""

    rows: tuple[Row, ...] = ()  # none: the wagers are a pool
    always: bool = False  # whoever wagers anything has a wager here
    base: bool = False  # a wager of the game itself, no bonus
    needs: tuple[str, ...] = ()  # only with a wager on one of these
    equals: str = ""  # as big as that one
    most: str = ""  # no bigger than that one
    limits: tuple[int, int] = (0, 0)  # its own; (0, 0): the table's
    top: int = 0  # no more than so much, where the table's limit is higher
    without: tuple[str, ...] = ()  # never beside a wager on one of these
    whole: bool = False  # all chips of who is in, in whole points: a point is the table's limit
    step: int = 100  # whole dollars, so that no total falls between two fees (000b ambiguity 49)
    free: bool = False  # of the house's fee
    later: bool = False  # laid down with a choice, after the first cards
    tables: dict[str, tuple[Row, ...]] = {}  # other rows that the house may post, by their names
    awards: tuple[Award, ...] = ()  # to who wagers here, for each other player's hand that is so
    awards_from: int = 0  # and wagers so much
    award_tables: dict[str, tuple[Award, ...]] = {}  # with the other rows
    hand: int = 0  # whose marks decide: of a seat's hands the first, second...; 0: the seat's
    # Where bets are open between draws
    when: Literal["", "come-out", "point"] = ""  # only then may it be laid
    down: bool = False  # it may be taken down, though it cannot be raised
    behind: str = ""  # odds: they stand behind this wager, so many times as the page says
    section: bool = False  # only where the bank consents; all of these are covered, or none


class Street(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Cards, then choices. A verb may name its price: "play 2x" is twice the ante."""

    asks: tuple[str, ...]
    down: int = 0  # to each spot
    bank: str = ""  # a letter a card: d down, u up
    board: int = 0


class Pack(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another pack that the house filed; what is not said is as the page has it."""

    deck: str = ""
    setting: str = ""
    way: str = ""


class BankedRules(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="bank", dict=True
):
    """A game as a house spreads it. Plain data: it travels with the round it rules."""

    name: str
    source: str
    words: str
    kind: str
    deck: str
    decks: int
    seats: tuple[int, int]  # with the bank
    circles: dict[str, Circle]
    order: tuple[str, ...]  # of settlement, in a seat or round the table
    game: str = ""
    house: str = ""
    fees: tuple[BankedFee, ...] = ()
    limits: tuple[int, int] = (500, 10_000)  # where the house posts none
    decks_from: tuple[int, int] = (1, 1)  # the filing's least and most
    decks_step: int = 1  # six or eight: two
    packs: dict[str, Pack] = {}  # which the house may post instead, by their names
    to_sign: str = ""  # what the house has to sign before it spreads it, and why
    # The bank
    bank: bool = True  # False: the wagers are a pool
    bank_hands: int = 2  # in a row, then it is offered to everybody else (000 L2898)
    bank_counterclockwise: bool = False  # where it is offered next
    bank_after_bet: bool = False  # offered to who bet in the last round, then to who is new
    breaks: bool = False  # the game stops if nobody else takes it then (001 L141)
    partners: int = 1  # how many put up the bank's stake together
    partners_most: int = 0  # how many the filing allows; 0: it names no number
    cover: Literal["matched", "net"] = "matched"
    # Settlement
    start: Literal["left", "bank card", "bank total", "dice", "two cards"] = "left"
    start_card: int = -1  # which of the bank's cards, in deal order
    dice: int = 3  # in the cup
    sides: int = 6  # that they have
    lap: Literal["seat", "circle"] = "seat"
    counterclockwise: bool = False  # from the right of the bank
    folded: Literal["in order", "first"] = "in order"
    foul_pushes: bool = False  # a foul hand cannot win, but it loses only what it lost by itself
    order_won: tuple[str, ...] = ()  # of a seat that beat the bank, where it is another one
    order_seven: tuple[str, ...] = ()  # on a seven with a point on
    odds: dict[str, int] = {}  # number -> how many times the wager that they stand behind
    # Choices
    streets: tuple[Street, ...] = ()
    played: str = "ante"  # the circle whose wager is asked about, and prices a verb
    reserve: int = 0  # of these, times which must be left to go on with
    ranking: str = ""
    qualifies: str = ""
    # Points, the last digit of a sum
    each: int = 2  # cards a hand
    hits: tuple[int, ...] = ()  # totals that must draw
    option: tuple[int, ...] = ()  # totals that may
    verbs: tuple[str, ...] = ("stand", "hit")
    natural: tuple[int, ...] = ()  # a dealt total that ends the drawing
    blind_option: bool = False  # the option stands against a natural that nobody has seen
    option_up: tuple[int, ...] = ()  # only against these values of the bank's card that is up
    completes: bool = False  # the common card comes by the house way though everybody stands
    bank_cards: str = "uu"  # how the bank's lie at first
    chart: str = ""  # by which the bank draws
    bank_ties: tuple[int, ...] = ()  # totals on which the bank wins ties
    roads: bool = False  # results are kept on the board
    counting: Counting | None = None  # to twenty-one, or to another number
    setting: str = ""  # the hands that cards are set into
    way: str = ""  # how the house sets them
    points: Points | None = None  # everybody against everybody, no pool
    half_in: int = 1  # what "lose 1/2" gives back is a multiple of it

    forced: ClassVar[str] = "bank"  # how a play of it begins: the bank is offered round
    banked: ClassVar[bool] = True
    has_pot: ClassVar[bool] = False
    has_button: ClassVar[bool] = False  # the bank's lies there
    settings: ClassVar[HouseRules] = NO_BLINDS
    kill: ClassVar[None] = None
    by_ante: ClassVar[None] = None
    high: ClassVar[bool] = False
    opened: ClassVar[bool] = False
    draws_by: ClassVar[str] = "high card"
    board_rows: ClassVar[tuple[tuple[int, ...], ...]] = ()
    flop: ClassVar[bool] = False
    short: ClassVar[str] = ""

    @property
    def page(self) -> "BankedRules":
        return self

    def cited(self, setting: str) -> str:
        return self.source

    @property
    def pack(self) -> tuple[str, int]:
        return self.deck, self.decks

    @property
    def plan(self) -> tuple[tuple[Any, ...], ...]:
        """Who is dealt to is known when the bets are closed, not before."""
        return ()

    @cached_property
    def shoe(self) -> tuple[int, ...]:
        """Every card of a round, in no order."""
        return decks(self.deck, self.decks)

    @property
    def title(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return self.name

    @property
    def hole(self) -> int:
        """Cards that a spot is dealt at first."""
        return sum(street.down for street in self.streets)

    @property
    def board(self) -> int:
        return sum(street.board for street in self.streets)

    def sign(self, stakes: Stakes, option: int) -> str:
        """The posted limits of one wager."""
        return " to ".join(dict.fromkeys(map(show, self.fee(option).limits)))

    def of_decks(self, count: int) -> "BankedRules":
        """The same out of another number of decks."""
        if count not in self.numbers_of_decks:
            raise BadPage(f"decks: {self.game} is dealt from {self.decks_told} of them")
        return replace(self, decks=count)

    @property
    def numbers_of_decks(self) -> range:
        least, most = self.decks_from
        return range(least, most + 1, self.decks_step)

    @property
    def decks_told(self) -> str:
        """1 to 6; 4, 6 or 8."""
        *others, most = self.numbers_of_decks
        if self.decks_step == 1 and len(others) > 1:
            return f"{others[0]} to {most}"
        return " or ".join(filter(None, (", ".join(map(str, others)), str(most))))

    @cached_property
    def ties_circles(self) -> bool:
        """Do some come with every wager, or are as big as another one?"""
        return any(one.always or one.equals for one in self.circles.values())

    @property
    def offered(self) -> dict[str, Circle]:
        """The circles that the house posts: where a bank pays, one without rows is none."""
        return {name: one for name, one in self.circles.items() if one.rows or not self.bank}

    @property
    def dice_told(self) -> str:
        """What the bank shakes."""
        if self.dice == 1:
            return f"a die of {self.sides} sides"
        return f"{('two', 'three')[self.dice - 2]} dice"

    def out_of(self, name: str) -> "BankedRules":
        """The same out of another pack of the filing."""
        known(name, self.packs, f"pack: {self.game}")
        one = self.packs[name]
        return replace(
            self, name=f"{self.name}, {name}", deck=one.deck or self.deck,
            setting=one.setting or self.setting, way=one.way or self.way,
        )  # fmt: skip

    def paying(self, posted: Mapping[str, str]) -> "BankedRules":
        """The same with other tables of the filing posted: circle -> table."""
        circles = dict(self.circles)
        for name, table in posted.items():
            known(name, circles, f"pays: {self.game}")
            known(table, circles[name].tables, f"pays: {name}")
            one = circles[name]
            awards = one.award_tables.get(table, one.awards)
            circles[name] = replace(one, rows=one.tables[table], awards=awards)
        return replace(self, circles=circles)

    def limited(self, posted: Mapping[str, tuple[int, int]]) -> "BankedRules":
        """The same with limits that the filing leaves to the table: of the wagers of the game
        itself, of the bonus wagers."""
        found = self
        for name, limits in posted.items():
            known(name, ("base", "bonus"), f"limits: {self.game}")
            _check_limits(self.fees, limits, f"limits: {name}")
            found = found._at_limits(name == "base", limits)
        return found

    def _at_limits(self, base: bool, limits: tuple[int, int]) -> "BankedRules":
        if base:
            return replace(self, fees=tuple(replace(fee, limits=limits) for fee in self.fees))
        circles = {
            name: one if one.base or one.later else replace(one, limits=limits)
            for name, one in self.circles.items()
        }
        return replace(self, circles=circles)

    def half_of(self, bet: int) -> int:
        """What comes back of a wager that is given up."""
        return bet // 2 // self.half_in * self.half_in

    def as_posted(self, pack: str, signed: str) -> "BankedRules":
        if signed:
            raise BadPage(f"signed: this is for a pay card of pan, and {self.game} has none")
        return self.out_of(pack) if pack else self

    def without_first_bets(self) -> "BankedRules":
        """There is no flop that everybody could be dealt straight to."""
        return self

    def fee(self, option: int) -> BankedFee:
        """Of the posted sheet; where none is filed, nothing is taken."""
        nothing = BankedFee(0, self.limits, ())
        return next((fee for fee in self.fees if fee.option == option), nothing)


def _check_limits(fees: tuple[BankedFee, ...], limits: tuple[int, int], where: str) -> None:
    within = fees[0].within if fees else ()
    if not within or any(fee.within != within for fee in fees):
        raise BadPage(f"{where}: they come with the option of the fees")
    least, most = (" to ".join(map(show, ends)) for ends in within)
    between = all(low <= one <= high for one, (low, high) in zip(limits, within, strict=True))
    if not between or limits[0] > limits[1] or any(one % 100 for one in limits):
        words = f"write [least, most] in cents, whole dollars: {least}, and {most}"
        raise BadPage(f"{where}: {words}")


_ODDS = re.compile(r"(\d+):(\d+)")
PUSH, LOSE, HALF = (0, 1), (-1, 1), (-1, 2)


@cache
def odds(result: str) -> tuple[int, int]:
    """What is won for so many wagered; less than nothing: lost."""
    plain = {"push": PUSH, "lose": LOSE, "lose 1/2": HALF, **dict.fromkeys(LASTS, PUSH)}
    if result in plain:
        return plain[result]
    found = _ODDS.fullmatch(result)
    if not found or not int(found[2]):
        raise ValueError(f'{result!r}: write "3:2", "push", "lose" or "lose 1/2"')
    return int(found[1]), int(found[2])


def row_of(circle: Circle, marks: frozenset[str]) -> Row:
    """The row that decides: the first whose mark is there."""
    for row in circle.rows:
        if not row[0] or row[0] in marks:
            return row
    return "", "lose"


def award_of(circle: Circle, marks: frozenset[str]) -> Award:
    """What such a hand of another player is worth to who wagers here."""
    return next((award for award in circle.awards if award[0] in marks), ("", 0))
