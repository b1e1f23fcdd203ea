"""What the table asks of a seat now: a decision, a blind before the first hand, cards to show.

Questions of the rules for whoever shows the table or plays at it; they change nothing.
"""

from firmware.table.evolve import stakes_now
from firmware.table.places import has_blinds
from firmware.table.state import Table
from firmware.table.winners import shown_numbers


def asked(table: Table, number: int) -> int:
    """The decision that this seat may answer now; 0: none."""
    live = table.live
    if live is None or number not in live.queue:
        return 0
    return table.decision if live.together or live.queue[0] == number else 0


def waits_for_blind(table: Table, number: int) -> bool:
    """Sits and is not dealt in before the blind reaches it, or it posts."""
    seat = table.seats[number]
    coming = seat.life == "playing" and not seat.leave and not seat.blinds.core
    game_on = (
        table.phase == "open" and bool(table.position.button) and has_blinds(stakes_now(table))
    )
    return coming and game_on and not table.in_hand(number)


def may_ask_time(table: Table, number: int) -> bool:
    return asked(table, number) > 0 and table.seats[number].time.times < table.config.ways.times


def may_show(table: Table, number: int) -> bool:
    """Cards that nobody saw, of a hand that is over and that this seat did not fold."""
    play = table.play
    if not table.config.ways.show_cards or play is None or play.due != "over":
        return False
    if number not in play.seats or play.folded(number):
        return False
    return len(shown_numbers(table, number)) < len(play.own(number))
