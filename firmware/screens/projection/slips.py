"""What became of the chips of who sat at a seat: in words, for its glass and for a phone."""

from firmware.money import show
from firmware.screens import protocol as g
from firmware.table import events as e

READ_MS = 20_000
NOBODY_THERE_MS = 10 * 60_000  # who was away too long comes back and looks
TITLES = {
    "player": "You left the table",
    "away too long": "Your seat was released",
    "table closed": "The table is closed",
}


def cashed_out(event: e.CashedOut, tail: str) -> g.Slip | None:
    if not event.chips:
        return None
    to = f"to card ending {tail}" if tail else "to the card"
    return g.Slip(
        title=TITLES.get(event.why, "The floor closed your seat"),
        chips=event.chips,
        keep_ms=NOBODY_THERE_MS if event.why == "away too long" else READ_MS,
        tail=tail,
        text=f"Cash-out {show(event.chips)} {to}, seat {event.seat}, number {event.transfer}",
    )


def paid(slip: g.Slip, balance: int) -> g.Slip:
    """The bank has it; what the card holds is told to nobody but its owner."""
    alone = slip.keep_ms == NOBODY_THERE_MS
    told = None if alone else balance
    return g.Slip(
        slip.title, slip.chips, slip.keep_ms, slip.tail, done=True, balance=told, text=slip.text
    )


def moved(to: int, chips: int) -> g.Slip:
    return g.Slip(f"You sit in seat {to} now", chips, READ_MS, to_seat=to)


def arrived(to: int, chips: int) -> str:
    return f"You sit in seat {to} now. Your {show(chips)} came with you."
