"""What happened to a device, in words for a technician; and which of it is a fault that ends.

A fault is journalled once, with the place in its name, and again when it is over. Pure.
"""

from typing import Any

from msgspec import json

from drivers.link.happenings import Down, Misfit, Stranger
from drivers.sockets import NOWHERE, Place
from drivers.stations import Misplaced, Moved, NoPlace
from firmware.errors import Fault
from firmware.journal import records
from firmware.journal.happenings import words_of

LINK_FAULTS = ("LINK_DOWN", "PORT_CLOSED", "MISFIT", "MISPLACED", "STRANGER")
SAFE = {
    "station": "Its cards are hidden",
    "reader": "No card is read there",
    "center": "It shows nothing, and the stations show the table",
    "doors": "It counts by itself what is opened, and tells it when it is back",
}
READER_FAULTS = ("READER_UNPLUGGED", "READER_BUSY", "NO_EVDEV")


def where(place: Place) -> str:
    """Short, for the name of a fault."""
    return f"seat {place.seat}" if place.seat else place.what


def part(place: Place) -> str:
    """What a technician takes into his hand."""
    return f"seat {place.seat} {place.what}" if place.seat else place.what


def fault_of(place: Place, happening: Any) -> Fault | None:
    match happening:
        case Fault():
            return happening
        case Down(why):
            return _fault(
                "LINK_DOWN",
                f"{_upper(place)} is silent: {why}.",
                f"{SAFE[place.what]}; all chips are safe.",
                "Check its cable and its power; it comes back by itself.",
            )
        case Misfit(peer, why):
            return _fault(
                "MISFIT",
                f"{peer.name} at {place} is of another version: {why}.",
                "It is not listened to.",
                "Install the same version on it as on the table.",
            )
        case Misplaced(_, why):
            return _fault(
                "MISPLACED",
                f"{why}.",
                "It is not listened to.",
                "Plug it where it belongs, as the wiring plan says.",
            )
        case Stranger(name):
            return _fault(
                "STRANGER",
                f"At {place} calls {name}, which was never paired with this table.",
                "It is not answered.",
                "Take it away, or pair it: stormdeck pair.",
            )
    return None


def notice_of(place: Place | None, happening: Any) -> records.Noticed | None:
    match happening:
        case Moved(peer, was):
            came = "is new" if was == NOWHERE else f"moved from {was} to {place}"
            words = f"{peer.name} {came}."
            return records.Noticed("MOVED", words)
        case NoPlace(socket):
            words = f"Something was plugged into {socket}, which the wiring plan does not name."
            return records.Noticed("NO_PLACE", words)
    return None


def json_line(told: records.Told, at_ms: int) -> str:
    """One line an event for the system's journal, with the code that stands on the glass; empty:
    not worth one."""
    kind, words = words_of(told)
    if not kind:
        return ""
    code, _, unit = getattr(told, "name", "").partition(" ")
    line = {"at_ms": at_ms, "kind": kind, "code": code, "unit": unit, "words": words}
    return json.encode(line).decode()


def log_line(told: records.Told) -> str:
    """For the log; empty: not worth one."""
    match told:
        case records.FaultOpened(name, words):
            return f"FAULT {name}: {words}"
        case records.FaultCleared(name):
            return f"over: {name}"
        case records.Noticed(name, words):
            return f"{name}: {words}"
        case records.DoorOpened():
            return f"DOOR: {words_of(told)[1]}"
        case records.DoorShut():
            return f"door: {words_of(told)[1]}"
    return ""


def _fault(name: str, happened: str, safe: str, do: str) -> Fault:
    return Fault(name, happened, safe, do)


def _upper(place: Place) -> str:
    words = str(place)
    return words[0].upper() + words[1:]
