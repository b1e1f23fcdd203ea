"""A reliable session over packets that may be lost, doubled, reordered or late.

Messages arrive once, in order, whole, or the other end's life ended first. No port, no clock, no
key: packets and the time in, packets and messages out. It outlives cables and keys: after a
reconnect the same session goes on where it was (`resume` in keying.py).
"""

from drivers.link.inbox import LENGTH_BYTES, MESSAGE_BYTES_MAX, Inbox
from drivers.link.outbox import BACKLOG_BYTES_MAX, Outbox
from drivers.link.packets import read, write_ack, write_data
from drivers.link.piece_size import FADE, HEAD_BYTES

HEARTBEAT_S = 0.1
ACK_S = 0.01  # an acknowledgement waits so long for data to travel with
PIECES_PER_ACK = 2


class Session:
    def __init__(self, now_s: float, kept: bytes = b"") -> None:
        self.outbox, self.inbox = Outbox(), Inbox()
        self.outbox.write(kept)
        self.refused = 0
        self._unacked = 0
        self._ack_at: float | None = None
        self._sent_s = now_s - HEARTBEAT_S

    def full(self) -> bool:
        return self.outbox.backlog_bytes >= BACKLOG_BYTES_MAX

    def send(self, message: bytes) -> None:
        assert len(message) <= MESSAGE_BYTES_MAX
        self.outbox.write(len(message).to_bytes(LENGTH_BYTES, "big") + message)

    def receive(self, packet: bytes, now_s: float) -> list[bytes]:
        """Messages that are whole now. A packet that breaks the rules changes nothing."""
        found = read(packet)
        if found is None:
            self.refused += 1
            return []
        heard, piece = found
        if not self.outbox.sent(heard) or (piece and not self.inbox.wants(piece)):
            self.refused += 1
            return []
        self.outbox.heard(heard, now_s)
        if piece is None:
            return []
        self._owe_ack(now_s)
        size = len(piece.data) + HEAD_BYTES
        self.outbox.answer_bytes = max(size, self.outbox.answer_bytes * FADE)
        messages = self.inbox.add(piece)
        if self.inbox.holes:
            self._ack_at = now_s
        return messages

    def unheard(self) -> bytes:
        """The whole stream, for a new session; only while none of it was heard."""
        return self.outbox.unheard()

    def waiting(self) -> bool:
        """Something is still to be sent for the first time."""
        return self.outbox.waiting()

    @property
    def resent(self) -> int:
        return self.outbox.resent

    def speak_up(self, now_s: float) -> None:
        """Say something now, be it only that we are here."""
        self._ack_at = now_s

    def _owe_ack(self, now_s: float) -> None:
        self._unacked += 1
        if self._unacked >= PIECES_PER_ACK:
            self._ack_at = now_s
        elif self._ack_at is None:
            self._ack_at = now_s + ACK_S

    def packet(self, now_s: float) -> bytes | None:
        """The next packet to put on the wire now, or None."""
        self.outbox.give_up_overdue(now_s)
        if self.outbox.ready():
            self._spoke(now_s)
            return write_data(self.inbox.heard(), *self.outbox.next_piece(now_s))
        ack_due = self._ack_at is not None and self._ack_at <= now_s
        if ack_due or self._sent_s + HEARTBEAT_S <= now_s:
            self._spoke(now_s)
            return write_ack(self.inbox.heard())
        return None

    def _spoke(self, now_s: float) -> None:
        self._sent_s, self._ack_at, self._unacked = now_s, None, 0

    def wake_at(self) -> float:
        """When packet() may have something again, if nothing else happens before."""
        if self.outbox.ready():
            return self._sent_s
        times = [self._sent_s + HEARTBEAT_S]
        if self._ack_at is not None:
            times.append(self._ack_at)
        overdue_at = self.outbox.overdue_at()
        if overdue_at is not None:
            times.append(overdue_at)
        return min(times)
