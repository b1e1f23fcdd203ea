"""The play on the table: its own events, what the table notes of them, whom it asks, its end."""

from collections.abc import Callable
from typing import Any

from firmware.games.play import Play
from firmware.table import events as e
from firmware.table.evolve.before import before_ends_said_it
from firmware.table.evolve.clocks import ask, ask_nobody
from firmware.table.evolve.common import begin_break, check_books, result_of
from firmware.table.state import Table


def _in_hand(table: Table, event: e.InHand) -> None:
    play = table.play
    assert play is not None
    before = play.at
    one: Any
    for one in event.events:
        play.evolve(one)
        told = one.told
        if told == "act":
            table.this_hand.last[one.seat] = one
        elif told in _NOTES:
            _NOTES[told](table, one)
    if play.at != before and play.new_street(before):
        # The last actions of a street stay on the screens until the next one begins.
        table.this_hand.last = [None] * len(table.seats)
    if play.due == "act":  # mostly
        ask(table, play.queue[0], event.at)
    elif play.due == "over":
        _over(table, play, event)
    else:
        wait(table, play, event.at, before)


def wait(table: Table, play: Play, at: int, before: int) -> None:
    """For what the play asks now; `before`: how far it had come."""
    if play.due in ("deal", "settle"):
        ask_nobody(table, at)
        table.pace.deal_at = at + _pause(table, play, before)
    elif not play.together:
        ask(table, play.queue[0], at)
    elif play.at != before:  # everybody at once: one decision, one clock
        ask(table, 0, at)


def _pause(table: Table, play: Play, before: int) -> int:
    """Before the next cards, or before hands are turned over."""
    waits = table.pace.waits
    if play.runs_out and play.at > 0:
        asked = waits.run_twice and play.runs_twice and table.consent.run_from < 0
        return waits.run_twice if asked else waits.street
    return waits.gather if play.gathers(before) else 0


def _over(table: Table, play: Play, event: e.InHand) -> None:
    """Hands to look at; chips back to the seats; what was dropped to the house and the pools."""
    _note_shown(table, play, event.events)
    if not event.next_hand_at:
        event = before_ends_said_it(table, event, play.jackpot)
    seats, books = table.seats, table.books
    stacks = play.stacks
    for number in play.seats:
        chips = seats[number].chips
        chips.stack = stacks[number]
        if chips.pending:
            chips.stack, chips.pending = chips.stack + chips.pending, 0
    books.fees += play.fees
    books.bad_beat += event.bad_beat
    books.high_hand += play.jackpot - event.bad_beat
    if play.rules.has_pot:  # elsewhere nobody plays for antes: they wait on
        books.carried = play.carried()
        books.unopened = books.unopened + 1 if books.carried else 0
    table.leg = event.leg
    if event.leg.kills:
        seats[event.leg.kills].blinds.kill = True
    if play.road:
        table.roads.add(table.config.spreads[table.spread].game, play.road)
    if play.leads:
        table.position.button = play.leads
    if not play.banker:
        table.banker.seat = table.banker.hands = 0
    table.pace.next_hand_at = event.next_hand_at
    begin_break(table, event.at)
    ask_nobody(table, event.at)
    check_books(table)


# What the table notes


def _note_shown(table: Table, play: Play, events: tuple[Any, ...]) -> None:
    shown = [one.seat for one in events if one.told == "shown"]
    if shown:
        result_of(table).shown = play.all_held(shown)


def _note_won(table: Table, event: Any) -> None:
    result_of(table).won.append(event)


def _note_bank(table: Table, event: Any) -> None:
    """How often in a row the same seat holds it."""
    same = event.seat == table.banker.seat
    table.banker.seat, table.banker.hands = event.seat, table.banker.hands + 1 if same else 1
    table.this_hand.last[event.seat] = event


_NOTES: dict[str, Callable[[Table, Any], None]] = {
    "won": _note_won,
    "bank": _note_bank,
}


def _foul_ordered(table: Table, event: e.FoulOrdered) -> None:
    """Written down; the hand moves by the next event."""


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.InHand: _in_hand,
    e.FoulOrdered: _foul_ordered,
}
