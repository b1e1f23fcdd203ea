"""Where the ten seats lie around the screen. Degrees turn counter-clockwise."""

import math
from typing import NamedTuple

from center_screen.areas import MIDDLE, Spot

DEPTH = 124  # of a plate
SLOT_FAR, CORNER_SLOT_FAR, CORNER_SHIFT = 102, 102, 36  # from the plate's middle to the slot's


class Place(NamedTuple):
    x: int
    y: int
    turn: int
    width: int

    @property
    def spot(self) -> Spot:
        return Spot(self.x, self.y, self.turn)

    @property
    def corner(self) -> bool:
        return self.turn % 90 != 0

    def inward(self, far: float, along: float = 0.0) -> tuple[float, float]:
        """A point `far` towards the centre and `along` to the right, seen from the seat."""
        a = math.radians(self.turn)
        up, right = (-math.sin(a), -math.cos(a)), (math.cos(a), -math.sin(a))
        return self.x + far * up[0] + along * right[0], self.y + far * up[1] + along * right[1]

    def slot(self, far: int = 0) -> tuple[float, float]:
        """In front of the plate, or `far` from it; at the corners shifted to the long side."""
        if not self.corner:
            return self.inward(far or SLOT_FAR)
        x, y = self.inward(far or CORNER_SLOT_FAR)
        shift, (middle_x, middle_y) = CORNER_SHIFT * math.sqrt(0.5), MIDDLE
        dx, dy = middle_x - self.x, self.y - middle_y
        return x + math.copysign(shift, dx), y + math.copysign(shift, dy)


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
