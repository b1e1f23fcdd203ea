"""How a hand ended for each seat, for meters and sessions: found before the table has moved, from
the play as it stands and the events that end it."""

from collections.abc import Mapping

from firmware.controller.custody import Sitting
from firmware.games.play import copied
from firmware.journal import records as r
from firmware.money import Cents
from firmware.table import events as e
from firmware.table.engine import Table


def ends(event: e.InHand) -> bool:
    return event.events[-1].ends


def hand_ended(table: Table, event: e.InHand, sittings: Mapping[int, Sitting]) -> r.HandEnded:
    """During a hand `seat.chips.stack` is what the seat began it with."""
    assert table.play is not None
    play = copied(table.play)
    for one in event.events:
        play.evolve(one)
    results = []
    for seat in play.seats:
        net = play.stacks[seat] - table.seats[seat].chips.stack
        wagered = max(0, play.paid_out(seat) - net)  # whoever holds the bank wagers nothing
        session = sittings[seat].session
        results.append(r.SeatResult(seat, session, Cents(wagered), Cents(net + wagered)))
    number, in_chips = table.this_hand.number, table.config.tournament is not None
    return r.HandEnded(number, tuple(results), Cents(play.fees), Cents(play.jackpot), in_chips)
