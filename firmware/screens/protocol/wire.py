"""What travels between controller and screen: whole views, then changes; intents back.

A slow line carries it, so structs travel as arrays, tags are numbers, and a change is only what is
different from the view before. What a seat alone may know travels apart from what everyone may:
sending.py says why.
"""

from typing import Any

import msgspec
from msgspec import Struct

from firmware.screens.protocol.devices import Devices, ShowDevices
from firmware.screens.protocol.floor_view import Floor
from firmware.screens.protocol.intents import Intent
from firmware.screens.protocol.orders import Answer, AnyOrder, ShowHand, Step
from firmware.screens.protocol.public_view import Public
from firmware.screens.protocol.station_view import View


class Whole(Struct, frozen=True, array_like=True, tag=0):
    """A full snapshot: `body` is a Public or a Floor, `own` the rest of a View, packed and
    compressed. Ends a fault."""

    number: int
    body: bytes
    own: bytes = b""


class Changed(Struct, frozen=True, array_like=True, tag=1):
    """What is different from the message before, whose number this one is `after`."""

    number: int
    body: bytes
    own: bytes = b""


NUMBERS = 127  # then they begin anew: a number takes one byte, however long the evening


def after(number: int) -> int:
    """The number of the next message."""
    return number % NUMBERS + 1


ToScreen = Whole | Changed
ToController = Intent
ToDesk = Whole | Changed | Answer | Step | Devices
FromDesk = AnyOrder | ShowHand | ShowDevices

pack = msgspec.msgpack.Encoder().encode
view = msgspec.msgpack.Decoder(View).decode
floor = msgspec.msgpack.Decoder(Floor).decode
_EVERYONE = View.__struct_fields__.index("public")
public = msgspec.msgpack.Decoder(Public).decode
to_controller = msgspec.msgpack.Decoder(ToController).decode

_unpack = msgspec.msgpack.Decoder().decode


def changes(old: Struct, new: Struct) -> bytes:
    """The difference of two views of one kind, packed: nested {place: value} maps."""
    return pack(_changes(msgspec.to_builtins(old), msgspec.to_builtins(new)))


def changed_floor(old: Floor, body: bytes) -> Floor:
    return msgspec.convert(_patched(msgspec.to_builtins(old), _unpack(body)), Floor)


def changed_public(old: Public, body: bytes) -> Public:
    """`old` with the packed changes laid over it."""
    return msgspec.convert(_patched(msgspec.to_builtins(old), _unpack(body)), Public)


# A view in two parts


def pack_own(new: View) -> bytes:
    """Without what everyone may know."""
    return pack(_own(new))


def own_changes(old: View, new: View) -> bytes:
    return pack(_changes(_own(old), _own(new)))


def joined(everyone: Public, own: bytes) -> View:
    """A view again."""
    return msgspec.convert(_with(everyone, _unpack(own)), View)


def own_changed(old: View, everyone: Public, own: bytes) -> View:
    return msgspec.convert(_with(everyone, _patched(_own(old), _unpack(own))), View)


def _own(view: View) -> list[Any]:
    fields = list(msgspec.to_builtins(view))
    fields[_EVERYONE] = None
    return fields


def _with(everyone: Public, own: list[Any]) -> list[Any]:
    own[_EVERYONE] = msgspec.to_builtins(everyone)
    return own


def _changes(old: Any, new: Any) -> Any:
    """A map of what changed at which place of two lists as long as each other, else the new one."""
    if not _alike(old, new):
        return [new]
    return {n: _changes(a, b) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b}


def _alike(old: Any, new: Any) -> bool:
    if not isinstance(old, list | tuple) or not isinstance(new, list | tuple):
        return False
    return len(old) == len(new)


def _patched(old: Any, change: Any) -> Any:
    if isinstance(change, list):
        return change[0]
    fresh = list(old)
    for place, inner in change.items():
        fresh[place] = _patched(fresh[place], inner)
    return fresh
