"""What became of the chips of who sat at a seat: in words, for its glass and for a phone."""

from firmware.money import show
from firmware.screens import protocol as g
from firmware.table import events as e

READ_MS = 20_000
UNANSWERED_MS = NOBODY_THERE_MS = 10 * 60_000  # who was away too long comes back and looks
DARK = "after a power cut"
TITLES = {
    "player": "You left the table",
    "away too long": "Your seat was released",
    "table closed": "The table is closed",
    DARK: "You left the table, and the power went",
}
ALONE = (TITLES["away too long"], TITLES[DARK])  # perhaps nobody stands there


def cashed_out(event: e.CashedOut, tail: str) -> g.Slip | None:
    return _cash_out(event.why, event.chips, event.seat, event.transfer, tail)


def on_its_way(seat: int, chips: int, transfer: str) -> g.Slip | None:
    """The table woke up, and the bank has not said yet that it has them."""
    return _cash_out(DARK, chips, seat, transfer, "")


def _cash_out(why: str, chips: int, seat: int, transfer: str, tail: str) -> g.Slip | None:
    if not chips:
        return None
    to = f"to card ending {tail}" if tail else "to the card"
    return g.Slip(
        title=TITLES.get(why, "The floor closed your seat"),
        chips=chips,
        keep_ms=UNANSWERED_MS,
        tail=tail,
        text=f"Cash-out {show(chips)} {to}, seat {seat}, number {transfer}",
    )


def finished(place: int, cents: int, transfer: str, tail: str, *, agreed: bool) -> g.Slip:
    """A tournament is over for him; a place without a prize is read as long as a transfer."""
    title = "You won the tournament" if place == 1 else f"You finished {_ordinal(place)}"
    if agreed:
        title = "The tournament was ended: your share"
    if not cents:
        return g.Slip(title, 0, READ_MS)
    to = f"to card ending {tail}" if tail else "to the card"
    text = f"{title}, {show(cents)} {to}, number {transfer}"
    return g.Slip(title, cents, UNANSWERED_MS, tail, text=text)


def _ordinal(place: int) -> str:
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"


def paid(slip: g.Slip, balance: int | None) -> g.Slip:
    """The bank has it, and from now on it is read; what the card holds is told to nobody but its
    owner."""
    alone = slip.title in ALONE
    keep_ms, told = (NOBODY_THERE_MS, None) if alone else (READ_MS, balance)
    return g.Slip(
        slip.title, slip.chips, keep_ms, slip.tail, done=True, balance=told, text=slip.text
    )


def moved(to: int, chips: int) -> g.Slip:
    return g.Slip(f"You sit in seat {to} now", chips, READ_MS, to_seat=to)


def arrived(to: int, chips: int) -> str:
    return f"You sit in seat {to} now. Your {show(chips)} came with you."
