"""Playing a hand in a test as it is told: play(hand, "1 raise 100", "2 call"), in dollars.

Cards that a test does not name are unknown; hands={1: "As Ad"} and board="..." name them.
"""

from fractions import Fraction

from firmware.games.cards import UNKNOWN, card, cards
from firmware.games.play import BOARD, BURN, RESHUFFLE
from firmware.games.poker import engine
from firmware.games.poker.commands import (
    Call,
    Command,
    Deal,
    Draw,
    Fold,
    Kill,
    Post,
    Raise,
    Roll,
    Settle,
    Start,
    Timeout,
)
from firmware.games.poker.events import Event, Won
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Rules, Stakes


def cents(dollars: str | float) -> int:
    return int(Fraction(str(dollars)) * 100)


def stakes(small, big=0, *, blinds=(), ante=0, bring_in=0, chip=1) -> Stakes:
    """In dollars: stakes(4, 8, blinds=(2, 4))."""
    return Stakes(
        small=cents(small),
        big=cents(big),
        blinds=tuple(map(cents, blinds)),
        ante=cents(ante),
        bring_in=cents(bring_in),
        chip=cents(chip),
    )


class Game:
    """A hand and the cards still to come; seats 1..n, the button on the last unless told."""

    def __init__(self, rules, stakes, stacks, button=0, hands=None, board="", posts=None, fresh=""):
        if not isinstance(stacks, dict):
            stacks = dict(enumerate(stacks, 1))
        stacks = {seat: cents(chips) for seat, chips in stacks.items()}
        self.hand: Hand = engine.new_hand(rules, stakes, button or max(stacks), stacks)
        self.hands = {seat: list(cards(text)) for seat, text in (hands or {}).items()}
        self.board = list(cards(board))
        self.fresh = list(cards(fresh))  # what comes on the draw, in order
        self.events: list[Event] = []
        self.plans: list[list[int]] = []  # every deal as it was planned: see hand.py
        self.do(Start(None if posts is None else tuple(post(p) for p in posts)))

    def do(self, command: Command) -> "Game":
        self.events += engine.play(self.hand, command)
        while self.hand.due == "deal":
            self.plans.append(list(self.hand.deck.plan))
            self.events += engine.play(self.hand, Deal(tuple(map(self._card, self._targets()))))
        return self

    def _targets(self) -> list[int]:
        count = engine.wants(self.hand).count
        plan = [target for target in self.hand.deck.plan if target != RESHUFFLE]
        return plan[:count]

    def _card(self, target: int) -> int:
        if target == BURN:
            return UNKNOWN
        drawing = self.hand.phase.kind == "draw"
        pile = self.fresh if drawing else self.board if target == BOARD else self._own(target)
        return pile.pop(0) if pile else UNKNOWN

    def _own(self, target: int) -> list[int]:
        return self.hands.get(abs(target), [])

    # What can be asked of it, in dollars

    @property
    def turn(self) -> int:
        return self.hand.actor

    @property
    def call(self) -> float | None:
        chips = engine.choices(self.hand).call
        return None if chips is None else chips / 100

    @property
    def raises(self) -> tuple[float, float] | None:
        """(least, most) that the next to speak may bet or raise to."""
        amounts = engine.choices(self.hand).raise_to
        return amounts and (amounts.least / 100, amounts.most / 100)

    @property
    def pot(self) -> float:
        return self.hand.pot / 100

    @property
    def stacks(self) -> dict[int, float]:
        return {seat: self.hand.stacks[seat] / 100 for seat in sorted(self.hand.seats)}

    @property
    def won(self) -> list[tuple[int, float]]:
        return [(e.seat, e.chips / 100) for e in self.events if isinstance(e, Won)]

    def show_down(self) -> "Game":
        return self.do(Settle())


def deal(rules: Rules, stakes: Stakes, stacks, **more) -> Game:
    return Game(rules, stakes, stacks, **more)


def play(game: Game, *touches: str) -> Game:
    """Touches in turn: "1 raise 20", "2 call", "3 draw 5s Kd", "2 times out". Refused passes."""
    for touch in touches:
        game.do(command(touch))
    return game


def command(touch: str) -> Command:
    who, act, *rest = touch.split()
    seat = int(who)
    match act:
        case "fold":
            return Fold(seat)
        case "call" | "check" | "opens":
            return Call(seat)
        case "bet" | "raise" | "complete":
            return Raise(seat, cents(rest[0]))
        case "draw" | "discard":
            return Draw(seat, tuple(map(card, rest)))
        case "pat":
            return Draw(seat)
        case "turn":
            return Roll(seat, True)
        case "keep":
            return Roll(seat, False)
        case "kill":
            return Kill(seat, True)
        case "pass":
            return Kill(seat, False)
        case "times":
            return Timeout(seat)
    raise ValueError(touch)


def post(told: str) -> Post:
    """ "3 straddle 8" and the like."""
    seat, kind, dollars = told.split()
    return Post(int(seat), cents(dollars), kind)
