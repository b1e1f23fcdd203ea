"""The seats' part of a hand: touches, Time, votes, shown cards."""

from collections.abc import Callable
from typing import Any

from firmware.errors import Refused
from firmware.games.banked import engine as banked
from firmware.games.banked.commands import PassBank, Stay, TakeBank, Wager
from firmware.games.poker import commands as p
from firmware.games.poker.decide import DECIDE
from firmware.games.poker.events import Event as PokerEvent
from firmware.games.poker.hand import BOARD, BURN, Hand
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import tournament
from firmware.table.entering import Events
from firmware.table.state import Table


def play(table: Table, command: c.Play) -> Events:
    if command.decision != table.decision:
        raise Refused("The situation has changed; please look again.", "in turn")
    hand = table.hand
    if hand is not None:
        if type(command.move) not in PEER:
            raise Refused("This is no choice of this game.", "in turn")
        rule = PEER[type(command.move)]
        return [e.InHand(command.now, tuple(rule(hand, command.move)))]
    assert table.round is not None
    if type(command.move) not in _ROUND:
        raise Refused("This is no choice of this game.", "in turn")
    return [e.InHand(command.now, tuple(banked.decide(table.round, command.move)))]  # type: ignore[arg-type]


# What a touch may ask of a hand of poker, with the rule that answers it.
PEER: dict[type, Callable[[Hand, Any], list[PokerEvent]]] = {
    kind: DECIDE[kind] for kind in (p.Fold, p.Call, p.Raise, p.Draw, p.Roll, p.Kill)
}
_ROUND = frozenset((TakeBank, PassBank, Wager, Stay, p.Fold))


# Time and help


def ask_time(table: Table, command: c.AskTime) -> Events:
    ways, seat, clock = table.config.ways, table.seats[command.seat], table.clock
    live = table.live
    theirs = live is not None and command.seat in live.queue and clock.seat in (0, command.seat)
    if not theirs or not clock.until:
        raise Refused("Please wait for your turn.", "Time")
    if seat.time.times >= ways.times:
        words = "You have had your time." if ways.times else "The clock gives more time by itself."
        raise Refused(words, table.config.source("times"))
    return [e.ClockSet(command.now, command.seat, clock.until + ways.time_ms, "time")]


def call_floor(table: Table, command: c.CallFloor) -> Events:
    return [e.FloorCalled(command.now, command.seat)]


# By consent


def propose(table: Table, command: c.Propose) -> Events:
    motion, number, ways = command.motion, command.seat, table.config.ways
    setting = {
        "run it twice": ways.run_twice,
        "rabbit": ways.rabbit,
        "straddle": ways.straddle,
        "bomb pot": ways.bomb_pot,
        "stakes": ways.stakes_vote,
        "chop": ways.chop,
    }[motion]
    if not setting:
        raise Refused(f"No {motion} at this table.", table.config.source(_SETTINGS[motion]))
    if motion in table.consent.vetoed:
        raise Refused("Somebody said no.", motion)
    if number in table.consent.votes.get(motion, ()):
        raise Refused("You said yes.", motion)
    if number not in voters(table, motion):
        raise Refused("There is nothing to agree on.", motion)
    return [e.Voted(command.now, number, motion, command.yes)]


_SETTINGS = {
    "run it twice": "run_twice",
    "rabbit": "rabbit",
    "straddle": "straddle",
    "bomb pot": "bomb_pot",
    "stakes": "stakes_vote",
    "chop": "chop",
}


def voters(table: Table, motion: str) -> list[int]:
    """Whose yes it takes, now."""
    hand = table.hand
    if motion == "run it twice":
        if hand is None or hand.due != "deal" or hand.able > 1 or len(hand.live) < 2:
            return []
        return (
            list(hand.live)
            if len(hand.board) < board_size(hand) and table.consent.run_from < 0
            else []
        )
    if motion == "rabbit":
        return list(hand.seats) if hand is not None and rabbit_cards(table) else []
    if motion == "stakes":
        return (
            [s.number for s in table.seats if s.life == "playing"] if table.consent.proposed else []
        )
    if motion == "chop":
        return tournament.left(table) if table.sit_n_go.running else []
    return [seat.number for seat in table.seats if seat.ready and seat.blinds.core]


def board_size(hand: Hand) -> int:
    return sum(phase.board for phase in hand.rules.phases)


def rabbit_cards(table: Table) -> int:
    """How many cards the board was short of when the hand ended."""
    hand = table.hand
    if (
        hand is None
        or hand.due != "over"
        or (table.this_hand.result and table.this_hand.result.rabbit)
    ):
        return 0
    return board_size(hand) - len(hand.board)


def rabbit_open(table: Table) -> bool:
    """May the cards that did not come still be asked for?"""
    ways = table.config.ways
    return ways.rabbit and "rabbit" not in table.consent.vetoed and rabbit_cards(table) > 0


def rabbit_plan(hand: Hand) -> list[int]:
    """Where the rest of the deal would have gone: the board, and a burn before each street."""
    left, targets = board_size(hand) - len(hand.board), list[int]()
    for phase in reversed(hand.rules.phases):
        if left > 0 and phase.board:
            targets = [*([BURN] if phase.burn else []), *[BOARD] * phase.board, *targets]
            left -= phase.board
    return targets


def rabbit_agreed(table: Table) -> int:
    """Cards to show, if everybody dealt in said yes."""
    cards = rabbit_cards(table) if table.config.ways.rabbit else 0
    hand = table.hand
    if not cards or hand is None:
        return 0
    yes = table.consent.votes.get("rabbit", [])
    there = [seat for seat in hand.seats if table.seats[seat].seated]
    return cards if there and all(seat in yes for seat in there) else 0


def show_rabbit(table: Table, command: c.ShowRabbit) -> Events:
    count, hand = rabbit_agreed(table), table.hand
    if not count or hand is None:
        raise Refused("Nobody sees cards that were not dealt.", table.config.source("rabbit"))
    if len(command.cards) != count or len(set(command.cards)) != count:
        raise Refused(f"{count} cards are to be shown.", "rabbit")
    return [e.RabbitShown(command.now, command.cards)]


def show_cards(table: Table, command: c.ShowCards) -> Events:
    """One card or all, to everybody, after the hand (002 L292)."""
    number, hand = command.seat, table.hand
    if not table.config.ways.show_cards:
        raise Refused("Cards are shown at the showdown only.", table.config.source("show_cards"))
    if hand is None or number not in hand.seats:
        raise Refused("You have no hand to show.", "show")
    seen = table.this_hand.result.shown.get(number, ()) if table.this_hand.result else ()
    if not command.cards or len(set(command.cards)) < len(command.cards):
        raise Refused("Choose the cards to show.", "show")
    if number not in hand.live or any(card not in hand.down[number] for card in command.cards):
        raise Refused("You can show cards of a hand that you did not fold.", "show")
    if any(card in seen for card in command.cards):
        raise Refused("These cards are shown.", "show")
    return [e.CardsShown(command.now, number, command.cards)]
