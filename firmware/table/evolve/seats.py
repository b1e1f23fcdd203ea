"""People: coming in, buying chips, away, moving, leaving."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from firmware.games.poker import kill
from firmware.table import events as e
from firmware.table.evolve.before import (
    before_buy_ins_said_it,
    before_cash_outs_said_it,
    before_moves_said_it,
)
from firmware.table.evolve.common import check_books, forfeit, life, vacate
from firmware.table.seat import Person, Seat
from firmware.table.state import Departed, Table, Transfer, Waiting, Wish


def _reserved(table: Table, event: e.SeatReserved) -> None:
    seat = life(table, event)
    seat.person = Person(event.account, event.name, brings=event.brings)
    seat.until = event.until
    _unlist(table, event.account)


def _unlist(table: Table, account: str) -> None:
    people = table.people
    people.waiting = [w for w in people.waiting if w.account != account]
    people.changing = [w for w in people.changing if w.account != account]


def _released(table: Table, event: e.SeatReleased) -> None:
    life(table, event)
    vacate(table, event.seat)


def _swiped(table: Table, event: e.CardSwiped) -> None:
    held = table.seats[event.seat].life == "reserved"
    seat = life(table, event)
    person = seat.person
    person.account, person.name, person.held = event.account, event.name, held
    seat.until = event.until
    _unlist(table, event.account)


def _pin_refused(table: Table, event: e.PinRefused) -> None:
    person = life(table, event).person
    person.tries, person.tries_left = person.tries + 1, event.left


def _gone(table: Table, event: e.CardLocked | e.EntryCancelled) -> None:
    life(table, event)
    vacate(table, event.seat)


def _pin_accepted(table: Table, event: e.PinAccepted) -> None:
    seat = life(table, event)
    seat.person.balance, seat.until = event.balance, 0


def _approved(table: Table, event: e.EntryApproved) -> None:
    life(table, event).until = event.until


def _buy_in_asked(table: Table, event: e.BuyInAsked) -> None:
    seat = life(table, event)
    seat.chips.asked += event.chips
    table.transit.transfers += 1
    table.transit.asked[event.transfer] = Transfer(
        event.seat, event.account, event.chips, event.fee, event.post
    )


def _buy_in_refused(table: Table, event: e.BuyInRefused) -> None:
    seat = life(table, event)
    seat.chips.asked -= table.transit.asked.pop(event.transfer).chips
    if seat.life == "choosing":
        seat.until = event.until


def _bought_in(table: Table, event: e.BoughtIn) -> None:
    seat = table.seats[event.seat]
    first = seat.life == "funding"
    if event.short_buys < 0:
        event = before_buy_ins_said_it(table, event, first)
    life(table, event)
    chips = seat.chips
    chips.asked -= table.transit.asked.pop(event.transfer).chips
    chips.bought += event.chips
    chips.short_buys = event.short_buys
    seat.person.balance -= event.chips + event.fee + event.entry_fee
    _into_the_books(table, seat, event)
    if first:
        seat.until, seat.person.since = 0, event.at
        seat.time.bank_ms = event.bank_ms
        seat.blinds.missed, seat.blinds.kill = event.missed, event.kill
        table.people.departed.pop(seat.person.account, None)
    if seat.absence.kind == "broke" and seat.life == "away":
        seat.absence.kind = "sit out"
    check_books(table)


def _into_the_books(table: Table, seat: Seat, event: e.BoughtIn) -> None:
    books = table.books
    books.bought_in += event.chips + event.fee + event.entry_fee
    books.fees += event.fee
    books.entry_fees += event.entry_fee
    if event.counters:
        books.prizes += event.chips
        seat.chips.stack = event.counters
    elif table.in_hand(event.seat):
        seat.chips.pending += event.chips
    else:
        seat.chips.stack += event.chips


def _entry_chosen(table: Table, event: e.EntryChosen) -> None:
    table.seats[event.seat].blinds.entry = event.entry


def _extra_chosen(table: Table, event: e.ExtraChosen) -> None:
    blinds = table.seats[event.seat].blinds
    blinds.extra, blinds.over = event.extra, event.chips


def _game_wished(table: Table, event: e.GameWished) -> None:
    table.seats[event.seat].blinds.game = event.spread


def _listed(table: Table, event: e.Listed) -> None:
    line = table.people.changing if event.changing else table.people.waiting
    line.append(Waiting(event.account, event.name))


def _unlisted(table: Table, event: e.Unlisted) -> None:
    _unlist(table, event.account)


def _sit_out_chosen(table: Table, event: e.SitOutChosen) -> None:
    table.seats[event.seat].absence.sit_out = event.when
    _was_late(table, event.seat, event.late, event.at)


def _timed_out(table: Table, event: e.TimedOut) -> None:
    _was_late(table, event.seat, event.did, event.at)


def _was_late(table: Table, seat: int, did: str, at: int) -> None:
    absence = table.seats[seat].absence
    absence.late, absence.late_hand, absence.late_at = did, table.this_hand.number, at
    absence.late_unlinked = not table.seats[seat].link


def _went_away(table: Table, event: e.WentAway) -> None:
    seat = life(table, event)
    absence = seat.absence
    if not absence.sit_out:  # something else than his clock sends him away
        absence.late = ""
    absence.kind, absence.warned, absence.sit_out = event.kind, False, ""
    absence.began, absence.used, absence.hour_at = event.at, event.used, event.hour_at
    seat.until = event.until
    seat.blinds.core = False
    if event.kind == "lobby":
        absence.lobby_at = event.at
    if event.kind == "no link":
        absence.cut_at, absence.cut_hand = event.at, table.this_hand.number


def _away_warned(table: Table, event: e.AwayWarned) -> None:
    seat = table.seats[event.seat]
    seat.absence.warned, seat.until = True, event.until or seat.until


def _away_extended(table: Table, event: e.AwayExtended) -> None:
    seat = table.seats[event.seat]
    seat.until, seat.absence.warned = event.until, False


def _came_back(table: Table, event: e.CameBack) -> None:
    seat = life(table, event)
    absence = seat.absence
    if absence.kind == "no link":
        absence.linked_hand = table.this_hand.number
    absence.kind, absence.warned, absence.used, seat.until = "", False, event.used, 0
    absence.late = ""


def _leave_asked(table: Table, event: e.LeaveAsked) -> None:
    table.seats[event.seat].leave = event.reason


def _cashed_out(table: Table, event: e.CashedOut) -> None:
    if event.remember_ms < 0:
        event = before_cash_outs_said_it(table, event)
    life(table, event)
    known, keep = table.people.departed, event.remember_ms
    known = {account: left for account, left in known.items() if event.at - left.at < keep}
    if keep:
        known[event.account] = Departed(event.at, event.chips, event.missed, event.kill)
    table.people.departed = known
    if event.antes:
        _take_antes(table, event.seat, event.antes)
    vacate(table, event.seat)
    table.books.prizes -= event.entry
    table.books.entry_fees -= event.fee
    if event.chips:
        table.transit.transfers += 1
        table.transit.flying[event.transfer] = Transfer(event.seat, event.account, event.chips)
    check_books(table)


def _take_antes(table: Table, seat: int, chips: int) -> None:
    """His own, and then of those that others forfeited."""
    waiting = table.books.carried
    forfeited = waiting.pop(0, 0) + waiting.pop(seat) - chips
    if forfeited:
        waiting[0] = forfeited


def _paid_out(table: Table, event: e.PaidOut | e.PaidByHand) -> None:
    table.books.cashed_out += table.transit.flying.pop(event.transfer).chips
    table.transit.owed.pop(event.transfer, None)
    check_books(table)


def _pay_out_refused(table: Table, event: e.PayOutRefused) -> None:
    table.transit.owed[event.transfer] = event.words


def _seat_asked(table: Table, event: e.SeatAsked) -> None:
    person = table.seats[event.seat].person
    table.people.wishes.append(Wish(event.seat, event.to, not person.requests, event.at))
    person.requests += 1


def _seat_ask_dropped(table: Table, event: e.SeatAskDropped) -> None:
    table.people.wishes = [wish for wish in table.people.wishes if wish.seat != event.seat]


def _moved(table: Table, event: e.Moved) -> None:
    seat, dealt_off = table.seats[event.seat], event.dealt_off
    if dealt_off is None:
        dealt_off = before_moves_said_it(table, event)
    table.leg = kill.moved(table.leg, event.seat, event.to)
    _sits(table, seat, event.to, dealt_off=dealt_off, at=event.at)
    seat.change = replace(seat.change, traded=False)
    table.seats[event.seat] = Seat(event.seat, link=seat.link)
    seat.link = table.seats[event.to].link
    table.seats[event.to] = seat
    _ask_for(table, {event.seat: event.to})


def _traded(table: Table, event: e.Traded) -> None:
    one, other = table.seats[event.seat], table.seats[event.to]
    table.leg = kill.traded(table.leg, event.seat, event.to)
    for seat, to in ((one, event.to), (other, event.seat)):
        fresh = not seat.change.moved_from  # and not in the middle of a change of his own
        _sits(table, seat, to, dealt_off=seat.number in event.dealt_off, at=event.at)
        seat.change = replace(seat.change, traded=fresh)
    table.seats[event.seat], table.seats[event.to] = other, one
    one.link, other.link = other.link, one.link
    _ask_for(table, {event.seat: event.to, event.to: event.seat})


def _sits(table: Table, seat: Seat, to: int, *, dealt_off: bool, at: int) -> None:
    """In another place: what he asked and agreed to in the old one is no more."""
    number, blinds, change = seat.number, seat.blinds, seat.change
    table.people.wishes = [wish for wish in table.people.wishes if wish.seat != number]
    forfeit(table, number)
    if table.position.button and not blinds.newcomer and not change.moved_from:
        seat.change = replace(change, moved_from=number, free_pass=dealt_off, at=at)
    blinds.core = blinds.paid_big = blinds.paid_small = False
    for votes in table.consent.votes.values():
        if number in votes:
            votes.remove(number)
    seat.number, seat.moves_to = to, 0


def _ask_for(table: Table, moved: dict[int, int]) -> None:
    """Chips on their way from the bank find their player."""
    for transfer, asked in table.transit.asked.items():
        if asked.seat in moved:
            table.transit.asked[transfer] = replace(asked, seat=moved[asked.seat])


def _link_lost(table: Table, event: e.LinkLost) -> None:
    table.seats[event.seat].link = False


def _link_regained(table: Table, event: e.LinkRegained) -> None:
    table.seats[event.seat].link = True


def _floor_called(table: Table, event: e.FloorCalled) -> None:
    seat = table.seats[event.seat]
    seat.called_at, seat.answered = 0 if seat.called else event.at, ""


def _call_answered(table: Table, event: e.CallAnswered) -> None:
    seat = table.seats[event.seat]
    seat.answered = event.by
    if event.done:
        seat.called_at, seat.answered = 0, ""


def _move_ordered(table: Table, event: e.MoveOrdered) -> None:
    table.seats[event.seat].moves_to = event.to


def _move_dropped(table: Table, event: e.MoveDropped) -> None:
    table.seats[event.seat].moves_to = 0


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.SeatReserved: _reserved,
    e.SeatReleased: _released,
    e.CardSwiped: _swiped,
    e.PinRefused: _pin_refused,
    e.CardLocked: _gone,
    e.EntryCancelled: _gone,
    e.PinAccepted: _pin_accepted,
    e.EntryApproved: _approved,
    e.BuyInAsked: _buy_in_asked,
    e.BuyInRefused: _buy_in_refused,
    e.BoughtIn: _bought_in,
    e.EntryChosen: _entry_chosen,
    e.ExtraChosen: _extra_chosen,
    e.GameWished: _game_wished,
    e.Listed: _listed,
    e.Unlisted: _unlisted,
    e.SitOutChosen: _sit_out_chosen,
    e.TimedOut: _timed_out,
    e.WentAway: _went_away,
    e.AwayWarned: _away_warned,
    e.AwayExtended: _away_extended,
    e.CameBack: _came_back,
    e.LeaveAsked: _leave_asked,
    e.CashedOut: _cashed_out,
    e.PaidOut: _paid_out,
    e.PayOutRefused: _pay_out_refused,
    e.PaidByHand: _paid_out,
    e.SeatAsked: _seat_asked,
    e.SeatAskDropped: _seat_ask_dropped,
    e.Moved: _moved,
    e.Traded: _traded,
    e.LinkLost: _link_lost,
    e.LinkRegained: _link_regained,
    e.FloorCalled: _floor_called,
    e.CallAnswered: _call_answered,
    e.MoveOrdered: _move_ordered,
    e.MoveDropped: _move_dropped,
}
