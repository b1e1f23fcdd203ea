"""How each player likes his glass: the newest choice of every account. A fold."""

from msgspec import Struct

from firmware.journal.records import PreferencesKept, Told

PATRONS_KEPT = 1000  # the longest silent one is forgotten first


class Preferences(Struct):
    of: dict[str, dict[str, str | int | bool]] = {}


def keep(preferences: Preferences, told: Told) -> None:
    match told:
        case PreferencesKept(patron, chosen):
            preferences.of.pop(patron, None)
            preferences.of[patron] = chosen
            for oldest in list(preferences.of)[:-PATRONS_KEPT]:
                del preferences.of[oldest]
