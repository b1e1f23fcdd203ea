"""The table's views in the words of the screens, and the screens' intents in the table's words.

Pure. Hole cards come in at the two doors of table/views.py only: `seat_view().cards` for the seat
itself, `shown` at the showdown. Nothing here looks into another seat's hand.
Start at public.py; station.py adds what one seat may know, wishes.py is the way back.
"""

from firmware.screens.projection.past import past, told
from firmware.screens.projection.proof import proof
from firmware.screens.projection.public import last_act, public
from firmware.screens.projection.station import Notes, prefs, station
from firmware.screens.projection.wishes import command

__all__ = ["Notes", "command", "last_act", "past", "prefs", "proof", "public", "station", "told"]
