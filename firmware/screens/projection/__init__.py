"""The one way from the table's state to what a screen shows. Pure.

A view is built from what its reader may see, never by taking away: a hole card comes in at two
places only, `own_cards` (on_the_table.py) for the seat itself and the result's `shown` for all.
Start at public.py; station.py adds what one seat may know, floor.py what the floor may. The
table is read through its door, table/engine.py.
"""

from firmware.screens.projection.floor import FloorNotes, floor
from firmware.screens.projection.on_the_table import own_cards
from firmware.screens.projection.order_words import effect
from firmware.screens.projection.past_hands import past_hand, story
from firmware.screens.projection.public import public
from firmware.screens.projection.replay import last_fold, moments, what_happened
from firmware.screens.projection.rules_page import rules_page
from firmware.screens.projection.seats import last_act
from firmware.screens.projection.station import Notes, prefs, station

__all__ = [
    "FloorNotes",
    "Notes",
    "effect",
    "floor",
    "last_act",
    "last_fold",
    "moments",
    "own_cards",
    "past_hand",
    "prefs",
    "public",
    "rules_page",
    "station",
    "story",
    "what_happened",
]
