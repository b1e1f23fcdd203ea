"""What the floor is told of a table beside its state: out of the folds of the journal. Pure."""

from collections.abc import Container, Mapping

from firmware.bank import roles
from firmware.controller.custody import lies_here
from firmware.controller.deal_memory import HANDS_COUNTED
from firmware.controller.restore import TableMemory
from firmware.journal.folds import Folds
from firmware.journal.orders import Given, Waiting
from firmware.screens.projection import FloorNotes
from firmware.screens.protocol import floor_view as f
from firmware.table.engine import FEES, HOUR

FREED_MS = 2 * HOUR


def floor_notes(
    memory: TableMemory, tails: Mapping[int, str], hands: tuple[int, int], now: int,
    holding: Container[str] = (),
) -> FloorNotes:  # fmt: skip
    """`hands`: first and last that can be shown again; `holding`: faults for which none begins."""
    folds = memory.folds
    return FloorNotes(
        tails=tails,
        faults=tuple(
            f.Trouble(one.name, one.words, one.opened_ms, one.do, one.name in holding)
            for one in folds.faults.open.values()
        ),
        doors=tuple(folds.meters.doors_open),
        asked=tuple(map(_asked, folds.orders.waiting.values())),
        answered=tuple(map(_answered, folds.orders.lately)),
        disputes=_disputes(folds),
        hours=tuple(
            f.Hour(one.began_ms, one.hands, one.fees, one.jackpot, one.voids)
            for one in folds.hours.hours
        ),
        freed_at=_freed(folds, now),
        fees_here=lies_here(memory.state.custody, memory.state.table.books, FEES),
        hands=hands,
        deals=_deals(memory),
    )


def _deals(memory: TableMemory) -> f.Deals:
    deals, table = memory.deals, memory.state.table
    last = table.this_hand.number - (table.live is not None)
    return f.Deals(
        last, min(deals.hands, HANDS_COUNTED), tuple(deals.again), tuple(deals.voids),
        deals.unwitnessed, memory.folds.meters.unsealed,
    )  # fmt: skip


def _asked(waiting: Waiting) -> f.Asked:
    one = waiting.asked
    act = "VoidHand" if one.what == "CloseTable" else one.what
    return f.Asked(
        one.id, one.what, one.words, one.by, one.role, one.reason, waiting.at_ms, one.until_ms,
        roles.ACTS[act].second,
    )  # fmt: skip


def _answered(given: Given) -> f.Answered:
    one = given.answer
    return f.Answered(
        one.id, one.what, one.words, one.by, one.second, one.reason, one.done, given.at_ms
    )


def _disputes(folds: Folds) -> tuple[f.Dispute, ...]:
    return tuple(
        f.Dispute(one.number, one.hand, one.seat, one.about, one.note, one.by, at)
        for at, one in folds.disputes.open.values()
    )


def _freed(folds: Folds, now: int) -> tuple[int, ...]:
    """Seats of people who had played."""
    left = (one for one in folds.sessions.closed if one.bought_in)
    return tuple(one.closed_ms for one in left if one.closed_ms > now - FREED_MS)
