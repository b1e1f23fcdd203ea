"""What the screens of a bare table show: the projection of a BareTable, at its own time."""

from firmware.screens import projection
from firmware.screens import protocol as g
from lab.simulation.bare_table import BareTable


def everyone(m: BareTable) -> g.Public:
    return projection.public(m.table, m.now)


def floor(m: BareTable, notes: projection.FloorNotes | None = None) -> g.Floor:
    return projection.floor(m.table, m.now, everyone(m), notes or projection.FloorNotes())


def station(m: BareTable, seat: int, notes: projection.Notes | None = None) -> g.View:
    return projection.station(m.table, seat, m.now, notes or projection.Notes(), everyone(m))
