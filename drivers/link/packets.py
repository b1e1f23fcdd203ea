"""What the session puts into one frame: an acknowledgement, with or without a piece of stream.

    ack    kind newest heard
    data   kind newest heard number offset bytes…

Numbers and offsets travel as their low 16 bits: both ends know where the other must be to within
a window, which is far less than 32,768.
"""

from struct import Struct as Layout

from msgspec import Struct

ACK, DATA = 1, 2
_ACK, _DATA = Layout(">BHH"), Layout(">BHHHH")
OVERHEAD_BYTES = 9
HEARD_BITS = 16


class Heard(Struct, frozen=True):
    """The newest number heard, and which of the sixteen before it (bit 0: the one before)."""

    newest: int
    before: int


class Piece(Struct, frozen=True):
    """A piece of the stream: the packet's number, where in the stream it belongs, its bytes."""

    number: int
    offset: int
    data: bytes


def write_ack(heard: Heard) -> bytes:
    return _ACK.pack(ACK, heard.newest & 0xFFFF, heard.before)


def write_data(heard: Heard, number: int, offset: int, data: bytes) -> bytes:
    head = _DATA.pack(DATA, heard.newest & 0xFFFF, heard.before, number & 0xFFFF, offset & 0xFFFF)
    return head + data


def read(packet: bytes) -> tuple[Heard, Piece | None] | None:
    """Low bits only: the session unwraps them. None for anything that is not a packet."""
    if len(packet) == _ACK.size and packet[0] == ACK:
        _, newest, before = _ACK.unpack(packet)
        return Heard(newest, before), None
    if len(packet) > _DATA.size and packet[0] == DATA:
        _, newest, before, number, offset = _DATA.unpack_from(packet)
        return Heard(newest, before), Piece(number, offset, packet[_DATA.size :])
    return None


def unwrap(low: int, near: int) -> int:
    """The number with these low 16 bits that is nearest to `near`; negative means never sent."""
    return near + ((low - near + 0x8000) & 0xFFFF) - 0x8000
