"""People: coming in, buying chips, away, moving, leaving."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.evolve.common import check_books, forfeit, life, vacate
from firmware.table.seat import Seat
from firmware.table.state import Left, Table, Transfer, Waiting, Wish


def _reserved(table: Table, event: e.SeatReserved) -> None:
    seat = life(table, event)
    seat.account, seat.name, seat.until = event.account, event.name, event.until
    seat.brings = event.brings
    _unlist(table, event.account)


def _unlist(table: Table, account: str) -> None:
    table.waiting = [w for w in table.waiting if w.account != account]
    table.changing = [w for w in table.changing if w.account != account]


def _released(table: Table, event: e.SeatReleased) -> None:
    life(table, event)
    vacate(table, event.seat)


def _swiped(table: Table, event: e.CardSwiped) -> None:
    held = table.seats[event.seat].life == "reserved"
    seat = life(table, event)
    seat.account, seat.name, seat.held, seat.until = event.account, event.name, held, 0
    _unlist(table, event.account)


def _pin_refused(table: Table, event: e.PinRefused) -> None:
    life(table, event).tries += 1


def _gone(table: Table, event: e.CardLocked | e.EntryCancelled) -> None:
    life(table, event)
    vacate(table, event.seat)


def _pin_accepted(table: Table, event: e.PinAccepted) -> None:
    life(table, event).balance = event.balance


def _approved(table: Table, event: e.EntryApproved) -> None:
    life(table, event)


def _buy_in_asked(table: Table, event: e.BuyInAsked) -> None:
    seat = life(table, event)
    seat.asked += event.chips
    table.transfers += 1
    table.asked[event.transfer] = Transfer(event.seat, event.account, event.chips, event.fee)


def _buy_in_refused(table: Table, event: e.BuyInRefused) -> None:
    seat = life(table, event)
    seat.asked -= table.asked.pop(event.transfer).chips


def _bought_in(table: Table, event: e.BoughtIn) -> None:
    seat = table.seats[event.seat]
    first = seat.life == "funding"
    life(table, event)
    transfer = table.asked.pop(event.transfer)
    seat.asked -= transfer.chips
    seat.balance -= event.chips + event.fee
    seat.bought += event.chips
    books = table.books
    books.bought_in += event.chips + event.fee
    books.fees += event.fee
    show = table.config.tournament
    if show is not None:
        books.prizes += event.chips
        seat.stack = show.chips
    elif table.in_hand(event.seat):
        seat.pending += event.chips
    else:
        seat.stack += event.chips
    least = table.config.least_buy(table.spread)
    if first:
        seat.bank_ms = table.config.ways.bank_ms
        left = table.left.pop(seat.account, None)
        seat.missed = bool(left and left.missed)
    elif event.chips < least:
        seat.short_buys += 1
    elif table.config.ways.short_buys == "one after each full buy":
        seat.short_buys = 0
    if seat.kind == "broke" and seat.life == "away":
        seat.kind = "sit out"
    check_books(table)


def _entry_chosen(table: Table, event: e.EntryChosen) -> None:
    table.seats[event.seat].entry = event.entry


def _listed(table: Table, event: e.Listed) -> None:
    line = table.changing if event.changing else table.waiting
    line.append(Waiting(event.account, event.name))


def _unlisted(table: Table, event: e.Unlisted) -> None:
    _unlist(table, event.account)


def _sit_out_chosen(table: Table, event: e.SitOutChosen) -> None:
    table.seats[event.seat].sit_out = event.when


def _went_away(table: Table, event: e.WentAway) -> None:
    seat = life(table, event)
    seat.kind, seat.until, seat.warned, seat.sit_out = event.kind, event.until, False, ""
    seat.core = False
    if event.kind == "lobby":
        seat.lobby_at = event.at


def _away_warned(table: Table, event: e.AwayWarned) -> None:
    table.seats[event.seat].warned = True


def _away_extended(table: Table, event: e.AwayExtended) -> None:
    seat = table.seats[event.seat]
    seat.until, seat.warned = event.until, False


def _came_back(table: Table, event: e.CameBack) -> None:
    seat = life(table, event)
    seat.kind, seat.until, seat.warned = "", 0, False


def _leave_asked(table: Table, event: e.LeaveAsked) -> None:
    table.seats[event.seat].leave = event.reason


def _cashed_out(table: Table, event: e.CashedOut) -> None:
    seat = table.seats[event.seat]
    missed = seat.missed and table.config.ways.debt_kept
    life(table, event)
    ways = table.config.ways
    keep = max(ways.return_ms, ways.stay_out_ms)
    table.left = {a: left for a, left in table.left.items() if event.at - left.at < keep}
    if keep:
        table.left[event.account] = Left(event.at, event.chips, missed)
    vacate(table, event.seat)
    if event.chips:
        table.transfers += 1
        table.flying[event.transfer] = Transfer(event.seat, event.account, event.chips)
    check_books(table)


def _paid_out(table: Table, event: e.PaidOut | e.PaidByHand) -> None:
    table.books.cashed_out += table.flying.pop(event.transfer).chips
    check_books(table)


def _seat_asked(table: Table, event: e.SeatAsked) -> None:
    table.wishes.append(Wish(event.seat, event.to))


def _seat_ask_dropped(table: Table, event: e.SeatAskDropped) -> None:
    table.wishes = [wish for wish in table.wishes if wish.seat != event.seat]


def _moved(table: Table, event: e.Moved) -> None:
    seat, links = (
        table.seats[event.seat],
        (table.seats[event.seat].link, table.seats[event.to].link),
    )
    dealt_off = seat.core and table.button == event.seat and seat.paid_big and seat.paid_small
    table.wishes = [wish for wish in table.wishes if wish.seat != event.seat]
    table.seats[event.seat] = Seat(event.seat, link=links[0])
    table.seats[event.to] = seat
    forfeit(table, event.seat)
    seat.number, seat.link = event.to, links[1]
    if table.button and not seat.newcomer and not seat.moved_from:
        seat.moved_from, seat.free_pass = event.seat, dealt_off
    seat.core = seat.paid_big = seat.paid_small = False
    for votes in table.votes.values():
        if event.seat in votes:
            votes.remove(event.seat)
    for transfer, asked in table.asked.items():
        if asked.seat == event.seat:
            table.asked[transfer] = Transfer(event.to, asked.account, asked.chips, asked.fee)


def _link_lost(table: Table, event: e.LinkLost) -> None:
    table.seats[event.seat].link = False


def _link_regained(table: Table, event: e.LinkRegained) -> None:
    table.seats[event.seat].link = True


def _floor_called(table: Table, event: e.FloorCalled) -> None:
    table.seats[event.seat].called = not table.seats[event.seat].called


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
    e.Listed: _listed,
    e.Unlisted: _unlisted,
    e.SitOutChosen: _sit_out_chosen,
    e.WentAway: _went_away,
    e.AwayWarned: _away_warned,
    e.AwayExtended: _away_extended,
    e.CameBack: _came_back,
    e.LeaveAsked: _leave_asked,
    e.CashedOut: _cashed_out,
    e.PaidOut: _paid_out,
    e.PaidByHand: _paid_out,
    e.SeatAsked: _seat_asked,
    e.SeatAskDropped: _seat_ask_dropped,
    e.Moved: _moved,
    e.LinkLost: _link_lost,
    e.LinkRegained: _link_regained,
    e.FloorCalled: _floor_called,
}
