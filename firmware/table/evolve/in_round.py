"""The same for a banked game."""

from firmware.games.banked import engine as banked
from firmware.games.banked import events as b
from firmware.table import events as e
from firmware.table.evolve.clocks import start_clock
from firmware.table.evolve.common import check_books, result_of
from firmware.table.state import Table


def in_round(table: Table, event: e.InHand) -> None:
    """The same for a banked game."""
    hand = table.round
    assert hand is not None
    due = hand.due
    for one in event.events:
        banked.evolve(hand, one)  # type: ignore[arg-type]
        if isinstance(one, b.HandTabled):
            result_of(table).shown[one.seat] = one.cards
        elif isinstance(one, (b.BankTaken, b.Wagered, b.Stayed, b.GaveUp, b.WagerWon, b.WagerLost)):
            table.this_hand.last[one.seat] = one
        if isinstance(one, b.WagerWon | b.WagerLost):
            paid = result_of(table).paid
            chips = one.chips if isinstance(one, b.WagerWon) else -one.chips
            paid[one.seat] = paid.get(one.seat, 0) + chips
        if isinstance(one, b.BankTaken):
            same = one.seat == table.banker.seat
            table.banker.seat, table.banker.hands = one.seat, table.banker.hands + 1 if same else 1
    if hand.due == "over":
        for number in hand.seats:
            seat = table.seats[number]
            seat.chips.stack = hand.stacks[number] + seat.chips.pending
            seat.chips.pending = 0
        table.books.fees += hand.dropped
        table.clock.until = 0
        table.decision += 1
        ways = table.config.ways
        table.pace.next_hand_at = event.at + (
            ways.gap_showdown_ms if table.this_hand.result else ways.gap_ms
        )
        if not hand.banker:
            table.banker.seat = table.banker.hands = 0
        check_books(table)
    elif hand.due != due or hand.due == "bank":
        wait_for_seats(table, event.at)


def wait_for_seats(table: Table, at: int) -> None:
    hand = table.round
    assert hand is not None
    table.decision += 1
    if hand.due in ("deal", "settle"):
        table.clock.until, table.pace.deal_at = 0, at
    else:
        start_clock(table, hand.queue[0] if hand.due == "bank" else 0, at)
