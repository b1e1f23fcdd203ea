"""The seats' part of a hand: touches, Time, votes, shown cards."""

from firmware.errors import Refused
from firmware.games.play import BOARD, hole_numbers, live_seats
from firmware.money import show
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import tournament
from firmware.table.asking import asks_to_kill
from firmware.table.dealing import ending
from firmware.table.entering import Events
from firmware.table.extras import extras, law_now, over_range
from firmware.table.guard import guard
from firmware.table.state import Table
from firmware.table.winners import left, shown_numbers


def play(table: Table, touch: c.Play) -> Events:
    """Nine commands of ten are this. It answers the very decision that is due at a table that runs,
    or it is refused: the guard is only asked why."""
    play = table.play
    if touch.decision != table.decision or table.paused or play is None:
        guard(table, touch)
        raise Refused("The situation has changed; please look again.", "in turn")
    happened = tuple(play.answer(touch.move))
    if happened[-1].ends:
        return [ending(table, touch.now, happened)]
    return [e.InHand(touch.now, happened)]


def choose_extra(table: Table, command: c.ChooseExtra) -> Events:
    """What nobody else is asked about: a live straddle, the overs (000 L781-784, L847-853)."""
    extra, seat = command.extra, table.seats[command.seat]
    if extra and extra not in extras(table, command.seat):
        raise Refused(f"No {extra} at this table.", law_now(table).cited(f"{extra}s"))
    if extra == "over":
        least, most = over_range(table)
        if not least <= command.chips <= most:
            words = f"An over is {show(least)} to {show(most)}."
            raise Refused(words, law_now(table).cited("overs"))
    if extra == seat.blinds.extra and command.chips == seat.blinds.over:
        raise Refused("It is chosen." if extra else "Nothing is chosen.", "extras")
    return [e.ExtraChosen(command.now, command.seat, extra, command.chips if extra else 0)]


def choose_game(table: Table, command: c.ChooseGame) -> Events:
    """ "The dealer designated by the button specifies which variation is to be played" (004
    L456)."""
    if table.config.rotate != "button":
        raise Refused("The button chooses no game here.", "004 L456")
    if not 0 <= command.spread < len(table.config.spreads):
        raise Refused("That game is not dealt at this table.", "004 L456")
    if table.seats[command.seat].blinds.game == command.spread:
        raise Refused("It is chosen.", "004 L456")
    return [e.GameWished(command.now, command.seat, command.spread)]


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
        "kill": bool(asks_to_kill(table)),
    }[motion]
    if not setting:
        raise Refused(f"No {motion} at this table.", table.config.source(_SETTINGS[motion]))
    if motion in table.consent.vetoed:
        raise Refused("Somebody said no.", motion)
    if number in table.consent.votes.get(motion, ()):
        raise Refused("You said yes.", motion)
    asked = voters(table, motion)
    if number not in asked:
        raise Refused("There is nothing to agree on.", motion)
    votes = {number, *table.consent.votes.get(motion, ())}
    return [e.Voted(command.now, number, motion, command.yes, command.yes and votes >= set(asked))]


_SETTINGS = {
    "run it twice": "run_twice",
    "rabbit": "rabbit",
    "straddle": "straddle",
    "bomb pot": "bomb_pot",
    "stakes": "stakes_vote",
    "chop": "chop",
    "kill": "comes_in",
}


def voters(table: Table, motion: str) -> list[int]:
    """Whose yes it takes, now."""
    play = table.play
    if motion == "run it twice":
        asks = play is not None and play.runs_twice and table.consent.run_from < 0
        return live_seats(play) if play is not None and asks else []
    if motion == "rabbit":
        return list(play.seats) if play is not None and rabbit_plan(table) else []
    if motion == "stakes":
        return (
            [s.number for s in table.seats if s.life == "playing"] if table.consent.proposed else []
        )
    if motion == "chop":
        return tournament.left(table) if table.sit_n_go.running else []
    if motion == "kill" and not asks_to_kill(table):
        return []
    return [seat.number for seat in table.seats if seat.ready and seat.blinds.core]


def rabbit_plan(table: Table) -> list[int]:
    """Where the cards that the board was short of when the hand ended would have gone."""
    play = table.play
    if (
        play is None
        or play.due != "over"
        or (table.this_hand.result and table.this_hand.result.rabbit)
    ):
        return []
    return play.rest()


def rabbit_open(table: Table) -> bool:
    """May the cards that did not come still be asked for?"""
    ways = table.config.ways
    return ways.rabbit and "rabbit" not in table.consent.vetoed and bool(rabbit_plan(table))


def rabbit_agreed(table: Table) -> list[int]:
    """The targets of the cards to show, if everybody dealt in said yes."""
    yes, play = table.consent.votes.get("rabbit"), table.play
    if not yes or play is None or not table.config.ways.rabbit:
        return []
    there = [seat for seat in play.seats if table.seats[seat].seated]
    return rabbit_plan(table) if there and all(seat in yes for seat in there) else []


def show_rabbit(table: Table, command: c.ShowRabbit) -> Events:
    count = rabbit_agreed(table).count(BOARD)
    if not count:
        raise Refused("Nobody sees cards that were not dealt.", table.config.source("rabbit"))
    if len(command.cards) != count or len(set(command.cards)) != count:
        raise Refused(f"{count} cards are to be shown.", "rabbit")
    return [e.RabbitShown(command.now, command.cards)]


def show_cards(table: Table, command: c.ShowCards) -> Events:
    """One card or all, to everybody, after the hand (002 L292)."""
    number, play = command.seat, table.play
    if not table.config.ways.show_cards:
        raise Refused("Cards are shown at the showdown only.", table.config.source("show_cards"))
    if play is None or number not in play.seats or left(table, number):
        raise Refused("You have no hand to show.", "show")
    chosen, hidden = command.numbers, hole_numbers(play, number)
    if not chosen or len(set(chosen)) < len(chosen):
        raise Refused("Choose the cards to show.", "show")
    if play.folded(number) or not set(chosen) <= set(hidden):
        raise Refused("You can show cards of a hand that you did not fold.", "show")
    if set(chosen) & set(shown_numbers(table, number)):
        raise Refused("These cards are shown.", "show")
    return [e.CardsShown(command.now, number, tuple(map(play.face, chosen)), chosen)]
