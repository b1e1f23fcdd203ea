"""A station's share of the shuffle, and its own look at the deal, in the words of the wire."""

from firmware.fairness.keeping import OwnReceipts
from firmware.fairness.station import Opening, Seal, StationLog
from firmware.screens import protocol as g


def share_intents(log: StationLog, view: g.View) -> list[g.Intent]:
    """What the station answers to what it was told of the log; a finger has no part in it."""
    before, kept = log.fault, _keep(log.own_receipts, view)
    _look(log, view)
    proof = view.proof or g.Proof(0)
    log.read(proof.receipt, proof.box)
    said = log.hear(view.told)
    if log.fault and not before:
        return [*kept, g.Doubt(view.public.hand, log.fault)]
    match said:
        case Seal(hand, attempt, seal):
            return [*kept, g.SealShare(hand, attempt, seal)]
        case Opening(hand, attempt, n, link):
            return [*kept, g.OpenShare(hand, attempt, n, link)]
    return kept


def _keep(own: OwnReceipts, view: g.View) -> list[g.Intent]:
    """For who sits here; where its line came up again, the table may have forgotten the key."""
    names = [one.name for one in view.public.seats if one.seat == view.seat]
    seated = view.mode == "seated"
    own.sits(f"{view.sitting} {names[0]}" if seated and names else "")
    own.see(view.public.hand, view.hole)
    if not seated or own.told:
        return []
    own.told = True
    return [g.KeepFor(own.key)]


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
