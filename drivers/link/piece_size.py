"""How long a piece to put into one packet: long on a clean wire, short on a noisy one.

With h bytes of head and a share p of bytes hit by noise, the useful share of the line is
n / (n + h) * (1 - p) ** (n + h); it is greatest where n * (n + h) = h / p.
"""

from math import sqrt

HEAD_BYTES = 40  # frame, seal and packet head
PIECE_BYTES_MIN, PIECE_BYTES_MAX = 32, 1024  # at 115,200 baud the longest takes 90 ms
FADE = 0.95  # a loss is half forgotten after thirteen packets


class PieceSize:
    def __init__(self) -> None:
        self._bytes = self._losses = 0.0
        self.bytes = PIECE_BYTES_MAX

    def arrived(self, size: int) -> None:
        self._bytes = self._bytes * FADE + size + HEAD_BYTES
        if self._losses:
            self._losses = self._losses * FADE if self._losses > 0.001 else 0.0
            self._choose()

    def lost(self, size: int) -> None:
        self._bytes = self._bytes * FADE + size + HEAD_BYTES
        self._losses = self._losses * FADE + 1
        self._choose()

    def _choose(self) -> None:
        if not self._losses:
            self.bytes = PIECE_BYTES_MAX
            return
        best = (sqrt(HEAD_BYTES**2 + 4 * HEAD_BYTES * self._bytes / self._losses) - HEAD_BYTES) / 2
        self.bytes = min(max(int(best), PIECE_BYTES_MIN), PIECE_BYTES_MAX)
