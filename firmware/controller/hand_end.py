"""How a hand ended for each seat, for meters and sessions: found before the table has moved, from
the play as it stands and the events that end it."""

from collections.abc import Mapping
from copy import deepcopy

from firmware.controller.custody import Sitting
from firmware.games.banked import engine as banked
from firmware.games.banked.events import RoundEnded, WagerLost, WagerReturned, WagerWon
from firmware.games.poker.events import Dropped, Ended, PassedOut, Won
from firmware.games.poker.evolve import evolve as evolve_hand
from firmware.games.poker.hand import Hand
from firmware.journal import records as r
from firmware.money import Cents
from firmware.table import events as e
from firmware.table.state import Table

ENDS = (Ended, PassedOut, RoundEnded)


def ends(event: e.InHand) -> bool:
    return isinstance(event.events[-1], ENDS)


def hand_ended(table: Table, event: e.InHand, sittings: Mapping[int, Sitting]) -> r.HandEnded:
    """During a hand `seat.chips.stack` is what the seat began it with."""
    play = _played(table, event)
    results = []
    for seat in play.seats:
        net = play.stacks[seat] - table.seats[seat].chips.stack
        wagered = max(0, _paid_out(event, seat) - net)  # whoever holds the bank wagers nothing
        session = sittings[seat].session
        results.append(r.SeatResult(seat, session, Cents(wagered), Cents(net + wagered)))
    dropped = [one for one in event.events if isinstance(one, Dropped)]
    jackpot = table.this_hand.drop.jackpot + sum(
        one.chips for one in dropped if one.kind == "jackpot"
    )
    in_chips = table.config.tournament is not None
    fees = play.dropped - jackpot
    return r.HandEnded(
        table.this_hand.number, tuple(results), Cents(fees), Cents(jackpot), in_chips
    )


def _played(table: Table, event: e.InHand):  # type: ignore[no-untyped-def]
    """A copy of the play, played to its end."""
    play = table.play
    assert play is not None
    done = deepcopy(play, {id(play.rules): play.rules})
    for one in event.events:
        if isinstance(done, Hand):
            evolve_hand(done, one)  # type: ignore[arg-type]
        else:
            banked.evolve(done, one)  # type: ignore[arg-type]
    return done


def _paid_out(event: e.InHand, seat: int) -> int:
    """What came back to the seat, its own wagers included: all of it is paid in the last move."""
    back = 0
    for one in event.events:
        if isinstance(one, Won | WagerWon | WagerLost | WagerReturned) and one.seat == seat:
            back += one.chips if isinstance(one, Won) else one.back
            back += one.chips if isinstance(one, WagerWon) else 0
    return back
