"""The table itself, the floor, fees and jackpots."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from firmware.table import events as e
from firmware.table.commands import STOPPERS
from firmware.table.evolve.common import check_books
from firmware.table.rulebook import Rulebook, read_again
from firmware.table.seat import Seat
from firmware.table.state import Apart, BadBeat, HighHand, Stop, Table, Transfer


def _opened(table: Table, event: e.Opened) -> None:
    table.phase = "open"
    table.pace.next_hand_at = event.at
    table.books.half_hour = event.at // 1_800_000


def _closing(table: Table, event: e.ClosingBegan) -> None:
    table.phase = "closing"


def _closed(table: Table, event: e.Closed) -> None:
    table.phase = "closed"
    table.paused, table.stops = False, []
    table.recess.until = table.recess.after_hand = 0
    table.play = table.this_hand.result = None
    table.this_hand.voided = 0
    table.position.button = table.position.drawn = 0
    table.position.small = table.position.big = ()
    table.books.unopened = 0


def _paused(table: Table, event: e.Paused) -> None:
    if not table.paused:
        table.clock.left = max(0, table.clock.until - event.at)
        table.sit_n_go.left = max(0, table.sit_n_go.until - event.at)
    table.paused = True
    who: Literal["floor", "doors", "second", "service"] = STOPPERS.get(event.by, "floor")
    others = [stop for stop in table.stops if stop.who != who]
    since = next((stop.at for stop in table.stops if stop.who == who), event.at)
    table.stops = [*others, Stop(who, since, event.by, event.reason)]


def _resumed(table: Table, event: e.Resumed) -> None:
    table.paused, table.stops = False, []
    clock = table.clock
    if clock.until:
        clock.until, clock.began = event.at + clock.left, event.at
    if table.sit_n_go.running:
        table.sit_n_go.until = event.at + table.sit_n_go.left
    table.pace.deal_at = event.at
    table.pace.next_hand_at = max(event.at, table.pace.next_hand_at)  # a void is read first


def _stop_lifted(table: Table, event: e.StopLifted) -> None:
    who = STOPPERS.get(event.by, "floor")
    table.stops = [stop for stop in table.stops if stop.who != who]


def _break_ordered(table: Table, event: e.BreakOrdered) -> None:
    if table.live is not None:
        table.recess.after_hand = event.ms
    else:
        table.recess.until = event.at + event.ms


def _break_ended(table: Table, event: e.BreakEnded) -> None:
    table.recess.until = table.recess.after_hand = 0


def _game_changed(table: Table, event: e.GameChanged) -> None:
    table.config, table.spread, table.position.orbit_from = event.config, 0, 0
    table.consent.proposed = None
    table.consent.votes.pop("stakes", None)


def _rules_posted(table: Table, event: e.RulesPosted) -> None:
    config = event.config
    if len(table.seats) != config.seats + 1:  # the first words of a journal: how many stations
        assert not any(seat.seated for seat in table.seats)
        table.seats = [Seat(number) for number in range(config.seats + 1)]
        table.this_hand.last = [None] * len(table.seats)
    table.config = replace(config, rulebook=read_again(event.rules, Rulebook))


def _change_proposed(table: Table, event: e.ChangeProposed) -> None:
    table.consent.proposed = event.config
    table.consent.votes["stakes"] = []
    if "stakes" in table.consent.vetoed:
        table.consent.vetoed.remove("stakes")


def _barred(table: Table, event: e.Barred) -> None:
    table.people.barred[event.account] = event.until


def _unbarred(table: Table, event: e.Unbarred) -> None:
    table.people.barred.pop(event.account, None)


def _kept_apart(table: Table, event: e.KeptApart) -> None:
    table.people.apart.append(Apart(event.accounts, event.table))


def _let_be_together(table: Table, event: e.LetBeTogether) -> None:
    named, people = set(event.accounts), table.people
    people.apart = [rule for rule in people.apart if not named <= set(rule.accounts)]


def _fees_swept(table: Table, event: e.FeesSwept) -> None:
    table.books.fees -= event.chips
    table.transit.transfers += 1
    table.transit.flying[event.transfer] = Transfer(0, "fees", event.chips)
    check_books(table)


def _sweep_ordered(table: Table, event: e.SweepOrdered) -> None:
    """The books count what was earned; what of it lies here is custody's to know."""


def _sweep_returned(table: Table, event: e.SweepReturned) -> None:
    table.books.fees += table.transit.flying.pop(event.transfer).chips
    check_books(table)


def _time_fees(table: Table, event: e.TimeFeesTaken) -> None:
    table.books.half_hour = event.period
    for number, chips in event.paid:
        table.seats[number].chips.stack -= chips
        table.books.fees += chips
    for number, chips in event.owed:
        table.seats[number].chips.owes = chips
    check_books(table)


def _jackpot_hit(table: Table, event: e.JackpotHit) -> None:
    table.jackpots.hit_number = event.number
    table.jackpots.bad_beats.append(BadBeat(event.number, event.hand, event.claims))


def _high_hand(table: Table, event: e.HighHandHeld) -> None:
    table.jackpots.high_hand = HighHand(event.seat, event.account, event.strength, event.words)


def _jackpot_paid(table: Table, event: e.JackpotPaid) -> None:
    books = table.books
    for claim, transfer in zip(event.claims, event.transfers, strict=True):
        table.transit.flying[transfer] = Transfer(claim.seat, claim.account, claim.chips)
        table.transit.transfers += 1
        if event.number:
            books.bad_beat -= claim.chips
        else:
            books.high_hand -= claim.chips
    if event.number:
        _settled(table, event.number)
    else:
        table.jackpots.high_hand = None
    assert min(books.bad_beat, books.high_hand) >= 0, "a pool paid more than it held"
    check_books(table)


def _jackpot_denied(table: Table, event: e.JackpotDenied) -> None:
    _settled(table, event.number)


def _settled(table: Table, number: int) -> None:
    jackpots = table.jackpots
    jackpots.bad_beats = [hit for hit in jackpots.bad_beats if hit.number != number]


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.Opened: _opened,
    e.ClosingBegan: _closing,
    e.Closed: _closed,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.StopLifted: _stop_lifted,
    e.BreakOrdered: _break_ordered,
    e.BreakEnded: _break_ended,
    e.GameChanged: _game_changed,
    e.RulesPosted: _rules_posted,
    e.ChangeProposed: _change_proposed,
    e.Barred: _barred,
    e.Unbarred: _unbarred,
    e.KeptApart: _kept_apart,
    e.LetBeTogether: _let_be_together,
    e.FeesSwept: _fees_swept,
    e.SweepOrdered: _sweep_ordered,
    e.SweepReturned: _sweep_returned,
    e.TimeFeesTaken: _time_fees,
    e.JackpotHit: _jackpot_hit,
    e.HighHandHeld: _high_hand,
    e.JackpotPaid: _jackpot_paid,
    e.JackpotDenied: _jackpot_denied,
}
