"""What the two ends of a screen's wire may say to each other: one schema, seen from both sides.

A view travels packed and compressed inside Whole and Changed, so View, Public and the words that
are known beforehand are part of the schema that the hello compares: a screen of another build is
named, not misunderstood.
"""

from typing import Any, Literal

from drivers.link.messages import Codec
from firmware.screens import protocol as g
from firmware.screens.known_words import KNOWN

_KNOWN: Any = Literal[KNOWN.hex()]
_BODIES = (g.View, g.Public, _KNOWN)


def controller_codec() -> Codec[g.ToScreen, g.ToController]:
    return Codec(g.ToScreen, g.ToController, g.VERSION, "table", _BODIES)


def table_to_desk() -> Codec[g.ToDesk, g.FromDesk]:
    """Other words than the screens': an order that comes by a screen's wire is not even read."""
    return Codec(g.ToDesk, g.FromDesk, g.VERSION, "table", (g.Floor, _KNOWN))


def desk_codec(program: str = "desk") -> Codec[g.FromDesk, g.ToDesk]:
    return Codec(g.FromDesk, g.ToDesk, g.VERSION, program, (g.Floor, _KNOWN))


def screen_codec(program: str = "screen") -> Codec[g.ToController, g.ToScreen]:
    return Codec(g.ToController, g.ToScreen, g.VERSION, program, _BODIES)
