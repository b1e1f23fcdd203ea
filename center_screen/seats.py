"""Where the ten seats lie around the screen. Degrees turn counter-clockwise."""

import math
from typing import NamedTuple


class Place(NamedTuple):
    x: int
    y: int
    turn: int
    width: int

    @property
    def corner(self) -> bool:
        return self.turn % 90 != 0

    def inward(self, far: float, along: float = 0.0) -> tuple[float, float]:
        """A point `far` towards the centre and `along` to the right, seen from the seat."""
        a = math.radians(self.turn)
        up, right = (-math.sin(a), -math.cos(a)), (math.cos(a), -math.sin(a))
        return self.x + far * up[0] + along * right[0], self.y + far * up[1] + along * right[1]

    def slot(self) -> tuple[float, float]:
        """In front of the plate; at the corners shifted to the long side."""
        if not self.corner:
            return self.inward(102)
        x, y = self.inward(110)
        shift = 30 * math.sqrt(0.5)
        return x + math.copysign(shift, 960 - self.x), y + math.copysign(shift, self.y - 540)


DEPTH = 124
PLACES = {
    1: Place(660, 96, 180, 400),
    2: Place(1260, 96, 180, 400),
    3: Place(1717, 203, 135, 344),
    4: Place(1824, 540, 90, 328),
    5: Place(1717, 877, 45, 344),
    6: Place(1260, 984, 0, 400),
    7: Place(660, 984, 0, 400),
    8: Place(203, 877, -45, 344),
    9: Place(96, 540, -90, 328),
    10: Place(203, 203, -135, 344),
}
