"""The table's views in the words of the screens, and the screens' intents in the table's words.

Pure. Hole cards come in at the two doors of table/views.py only: `seat_view().cards` for the seat
itself, `shown` at the showdown. Nothing here looks into another seat's hand.
Start at public.py; station.py adds what one seat may know, wishes.py is the way back.
"""

from firmware.glass.past import past, told
from firmware.glass.proof import proof
from firmware.glass.public import last_act, public
from firmware.glass.station import Notes, prefs, station
from firmware.glass.wishes import command

__all__ = ["Notes", "command", "last_act", "past", "prefs", "proof", "public", "station", "told"]
