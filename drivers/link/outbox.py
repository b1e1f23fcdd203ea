"""The sending half of a session: a stream of bytes, cut into numbered packets, sent until heard.

A packet's number is used once; what is sent again goes out under a new number and may be cut
anew. So each acknowledgement means one sending: round trips are exact, and a packet is known to
be lost as soon as a later one was heard.
"""

from msgspec import Struct

from drivers.link.packets import HEARD_BITS, Heard, unwrap
from drivers.link.piece_size import HEAD_BYTES, PieceSize
from drivers.link.round_trip import RoundTrip

WINDOW_BYTES = 4096
WINDOW_PACKETS = 8
BACKLOG_BYTES_MAX = 1 << 18


class InFlight(Struct):
    start: int
    end: int
    sent_s: float
    line_bytes: int  # on the wire ahead of its answer
    overdue_s: float


class Outbox:
    def __init__(self) -> None:
        self._stream = bytearray()  # from offset _base on
        self._base = 0  # everything before it was heard
        self._fresh = 0  # everything from here on was never sent
        self._flight: dict[int, InFlight] = {}  # by number, oldest first
        self._flight_bytes = 0
        self._again: list[tuple[int, int]] = []  # lost, lowest first
        self._number = 0
        self.answer_bytes = 0.0  # an answer may stand in line behind the other end's own packet
        self.resent = 0
        self.size = PieceSize()
        self.round_trip = RoundTrip()

    @property
    def backlog_bytes(self) -> int:
        return len(self._stream)

    @property
    def pieces(self) -> int:
        """Sent, the same one as often as it was."""
        return self._number

    def write(self, data: bytes) -> None:
        self._stream += data

    def unheard(self) -> bytes:
        return bytes(self._stream)

    def waiting(self) -> bool:
        return self._fresh < self._base + len(self._stream)

    def ready(self) -> bool:
        if len(self._flight) >= WINDOW_PACKETS:
            return False
        if self._again:
            return True
        return self._fresh < min(self._base + len(self._stream), self._base + WINDOW_BYTES)

    def next_piece(self, now_s: float) -> tuple[int, int, bytes]:
        """Number, offset and bytes of the next packet. Ask ready() first."""
        start, end = self._cut()
        self._number += 1
        size = end - start
        self._flight_bytes += size + HEAD_BYTES
        line_bytes = self._flight_bytes
        overdue_s = now_s + self.round_trip.wait_s(line_bytes + int(self.answer_bytes))
        self._flight[self._number] = InFlight(start, end, now_s, line_bytes, overdue_s)
        return self._number, start, bytes(self._stream[start - self._base : end - self._base])

    def _cut(self) -> tuple[int, int]:
        size = self.size.bytes
        if self._again:
            self.resent += 1
            start, end = self._again.pop(0)
            if end - start > size:
                self._again.insert(0, (start + size, end))
                end = start + size
            return start, end
        start = self._fresh
        limit = self._base + min(len(self._stream), WINDOW_BYTES)
        self._fresh = min(start + size, limit)
        return start, self._fresh

    def sent(self, heard: Heard) -> bool:
        """Nobody can have heard what was never sent."""
        return 0 <= unwrap(heard.newest, self._number) <= self._number

    def heard(self, heard: Heard, now_s: float) -> None:
        if not self._flight:
            return
        newest = unwrap(heard.newest, self._number)
        for number in [n for n in self._flight if n <= newest]:
            back = newest - number
            if back == 0 or (back <= HEARD_BITS and heard.before >> (back - 1) & 1):
                self._arrived(number, now_s)
            else:
                self._lost(number)
        self._trim()

    def overdue_at(self) -> float | None:
        return min((one.overdue_s for one in self._flight.values()), default=None)

    def give_up_overdue(self, now_s: float) -> None:
        overdue = [n for n, one in self._flight.items() if one.overdue_s <= now_s]
        for number in overdue:
            self._lost(number)
        if overdue:
            self.round_trip.unanswered()

    def _arrived(self, number: int, now_s: float) -> None:
        one = self._land(number)
        self.size.arrived(one.end - one.start)
        self.round_trip.heard(now_s - one.sent_s, one.line_bytes)

    def _lost(self, number: int) -> None:
        one = self._land(number)
        self.size.lost(one.end - one.start)
        self._again.append((one.start, one.end))
        self._again.sort()

    def _land(self, number: int) -> InFlight:
        one = self._flight.pop(number)
        self._flight_bytes -= one.end - one.start + HEAD_BYTES
        return one

    def _trim(self) -> None:
        """What is neither in flight nor to be sent again, and was sent, was heard."""
        base = min((one.start for one in self._flight.values()), default=self._fresh)
        if self._again:
            base = min(base, self._again[0][0])
        del self._stream[: base - self._base]
        self._base = base
