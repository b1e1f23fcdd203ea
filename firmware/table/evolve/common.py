"""What every part of evolve needs: a seat's next life, an empty chair, the books."""

from typing import Any

from firmware.games.poker import kill
from firmware.games.poker.rules import Stakes
from firmware.table.seat import MOVES, Seat
from firmware.table.state import Result, Table, balance


def stakes_now(table: Table) -> Stakes:
    return stakes_of(table, table.spread)


def stakes_of(table: Table, spread: int) -> Stakes:
    """The posted stakes, or those of the tournament's level."""
    show = table.config.tournament
    if show is None:
        return table.config.spreads[spread].stakes
    small, big, ante = show.levels[table.sit_n_go.level if table.sit_n_go.running else 0]
    return Stakes(small=big, blinds=(small, big), ante=ante)


def life(table: Table, event: Any) -> Seat:
    """The seat's next life: a step that MOVES does not know is our own fault."""
    seat: Seat = table.seats[event.seat]
    seat.life = MOVES[seat.life, type(event)]
    return seat


def vacate(table: Table, number: int) -> None:
    link = table.seats[number].link
    table.seats[number] = Seat(number, link=link)
    forfeit(table, number)
    table.leg = kill.without(table.leg, number)
    table.people.wishes = [wish for wish in table.people.wishes if wish.seat != number]
    for votes in table.consent.votes.values():
        if number in votes:
            votes.remove(number)


def forfeit(table: Table, number: int) -> None:
    """Antes that wait in the middle stay there when their player goes or moves (002 L540)."""
    chips = table.books.carried.pop(number, 0)
    if chips:
        table.books.carried[0] = table.books.carried.get(0, 0) + chips


def result_of(table: Table) -> Result:
    if table.this_hand.result is None:
        table.this_hand.result = Result(table.this_hand.number)
    return table.this_hand.result


def begin_break(table: Table, at: int) -> None:
    """One that was ordered while the hand was played."""
    if table.recess.after_hand:
        table.recess.until, table.recess.after_hand = at + table.recess.after_hand, 0


def check_books(table: Table) -> None:
    here, should = balance(table)
    assert here == should, f"the books are off by {here - should} cents"
