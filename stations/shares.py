"""A station's share of the shuffle, in the words of the wire."""

from firmware.fairness.station import Opening, Seal, StationLog
from firmware.screens import protocol as g


def share_intents(log: StationLog, view: g.View) -> list[g.Intent]:
    """What the station answers to what it was told of the log; a finger has no part in it."""
    match log.hear(view.told):
        case Seal(hand, attempt, seal):
            return [g.SealShare(hand, attempt, seal)]
        case Opening(hand, attempt, n, link):
            return [g.OpenShare(hand, attempt, n, link)]
    return []
