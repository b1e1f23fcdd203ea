"""A station's share of the shuffle, and its own look at the deal, in the words of the wire."""

from firmware.fairness.station import Opening, Seal, StationLog
from firmware.screens import protocol as g


def share_intents(log: StationLog, view: g.View) -> list[g.Intent]:
    """What the station answers to what it was told of the log; a finger has no part in it."""
    before = log.fault
    _look(log, view)
    if view.proof:
        log.read(view.proof.codes)
    said = log.hear(view.told)
    if log.fault and not before:
        return [g.Doubt(view.public.hand, log.fault)]
    match said:
        case Seal(hand, attempt, seal):
            return [g.SealShare(hand, attempt, seal)]
        case Opening(hand, attempt, n, link):
            return [g.OpenShare(hand, attempt, n, link)]
    return []


def _look(log: StationLog, view: g.View) -> None:
    """Every face that this glass is given to draw."""
    public = view.public
    sight = log.sight(public.hand)
    if public.pan:
        sight.see_laid(card for laid in public.pan.melds for card in laid.cards)
    sight.see((), (*public.board, *public.second, *public.rabbit))
    for seat in public.seats:
        if seat.seat == view.seat:
            sight.see((*view.hole, *seat.up), ())
        elif seat.up or seat.shown:
            sight.see_other(seat.seat, seat.up, seat.shown)
