"""The receiving half of a session: packets in any order, twice or never; the stream once.

Memory is bounded: no piece is kept that lies further ahead than the sender's window.
"""

from drivers.link.outbox import WINDOW_BYTES
from drivers.link.packets import HEARD_BITS, Heard, Piece, unwrap

LENGTH_BYTES = 2
MESSAGE_BYTES_MAX = 32_768


class Broken(Exception):
    """A peer with the right keys broke the session's rules: its program is not ours."""


class Inbox:
    def __init__(self) -> None:
        self._newest = 0
        self._before = 0
        self._expected = 0  # the first byte of the stream not yet here
        self._ahead: dict[int, bytes] = {}
        self._text = bytearray()  # the start of a message that is not whole yet

    @property
    def holes(self) -> bool:
        return bool(self._ahead)

    def heard(self) -> Heard:
        return Heard(self._newest, self._before)

    def wants(self, piece: Piece) -> bool:
        """Inside the sender's window, and not from before the first packet."""
        offset = unwrap(piece.offset, self._expected)
        ahead = offset + len(piece.data) - self._expected
        return unwrap(piece.number, self._newest) >= 1 and offset >= 0 and ahead <= WINDOW_BYTES

    def add(self, piece: Piece) -> list[bytes]:
        """Whole messages, in order."""
        offset = unwrap(piece.offset, self._expected)
        end = offset + len(piece.data)
        self._note(unwrap(piece.number, self._newest))
        if offset > self._expected:
            if len(self._ahead.get(offset, b"")) < len(piece.data):
                self._ahead[offset] = piece.data
            return []
        if end > self._expected:
            self._append(offset, piece.data)
        return self._messages()

    def _note(self, number: int) -> None:
        step = number - self._newest
        if step > 0:
            self._before = ((self._before << 1 | 1) << (step - 1)) & ((1 << HEARD_BITS) - 1)
            if not self._newest:  # there is no packet 0 to have been heard
                self._before = 0
            self._newest = number
        elif -HEARD_BITS <= step < 0:
            self._before |= 1 << (-step - 1)

    def _append(self, offset: int, data: bytes) -> None:
        self._text += data[self._expected - offset :]
        self._expected = offset + len(data)
        while self._ahead:
            offset = min(self._ahead)
            if offset > self._expected:
                return
            data = self._ahead.pop(offset)
            if offset + len(data) > self._expected:
                self._text += data[self._expected - offset :]
                self._expected = offset + len(data)

    def _messages(self) -> list[bytes]:
        found, at, text = [], 0, self._text
        while len(text) - at >= LENGTH_BYTES:
            size = int.from_bytes(text[at : at + LENGTH_BYTES], "big")
            if size > MESSAGE_BYTES_MAX:
                raise Broken(f"a message of {size} bytes; {MESSAGE_BYTES_MAX} are allowed")
            if len(text) - at < LENGTH_BYTES + size:
                break
            found.append(bytes(text[at + LENGTH_BYTES : at + LENGTH_BYTES + size]))
            at += LENGTH_BYTES + size
        del text[:at]
        return found
