"""A finished hand, told to one of its players."""

from firmware import protocol as g
from firmware.games.poker import events as pe
from firmware.money import Cents, show
from firmware.table.receipt import Finished, Receipt


def past(done: Finished, seat: int) -> g.Past:
    """A finished hand for one of its players: his own cards, and what everybody saw."""
    receipt = done.for_seat(seat)
    line = next(line for line in receipt.seats if line.seat == seat)
    names = {line.seat: line.name for line in receipt.seats}
    lines = [_told(event, names) for event in done.events]
    best = max(receipt.winners, key=lambda won: won.chips, default=None)
    words = ""
    if best is not None:
        how = best.words or "nobody called"
        words = f"{names[best.seat]} wins {show(Cents(best.chips))}, {how}"
    return g.Past(
        hand=receipt.hand,
        board=receipt.board,
        mine=receipt.own,
        net=line.net,
        winner=names[best.seat] if best else "",
        words=f"Void: {receipt.voided}" if receipt.voided else words,
        lines=(*tuple(line for line in lines if line)[:19], *_fees(receipt)),
    )


def _told(event: object, names: dict[int, str]) -> str:
    match event:
        case pe.Folded(seat=seat):
            return f"{names[seat]} folds"
        case pe.Called(seat=seat, chips=0):
            return f"{names[seat]} checks"
        case pe.Called(seat=seat, chips=chips):
            return f"{names[seat]} calls {show(Cents(chips))}"
        case pe.Raised(seat=seat, to=to):
            return f"{names[seat]} raises to {show(Cents(to))}"
    return ""


def _fees(receipt: Receipt) -> tuple[str, ...]:
    parts = [f"House fee {show(receipt.fee)}"] if receipt.fee else []
    parts += [f"jackpot {show(receipt.jackpot)}"] if receipt.jackpot else []
    return (", ".join(parts).capitalize(),) if parts else ()
