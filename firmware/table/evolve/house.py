"""The table itself, the floor, fees and jackpots."""

from collections.abc import Callable
from typing import Any

from firmware.table import events as e
from firmware.table.evolve.common import check_books
from firmware.table.state import Apart, High, Hit, Table, Transfer


def _opened(table: Table, event: e.Opened) -> None:
    table.phase = "open"
    table.next_at = event.at
    table.period = event.at // 1_800_000


def _closing(table: Table, event: e.ClosingBegan) -> None:
    table.phase = "closing"


def _closed(table: Table, event: e.Closed) -> None:
    table.phase = "closed"
    table.paused = False
    table.hand = table.round = table.result = None
    table.button = table.drawn = 0
    table.small = table.big = ()


def _paused(table: Table, event: e.Paused) -> None:
    table.paused = True
    table.clock.left = max(0, table.clock.until - event.at)


def _resumed(table: Table, event: e.Resumed) -> None:
    table.paused = False
    clock = table.clock
    if clock.until:
        clock.until, clock.began = event.at + clock.left, event.at
    table.deal_at = table.next_at = event.at


def _game_changed(table: Table, event: e.GameChanged) -> None:
    table.config, table.spread, table.orbit_from = event.config, 0, 0
    table.proposed = None
    table.votes.pop("stakes", None)


def _change_proposed(table: Table, event: e.ChangeProposed) -> None:
    table.proposed = event.config
    table.votes["stakes"] = []
    if "stakes" in table.vetoed:
        table.vetoed.remove("stakes")


def _barred(table: Table, event: e.Barred) -> None:
    table.barred[event.account] = event.until


def _unbarred(table: Table, event: e.Unbarred) -> None:
    table.barred.pop(event.account, None)


def _kept_apart(table: Table, event: e.KeptApart) -> None:
    table.apart.append(Apart(event.accounts, event.table))


def _fees_swept(table: Table, event: e.FeesSwept) -> None:
    table.books.fees -= event.chips
    table.transfers += 1
    table.flying[event.transfer] = Transfer(0, "fees", event.chips)
    check_books(table)


def _time_fees(table: Table, event: e.TimeFeesTaken) -> None:
    table.period = event.period
    for number, chips in event.paid:
        table.seats[number].stack -= chips
        table.books.fees += chips
    check_books(table)


def _jackpot_hit(table: Table, event: e.JackpotHit) -> None:
    table.hit_number = event.number
    table.hits.append(Hit(event.number, event.hand, event.claims))


def _high_hand(table: Table, event: e.HighHandHeld) -> None:
    table.high = High(event.seat, event.account, event.strength, event.words)


def _jackpot_paid(table: Table, event: e.JackpotPaid) -> None:
    books = table.books
    for claim, transfer in zip(event.claims, event.transfers, strict=True):
        table.flying[transfer] = Transfer(claim.seat, claim.account, claim.chips)
        table.transfers += 1
        if event.number:
            books.bad_beat -= claim.chips
        else:
            books.high_hand -= claim.chips
    if event.number:
        table.hits = [hit for hit in table.hits if hit.number != event.number]
    else:
        table.high = None
    assert min(books.bad_beat, books.high_hand) >= 0, "a pool paid more than it held"
    check_books(table)


def _jackpot_denied(table: Table, event: e.JackpotDenied) -> None:
    table.hits = [hit for hit in table.hits if hit.number != event.number]


EVOLVE: dict[type, Callable[[Table, Any], None]] = {
    e.Opened: _opened,
    e.ClosingBegan: _closing,
    e.Closed: _closed,
    e.Paused: _paused,
    e.Resumed: _resumed,
    e.GameChanged: _game_changed,
    e.ChangeProposed: _change_proposed,
    e.Barred: _barred,
    e.Unbarred: _unbarred,
    e.KeptApart: _kept_apart,
    e.FeesSwept: _fees_swept,
    e.TimeFeesTaken: _time_fees,
    e.JackpotHit: _jackpot_hit,
    e.HighHandHeld: _high_hand,
    e.JackpotPaid: _jackpot_paid,
    e.JackpotDenied: _jackpot_denied,
}
