"""Doors, key switches and lamps: a small board with inputs and outputs, on the same serial link.

The board says its whole state, numbered, each time an input changes and after each reconnect;
so an opening that happened while the cable was out is still seen by its count. The controller
says how all lamps shall be. Sealed like every link: nobody closes a door with a loose wire.
"""

from typing import Literal

from msgspec import Struct

from drivers.link.messages import Codec

Input = Literal["main door", "logic door", "seat key"]
Lamp = Literal["off", "on", "blink"]
VERSION = 1


class Inputs(Struct, frozen=True, tag="inputs", forbid_unknown_fields=True):
    """Everything the board sees. Counts only go up; they tell of what was too short to see."""

    main_door_open: bool = False
    logic_door_open: bool = False
    seat_keys: tuple[int, ...] = ()  # seats whose key switch is turned
    main_door_openings: int = 0
    logic_door_openings: int = 0
    key_turns: int = 0


class Lamps(Struct, frozen=True, tag="lamps", forbid_unknown_fields=True):
    """All lamps at once, so that a lost word never leaves one burning."""

    tower: Lamp = "off"
    seats: dict[int, Lamp] = {}


class InputChanged(Struct, frozen=True):
    """`seat` for a key switch. `missed`: it opened and closed unseen, so both are told."""

    what: Input
    active: bool
    seat: int = 0
    missed: bool = False


def controller_codec() -> Codec[Lamps, Inputs]:
    return Codec(Lamps, Inputs, VERSION, "doors")


def changes(before: Inputs, now: Inputs) -> list[InputChanged]:
    """What happened between two states of the board, in the order that matters to security."""
    found = _door("main door", before.main_door_open, now.main_door_open,
                  now.main_door_openings - before.main_door_openings)  # fmt: skip
    found += _door("logic door", before.logic_door_open, now.logic_door_open,
                   now.logic_door_openings - before.logic_door_openings)  # fmt: skip
    turned, back = set(now.seat_keys), set(before.seat_keys)
    found += [InputChanged("seat key", True, seat) for seat in sorted(turned - back)]
    found += [InputChanged("seat key", False, seat) for seat in sorted(back - turned)]
    return found


def _door(what: Input, was_open: bool, is_open: bool, openings: int) -> list[InputChanged]:
    """A count that went down means a board that was switched off: its doors may have been too."""
    unseen = openings - (is_open and not was_open)
    found = [InputChanged(what, True, missed=True), InputChanged(what, False, missed=True)]
    if unseen == 0:
        found = []
    if is_open != was_open:
        found.append(InputChanged(what, is_open))
    return found
